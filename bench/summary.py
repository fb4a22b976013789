#!/usr/bin/env python3
"""Merges the runs of the kernel benchmark, prints and plots the overhead.

summary.py merge OUT.json RUN.json...   one file: card, median kernel times
summary.py table OUT.json               factor over plain per kernel
summary.py plot OUT.json PLOT.png
summary.py growth OUT.json PLOT.png     time per element over the number of elements
"""
import json
import sys
from statistics import geometric_mean


def merge(out: str, runs: list[str]) -> None:
    """Keeps the median of each kernel and variant, in microseconds.

    A kernel that ran with several sizes has a row NAME/SIZE for each.
    """
    result: dict = {"card": None, "unit": "us", "medians": {}, "spread": {}}
    for path in runs:
        with open(path, encoding="utf-8") as file:
            run = json.load(file)
        card = run["context"].get("card", "unknown")
        if result["card"] not in (None, card):
            sys.exit(f"runs of different cards: {result['card']} and {card}")
        result["card"] = card
        result["date"] = run["context"]["date"]
        for row in run["benchmarks"]:
            if row.get("error_occurred"):
                sys.exit(f"{row['name']}: {row['error_message']}")
            kernel, variant, *rest = row["run_name"].split("/")
            if rest and rest[0].isdigit():
                kernel = f"{kernel}/{rest[0]}"
            key = {"median": "medians", "cv": "spread"}.get(row.get("aggregate_name", ""))
            if key:
                result[key].setdefault(kernel, {})[variant] = row["real_time"]
    with open(out, "w", encoding="utf-8") as file:
        json.dump(result, file, indent=1, sort_keys=True)
        file.write("\n")


def factors(path: str) -> tuple[str, dict[str, dict[str, float]]]:
    with open(path, encoding="utf-8") as file:
        result = json.load(file)
    rows = {
        kernel: {v: t / times["plain"] for v, t in times.items() if v != "plain"}
        for kernel, times in result["medians"].items()
        if "/" not in kernel
    }
    return result["card"], rows


def table(path: str) -> None:
    card, rows = factors(path)
    variants = ["unelided", "checked"]
    print(f"kernel time over plain, medians, {card}")
    print(f"{'kernel':<12}" + "".join(f"{v:>12}" for v in variants))
    for kernel, row in rows.items():
        print(f"{kernel:<12}" + "".join(f"{row[v]:>11.2f}x" for v in variants))
    means = [geometric_mean(row[v] for row in rows.values()) for v in variants]
    print(f"{'mean (geo.)':<12}" + "".join(f"{mean:>11.2f}x" for mean in means))


def plot(path: str, image: str) -> None:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    card, rows = factors(path)
    kernels = list(rows)
    figure, axes = plt.subplots(figsize=(7, 3.5))
    for offset, variant, label in ((-0.2, "unelided", "no elision"), (0.2, "checked", "default")):
        axes.bar(
            [i + offset for i in range(len(kernels))],
            [rows[k][variant] for k in kernels],
            width=0.38,
            label=label,
        )
    axes.set_xticks(range(len(kernels)), kernels)
    axes.set_yscale("log")
    axes.axhline(1, color="black", linewidth=0.8)
    axes.set_ylabel("kernel time over plain")
    axes.set_title(card)
    axes.legend()
    figure.tight_layout()
    figure.savefig(image, dpi=130)


def growth_series(medians: dict) -> dict[tuple[str, str], list[tuple[int, float]]]:
    """Of each kernel and variant: sizes with nanoseconds per element."""
    series: dict = {}
    for name, times in medians.items():
        kernel, _, size = name.partition("/")
        for variant, microseconds in times.items() if size else ():
            point = (int(size), microseconds * 1e3 / int(size))
            series.setdefault((kernel, variant), []).append(point)
    return {key: sorted(points) for key, points in series.items()}


def growth(path: str, image: str) -> None:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    with open(path, encoding="utf-8") as file:
        result = json.load(file)
    series = growth_series(result["medians"])
    colors = dict(zip(sorted({kernel for kernel, _ in series}), ("C0", "C1", "C2"), strict=False))
    styles = {"plain": ":", "checked": "--", "unelided": "-"}
    figure, axes = plt.subplots(figsize=(7, 4.5))
    for (kernel, variant), points in sorted(series.items()):
        axes.plot(
            *zip(*points, strict=True),
            styles[variant],
            color=colors[kernel],
            marker=".",
            label=f"{kernel.removeprefix('growth_').replace('_', ' ')}, {variant}",
        )
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.set_xlabel("elements; threads too, but in data")
    axes.set_ylabel("ns per element")
    axes.set_title(result["card"])
    axes.legend(fontsize="small")
    figure.tight_layout()
    figure.savefig(image, dpi=130)


def main(arguments: list[str]) -> None:
    if len(arguments) >= 3 and arguments[0] == "merge":
        merge(arguments[1], arguments[2:])
    elif len(arguments) == 2 and arguments[0] == "table":
        table(arguments[1])
    elif len(arguments) == 3 and arguments[0] == "plot":
        plot(arguments[1], arguments[2])
    elif len(arguments) == 3 and arguments[0] == "growth":
        growth(arguments[1], arguments[2])
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
