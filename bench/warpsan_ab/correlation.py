"""Speed-ups against properties of the inputs."""

import csv
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scipy import stats

from warpsan_ab.usage_error import UsageError

LEAST_INPUTS = 3
EXACT_INPUTS = 7  # 5,040 orders
Properties = dict[str, dict[str, float]]  # by input and name


@dataclass(frozen=True)
class Coefficient:
    value: float
    p: float


@dataclass(frozen=True)
class Correlation:
    name: str
    inputs: int
    # None where all inputs have the same value.
    pearson: Coefficient | None
    spearman: Coefficient | None


def as_number(text: str | None) -> float | None:
    try:
        return float((text or "").replace(",", ""))
    except ValueError:
        return None


def read(path: Path) -> Properties:
    """The first column names the input; what is not a number is no property."""
    try:
        with path.open(encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file)
            lines, names = list(reader), list(reader.fieldnames or [])
    except (OSError, ValueError, csv.Error) as error:
        raise UsageError(f"cannot read {path}: {error}") from None
    if len(names) < 2:
        raise UsageError(f"{path}: wanted a line with names of columns, the first for the input")
    return {
        line[names[0]]: {
            name: value for name in names[1:] if (value := as_number(line[name])) is not None
        }
        for line in lines
    }


def add_ratio(properties: Properties, text: str) -> None:
    upper, slash, lower = text.partition("/")
    if not slash:
        raise UsageError(f"--ratio: '{text}' is not NAME/NAME")
    for values in properties.values():
        if upper in values and values.get(lower):
            values[text] = values[upper] / values[lower]
    if not any(text in values for values in properties.values()):
        raise UsageError(f"--ratio: no input has {upper} and {lower}")


def coefficient(found: tuple[float, float]) -> Coefficient:
    return Coefficient(float(found[0]), float(found[1]))


def rank_coefficient(left: list[float], right: list[float]) -> Coefficient:
    """p of the few inputs that there often are from all orders of them, as it is far too small
    from a distribution then."""
    found = coefficient(stats.spearmanr(left, right))
    if len(left) > EXACT_INPUTS:
        return found
    ranks = stats.rankdata(right)

    def agreement(values: Any, axis: int) -> Any:
        return (stats.rankdata(values, axis=axis) * ranks).sum(axis=axis)

    test = stats.permutation_test(
        (left,), agreement, permutation_type="pairings", vectorized=True, n_resamples=math.inf
    )
    return Coefficient(found.value, float(test.pvalue))


def correlate(speedups: dict[str, float], properties: Properties) -> list[Correlation]:
    found = []
    for name in dict.fromkeys(key for values in properties.values() for key in values):
        inputs = [row for row in speedups if name in properties.get(row, {})]
        if len(inputs) < LEAST_INPUTS:
            raise UsageError(
                f"{len(inputs)} inputs have a speed-up and '{name}', wanted {LEAST_INPUTS} or "
                f"more; speed-ups are of {', '.join(speedups) or 'none'}"
            )
        values = [properties[row][name] for row in inputs]
        sides = values, [speedups[row] for row in inputs]
        if any(len(set(side)) == 1 for side in sides):
            found.append(Correlation(name, len(inputs), None, None))
            continue
        pearson = coefficient(stats.pearsonr(*sides))
        found.append(Correlation(name, len(inputs), pearson, rank_coefficient(*sides)))
    return found
