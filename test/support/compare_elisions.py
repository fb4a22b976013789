#!/usr/bin/env python3
"""Random kernels with many accesses of few words, compiled with all proofs and with some
switched off: the same kernels must have races, and what is a race of more than stores
of the same value without the proofs is one with them, too. So it is with proofs that
launches need no checks.
"""

import argparse
import random
import re
import sys
from pathlib import Path

import warpsan_output as output
from programs import compile_program, run_program

INDICES = ["t"] * 9 + ["(t + 1) % 64", "0", "t / 2", "t ^ 1", "(t + 32) % 64"]
CONDITIONS = ["t < 32", "n > 2", "t % 2 == 0", "n > 100", "t >= 0"]
ORDERS = ["atomicAdd(c + 1, 1);", "*(volatile int *)(c + 2 + t) = 1;", "__threadfence();"]
FLAGS = ["t > k", "t < 60 - k", "t == k", "k > 0", "n > k + 1", "t % 2 == k"]
FLAGS += ["(t + k) / 3 == 1", "k / 2 == 0", "(int)threadIdx.x - k < 3", "(k - 1) % 2 == 0"]
ENDS = ["k == n - 1", "k == 1", "t == k", "n == 1", "false"]
PLACES = ["t", "t", "t + 1 - k", "2 * t % 64", "t / 2", "t - t % 32"]
RUNS = ("resolve=0", "", "resolve=0:schedule=random:seed=1")
KERNEL = re.compile(r"^  Kernel: (k\d+)\(", re.MULTILINE)
TREE_LOOPS = [
    "int i = 2; i <= 32; i = 2 * i",
    "unsigned i = 1; i < 32; i *= 2",
    "unsigned i = 1; i <= blockDim.x / 2; i <<= 1",
    "int i = 3; i < 32; i = 3 * i",
    "int i = 32; i > 0; i /= 2",
    "int i = 1; i < 2 + n; ++i",
    "unsigned i = 2; i <= 32; i *= n + 2",
    "int k = 0, i = 1; k < 6; ++k, i = 1 << k",
]
INNER_LOOPS = ["int i = o / 2; i > 0; i /= 2", "int i = 1; i < o; i *= 2", "int i = o; i < o + n; ++i"]
TREE_GUARDS = ["(t + 1) % i == 0", "t % i == 0", "t % i == 1"] * 2 + ["t % (2 * i) == 0"] * 3
TREE_GUARDS += ["(t - 3) % i == 0", "t % i < 2", "t % (n + 2) == 0", "(t & (i - 1)) == 0", "t < i"]
TREE_GUARDS += ["(t & (2 * i - 1)) == 0", "(t & i) == 0", "(t ^ i) > t", "((t >> k) & 1) == 0"]
TREE_STEPS = ["i / 2"] * 4 + ["i", "(i + 1) / 2", "i / 3", "2 * i", "(n + 2) / 2", "(int)-i / 2"]
TREE_INDICES = [
    "t / i * 2 * i + t % i",
    "t / i * i + t % i",
    "t % i + 64",
    "t / 2 * 2 + i",
    "t / i * 3 * i + t % i",
    "2 * i * t",
    "i * t",
    "i * (2 * t + 1)",
    "((t >> k) << (k + 1)) + (t & ((1 << k) - 1))",
    "2 * t - (t & (i - 1))",
    "t ^ i",
]
NUMBERS = ["b[t] & 7", "(int)(c[n] & 3)", "s[t] & 1", "(unsigned char)a[t]", "x & 15", "a[0]"]
CHOICES = ["n > k", "n >= i", "t > i", "t + n >= i", "a[t] == k", "k != 1"]
TELLING = ["t == v", "t == v - 1", "t + 1 == v", "v >= 0 && v < 8", "t < v", "t == v % 8"]
TELLING += ["v == k", "t == 8 * v"]
TOLD = ["b[v]", "b[t]", "b[8 * t + v]", "b[64 * (int)blockIdx.x + v]", "b[8 * t + v % 8]"]
TOLD += ["b[v + 1]", "b[(int)blockIdx.x]"]
SAME_VALUE = output.CLASS_TITLES["same-value"]


class Kernel:
    """Statements are lists of lines; `uniform`: all threads of the block come there."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.words = [self.any_word() for _ in range(rng.choice([1, 2]))]

    def any_word(self) -> str:
        return f"{self.rng.choice('abs')}[{self.rng.choice(INDICES)}]"

    def word(self) -> str:
        return self.rng.choice(self.words) if self.rng.random() < 0.9 else self.any_word()

    def body(self, depth: int, uniform: bool) -> list[str]:
        lines = []
        for _ in range(self.rng.randint(1, 3)):
            lines += self.statement(depth, uniform)
            if uniform and self.rng.random() < 0.4:
                lines.append("__syncthreads();")
        return lines

    def access(self) -> list[str]:
        word = self.word()
        return [
            self.rng.choice(
                [
                    f"x += {word};",
                    f"x += *(const char *)&{word};",
                    f"{word} = {self.rng.choice(['1', '7', 't', 'x'])};",
                    f"{word} += {self.rng.choice(['1', 't', 'n'])};",
                    f"{{ int old = {word}; {word} = old + 1; }}",
                ]
            )
        ]

    def flag(self) -> list[str]:
        """Something behind a loop that a condition of its last round decides on."""
        flag, other = self.rng.choice(FLAGS), self.rng.choice(FLAGS)
        end, place = self.rng.choice(ENDS), self.rng.choice(PLACES)
        start = self.rng.choice(["false", "true", "t > 3"])
        update = self.rng.choice([f"f = {flag};", f"if ({flag}) f = {other};", "f = false;"])
        set_flag = self.rng.choice([f"if ({other}) f = true;", f"f = {other};", ""])
        array = self.rng.choice("ab")
        return [
            f"{{ int k = 0; bool f = {start};",
            f"for (; k < {self.rng.choice('3n')}; ++k) {{ {update}",
            f"{set_flag} if ({end}) break; {self.rng.choice([update, ''])} }}",
            f"if (f) {array}[{place.replace('k', self.rng.choice(['k', '1', 'n']))}] = t; }}",
        ]

    def ticket(self) -> list[str]:
        """An entry of a work list, of one counter or another."""
        entry = self.rng.choice(["b[p]", "b[p]", "b[p + 1]", "b[2 * p]", "b[p % 64]", "b[127 - p % 128]"])
        draw = f"atomicAdd(c + {self.rng.choice('334')}, {self.rng.choice('112')})"
        extra = self.rng.choice(["", "", "", "c[3] = 0;", "x += c[3];", "atomicMin(c + 3, 2);"])
        guard = "if (p < 200) " if self.rng.random() < 0.3 else ""
        return [extra, f"{{ const int p = {draw}; {guard}{entry} = t; }}"]

    def opaque(self) -> list[str]:
        """What a number decides on that is loaded or chosen by a loop."""
        rng = self.rng
        use = f"if ({rng.choice(TELLING)}) {rng.choice(TOLD)} = t;"
        if rng.random() < 0.3:
            end, start = rng.choice(["8", "n + 2", "v + n", "v + k"]), rng.choice("0v")
            loop = f"for (int j = {start}; j < {end} && j < 64; ++j)"
            use = f"if ({rng.choice(TELLING)}) {loop} b[64 + j] = t;"
        use = f"if (v >= 0 && v < 64) {use}"
        if rng.random() < 0.4:
            return [f"{{ const int v = {rng.choice(NUMBERS)}; {use} }}"]
        inner, behind = rng.choice([(use, ""), ("", use), (use, use)])
        update = rng.choice(["i", "k", "v + 2"])
        return [
            f"{{ int v = {rng.choice('017')}, k = 0; for (int i = 1; i <= 8; i *= 2, ++k) {{",
            f"if ({rng.choice(CHOICES)}) v = {update};",
            inner,
            rng.choice(["", "", "__syncthreads();"]),
            f"}} {behind} }}",
        ]

    def whole(self) -> list[str]:
        """Some kernels have little else, so that a launch may need no checks."""
        choice = self.rng.random()
        if choice < 0.3:
            return [*self.flag(), *(self.ticket() if self.rng.random() < 0.5 else [])]
        if choice < 0.5:
            return [*self.opaque(), *(self.opaque() if self.rng.random() < 0.3 else [])]
        return [*self.body(0, True), *self.body(0, True)]

    def statement(self, depth: int, uniform: bool) -> list[str]:
        choice = self.rng.random()
        if depth == 0 and choice < 0.3:
            return self.flag() if choice < 0.1 else self.ticket() if choice < 0.2 else self.opaque()
        if choice < 0.65 or depth > 2:
            return self.access()
        if choice < 0.77:
            barriers = ["__syncthreads();", "__syncwarp();"] if uniform else []
            return [self.rng.choice([*ORDERS, *barriers])]
        if choice < 0.87:
            bound = self.rng.choice("3n")
            head = f"for (int k{depth} = 0; k{depth} < {bound}; ++k{depth}) {{"
            return [head, *self.body(depth + 1, uniform), "}"]
        head = f"if ({self.rng.choice(CONDITIONS)}) {{"
        return [head, *self.body(depth + 1, False), "}"]


class Tree(Kernel):
    """Levels whose accesses are apart by products and remainders, or are not."""

    def whole(self) -> list[str]:
        return [*self.body(0, True), *self.body(0, True)]

    def body(self, depth: int, uniform: bool) -> list[str]:
        if depth or self.rng.random() < 0.7:
            return self.levels(uniform)
        condition = self.rng.choice(["n > 2", "n == 1", "t < 32", "t % (n + 1) == 0"])
        sides = [self.levels(condition.startswith("n")) for _ in "ab"]
        return [f"if ({condition}) {{", *sides[0], "} else {", *sides[1], "}"]

    def levels(self, uniform: bool) -> list[str]:
        barrier = ["__syncthreads();"] if uniform and self.rng.random() < 0.95 else []
        guard = self.rng.choice(TREE_GUARDS)
        sign, step = self.rng.choice("+-"), self.rng.choice(TREE_STEPS)
        index = self.rng.choice(TREE_INDICES)
        accesses = self.rng.choice(
            [
                [f"if ({guard}) w[t + 192] += w[(int)(t + 192 {sign} ({step}))];"],
                [f"if ({guard}) {{ x += w[t + 192 {sign} i]; w[t + 192] = x; }}"],
                [f"l = {index};", "if (l < 256) { w[l] += 1; w[l + i] = t; }"],
                [f"l = {index};", "if (l < 64) w[l] += w[l + i];"],
            ]
        )
        if self.rng.random() < 0.7:
            head = f"for ({self.rng.choice(TREE_LOOPS)}) {{"
            return [*barrier, head, *accesses, *barrier, "}"]
        heads = ["for (int o = 2; o <= 32; o *= 2) {", f"for ({self.rng.choice(INNER_LOOPS)}) {{"]
        ends = [*barrier, "}", "}"] if self.rng.random() < 0.8 else ["}", *barrier, "}"]
        return [*barrier, *heads, *accesses, *ends]


def program_text(seed: int, count: int, kind: type[Kernel]) -> str:
    rng = random.Random(seed)
    lines = []
    for i in range(count):
        kernel = kind(rng)
        lines += [
            f"__global__ void k{i}(int *a, int *b, int *c, int n) {{",
            "__shared__ int s[64], w[384]; const int t = threadIdx.x; int x = 0, l = 0, k = n;",
            *kernel.whole(),
            "c[128 + 64 * blockIdx.x + t] = x; }",
        ]
    lines += ["int main() {", "int *m[3];", "for (int *&p : m) {"]
    lines += ["cudaMalloc(&p, 8192); }"]
    for i in range(count):
        blocks, rounds = rng.choice([1, 1, 2]), rng.choice([0, 1, 3])
        lines.append("for (int *p : m) cudaMemset(p, 0, 8192);")
        lines.append(f"k{i}<<<{blocks}, 64>>>(m[0], m[1], m[2], {rounds});")
        lines.append("cudaDeviceSynchronize();")
    return "\n".join([*lines, "}", ""])


def racy_kernels(program: Path, options: str) -> tuple[set[str], set[str]]:
    """Those with races, and those with races that same_value=0 counts."""
    result = run_program([str(program)], ":".join(filter(None, ["exitcode=0", options])))
    found, counted = set(), set()
    for block in output.RULE.split(result.output):
        headline, kernel = output.HEADLINE.search(block), KERNEL.search(block)
        if headline and kernel:
            found.add(kernel[1])
            if headline[1] != SAME_VALUE:
                counted.add(kernel[1])
    is_finished = "UnfinishedKernel" not in result.output and output.VERDICT.search(result.output)
    if result.code != 0 or not is_finished:
        print(result.output)
        raise SystemExit(f"{program.name} failed ({result.code})")
    return found, counted


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--driver", default="warpsan++")
    parser.add_argument("--work", type=Path, required=True, help="folder for the programs")
    parser.add_argument("--without", default="no-covered,no-hoisted", help="-warpsan-elide=")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=40, help="kernels")
    parser.add_argument("--level", default="O1")
    parser.add_argument("--proofs", default="quick", help="-warpsan-proofs=")
    parser.add_argument("--trees", action="store_true", help="products and remainders only")
    arguments = parser.parse_args()

    arguments.work.mkdir(parents=True, exist_ok=True)
    kind = Tree if arguments.trees else Kernel
    source = arguments.work / f"kernels-{arguments.seed}.cu"
    source.write_text(program_text(arguments.seed, arguments.count, kind))
    programs = {}
    for elide in ("all", arguments.without):
        programs[elide] = source.with_suffix(f".{elide}")
        flags = ["--cpu", "-g", f"-{arguments.level}", "-mllvm", f"-warpsan-elide={elide}"]
        flags += ["-mllvm", f"-warpsan-proofs={arguments.proofs}"]
        command = [arguments.driver, *flags, str(source), "-o", str(programs[elide])]
        if not compile_program(command):
            return 1
    failed = False
    comparisons = [((programs["all"], run), (programs[arguments.without], run)) for run in RUNS]
    comparisons.append(((programs["all"], ""), (programs["all"], "resolve=0")))
    for run, other in comparisons:
        found, counted = racy_kernels(*run)
        expected, expected_counted = racy_kernels(*other)
        wrong = sorted((found ^ expected) | (expected_counted - counted))
        failed |= bool(wrong)
        note = f"differ: {' '.join(wrong)}" if wrong else "as without the proofs"
        name = run[1] or ("default" if run[1] == other[1] else "resolved")
        print(f"{name}: {len(found)} of {arguments.count} kernels racy, {note}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
