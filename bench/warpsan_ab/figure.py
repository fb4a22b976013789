"""The number that a run is about."""

import json
import math
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any

from limited_run import Outcome

from warpsan_ab import expression
from warpsan_ab.failure import Failure, Kind

KERNEL_TIME = r"^kernel_ms: (\S+)"
SHOWN_LINES = 5
MILLISECONDS = {"ns": 1e-6, "us": 1e-3, "ms": 1.0, "s": 1e3}

Samples = dict[str, list[float]]


def number(text: str) -> float:
    """Above 0, or there is no ratio."""
    try:
        value = float(text)
    except ValueError:
        raise Failure(Kind.NO_FIGURE, f"'{text}' is not a number") from None
    if not (value > 0 and math.isfinite(value)):
        raise Failure(Kind.NO_FIGURE, f"'{text}' is not above 0")
    return value


class Figure(ABC):
    def arguments(self, scratch: Path) -> list[str]:
        """What the program needs to be told."""
        return []

    @abstractmethod
    def read(self, row: str, outcome: Outcome, scratch: Path) -> tuple[Samples, dict[str, Failure]]:
        """Samples, and what has none, by row of the table. `row` is the input."""


class WallTime(Figure):
    def read(self, row: str, outcome: Outcome, scratch: Path) -> tuple[Samples, dict[str, Failure]]:
        return {row: [outcome.seconds]}, {}


class Printed(Figure):
    def __init__(self, text: str) -> None:
        self.expression = expression.parse("--figure", text, groups=1)

    def read(self, row: str, outcome: Outcome, scratch: Path) -> tuple[Samples, dict[str, Failure]]:
        text = f"{outcome.output}\n{outcome.errors}"
        if values := expression.found(self.expression, text):
            return {row: [number(value) for value in values]}, {}
        lines = [line for line in text.splitlines() if line.strip()]
        shown = "\n".join(f"    {line}" for line in lines[:SHOWN_LINES]) or "    (nothing)"
        raise Failure(
            Kind.NO_FIGURE, f"nothing matches '{self.expression.pattern}' in the output:\n{shown}"
        )


class GoogleBenchmark(Figure):
    """Each benchmark is a row, in milliseconds: real time, which is the manual time of those that
    have one. Where variants have names of their own, `strip` takes the difference out."""

    def __init__(self, strip: str | None) -> None:
        self.strip = expression.parse("--strip", strip) if strip else None

    def name(self, entry: dict[str, Any]) -> str:
        name = str(entry.get("run_name", entry["name"]))
        return self.strip.sub("", name) if self.strip else name

    @staticmethod
    def file(scratch: Path) -> Path:
        return scratch / "benchmark.json"

    def arguments(self, scratch: Path) -> list[str]:
        return [f"--benchmark_out={self.file(scratch)}", "--benchmark_out_format=json"]

    def read(self, row: str, outcome: Outcome, scratch: Path) -> tuple[Samples, dict[str, Failure]]:
        rows = self.rows(scratch)
        singles = [r for r in rows if r.get("run_type") != "aggregate"]
        medians = [r for r in rows if r.get("aggregate_name") == "median"]
        samples: Samples = {}
        failures: dict[str, Failure] = {}
        for entry in singles or medians:
            name = "/".join(filter(None, (row, self.name(entry))))
            if entry.get("error_occurred"):
                failures[name] = Failure(Kind.WRONG, entry.get("error_message", "error"))
            else:
                scale = MILLISECONDS[entry["time_unit"]]
                samples.setdefault(name, []).append(number(entry["real_time"]) * scale)
        return samples, failures

    def rows(self, scratch: Path) -> list[dict[str, Any]]:
        try:
            document = json.loads(self.file(scratch).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            document = {}
        if not document.get("benchmarks"):
            raise Failure(Kind.NO_FIGURE, "no benchmarks in what --benchmark_out wrote")
        return list(document["benchmarks"])


def parse(text: str, strip: str | None) -> Figure:
    if text == "time":
        return WallTime()
    return GoogleBenchmark(strip) if text == "benchmark" else Printed(text)


# Of figures that say so themselves.
UNITS = {KERNEL_TIME: "ms", "benchmark": "ms", "time": "s"}
