#!/usr/bin/env python3
"""Checks programs that come with a description of their race.

A folder holds racy.cu and fixed.cu, or clean.cu, and expect.txt with lines
    pair: racy.cu:20 read  <->  racy.cu:17 write
    fixed.cu: silent
Reported pairs of lines must be exactly the described ones; with "either" in
the note, one of them is enough. Prints one line per program.
"""

import argparse
import re
import sys
from dataclasses import dataclass
from pathlib import Path

import warpsan_output as output
from programs import Result, compile_program, run_program

PAIR = re.compile(r"^pair:\s*(\S+):(\d+)\s+(.*?)\s*<->\s*(\S+):(\d+)\s+(.*)$", re.MULTILINE)
LEVEL = re.compile(r"^level:\s*(\S+)", re.MULTILINE)
KIND = re.compile(r"read|write|atomic")


@dataclass
class Case:
    name: str
    level: str
    kinds: dict[frozenset[output.Line], frozenset[str]]  # pair of lines -> kinds
    one_is_enough: bool


def read_case(folder: Path) -> Case:
    text = (folder / "expect.txt").read_text()
    kinds = {}
    for match in PAIR.finditer(text):
        lines = frozenset(((match[1], int(match[2])), (match[4], int(match[5]))))
        sides = (KIND.search(side) for side in (match[3], match[6]))
        kinds[lines] = frozenset(side[0] for side in sides if side)
    level = LEVEL.search(text)
    return Case(folder.name, level[1] if level else "", kinds, "Either pair" in text)


def judge_racy(case: Case, result: Result) -> str:
    races = output.parse_races(result.output)
    seen = {race.lines for race in races}
    strange = [race for race in races if race.lines not in case.kinds]
    if strange:
        return f"WRONG PAIR {strange[0]}"
    missing = case.kinds.keys() - seen
    if missing and not (case.one_is_enough and seen):
        verdict = output.parse_verdict(result.output).get("verdict", "no verdict line")
        return "NOT ANALYSED" if verdict == "unanalysed" else f"MISSED ({verdict})"
    for race in races:
        if case.kinds[race.lines] not in race.kinds:
            return f"WRONG KINDS {race}"
    return "ok" if result.code == output.RACES_FOUND else f"EXIT CODE {result.code}"


def judge_clean(result: Result) -> str:
    races = output.parse_races(result.output)
    if races:
        return f"FALSE ALARM {races[0]}"
    if result.code not in (0, output.NOT_ANALYSED):
        return f"EXIT CODE {result.code}"
    verdict = output.parse_verdict(result.output)
    if result.code or verdict.get("verdict") != "none" or verdict.get("not_analysed") != "0":
        return "NOT ANALYSED"
    if int(verdict["checked"]) + int(verdict["proved"]) == 0:
        return "NOTHING CHECKED"
    return "ok"


def check(folder: Path, arguments: argparse.Namespace) -> bool:
    case = read_case(folder)
    good = True
    for source in sorted(folder.glob("*.cu")):
        program = arguments.work / f"{case.name}-{source.stem}"
        target = ["--cpu"] if arguments.target == "cpu" else []
        flags = [f"-{arguments.level}", "-g", *arguments.flag, str(source), "-o", str(program)]
        built = arguments.run_only or compile_program([arguments.driver, *target, *flags])
        if arguments.build_only:
            good = good and built
            continue
        if built:
            result = run_program([str(program)], arguments.options)
            judgement = judge_racy(case, result) if source.stem == "racy" else judge_clean(result)
        else:
            result, judgement = None, "DOES NOT COMPILE"
        print(f"{case.name}/{source.name} [{case.level}]: {judgement}", flush=True)
        good = good and judgement == "ok"
        if result and judgement != "ok" and arguments.verbose:
            print(result.output)
    return good


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--driver", default="build/bin/warpsan++")
    parser.add_argument("--work", type=Path, default=Path("build/cases"))
    parser.add_argument("--target", choices=["cpu", "gpu"], default="cpu")
    parser.add_argument("--level", choices=["O0", "O1", "O2", "O3", "Os"], default="O2")
    parser.add_argument("--flag", action="append", default=[], help="for the compiler")
    parser.add_argument("--options", default="", help="value of WARPSAN_OPTIONS")
    parser.add_argument("--build-only", action="store_true", help="do not run the programs")
    parser.add_argument("--run-only", action="store_true", help="run programs built before")
    parser.add_argument("--verbose", action="store_true", help="show the output of failures")
    parser.add_argument("folders", type=Path, nargs="+")
    arguments = parser.parse_args()

    arguments.work.mkdir(parents=True, exist_ok=True)
    results = [check(folder, arguments) for folder in arguments.folders]
    print(f"{sum(results)} of {len(results)} cases as described")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
