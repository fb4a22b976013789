#!/usr/bin/env python3
"""The twins in test/e2e on a GPU machine without compiler:
`build` compiles all of them into a folder, `run` runs and checks them there.

    build/bin/warpsan++ must exist for `build`; for `run` WARPSAN_RUNTIME names
    build/lib/libwarpsan.so, since programs look where they were built.
"""

import argparse
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CUDA = os.environ.get("CUDA_PATH", "/usr/local/cuda")
RUN_LINE = re.compile(r"RUN: %check_twins (O\d) (.+)")


def gpu_twins() -> list[tuple[str, list[str]]]:
    """Level, then sources and options, from the RUN lines."""
    found = []
    suite = ROOT / "test/e2e"
    for source in sorted(suite.rglob("*.cu")):
        if source.is_relative_to(suite / "cpu"):
            continue
        for level, files in RUN_LINE.findall(source.read_text()):
            names = files.replace("%s", str(source)).replace("%S", str(source.parent))
            names = names.replace("%driver_stubs", f"-L{CUDA}/lib64/stubs -lcuda")
            found.append((level, shlex.split(names)))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("action", choices=["build", "run"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--driver", default=str(ROOT / "build/bin/warpsan++"))
    arguments = parser.parse_args()

    check = [sys.executable, str(ROOT / "test/support/check_twins.py"), "--driver", arguments.driver]
    failed = 0
    twins = gpu_twins()
    for level, sources in twins:
        command = [*check, "--work", str(arguments.folder), f"--{arguments.action}-only"]
        result = subprocess.run([*command, "gpu", level, *sources])
        failed += result.returncode != 0
        outcome = "FAILED" if result.returncode else "ok"
        source = next(Path(each).name for each in sources if each.endswith(".cu"))
        print(f"{source} {level}: {outcome}", flush=True)
    print(f"{len(twins) - failed} passed, {failed} failed")
    return 1 if failed or not twins else 0


if __name__ == "__main__":
    sys.exit(main())
