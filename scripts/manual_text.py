#!/usr/bin/env python3
"""Prints what warpsan(7) says in the words that help2man knows (cmake/ManPages.cmake): options from
their tables, exit codes from README.md, annotations from their header."""

import re

from options_doc import ROOT, Option, pass_options, run_options

README = ROOT / "README.md"
ANNOTATIONS = ROOT / "include/warpsan/annotations.h"

EXIT_CODES = re.compile(r"^\| exit code \|.*\n.*\n((?:\|.*\n)+)", re.M)
# A comment with the lines below it up to an empty one, and what these declare.
ANNOTATION = re.compile(r"((?:^/// .*\n)+)((?:^(?!///).+\n)+)", re.M)
DECLARED = re.compile(r"^(?:#define|WARPSAN_HOST_CALL void) ((?:WARPSAN|warpsan)_\w+\(.*?\))", re.M)

HEAD = """\
Usage: WARPSAN_OPTIONS=OPTION=VALUE:OPTION=VALUE program

A program that warpsan++ or warpsan-nvcc compiled looks for data races in its CUDA kernels while it
runs. It reports them when it ends, and its last line is a verdict. These are its options and exit
codes, the options of the compiler, and what the source of the program may say.

"""


def section(title: str, *parts: str) -> str:
    return f"*{title}*\n\n" + "\n".join(parts) + "\n"


def item(name: str, text: str) -> str:
    return f"  {name}\n{' ' * 20}{text}\n"


def option_item(option: Option) -> str:
    values = option.values if isinstance(option.values, str) else ", ".join(option.values)
    default = f"; default {option.default}" if option.default else ""
    return item(option.name, f"{option.doc} ({values}{default})")


def exit_code_items() -> list[str]:
    table = EXIT_CODES.search(README.read_text(encoding="utf-8"))[1]
    rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines())
    return [item(code, text.replace("`", "")) for code, text in rows]


def annotation_items() -> list[str]:
    items = []
    for comment, lines in ANNOTATION.findall(ANNOTATIONS.read_text(encoding="utf-8")):
        names = dict.fromkeys(DECLARED.findall(lines))
        if names:
            items.append(item(", ".join(names), comment.replace("/// ", "").replace("\n", " ").strip()))
    return items


def main() -> None:
    print(
        HEAD,
        section("Options of the run", *map(option_item, run_options())),
        section(
            "Options of the compiler",
            "-mllvm -warpsan-OPTION=VALUE, behind warpsan++ or warpsan-nvcc.\n",
            *map(option_item, pass_options()),
        ),
        section("Exit status", *exit_code_items()),
        section("Annotations", "#include <warpsan/annotations.h>\n", *annotation_items()),
        sep="",
    )


if __name__ == "__main__":
    main()
