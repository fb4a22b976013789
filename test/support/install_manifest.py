"""For tests that install from a build: what its user installed can be uninstalled all the same."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def kept_manifest(build: Path) -> Iterator[None]:
    manifest = build / "install_manifest.txt"
    kept = manifest.read_text() if manifest.exists() else None
    try:
        yield
    finally:
        if kept is not None:
            manifest.write_text(kept)
