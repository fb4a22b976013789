"""Compiles and runs programs with a time limit."""

import os
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path

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


def precompiled(headers: Path | None) -> list[str]:
    return ["-Xclang", "-include-pch", "-Xclang", str(headers)] if headers else []


def run_program(command: list[str], options: str = "") -> Result:
    return run(command, RUN_SECONDS, options)


def compile_program(command: list[str], headers: Path | None = None) -> bool:
    """Shows what the compiler says; false if it fails. Takes the one of the precompiled headers
    that fits the command, if any does."""
    result = run(command + precompiled(headers), COMPILE_SECONDS)
    if headers and "precompiled header" in result.output:
        result = run(command, COMPILE_SECONDS)
    print(result.output, end="")
    if result.code != 0:
        print(f"compiler failed ({result.code}): {' '.join(command)}")
    return result.code == 0
