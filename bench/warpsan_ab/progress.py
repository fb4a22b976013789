"""How far a measurement has come: a line that changes on a terminal, else one for each round."""

import shutil
import sys
import time
from datetime import timedelta

from warpsan_ab.plan import Turn

CLEAR = "\r\033[K"


def clock(seconds: float) -> str:
    return str(timedelta(seconds=round(seconds)))


class Progress:
    def __init__(self, total: int, is_quiet: bool) -> None:
        self.total = total
        self.done = 0
        self.begin = time.monotonic()
        self.round: int | None = None
        self.is_quiet = is_quiet
        self.is_terminal = sys.stderr.isatty() and not is_quiet

    def start(self, turn: Turn) -> None:
        if self.is_quiet:
            return
        where = "warm-up" if turn.is_warmup else f"round {turn.round + 1}"
        if self.is_terminal:
            name = f" {turn.input.name}" if turn.input.name else ""
            line = f"{self.state()}, {where}:{name} {turn.variant.name}"
            self.write(CLEAR + line[: shutil.get_terminal_size().columns - 1])
        elif turn.round != self.round:
            self.write(f"{where}: {self.state()}\n")
        self.round = turn.round

    def state(self) -> str:
        spent = time.monotonic() - self.begin
        share = f"{self.done} of {self.total} runs, {clock(spent)}"
        if not self.done:
            return share
        return f"{share}, about {clock(spent / self.done * (self.total - self.done))} left"

    def finish(self, skipped: int = 0) -> None:
        """A run is over, and `skipped` others need none."""
        self.done += 1
        self.total -= skipped

    def say(self, text: str) -> None:
        if not self.is_quiet:
            self.write(f"{CLEAR if self.is_terminal else ''}{text}\n")

    def close(self) -> None:
        if self.is_terminal:
            self.write(CLEAR)

    @staticmethod
    def write(text: str) -> None:
        print(text, end="", file=sys.stderr, flush=True)
