#!/usr/bin/env python3
"""Writes docs/options.md from the tables of the options. With --check nothing is
written, and a page that is not up to date is a failure."""

import argparse
import re
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/options.md"
RUN = ROOT / "rt/runtime_options.def"
PASS = ROOT / "passes/PassOptions.def"

STRING = r'"(?:[^"\\]|\\.)*"'
ARGUMENT = re.compile(rf"((?:{STRING}\s*)+|[^,()\"\s]+)\s*(?:,|$)")
ROW = re.compile(rf"^(WARPSAN_\w+)\(((?:{STRING}|[^()\"])*)\)", re.M)
LARGEST = {"UINT32_MAX", "UINT64_MAX"}

HEAD = """# Options

`scripts/options_doc.py` makes this page from `passes/PassOptions.def` and `rt/runtime_options.def`; a test compares
them. `README.md` tells more about the ones that are used most.
"""
OF_PASS = """
## Of the compiler

`-mllvm -warpsan-<option>=<value>`. A value that an option does not have is an error.
"""
OF_RUN = """
## Of the run

`WARPSAN_OPTIONS=option=value:option=value`. A value with colons stands in quotes: `kernels='space::kernel'`. Unknown
options and bad values end the program with code 67. `help=1` lists them all.
"""


def rows(path: Path) -> list[tuple[str, list[str]]]:
    """Macro and arguments of each row; strings without their quotes."""
    lines = [line for line in path.read_text().splitlines() if not line.startswith(("//", "#"))]
    return [
        (macro, [plain(argument) for argument in ARGUMENT.findall(arguments)])
        for macro, arguments in ROW.findall("\n".join(lines))
    ]


def plain(argument: str) -> str:
    parts = re.findall(STRING, argument)
    return "".join(part[1:-1] for part in parts) if parts else argument.strip()


def prose(text: str) -> str:
    return text.replace("<", "&lt;").replace("*", "\\*")


def code(text: str) -> str:
    return f"`{text}`" if text else ""


@dataclass(frozen=True)
class Option:
    name: str
    default: str
    values: list[str] | str  # words, or what stands there
    doc: str

    def cells(self) -> list[str]:
        values = self.values if isinstance(self.values, str) else ", ".join(map(code, self.values))
        return [code(self.name), code(self.default), values, prose(self.doc)]


def table(options: list[Option]) -> str:
    head = ["option", "default", "values", ""]
    cells = [head, ["---"] * len(head), *(option.cells() for option in options)]
    escaped = ([cell.replace("|", "\\|") for cell in line] for line in cells)
    return "\n" + "\n".join("| " + " | ".join(line) + " |" for line in escaped) + "\n"


def numbers(least: str, most: str) -> str:
    return f"{least} or more" if most in LARGEST else f"{least} to {most}"


def run_options() -> list[Option]:
    options = []
    for macro, arguments in rows(RUN):
        kind = macro.removeprefix("WARPSAN_OPTION_")
        key, default, *rest, doc = arguments
        values = {
            "FLAG": lambda: "0, 1",
            "NUMBER": lambda: numbers(*rest),
            "TEXT": lambda: "text",
            "CHOICE": lambda: rest[0].split("|"),
        }[kind]()
        options.append(Option(key, default, values, doc))
    return options


def pass_options() -> list[Option]:
    found = rows(PASS)
    choices: dict[str, list[str]] = {}
    for macro, arguments in found:
        if macro == "WARPSAN_PASS_CHOICE" and arguments[3] == "true":
            choices.setdefault(arguments[0], []).append(arguments[2])
    return [
        Option(name, default, choices.get(field, "text"), doc)
        for macro, (field, name, default, doc) in found
        if macro == "WARPSAN_PASS_OPTION"
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    page = HEAD + OF_PASS + table(pass_options()) + OF_RUN + table(run_options())
    if not parser.parse_args().check:
        PAGE.write_text(page)
    elif PAGE.read_text() != page:
        print("docs/options.md is not up to date: run scripts/options_doc.py")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
