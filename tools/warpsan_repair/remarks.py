"""What the pass says that it did: lines of -warpsan-repair on stderr."""

import re
from dataclasses import dataclass
from pathlib import Path

LINE = re.compile(
    r"(?P<file>.+?):(?P<line>\d+):(?P<column>\d+): (?P<severity>remark|warning): warpsan: "
    r"(?P<kind>read|write|atomic-\w+) (?P<text>.*) \(race (?P<race>\w*)\)"
)


@dataclass(frozen=True)
class Remark:
    file: Path
    line: int
    column: int
    kind: str
    text: str
    is_repaired: bool

    @property
    def is_update(self) -> bool:
        return "atomic update" in self.text

    @property
    def is_split(self) -> bool:
        return "one for each piece" in self.text

    @property
    def scope(self) -> str:
        found = re.search(r" of (\w+) scope now$", self.text)
        return found[1] if found else ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.kind} {self.text}"


def remarks(output: str) -> list[Remark]:
    """Each once: a file may be compiled for several architectures."""
    found = {}
    for match in filter(None, map(LINE.fullmatch, output.splitlines())):
        place = Path(match["file"]), int(match["line"]), int(match["column"])
        remark = Remark(*place, match["kind"], match["text"], match["severity"] == "remark")
        found[remark] = None
    return list(found)
