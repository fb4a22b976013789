"""The GPU architectures that a command line names."""

import re

from warpsan_nvcc.command_line import CommandLine, UsageError

# What stands for the default of warpsan++: code for one architecture, with PTX for newer ones.
DEFAULTS = {"native", "all", "all-major"}
NAME = re.compile(r"(?:sm|compute|lto)_(\d+[af]?)")


def numbers(text: str) -> list[str]:
    """80 for sm_80, compute_80 and lto_80."""
    found = NAME.findall(text)
    if not found:
        raise UsageError(f"unsupported gpu architecture '{text}'")
    return found


def specified(specification: str) -> list[str]:
    """arch=compute_80,code=[sm_80,compute_80]: what code says, if it is there."""
    _, code, codes = specification.partition("code=")
    return numbers(codes if code else specification)


def named(line: CommandLine) -> list[str]:
    """Each once, in the order of the command line."""
    found = [number for value in line.values("-gencode") for number in specified(value)]
    plain = line.values("-code") or line.values("-arch")[-1:]
    found += [number for value in plain if value not in DEFAULTS for number in numbers(value)]
    return [f"sm_{number}" for number in dict.fromkeys(found)]


def newest(names: list[str]) -> str:
    return max(names, key=lambda name: (int(re.sub(r"\D", "", name)), name))
