"""Whether what a run computed is right."""

import re
import subprocess

from limited_run import last_line

from warpsan_ab import expression
from warpsan_ab.failure import Failure, Kind
from warpsan_ab.plan import Plan, Turn
from warpsan_ab.variant import INPUT, program_of, words_of

VERIFIED = re.compile(r"^verified: (.*)$", re.MULTILINE)


def require_verified(output: str) -> None:
    for line in VERIFIED.finditer(output):
        if line[1].strip() != "yes":
            raise Failure(Kind.WRONG, f"printed '{line[0]}'")


class Validity:
    """By default each line `verified:` must say `yes`."""

    def __init__(self, plan: Plan) -> None:
        self.timeout = plan.timeout
        self.wanted = expression.parse("--valid", plan.valid) if plan.valid else None
        self.command = words_of(plan.valid_command) if plan.valid_command else []
        if self.command:
            program_of("--valid-command", self.command[0])

    def check(self, turn: Turn, output: str) -> None:
        if self.wanted:
            if not self.wanted.search(output):
                raise Failure(Kind.WRONG, f"nothing matches '{self.wanted.pattern}' in the output")
        else:
            require_verified(output)
        if self.command:
            self.ask(turn, output)

    def ask(self, turn: Turn, output: str) -> None:
        command = [word.replace(INPUT, turn.input.argument) for word in self.command]
        try:
            answer = subprocess.run(
                command,
                input=output,
                capture_output=True,
                text=True,
                timeout=self.timeout,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise Failure(Kind.WRONG, f"{command[0]} did not end in {self.timeout:g} s") from None
        if answer.returncode:
            said = last_line(answer.stdout + answer.stderr)
            raise Failure(Kind.WRONG, f"{command[0]} ended with {answer.returncode}: {said}")
