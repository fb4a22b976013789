#!/usr/bin/env python3
"""Prints one honest line, `N passed, N failed, N skipped`, for a ctest run.

Counts single GoogleTest and lit tests: an entry of ctest's JUnit file that left
a result file of the same name in the results folder is replaced by what that
file says. An entry that failed although its file shows no failure (it crashed,
or ran into its time limit) counts as one failure.
"""

import argparse
import sys
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Counts:
    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def add(self, other: "Counts") -> None:
        self.passed += other.passed
        self.failed += other.failed
        self.skipped += other.skipped


def count_cases(path: Path) -> Counts:
    """JUnit as ctest, lit and GoogleTest write it."""
    counts = Counts()
    for case in ElementTree.parse(path).iter("testcase"):
        status = case.get("status", case.get("result", "run"))
        if case.find("failure") is not None or case.find("error") is not None:
            counts.failed += 1
        elif case.find("skipped") is not None or status in ("notrun", "disabled"):
            counts.skipped += 1
        else:
            counts.passed += 1
    return counts


def count_entry(entry: ElementTree.Element, results: Path) -> Counts:
    status = entry.get("status")
    details = results / f"{entry.get('name')}.xml"
    if status in ("run", "fail") and details.exists():
        counts = count_cases(details)
        if status == "fail" and counts.failed == 0:
            counts.failed = 1
        return counts
    if status == "run":
        return Counts(passed=1)
    if status == "disabled":
        return Counts(skipped=1)
    # Also "notrun": no test of ours skips itself, so its program is missing.
    return Counts(failed=1)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("junit", type=Path, help="file of ctest --output-junit")
    parser.add_argument("results", type=Path, help="folder of the single result files")
    arguments = parser.parse_args()

    total = Counts()
    if arguments.junit.exists():
        for entry in ElementTree.parse(arguments.junit).iter("testcase"):
            total.add(count_entry(entry, arguments.results))
    print(f"{total.passed} passed, {total.failed} failed, {total.skipped} skipped")
    # No test at all is a failure: nothing was shown to work.
    return 0 if total.failed == 0 and total.passed > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
