"""The statistics for other programs: CSV, and the summary in the file of a result."""

import csv
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from warpsan_ab.comparison import Comparison, Series

COLUMNS = (
    "input", "variant", "samples", "median", "iqr", "mad", "speedup", "low", "high", "p",
    "holm_p", "seen", "failure",
)  # fmt: skip


def measured(name: str, variant: str, series: Series) -> dict[str, Any]:
    line: dict[str, Any] = {"input": name, "variant": variant, "samples": len(series.samples)}
    if series.samples:
        line["median"] = series.median
        line["iqr"] = series.quartile_range
        line["mad"] = series.deviation
    if series.failure:
        line["failure"] = series.failure.headline
    return line


def compared(comparison: Comparison) -> Iterator[dict[str, Any]]:
    for row in comparison.rows:
        line = measured(row.name, comparison.variant, row.other)
        if row.speedup:
            values = asdict(row.speedup)
            line |= {"speedup": values.pop("value"), "holm_p": values.pop("corrected_p")} | values
        yield line


def lines(comparisons: list[Comparison]) -> list[dict[str, Any]]:
    """One for each variant and input; those of the baseline have no speed-up."""
    first = comparisons[0]
    rows = [measured(row.name, first.baseline, row.baseline) for row in first.rows]
    return [*rows, *(line for comparison in comparisons for line in compared(comparison))]


def write_csv(comparisons: list[Comparison], path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(lines(comparisons))


def summary(comparisons: list[Comparison]) -> dict[str, Any]:
    overalls = {c.variant: asdict(c.overall) for c in comparisons if c.overall}
    return {"rows": lines(comparisons), "overall": overalls}
