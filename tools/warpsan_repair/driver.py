"""The command line of warpsan-repair."""

import argparse
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from warpsan_repair.patch import patch
from warpsan_repair.remarks import Remark, remarks

USAGE = "%(prog)s [options] compiler options and files... [-- arguments of the program]"
DESCRIPTION = """Compiles a program with the detector and runs it; makes the accesses that raced relaxed atomics,
where that repairs the race; and again, until the run has no race that atomics repair. The
source stays as it is: --patch suggests how to change it."""
EPILOG = """Other options are the compiler's, as warpsan++ takes them (--cpu: no GPU). Exit status: 0 the last run was silent; 1 races
are left, or nothing was analysed, or the harness of --ab failed; 2 the program does not compile, or does not run to its end."""


# The program's exit code then (README.md).
NOT_ANALYSED = 68


class Unusable(Exception):
    """There is no answer."""


@dataclass
class Program:
    """Built and run again and again in a folder."""

    tools: Path
    options: Sequence[str]
    arguments: Sequence[str]
    folder: Path
    output: list[str] = field(default_factory=list)  # of each run

    @property
    def report(self) -> Path:
        """Of all runs until now: one run shows one race of a pair of lines."""
        return self.folder / "races.json"

    def build(self, name: str, more: Sequence[str] = ()) -> tuple[Path, list[Remark]]:
        binary = self.folder / name
        command = [self.tools / "warpsan++", "-g", *self.options, *more, "-o", binary]
        build = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)
        if build.returncode:
            raise Unusable(f"the program does not compile:\n{build.stderr}")
        return binary, remarks(build.stderr)

    def repairing(self, mode: str = "fsm") -> list[str]:
        return ["-mllvm", f"-warpsan-repair={self.report}", "-mllvm", f"-warpsan-mode={mode}"]

    def run(self, binary: Path) -> list[dict]:
        """The lines of its report, which those of earlier runs get added to."""
        folder = Path(tempfile.mkdtemp(dir=self.folder))
        given = os.environ.get("WARPSAN_OPTIONS", "")
        options = f"{given}:exitcode=0:format=json:log_path={str(folder).replace('%', '%%')}/%p.json"
        environment = os.environ | {"WARPSAN_OPTIONS": options.lstrip(":")}
        run = subprocess.run(
            [binary, *self.arguments], env=environment, stdout=subprocess.PIPE, text=True, errors="replace", check=False
        )
        self.output.append(run.stdout)
        text = "".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.json")))
        if run.returncode not in (0, NOT_ANALYSED):
            raise Unusable(f"the program ended with {run.returncode}")
        if not text:
            raise Unusable("the program wrote no report: does it launch kernels?")
        with self.report.open("a", encoding="utf-8") as out:
            out.write(text)
        return [json.loads(line) for line in text.splitlines()]


def races(report: Sequence[dict]) -> list[dict]:
    return [row for row in report if row["type"] == "race" and not row["suppressed"]]


def tell_unanalysed(report: Sequence[dict]) -> bool:
    """Whether the run says nothing of races, silent as it may be."""
    verdicts = [row for row in report if row["type"] == "verdict"]
    for row in verdicts:
        if row["not_analysed"]:
            print(f"not analysed: {row['not_analysed']} accesses, which may race")
    return any(row["verdict"] == "unanalysed" for row in verdicts)


def line_of(race: dict) -> str:
    places = []
    for access in race["accesses"]:
        frame = access["frames"][0] if access["frames"] else {}
        places.append(f"{access['kind']} at {frame.get('file', '?')}:{frame.get('line', '?')}")
    return f"{race['title']}: {' / '.join(places)}"


def repair(program: Program, rounds: int) -> tuple[list[Remark], list[dict], bool]:
    """What the last build changed, or could not, the races that its run still has, and whether it
    was analysed too little to tell."""
    binary, done = program.build("checked")
    report = program.run(binary)
    found = races(report)
    print(f"as it is: {len(found)} races", flush=True)
    for number in range(1, rounds + 1):
        if not found:
            break
        binary, now = program.build("repaired-checked", program.repairing())
        if now == done:
            break
        done = now
        report = program.run(binary)
        found = races(report)
        repaired = sum(remark.is_repaired for remark in done)
        print(f"round {number}: {repaired} accesses repaired, {len(found)} races left", flush=True)
    return done, found, tell_unanalysed(report)


def conclude(done: Sequence[Remark], left: Sequence[dict], outputs: Sequence[str], patch_file: Path | None) -> int:
    for remark in done:
        print(f"{'repaired' if remark.is_repaired else 'left'}: {remark}")
    for race in left:
        print(f"still a race: {line_of(race)}")
    if len(set(outputs)) > 1:
        print("the program did not print the same each time")
    text, by_hand = patch([remark for remark in done if remark.is_repaired])
    if patch_file:
        patch_file.write_text(text, encoding="utf-8")
    elif text:
        print(f"\nSuggestion for the source:\n\n{text}", end="")
    for remark in by_hand:
        print(f"by hand: {remark}")
    return int(bool(left))


def measure(program: Program, repaired: Path, harness: Path) -> int:
    """The program as it is against the repaired one, both without the detector."""
    plain, _ = program.build("plain", ["-mllvm", "-warpsan-mode=off"])
    command = [harness, "--a", plain, "--b", repaired, "--no-inputs"]
    if program.arguments:
        command.append(f"--args={shlex.join(program.arguments)}")
    return subprocess.run(command, check=False).returncode


def main(words: Sequence[str], tools: Path, version: str) -> int:
    parser = argparse.ArgumentParser("warpsan-repair", usage=USAGE, description=DESCRIPTION, epilog=EPILOG, allow_abbrev=False)
    parser.add_argument("--rounds", type=int, default=8, help="most builds with repairs (default: 8)")
    parser.add_argument("-o", dest="output", type=Path, metavar="FILE", help="write the repaired program there, without checks")
    parser.add_argument("--patch", type=Path, metavar="FILE", help="write the suggestion there")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep programs and races.json there")
    parser.add_argument("--ab", type=Path, metavar="BENCH/AB", help="compare the speed with that harness (docs/ab.md)")
    parser.add_argument("--version", action="version", version=f"%(prog)s (WarpSan) {version}", help="the version")
    own = list(words[: words.index("--")]) if "--" in words else list(words)
    arguments, options = parser.parse_known_args(own)
    if not options:
        parser.error("no file to compile")
    try:
        with tempfile.TemporaryDirectory(prefix="warpsan-repair-") as scratch:
            folder = arguments.keep or Path(scratch)
            folder.mkdir(parents=True, exist_ok=True)
            program = Program(tools, options, words[len(own) + 1 :], folder.resolve())
            program.report.write_text("", encoding="utf-8")
            done, left, is_unknown = repair(program, arguments.rounds)
            status = conclude(done, left, program.output, arguments.patch) or int(is_unknown)
            if arguments.output or arguments.ab:
                repaired, _ = program.build("repaired", program.repairing("off"))
                if arguments.output:
                    shutil.copy(repaired, arguments.output)
                if arguments.ab:
                    status = status or min(measure(program, repaired, arguments.ab), 2)
            return status
    except (Unusable, OSError, ValueError) as error:
        print(f"warpsan-repair: error: {error}", file=sys.stderr)
        return 2
