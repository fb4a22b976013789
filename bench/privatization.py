#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What mode ld costs on the programs of the LD paper (bench/shapes).

    python3 bench/privatization.py OUT.json VARIANT=PROGRAM... [--seconds S] [--limit S]
                                   [--repetitions N] [--blocks N] [--shapes NAME...]

VARIANT is plain, checked, unelided, ld or ld_unelided; those that are not there are left out.
OUT.json gets kernel times in microseconds, medians, and their factors over plain; times over
the number of blocks (NAME/BLOCKS); and what a run with counters=1 tells of memory and cycles.
Nothing is started behind --seconds, and no program takes more than --limit. What has no time has
a reason among `failed`, and the exit code is then 1.
"""
import argparse
import json
import re
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean, geometric_mean, median, stdev

import summary
from limited_run import last_line, run

NO_GPU = 77


@dataclass(frozen=True)
class Variant:
    program: str
    options: str = ""


BLOCK = "ld_scope=block"
VARIANTS = {
    "plain": Variant("plain"),
    "ld_unelided": Variant("ld_unelided"),
    "ld_unelided_block": Variant("ld_unelided", BLOCK),
    "ld": Variant("ld"),
    "ld_block": Variant("ld", BLOCK),
    "unelided": Variant("unelided"),
    "checked": Variant("checked"),
}
SERIES = ("plain", "ld_unelided", "ld_unelided_block")
COUNTED = "ld_unelided"
SERIES_STEP = 4


class Failed(Exception):
    """There is no figure; why."""


@dataclass
class Run:
    card: str
    date: str
    times: dict[int, list[float]] = field(default_factory=dict)
    """Of each number of blocks, in microseconds."""
    output: str = ""


def numbers(text: str) -> dict:
    """Keys and values: integers, fractions, pairs a/b, or the text as it is."""

    def value(item: str) -> int | float | list | str:
        for kind in (int, float):
            try:
                return kind(item)
            except ValueError:
                pass
        return [value(part) for part in item.split("/")] if "/" in item else item

    return {key: value(item) for key, item in re.findall(r"([\w-]+)=(\S+)", text)}


def line_fields(output: str, start: str) -> dict:
    """Of the line that starts so."""
    line = re.search(rf"^WarpSan: {start}.*$", output, re.MULTILINE)
    return numbers(line[0]) if line else {}


def check_verdict(variant: Variant, output: str) -> dict:
    """A time counts only if all was looked at and there was nothing to report."""
    verdict = line_fields(output, "verdict=")
    if variant.program == "plain":
        return verdict
    whole = ("races", "given_up", "grids_given_up")
    bad = [key for key in whole if verdict.get(key, 0) != 0]
    if BLOCK not in variant.options and verdict.get("not_analysed", 0) != 0:
        bad.append("not_analysed")
    if not any(verdict.get(key, 0) for key in ("checked", "proved", "resolved")):
        bad.append("nothing checked")
    if variant.program == COUNTED and not verdict.get("regions", 0) + verdict.get("grids", 0):
        bad.append("nothing compared")
    if bad:
        raise Failed("verdict: " + ", ".join(bad))
    return verdict


def read_run(path: Path, output: str) -> Run:
    try:
        written = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise Failed("failed: no result") from None
    context = written["context"]
    result = Run(context.get("card", "unknown"), context["date"], output=output)
    for row in written["benchmarks"]:
        if row.get("error_occurred"):
            raise Failed(f"failed: {row['error_message']}")
        if row["run_type"] == "iteration":
            blocks = int(row["run_name"].split("/")[2])
            result.times.setdefault(blocks, []).append(row["real_time"])
    return result


class Bench:
    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.deadline = time.monotonic() + options.seconds
        self.result: dict = {"card": None, "unit": "us", "repetitions": options.repetitions}
        for key in ("blocks", "medians", "spread", "failed", "verdicts", "costs"):
            self.result[key] = {}

    def programs(self, wanted: tuple[str, ...] = tuple(VARIANTS)) -> list[str]:
        return [name for name in wanted if VARIANTS[name].program in self.options.programs]

    def start(self, name: str, arguments: list[str], options: str = "") -> str:
        limit = min(self.options.limit, self.deadline - time.monotonic())
        if limit <= 0:
            raise Failed("left out: no time")
        variant = VARIANTS[name]
        together = ":".join(filter(None, (variant.options, options)))
        command = [self.options.programs[variant.program], *arguments]
        code, output = run(command, limit, together)
        if code is None:
            raise Failed(f"did not finish in {limit:.0f} s")
        if code == NO_GPU:
            sys.exit("privatization: no GPU, nothing measured")
        if code != 0:
            raise Failed(f"failed: exit code {code}, {last_line(output)}")
        return output

    def launch(self, name: str, shape: str, blocks: list[int], options: str = "") -> Run:
        """One run of a program, which is a launch for each count with counters=1."""
        often = [1e-9, 1] if options else [self.options.min_time, self.options.repetitions]
        with tempfile.TemporaryDirectory() as scratch:
            out = Path(scratch, "run.json")
            output = self.start(
                name,
                [f"--benchmark_filter=^{shape}/", f"--benchmark_min_time={often[0]}",
                 f"--benchmark_repetitions={often[1]}", f"--benchmark_out={out}",
                 "--benchmark_out_format=json", *map(str, blocks)],
                options,
            )
            result = read_run(out, output)
        if self.result["card"] not in (None, result.card):
            sys.exit(f"runs of different cards: {self.result['card']} and {result.card}")
        self.result |= {"card": result.card, "date": result.date}
        return result

    def shapes(self) -> dict[str, int]:
        """Names, with the numbers of blocks that they are measured with."""
        listed = self.start("plain", ["--benchmark_list_tests=true"])
        found = re.findall(r"^(\w+)/plain/(\d+)", listed, re.MULTILINE)
        wanted = self.options.shapes
        return {
            shape: self.options.blocks or int(own)
            for shape, own in found
            if not wanted or shape in wanted
        }

    def keep(self, kernel: str, name: str, times: list[float]) -> None:
        self.result["medians"].setdefault(kernel, {})[name] = median(times)
        if len(times) > 1:
            self.result["spread"].setdefault(kernel, {})[name] = stdev(times) / fmean(times)

    def is_known_empty(self, shape: str, name: str) -> bool:
        """With several blocks, BLOCK looks at shared memory alone."""
        compared = self.result["verdicts"].get(shape, {}).get(COUNTED, {})
        return BLOCK in VARIANTS[name].options and compared.get("region_bytes") == 0

    def measure(self, shape: str, name: str) -> None:
        own = self.result["blocks"][shape]
        done = self.launch(name, shape, [own])
        verdict = check_verdict(VARIANTS[name], done.output)
        self.keep(shape, name, done.times[own])
        if name in SERIES:
            self.keep(f"{shape}/{own}", name, done.times[own])
        self.result["verdicts"].setdefault(shape, {})[name] = verdict

    def count(self, shape: str, name: str) -> None:
        """Memory as the paper's Table VII has it, and where the cycles go (its Figure 8)."""
        output = self.launch(name, shape, [self.result["blocks"][shape]], "counters=1").output
        self.result["costs"][shape] = {
            "verdict": check_verdict(VARIANTS[name], output),
            "memory": line_fields(output, "memory "),
            "kernels": {
                kernel: numbers(" ".join(f"{key}={value}" for key, value in fields.items()))
                for kernel, fields in summary.kernel_fields(output).items()
            },
        }

    def grow(self, shape: str, name: str) -> None:
        """Up to the number of blocks that was measured already (the paper's Figure 9)."""
        counts = [1]
        while counts[-1] * SERIES_STEP < self.result["blocks"][shape]:
            counts.append(counts[-1] * SERIES_STEP)
        done = self.launch(name, shape, counts)
        check_verdict(VARIANTS[name], done.output)
        for blocks, times in done.times.items():
            self.keep(f"{shape}/{blocks}", name, times)

    def attempt(self, what: str, step, shape: str, name: str) -> None:
        key = f"{name}, {what}" if what else name
        try:
            step(shape, name)
            said = "done"
        except Failed as why:
            said = str(why)
            self.result["failed"].setdefault(shape, {})[key] = said
        print(f"privatization: {shape}, {key}: {said}", flush=True)
        self.save()

    def save(self) -> None:
        """At once: the next run may be one too many for the machine."""
        factors = summary.factors(self.result)
        whole = self.result | {"factors": factors, "means": means(factors)}
        text = json.dumps(whole, indent=1, sort_keys=True)
        self.options.out.write_text(text + "\n", encoding="utf-8")

    def all(self) -> bool:
        """What matters most comes first, since the time may be up before the end."""
        self.result["blocks"] = self.shapes()
        steps = (("", self.measure, tuple(VARIANTS)), ("counters", self.count, (COUNTED,)),
                 ("series", self.grow, SERIES))
        for what, step, names in steps:
            for name in self.programs(names):
                for shape in self.result["blocks"]:
                    if not self.is_known_empty(shape, name):
                        self.attempt(what, step, shape, name)
        return bool(self.result["medians"]) and not self.result["failed"]


def means(factors: dict[str, dict[str, float]]) -> dict[str, dict]:
    """Geometric ones, and of how many shapes."""
    found: dict = {}
    for row in factors.values():
        for name, factor in row.items():
            found.setdefault(name, []).append(factor)
    return {name: {"factor": geometric_mean(row), "shapes": len(row)} for name, row in found.items()}


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("programs", nargs="+", metavar="VARIANT=PROGRAM")
    parser.add_argument("--seconds", type=float, default=240)
    parser.add_argument("--limit", type=float, default=15)
    parser.add_argument("--repetitions", type=int, default=3)
    parser.add_argument("--min-time", type=float, default=0.02, help="seconds of a repetition")
    parser.add_argument("--blocks", type=int, help="of all shapes; else each has its own")
    parser.add_argument("--shapes", nargs="*", metavar="NAME")
    options = parser.parse_args(arguments)
    options.programs = dict(each.split("=", 1) for each in options.programs)
    unknown = set(options.programs) - {variant.program for variant in VARIANTS.values()}
    if unknown or "plain" not in options.programs:
        parser.error("needs plain=PROGRAM, and no variants but those of --help")
    return options


def main(arguments: list[str]) -> int:
    options = parse(arguments)
    complete = Bench(options).all()
    print(summary.table(str(options.out)))
    return 0 if complete else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
