#!/usr/bin/env python3
"""Runs a program with many schedules (on a GPU, where nobody chooses them, as often) and
compares what it prints; prints the output of the last run."""

import argparse
import sys

from programs import run_program


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--exit", type=int, default=0, help="expected exit code (default 0)")
    parser.add_argument("--options", default="", help="more of WARPSAN_OPTIONS")
    parser.add_argument("--runs", type=int, default=50, help="schedules (default 50)")
    parser.add_argument("--differ", action="store_true", help="expect different outputs")
    parser.add_argument("program", nargs="+")
    arguments = parser.parse_args()

    outputs = set()
    for seed in range(arguments.runs):
        options = f"schedule=random:seed={seed}:{arguments.options}"
        result = run_program(arguments.program, options)
        if result.code != arguments.exit:
            print(result.output, end="")
            print(f"exit code {result.code} with {options}", file=sys.stderr)
            return 1
        lines = [line for line in result.output.splitlines() if not line.startswith("WarpSan:")]
        outputs.add("\n".join(lines))
    print(result.output, end="")
    if (len(outputs) > 1) != arguments.differ:
        print(f"{len(outputs)} different outputs of {arguments.runs} runs", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
