"""Comparisons of several results, each by its name and machine."""

from collections import Counter
from dataclasses import dataclass

from warpsan_ab import machine
from warpsan_ab.comparison import Comparison, compare_all
from warpsan_ab.result import Result
from warpsan_ab.usage_error import UsageError


@dataclass(frozen=True)
class Column:
    name: str
    machine: str
    result: Result
    comparison: Comparison


def collect(results: list[Result]) -> list[Column]:
    columns = []
    for result in results:
        comparisons = compare_all(result)
        for comparison in comparisons:
            variant = f", {comparison.variant}" if len(comparisons) > 1 else ""
            name = result.name + variant
            columns.append(Column(name, machine.label(result.machine), result, comparison))
    return columns


def titled(columns: list[Column]) -> dict[str, Column]:
    """The machine is told where the name is not enough."""
    names = Counter(column.name for column in columns)
    titles = {
        column.name if names[column.name] == 1 else f"{column.name}, {column.machine}": column
        for column in columns
    }
    if len(titles) < len(columns):
        raise UsageError("two results have one name and machine; ab --name gives another")
    return titles
