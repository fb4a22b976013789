"""What the runs of a result tell of each row of its tables."""

from collections import defaultdict

from warpsan_ab.failure import Failure, Kind
from warpsan_ab.result import Result
from warpsan_ab.run import WHOLE, Run

NAMELESS = "all"  # what programs do without an input


class Evidence:
    def __init__(self, result: Result) -> None:
        self.baseline = result.plan.variants[0].name
        self.runs: dict[tuple[str, str], list[Run]] = defaultdict(list)
        names: dict[str, list[str]] = {place.name: [] for place in result.plan.inputs}
        for run in result.runs:
            self.runs[run.pair].append(run)
            names[run.input] += [row for row in (*run.samples, *run.failures) if row != WHOLE]
        measured = {place for _, place in self.runs}
        # Each row with its input: one for an input, or one for each benchmark.
        self.rows = {
            row: place
            for place in names
            if place in measured
            for row in names[place] or [place or NAMELESS]
        }

    def samples(self, variant: str, row: str) -> list[float]:
        runs = self.runs[variant, self.rows[row]]
        return [value for run in runs if not run.is_warmup for value in run.samples.get(row, [])]

    def failure(self, variant: str, row: str) -> Failure | None:
        place = self.rows[row]
        failures = [run.failure(row) for run in self.runs[variant, place]]
        return next(filter(None, failures), None) or self.difference(variant, place)

    def results(self, variant: str, place: str) -> list[list[str]]:
        return [run.result for run in self.runs[variant, place] if WHOLE not in run.failures]

    def difference(self, variant: str, place: str) -> Failure | None:
        """Of what the runs computed, to the first run of the baseline."""
        wanted = self.results(self.baseline, place)[:1]
        for result in self.results(variant, place) if wanted else []:
            if result != wanted[0]:
                found, expected = (", ".join(words) or "none" for words in (result, wanted[0]))
                where = "another run" if variant == self.baseline else self.baseline
                return Failure(Kind.WRONG, f"result {found}, but {where} has {expected}")
        return None

    def properties(self) -> dict[str, dict[str, float]]:
        """What programs printed of the input of each row."""
        properties: dict[str, dict[str, float]] = {row: {} for row in self.rows}
        for row, place in self.rows.items():
            for (_, measured), runs in self.runs.items():
                for run in runs if measured == place else []:
                    properties[row] |= run.properties
        return properties
