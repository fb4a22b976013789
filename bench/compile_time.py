#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Device compile time of CUDA files: plain against WarpSan.

    python3 bench/compile_time.py build/bin/warpsan++ FILE... [-- CLANG_OPTION...]

Both are made by the same driver, plain with -warpsan-mode=off, and by turns, so that
what else the machine does falls on both. Figures are user times of the processes
(clang's -fproc-stat-report), medians of the runs, in seconds: clang with its passes,
and ptxas with what stands in for it (warpsan-ptxas) and nvlink.
"""
import argparse
import csv
import os
import statistics
import subprocess
import sys
import tempfile

TOOLS = ("clang", "ptxas")
PLAIN = ("-mllvm", "-warpsan-mode=off")


def compile_once(command):
    """User time of each tool in seconds."""
    with tempfile.TemporaryDirectory() as scratch:
        report = os.path.join(scratch, "report.csv")
        subprocess.run([*command, f"-fproc-stat-report={report}",
                        "-o", os.path.join(scratch, "device.o")], check=True)
        with open(report, encoding="utf-8", newline="") as lines:
            rows = [(row[0], int(row[3]) / 1e6) for row in csv.reader(lines)]
    return [next(time for name, time in rows if tool in name) for tool in TOOLS]


def medians(runs):
    return [statistics.median(column) for column in zip(*runs)]


def measure(command, repetitions):
    """Medians, plain and checked."""
    plain, checked = [], []
    for _ in range(repetitions):
        plain.append(compile_once([*command, *PLAIN]))
        checked.append(compile_once(command))
    return medians(plain), medians(checked)


def table_row(name, plain, checked):
    pairs = [*zip(plain, checked), (sum(plain), sum(checked))]
    cells = [cell for before, after in pairs
             for cell in (f"{before:.2f}", f"{after:.2f}", f"{after / before:.2f}")]
    return f"| {name} | {' | '.join(cells)} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("driver")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--repetitions", type=int, default=3)
    own, options = sys.argv[1:], []
    if "--" in own:
        at = own.index("--")
        own, options = own[:at], own[at + 1:]
    arguments = parser.parse_args(own)
    print("| file | clang plain | checked | ratio | ptxas plain | checked | ratio "
          "| both plain | checked | ratio |")
    print("|---" * 10 + "|")
    for file in arguments.files:
        command = [arguments.driver, "-O2", "-g", f"--cuda-gpu-arch={arguments.arch}",
                   "--cuda-device-only", "-w", *options, "-c", file]
        print(table_row(os.path.basename(file), *measure(command, arguments.repetitions)),
              flush=True)


if __name__ == "__main__":
    main()
