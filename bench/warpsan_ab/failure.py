"""Why a run does not count."""

from enum import StrEnum


class Kind(StrEnum):
    CRASH = "crash"
    TIMEOUT = "timeout"
    WRONG = "wrong result"
    NO_FIGURE = "no figure"


class Failure(Exception):
    """A kind and what to tell of it, perhaps in several lines."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(kind, text)
        self.kind = Kind(kind)
        self.text = text

    def __str__(self) -> str:
        return f"{self.kind}: {self.text}"

    @property
    def headline(self) -> str:
        return str(self).splitlines()[0]
