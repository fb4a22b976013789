"""--help and docs/drivers.md, from the table of options."""

from warpsan_nvcc.options import OPTIONS

USAGE = """\
Usage: warpsan-nvcc [--cpu] [options] file...

Compiles and links CUDA programs with the data race detector, as nvcc would: NVCC=warpsan-nvcc
in a Makefile, or NVCC="warpsan-nvcc --cpu" to run the kernels on the CPU. Options may be written
with one dash or two, and long ones with a blank or a '=' before their value.

Options:
"""


def rows() -> list[tuple[str, str]]:
    """Each option as it may be written, with its value behind the first name, and its effect."""
    return [
        (", ".join([option.names[0] + option.argument.value, *option.names[1:]]), str(option.effect))
        for option in OPTIONS
    ]


def help_text() -> str:
    lines = [f"  {names}\n{' ' * 20}{text.replace('`', '')}" for names, text in rows()]
    return USAGE + "\n".join(lines)


def table() -> str:
    """For docs/drivers.md."""
    lines = [f"| `{names}` | {text} |" for names, text in rows()]
    return "\n".join(["| option | becomes |", "|---|---|", *lines])


if __name__ == "__main__":
    print(table())
