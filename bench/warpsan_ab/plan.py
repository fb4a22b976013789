"""What is to be measured, and in which order."""

import random
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from warpsan_ab.inputs import Input
from warpsan_ab.usage_error import UsageError
from warpsan_ab.variant import Variant


@dataclass(frozen=True)
class Turn:
    """One run; rounds below 0 warm up."""

    variant: Variant
    input: Input
    round: int

    @property
    def pair(self) -> tuple[str, str]:
        return self.variant.name, self.input.name

    @property
    def is_warmup(self) -> bool:
        return self.round < 0


@dataclass(frozen=True)
class Plan:
    variants: tuple[Variant, ...]  # the first is the baseline
    inputs: tuple[Input, ...]
    figure: str  # a regular expression, `time` or `benchmark`
    strip: str | None
    unit: str
    more_is_better: bool
    valid: str | None
    valid_command: str | None
    same: str | None
    properties: str
    order: str
    seed: int
    repeats: int
    warmup: int
    timeout: float

    def turns(self) -> Iterator[Turn]:
        """Rounds are outermost: each input is measured over the whole time, and what an
        interrupt leaves has all inputs."""
        shuffler = random.Random(self.seed)
        for number in range(-self.warmup, self.repeats):
            for place in self.inputs:
                for variant in self.ordered(number, shuffler):
                    yield Turn(variant, place, number)

    def ordered(self, number: int, shuffler: random.Random) -> list[Variant]:
        """ABBA: what drifts steadily falls on all alike."""
        variants = list(self.variants)
        if self.order == "random":
            shuffler.shuffle(variants)
        elif number % 2:
            variants.reverse()
        return variants


# What a measurement that goes on may change.
CHANGEABLE = {"repeats", "warmup", "timeout"}


def as_json(plan: Plan) -> dict[str, Any]:
    return asdict(plan)


def from_json(recorded: dict[str, Any]) -> Plan:
    variants = tuple(
        Variant(v["name"], tuple(v["command"]), v["environment"], v["digest"])
        for v in recorded["variants"]
    )
    inputs = tuple(Input(**row) for row in recorded["inputs"])
    return Plan(**(recorded | {"variants": variants, "inputs": inputs}))


def shown(value: Any) -> str:
    """Variants and inputs by what a user gave."""
    if not isinstance(value, tuple):
        return str(value)
    return "; ".join(
        " ".join([*(f"{k}={v}" for k, v in row.environment.items()), *row.command])
        if isinstance(row, Variant)
        else row.argument
        for row in value
    )


def require_same(recorded: Plan, now: Plan) -> None:
    for field, new in vars(now).items():
        old = getattr(recorded, field)
        if old == new or field in CHANGEABLE:
            continue
        if shown(old) == shown(new):
            raise UsageError("a program has been built anew since; its runs do not mix")
        raise UsageError(f"{field} was '{shown(old)}', and is '{shown(new)}' now")
