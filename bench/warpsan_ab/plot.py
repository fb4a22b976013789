"""Bar charts of speed-ups."""

from pathlib import Path
from typing import Any

import matplotlib
from matplotlib.backend_bases import FigureCanvasBase

from warpsan_ab.column import Column
from warpsan_ab.comparison import Comparison
from warpsan_ab.usage_error import UsageError

matplotlib.use("Agg")
matplotlib.rcParams["svg.hashsalt"] = "warpsan"  # the same chart is the same file

import matplotlib.pyplot as plt  # noqa: E402

GROUP_WIDTH = 0.8  # of the bars that stand together, of 1
FEW_NAMES = 6  # have room side by side


def require_format(path: Path) -> None:
    known = sorted(FigureCanvasBase.get_supported_filetypes())
    if path.suffix.removeprefix(".") not in known:
        raise UsageError(f"{path}: plots end in {', '.join(known)}")


def axes_for(names: list[str]) -> tuple[Any, Any]:
    figure, axes = plt.subplots(figsize=(max(6, 3 + 0.5 * len(names)), 3.5))
    is_wide = len(names) > FEW_NAMES
    axes.set_xticks(
        range(len(names)), names, rotation=30 if is_wide else 0, ha="right" if is_wide else "center"
    )
    axes.axhline(1, color="black", linewidth=0.8)
    return figure, axes


def save(figure: Any, path: Path) -> None:
    figure.tight_layout()
    date = {"Date": None} if path.suffix == ".svg" else None
    figure.savefig(path, dpi=130, metadata=date)
    plt.close(figure)


def bars(axes: Any, places: list[float], width: float, label: str, values: list[Any]) -> None:
    """A value is where the bar ends, with the ends of its whisker."""
    ends = [value for value, _, _ in values]
    whiskers = [
        [max(0, value - low) for value, low, _ in values],
        [max(0, high - value) for value, _, high in values],
    ]
    axes.bar(places, ends, width=0.9 * width, yerr=whiskers, capsize=3, label=label)


def plot_inputs(comparisons: list[Comparison], title: str, path: Path) -> None:
    """A bar for each input, with its interval; a dashed line for the geometric mean."""
    names = list(dict.fromkeys(n for comparison in comparisons for n in comparison.speedups))
    if not names:
        raise UsageError(f"no speed-ups for {path}")
    figure, axes = axes_for(names)
    width = GROUP_WIDTH / len(comparisons)
    for number, comparison in enumerate(comparisons):
        shift = (number - (len(comparisons) - 1) / 2) * width
        speedups = {row.name: row.speedup for row in comparison.rows if row.speedup}
        values = [(s.value, s.low or s.value, s.high or s.value) for s in speedups.values()]
        places = [names.index(name) + shift for name in speedups]
        bars(axes, places, width, f"{comparison.variant} over {comparison.baseline}", values)
        if comparison.overall:
            axes.axhline(comparison.overall.mean, color=f"C{number}", linestyle="--", linewidth=0.8)
    axes.set_ylabel("speed-up, 95 % interval")
    axes.set_title(title)
    axes.legend(fontsize="small", loc="upper left", bbox_to_anchor=(1, 1))
    save(figure, path)


def plot_means(columns: list[Column], path: Path) -> None:
    """Figure 6 of the paper on race-free graph codes: geometric means from minimum to maximum,
    programs side by side, in a colour for each machine."""
    names = list(dict.fromkeys(column.name for column in columns))
    machines = list(dict.fromkeys(column.machine for column in columns))
    figure, axes = axes_for(names)
    width = GROUP_WIDTH / len(machines)
    for number, machine in enumerate(machines):
        shift = (number - (len(machines) - 1) / 2) * width
        own = [c for c in columns if c.machine == machine and c.comparison.overall]
        overalls = [c.comparison.overall for c in own]
        values = [(o.mean, o.minimum, o.maximum) for o in overalls if o]
        bars(axes, [names.index(c.name) + shift for c in own], width, machine, values)
    axes.set_ylabel("geometric mean speed-up")
    axes.legend(fontsize="small", loc="upper left", bbox_to_anchor=(1, 1))
    save(figure, path)
