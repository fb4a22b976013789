"""Tables: one comparison input by input, or the speed-ups of several side by side."""

from collections.abc import Iterable

import tabulate

from warpsan_ab.comparison import Comparison, Overall, Row, Series
from warpsan_ab.correlation import Coefficient, Correlation

FORMATS = {"text": "simple", "md": "github", "latex": "latex_booktabs"}
NONE = "-"


def significant(value: float) -> str:
    """Four digits, and all of those before the point."""
    return f"{value:.4g}" if value < 1000 else f"{value:.0f}"


def ratio(value: float | None) -> str:
    return NONE if value is None else f"{value:.3f}"


def interval(low: float | None, high: float | None) -> str:
    return NONE if low is None else f"{ratio(low)} to {ratio(high)}"


def probability(value: float) -> str:
    return "<0.0001" if value < 0.0001 else f"{value:.4f}"


def laid_out(titles: list[str], rows: list[list[str]], style: str) -> str:
    if style == "md":
        rows = [[cell.replace("|", "\\|") for cell in row] for row in rows]
    text: str = tabulate.tabulate(
        rows,
        titles,
        tablefmt=FORMATS[style],
        colalign=("left", *["right"] * (len(titles) - 1)),
        disable_numparse=True,
    )
    return text


def series_cells(series: Series) -> list[str]:
    if not series.samples or series.failure:
        return [NONE, NONE]
    return [significant(series.median), significant(series.quartile_range)]


def outcome(comparison: Comparison, row: Row) -> str:
    """What was seen, or which side failed and how."""
    sides = {comparison.baseline: row.baseline, comparison.variant: row.other}
    failures = [f"{name}: {s.failure.kind}" for name, s in sides.items() if s.failure]
    if row.speedup:
        return str(row.speedup.seen)
    return ", ".join(failures) or "not measured"


def row_cells(comparison: Comparison, row: Row) -> list[str]:
    cells = [row.name, *series_cells(row.baseline), *series_cells(row.other)]
    if not row.speedup:
        return [*cells, NONE, NONE, NONE, outcome(comparison, row)]
    speedup = row.speedup
    return [
        *cells,
        ratio(speedup.value),
        interval(speedup.low, speedup.high),
        probability(speedup.corrected_p),
        outcome(comparison, row),
    ]


def overall_rows(overall: Overall) -> list[list[str]]:
    empty = [""] * 4
    return [
        ["Minimum", *empty, ratio(overall.minimum), "", "", ""],
        [
            "Geometric mean",
            *empty,
            ratio(overall.mean),
            interval(overall.low, overall.high),
            NONE if overall.p is None else probability(overall.p),
            "",
        ],
        ["Maximum", *empty, ratio(overall.maximum), "", "", ""],
    ]


def detail(comparison: Comparison, unit: str, style: str) -> str:
    sides = [comparison.baseline, comparison.variant]
    medians = [title for side in sides for title in (f"{side} {unit}".strip(), "IQR")]
    titles = ["input", *medians, "speed-up", "95 % interval", "p", ""]
    rows = [row_cells(comparison, row) for row in comparison.rows]
    if comparison.overall:
        rows += overall_rows(comparison.overall)
    return laid_out(titles, rows, style)


def side_by_side(columns: dict[str, Comparison], style: str) -> str:
    """Inputs as rows, as in papers."""
    inputs = dict.fromkeys(row.name for column in columns.values() for row in column.rows)
    speedups = [column.speedups for column in columns.values()]
    rows = [[name, *(ratio(column.get(name)) for column in speedups)] for name in inputs]
    overalls = [column.overall for column in columns.values()]
    rows += [
        [title, *(ratio(getattr(overall, key, None)) for overall in overalls)]
        for title, key in (
            ("Minimum", "minimum"),
            ("Geometric mean", "mean"),
            ("Maximum", "maximum"),
        )
    ]
    return laid_out(["input", *columns], rows, style)


def failures(comparisons: Iterable[Comparison]) -> list[str]:
    """Of each variant and input, in full."""
    lines: dict[str, None] = {}
    for comparison in comparisons:
        for row in comparison.rows:
            sides = {comparison.baseline: row.baseline, comparison.variant: row.other}
            for name, series in sides.items():
                if series.failure:
                    lines[f"{name}, {row.name}: {series.failure}"] = None
    return list(lines)


def coefficient_cells(found: Coefficient | None) -> list[str]:
    if not found:
        return [NONE, NONE]
    return [f"{found.value:.2f}", probability(found.p)]


def correlations(columns: dict[str, list[Correlation]], style: str) -> str:
    rows = [
        [
            title,
            found.name,
            str(found.inputs),
            *coefficient_cells(found.pearson),
            *coefficient_cells(found.spearman),
        ]
        for title, column in columns.items()
        for found in column
    ]
    return laid_out(["program", "property", "inputs", "Pearson", "p", "Spearman", "p"], rows, style)
