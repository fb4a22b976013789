#!/usr/bin/env python3
"""Merges the runs of the kernel benchmark, prints and plots the overhead.

summary.py merge OUT.json RUN.json...   one file: card, median kernel times
summary.py table OUT.json               factor over plain per kernel
summary.py plot OUT.json PLOT.png
summary.py growth OUT.json PLOT.png     time per element over the number of elements
summary.py launches OUT.json            host time of a launch
summary.py rounds OUT.json PLOT.svg     races that rounds of mode ld find (rounds.py)
summary.py sites LOG                    what was proved, from what counters=1 printed
summary.py memory OUT.json              memory of mode ld (privatization.py)
summary.py breakdown OUT.json PLOT.svg  where the cycles of mode ld go
summary.py scaling OUT.json PLOT.svg    time over the number of blocks
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


# In the order of columns and bars, with what plots call them.
VARIANTS = {
    "unelided": "no elision",
    "checked": "default",
    "ld_unelided": "ld, no elision",
    "ld_unelided_block": "ld in blocks, no elision",
    "ld": "ld",
    "ld_block": "ld in blocks",
}


def factors(result: dict) -> dict[str, dict[str, float]]:
    return {
        kernel: {v: t / times["plain"] for v, t in times.items() if v != "plain"}
        for kernel, times in result["medians"].items()
        if "/" not in kernel and "plain" in times
    }


def variants_of(rows: dict[str, dict[str, float]]) -> list[str]:
    return [v for v in VARIANTS if any(v in row for row in rows.values())]


def aligned(rows: list[list[str]]) -> str:
    """The first column to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in rows
    )


def racecheck_cell(found: float | str | None) -> str:
    """A factor, or why there is none (bench/racecheck.py)."""
    return f"{found:.1f}x" if isinstance(found, float) else found or "-"


def factor_cells(row: dict[str, float], variants: list[str]) -> list[str]:
    return [f"{row[v]:.2f}x" if v in row else "-" for v in variants]


def table(path: str) -> str:
    result = read(path)
    kernels = factors(result)
    variants = variants_of(kernels)
    others = result.get("racecheck", {})
    means = {v: geometric_mean(row[v] for row in kernels.values() if v in row) for v in variants}
    rows = [["kernel", *variants]]
    rows += [[kernel, *factor_cells(row, variants)] for kernel, row in kernels.items()]
    rows.append(["mean (geo.)", *factor_cells(means, variants)])
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


def memory(path: str) -> str:
    """Copies of a block, and all that the run tells of bytes (the LD paper's Table VII)."""
    result = read(path)
    costs = result["costs"]
    keys = sorted({key for cost in costs.values() for key in cost["memory"] if "bytes" in key})
    rows = [["shape", "blocks", "copies", *(key.replace("_", " ") for key in keys)]]
    for shape, cost in costs.items():
        cells = [result["blocks"][shape], cost["verdict"].get("copies", "-")]
        rows.append([shape, *map(str, cells), *(str(cost["memory"].get(key, "-")) for key in keys)])
    return aligned(rows)


def pyplot():
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    return plt


def plot(path: str, image: str) -> None:
    result = read(path)
    rows = factors(result)
    kernels, variants = list(rows), variants_of(rows)
    width = 0.8 / len(variants)
    figure, axes = pyplot().subplots(figsize=(9, 3.5))
    for place, variant in enumerate(variants):
        axes.bar(
            [i + (place - (len(variants) - 1) / 2) * width for i in range(len(kernels))],
            [rows[k].get(variant, 0) for k in kernels],
            width=0.95 * width,
            label=VARIANTS[variant],
        )
    axes.set_xticks(range(len(kernels)), kernels, rotation=30 if len(kernels) > 8 else 0)
    axes.set_yscale("log")
    axes.axhline(1, color="black", linewidth=0.8)
    axes.set_ylabel("kernel time over plain")
    axes.set_title(result["card"])
    axes.legend(fontsize="small", loc="upper left", bbox_to_anchor=(1, 1))
    figure.tight_layout()
    figure.savefig(image, dpi=130)


def cycle_shares(costs: dict) -> dict[str, dict[str, float]]:
    """Of each shape and kind of cycles (keys that end in _cycles): the share in all of them."""
    shares: dict = {}
    for shape, cost in costs.items():
        sums: dict = {}
        for row in cost["kernels"].values():
            for key, cycles in row.items():
                if key.endswith("_cycles"):
                    kind = key.removesuffix("_cycles").replace("_", " ")
                    sums[kind] = sums.get(kind, 0) + cycles
        if total := sum(sums.values()):
            shares[shape] = {kind: cycles / total for kind, cycles in sums.items()}
    return shares


def breakdown(path: str, image: str) -> None:
    """Figure 8 of the LD paper."""
    result = read(path)
    shares = cycle_shares(result["costs"])
    if not shares:
        sys.exit(f"{path} has no cycles")
    figure, axes = pyplot().subplots(figsize=(7, 3.5))
    below = [0.0] * len(shares)
    for kind in dict.fromkeys(kind for row in shares.values() for kind in row):
        heights = [100 * row.get(kind, 0) for row in shares.values()]
        axes.bar(range(len(shares)), heights, bottom=below, label=kind)
        below = [low + height for low, height in zip(below, heights, strict=True)]
    axes.set_xticks(range(len(shares)), list(shares), rotation=30)
    axes.set_ylabel("% of the cycles")
    axes.set_title(result["card"])
    axes.legend(fontsize="small", loc="upper left", bbox_to_anchor=(1, 1))
    figure.tight_layout()
    figure.savefig(image, dpi=130)


def series_of(medians: dict) -> dict[tuple[str, str], list[tuple[int, float]]]:
    """Of each kernel and variant: sizes with microseconds."""
    series: dict = {}
    for name, times in medians.items():
        kernel, _, size = name.partition("/")
        for variant, microseconds in times.items() if size else ():
            series.setdefault((kernel, variant), []).append((int(size), microseconds))
    return {key: sorted(points) for key, points in series.items()}


def scaling(path: str, image: str) -> None:
    """Figure 9 of the LD paper, for whole kernels."""
    result = read(path)
    series = series_of(result["medians"])
    shapes = sorted({shape for shape, _ in series})
    columns = min(4, len(shapes))
    figure, places = pyplot().subplots(
        -(-len(shapes) // columns), columns, figsize=(9, 7), squeeze=False, layout="constrained"
    )
    for shape, axes in zip(shapes, places.flat, strict=False):
        for variant in ("plain", *VARIANTS):
            if points := series.get((shape, variant)):
                label = VARIANTS.get(variant, variant)
                axes.plot(*zip(*points, strict=True), marker=".", label=label)
        axes.set_xscale("log", base=2)
        axes.set_yscale("log")
        axes.set_title(shape, fontsize="small")
    for axes in places.flat[len(shapes) :]:
        axes.axis("off")
    figure.supxlabel("blocks")
    figure.supylabel("us")
    figure.suptitle(result["card"])
    figure.legend(*places.flat[0].get_legend_handles_labels(), loc="lower right")
    figure.savefig(image, dpi=130)


def growth_series(medians: dict) -> dict[tuple[str, str], list[tuple[int, float]]]:
    """Of each kernel and variant: sizes with nanoseconds per element."""
    return {
        key: [(size, microseconds * 1e3 / size) for size, microseconds in points]
        for key, points in series_of(medians).items()
    }


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
    result = read(path)
    series = growth_series(result["medians"])
    colors = {kernel: f"C{i}" for i, kernel in enumerate(sorted({kernel for kernel, _ in series}))}
    styles = {"plain": ":", "checked": "--", "unelided": "-"}
    figure, axes = pyplot().subplots(figsize=(9, 4.5))
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
    result = read(path)
    rows = result["rows"]
    places = range(len(rows))
    shares = [row["share"] for row in rows]
    spread = [
        [row["share"] - row["low"] for row in rows],
        [row["high"] - row["share"] for row in rows],
    ]
    figure, axes = pyplot().subplots(figsize=(9, 3.5))
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
    ("memory", 1): lambda path: print(memory(path)),
    ("breakdown", 2): breakdown,
    ("scaling", 2): scaling,
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
