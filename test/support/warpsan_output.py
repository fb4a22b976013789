"""Reads what an instrumented program writes: reports and the verdict line."""

import re
from dataclasses import dataclass, field
from pathlib import Path, PurePath

RACES_FOUND = 66
TOOL_FAILED = 67
NOT_ANALYSED = 68

RULE = re.compile(r"^=+$", re.MULTILINE)
HEADLINE = re.compile(r"WARNING: WarpSan: data race \((.*)\)")
# "  Volatile read of size 4 at ..." and "  Earlier atomic update (device scope) by ..."
ACCESS = re.compile(r"^  (Earlier )?((?:volatile |bulk |matrix |non-coherent )*)(read|write|atomic|access)\b", re.I)
FRAME = re.compile(r"^    #\d+ .* (\S+?):(\d+)(?::\d+)?(?: \[inlined\])?$")
# Atomics are functions of headers; the line that counts is the caller's.
TOOLKIT_HEADER = re.compile(r"/(lib/clang/\d+/)?include/")
ALSO = re.compile(r"^  Seen: .*; also ([^;]*)")
KIND = re.compile(r"(read|write|atomic)\b[^/,]*/[^/,]*?\b(read|write|atomic)\b")
VERDICT = re.compile(r"^WarpSan: verdict=.*$", re.MULTILINE)

CLASS_ROW = re.compile(r'^WARPSAN_RACE_CLASS\(\w+, "(.+?)", "(.+?)"', re.MULTILINE)
CLASS_TABLE = Path(__file__).resolve().parents[2] / "report/race_classes.def"
CLASS_TITLES = dict(CLASS_ROW.findall(CLASS_TABLE.read_text()))  # by id

Line = tuple[str, int]  # file name without folder, line number


@dataclass
class Race:
    title: str
    accesses: list[tuple[Line | None, str]] = field(default_factory=list)  # current, earlier
    other_kinds: set[frozenset[str]] = field(default_factory=set)
    same_value: bool = False

    @property
    def lines(self) -> frozenset[Line | None]:
        return frozenset(line for line, _ in self.accesses)

    @property
    def kinds(self) -> set[frozenset[str]]:
        return {frozenset(kind for _, kind in self.accesses)} | self.other_kinds

    def is_of(self, race_class: str) -> bool:
        """Pairs of one pair of lines share a report: the class is that of the first."""
        if race_class == "same-value":
            return self.same_value
        return self.title == CLASS_TITLES[race_class]

    def __str__(self) -> str:
        sides = (
            f"{line[0]}:{line[1]} {kind}" if line else f"unknown line {kind}"
            for line, kind in self.accesses
        )
        return f"{'  <->  '.join(sides)} ({self.title})"


def parse_race(block: str) -> Race | None:
    headline = HEADLINE.search(block)
    if not headline:
        return None
    race = Race(headline[1], same_value="same value" in headline[1])
    for text in block.splitlines():
        if access := ACCESS.match(text):
            race.accesses.append((None, access[3].lower()))
        elif (frame := FRAME.match(text)) and race.accesses:
            line, kind = race.accesses[-1]
            if not line and not TOOLKIT_HEADER.search(frame[1]):
                race.accesses[-1] = ((PurePath(frame[1]).name, int(frame[2])), kind)
        elif also := ALSO.match(text):
            race.other_kinds |= {frozenset(kinds) for kinds in KIND.findall(also[1])}
        elif "did not change the value" in text:
            race.same_value = True
    return race


def parse_races(output: str) -> list[Race]:
    blocks = (parse_race(block) for block in RULE.split(output))
    return [race for race in blocks if race]


def parse_verdict(output: str) -> dict[str, str]:
    """Fields of the one verdict line; empty if there is none. Two are an error."""
    lines = VERDICT.findall(output)
    if len(lines) > 1:
        raise ValueError("more than one verdict line")
    return dict(item.split("=", 1) for item in lines[0].split()[1:]) if lines else {}
