"""What is kept of one run of a program."""

from dataclasses import dataclass, field
from typing import Any

from warpsan_ab.failure import Failure

WHOLE = ""  # key of a failure that is not one row's


@dataclass(frozen=True)
class Run:
    variant: str
    input: str
    round: int
    seconds: float
    # By row of the table: the input, or a benchmark of the program.
    samples: dict[str, list[float]] = field(default_factory=dict)
    failures: dict[str, Failure] = field(default_factory=dict)
    result: list[str] = field(default_factory=list)
    properties: dict[str, float] = field(default_factory=dict)

    def failure(self, row: str) -> Failure | None:
        return self.failures.get(WHOLE) or self.failures.get(row)

    @property
    def pair(self) -> tuple[str, str]:
        return self.variant, self.input

    @property
    def is_warmup(self) -> bool:
        return self.round < 0


def as_json(run: Run) -> dict[str, Any]:
    failures = {row: [failure.kind, failure.text] for row, failure in run.failures.items()}
    return vars(run) | {"failures": failures}


def from_json(recorded: dict[str, Any]) -> Run:
    failures = {row: Failure(*words) for row, words in recorded["failures"].items()}
    return Run(**(recorded | {"failures": failures}))
