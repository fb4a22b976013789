#!/usr/bin/env python3
"""Prints what a tool says to --help in the words that help2man knows (cmake/ManPages.cmake); argparse
and LLVM have others. Commands of the tool, which have a --help of their own, become a section.

    help_text.py TOOL
"""

import os
import re
import subprocess
import sys

WORDS = [
    (r"^OVERVIEW: ", ""),
    (r"^(usage|USAGE):", "Usage:"),
    (r"^options:", "Options:"),
    (r"^OPTIONS:\n+Generic Options:", "Options:"),
    (r"^SUBCOMMANDS:", "*Commands*"),
    (r"^  Type .*<subcommand>.*\n", ""),
    (r" +\(--help[-a-z]* for more\)", ""),
    (r"^( +[-=\w][^ ]*(?: <\w+>)?) +- +", r"\1   "),
    (r"\s+Exit status: ", "\n\n*Exit status*\n\n"),
]
COMMAND = re.compile(r"^  (\w+) +(.*)\n", re.M)


def help_of(*command: str) -> str:
    wide = os.environ | {"COLUMNS": "1000"}  # words of a paragraph stay together
    answer = subprocess.run([*command, "--help"], env=wide, stdout=subprocess.PIPE, text=True, check=True)
    text = answer.stdout
    for words, replacement in WORDS:
        text = re.sub(words, replacement, text, flags=re.M)
    return text


def command_text(tool: str, name: str, summary: str) -> str:
    text, *_ = help_of(tool, name).partition("*Exit status*")
    synopsis = re.search(r"^Usage: (.*)", text, re.M)[1]
    _, _, *own_options = text.split("Options:\n")  # the first ones are those of all commands
    return f"{synopsis}:\n  {summary}\n" + "".join(own_options) + "\n"


def main() -> None:
    tool = sys.argv[1]
    text, heading, commands = help_of(tool).partition("*Commands*")
    print(text + heading + COMMAND.sub(lambda row: command_text(tool, row[1], row[2]), commands))


if __name__ == "__main__":
    main()
