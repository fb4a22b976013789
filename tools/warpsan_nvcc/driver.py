"""Runs what stands for a command line of nvcc."""

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from warpsan_nvcc.command_line import CommandLine, UsageError, parse
from warpsan_nvcc.documentation import help_text
from warpsan_nvcc.options import Ignored, Refused
from warpsan_nvcc.toolchain import Toolchain
from warpsan_nvcc.translation import Translation


def say(text: str) -> None:
    print(f"warpsan-nvcc: {text}", file=sys.stderr)


def report_ignored(line: CommandLine) -> None:
    ignored = {option.names[0]: option.effect for option, _ in line.given}
    for name, effect in ignored.items():
        if isinstance(effect, Refused):
            raise UsageError(f"{name} is not supported: {effect.reason}")
        if isinstance(effect, Ignored):
            say(f"{name} is {effect}")


def show(text: str) -> None:
    print("#$", text, file=sys.stderr, flush=True)


def show_settings(settings: dict[str, str]) -> None:
    for name, value in settings.items():
        show(f"{name}={value}")


def run(commands: list[list[str]], shown: bool, dry: bool) -> int:
    """The code of the first that fails."""
    for command in commands:
        if shown:
            show(shlex.join(command))
        if dry:
            continue
        code = subprocess.run(command, check=False).returncode
        if code != 0:
            return code if code > 0 else 1
    return 0


def build(line: CommandLine, toolchain: Toolchain) -> int:
    report_ignored(line)
    is_shown = line.has("-v", "-dryrun")
    if is_shown:
        show_settings(toolchain.settings(line.has("--cpu")))
    scratch = Path(tempfile.mkdtemp(prefix="warpsan-nvcc-"))
    try:
        translation = Translation(line, toolchain, scratch)
        for note in translation.notes:
            say(note)
        return run(translation.commands(), is_shown, line.has("-dryrun"))
    finally:
        shutil.rmtree(scratch)


def arguments_around(arguments: list[str]) -> list[str]:
    """The variables are nvcc's own."""
    before, after = (os.environ.get(f"NVCC_{end}_FLAGS", "") for end in ("PREPEND", "APPEND"))
    return shlex.split(before) + arguments + shlex.split(after)


def main(arguments: list[str], toolchain: Toolchain) -> int:
    try:
        line = parse(arguments_around(arguments))
        if line.has("-h"):
            print(help_text())
            return 0
        if line.has("-V"):
            print(toolchain.version_text())
            return 0
        return build(line, toolchain)
    except UsageError as error:
        say(f"fatal: {error}")
        return 1
