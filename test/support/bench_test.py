#!/usr/bin/env python3
"""Scripts of bench/ on made-up runs: what they keep, print and plot."""

import contextlib
import importlib.util
import json
import math
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

BENCH = Path(__file__).resolve().parents[2] / "bench"
sys.path.append(str(BENCH))

import privatization  # noqa: E402
import racecheck  # noqa: E402
import rounds  # noqa: E402
import summary  # noqa: E402

CARD = "NVIDIA Imaginary"


# The spread of a counter that is 0 is no number.
SPREAD = {"aggregate_name": "cv", "site_bits": math.nan}


def row(name: str, time: float, **others) -> dict:
    return {"run_name": name, "name": f"{name}_median", "aggregate_name": "median",
            "run_type": "aggregate", "real_time": time, **others}


class Files(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def merged(self, *rows: dict) -> Path:
        run = {"context": {"card": CARD, "date": "today"}, "benchmarks": rows}
        (self.folder / "run.json").write_text(json.dumps(run))
        out = self.folder / "out.json"
        summary.merge(str(out), [str(self.folder / "run.json")])
        return out

    def script(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)
        return path


class Rounds(Files):
    LINE = (
        "WarpSan: verdict=races races=1 regions=4000 region_bytes=1 racing_regions=1500 given_up=0"
        " passes=10000 copies=2 rounds=2/10 detection=0.7507 target=cpu seed=lockstep"
    )

    def test_a_row_is_read_from_the_verdict(self) -> None:
        row = rounds.parse(f"...\n{self.LINE}\n", 2)
        self.assertEqual((row["pairs"], row["found"], row["share"]), (2000, 1500, 0.75))
        self.assertEqual((row["passes"], row["mean_passes"], row["cut"]), (4, 1.0, True))
        self.assertAlmostEqual(row["equation1"], 960 * 0.75 / 959)
        self.assertLess(row["low"], row["equation1"])
        self.assertGreater(row["high"], row["equation1"])

    def test_other_copies_than_asked_for_are_an_error(self) -> None:
        with self.assertRaises(SystemExit):
            rounds.parse(self.LINE, 4)

    def test_intervals(self) -> None:
        low, high = rounds.interval(1500, 2000)
        self.assertAlmostEqual(low, 0.7305, places=3)
        self.assertAlmostEqual(high, 0.7685, places=3)
        self.assertEqual(rounds.interval(2000, 2000)[1], 1.0)
        self.assertEqual(rounds.equation1(31, 2), 1.0)

    @unittest.skipUnless(importlib.util.find_spec("matplotlib"), "no matplotlib")
    def test_plot(self) -> None:
        out = self.folder / "rounds.json"
        rows = [rounds.parse(self.LINE, 2)]
        out.write_text(json.dumps({"members": 960, "rows": rows}))
        image = self.folder / "rounds.svg"
        summary.rounds(str(out), str(image))
        self.assertGreater(image.stat().st_size, 1000)


class Tables(Files):
    ROWS = (row("gather/plain/manual_time", 4.0), row("gather/unelided/manual_time", 10.0),
            row("gather/checked/manual_time", 6.0))

    def test_factors(self) -> None:
        table = summary.table(str(self.merged(*self.ROWS))).splitlines()
        self.assertEqual(table[0], f"kernel time over plain, medians, {CARD}")
        self.assertEqual([line.split() for line in table[1:]],
                         [["kernel", "unelided", "checked"], ["gather", "2.50x", "1.50x"],
                          ["mean", "(geo.)", "2.50x", "1.50x"]])

    def test_column_of_racecheck(self) -> None:
        out = self.merged(*self.ROWS)
        for found, cell in ((123.04, "123.0x"), ("did not finish in 5 s",) * 2):
            result = json.loads(out.read_text()) | {"racecheck": {"gather": found}}
            out.write_text(json.dumps(result))
            lines = summary.table(str(out)).splitlines()
            self.assertRegex(lines[1], "racecheck$")
            self.assertRegex(lines[2], f"1.50x +{cell}$")
            self.assertRegex(lines[3], "-$")

    def test_launches(self) -> None:
        out = self.merged(row("launches_empty/plain/iterations:20/manual_time", 2.0),
                          row("launches_empty/checked/iterations:20/manual_time", 3.25))
        self.assertEqual(summary.launches(str(out)).splitlines()[-1].split(),
                         ["launches_empty", "2.00", "3.25", "1.25"])

    def test_wrong_element_is_no_time(self) -> None:
        with self.assertRaisesRegex(SystemExit, "wrong element"):
            self.merged(row("a/plain", 1.0) | {"name": "a", "error_occurred": True,
                                               "error_message": "wrong element"})


class Growth(Files):
    def out(self) -> Path:
        def bits(other: int) -> dict:
            return {"thread_bits": 10.0, "site_bits": 4.0, "other_site_bits": other}

        return self.merged(
            row("growth_phases/plain/1024/manual_time", 2.048, **bits(4)),
            row("growth_phases/plain/8192/manual_time", 8.192, **bits(4)),
            row("growth_phases/plain/8192/manual_time", 0.1, **bits(4)) | SPREAD,
            row("growth_phases/plain/65536/manual_time", 65.536, **bits(0)),
            row("growth_phases/checked/1024/manual_time", 4.096, **bits(4)),
            row("growth_data/plain/8192/manual_time", 8.192, **bits(2)))

    def test_series(self) -> None:
        series = summary.growth_series(summary.read(str(self.out()))["medians"])
        self.assertEqual(series, {
            ("growth_phases", "plain"): [(1024, 2.0), (8192, 1.0), (65536, 1.0)],
            ("growth_phases", "checked"): [(1024, 4.0)],
            ("growth_data", "plain"): [(8192, 1.0)]})

    def test_where_cells_lose_a_field(self) -> None:
        cells = summary.read(str(self.out()))["cells"]
        self.assertEqual(cells["growth_phases/1024"],
                         {"thread_bits": 10, "site_bits": 4, "other_site_bits": 4})
        self.assertEqual(summary.lost_sites(cells), {65536: "phases"})

    @unittest.skipUnless(importlib.util.find_spec("matplotlib"), "no matplotlib")
    def test_plot(self) -> None:
        image = self.folder / "growth.svg"
        summary.growth(str(self.out()), str(image))
        drawn = image.read_text()
        for text in (CARD, "ns per element", "phases, plain", "data, plain",
                     "no second site in cells: phases"):
            self.assertIn(f"<!-- {text} -->", drawn)


LOG = """\
noise
WarpSan: costs by kernel (own: launches of the program's own kernel, nothing in them can race)
  ramp(int*)  2  2
WarpSan: kernel="ramp(int*)" launches=2 launches_checked=0 launches_own=2 threads=512 own_us=3.1
WarpSan: kernel="ramp(int*)" sites=3 sites_checked=1 sites_not_analysed=0 sites_proved=2 proved_constant=2
WarpSan: kernel="turn(int, char)" launches=1 launches_checked=1 launches_own=0 threads=64
WarpSan: kernel="turn(int, char)" sites=6 sites_checked=5 sites_not_analysed=0 sites_proved=1 proved_barrier-interval=1
WarpSan: kernel="turn(int, char)" checks=320 left_out_by_launch=128 left_out_by_shape=192 words=320
WarpSan: memory tracked_bytes=4 shadow_bytes=8
"""


class Sites(unittest.TestCase):
    def test_reasons(self) -> None:
        header, ramp, turn = (line.split("  ") for line in summary.sites(LOG).splitlines())
        header, ramp, turn = ([cell.strip() for cell in line if cell]
                              for line in (header, ramp, turn))
        self.assertEqual(header, [
            "kernel", "sites", "checked", "not analysed", "barrier-interval", "constant",
            "launches", "launches own", "checks", "left out by launch", "left out by shape"])
        self.assertEqual(ramp, ["ramp(int*)", "3", "1", "0", "0", "2", "2", "2", "-", "-", "-"])
        self.assertEqual(turn, ["turn(int, char)", "6", "5", "0", "1", "0", "1", "0", "320", "128",
                                "192"])

    def test_log_without_counters(self) -> None:
        with self.assertRaisesRegex(SystemExit, "counters=1"):
            summary.sites("WarpSan: verdict=none races=0\n")


class Racecheck(Files):
    """With a tool and a program that only look like them."""

    RUN = {"context": {"card": CARD},
           "benchmarks": [{"name": "gather/plain", "run_type": "iteration", "real_time": 40.0}]}

    def check(self, program: str) -> tuple[int, float | str | None, str]:
        out = self.merged(row("gather/plain/manual_time", 4.0))
        self.script("build/bench/kernels_plain", program)
        tool = self.script("sanitizer", 'shift 2; exec "$@"')
        return self.start(out, "--tool", str(tool), "--limit", "2")

    def start(self, out: Path, *options: str) -> tuple[int, float | str | None, str]:
        run = subprocess.run(
            [sys.executable, str(BENCH / "racecheck.py"), str(self.folder / "build"), str(out),
             *options], capture_output=True, text=True, timeout=60)
        return run.returncode, json.loads(out.read_text()).get("racecheck", {}).get("gather"), (
            run.stdout + run.stderr)

    def writing(self, run: dict) -> str:
        (self.folder / "written.json").write_text(json.dumps(run))
        return ('for option; do case $option in --benchmark_out=*) '
                f'cp {self.folder}/written.json "${{option#*=}}";; esac; done')

    def test_factor_over_plain(self) -> None:
        self.assertEqual(self.check(self.writing(self.RUN))[:2], (0, 10.0))

    def test_one_launch_of_one_kernel(self) -> None:
        arguments = self.folder / "arguments"
        self.check(f'printf "%s\\n" "$@" > {arguments}; {self.writing(self.RUN)}')
        self.assertIn("--benchmark_filter=^gather/", arguments.read_text().splitlines())
        self.assertIn("--benchmark_min_time=1e-9", arguments.read_text().splitlines())

    def test_limit_ends_all_that_was_started(self) -> None:
        pid = self.folder / "pid"
        code, found, _ = self.check(f"sleep 100 & echo $! > {pid}; wait")
        self.assertEqual((code, found), (0, "did not finish in 2 s"))
        state = Path("/proc", pid.read_text().strip(), "stat")
        with contextlib.suppress(OSError):
            self.assertEqual(state.read_text().split()[2], "Z")

    def test_failures(self) -> None:
        wrong = {"context": {"card": CARD},
                 "benchmarks": [self.RUN["benchmarks"][0]
                                | {"error_occurred": True, "error_message": "wrong sum"}]}
        for program, expected in (("echo out of memory; exit 3",
                                   "failed: exit code 3, out of memory"),
                                  ("exit 0", "failed: no result"),
                                  (self.writing(wrong), "failed: wrong sum")):
            self.assertEqual(self.check(program)[:2], (0, expected))

    def test_another_card(self) -> None:
        run = self.RUN | {"context": {"card": "another"}}
        code, found, said = self.check(self.writing(run))
        self.assertEqual((code, found), (1, None))
        self.assertIn("different cards", said)

    def test_no_gpu(self) -> None:
        code, found, said = self.check("exit 77")
        self.assertEqual((code, found), (1, None))
        self.assertIn("no GPU", said)

    def test_no_tool(self) -> None:
        out = self.merged(row("gather/plain/manual_time", 4.0))
        code, found, said = self.start(out, "--tool", "no-such-tool")
        self.assertEqual((code, found), (0, None))
        self.assertIn("no no-such-tool, left out", said)


class Privatization(Files):
    """With programs that only look like the shapes."""

    VERDICT = ("WarpSan: verdict=none races=0 kernels=1/1 checked=3 not_analysed=0 grids=2 "
               "grids_given_up=0 regions=4 region_bytes=64 given_up=0 copies=2 rounds=1/1")
    COUNTED = """WarpSan: kernel="sum(int, char)" launches=2 static_shared_bytes=0/32
WarpSan: kernel="sum(int, char)" first_pass_cycles=60 merge_cycles=15
WarpSan: kernel="sum(int)" first_pass_cycles=15 wait_cycles=10
WarpSan: memory tracked_bytes=4 copy_bytes=96 shadow_per_byte=2.5"""
    SHAPE = """import json, os, sys
listed = "--benchmark_list_tests=true" in sys.argv
print("scan/plain/8/manual_time") if listed else None
out = [a.split("=", 1)[1] for a in sys.argv if a.startswith("--benchmark_out=")]
row = {"run_type": "iteration"}
names = [f"scan/any/{a}/manual_time" for a in sys.argv[1:] if a.isdigit()]
rows = [row | {"run_name": n, "name": n, "real_time": TIME * t} for n in names for t in (1, 2, 9)]
context = {"card": "NVIDIA Imaginary", "date": "today"}
json.dump({"context": context, "benchmarks": rows}, open(out[0], "w")) if out else None
print(SAYS)
print(COUNTED if "counters=1" in os.environ["WARPSAN_OPTIONS"] else "")
"""

    def shape(self, name: str, time: float, says: str = "") -> str:
        text = f"TIME, SAYS, COUNTED = {time}, {says!r}, {self.COUNTED!r}\n{self.SHAPE}"
        (self.folder / f"{name}.py").write_text(text)
        return f"{name}={self.script(name, f'exec {sys.executable} {self.folder}/{name}.py $@')}"

    def measure(self, *programs: str, limit: int = 20) -> tuple[int, Path]:
        out = self.folder / "out.json"
        with contextlib.redirect_stdout(None):
            code = privatization.main([str(out), *programs, "--limit", str(limit)])
        return code, out

    def both(self) -> Path:
        code, out = self.measure(self.shape("plain", 2),
                                 self.shape("ld_unelided", 10, self.VERDICT))
        self.assertEqual(code, 0)
        return out

    def test_result(self) -> None:
        result = json.loads(self.both().read_text())
        self.assertEqual((result["card"], result["blocks"]), (CARD, {"scan": 8}))
        self.assertEqual(result["medians"]["scan"],
                         {"plain": 4.0, "ld_unelided": 20.0, "ld_unelided_block": 20.0})
        self.assertEqual(set(result["medians"]), {"scan", "scan/1", "scan/4", "scan/8"})
        self.assertEqual(result["factors"], {"scan": {"ld_unelided": 5.0, "ld_unelided_block": 5.0}})
        self.assertAlmostEqual(result["means"]["ld_unelided"]["factor"], 5)
        self.assertEqual(result["verdicts"]["scan"]["ld_unelided"]["rounds"], [1, 1])
        costs = result["costs"]["scan"]
        self.assertEqual(costs["memory"],
                         {"tracked_bytes": 4, "copy_bytes": 96, "shadow_per_byte": 2.5})
        self.assertEqual(costs["kernels"]["sum(int, char)"]["static_shared_bytes"], [0, 32])

    def test_what_is_printed_of_it(self) -> None:
        out = self.both()
        self.assertEqual([line.split() for line in summary.memory(str(out)).splitlines()], [
            "shape blocks copies copy bytes tracked bytes".split(), ["scan", "8", "2", "96", "4"]])
        self.assertEqual(summary.cycle_shares(json.loads(out.read_text())["costs"]),
                         {"scan": {"first pass": 0.75, "merge": 0.15, "wait": 0.1}})
        self.assertIn("5.00x", summary.table(str(out)))

    def test_no_figure_without_a_clean_verdict(self) -> None:
        for key in ("races", "given_up", "not_analysed"):
            says = self.VERDICT.replace(f" {key}=0", f" {key}=1")
            code, out = self.measure(self.shape("plain", 2), self.shape("ld", 10, says))
            self.assertEqual(code, 1)
            result = json.loads(out.read_text())
            self.assertEqual(result["failed"]["scan"]["ld"], f"verdict: {key}")
            self.assertNotIn("ld", result["medians"]["scan"])

    def test_blocks_alone_leave_global_memory_out(self) -> None:
        says = self.VERDICT.replace("not_analysed=0", "not_analysed=2")
        self.assertTrue(privatization.check_verdict(privatization.VARIANTS["ld_block"], says))

    def test_nothing_compared(self) -> None:
        says = self.VERDICT.replace("regions=4", "regions=0").replace("grids=2", "grids=0")
        with self.assertRaisesRegex(privatization.Failed, "nothing compared"):
            privatization.check_verdict(privatization.VARIANTS["ld_unelided"], says)

    def test_failures(self) -> None:
        plain = self.shape("plain", 2)
        for program, reason in (("echo wrong; exit 3", "failed: exit code 3, wrong"),
                                ("exit 0", "failed: no result"),
                                ("sleep 100", "did not finish in 3 s")):
            code, out = self.measure(plain, f"ld={self.script('ld', program)}", limit=3)
            self.assertEqual(code, 1)
            self.assertEqual(json.loads(out.read_text())["failed"]["scan"]["ld"], reason)

    def test_no_gpu(self) -> None:
        with self.assertRaisesRegex(SystemExit, "no GPU"):
            self.measure(f"plain={self.script('plain', 'exit 77')}")

    @unittest.skipUnless(importlib.util.find_spec("matplotlib"), "no matplotlib")
    def test_plots(self) -> None:
        out = self.both()
        for draw, text in ((summary.plot, "ld, no elision"), (summary.breakdown, "first pass"),
                           (summary.scaling, "blocks")):
            image = self.folder / "plot.svg"
            draw(str(out), str(image))
            self.assertIn(f"<!-- {text} -->", image.read_text())


if __name__ == "__main__":
    unittest.main()
