"""What the commands of ab do; each returns the exit code."""

import os
import signal
import sys
from argparse import Namespace
from collections import Counter
from pathlib import Path

from warpsan_ab import (
    column,
    correlation,
    export,
    machine,
    measurement,
    planning,
    plot,
    result,
    table,
)
from warpsan_ab.comparison import Comparison, compare_all
from warpsan_ab.evidence import Evidence
from warpsan_ab.execution import Execution
from warpsan_ab.result import Result
from warpsan_ab.usage_error import UsageError

INTERRUPTED = 128 + signal.SIGINT


def require_writable(paths: list[Path | None]) -> None:
    """Before hours of runs, not behind them."""
    for path in filter(None, paths):
        if path.is_dir() or not os.access(path.parent, os.W_OK):
            raise UsageError(
                f"cannot write {path}: no such folder, no right to, or a folder itself"
            )


def result_for(arguments: Namespace) -> Result:
    """A new one, or the one that is to go on."""
    wanted = planning.plan_of(arguments)
    file: Path | None = arguments.json
    if arguments.resume:
        if not file:
            raise UsageError("--resume needs --json")
        return result.go_on(file, wanted)
    if file and file.exists() and not arguments.overwrite:
        raise UsageError(f"{file} exists: --resume goes on with it, --overwrite begins anew")
    program = file or Path(wanted.variants[0].command[0])
    return Result(arguments.name or program.stem, wanted)


def heading(found: Result, comparison: Comparison, style: str) -> str:
    """A comment in LaTeX, where the text around has the caption."""
    counts = Counter(str(row.speedup.seen) for row in comparison.rows if row.speedup)
    seen = ", ".join(f"{what}: {count}" for what, count in counts.items())
    text = (
        f"{found.name}: {comparison.variant} over {comparison.baseline}, "
        f"{found.rounds()} rounds, {machine.label(found.machine)}"
    )
    return f"{'% ' if style == 'latex' else ''}{text}{f' ({seen})' if seen else ''}"


def tell(found: Result, comparisons: list[Comparison], style: str) -> None:
    for comparison in filter(lambda one: one.rows, comparisons):
        text = table.detail(comparison, found.plan.unit, style)
        print(f"{heading(found, comparison, style)}\n\n{text}\n")


def say_failures(failures: list[str]) -> None:
    for text in failures:
        print(f"ab: {text}", file=sys.stderr)


def write(found: Result, comparisons: list[Comparison], arguments: Namespace) -> None:
    if arguments.json:
        result.save(found, arguments.json, export.summary(comparisons))
    if arguments.csv:
        export.write_csv(comparisons, arguments.csv)
    if arguments.plot:
        title = f"{found.name}, {machine.label(found.machine)}"
        plot.plot_inputs(comparisons, title, arguments.plot)


def finished(found: Result, execution: Execution, arguments: Namespace) -> bool:
    """False after Ctrl-C or SIGTERM."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        measurement.measure(found, execution, arguments.json, arguments.quiet)
        return True
    except KeyboardInterrupt:
        how = "--resume goes on" if arguments.json else "with --json, --resume could go on"
        print(f"ab: interrupted, {len(found.runs)} runs are over; {how}", file=sys.stderr)
        return False


def run(arguments: Namespace) -> int:
    require_writable([arguments.json, arguments.csv, arguments.plot])
    if arguments.plot:
        plot.require_format(arguments.plot)
    found = result_for(arguments)
    is_finished = finished(found, Execution(found.plan), arguments)
    comparisons = compare_all(found)
    tell(found, comparisons, arguments.table)
    failures = table.failures(comparisons)
    say_failures(failures)
    write(found, comparisons, arguments)
    if not is_finished:
        return INTERRUPTED
    return 1 if failures else 0


def show_table(arguments: Namespace) -> int:
    results = [result.load(path) for path in arguments.results]
    if len(results) == 1:
        comparisons = compare_all(results[0])
        tell(results[0], comparisons, arguments.table)
        say_failures(table.failures(comparisons))
        return 0
    columns = column.titled(column.collect(results))
    comparisons_of = {title: c.comparison for title, c in columns.items()}
    print(table.side_by_side(comparisons_of, arguments.table))
    return 0


def show_plot(arguments: Namespace) -> int:
    require_writable([arguments.out])
    plot.require_format(arguments.out)
    columns = column.collect([result.load(path) for path in arguments.results])
    column.titled(columns)  # bars of one name and machine would hide each other
    plot.plot_means(columns, arguments.out)
    return 0


def properties_for(found: Result, files: list[Path], ratios: list[str]) -> correlation.Properties:
    properties = correlation.read(files[0]) if files else Evidence(found).properties()
    if not any(properties.values()):
        raise UsageError(f"{found.name}: its programs printed no properties; give a .csv file")
    for text in ratios:
        correlation.add_ratio(properties, text)
    return properties


def correlate(arguments: Namespace) -> int:
    lists = [path for path in arguments.files if path.suffix == ".csv"]
    if len(lists) > 1:
        raise UsageError("properties are in one .csv file")
    results = [result.load(path) for path in arguments.files if path not in lists]
    found = {
        title: correlation.correlate(
            c.comparison.speedups, properties_for(c.result, lists, arguments.ratio)
        )
        for title, c in column.titled(column.collect(results)).items()
    }
    if not found:
        raise UsageError("no result (.json)")
    print(table.correlations(found, arguments.table))
    return 0


COMMANDS = {"run": run, "table": show_table, "plot": show_plot, "correlate": correlate}
