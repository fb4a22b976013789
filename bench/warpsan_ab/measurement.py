"""Makes the runs of a result that are still to be made."""

from pathlib import Path

from warpsan_ab import result
from warpsan_ab.execution import Execution
from warpsan_ab.progress import Progress
from warpsan_ab.result import Result
from warpsan_ab.run import WHOLE


def measure(found: Result, execution: Execution, file: Path | None, is_quiet: bool) -> None:
    """The file has each run as soon as it is over."""
    turns = found.pending()
    progress = Progress(len(turns), is_quiet)
    try:
        while turns:
            turn = turns.pop(0)
            progress.start(turn)
            run = execution.run(turn)
            found.runs.append(run)
            if file:
                result.save(found, file)
            for row, failure in run.failures.items():
                progress.say(
                    f"ab: {turn.variant.name}, {row or turn.input.name}: {failure.headline}"
                )
            before = len(turns)
            if WHOLE in run.failures:
                turns = [other for other in turns if other.pair != turn.pair]
            progress.finish(before - len(turns))
    finally:
        progress.close()
