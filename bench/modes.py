#!/usr/bin/env python3
"""What each mode costs over all benchmark programs: plain, fsm, fsm with proofs of a solver, ld and det.

    modes.py run BUILD RESULTS      measures (bench/ab); RESULTS-kernels.json and RESULTS-shapes.json
    modes.py page RESULTS PAGE      puts the tables of these files into a page, between its marks
"""

import argparse
import subprocess
import sys
from pathlib import Path

AB = Path(__file__).resolve().parent / "ab"
PROGRAMS = ("kernels", "shapes")
# Name in the table, suffix of the program; the first is the baseline.
VARIANTS = (("plain", "plain"), ("fsm", "checked"), ("fsm, z3", "proved"), ("ld", "ld"), ("det", "det"))
# What takes its own time or grows is measured apart (bench/run.sh).
LEFT_OUT = "--benchmark_filter=-growth|launches"
BEGIN, END = "<!-- modes.py: begin -->\n", "<!-- modes.py: end -->\n"


def result(results: Path, program: str) -> Path:
    return results.with_name(f"{results.name}-{program}.json")


def run(build: Path, results: Path, repeats: int) -> int:
    status = 0
    for program in PROGRAMS:
        variants = [f"--variant={name}={build}/bench/{program}_{suffix}" for name, suffix in VARIANTS]
        strip = f"/({'|'.join(suffix for _, suffix in VARIANTS)})$"
        command = [AB, *variants, "--benchmark", "--strip", strip, f"--args={LEFT_OUT} --benchmark_min_time=0.02"]
        command += ["--repeats", str(repeats), "--warmup", "0", "--no-same", "--name", program]
        command += ["--json", result(results, program), "--overwrite"]
        status = max(status, subprocess.run(command, check=False).returncode)
    return status


def tables(results: Path) -> str:
    parts = []
    for program in PROGRAMS:
        command = [AB, "table", "--table", "md", result(results, program)]
        parts.append(subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout)
    return "\n".join(parts)


def with_section(page: str, section: str) -> str:
    start, end = page.index(BEGIN) + len(BEGIN), page.index(END)
    return page[:start] + section + page[end:]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    measure = commands.add_parser("run")
    measure.add_argument("build", type=Path)
    measure.add_argument("results", type=Path)
    measure.add_argument("--repeats", type=int, default=5)
    write = commands.add_parser("page")
    write.add_argument("results", type=Path)
    write.add_argument("page", type=Path)
    arguments = parser.parse_args()
    if arguments.command == "run":
        return run(arguments.build, arguments.results, arguments.repeats)
    page = arguments.page.read_text(encoding="utf-8")
    if BEGIN not in page or END not in page:
        parser.error(f"{arguments.page} has no marks '{BEGIN.strip()}' and '{END.strip()}'")
    arguments.page.write_text(with_section(page, tables(arguments.results)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
