"""A suggestion for the source: what the pass did, with cuda::atomic_ref."""

import difflib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from warpsan_repair.expressions import ASSIGNMENT, place_from, statement_end, statement_start
from warpsan_repair.remarks import Remark

ORDER = "cuda::memory_order_relaxed"
FETCH = {"+": "fetch_add", "-": "fetch_sub", "&": "fetch_and", "|": "fetch_or", "^": "fetch_xor"}
HELPER = """
#include <cuda/atomic>

template <cuda::thread_scope Scope, typename T>
__device__ auto relaxed(T &place) {
  using Plain = std::remove_volatile_t<T>;
  return cuda::atomic_ref<Plain, Scope>(const_cast<Plain &>(place));
}
"""


def reference(place: str, remark: Remark) -> str:
    return f"relaxed<cuda::thread_scope_{remark.scope}>({place.strip()})"


def with_load(text: str, remark: Remark) -> str | None:
    start = remark.column - 1
    if text[start : start + 1] == "=":  # a struct is copied
        start += 1
        start += len(text[start:]) - len(text[start:].lstrip())
    end = place_from(text, start)
    place = text[start:end]
    is_call = place.endswith(")") and not place.startswith("(")
    if end < 0 or is_call:  # what the function reads is not in this line
        return None
    return f"{text[:start]}{reference(place, remark)}.load({ORDER}){text[end:]}"


def with_store(text: str, remark: Remark) -> str | None:
    at = remark.column - 1
    assignment = ASSIGNMENT.match(text, at)
    if not assignment or bool(assignment["operation"] or assignment["step"]) != remark.is_update:
        return None
    start = statement_start(text, at)
    start += len(text[start:]) - len(text[start:].lstrip())
    if place_from(text, start) != len(text[:at].rstrip()):
        return None
    if assignment["step"]:
        function, value, end = FETCH[assignment["step"][0]], "1", assignment.end()
    else:
        end = statement_end(text, assignment.end())
        function, value = FETCH.get(assignment["operation"], "store"), text[assignment.end() : end].strip()
    if end < 0:
        return None
    return f"{text[:start]}{reference(text[start:at], remark)}.{function}({value}, {ORDER}){text[end:]}"


def edited(text: str, changes: Iterable[Remark]) -> tuple[str, list[Remark]]:
    """The line, and what is left to do by hand. From right to left, so that columns stay true; a
    store takes in what stands behind it."""
    left = []
    for remark in sorted(changes, key=lambda remark: (-remark.column, remark.kind)):
        change = with_load if remark.kind == "read" else with_store
        changed = None if remark.is_split else change(text, remark)
        if changed is None:
            left.append(remark)
        else:
            text = changed
    return text, left


def helper_line(lines: Sequence[str]) -> int:
    includes = [i for i, line in enumerate(lines) if line.lstrip().startswith("#include")]
    return includes[-1] + 1 if includes else 0


def patched(lines: list[str], changes: Iterable[Remark]) -> tuple[list[str], list[Remark]]:
    by_line = defaultdict(list)
    for remark in changes:
        by_line[remark.line].append(remark)
    result, left = list(lines), []
    for number, row in by_line.items():
        if not 0 < number <= len(lines):
            left += row
            continue
        result[number - 1], more = edited(lines[number - 1], row)
        left += more
    if result != lines:
        at = helper_line(result)
        result[at:at] = HELPER.splitlines(keepends=True)
    return result, left


def patch(changes: Sequence[Remark]) -> tuple[str, list[Remark]]:
    """A unified diff, and what is left to do by hand."""
    by_file: dict[Path, list[Remark]] = defaultdict(list)
    for remark in changes:
        by_file[remark.file].append(remark)
    text, left = "", []
    for file, row in by_file.items():
        try:
            lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
        except (OSError, UnicodeDecodeError):
            left += row
            continue
        result, more = patched(lines, row)
        left += more
        text += "".join(difflib.unified_diff(lines, result, str(file), str(file)))
    return text, left
