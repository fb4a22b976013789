#!/usr/bin/env python3
"""warpsan-repair: what lines of the source become."""

import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tools"))

from warpsan_repair.patch import edited, patched  # noqa: E402
from warpsan_repair.remarks import Remark, remarks  # noqa: E402

ORDER = "cuda::memory_order_relaxed"


def ref(place: str) -> str:
    return f"relaxed<cuda::thread_scope_device>({place})"


def change(text: str, *marks: tuple[int, str], words: str = "a relaxed atomic") -> str | None:
    """Marks are columns from 0, and kinds."""
    row = [
        Remark(Path("a.cu"), 1, column + 1, kind, f"is {words} of device scope now", True) for column, kind in marks
    ]
    result, left = edited(text, row)
    return None if left else result


class Loads(unittest.TestCase):
    def test_places_of_many_forms(self) -> None:
        for place in ("a", "a[i]", "a[f(i, j)][k]", "p->x.y", "*p", "**q", "(*p).x", "ns::a[0]", "row(i)[j]"):
            self.assertEqual(
                change(f"  x = {place} + 1;", (6, "read")), f"  x = {ref(place)}.load({ORDER}) + 1;", place
            )

    def test_several_of_a_line_from_right_to_left(self) -> None:
        self.assertEqual(
            change("x = a[b[i]] + c;", (4, "read"), (14, "read")),
            f"x = {ref('a[b[i]]')}.load({ORDER}) + {ref('c')}.load({ORDER});",
        )

    def test_what_is_no_place_is_left(self) -> None:
        for text in ("x = 1 + 2;", "x = a[i", "x = ", "x = load(&a[i]);"):
            self.assertIsNone(change(text, (4, "read")), text)


class Stores(unittest.TestCase):
    def test_assignments(self) -> None:
        for before in ("", "  ", "if (x) ", "else ", "for (int i = 0; i < n; ++i) ", "y = 1; ", "{ "):
            text = f"{before}a[i] = b + f(c, d);"
            self.assertEqual(
                change(text, (len(before) + 5, "write")), f"{before}{ref('a[i]')}.store(b + f(c, d), {ORDER});", before
            )

    def test_store_and_load_of_a_line(self) -> None:
        self.assertEqual(
            change("  a[i] = b[i];", (7, "write"), (9, "read")),
            f"  {ref('a[i]')}.store({ref('b[i]')}.load({ORDER}), {ORDER});",
        )

    def test_copies_of_structs_have_both_at_the_sign(self) -> None:
        self.assertEqual(
            change("a[i] = b[j];", (5, "read"), (5, "write")),
            f"{ref('a[i]')}.store({ref('b[j]')}.load({ORDER}), {ORDER});",
        )
        self.assertIsNone(change("a = b;", (2, "write"), words="relaxed atomics, one for each piece"))

    def test_updates(self) -> None:
        for sign, function in (("+=", "fetch_add"), ("-=", "fetch_sub"), ("|=", "fetch_or"), ("^=", "fetch_xor")):
            self.assertEqual(
                change(f"a {sign} 2;", (2, "write"), words="one atomic update"), f"{ref('a')}.{function}(2, {ORDER});"
            )
        self.assertEqual(
            change("a[0]++;", (4, "write"), words="one atomic update"), f"{ref('a[0]')}.fetch_add(1, {ORDER});"
        )

    def test_an_update_in_two_steps_is_left(self) -> None:
        self.assertIsNone(change("a += 2;", (2, "write")))

    def test_declarations_and_comparisons_are_left(self) -> None:
        for text, column in (("int a = b;", 6), ("x = a == b;", 6), ("a[i]", 2)):
            self.assertIsNone(change(text, (column, "write")), text)


class Files(unittest.TestCase):
    def test_helper_stands_behind_the_includes(self) -> None:
        lines = ["#include <a>\n", "void f() {\n", "  a = 1;\n", "}\n"]
        remark = Remark(Path("a.cu"), 3, 5, "write", "is a relaxed atomic of block scope now", True)
        result, left = patched(lines, [remark])
        self.assertEqual(left, [])
        self.assertEqual(result[0], lines[0])
        self.assertIn("#include <cuda/atomic>\n", result)
        self.assertIn(f"  relaxed<cuda::thread_scope_block>(a).store(1, {ORDER});\n", result)

    def test_lines_that_are_not_there(self) -> None:
        remark = Remark(Path("a.cu"), 9, 5, "write", "is a relaxed atomic of device scope now", True)
        self.assertEqual(patched(["x\n"], [remark]), (["x\n"], [remark]))

    def test_remarks_are_read_once(self) -> None:
        text = "a b.cu:3:5: remark: warpsan: write is a relaxed atomic of device scope now (race 12ab)\n"
        other = "a.cu:1:2: warning: unused variable\n"
        (remark,) = remarks(text + other + text)
        self.assertEqual((remark.file, remark.line, remark.column, remark.scope), (Path("a b.cu"), 3, 5, "device"))


if __name__ == "__main__":
    unittest.main()
