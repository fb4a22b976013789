"""The command line of ab."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

from warpsan_ab import figure

WIDTH = 96
STYLES = ("text", "md", "latex")
SAME = r"^result: (.*)"
PROPERTIES = r"^graph: (.*)"

USAGE = """\
ab --a COMMAND --b COMMAND --inputs PATTERN... [option]...
       ab table|plot|correlate RESULT.json...    (ab table --help)"""

DESCRIPTION = """\
Compares two or more programs, or one in several modes, on the same inputs: they run by turns,
their results are checked, and a table tells the speed-up for each input and how sure it is."""

EPILOG = """\
A COMMAND is split as by a shell, but no shell runs it; NAME=VALUE in front sets the environment.
The input replaces {}, or is the last word.

Exit code: 0 fine; 1 a run crashed, took too long, had no figure or a wrong result; 2 bad usage;
130 interrupted. docs/ab.md has examples."""


def at_least(least: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        value = int(text)
        if value < least:
            raise argparse.ArgumentTypeError(f"wanted {least} or more")
        return value

    parse.__name__ = "number"
    return parse


def seconds(text: str) -> float:
    value = float(text)
    if not value > 0:
        raise argparse.ArgumentTypeError("wanted more than 0")
    return value


def layout(prog: str) -> argparse.HelpFormatter:
    return argparse.RawDescriptionHelpFormatter(prog, max_help_position=28, width=WIDTH)


def parser_for(prog: str, description: str, **texts: Any) -> argparse.ArgumentParser:
    return argparse.ArgumentParser(
        prog, description=description, formatter_class=layout, allow_abbrev=False, **texts
    )


def add_variants(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("what to compare")
    group.add_argument("--a", metavar="COMMAND", help="the baseline")
    group.add_argument(
        "--b", metavar="COMMAND", help="the other; left out: as --a, with --args-b or --env-b"
    )
    for side in "ab":
        group.add_argument(f"--args-{side}", metavar="WORDS", help=f"arguments of {side} alone")
        group.add_argument(
            f"--env-{side}",
            metavar="NAME=VALUE",
            action="append",
            default=[],
            help=f"environment of {side} alone",
        )
    group.add_argument(
        "--variant",
        metavar="NAME=COMMAND",
        action="append",
        default=[],
        help="instead of --a and --b, two or more; the first is the baseline",
    )
    group.add_argument(
        "--args", metavar="WORDS", default="", help="arguments of all; a single one as in --args=-v"
    )


def add_inputs(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("on what")
    group.add_argument(
        "--inputs",
        metavar="PATTERN",
        nargs="+",
        action="extend",
        default=[],
        help="files, or patterns of their names",
    )
    group.add_argument(
        "--values",
        metavar="WORD",
        nargs="+",
        action="extend",
        default=[],
        help="inputs that are not files, as sizes",
    )
    group.add_argument("--no-inputs", action="store_true", help="the programs take none")


def add_schedule(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("how often")
    group.add_argument(
        "--repeats", metavar="N", type=at_least(1), default=9, help="runs of each (9)"
    )
    group.add_argument(
        "--warmup",
        metavar="N",
        type=at_least(0),
        default=1,
        help="runs of each before, which do not count (1)",
    )
    group.add_argument(
        "--timeout", metavar="SECONDS", type=seconds, default=600.0, help="for a run (600)"
    )
    group.add_argument(
        "--order",
        choices=("alternate", "random"),
        default="alternate",
        help="of variants: a b, b a, ... or shuffled each time",
    )
    group.add_argument(
        "--seed", metavar="N", type=int, default=0, help="of order and intervals (0)"
    )


def add_figure(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("what is measured")
    choice = group.add_mutually_exclusive_group()
    choice.add_argument(
        "--figure",
        metavar="REGEX",
        default=figure.KERNEL_TIME,
        help=f"its group is the figure; each line of a run is a sample "
        f"({figure.KERNEL_TIME}). 'time': of the whole run",
    )
    choice.add_argument(
        "--benchmark",
        action="store_const",
        const="benchmark",
        dest="figure",
        help="real (or manual) time of each benchmark of Google Benchmark",
    )
    group.add_argument(
        "--strip",
        metavar="REGEX",
        help="left out of benchmarks' names, as '/(old|new)$'",
    )
    group.add_argument("--unit", help="of the figure, for titles")
    group.add_argument(
        "--more-is-better", action="store_true", help="the figure is a rate, not a time"
    )
    group.add_argument(
        "--properties",
        metavar="REGEX",
        default=PROPERTIES,
        help=f"where NAME=NUMBER tells of the input ({PROPERTIES})",
    )


def add_checks(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("which results count")
    group.add_argument(
        "--valid",
        metavar="REGEX",
        help="must be in the output; left out: lines 'verified:' must say yes",
    )
    group.add_argument(
        "--valid-command",
        metavar="COMMAND",
        help="gets the output, and the input as {}; must end with 0",
    )
    group.add_argument(
        "--same", metavar="REGEX", default=SAME, help=f"must be as the baseline's first ({SAME})"
    )
    group.add_argument(
        "--no-same", action="store_const", const=None, dest="same", help="results may differ"
    )


def add_output(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("output")
    add_style(group)
    group.add_argument(
        "--json", metavar="FILE", type=Path, help="every sample; written after each run"
    )
    group.add_argument("--resume", action="store_true", help="go on with what --json has")
    group.add_argument("--overwrite", action="store_true", help="begin anew if --json is there")
    group.add_argument("--csv", metavar="FILE", type=Path, help="a line for each variant and input")
    group.add_argument(
        "--plot", metavar="FILE", type=Path, help="bars for each input: .svg, .png, .pdf"
    )
    group.add_argument("--name", help="in titles, and in tables of several results")
    group.add_argument("--quiet", action="store_true", help="no progress")


def add_style(group: argparse._ActionsContainer) -> None:
    group.add_argument("--table", choices=STYLES, default="text", help="form of tables (text)")


def run_parser() -> argparse.ArgumentParser:
    parser = parser_for("ab", usage=USAGE, description=DESCRIPTION, epilog=EPILOG)
    for add in (add_variants, add_inputs, add_schedule, add_figure, add_checks, add_output):
        add(parser)
    return parser


def table_parser() -> argparse.ArgumentParser:
    parser = parser_for(
        "ab table",
        description="The table of a result again; of several, their speed-ups side by side.",
    )
    parser.add_argument("results", metavar="RESULT.json", type=Path, nargs="+")
    add_style(parser)
    return parser


def plot_parser() -> argparse.ArgumentParser:
    parser = parser_for(
        "ab plot",
        description="Bars for the geometric mean speed-up of each result, with lines from the "
        "minimum to the maximum.\nEach machine has a colour.",
    )
    parser.add_argument("results", metavar="RESULT.json", type=Path, nargs="+")
    parser.add_argument("--out", metavar="FILE", type=Path, required=True, help=".svg, .png, .pdf")
    return parser


def correlate_parser() -> argparse.ArgumentParser:
    parser = parser_for(
        "ab correlate",
        description="Correlation of speed-ups with properties of the inputs, which are the columns "
        "of a CSV file\n(the first names the input) or what the programs printed in a line "
        "'graph:'.",
    )
    parser.add_argument(
        "files",
        metavar="FILE",
        type=Path,
        nargs="+",
        help="results (.json), and perhaps properties (.csv)",
    )
    parser.add_argument(
        "--ratio",
        metavar="NAME/NAME",
        action="append",
        default=[],
        help="a property more, as edges/nodes",
    )
    add_style(parser)
    return parser


PARSERS = {
    "run": run_parser,
    "table": table_parser,
    "plot": plot_parser,
    "correlate": correlate_parser,
}


def parse(words: list[str]) -> tuple[str, argparse.Namespace]:
    """The command, which is `run` if none is named, and its arguments."""
    name = words[0] if words and words[0] in PARSERS else "run"
    return name, PARSERS[name]().parse_args(words[1:] if words[:1] == [name] else words)
