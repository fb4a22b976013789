#!/usr/bin/env python3
"""What is installed works where it is moved to, for another project, without a GPU and
without the tools of a CUDA toolkit; wrong uses are explained; and it can be removed."""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "support"))

from install_manifest import kept_manifest  # noqa: E402

RACES_FOUND = 66
FIRST_PLACE = "place of the installation"
TOOLS = ("warpsan++", "warpsan-nvcc", "warpsan-repair", "warpsan-replay", "warpsan-report")
MAN_PAGES = {f"man1/{tool}.1" for tool in TOOLS} | {"man7/warpsan.7"}
MAN_CHECKS = ("groff -man -ww -z -Tutf8", "mandoc -Tlint -Werror")
BAD_CALLS = {
    "mode": "no mode 'fast': MODE is one of .*fsm, .*ld",
    "target": "warpsan_enable.no_such_target.: there is no target",
    "imported": "imported target",
    "sources": "the target has no CUDA source",
    "words": "unknown or incomplete: GPU",
    "options": "OPTIONS are -warpsan-<name>=<value>, not '-O2'",
    "nvcc": "compiled by NVIDIA .*plugin of clang 22.*--toolchain .*warpsan[+][+]",
    "version": "requested version \"9\"",
}


def run(*command: object, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {k: v for k, v in os.environ.items() if not k.startswith("WARPSAN_")}
    return subprocess.run(
        [str(word) for word in command],
        env=environment | variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if not path.is_dir()]


def line_of(word: str) -> int:
    lines = (HERE / "consumer/racy.cu").read_text().splitlines()
    return next(number for number, line in enumerate(lines, 1) if line.endswith(f"// {word}"))


@dataclass
class Work:
    """Folders of this run: the moved tree, a toolkit without tools, the consumer's build."""

    cmake: str
    build: Path  # of WarpSan
    folder: Path

    @property
    def tree(self) -> Path:
        return self.folder / "moved tree"

    @property
    def toolkit(self) -> Path:
        return self.folder / "toolkit"

    def install(self, prefix: Path) -> None:
        result = run(self.cmake, "--install", self.build, "--prefix", prefix)
        if result.returncode != 0:
            sys.exit(result.stdout)

    def make_toolkit(self) -> None:
        """Headers and device library only. CMake asks nvcc for its version."""
        _, real = run(self.tree / "bin/warpsan++", "--print-toolchain").stdout.splitlines()
        for name in ("bin", "lib64"):
            (self.toolkit / name).mkdir(parents=True)
        for name in ("include", "nvvm"):
            (self.toolkit / name).symlink_to(Path(real) / name)
        nvcc = self.toolkit / "bin/nvcc"
        nvcc.write_text("#!/bin/sh\necho 'Cuda compilation tools, release 13.0, V13.0.0'\n")
        nvcc.chmod(0o755)


class InstalledTree(unittest.TestCase):
    work: Work

    def run_well(self, *command: object, code: int = 0, **variables: str) -> str:
        result = run(*command, **variables)
        self.assertEqual(result.returncode, code, result.stdout)
        return result.stdout

    def configure(self, *options: str) -> subprocess.CompletedProcess[str]:
        package = self.work.tree / "lib/cmake/WarpSan"
        return run(
            *(self.work.cmake, "-G", "Ninja", "-S", HERE / "consumer"),
            *("-B", self.work.folder / "build"),
            *("--toolchain", package / "toolchain.cmake"),
            *("-DWARPSAN_CPU=ON", *options),
            WARPSAN_CUDA_PATH=str(self.work.toolkit),
        )

    def check_race(self, report: str) -> None:
        for word in ("WRITE", "READ"):
            self.assertIn(f"racy.cu:{line_of(word)}", report)
        self.assertRegex(report, "verdict=races races=1 .*target=cpu")

    def test_driver(self) -> None:
        program = self.work.folder / "racy"
        self.run_well(
            *(self.work.tree / "bin/warpsan++", "--cpu", "-g", HERE / "consumer/racy.cu"),
            *("-o", program),
        )
        self.check_race(self.run_well(program, code=RACES_FOUND))

    def test_tools_tell_about_themselves(self) -> None:
        for tool in TOOLS:
            self.assertIn(tool, self.run_well(self.work.tree / "bin" / tool, "--help"))
            self.assertIn("WarpSan", self.run_well(self.work.tree / "bin" / tool, "--version"))

    @unittest.skipUnless(shutil.which("help2man"), "no help2man")
    def test_man_pages(self) -> None:
        folder = self.work.tree / "share/man"
        pages = files(folder)
        self.assertEqual({str(page.relative_to(folder)) for page in pages}, MAN_PAGES)
        for page in pages:
            for check in MAN_CHECKS:
                self.assertEqual(self.run_well(*check.split(), page), "")

    def test_driver_names_what_is_missing(self) -> None:
        driver = self.work.tree / "bin/warpsan++"
        for variable in ("WARPSAN_CUDA_PATH", "WARPSAN_CLANGXX"):
            output = self.run_well(driver, "x.cu", code=1, **{variable: "/no/such"})
            self.assertRegex(output, f"error: no .* /no/such: set {variable}")

    def test_consumer(self) -> None:
        configured = self.configure("-UCMAKE_PROJECT_INCLUDE")
        self.assertEqual(configured.returncode, 0, configured.stdout)
        build = self.work.folder / "build"
        self.run_well(self.work.cmake, "--build", build)
        self.check_race(self.run_well(build / "racy", code=RACES_FOUND))
        output = self.run_well(build / "sum")
        self.assertIn("sum 2016", output)
        self.assertRegex(output, "verdict=none races=0 kernels=1/1 .*not_analysed=0")

    def test_wrong_uses_are_explained(self) -> None:
        for case, message in BAD_CALLS.items():
            with self.subTest(case):
                result = self.configure(
                    f"-DCMAKE_PROJECT_INCLUDE={HERE}/bad_calls.cmake", f"-DCASE={case}"
                )
                self.assertNotEqual(result.returncode, 0)
                self.assertRegex(re.sub(r"\s+", " ", result.stdout), message)

    def test_uninstall(self) -> None:
        prefix = self.work.folder / "to be removed"
        self.work.install(prefix)
        self.assertGreater(len(files(prefix)), 20)
        self.run_well(self.work.cmake, "--build", self.work.build, "--target", "uninstall")
        self.assertFalse(prefix.exists())

    def test_tree_names_no_other_place(self) -> None:
        for path in files(self.work.tree):
            content = path.read_bytes()
            for place in (str(self.work.build), FIRST_PLACE):
                self.assertFalse(place.encode() in content, f"{path} names {place}")


def main() -> bool:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, required=True, help="build folder of WarpSan")
    parser.add_argument("--cmake", default="cmake")
    arguments, unittest_options = parser.parse_known_args()
    with tempfile.TemporaryDirectory(prefix="warpsan-package.") as folder, kept_manifest(arguments.build):
        work = InstalledTree.work = Work(arguments.cmake, arguments.build, Path(folder))
        work.install(Path(folder) / FIRST_PLACE)
        shutil.move(Path(folder) / FIRST_PLACE, work.tree)
        work.make_toolkit()
        result = unittest.main(argv=[__file__, *unittest_options], exit=False, verbosity=2).result
    return result.wasSuccessful()


if __name__ == "__main__":
    sys.exit(0 if main() else 1)
