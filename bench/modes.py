#!/usr/bin/env python3
"""What each mode costs over all benchmark programs: plain, fsm, fsm with proofs of a solver, ld and det.

    modes.py run BUILD RESULTS      measures (bench/ab); RESULTS-kernels.json and RESULTS-shapes.json
    modes.py page RESULTS PAGE      puts the tables of these files into a page, between its marks
"""

import argparse
import subprocess
import sys
from pathlib import Path

from warpsan_ab import interpreter

interpreter.ensure()

from warpsan_ab import machine, result  # noqa: E402
from warpsan_ab.comparison import Comparison, Row, compare_all  # noqa: E402
from warpsan_ab.table import NONE, laid_out, significant  # noqa: E402

AB = Path(__file__).resolve().parent / "ab"
PROGRAMS = ("kernels", "shapes")
# Name in the table, suffix of the program; the first is the baseline.
VARIANTS = (("plain", "plain"), ("fsm", "checked"), ("fsm, z3", "proved"), ("ld", "ld"), ("det", "det"))
# What takes its own time or grows is measured apart (bench/run.sh).
LEFT_OUT = "--benchmark_filter=-growth|launches"
# Of names: the variant, and how the time was taken.
STRIP = f"/({'|'.join(suffix for _, suffix in VARIANTS)})(?=/|$)|/manual_time$"
BEGIN, END = "<!-- modes.py: begin -->\n", "<!-- modes.py: end -->\n"


def file_of(results: Path, program: str) -> Path:
    return results.with_name(f"{results.name}-{program}.json")


def run(build: Path, results: Path, repeats: int) -> int:
    status = 0
    for program in PROGRAMS:
        variants = [f"--variant={name}={build}/bench/{program}_{suffix}" for name, suffix in VARIANTS]
        command = [AB, *variants, "--benchmark", "--strip", STRIP, f"--args={LEFT_OUT} --benchmark_min_time=0.02"]
        command += ["--repeats", str(repeats), "--warmup", "0", "--no-same", "--name", program]
        command += ["--json", file_of(results, program), "--overwrite"]
        status = max(status, subprocess.run(command, check=False).returncode)
    return status


def factor(row: Row) -> str:
    """Time over that of the baseline."""
    return f"{1 / row.speedup.value:.2f}" if row.speedup else NONE


def table(columns: list[Comparison]) -> str:
    rows = []
    for row, *others in zip(*(column.rows for column in columns), strict=True):
        microseconds = significant(row.baseline.median * 1000) if row.baseline.samples else NONE
        rows.append([row.name, microseconds, *map(factor, (row, *others))])
    means = [f"{1 / c.overall.mean:.2f}" if c.overall else NONE for c in columns]
    rows.append(["geometric mean", "", *means])
    return laid_out(["program", f"{columns[0].baseline}, us", *(c.variant for c in columns)], rows, "md")


def tables(results: Path) -> str:
    parts = []
    for program in PROGRAMS:
        measured = result.load(file_of(results, program))
        parts.append(f"{program}, {measured.rounds()} rounds, {machine.label(measured.machine)}:\n")
        parts.append(table(compare_all(measured)) + "\n")
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
