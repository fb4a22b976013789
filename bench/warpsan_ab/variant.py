"""A program with its arguments and environment: one side of a comparison."""

import hashlib
import os
import re
import shlex
import shutil
from dataclasses import dataclass, replace
from pathlib import Path

from warpsan_ab.usage_error import UsageError

INPUT = "{}"  # stands for the input in a command


@dataclass(frozen=True)
class Variant:
    name: str
    command: tuple[str, ...]
    environment: dict[str, str]
    digest: str  # of the program, which may be built anew under its name

    def words(self, argument: str) -> list[str]:
        """The input is the last word where it has no place of its own."""
        if any(INPUT in word for word in self.command):
            return [word.replace(INPUT, argument) for word in self.command]
        return [*self.command, *([argument] if argument else [])]

    def extended(self, arguments: list[str], environment: list[str]) -> "Variant":
        added = dict(setting(text) for text in environment)
        return replace(
            self,
            command=(*self.command, *arguments),
            environment=self.environment | added,
        )


def setting(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise UsageError(f"'{text}' is not NAME=VALUE")
    return name, value


def words_of(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError as error:
        raise UsageError(f"'{text}': {error}") from None


def program_of(name: str, word: str) -> str:
    if program := shutil.which(word):
        return program
    problem = "cannot be executed" if os.path.exists(word) else "no such program"
    raise UsageError(f"{name}: {word}: {problem}")


def parse(name: str, text: str) -> Variant:
    """As a shell has it: settings of the environment, the program, arguments."""
    words = words_of(text)
    environment = {}
    while words and re.match(r"[A-Za-z_]\w*=", words[0]):
        key, value = setting(words.pop(0))
        environment[key] = value
    if not words:
        raise UsageError(f"{name}: no command")
    digest = hashlib.sha256(Path(program_of(name, words[0])).read_bytes()).hexdigest()
    return Variant(name, tuple(words), environment, digest)


def parse_named(text: str) -> Variant:
    name, equals, command = text.partition("=")
    if not equals or not name:
        raise UsageError(f"'{text}' is not NAME=COMMAND")
    return parse(name, command)
