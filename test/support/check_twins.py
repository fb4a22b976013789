#!/usr/bin/env python3
"""Builds a test program without and with its fault, -DRACY or several others, runs
each and checks what it reports against the comments in the source (docs/testing.md)."""

import argparse
import sys
from pathlib import Path

import warpsan_output as output
from expectations import Pair, expected_faults, expected_pairs
from programs import Result, compile_program, run_program


# A launch that surely cannot race runs without checks: these must be right too, and so
# must cells in other places.
RUNS = ["", "resolve=0:shared_cells=0:line_cells=2"]
# Regions run on copies in either place, and the originals hold a pattern meanwhile.
RUNS_LD = [
    "ld_fallback=fsm",
    "ld_fallback=fsm:resolve=0:ld_poison=1",
    "ld_fallback=fsm:resolve=0:ld_shared=0",
]


def pair_problems(expected: list[Pair], races: list[output.Race]) -> list[str]:
    """Expected and reported pairs of lines must be the same set."""
    problems = []
    wanted = {pair.lines: pair for pair in expected}
    seen = {race.lines for race in races}
    problems += [f"missed: {pair}" for lines, pair in wanted.items() if lines not in seen]
    for race in races:
        pair = wanted.get(race.lines)
        if not pair:
            problems.append(f"not expected: {race}")
            continue
        kinds = frozenset((pair.first[1], pair.second[1]))
        if "" not in kinds and kinds not in race.kinds:
            problems.append(f"other kinds of access than expected ({pair}): {race}")
        if pair.race_class and not race.is_of(pair.race_class):
            problems.append(f"not of class {pair.race_class}: {race}")
    return problems


def racy_problems(result: Result, expected: list[Pair]) -> list[str]:
    races = output.parse_races(result.output)
    problems = pair_problems(expected, races)
    if result.code != output.RACES_FOUND:
        problems.append(f"exit code {result.code}, expected {output.RACES_FOUND}")
    verdict = output.parse_verdict(result.output)
    if verdict.get("verdict") != "races" or verdict.get("races") != str(len(races)):
        problems.append(f"verdict line does not fit {len(races)} reports: {verdict}")
    return problems


def clean_problems(result: Result, target: str, marker: str = "DONE") -> list[str]:
    problems = [f"false alarm: {race}" for race in output.parse_races(result.output)]
    if result.code != 0:
        problems.append(f"exit code {result.code}, expected 0")
    if marker not in result.output.splitlines():
        problems.append(f"the program did not print {marker}")
    verdict = output.parse_verdict(result.output)
    wanted = {"verdict": "none", "races": "0", "not_analysed": "0", "lost": "0", "target": target}
    for name, value in wanted.items():
        if verdict.get(name) != value:
            problems.append(f"verdict: {name}={verdict.get(name)}, expected {value}")
    if int(verdict.get("checked", 0)) + int(verdict.get("proved", 0)) == 0:
        problems.append("nothing was checked or proved")
    return problems


def region_problems(result: Result, options: str) -> list[str]:
    """Mode ld, of either twin: regions or grids were compared, and none was given up."""
    verdict = output.parse_verdict(result.output)
    problems = [
        f"verdict: {name}={verdict.get(name)}, expected 0"
        for name in ("given_up", "grids_given_up")
        if verdict.get(name) != "0"
    ]
    if "resolve=0" in options and not any(count(verdict, "region_bytes", "grid_bytes", "regions")):
        problems.append("nothing was compared")
    racing = sum(count(verdict, "racing_regions", "racing_grids"))
    by_values = result.output.count("Detector: ld")
    if bool(racing) != bool(by_values):
        problems.append(f"{racing} racing regions and grids, {by_values} reports of mode ld")
    return problems


def count(verdict: dict[str, str], *names: str) -> list[int]:
    return [int(verdict.get(name, 0)) for name in names]


def macros(flags: list[str]) -> list[str]:
    """Names in the file names: forms of one program are different programs."""
    return [flag[2:].lower() for flag in flags if flag.startswith("-D")]


def faults_of(arguments: argparse.Namespace) -> list[str]:
    return expected_faults(arguments.sources) if arguments.run_time else arguments.faults.split(",")


def program_of(arguments: argparse.Namespace, fault: str) -> Path:
    variant = "all" if arguments.run_time else fault.lower() or "clean"
    mode = [] if arguments.mode == "fsm" else [arguments.mode]
    name = "-".join([arguments.level, variant, *mode, *macros(arguments.flag)])
    return arguments.work / f"{arguments.sources[0].stem}-{arguments.target}-{name}"


def mode_flags(arguments: argparse.Namespace) -> list[str]:
    return [] if arguments.mode == "fsm" else ["-mllvm", f"-warpsan-mode={arguments.mode}"]


def build(arguments: argparse.Namespace, program: Path, flags: list[str]) -> bool:
    target = ["--cpu"] if arguments.target == "cpu" else []
    sources = [str(source) for source in arguments.sources]
    level = f"-{arguments.level}"
    return compile_program(
        [
            *(arguments.driver, *target, level, *mode_flags(arguments)),
            *(*arguments.flag, *flags, *sources),
            *(*arguments.link.split(), "-o", str(program)),
        ],
        arguments.headers if arguments.target == "cpu" else None,
    )


def problems_of(arguments: argparse.Namespace, program: Path, fault: str) -> list[str]:
    return [
        problem
        for options in [*(RUNS_LD if arguments.mode == "ld" else RUNS), *arguments.run]
        for problem in problems_of_run(arguments, program, fault, options)
    ]


def problems_of_run(
    arguments: argparse.Namespace, program: Path, fault: str, options: str
) -> list[str]:
    names = [fault or "None"] if arguments.run_time else []
    result = run_program([str(program), *names, *arguments.argument], options)
    if fault:
        problems = racy_problems(result, expected_pairs(arguments.sources, fault))
    else:
        problems = clean_problems(result, arguments.target, arguments.marker)
    if arguments.mode == "ld":
        problems += region_problems(result, options)
    if problems:
        name = f"{program.name} {fault}" if arguments.run_time else program.name
        name += f" ({options or 'default'})"
        print(f"--- {name}\n{result.output}--- {name}: wrong")
        print("\n".join(problems))
    return problems


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--driver", default="warpsan++")
    parser.add_argument("--headers", type=Path, help="folder of precompiled headers")
    parser.add_argument("--work", type=Path, required=True, help="folder for the programs")
    parser.add_argument(
        "--flag", action="append", default=["-g"], help="one more for the compiler"
    )
    parser.add_argument(
        "--faults", default="RACY", help="macros, with commas between; each makes a racy twin"
    )
    parser.add_argument(
        "--run-time",
        action="store_true",
        help="the faults are arguments of one program, and all that EXPECT comments name",
    )
    parser.add_argument("--argument", action="append", default=[], help="one for the programs")
    parser.add_argument("--marker", default="DONE", help="line of a complete run")
    parser.add_argument("--mode", choices=["fsm", "ld"], default="fsm", help="how races are found")
    parser.add_argument("--run", action="append", default=[], help="options of one more run")
    parser.add_argument("--link", default="", help="libraries, as one argument")
    parser.add_argument("--build-only", action="store_true", help="do not run the programs")
    parser.add_argument("--run-only", action="store_true", help="run programs built before")
    parser.add_argument("target", choices=["cpu", "gpu"])
    parser.add_argument("level", choices=["O0", "O1", "O2", "O3", "Os"])
    parser.add_argument("sources", type=Path, nargs="+")
    arguments = parser.parse_args()

    arguments.work.mkdir(parents=True, exist_ok=True)
    failed = False
    built: set[Path] = set()
    for fault in (*faults_of(arguments), ""):
        program = program_of(arguments, fault)
        flags = [f"-D{fault}"] if fault and not arguments.run_time else []
        if not arguments.run_only and program not in built and not build(arguments, program, flags):
            return 1
        built.add(program)
        if not arguments.build_only and problems_of(arguments, program, fault):
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
