"""What a test program is expected to do, from comments in its source.

    // EXPECT: a write, b read              one pair of source lines must be reported
    // EXPECT: a, a                         with any kinds of access
    // EXPECT: a write, b write, same-value and in that class (report/race_classes.def)
    // EXPECT NO_FENCE NO_FLAG: a, b       in the twins with these faults only
    x[i] = 0; // [a]                        the line that is called a
"""

import re
from dataclasses import dataclass
from pathlib import Path

from warpsan_output import CLASS_TITLES

MARKER = re.compile(r"//\s*\[(\w+)\]\s*$")
EXPECT = re.compile(r"//\s*EXPECT((?: \w+)*):\s*(.+?)\s*$", re.MULTILINE)
HEADER = re.compile(r'^#include "(.+\.h)"$', re.MULTILINE)
SIDE = re.compile(r"(\w+)(?:\s+(read|write|atomic))?$")

Line = tuple[str, int]  # file name without folder, line number


@dataclass(frozen=True)
class Pair:
    """Two source lines, each with a kind of access ("" for any)."""

    first: tuple[Line, str]
    second: tuple[Line, str]
    race_class: str = ""  # id in report/race_classes.def, "" for any

    @property
    def lines(self) -> frozenset[Line]:
        return frozenset((self.first[0], self.second[0]))

    def __str__(self) -> str:
        sides = (f"{name}:{line} {kind}".rstrip() for (name, line), kind in (self.first, self.second))
        return "  <->  ".join(sides) + (f" ({self.race_class})" if self.race_class else "")


def with_inputs(sources: list[Path]) -> list[Path]:
    """And the headers that programs share."""
    headers = [
        source.parent / name for source in sources for name in HEADER.findall(source.read_text())
    ]
    return [*sources, *dict.fromkeys(header for header in headers if header.is_file())]


def markers(sources: list[Path]) -> dict[str, Line]:
    found: dict[str, Line] = {}
    for source in with_inputs(sources):
        for number, text in enumerate(source.read_text().splitlines(), 1):
            if match := MARKER.search(text):
                if match[1] in found:
                    raise ValueError(f"{source}:{number}: line [{match[1]}] exists twice")
                found[match[1]] = (source.name, number)
    return found


def expected_faults(sources: list[Path]) -> list[str]:
    """All that EXPECT comments name, each once."""
    rows = (match for source in sources for match in EXPECT.finditer(source.read_text()))
    return list(dict.fromkeys(fault for row in rows for fault in row[1].split()))


def expected_pairs(sources: list[Path], fault: str = "RACY") -> list[Pair]:
    names = markers(sources)
    pairs = []
    for source in sources:
        for text in source.read_text().splitlines():
            match = EXPECT.search(text)
            if match and (not match[1] or fault in match[1].split()):
                sides = [part.strip() for part in match[2].split(",")]
                first, second = (SIDE.match(side) for side in sides[:2])
                race_class = sides[2] if len(sides) > 2 else ""
                known = not race_class or race_class in CLASS_TITLES
                if not first or not second or not known or len(sides) > 3:
                    raise ValueError(f"{source}: cannot read '{text.strip()}'")
                pairs.append(
                    Pair(
                        (names[first[1]], first[2] or ""),
                        (names[second[1]], second[2] or ""),
                        race_class,
                    )
                )
    return pairs
