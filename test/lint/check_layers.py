#!/usr/bin/env python3
"""Layer rule: which folder may include from which (CONTRIBUTING.md, Layers)."""

import re
import sys
from pathlib import Path

from project_files import SOURCE_SUFFIXES, files, relative

# Folder of the including file -> folders it may include from. "warpsan" is
# include/warpsan, "llvm" any LLVM or clang header, "cuda" any CUDA header.
ALLOWED = {
    "include": {"warpsan"},
    "core": {"core", "warpsan"},
    "ptx": {"ptx", "core", "warpsan", "llvm"},
    "analysis": {"analysis", "ptx", "core", "warpsan", "llvm"},
    "verify": {"verify", "analysis", "ptx", "core", "warpsan", "llvm"},
    "passes": {"passes", "verify", "analysis", "ptx", "core", "warpsan", "cpu", "llvm"},
    "report": {"report", "core", "warpsan"},
    "resolve": {"resolve", "warpsan"},
    "rt": {"rt", "report", "resolve", "core", "warpsan", "cuda"},
    "cpu": {"cpu", "ptx", "core", "warpsan", "llvm", "cuda"},
}

# Single files that cross the rule: they are contracts, not code.
EXCEPTIONS = {("cpu", "rt/backend.h"), ("passes", "rt/cuda_api.def"), ("passes", "report/race_classes.def")}

# The detector core and the ABI are freestanding: they also run on a GPU.
FREESTANDING = {"core", "include"}
FREESTANDING_HEADERS = {"stdint.h", "stddef.h", "cstdint", "cstddef", "type_traits", "limits"}

INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^>"]+)[>"]')


def included_folder(including: Path, name: str) -> str | None:
    """Folder (a key or value of ALLOWED) of an included file; None: the system's."""
    if name.startswith(("llvm/", "llvm-c/", "clang/")):
        return "llvm"
    if name.startswith(("cuda", "cooperative_groups", "cub/", "nv/")):
        return "cuda"
    if name.startswith("warpsan/"):
        return "warpsan"
    if (including.parent / name).is_file():
        top = relative(including).split("/")[0]
        return "warpsan" if top == "include" else top
    top = name.split("/")[0]
    return top if top in ALLOWED else None


def violations(path: Path) -> list[str]:
    folder = relative(path).split("/")[0]
    if folder not in ALLOWED:
        return []
    found = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        match = INCLUDE.match(line)
        if not match:
            continue
        name = match.group(2)
        target = included_folder(path, name)
        if target is None:
            bad = folder in FREESTANDING and name not in FREESTANDING_HEADERS
        else:
            bad = target not in ALLOWED[folder] and (folder, name) not in EXCEPTIONS
        if bad:
            found.append(f"{relative(path)}:{number}: {folder}/ must not include {name}")
    return found


def main() -> int:
    sources = [path for path in files() if path.suffix in SOURCE_SUFFIXES]
    found = [message for path in sources for message in violations(path)]
    print("\n".join(found) or f"{len(sources)} files keep the layer rule")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
