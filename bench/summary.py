#!/usr/bin/env python3
"""Merges the runs of the kernel benchmark, prints and plots the overhead.

summary.py merge OUT.json RUN.json...   one file: card, median kernel times
summary.py table OUT.json               factor over plain per kernel
summary.py plot OUT.json PLOT.png
summary.py growth OUT.json PLOT.png     time per element over the number of elements
summary.py launches OUT.json            host time of a launch
summary.py rounds OUT.json PLOT.svg     races that rounds of mode ld find (rounds.py)
summary.py sites LOG                    what was proved, from what counters=1 printed
"""
import json
import re
import sys
from statistics import geometric_mean


def merge(out: str, runs: list[str]) -> None:
    """Keeps the median of each kernel and variant, in microseconds.

    A kernel that ran with several sizes has a row NAME/SIZE for each, and one in
    `cells` that tells how the bits of a cell are shared out.
    """
    result: dict = {"card": None, "unit": "us", "medians": {}, "spread": {}, "cells": {}}
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
            if key == "medians" and "thread_bits" in row:
                result["cells"][kernel] = {k: int(v) for k, v in row.items() if k.endswith("_bits")}
    with open(out, "w", encoding="utf-8") as file:
        json.dump(result, file, indent=1, sort_keys=True)
        file.write("\n")


def read(path: str) -> dict:
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def factors(result: dict) -> dict[str, dict[str, float]]:
    return {
        kernel: {v: t / times["plain"] for v, t in times.items() if v != "plain"}
        for kernel, times in result["medians"].items()
        if "/" not in kernel
    }


def aligned(rows: list[list[str]]) -> str:
    """The first column to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in rows
    )


def racecheck_cell(found: float | str | None) -> str:
    """A factor, or why there is none (bench/racecheck.py)."""
    return f"{found:.1f}x" if isinstance(found, float) else found or "-"


def table(path: str) -> str:
    result = read(path)
    variants = ["unelided", "checked"]
    others = result.get("racecheck", {})
    rows = [["kernel", *variants]]
    for kernel, row in factors(result).items():
        rows.append([kernel, *(f"{row[v]:.2f}x" for v in variants)])
    means = [geometric_mean(row[v] for row in factors(result).values()) for v in variants]
    rows.append(["mean (geo.)", *(f"{mean:.2f}x" for mean in means)])
    if others:
        for row in rows:
            row.append(racecheck_cell(others.get(row[0])))
        rows[0][-1] = "racecheck"
    return f"kernel time over plain, medians, {result['card']}\n{aligned(rows)}"


def launches(path: str) -> str:
    result = read(path)
    rows = [["launch", "plain us", "checked us", "added us"]]
    for kernel, times in result["medians"].items():
        plain, checked = times["plain"], times["checked"]
        rows.append([kernel, *(f"{t:.2f}" for t in (plain, checked, checked - plain))])
    return f"host time of a launch, medians, {result['card']}\n{aligned(rows)}"


KERNEL_LINE = re.compile(r'^WarpSan: kernel="(.*)" (\S.*)$', re.MULTILINE)


def kernel_fields(log: str) -> dict[str, dict[str, str]]:
    """Of each kernel all keys and values, of its last run in the log."""
    kernels: dict = {}
    for name, fields in KERNEL_LINE.findall(log):
        kernels.setdefault(name, {}).update(item.split("=", 1) for item in fields.split())
    return kernels


def sites(log: str) -> str:
    """Sites in the source by reason, and accesses that ran."""
    kernels = kernel_fields(log)
    if not kernels:
        sys.exit("no kernels: run with WARPSAN_OPTIONS=counters=1")
    reasons = sorted({key for row in kernels.values() for key in row if key.startswith("proved_")})
    columns = ["sites", "sites_checked", "sites_not_analysed", *reasons, "launches", "launches_own"]
    columns += ["checks", "left_out_by_launch", "left_out_by_shape"]
    titles = [c.removeprefix("sites_").removeprefix("proved_").replace("_", " ") for c in columns]
    rows = [["kernel", *titles]]
    for name, row in sorted(kernels.items()):
        rows.append([name, *(row.get(c, "0" if c in reasons else "-") for c in columns)])
    return aligned(rows)


def plot(path: str, image: str) -> None:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    result = read(path)
    rows = factors(result)
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
    axes.set_title(result["card"])
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


def lost_sites(cells: dict[str, dict[str, int]]) -> dict[int, str]:
    """Sizes from which on a kernel's cells have no room for a second site."""
    lost: dict = {}
    kernels: dict = {}
    for name, bits in cells.items():
        kernel, _, size = name.partition("/")
        kernels.setdefault(kernel, []).append((int(size), bits["other_site_bits"]))
    for kernel, sizes in sorted(kernels.items()):
        without = [size for size, bits in sizes if bits == 0]
        if without and any(bits for _, bits in sizes):
            lost.setdefault(min(without), []).append(growth_name(kernel))
    return {size: ", ".join(names) for size, names in lost.items()}


def growth_name(kernel: str) -> str:
    return kernel.removeprefix("growth_").replace("_", " ")


def growth(path: str, image: str) -> None:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    result = read(path)
    series = growth_series(result["medians"])
    colors = {kernel: f"C{i}" for i, kernel in enumerate(sorted({kernel for kernel, _ in series}))}
    styles = {"plain": ":", "checked": "--", "unelided": "-"}
    figure, axes = plt.subplots(figsize=(9, 4.5))
    for (kernel, variant), points in sorted(series.items()):
        axes.plot(
            *zip(*points, strict=True),
            styles[variant],
            color=colors[kernel],
            marker=".",
            label=f"{growth_name(kernel)}, {variant}",
        )
    for size, names in lost_sites(result["cells"]).items():
        axes.axvline(size, color="gray", linewidth=0.8, label=f"no second site in cells: {names}")
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.set_xlabel("elements; threads too, but in data")
    axes.set_ylabel("ns per element")
    axes.set_title(result["card"])
    axes.legend(fontsize="x-small", loc="upper left", bbox_to_anchor=(1, 1))
    figure.tight_layout()
    figure.savefig(image, dpi=130)


def rounds_label(row: dict) -> str:
    cut = ", cut" if row["cut"] else ""
    return f"{row['copies']} copies\n{row['passes']} passes{cut}"


def rounds(path: str, image: str) -> None:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    result = read(path)
    rows = result["rows"]
    places = range(len(rows))
    shares = [row["share"] for row in rows]
    spread = [
        [row["share"] - row["low"] for row in rows],
        [row["high"] - row["share"] for row in rows],
    ]
    figure, axes = plt.subplots(figsize=(9, 3.5))
    axes.errorbar(places, shares, spread, fmt="o", capsize=4, label="measured, 95 % interval")
    axes.plot(places, [row["equation1"] for row in rows], "kx", label="Equation 1")
    axes.set_xticks(places, [rounds_label(row) for row in rows], fontsize="x-small")
    axes.set_ylabel("races found")
    axes.set_title(f"{result['members']} members, {rows[0]['pairs']} random pairs for each column")
    axes.legend()
    figure.tight_layout()
    figure.savefig(image, dpi=130)


def print_sites(path: str) -> None:
    with open(path, encoding="utf-8") as log:
        print(sites(log.read()))


COMMANDS = {
    ("table", 1): lambda path: print(table(path)),
    ("plot", 2): plot,
    ("growth", 2): growth,
    ("rounds", 2): rounds,
    ("launches", 1): lambda path: print(launches(path)),
    ("sites", 1): print_sites,
}


def main(arguments: list[str]) -> None:
    name, *paths = arguments or [""]
    if name == "merge" and len(paths) >= 2:
        merge(paths[0], paths[1:])
    elif command := COMMANDS.get((name, len(paths))):
        command(*paths)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
