#!/usr/bin/env python3
"""No file names a folder of some developer's machine or a package registry's
host: such a line works in one place only."""

import re
import sys

from project_files import files, relative

# Single letters stand in brackets, so that this file does not match itself.
PATTERNS = {
    "path of one machine": re.compile(r"(^|[^A-Za-z0-9_.])/(w[o]rk|f[a]rm)/"),
    "registry host": re.compile(r"py[p]i\.org|python[h]osted|deb\.debian\.[o]rg|index-[u]rl"),
}


def main() -> int:
    found = []
    for path in files():
        try:
            lines = path.read_text().splitlines()
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(lines, 1):
            for what, pattern in PATTERNS.items():
                if pattern.search(line):
                    found.append(f"{relative(path)}:{number}: {what}: {line.strip()}")
    print("\n".join(found) or "no machine paths, no registry hosts")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
