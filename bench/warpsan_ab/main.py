"""Runs a command; what is wrong ends in one line."""

import sys

from warpsan_ab import command_line
from warpsan_ab.usage_error import UsageError


def main(words: list[str]) -> int:
    name, arguments = command_line.parse(words)
    # The libraries take a second: not before --help and errors of the command line.
    from warpsan_ab.commands import COMMANDS

    try:
        return COMMANDS[name](arguments)
    except (UsageError, OSError) as error:
        print(f"ab: error: {error}", file=sys.stderr)
        return 2
