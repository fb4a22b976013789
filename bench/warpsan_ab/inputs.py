"""What the programs are run with, one at a time."""

import glob
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from warpsan_ab.usage_error import UsageError


@dataclass(frozen=True)
class Input:
    name: str
    argument: str


NONE = Input("(no input)", "")


def matches(pattern: str) -> list[str]:
    found = [pattern] if Path(pattern).exists() else sorted(glob.glob(pattern, recursive=True))
    if not found:
        raise UsageError(f"no inputs match '{pattern}'")
    return found


def files(patterns: list[str]) -> list[Input]:
    """Named without folder and suffix where that tells them apart."""
    paths = list(dict.fromkeys(path for pattern in patterns for path in matches(pattern)))
    stems = Counter(Path(path).stem for path in paths)
    return [Input(Path(p).stem if stems[Path(p).stem] == 1 else p, p) for p in paths]


def collect(patterns: list[str], values: list[str]) -> tuple[Input, ...]:
    inputs = [*files(patterns), *(Input(value, value) for value in dict.fromkeys(values))]
    doubled = [name for name, count in Counter(i.name for i in inputs).items() if count > 1]
    if doubled:
        raise UsageError(f"two inputs have the name '{doubled[0]}'")
    return tuple(inputs)
