#!/usr/bin/env python3
"""Runs the commands that pages show, and compares what they print.

    run_commands.py --bin FOLDER... --source FOLDER --build FOLDER PAGE...

A command is a line `$ command` in an indented block, also of a list (a backslash at its end
continues it, and so does `> ` at the start of the next lines, as shells write it: the text of a
file, mostly).
The lines up to the next one are what it prints, standard output first; `...` stands for any lines,
and at the end of a line for any text. Without such lines the command must succeed, with them its
output must be that. The commands of a page run in one shell, in a scratch folder with a copy of
`examples` and the build as `build`; drivers are found in PATH. A page without commands is an error."""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))

from install_manifest import kept_manifest  # noqa: E402

PAGE_SECONDS = 600
INDENT = re.compile(r" {4,}")
CONTINUED = re.compile(r"> ?")


@dataclass
class Command:
    line: int
    text: str
    expected: list[str] = field(default_factory=list)


def commands_of(page: Path) -> list[Command]:
    commands: list[Command] = []
    current: Command | None = None
    indent = ""  # of the block
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if not (indented := INDENT.match(line)):
            indent, current = (indent, current) if not line.strip() else ("", None)
            continue
        indent = indent or indented[0]
        text = line.removeprefix(indent)
        if current and current.text.endswith("\\"):
            current.text = current.text[:-1] + text.strip()
        elif current and not current.expected and CONTINUED.match(text):
            current.text += "\n" + CONTINUED.sub("", text, count=1)
        elif text.startswith("$ "):
            current = Command(number, text.removeprefix("$ "))
            commands.append(current)
        elif current:
            current.expected.append(text)
    return commands


def script_of(commands: list[Command], results: Path) -> str:
    """Each command leaves its output and its status, which the next one may ask for."""
    lines = []
    for number, command in enumerate(commands):
        out = results / str(number)
        lines.append(
            f"{{ {command.text}\n}} >{out}.out 2>{out}.err; status=$?; "
            f"echo $status >{out}.status; (exit $status)"
        )
    return "\n".join(lines)


def pattern_of(expected: list[str]) -> re.Pattern[str]:
    parts = []
    for line in expected:
        if line == "...":
            parts.append(r"(?:.*\n)*?")
        elif line.endswith("..."):
            parts.append(re.escape(line[:-3]) + ".*\n")
        else:
            parts.append(re.escape(line) + "\n")
    return re.compile("".join(parts))


def output_of(results: Path, number: int) -> str:
    texts = [results / f"{number}.{stream}" for stream in ("out", "err")]
    return "".join(text.read_text(errors="replace") if text.exists() else "" for text in texts)


def problem_of(command: Command, results: Path, number: int) -> str | None:
    status = results / f"{number}.status"
    if not status.exists():
        return "did not run"
    output = output_of(results, number)
    if command.expected and not pattern_of(command.expected).fullmatch(output):
        return f"printed something else:\n{output}"
    if not command.expected and status.read_text().strip() != "0":
        return f"failed with {status.read_text().strip()}:\n{output}"
    return None


def check(page: Path, binaries: list[Path], source: Path, build: Path) -> list[str]:
    commands = commands_of(page)
    if not commands:
        return [f"{page}: no command"]
    with tempfile.TemporaryDirectory() as scratch:
        results = Path(scratch, "results")
        work = Path(scratch, "work")
        results.mkdir()
        shutil.copytree(source / "examples", work / "examples")
        (work / "build").symlink_to(build)
        path = ":".join(map(str, binaries))
        script = f'PATH="{path}:$PATH"\nunset WARPSAN_OPTIONS\n' + script_of(commands, results)
        try:
            with kept_manifest(build):
                subprocess.run(["bash", "-c", script], cwd=work, timeout=PAGE_SECONDS, check=False)
        except subprocess.TimeoutExpired:
            print(f"{page}: no end within {PAGE_SECONDS} s")
        found = [(row, problem_of(row, results, i)) for i, row in enumerate(commands)]
    return [f"{page}:{row.line}: {row.text}: {problem}" for row, problem in found if problem]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    folder = {"type": lambda name: Path(name).resolve(), "required": True}
    parser.add_argument("--bin", nargs="+", help="folders of programs", **folder)
    parser.add_argument("--source", help="folder of the project", **folder)
    parser.add_argument("--build", help="folder of its build", **folder)
    parser.add_argument("pages", type=Path, nargs="+")
    arguments = parser.parse_args()
    problems = []
    for page in arguments.pages:
        problems += check(page, arguments.bin, arguments.source, arguments.build)
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
