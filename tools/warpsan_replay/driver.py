"""The command line of warpsan-replay."""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from warpsan_replay.counterexamples import BadReport, Counterexample, counterexamples
from warpsan_replay.program import demangled, program

MOST_THREADS = 1 << 20

# The first finds most; the others, races that one order of the threads hides.
SCHEDULES = ("schedule=lockstep", "schedule=random:runs=16", "schedule=pct:runs=16")

DESCRIPTION = """Runs the counterexamples of mode verify on the CPU target: each kernel is launched with the sizes,
parameters and memory of the counterexample, arrays are made up, and the detector must report
a race of the same two lines."""

EPILOG = """Exit status: 0 all were seen; 1 some were not; 2 a file or the program is not usable."""


class Unusable(Exception):
    """Nothing can be run."""


@dataclass(frozen=True)
class Replay:
    """Compiled for all counterexamples of a file."""

    binary: Path
    seconds: float

    def outcome(self, number: int, example: Counterexample) -> str:
        """ "seen", or why not."""
        unknown = [row["object"] for row in example.witness["memory"] if "parameter" not in row]
        if unknown:
            return f"not run: what {unknown[0]} holds cannot be made up"
        if example.threads > MOST_THREADS:
            return f"not run: {example.threads} threads"
        if not (example.first.is_known and example.second.is_known):
            return "not run: no lines; compile with -g"
        reason = ""
        for schedule in SCHEDULES:
            reason = self.run(number, example, schedule)
            if reason == "seen":
                break
        return reason

    def run(self, number: int, example: Counterexample, schedule: str) -> str:
        folder = Path(tempfile.mkdtemp(dir=self.binary.parent))
        options = f"{schedule}:format=json:log_path=%p.json"
        try:
            run = subprocess.run(
                [self.binary, str(number)],
                cwd=folder,
                env={"WARPSAN_OPTIONS": options},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
                errors="replace",
                timeout=self.seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return f"not seen: still running after {self.seconds:g} s"
        found = races(folder)
        if frozenset((example.first.line, example.second.line)) in found:
            return "seen"
        if run.returncode < 0:
            return f"not seen: the kernel ended with signal {-run.returncode}"
        if found:
            return "not seen, but races of other lines"
        return "not seen: " + "".join(run.stderr.strip().splitlines()[-1:])


def line_of(access: dict) -> tuple[str, int]:
    frame = access["frames"][0]
    return Path(frame["file"]).name, frame["line"]


def races(folder: Path) -> set[frozenset]:
    """Pairs of lines that reports there name."""
    text = "".join(report.read_text(encoding="utf-8") for report in folder.glob("*.json"))
    rows = [json.loads(line) for line in text.splitlines()]
    found = [row["accesses"] for row in rows if row["type"] == "race"]
    return {frozenset(line_of(access) for access in accesses if access["frames"]) for accesses in found}


def llvm_tools(tools: Path) -> Path:
    answer = subprocess.run([tools / "warpsan++", "--print-toolchain"], stdout=subprocess.PIPE, text=True, check=False)
    if answer.returncode:
        raise Unusable("no compiler")
    return Path(answer.stdout.splitlines()[0]).resolve().parent


def compiled(text: str, source: Path, options: Sequence[str], folder: Path, tools: Path) -> Path:
    file, binary = folder / "launches.cu", folder / "launches"
    file.write_text(text, encoding="utf-8")
    near = f"-I{source.resolve().parent}"
    command = [tools / "warpsan++", "--cpu", "-g", "-O1", near, *options, file, "-o", binary]
    build = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)
    if build.returncode:
        raise Unusable(f"the program for the counterexamples does not compile:\n{build.stderr}")
    return binary


def replayed(arguments: argparse.Namespace, options: Sequence[str], tools: Path) -> int:
    verdicts = {"refuted", "possible"} if arguments.possible else {"refuted"}
    examples = list(counterexamples(arguments.report, verdicts))
    if not examples:
        print(f"{arguments.report}: no counterexample")
        return 0
    names = demangled([example.kernel for example in examples], llvm_tools(tools) / "llvm-cxxfilt")
    text = program(arguments.source, examples, names)
    missed = 0
    with tempfile.TemporaryDirectory(prefix="warpsan-replay-") as folder:
        replay = Replay(compiled(text, arguments.source, options, Path(folder), tools), arguments.seconds)
        for number, example in enumerate(examples):
            outcome = replay.outcome(number, example)
            missed += outcome != "seen"
            pair = f"{example.first} / {example.second}"
            print(f"{names[example.kernel]}: {example.verdict}: {pair}: {outcome}", flush=True)
    print(f"{len(examples) - missed} of {len(examples)} counterexamples seen")
    return int(missed > 0)


def main(words: Sequence[str], tools: Path, version: str) -> int:
    own, _, options = "\0".join(words).partition("\0--\0")
    parser = argparse.ArgumentParser(
        "warpsan-replay",
        usage="%(prog)s [options] report.json source.cu [-- compiler options]",
        description=DESCRIPTION,
        epilog=EPILOG,
    )
    parser.add_argument("report", type=Path, help="of -mllvm -warpsan-proof-report=FILE")
    parser.add_argument("source", type=Path, help="the file that was compiled")
    parser.add_argument("--possible", action="store_true", help="those in doubt, too")
    parser.add_argument("--seconds", type=float, default=10, help="for each run (default: 10)")
    parser.add_argument("--version", action="version", version=f"%(prog)s (WarpSan) {version}", help="the version")
    arguments = parser.parse_args(own.split("\0") if own else [])
    try:
        for file in (arguments.report, arguments.source):
            if not file.is_file():
                raise Unusable(f"{file}: no such file")
        return replayed(arguments, options.split("\0") if options else [], tools)
    except (Unusable, BadReport) as error:
        print(f"warpsan-replay: error: {error}", file=sys.stderr)
        return 2
