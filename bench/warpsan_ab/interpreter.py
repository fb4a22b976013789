"""The Python that has the libraries."""

import os
import sys
from importlib.util import find_spec

LIBRARIES = ("matplotlib", "numpy", "scipy", "tabulate")
# scripts/setup.sh installs Debian's packages, and another Python may be first in PATH.
DEBIAN = "/usr/bin/python3"


def ensure() -> None:
    """Goes on in Debian's Python if this one lacks a library."""
    missing = [name for name in LIBRARIES if not find_spec(name)]
    if not missing:
        return
    if sys.executable != DEBIAN and os.access(DEBIAN, os.X_OK):
        os.execv(DEBIAN, [DEBIAN, *sys.argv])
    print(
        f"ab: error: no Python library {', '.join(missing)}: run scripts/setup.sh, or use pip",
        file=sys.stderr,
    )
    sys.exit(2)
