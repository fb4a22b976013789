#!/usr/bin/env python3
"""bench/ab on small scripts that print known figures: statistics, order, files, bad input."""

import contextlib
import csv
import io
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "bench"))

from warpsan_ab import interpreter  # noqa: E402

interpreter.ensure()

import modes  # noqa: E402
from warpsan_ab import command_line, comparison, correlation, machine, progress  # noqa: E402
from warpsan_ab.comparison import Seen  # noqa: E402
from warpsan_ab.evidence import Evidence  # noqa: E402
from warpsan_ab.inputs import Input  # noqa: E402
from warpsan_ab.main import main  # noqa: E402
from warpsan_ab.plan import Plan  # noqa: E402
from warpsan_ab.result import Result  # noqa: E402
from warpsan_ab.run import Run  # noqa: E402
from warpsan_ab.variant import Variant  # noqa: E402

AB = str(ROOT / "bench" / "ab")
QUICK = ["--repeats", "1", "--warmup", "0", "--quiet"]


def plan(names: str = "ab", inputs: str = "xyz", **others) -> Plan:
    values = {
        "variants": tuple(Variant(name, (name,), {}, "") for name in names),
        "inputs": tuple(Input(name, name) for name in inputs),
        "figure": "time", "strip": None, "unit": "s", "more_is_better": False, "valid": None,
        "valid_command": None, "same": None, "properties": "graph", "order": "alternate",
        "seed": 0, "repeats": 4, "warmup": 0, "timeout": 1.0,
    }  # fmt: skip
    return Plan(**(values | others))


def compared(samples: dict[str, tuple[list[float], list[float]]], **others) -> comparison.Comparison:
    """Of two variants, with samples of each for each input."""
    result = Result("made up", plan(inputs="".join(samples), **others), {"gpu": "card"})
    for place, sides in samples.items():
        for variant, values in zip("ab", sides, strict=True):
            result.runs.append(Run(variant, place, 0, 1.0, {place: values}))
    return comparison.compare(result, "b")


NINE = [float(n) for n in range(100, 109)]


class Statistics(unittest.TestCase):
    def test_spread(self) -> None:
        series = comparison.Series([1.0, 2.0, 3.0, 4.0, 10.0], None)
        self.assertEqual((series.median, series.quartile_range, series.deviation), (3, 2, 1))

    def test_mann_whitney(self) -> None:
        self.assertAlmostEqual(comparison.difference([1, 2, 3], [4, 5, 6]), 0.1)
        self.assertAlmostEqual(comparison.least_difference(3, 3), 0.1)
        # Table of critical values: U = 17 of 9 and 9 is the last one below 5 %.
        left = [float(n) for n in (1, 2, 3, 4, 5, 6, 9, 12, 18)]
        right = [float(n) for n in (7, 8, 10, 11, 13, 14, 15, 16, 17)]
        above = sum(x > y for x in left for y in right)
        self.assertEqual(above, 17 - 2)
        self.assertLess(comparison.difference(left, right), 0.05)

    def test_equal_samples_are_no_difference(self) -> None:
        self.assertEqual(comparison.difference([1, 1, 1], [1, 1, 1]), 1)

    def test_holm(self) -> None:
        for found, wanted in zip(comparison.holm([0.01, 0.04, 0.03]), [0.03, 0.06, 0.06], strict=True):
            self.assertAlmostEqual(found, wanted)
        self.assertEqual(comparison.holm([0.9, 0.8]), [1, 1])
        self.assertEqual(comparison.holm([]), [])

    def test_what_is_seen(self) -> None:
        found = compared(
            {
                "x": (NINE, [n / 2 for n in NINE]),
                "y": (NINE, [n * 2 for n in NINE]),
                "z": (NINE, NINE[::-1]),
            }
        )
        seen = [row.speedup.seen for row in found.rows if row.speedup]
        self.assertEqual(seen, [Seen.FASTER, Seen.SLOWER, Seen.NOTHING])
        self.assertEqual(found.speedups, {"x": 2, "y": 0.5, "z": 1})

    def test_few_samples_say_so(self) -> None:
        (row,) = compared({"x": ([1.0, 2.0, 3.0], [7.0, 8.0, 9.0])}).rows
        self.assertIs(row.speedup.seen, Seen.TOO_FEW)
        (row,) = compared({"x": ([1.0], [7.0])}).rows
        self.assertEqual((row.speedup.seen, row.speedup.low), (Seen.TOO_FEW, None))

    def test_more_inputs_need_more_samples(self) -> None:
        sides = [1.0, 2.0, 3.0, 4.0, 5.0], [11.0, 12.0, 13.0, 14.0, 15.0]
        self.assertIs(compared({"x": sides}).rows[0].speedup.seen, Seen.SLOWER)
        many = compared({name: sides for name in "pqrstuvxyz"})
        self.assertIs(many.rows[0].speedup.seen, Seen.TOO_FEW)

    def test_over_all_inputs(self) -> None:
        overall = compared({"x": (NINE, [n / 2 for n in NINE]), "y": (NINE, [n * 2 for n in NINE])}).overall
        self.assertAlmostEqual(overall.mean, 1)
        self.assertEqual((overall.minimum, overall.maximum), (0.5, 2))
        self.assertLess(overall.low, 1)
        self.assertGreater(overall.high, 1)
        self.assertIsNone(overall.p)

    def test_six_inputs_may_show_a_shift(self) -> None:
        samples = {name: (NINE, [n * (1.1 + i / 10) for n in NINE]) for i, name in enumerate("stuvxy")}
        self.assertAlmostEqual(compared(samples).overall.p, 2 / 2**6)

    def test_interval_holds_the_ratio_and_is_repeated(self) -> None:
        samples = {"x": ([n**3 for n in NINE], [n**2 * 50 for n in NINE])}
        first, second = compared(samples).rows[0].speedup, compared(samples).rows[0].speedup
        self.assertEqual(first, second)
        self.assertTrue(first.low < first.value < first.high)

    def test_constant_samples_have_an_interval_of_one_number(self) -> None:
        speedup = compared({"x": ([2.0] * 9, [1.0] * 9)}).rows[0].speedup
        self.assertEqual((speedup.low, speedup.value, speedup.high, speedup.seen), (2, 2, 2, Seen.FASTER))

    def test_rates(self) -> None:
        found = compared({"x": (NINE, [n * 2 for n in NINE])}, more_is_better=True)
        self.assertEqual(found.speedups, {"x": 2})
        self.assertIs(found.rows[0].speedup.seen, Seen.FASTER)


class Order(unittest.TestCase):
    @staticmethod
    def order(wanted: Plan) -> str:
        return " ".join(turn.variant.name + turn.input.name for turn in wanted.turns())

    def test_variants_alternate_and_rounds_are_outermost(self) -> None:
        self.assertEqual(self.order(plan(inputs="xy", repeats=2)), "ax bx ay by bx ax by ay")

    def test_a_steady_drift_falls_on_all_alike(self) -> None:
        places: dict[str, int] = {}
        for place, turn in enumerate(plan("abc", "x", repeats=4).turns()):
            places[turn.variant.name] = places.get(turn.variant.name, 0) + place
        self.assertEqual(len(set(places.values())), 1)

    def test_warm_up_comes_first(self) -> None:
        rounds = [turn.round for turn in plan(inputs="x", warmup=2, repeats=1).turns()]
        self.assertEqual(rounds, [-2, -2, -1, -1, 0, 0])

    def test_random_order_follows_the_seed(self) -> None:
        orders = [self.order(plan("abc", order="random", seed=seed, repeats=9)) for seed in (1, 1, 2)]
        self.assertEqual(orders[0], orders[1])
        self.assertNotEqual(orders[0], orders[2])
        self.assertTrue(orders[0].startswith(self.order(plan("abc", order="random", seed=1, repeats=5))))


class Programs(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)

    def program(self, name: str, *lines: str) -> str:
        Path(name).write_text("\n".join(["#!/bin/sh", *lines, ""]))
        Path(name).chmod(0o755)
        return f"./{name}"

    def figures(self, name: str, *values: float) -> str:
        return self.program(name, *(f"echo kernel_ms: {value}" for value in values))

    def ab(self, *words: str, code: int = 0) -> tuple[str, str]:
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                found = main([str(word) for word in words])
            except SystemExit as end:
                found = end.code
        self.assertEqual(found, code, out.getvalue() + err.getvalue())
        return out.getvalue(), err.getvalue()

    def refused(self, *words: str) -> str:
        return self.ab(*words, code=2)[1]

    def pair(self, *words: str, code: int = 0) -> tuple[str, str]:
        """./a and ./b, on two inputs, once."""
        return self.ab("--a", "./a", "--b", "./b", "--values", "1", "2", *QUICK, *words, code=code)


class Runs(Programs):
    def test_lines_of_a_run_are_samples(self) -> None:
        self.figures("a", *NINE)
        self.figures("b", *(n / 2 for n in NINE))
        out, err = self.pair("--json", "r.json")
        self.assertIn("faster: 2", out)
        self.assertRegex(out, r"(?m)^1 +104 +4 +52 +2 +2\.000 +\S+ to \S+ +\S+ +faster$")
        self.assertRegex(out, r"(?m)^Geometric mean +2\.000")
        self.assertEqual(err, "")
        runs = json.loads(Path("r.json").read_text())["runs"]
        self.assertEqual(runs[0]["samples"], {"1": NINE})

    def test_commands_arguments_and_environment(self) -> None:
        self.program("p", 'echo "$MODE|$*" >>log', "echo kernel_ms: 1")
        self.ab(
            "--a",
            "MODE=slow ./p -x",
            "--env-b",
            "MODE=quick",
            "--args-b",
            "-f {}",
            "--args",
            "'a b'",
            "--values",
            "7",
            *QUICK,
        )
        self.assertEqual(Path("log").read_text(), "slow|-x a b 7\nquick|-x -f 7 a b\n")

    def test_more_variants(self) -> None:
        for name, value in (("p", 6), ("q", 3), ("r", 2)):
            self.figures(name, value)
        out, _ = self.ab(
            "--variant", "old=./p", "--variant", "new=./q", "--variant", "newer=./r", "--values", "1", *QUICK
        )
        self.assertRegex(out, r"new over old[\s\S]* 2\.000 [\s\S]*newer over old[\s\S]* 3\.000 ")

    def test_inputs_are_files_without_folder_and_suffix(self) -> None:
        self.program("a", 'echo "kernel_ms: $(cat "$1")"')
        for name in ("g/one.egr", "g/two.egr", "h/two.egr"):
            Path(name).parent.mkdir(exist_ok=True)
            Path(name).write_text("5")
        out, _ = self.ab("--a", "./a", "--b", "./a", "--inputs", "g/*.egr", "h/two.egr", "g/one.egr", *QUICK)
        names = [line.split()[0] for line in out.splitlines()[4:7]]
        self.assertEqual(names, ["one", "g/two.egr", "h/two.egr"])

    def test_wall_time(self) -> None:
        self.program("a", "sleep 0.2")
        self.program("b", "sleep 0.01")
        self.pair("--figure", "time", "--json", "r.json")
        rows = json.loads(Path("r.json").read_text())["summary"]["rows"]
        self.assertGreater(rows[0]["median"], 0.2)
        self.assertGreater(rows[2]["speedup"], 1)

    def test_own_figures(self) -> None:
        for name, rate in (("a", 10), ("b", 30)):
            self.program(name, f"echo 'rate {rate} GB/s' >&2")
        out, _ = self.pair("--figure", r"rate (\d+)", "--more-is-better", "--unit", "GB/s")
        self.assertIn("a GB/s", out)
        self.assertIn("3.000", out)

    def test_google_benchmark(self) -> None:
        for name, time_ in (("a", 8), ("b", 4)):
            rows = [
                {
                    "name": f"{k}/manual_time/repeats:2",
                    "run_name": f"{k}/manual_time",
                    "run_type": kind,
                    "aggregate_name": "mean",
                    "real_time": t,
                    "cpu_time": 1,
                    "time_unit": "us",
                }
                for k in ("copy", "scan")
                for kind, t in (("iteration", time_), ("iteration", time_ + 2), ("aggregate", 99))
            ]
            rows.append(
                {
                    "name": "bad",
                    "run_name": "bad",
                    "error_occurred": name == "b",
                    "error_message": "wrong sum",
                    "real_time": 1,
                    "time_unit": "ns",
                }
            )
            Path(f"{name}.json").write_text(json.dumps({"benchmarks": rows}))
            self.program(name, f"cp {name}.json ${{1#--benchmark_out=}}")
        out, err = self.ab("--a", "./a", "--b", "./b", "--benchmark", *QUICK, "--json", "r.json", code=1)
        self.assertRegex(out, r"(?m)^copy/manual_time +0\.009 +0\.001 +0\.005 +0\.001 +1\.800 ")
        self.assertRegex(out, r"(?m)^scan/manual_time .* 1\.800 ")
        self.assertIn("b, bad: wrong result: wrong sum", err)
        out, _ = self.ab(
            "--a", "./a", "--b", "./b", "--benchmark", "--strip", "/manual.*|bad", *QUICK, code=1
        )
        self.assertRegex(out, r"(?m)^copy +0\.009 ")

    def test_all_modes_in_one_command_and_their_section_of_a_page(self) -> None:
        Path("build/bench").mkdir(parents=True)
        for program in modes.PROGRAMS:
            for factor, (_, suffix) in enumerate(modes.VARIANTS, 1):
                name = f"copy/{suffix}/64/manual_time"
                row = {"name": name, "run_name": name, "run_type": "iteration", "real_time": factor, "time_unit": "ms"}
                Path(f"{program}.{suffix}.json").write_text(json.dumps({"benchmarks": [row]}))
                copy = f'for word; do case $word in --benchmark_out=*) cp {program}.{suffix}.json "${{word#*=}}";; esac; done'
                self.program(f"build/bench/{program}_{suffix}", copy)
        script = str(ROOT / "bench" / "modes.py")
        subprocess.run(
            [sys.executable, script, "run", "build", "results", "--repeats", "1"],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        Path("page.md").write_text(f"before\n{modes.BEGIN}old\n{modes.END}behind\n")
        for _ in range(2):
            subprocess.run([sys.executable, script, "page", "results", "page.md"], check=True)
        page = Path("page.md").read_text()
        self.assertRegex(page, r"(?s)\Abefore\n.*behind\n\Z")
        self.assertRegex(page, r"\| copy/64 +\| +1000 \| +2\.00 \| +3\.00 \| +4\.00 \| +5\.00 \|")
        self.assertRegex(page, r"\| geometric mean +\| +\| +2\.00 \|")
        self.assertNotIn("old", page)
        for name, _ in modes.VARIANTS[1:]:
            self.assertIn(name, page)
        Path("bare.md").write_text("no marks\n")
        failed = subprocess.run([sys.executable, script, "page", "results", "bare.md"], capture_output=True, text=True)
        self.assertIn("bare.md has no marks", failed.stderr)

    def test_programs_without_inputs(self) -> None:
        self.program("a", 'echo "kernel_ms: ${#}"')
        out, _ = self.ab("--a", "./a x", "--b", "./a x y", "--no-inputs", *QUICK)
        self.assertRegex(out, r"(?m)^\(no input\) +1 .* 0\.500 ")

    def test_progress_without_a_terminal_has_a_line_for_a_round(self) -> None:
        self.figures("a", 1)
        _, err = self.ab("--a", "./a", "--b", "./a", "--values", "1", "2", "--repeats", "2")
        self.assertRegex(
            err, r"\Awarm-up: 0 of 12 runs, 0:00:00\nround 1: 4 of 12 runs, .*left\nround 2: 8 .*\n\Z"
        )

    def test_progress_on_a_terminal_is_one_line(self) -> None:
        class Terminal(io.StringIO):
            def isatty(self) -> bool:
                return True

        with mock.patch("sys.stderr", Terminal()) as shown:
            state = progress.Progress(8, False)
            turn = next(plan().turns())
            state.start(turn)
            state.finish()
            state.start(turn)
            state.close()
        self.assertNotIn("\n", shown.getvalue())
        self.assertIn("1 of 8 runs, 0:00:00, about 0:00:00 left, round 1: x a", shown.getvalue())


class WrongResults(Programs):
    """The first input is fine, the second is not."""

    def failing(self, *lines: str, options: tuple[str, ...] = ()) -> str:
        self.program("a", "echo verified: yes", "echo result: 5", "echo kernel_ms: 2")
        self.program("b", 'if [ "$1" = 2 ]; then', *lines, "else", "./a", "fi")
        out, err = self.pair(*options, code=1)
        self.assertRegex(out, r"(?m)^1 +2 +0 +2 +0 +1\.000 ")
        self.assertRegex(out, r"(?m)^2 .* - +- +- +b: ")
        self.assertRegex(out, r"(?m)^Maximum +1\.000")
        return err

    def test_not_verified(self) -> None:
        err = self.failing("echo verified: no", "echo kernel_ms: 1", "echo result: 5")
        self.assertIn("ab: b, 2: wrong result: printed 'verified: no'", err)

    def test_other_result(self) -> None:
        err = self.failing("echo kernel_ms: 1", "echo result: 6")
        self.assertIn("ab: b, 2: wrong result: result 6, but a has 5", err)

    def test_no_result(self) -> None:
        self.assertIn("result none, but a has 5", self.failing("echo kernel_ms: 1"))

    def test_crash(self) -> None:
        err = self.failing("echo oh >&2", "kill -SEGV $$")
        self.assertIn("ab: b, 2: crash: killed by SIGSEGV\n    oh\n", err)

    def test_exit_code(self) -> None:
        self.assertIn("crash: exit code 3\n    no memory\n", self.failing("echo no memory", "exit 3"))

    def test_timeout(self) -> None:
        begin = time.monotonic()
        err = self.failing("sleep 60", options=("--timeout", "0.5"))
        self.assertIn("timeout: no end within 0.5 s", err)
        self.assertLess(time.monotonic() - begin, 20)

    def test_no_figure(self) -> None:
        err = self.failing("echo time: 3", "echo result: 5")
        self.assertIn(r"no figure: nothing matches '^kernel_ms: (\S+)' in the output:" "\n    time: 3\n", err)
        self.assertIn("(nothing)", self.failing(":", options=("--no-same",)))

    def test_figures_that_are_no_times(self) -> None:
        self.assertIn("'fast' is not a number", self.failing("echo kernel_ms: fast", "echo result: 5"))
        self.assertIn("'0.00' is not above 0", self.failing("echo kernel_ms: 0.00", "echo result: 5"))
        self.assertIn("'nan' is not above 0", self.failing("echo kernel_ms: nan", "echo result: 5"))

    def test_own_check(self) -> None:
        err = self.failing("echo kernel_ms: 1", "echo result: 5", options=("--valid", "^verified"))
        self.assertIn("nothing matches '^verified' in the output", err)

    def test_command_that_checks(self) -> None:
        self.program("check", 'grep -q "kernel_ms: 2" || { echo "bad run of $1"; exit 4; }')
        err = self.failing("echo kernel_ms: 1", "echo result: 5", options=("--valid-command", "./check {}"))
        self.assertIn("./check ended with 4: bad run of 2", err)

    def test_results_may_differ(self) -> None:
        for name in "ab":
            self.program(name, f"echo result: {name}", "echo kernel_ms: 1")
        self.pair(code=1)
        self.pair("--no-same")
        self.pair("--same", "kernel_.*")

    def test_a_result_that_changes_from_run_to_run(self) -> None:
        self.program("a", "echo x >>log", "echo result: $(wc -l <log)", "echo kernel_ms: 1")
        _, err = self.ab("--a", "./a", "--b", "./a", "--values", "1", "--repeats", "2", "--quiet", code=1)
        self.assertIn("ab: a, 1: wrong result: result 3, but another run has 2", err)

    def test_what_failed_is_not_run_again(self) -> None:
        self.program("a", "echo x >>log", "exit 1")
        self.figures("b", 1)
        self.ab("--a", "./a", "--b", "./b", "--values", "1", "--quiet", code=1)
        self.assertEqual(Path("log").read_text(), "x\n")

    def test_a_program_that_is_no_program(self) -> None:
        self.figures("a", 1)
        Path("b").write_bytes(b"\x7fELF nonsense")
        Path("b").chmod(0o755)
        self.assertIn("crash: did not start: Exec format error", self.pair(code=1)[1])


class BadUsage(Programs):
    def setUp(self) -> None:
        super().setUp()
        self.figures("a", 1)
        Path("text").write_text("no program")

    def test_programs(self) -> None:
        self.assertIn(
            "b: ./none: no such program", self.refused("--a", "./a", "--b", "./none", "--values", "1")
        )
        self.assertIn(
            "b: ./text: cannot be executed", self.refused("--a", "./a", "--b", "./text", "--values", "1")
        )
        self.assertIn("nothing to compare", self.refused("--values", "1"))
        self.assertIn("only one variant", self.refused("--a", "./a", "--values", "1"))
        self.assertIn("b: no command", self.refused("--a", "./a", "--b", "X=1", "--values", "1"))
        self.assertIn("No closing quotation", self.refused("--a", "./a '", "--b", "./a", "--values", "1"))
        self.assertIn("'X' is not NAME=VALUE", self.refused("--a", "./a", "--env-b", "X", "--values", "1"))

    def test_variants(self) -> None:
        self.assertIn("twice or more", self.refused("--variant", "p=./a", "--values", "1"))
        self.assertIn("another name", self.refused(*["--variant", "p=./a"] * 2, "--values", "1"))
        self.assertIn("instead of --a", self.refused("--a", "./a", "--variant", "p=./a", "--values", "1"))
        self.assertIn("not NAME=COMMAND", self.refused(*["--variant", "./a"] * 2, "--values", "1"))

    def test_inputs(self) -> None:
        err = self.refused("--a", "./a", "--b", "./a", "--inputs", "none/*.egr")
        self.assertIn("no inputs match 'none/*.egr'", err)
        self.assertIn("no inputs: give", self.refused("--a", "./a", "--b", "./a"))
        self.assertIn("--no-inputs, and", self.refused("--a", "./a", "--b", "./a", "--no-inputs", "--values", "1"))
        self.assertIn(
            "two inputs have the name 'a'",
            self.refused("--a", "./a", "--b", "./a", "--inputs", "a", "--values", "a"),
        )

    def both(self, *words: str) -> str:
        return self.refused("--a", "./a", "--b", "./a", "--values", "1", *words)

    def test_expressions(self) -> None:
        self.assertIn("--figure: '(' is no regular expression", self.both("--figure", "("))
        self.assertIn("--figure: 'ms' has no group", self.both("--figure", "ms"))
        self.assertIn("--valid: '[' is no", self.both("--valid", "["))
        self.assertIn("--same: '*' is no", self.both("--same", "*"))
        self.assertIn("no such program", self.both("--valid-command", "./none"))

    def test_numbers(self) -> None:
        self.assertIn("wanted 1 or more", self.both("--repeats", "0"))
        self.assertIn("invalid number value: 'x'", self.both("--repeats", "x"))
        self.assertIn("wanted more than 0", self.both("--timeout", "0"))

    def test_files(self) -> None:
        self.assertIn("cannot write none/r.json", self.both("--json", "none/r.json"))
        self.assertIn("plots end in ", self.both("--plot", "r.doc"))
        self.assertIn("--resume needs --json", self.both("--resume"))
        self.assertIn("cannot read r.json", self.both("--resume", "--json", "r.json"))
        for text in ("{", "[]", '{"warpsan_ab": 99}', '{"warpsan_ab": 1}'):
            Path("r.json").write_text(text)
            self.assertIn("r.json", self.both("--resume", "--json", "r.json"))
        self.assertIn("r.json exists", self.both("--json", "r.json"))
        self.assertEqual(Path("r.json").read_text(), text)
        self.assertIn("cannot read", self.refused("table", "none.json"))

    def test_nothing_ran(self) -> None:
        self.program("a", "touch log", "echo kernel_ms: 1")
        self.both("--plot", "r.doc")
        self.both("--figure", "ms")
        self.assertFalse(Path("log").exists())


class GoingOn(Programs):
    WORDS = ("--a", "./a", "--b", "./b", "--values", "1", "2", "--warmup", "0", "--json", "r.json", "--quiet")

    def setUp(self) -> None:
        super().setUp()
        for name in "ab":
            self.program(name, 'echo "$1" >>log', "[ ! -f slow ] || sleep 0.05", "echo kernel_ms: 1")

    def runs(self) -> list[dict]:
        return json.loads(Path("r.json").read_text())["runs"]

    def measure(self) -> None:
        with open("err", "w") as err, contextlib.redirect_stderr(err), contextlib.redirect_stdout(err):
            sys.exit(main([*self.WORDS, "--repeats", "500"]))

    def stopped(self, how: signal.Signals) -> tuple[int | None, str]:
        """Behind a few of its runs. A fork has the libraries already."""
        Path("slow").touch()
        process = multiprocessing.get_context("fork").Process(target=self.measure)
        process.start()
        while not Path("log").exists() or len(Path("log").read_text().splitlines()) < 4:
            time.sleep(0.01)
        os.kill(process.pid or 0, how)
        process.join()
        Path("slow").unlink()
        return process.exitcode, Path("err").read_text()

    def test_after_a_kill(self) -> None:
        self.stopped(signal.SIGKILL)
        before = self.runs()
        self.assertGreaterEqual(len(before), 3)
        self.ab(*self.WORDS, "--repeats", "6", "--resume")
        after = self.runs()
        self.assertEqual(after[: len(before)], before)
        turns = [(run["variant"], run["input"], run["round"]) for run in after]
        self.assertEqual(len(set(turns)), len(turns))
        self.assertGreaterEqual(len(turns), 24)

    def test_after_an_interrupt(self) -> None:
        for how in (signal.SIGINT, signal.SIGTERM):
            code, err = self.stopped(how)
            self.assertEqual(code, 130)
            self.assertRegex(err, r"ab: interrupted, \d+ runs are over; --resume goes on\n")
            self.assertGreaterEqual(len(self.runs()), 3)
            Path("r.json").unlink()
            Path("log").unlink()

    def test_more_rounds(self) -> None:
        self.ab(*self.WORDS, "--repeats", "2")
        self.ab(*self.WORDS, "--repeats", "3", "--resume")
        self.assertEqual(len(self.runs()), 12)
        self.assertEqual(len(Path("log").read_text().splitlines()), 12)

    def test_warm_up_again_where_runs_are_left(self) -> None:
        words = [word if word != "0" else "1" for word in self.WORDS]
        self.ab(*words, "--repeats", "1")
        self.ab(*words, "--repeats", "1", "--resume")
        self.assertEqual(len(self.runs()), 8)
        self.ab(*words, "--repeats", "2", "--resume")
        self.assertEqual(len(self.runs()), 16)

    def test_begin_anew(self) -> None:
        self.ab(*self.WORDS, "--repeats", "2")
        self.ab(*self.WORDS, "--repeats", "1", "--overwrite")
        self.assertEqual(len(self.runs()), 4)

    def test_something_else_is_refused(self) -> None:
        self.ab(*self.WORDS, "--repeats", "1")
        for words, said in (
            (("--args", "x"), "variants was './a; ./b', and is './a x; ./b x' now"),
            (("--values", "3"), "inputs was '1; 2', and is '1; 2; 3' now"),
            (("--seed", "1"), "seed was '0', and is '1' now"),
            (("--figure", "time"), "figure was "),
        ):
            self.assertIn(said, self.refused(*self.WORDS, *words, "--resume"))
        self.program("b", "echo kernel_ms: 2")
        self.assertIn("built anew", self.refused(*self.WORDS, "--resume"))

    def test_another_machine_is_refused(self) -> None:
        self.ab(*self.WORDS, "--repeats", "1")
        with mock.patch("warpsan_ab.machine.cards", lambda: "NVIDIA Imaginary, 1.2"):
            self.assertIn("machine was", self.refused(*self.WORDS, "--resume"))


class Forms(Programs):
    def setUp(self) -> None:
        super().setUp()
        self.program("a", 'echo "graph: nodes=$1 edges=$(($1 * $1)), name=x"', 'echo "kernel_ms: 10"')
        self.program("b", 'echo "kernel_ms: $1"')

    def result(self, name: str, *words: str, values: str = "2 4 5") -> tuple[str, str]:
        return self.ab(
            "--a", "./a", "--b", "./b", "--values", *values.split(), *QUICK, "--json", f"{name}.json", *words
        )

    def test_csv(self) -> None:
        self.result("r", "--csv", "r.csv")
        with open("r.csv", newline="") as file:
            lines = list(csv.DictReader(file))
        self.assertEqual(
            [(line["variant"], line["input"], line["speedup"]) for line in lines],
            [
                ("a", "2", ""),
                ("a", "4", ""),
                ("a", "5", ""),
                ("b", "2", "5.0"),
                ("b", "4", "2.5"),
                ("b", "5", "2.0"),
            ],
        )
        self.assertEqual(
            (lines[0]["median"], lines[0]["samples"], lines[3]["seen"]), ("10.0", "1", "too few samples")
        )

    def test_json(self) -> None:
        self.result("r", "--name", "cc")
        document = json.loads(Path("r.json").read_text())
        self.assertEqual((document["warpsan_ab"], document["name"]), (1, "cc"))
        self.assertEqual(document["plan"]["variants"][1]["command"], ["./b"])
        self.assertTrue(document["machine"]["cpu"])
        self.assertRegex(document["date"], r"^\d{4}-\d\d-\d\dT")
        self.assertAlmostEqual(document["summary"]["overall"]["b"]["mean"], 25 ** (1 / 3))

    def test_tables(self) -> None:
        out, _ = self.result("r", "--table", "md")
        self.assertRegex(out, r"(?m)^\| 4 +\| +10 \| +0 \| +4 \| +0 \| +2\.500 \|")
        out, _ = self.ab("table", "r.json", "--table", "latex")
        self.assertRegex(
            out, r"% r: b over a[\s\S]*\\begin\{tabular\}\{l.*\n[\s\S]*95 \\% interval[\s\S]*2\.500"
        )

    def test_names_in_tables_are_escaped(self) -> None:
        self.result("r", values="2")
        recorded = Path("r.json").read_text()
        for key in ('"name": ', '"input": ', '"samples": {'):
            recorded = recorded.replace(f'{key}"2"', f'{key}"p|q_r"')
        Path("r.json").write_text(recorded)
        self.assertIn(r"p\|q_r", self.ab("table", "r.json", "--table", "md")[0])
        self.assertIn(r"q\_r", self.ab("table", "r.json", "--table", "latex")[0])

    def test_several_results_side_by_side(self) -> None:
        self.result("cc")
        self.result("mis", values="5 8")
        out, _ = self.ab("table", "cc.json", "mis.json")
        self.assertRegex(out, r"input +cc +mis\n")
        self.assertRegex(out, r"(?m)^2 +5\.000 +-$\n^4 .*\n^5 +2\.000 +2\.000$\n^8 +- +1\.250$")
        self.assertRegex(
            out, r"(?m)^Minimum +2\.000 +1\.250\nGeometric mean +2\.924 +1\.581\nMaximum +5\.000 +2\.000$"
        )

    def test_two_results_of_one_name(self) -> None:
        self.result("r")
        Path("s.json").write_text(Path("r.json").read_text())
        self.assertIn("two results have one name", self.refused("table", "r.json", "s.json"))
        text = Path("r.json").read_text().replace('"gpu": null', '"gpu": "NVIDIA Imaginary, 1.2"')
        Path("s.json").write_text(text)
        self.assertIn("r, NVIDIA Imaginary", self.ab("table", "r.json", "s.json")[0])

    def drawn(self, path: str) -> str:
        root = xml.etree.ElementTree.parse(path).getroot()
        self.assertTrue(root.tag.endswith("svg"))
        return Path(path).read_text()

    def test_plots(self) -> None:
        self.result("cc", "--plot", "cc.svg")
        self.result("mis")
        self.assertIn("<!-- b over a -->", self.drawn("cc.svg"))
        self.ab("plot", "cc.json", "mis.json", "--out", "means.svg")
        drawn = self.drawn("means.svg")
        self.assertTrue(all(f"<!-- {name} -->" in drawn for name in ("cc", "mis")))
        self.ab("plot", "cc.json", "mis.json", "--out", "again.svg")
        self.assertEqual(drawn, Path("again.svg").read_text())

    def test_nothing_to_draw(self) -> None:
        self.program("b", "exit 1")
        out, err = self.ab("--a", "./a", "--b", "./b", "--values", "1", *QUICK, "--plot", "r.svg", code=2)
        self.assertIn("crash", out)
        self.assertIn("no speed-ups for r.svg", err)

    def test_correlation_with_what_programs_printed(self) -> None:
        self.result("r")
        out, _ = self.ab("correlate", "r.json", "--ratio", "edges/nodes")
        self.assertRegex(out, r"(?m)^r +nodes +3 +-0\.98 +0\.1129 +-1\.00 +0\.3333$")
        self.assertRegex(out, r"(?m)^r +edges/nodes +3 +-0\.98 ")
        self.assertNotIn("name", out)

    def test_correlation_with_a_table(self) -> None:
        self.result("r")
        Path("p.csv").write_text('Graph,Edges,Type,Same\n2,"1,000",grid,7\n4,500,road,7\n5,400,grid,7\n')
        out, _ = self.ab("correlate", "r.json", "p.csv")
        self.assertRegex(out, r"(?m)^r +Edges +3 +1\.00 +\S+ +1\.00 ")
        self.assertRegex(out, r"(?m)^r +Same +3 +- +- +- +-$")
        self.assertNotIn("Type", out)

    def test_correlation_refuses(self) -> None:
        self.result("r", values="2 4")
        self.assertIn(
            "2 inputs have a speed-up and 'nodes', wanted 3 or more", self.refused("correlate", "r.json")
        )
        self.assertIn("no result", self.refused("correlate", "p.csv"))
        self.assertIn("cannot read p.csv", self.refused("correlate", "r.json", "p.csv"))
        Path("p.csv").write_text("Graph\n")
        self.assertIn("wanted a line with names", self.refused("correlate", "r.json", "p.csv"))
        self.assertIn("no input has x and y", self.refused("correlate", "r.json", "--ratio", "x/y"))
        self.program("a", "echo kernel_ms: 1")
        self.result("s", values="2 4 5")
        self.assertIn("printed no properties", self.refused("correlate", "s.json"))


class Correlation(unittest.TestCase):
    def test_known_values(self) -> None:
        x, y = (1.0, 2.0, 3.0, 4.0, 5.0), (2.0, 1.0, 4.0, 3.0, 5.0)
        (found,) = correlation.correlate(
            dict(zip("pqrst", y, strict=True)), {k: {"n": v} for k, v in zip("pqrst", x, strict=True)}
        )
        self.assertEqual(found.inputs, 5)
        self.assertAlmostEqual(found.pearson.value, 0.8)
        self.assertAlmostEqual(found.spearman.value, 0.8)
        self.assertAlmostEqual(found.pearson.p, 0.1041, 4)
        self.assertAlmostEqual(found.spearman.p, 16 / 120)  # table of exact values


class Rest(Programs):
    def test_machine(self) -> None:
        self.program("nvidia-smi", "echo 'NVIDIA Imaginary, 1.2.3'")
        with mock.patch.dict(os.environ, {"PATH": f"{os.getcwd()}:{os.environ['PATH']}"}):
            found = machine.describe()
        self.assertEqual(
            (found["gpu"], machine.label(found)), ("NVIDIA Imaginary, 1.2.3", "NVIDIA Imaginary")
        )
        self.program("nvidia-smi", "exit 9")
        with mock.patch.dict(os.environ, {"PATH": f"{os.getcwd()}:{os.environ['PATH']}"}):
            self.assertIsNone(machine.describe()["gpu"])

    def test_libraries_that_are_missing(self) -> None:
        err = io.StringIO()
        with (
            mock.patch("warpsan_ab.interpreter.LIBRARIES", ("no_such_library", "json")),
            mock.patch("sys.executable", interpreter.DEBIAN),
            contextlib.redirect_stderr(err),
            self.assertRaises(SystemExit) as end,
        ):
            interpreter.ensure()
        self.assertEqual(end.exception.code, 2)
        self.assertIn("no Python library no_such_library: run scripts/setup.sh", err.getvalue())

    def test_nothing_is_left_of_a_run_that_was_interrupted(self) -> None:
        self.program("a", "echo $$ >pid", "exec sleep 60")
        with subprocess.Popen(
            [AB, "--a", "./a", "--b", "./a", "--values", "1", "--quiet"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        ) as process:
            while not Path("pid").exists() or not Path("pid").read_text():
                time.sleep(0.01)
            process.send_signal(signal.SIGINT)
            process.communicate()
        self.assertEqual(process.returncode, 130)
        with self.assertRaises(ProcessLookupError):
            os.kill(int(Path("pid").read_text()), 0)

    def test_properties_of_rows(self) -> None:
        result = Result("made up", plan(inputs="x"), {"gpu": "card"})
        result.runs.append(Run("a", "x", 0, 1.0, {"x/p": [1.0], "x/q": [2.0]}, properties={"n": 3.0}))
        self.assertEqual(Evidence(result).properties(), {"x/p": {"n": 3.0}, "x/q": {"n": 3.0}})

    def test_documentation_has_the_help_text(self) -> None:
        page = (ROOT / "docs" / "ab.md").read_text()
        text = "".join(
            f"    {line}".rstrip() + "\n" for line in command_line.run_parser().format_help().splitlines()
        )
        self.assertIn(text, page)


if __name__ == "__main__":
    unittest.main()
