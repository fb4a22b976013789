"""What a test program is expected to do, from comments in its source.

    // EXPECT: a write, b read              one pair of source lines must be reported
    // EXPECT: a, a                         with any kinds of access
    // EXPECT: a write, b write, same-value and in that class
    // EXPECT NO_FENCE NO_FLAG: a, b       in the twins with these faults only
    x[i] = 0; // [a]                        the line that is called a
"""

import re
from dataclasses import dataclass
from pathlib import Path

MARKER = re.compile(r"//\s*\[(\w+)\]\s*$")
EXPECT = re.compile(r"//\s*EXPECT((?: \w+)*):\s*(.+?)\s*$")
SIDE = re.compile(r"(\w+)(?:\s+(read|write|atomic))?$")

Line = tuple[str, int]  # file name without folder, line number


@dataclass(frozen=True)
class Pair:
    """Two source lines, each with a kind of access ("" for any)."""

    first: tuple[Line, str]
    second: tuple[Line, str]
    same_value: bool = False

    @property
    def lines(self) -> frozenset[Line]:
        return frozenset((self.first[0], self.second[0]))

    def __str__(self) -> str:
        sides = (f"{name}:{line} {kind}".rstrip() for (name, line), kind in (self.first, self.second))
        return "  <->  ".join(sides) + (" (same value)" if self.same_value else "")


def markers(sources: list[Path]) -> dict[str, Line]:
    found: dict[str, Line] = {}
    for source in sources:
        for number, text in enumerate(source.read_text().splitlines(), 1):
            if match := MARKER.search(text):
                if match[1] in found:
                    raise ValueError(f"{source}:{number}: line [{match[1]}] exists twice")
                found[match[1]] = (source.name, number)
    return found


def expected_pairs(sources: list[Path], fault: str = "RACY") -> list[Pair]:
    names = markers(sources)
    pairs = []
    for source in sources:
        for text in source.read_text().splitlines():
            match = EXPECT.search(text)
            if match and (not match[1] or fault in match[1].split()):
                sides = [part.strip() for part in match[2].split(",")]
                same_value = sides[-1] == "same-value"
                first, second = (SIDE.match(side) for side in sides[:2])
                if not first or not second or len(sides) != 2 + same_value:
                    raise ValueError(f"{source}: cannot read '{text.strip()}'")
                pairs.append(
                    Pair(
                        (names[first[1]], first[2] or ""),
                        (names[second[1]], second[2] or ""),
                        same_value,
                    )
                )
    return pairs
