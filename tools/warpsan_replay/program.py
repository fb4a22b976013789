"""The program that launches kernels with the numbers of counterexamples."""

import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

from warpsan_replay.counterexamples import Counterexample

ANONYMOUS = "(anonymous namespace)::"


def demangled(names: Sequence[str], cxxfilt: Path) -> dict[str, str]:
    answer = subprocess.run([cxxfilt, *names], stdout=subprocess.PIPE, text=True, check=True)
    return dict(zip(names, answer.stdout.splitlines(), strict=True))


def parameter_list(name: str) -> int:
    """Where the last pair of parentheses begins, or -1."""
    if not name.endswith(")"):
        return -1
    depth = 0
    for i in range(len(name) - 1, -1, -1):
        depth += (name[i] == ")") - (name[i] == "(")
        if depth == 0:
            return i
    return -1


def kernel_expression(name: str) -> str:
    """Names the kernel in the source, one of several with that name by its parameters."""
    name = name.replace(ANONYMOUS, "")
    start = parameter_list(name)
    if start < 0:
        return name
    # The result stands before the names of templates, only.
    return f"static_cast<void (*){name[start:]}>({re.sub(r'^void ', '', name[:start])})"


def dimensions(extents: Sequence[int]) -> str:
    return f"dim3({', '.join(f'{extent}u' for extent in extents)})"


def launch(example: Counterexample, kernel: str) -> str:
    witness = example.witness
    numbers = ", ".join(
        "{{{parameter}, {field}, {bytes}, {value}ull}}".format(**row) for row in witness["parameters"]
    )
    contents = ", ".join(
        "{{{parameter}, {field}, {offset}, {bytes}, {value}ull}}".format(**row)
        for row in witness["memory"]
        if "parameter" in row
    )
    shape = f"{dimensions(witness['grid'])}, {dimensions(witness['block'])}"
    return f"warpsan::replay({kernel}, {shape}, {{{numbers}}}, {{{contents}}})"


def program(source: Path, examples: Sequence[Counterexample], names: dict[str, str]) -> str:
    """Its first argument is the number of the counterexample. `names`: of kernels, in the source."""
    cases = "".join(
        f"  case {number}:\n    return {launch(example, kernel_expression(names[example.kernel]))};\n"
        for number, example in enumerate(examples)
    )
    return (
        "#define main warpsan_replaced_main\n"
        f'#include "{source.resolve()}"\n'
        "#undef main\n"
        "#include <warpsan/replay.h>\n"
        "int main(int, char **words) {\n"
        f"  switch (std::atoi(words[1])) {{\n{cases}  }}\n"
        "  return 1;\n}\n"
    )
