#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A program with a limit of time."""
import os
import signal
import subprocess


def run(command: list[str], limit: float, options: str | None = None) -> tuple[int | None, str]:
    """Exit code, none if time was up, and what was printed. Nothing that was started is left
    behind. `options` replace WARPSAN_OPTIONS."""
    environment = os.environ | ({} if options is None else {"WARPSAN_OPTIONS": options})
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", start_new_session=True, env=environment) as process:
        try:
            output, _ = process.communicate(timeout=limit)
            return process.returncode, output
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            output, _ = process.communicate()
            return None, output


def last_line(output: str) -> str:
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return lines[-1] if lines else "no output"
