"""The project's own files, without build trees; shared by the lint tests."""

from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCE_SUFFIXES = {".h", ".cpp", ".cu", ".cuh", ".def", ".inc"}


def files(root: Path = ROOT) -> Iterator[Path]:
    for path in sorted(root.iterdir()):
        if path.name in (".git", "__pycache__") or path.name.startswith("build"):
            continue
        if path.is_dir() and not path.is_symlink():
            yield from files(path)
        elif path.is_file():
            yield path


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()
