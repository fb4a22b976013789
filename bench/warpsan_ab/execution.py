"""Runs a program and keeps what it told."""

import re
import signal
import tempfile
from pathlib import Path

import limited_run

from warpsan_ab import expression, figure
from warpsan_ab.failure import Failure, Kind
from warpsan_ab.plan import Plan, Turn
from warpsan_ab.run import WHOLE, Run
from warpsan_ab.validity import Validity

ERROR_LINES = 3
PROPERTY = re.compile(r"([\w.-]+)=([-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?)(?=[\s,;]|$)")


def ending(code: int) -> str:
    if code > 0:
        return f"exit code {code}"
    try:
        return f"killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"killed by signal {-code}"


def require_end(outcome: limited_run.Outcome, limit: float) -> None:
    if outcome.code is None:
        raise Failure(Kind.TIMEOUT, f"no end within {limit:g} s")
    if outcome.code:
        lines = (outcome.errors.strip() or outcome.output.strip()).splitlines()[-ERROR_LINES:]
        said = "".join(f"\n    {line}" for line in lines)
        raise Failure(Kind.CRASH, ending(outcome.code) + said)


class Execution:
    def __init__(self, plan: Plan) -> None:
        self.timeout = plan.timeout
        self.figure = figure.parse(plan.figure, plan.strip)
        self.validity = Validity(plan)
        self.same = expression.parse("--same", plan.same) if plan.same else None
        self.properties = expression.parse("--properties", plan.properties)

    def run(self, turn: Turn) -> Run:
        with tempfile.TemporaryDirectory() as folder:
            scratch = Path(folder)
            command = [*turn.variant.words(turn.input.argument), *self.figure.arguments(scratch)]
            try:
                outcome = limited_run.execute(command, self.timeout, turn.variant.environment)
            except OSError as error:
                failure = Failure(Kind.CRASH, f"did not start: {error.strerror}")
                return Run(
                    turn.variant.name, turn.input.name, turn.round, 0, failures={WHOLE: failure}
                )
            return self.judged(turn, outcome, scratch)

    def judged(self, turn: Turn, outcome: limited_run.Outcome, scratch: Path) -> Run:
        output = f"{outcome.output}\n{outcome.errors}"
        run = Run(
            turn.variant.name,
            turn.input.name,
            turn.round,
            round(outcome.seconds, 6),
            result=expression.found(self.same, output) if self.same else [],
            properties=self.properties_in(output),
        )
        try:
            require_end(outcome, self.timeout)
            self.validity.check(turn, output)
            samples, failures = self.figure.read(turn.input.name, outcome, scratch)
            run.samples.update(samples)
            run.failures.update(failures)
        except Failure as failure:
            run.failures[WHOLE] = failure
        return run

    def properties_in(self, output: str) -> dict[str, float]:
        lines = " ".join(expression.found(self.properties, output))
        return {name: float(value) for name, value in PROPERTY.findall(lines)}
