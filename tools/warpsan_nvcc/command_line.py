"""A command line of nvcc, taken apart by the table of options."""

import re
import shlex
from dataclasses import dataclass, field
from pathlib import Path

from warpsan_nvcc.options import OPTIONS, Argument, Option


class UsageError(Exception):
    """What is wrong with a command line."""


BY_NAME = {name.lstrip("-"): option for option in OPTIONS for name in option.names}
JOINED = [name for name, option in BY_NAME.items() if option.argument is Argument.JOINED]
FORWARDS = {
    "-forward-unknown-to-host-compiler": "Xcompiler",
    "-forward-unknown-to-host-linker": "Xlinker",
    "-forward-unknown-opts": "Xcompiler",
}


@dataclass
class CommandLine:
    given: list[tuple[Option, str]] = field(default_factory=list)  # "" where there is no value
    inputs: list[str] = field(default_factory=list)

    def values(self, name: str) -> list[str]:
        """Those of an option, by its first name."""
        return [value for option, value in self.given if option.names[0] == name]

    def value(self, name: str, default: str = "") -> str:
        return (self.values(name) or [default])[-1]

    def has(self, *names: str) -> bool:
        return any(option.names[0] in names for option, _ in self.given)


def split_list(text: str) -> list[str]:
    r"""At commas, but for those behind a backslash."""
    parts = re.split(r"(?<!\\),", text)
    return [part.replace("\\,", ",") for part in parts if part]


def split_value(option: Option, value: str) -> list[str]:
    match option.argument:
        case Argument.LIST:
            return split_list(value)
        case Argument.WORDS:
            return [word for part in split_list(value) for word in shlex.split(part)]
    return [value]


def find(word: str) -> tuple[Option | None, str | None]:
    """An option, with one dash or two, and the value in the same word."""
    name, equals, value = word.lstrip("-").partition("=")
    if name in BY_NAME:
        return BY_NAME[name], value if equals else None
    for prefix in JOINED:
        if word.startswith("-" + prefix):
            return BY_NAME[prefix], word[len(prefix) + 1 :]
    return None, None


def read_words(file: str) -> list[str]:
    try:
        return shlex.split(Path(file).read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"cannot read the options file '{file}': {error.strerror}") from error


class Parser:
    def __init__(self, words: list[str]):
        self.words = list(words)
        self.unknown: list[str] = []
        self.line = CommandLine()

    def parse(self) -> CommandLine:
        while self.words:
            self.take(self.words.pop(0))
        self.forward_unknown()
        return self.line

    def take(self, word: str) -> None:
        if word.startswith("@"):
            self.words[:0] = read_words(word[1:])
        elif word.startswith("-") and word != "-":
            self.take_option(word)
        else:
            self.line.inputs.append(word)

    def take_option(self, word: str) -> None:
        option, value = find(word)
        if not option:
            self.unknown.append(word)
            return
        if option.argument is Argument.NONE:
            if value is not None:
                raise UsageError(f"option '{word}' takes no value")
            self.line.given.append((option, ""))
            return
        if value is None:
            if not self.words:
                raise UsageError(f"argument expected after '{word}'")
            value = self.words.pop(0)
        self.add(option, value)

    def add(self, option: Option, value: str) -> None:
        parts = split_value(option, value)
        if option.names[0] == "-optf":
            self.words[:0] = [word for file in parts for word in read_words(file)]
        else:
            self.line.given += [(option, part) for part in parts]

    def forward_unknown(self) -> None:
        """Like nvcc, no matter where the option that says so stands."""
        goals = [goal for name, goal in FORWARDS.items() if self.line.has(name)]
        if self.unknown and not goals:
            raise UsageError(f"unknown option '{self.unknown[0]}'")
        for word in self.unknown:
            self.line.given.append((BY_NAME[goals[0]], word))


def parse(words: list[str]) -> CommandLine:
    return Parser(words).parse()
