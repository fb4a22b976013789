#!/usr/bin/env python3
"""Every header compiles alone: nobody depends on the order of includes."""

import argparse
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from project_files import ROOT, files, relative

FOLDERS = ("include", "core", "ptx", "analysis", "passes", "report", "rt", "cpu")


def command(arguments: argparse.Namespace, header: Path) -> list[str]:
    shared = [
        arguments.clang,
        "-std=c++20",
        "-fsyntax-only",
        f"-I{ROOT}",
        f"-I{ROOT}/include",
        "-Wno-pragma-once-outside-header",
        "-Werror",
    ]
    if header.suffix == ".cuh":
        target = [
            "--cuda-device-only",
            "--cuda-gpu-arch=sm_80",
            "-nogpulib",
            "-Xclang",
            "-target-sdk-version=12.9",
            "-Wno-unknown-cuda-version",
            f"--cuda-path={arguments.cuda}",
        ]
        return [*shared, *target, "-x", "cuda", str(header)]
    system = ["-isystem", arguments.llvm_include, "-isystem", f"{arguments.cuda}/include"]
    return [*shared, *system, "-x", "c++", str(header)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clang", required=True)
    parser.add_argument("--cuda", required=True, help="CUDA toolkit")
    parser.add_argument("--llvm-include", required=True)
    arguments = parser.parse_args()

    headers = [
        path
        for path in files()
        if path.suffix in (".h", ".cuh") and relative(path).split("/")[0] in FOLDERS
    ]

    def compile_alone(header: Path) -> str:
        run = subprocess.run(command(arguments, header), capture_output=True, text=True)
        return f"{relative(header)} does not compile alone:\n{run.stderr}" if run.returncode else ""

    with ThreadPoolExecutor(max_workers=2) as pool:
        failures = [text for text in pool.map(compile_alone, headers) if text]
    print("\n".join(failures) or f"{len(headers)} headers compile alone")
    return 1 if failures or not headers else 0


if __name__ == "__main__":
    sys.exit(main())
