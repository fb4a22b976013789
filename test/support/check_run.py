#!/usr/bin/env python3
"""Runs a program and checks its exit code; prints what it printed."""

import argparse
import sys

from programs import run_program


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--exit", type=int, default=0, help="expected exit code (default 0)")
    parser.add_argument("--options", default="", help="value of WARPSAN_OPTIONS")
    parser.add_argument("program", nargs="+")
    arguments = parser.parse_args()

    result = run_program(arguments.program, arguments.options)
    print(result.output, end="")
    if result.code != arguments.exit:
        print(f"exit code {result.code}, expected {arguments.exit}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
