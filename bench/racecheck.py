#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernel times of the plain benchmark under compute-sanitizer's racecheck.

    python3 bench/racecheck.py BUILD_DIR OUT.json [--limit SECONDS] [--tool PATH] [KERNEL...]

OUT.json is what bench/run.sh wrote on the same card. For each kernel its "racecheck"
becomes the factor over the plain median in there, or a text: why there is no factor.
A kernel is launched twice, and the second launch is timed by events as in all variants.
"""
import argparse
import json
import os
import shutil
import sys
import tempfile
from pathlib import Path

from limited_run import last_line, run

NO_GPU = 77
TOOLKIT = "/usr/local/cuda"


def find_tool(wanted: str) -> str | None:
    in_toolkit = Path(os.environ.get("CUDA_HOME", TOOLKIT), "bin", wanted)
    return shutil.which(wanted) or shutil.which(in_toolkit)


def read_run(path: Path) -> tuple[str, float] | str:
    """Card and microseconds, or what is wrong."""
    try:
        written = json.loads(path.read_text(encoding="utf-8"))
        (row,) = (row for row in written["benchmarks"] if row["run_type"] == "iteration")
    except (OSError, ValueError, KeyError):
        return "failed: no result"
    if row.get("error_occurred"):
        return f"failed: {row['error_message']}"
    return written["context"].get("card", "unknown"), row["real_time"]


def measure(command: list[str], kernel: str, limit: float) -> tuple[str, float] | str:
    with tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch, "run.json")
        code, said = run(
            [*command, f"--benchmark_filter=^{kernel}/", "--benchmark_min_time=1e-9",
             "--benchmark_repetitions=1", f"--benchmark_out={out}", "--benchmark_out_format=json"],
            limit,
        )
        if code is None:
            return f"did not finish in {limit:g} s"
        if code == NO_GPU:
            sys.exit("racecheck: no GPU, nothing measured")
        return read_run(out) if code == 0 else f"failed: exit code {code}, {last_line(said)}"


def factor(result: dict, kernel: str, measured: tuple[str, float] | str) -> float | str:
    if isinstance(measured, str):
        return measured
    card, microseconds = measured
    if card != result["card"]:
        sys.exit(f"runs of different cards: {result['card']} and {card}")
    return microseconds / result["medians"][kernel]["plain"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("kernels", nargs="*", metavar="KERNEL")
    parser.add_argument("--limit", type=float, default=60)
    parser.add_argument("--tool", default="compute-sanitizer")
    options = parser.parse_args()
    tool = find_tool(options.tool)
    if not tool:
        print(f"racecheck: no {options.tool}, left out", file=sys.stderr)
        return
    command = [tool, "--tool", "racecheck", str(options.build / "bench/kernels_plain")]
    result = json.loads(options.out.read_text(encoding="utf-8"))
    for kernel in options.kernels or [name for name in result["medians"] if "/" not in name]:
        found = factor(result, kernel, measure(command, kernel, options.limit))
        print(f"racecheck: {kernel}: {found}", flush=True)
        # At once: the next kernel may be one too many for the machine.
        result.setdefault("racecheck", {})[kernel] = found
        options.out.write_text(json.dumps(result, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
