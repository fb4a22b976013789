"""The file of a measurement: plan, machine, and every run."""

import json
import os
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from warpsan_ab import machine, plan, run
from warpsan_ab.plan import Plan, Turn
from warpsan_ab.run import WHOLE, Run
from warpsan_ab.usage_error import UsageError

VERSION = 1


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


@dataclass
class Result:
    name: str
    plan: Plan
    machine: dict[str, Any] = field(default_factory=machine.describe)
    date: str = field(default_factory=now)
    runs: list[Run] = field(default_factory=list)

    def rounds(self) -> int:
        return len({run.round for run in self.runs if not run.is_warmup})

    def pending(self) -> list[Turn]:
        """What has to be run yet, behind new warm-up runs of it. A variant that failed on an input
        is not run on it again."""
        done = {(r.variant, r.input, r.round) for r in self.runs if not r.is_warmup}
        failed = {r.pair for r in self.runs if WHOLE in r.failures}
        turns = [
            turn
            for turn in self.plan.turns()
            if turn.pair not in failed and (*turn.pair, turn.round) not in done
        ]
        measured = {turn.pair for turn in turns if not turn.is_warmup}
        return [turn for turn in turns if turn.pair in measured]


def save(result: Result, path: Path, summary: Any = None) -> None:
    """At once or not at all, so that a kill leaves the runs before."""
    document = {
        "warpsan_ab": VERSION,
        "name": result.name,
        "date": result.date,
        "machine": result.machine,
        "plan": plan.as_json(result.plan),
        "runs": [run.as_json(r) for r in result.runs],
        "summary": summary,
    }
    part = path.with_name(path.name + ".part")
    part.write_text(json.dumps(document) + "\n", encoding="utf-8")
    os.replace(part, path)


def load(path: Path) -> Result:
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot read {path}: {error}") from None
    version = document.get("warpsan_ab") if isinstance(document, dict) else None
    if version != VERSION:
        raise UsageError(f"{path} is not a result of this program (version {VERSION})")
    try:
        return Result(
            document["name"],
            plan.from_json(document["plan"]),
            document["machine"],
            document["date"],
            [run.from_json(r) for r in document["runs"]],
        )
    except (KeyError, TypeError, ValueError) as error:
        raise UsageError(f"{path} is damaged: {error!r}") from None


def go_on(path: Path, wanted: Plan) -> Result:
    """The recorded runs, if they are of the same plan and machine."""
    result = load(path)
    here = machine.describe()
    try:
        plan.require_same(result.plan, wanted)
        if machine.label(result.machine) != machine.label(here):
            raise UsageError(f"machine was '{machine.label(result.machine)}'")
    except UsageError as error:
        raise UsageError(f"{path} has runs of something else: {error}") from None
    result.plan = wanted
    return result
