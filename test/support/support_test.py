#!/usr/bin/env python3
"""The checkers must fail when they should: on a silent detector, on false
alarms, on wrong lines, on tests that did not run."""

import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / folder) for folder in ("test/support", "test/docs", "scripts")]

import check_twins  # noqa: E402
import count_tests  # noqa: E402
import run_commands  # noqa: E402
import warpsan_output  # noqa: E402
from expectations import expected_faults, expected_pairs  # noqa: E402
from programs import Result  # noqa: E402

REPORT = """\
==================
WARNING: WarpSan: data race (missing warp barrier)
  Volatile read of size 4 at shared memory offset 0x40 by thread (0,0,0) of block (0,0,0) [warp 0, lane 0]:
    #0 get(int const*, int) a folder/x.cu:2:25 [inlined]
    #1 kernel(int*) a folder/x.cu:9:1
  Earlier write of size 4 by thread (16,0,0) of block (0,0,0) [warp 0, lane 16]:
    #0 atomicAdd(int*, int) /opt/cuda/include/device_atomic_functions.hpp:107:10 [inlined]
    #1 kernel(int*) x.cu:3:12
  Memory: shared variable 's' (x.cu:1), 256 bytes, byte 64 (element 16 of size 4)
  Seen: 30 times; also write / write, atomic update / read; 3 with an earlier line that is not known
==================
"""
SOURCE = "// EXPECT: a read, b write\nread(); // [a]\nwrite(); // [b]\n"


def verdict(word: str, races: int, checked: int, not_analysed: int = 0) -> str:
    return (
        f"WarpSan: verdict={word} races={races} kernels=1/1 sites=3 checked={checked} proved=0"
        f" not_analysed={not_analysed} suppressed=0 lost=0 target=cpu seed=lockstep\n"
    )


class Twins(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def expected(self, text: str = SOURCE):
        source = Path(self.folder.name) / "x.cu"
        source.write_text(text)
        return expected_pairs([source])

    def racy(self, code: int, output: str, source: str = SOURCE) -> list[str]:
        return check_twins.racy_problems(Result(code, output), self.expected(source))

    def clean(self, code: int, output: str) -> list[str]:
        return check_twins.clean_problems(Result(code, output), "cpu")

    def test_reads_a_report(self) -> None:
        (race,) = warpsan_output.parse_races(REPORT)
        self.assertEqual(race.accesses, [(("x.cu", 2), "read"), (("x.cu", 3), "write")])
        self.assertIn(frozenset({"atomic", "read"}), race.kinds)

    def test_accepts_the_expected_race(self) -> None:
        self.assertEqual(self.racy(66, REPORT + verdict("races", 1, 3)), [])

    def test_rejects_silence(self) -> None:
        self.assertTrue(self.racy(0, "DONE\n"))
        self.assertTrue(self.racy(66, verdict("races", 0, 3)))

    def test_rejects_wrong_code_line_kind_class(self) -> None:
        good = REPORT + verdict("races", 1, 3)
        self.assertTrue(self.racy(0, good))
        self.assertTrue(self.racy(66, good.replace("x.cu:3:", "x.cu:4:")))
        self.assertTrue(self.racy(66, good, SOURCE.replace("a read", "a atomic")))
        self.assertTrue(self.racy(66, good, SOURCE.replace("b write", "b write, same-value")))
        self.assertTrue(self.racy(66, good, SOURCE.replace("b write", "b write, lock")))
        self.assertEqual(self.racy(66, good, SOURCE.replace("b write", "b write, warp-barrier")), [])
        with self.assertRaises(ValueError):
            self.expected(SOURCE.replace("b write", "b write, no-class"))

    def test_rejects_an_additional_race(self) -> None:
        other = REPORT.replace("x.cu:3:", "x.cu:7:")
        self.assertTrue(self.racy(66, REPORT + other + verdict("races", 2, 3)))

    def test_pairs_of_some_faults(self) -> None:
        source = Path(self.folder.name) / "x.cu"
        source.write_text(SOURCE.replace("EXPECT", "EXPECT NO_FENCE NO_FLAG"))
        self.assertEqual(len(expected_pairs([source], "NO_FLAG")), 1)
        self.assertEqual(expected_pairs([source], "NO_LOCK"), [])
        self.assertEqual(expected_faults([source]), ["NO_FENCE", "NO_FLAG"])

    def test_finds_lines_of_shared_headers(self) -> None:
        source = Path(self.folder.name) / "x.cu"
        header = Path(self.folder.name) / "Inputs/x.h"
        header.parent.mkdir()
        header.write_text("\nread(); // [a]\n")
        source.write_text('// EXPECT: a, b\n#include "Inputs/x.h"\nwrite(); // [b]\n')
        (pair,) = expected_pairs([source])
        self.assertEqual(pair.lines, frozenset({("x.h", 2), ("x.cu", 3)}))

    def test_accepts_a_clean_run(self) -> None:
        self.assertEqual(self.clean(0, "DONE\n" + verdict("none", 0, 3)), [])

    def test_a_program_may_have_a_marker_of_its_own(self) -> None:
        complete = Result(0, "verified: yes\n" + verdict("none", 0, 3))
        self.assertEqual(check_twins.clean_problems(complete, "cpu", "verified: yes"), [])
        partly = Result(0, "not verified: yes\n" + verdict("none", 0, 3))
        self.assertTrue(check_twins.clean_problems(partly, "cpu", "verified: yes"))

    def test_rejects_a_clean_run_without_evidence(self) -> None:
        self.assertTrue(self.clean(0, "DONE\n"))
        self.assertTrue(self.clean(0, verdict("none", 0, 3)))
        self.assertTrue(self.clean(0, "DONE\n" + verdict("none", 0, 0)))
        self.assertTrue(self.clean(0, "DONE\n" + verdict("none", 0, 3, not_analysed=1)))
        self.assertTrue(self.clean(3, "DONE\n" + verdict("none", 0, 3)))
        self.assertTrue(self.clean(0, "DONE\n" + REPORT + verdict("none", 0, 3)))


class Pages(unittest.TestCase):
    PAGE = """\
Text, and a block that shows no command:

    int x;

    $ cat >x <<END
    > one
    >
    > END
    $ cat \\
        x
    one

* A list:

      $ false
"""

    def commands(self) -> list[run_commands.Command]:
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder) / "page.md"
            page.write_text(self.PAGE)
            return run_commands.commands_of(page)

    def test_commands(self) -> None:
        texts = [(command.line, command.text, command.expected) for command in self.commands()]
        self.assertEqual(
            texts, [(5, "cat >x <<END\none\n\nEND", []), (9, "cat x", ["one"]), (15, "false", [])]
        )

    def test_failures(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            results = Path(folder)
            for number, (out, status) in enumerate([("", 0), ("two\n", 0), ("", 1)]):
                (results / f"{number}.out").write_text(out)
                (results / f"{number}.status").write_text(f"{status}\n")
            problems = [run_commands.problem_of(row, results, i) for i, row in enumerate(self.commands())]
        self.assertIsNone(problems[0])
        self.assertIn("something else", problems[1])
        self.assertIn("failed with 1", problems[2])


class Counting(unittest.TestCase):
    def count(self, junit: str, details: str = "") -> count_tests.Counts:
        with tempfile.TemporaryDirectory() as folder:
            results = Path(folder)
            if details:
                (results / "x.xml").write_text(details)
            total = count_tests.Counts()
            for entry in count_tests.ElementTree.fromstring(junit).iter("testcase"):
                total.add(count_tests.count_entry(entry, results))
            return total

    def test_single_tests_replace_the_entry(self) -> None:
        details = (
            "<testsuites><testsuite><testcase/><testcase><skipped/></testcase>"
            "<testcase><failure/></testcase></testsuite></testsuites>"
        )
        entry = '<testsuite><testcase name="x" status="fail"><failure/></testcase></testsuite>'
        self.assertEqual(self.count(entry, details), count_tests.Counts(1, 1, 1))

    def test_a_crash_is_a_failure(self) -> None:
        entry = '<testsuite><testcase name="x" status="fail"><failure/></testcase></testsuite>'
        self.assertEqual(self.count(entry), count_tests.Counts(0, 1, 0))
        passed = "<testsuites><testcase/></testsuites>"
        self.assertEqual(self.count(entry, passed), count_tests.Counts(1, 1, 0))

    def test_a_program_that_is_missing_is_a_failure(self) -> None:
        entry = (
            '<testsuite><testcase name="x" status="notrun">'
            '<skipped message="Unable to find executable"/></testcase></testsuite>'
        )
        self.assertEqual(self.count(entry), count_tests.Counts(0, 1, 0))


if __name__ == "__main__":
    unittest.main()
