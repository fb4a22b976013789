"""What -warpsan-proof-report says of pairs that race, or may."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


class BadReport(Exception):
    """The file is none of mode verify's."""


@dataclass(frozen=True)
class Access:
    """`text` is "read at FILE:LINE:COLUMN"."""

    text: str

    @property
    def line(self) -> tuple[str, int]:
        """The file without its folder: debug information names it as the compiler was told."""
        file, line, _ = self.text.partition(" at ")[2].rsplit(":", 2)
        return Path(file).name, int(line)

    @property
    def is_known(self) -> bool:
        return self.text.count(":") >= 2

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Counterexample:
    kernel: str  # as the linker has it
    first: Access
    second: Access
    verdict: str
    witness: dict

    @property
    def threads(self) -> int:
        count = 1
        for extent in (*self.witness["block"], *self.witness["grid"]):
            count *= extent
        return count


def counterexamples(path: Path, verdicts: set[str]) -> Iterator[Counterexample]:
    """In the order of the file."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            row = json.loads(line)
            for pair in row["open"]:
                if "witness" in pair and pair["verdict"] in verdicts:
                    first, second = Access(pair["first"]), Access(pair["second"])
                    yield Counterexample(row["kernel"], first, second, pair["verdict"], pair["witness"])
        except (ValueError, KeyError, TypeError) as error:
            raise BadReport(f"{path}:{number}: not a line of -warpsan-proof-report ({error!r})") from error
