"""As much of C++ as it takes to find the two sides of an access in its line."""

import re

NAME = re.compile(r"(?:::)?[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*")
MEMBER = re.compile(r"\s*(?:\.|->)\s*[A-Za-z_]\w*")
OPENING = {"(": ")", "[": "]"}
ASSIGNMENT = re.compile(r"(?P<operation>[-+&|^]?)=(?!=)|(?P<step>\+\+|--)")


def closing(text: str, start: int) -> int:
    """Behind the bracket that closes the one at `start`, or -1."""
    depth = 0
    for i in range(start, len(text)):
        depth += (text[i] in "([{") - (text[i] in ")]}")
        if depth == 0:
            return i + 1
    return -1


def place_from(text: str, start: int) -> int:
    """Where the expression ends that begins there and names a place in memory, or -1."""
    at = start
    while at < len(text) and text[at] == "*":
        at += 1
    name = NAME.match(text, at)
    if name:
        at = name.end()
    elif at < len(text) and text[at] == "(":
        at = closing(text, at)
    else:
        return -1
    while 0 <= at < len(text):
        member = MEMBER.match(text, at)
        if member:
            at = member.end()
        elif text[at] in OPENING:
            at = closing(text, at)
        else:
            break
    return at


def statement_start(text: str, end: int) -> int:
    """Where the statement begins that goes on at `end`: behind `;`, a brace, or the condition of an if."""
    depth = 0
    for i in range(end - 1, -1, -1):
        if text[i] in ")]":
            depth += 1
        elif text[i] in "([":
            depth -= 1
            if depth < 0:
                return i + 1
        elif depth == 0 and text[i] in ";{}":
            return i + 1
    condition = re.match(r"\s*(?:else\s+)?(?:if|while|for)\s*(?=\()|\s*else\b", text)
    if not condition:
        return 0
    return closing(text, condition.end()) if text[condition.end() : condition.end() + 1] == "(" else condition.end()


def statement_end(text: str, start: int) -> int:
    """Of the value that begins there: before `;` or what closes around it, or -1."""
    depth = 0
    for i in range(start, len(text)):
        if text[i] in "([{":
            depth += 1
        elif text[i] in ")]}":
            depth -= 1
            if depth < 0:
                return i
        elif depth == 0 and text[i] in ";,":
            return i
    return -1
