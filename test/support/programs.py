"""Compiles and runs programs with a time limit."""

import os
import signal
import subprocess
from dataclasses import dataclass

COMPILE_SECONDS = 300
RUN_SECONDS = 120
TIMED_OUT = 124


@dataclass
class Result:
    code: int
    output: str  # stdout, then stderr: in a pipe stdout comes late anyway


def run(command: list[str], seconds: int, options: str = "") -> Result:
    """A program that hangs is ended with its children, and says so."""
    environment = {k: v for k, v in os.environ.items() if k != "WARPSAN_OPTIONS"}
    if options:
        environment["WARPSAN_OPTIONS"] = options
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        start_new_session=True,
    )
    try:
        out, err = process.communicate(timeout=seconds)
        code, note = process.returncode, ""
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        out, err = process.communicate()
        code, note = TIMED_OUT, f"\nno end within {seconds} s: {' '.join(command)}\n"
    return Result(code, (out + err).decode(errors="replace") + note)


def run_program(command: list[str], options: str = "") -> Result:
    return run(command, RUN_SECONDS, options)


def compile_program(command: list[str]) -> bool:
    """Shows what the compiler says; false if it fails."""
    result = run(command, COMPILE_SECONDS)
    print(result.output, end="")
    if result.code != 0:
        print(f"compiler failed ({result.code}): {' '.join(command)}")
    return result.code == 0
