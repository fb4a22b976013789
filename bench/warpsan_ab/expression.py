"""A regular expression that a user gave, over lines of output."""

import re

from warpsan_ab.usage_error import UsageError


def parse(option: str, text: str, groups: int = 0) -> re.Pattern[str]:
    try:
        expression = re.compile(text, re.MULTILINE)
    except re.error as error:
        raise UsageError(f"{option}: '{text}' is no regular expression: {error}") from None
    if expression.groups < groups:
        raise UsageError(f"{option}: '{text}' has no group, as in 'seconds: ([0-9.]+)'")
    return expression


def found(expression: re.Pattern[str], text: str) -> list[str]:
    """The first group of each match, or all of it."""
    group = min(1, expression.groups)
    return [match[group] or "" for match in expression.finditer(text)]
