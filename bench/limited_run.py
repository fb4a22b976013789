#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A program with a limit of time."""
import contextlib
import os
import signal
import subprocess
import time
from dataclasses import dataclass


@dataclass(frozen=True)
class Outcome:
    code: int | None  # none if time was up
    output: str
    errors: str
    seconds: float


def kill_all(process: subprocess.Popen[str]) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def execute(command: list[str], limit: float, environment: dict[str, str],
            stderr: int = subprocess.PIPE) -> Outcome:
    """Nothing that was started is left behind, nor after an interrupt. `environment` is added to
    ours."""
    begin = time.perf_counter()
    code = None
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=stderr,
                          text=True, errors="replace", start_new_session=True,
                          env=os.environ | environment) as process:
        try:
            output, errors = process.communicate(timeout=limit)
            code = process.returncode
        except subprocess.TimeoutExpired:
            kill_all(process)
            output, errors = process.communicate()
        except BaseException:
            kill_all(process)
            process.wait()
            raise
    return Outcome(code, output, errors or "", time.perf_counter() - begin)


def run(command: list[str], limit: float, options: str | None = None) -> tuple[int | None, str]:
    """Exit code, none if time was up, and what was printed. `options` replace WARPSAN_OPTIONS."""
    environment = {} if options is None else {"WARPSAN_OPTIONS": options}
    outcome = execute(command, limit, environment, subprocess.STDOUT)
    return outcome.code, outcome.output


def last_line(output: str) -> str:
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return lines[-1] if lines else "no output"
