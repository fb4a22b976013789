#!/usr/bin/env python3
"""Random kernels with memory that warps share (and blocks, if it is global), barriers in loops and branches, early ends and much state,
compiled plainly and for modes fsm, ld and det. Modes ld and det must leave the same results as
the plain program, unless there is a race; what ld reports fsm must report, too; ld must find
most of that; and det must leave the same results in each schedule, race or not."""

import argparse
import random
import re
import sys
from pathlib import Path

import warpsan_output as output
from programs import compile_program, run_program

THREADS = 128
INDICES = ["t", "t", "t", "t", "(t + 1) % T", "(t + 32) % T", "(t + 65) % T", "T - 1 - t", "t ^ 1", "t ^ 96"]
ODD_INDICES = ["t / 2", "t & 96", "(x & 127)", "k % T"]
CONDITIONS = ["t % 3 == 0", "t < 64", "t > 100", "(x & 1) == 0", "y > x", "t / 32 == k % 4"]
UNIFORM_CONDITIONS = ["n > 2", "k % 2 == 0", "n < 2", "blockIdx.x == 0"]
VALUES = ["x", "y", "x + t", "7 * t + k", "3 * y + x", "local[k & 3]", "t"]
OWN = [
    "x = x * 5 + {value};",
    "y ^= {value} + k;",
    "local[{value} & 3] += x;",
    "x += local[(t + k) & 3];",
    "out[place] += {value};",
    "out[place] = out[place] * 3 + {value};",
    "bytes[place] = (unsigned char){value};",
    "x += bytes[place];",
    "for (int j = 0; j < t % 3 + 1; ++j) y += local[j & 3] + {value};",
    "x += __shfl_xor_sync(0xffffffff, t, 5);",
    "row = rows[t]; row.b += (short){value}; rows[t] = row;",
]
# 8300 bytes: two copies, in two rounds.
RUNS_LD = [
    "",
    ":ld_poison=1",
    ":ld_shared=0",
    ":schedule=random:seed=3",
    ":ld_memory=8300",
    ":ld_memory=8300:schedule=random:seed=4",
    ":ld_lanes=1",
]
RUNS_DET = ["", ":ld_poison=1", ":ld_shared=0", ":schedule=random:seed=3", ":det=any"]
# Nothing that lanes do to each other is left to the schedule.
LANES = ":ld_lanes=1:ld_buffer_kb=256"
RUNS_DET_LANES = [LANES, f"{LANES}:schedule=random:seed=5", f"{LANES}:schedule=random:seed=6:ld_shared=0"]
KERNEL = re.compile(r"^  Kernel: (k\d+)\(", re.MULTILINE)
RESULT = re.compile(r"^(k\d+) ([0-9a-f]+)$", re.MULTILINE)
LEAST_FOUND = 0.5


class Kernel:
    def __init__(self, rng: random.Random, is_global: bool) -> None:
        self.rng = rng
        self.is_global = is_global
        # Some kernels have one piece for all blocks.
        self.piece = "0" if is_global and rng.random() < 0.2 else "blockIdx.x"
        # Clean kernels have a barrier behind each access of shared memory.
        self.is_clean = rng.random() < 0.6
        self.ends = rng.random() < 0.2
        self.statements = self.block(uniform=True, depth=0)

    def index(self) -> str:
        return self.rng.choice(INDICES if self.is_clean or self.rng.random() < 0.8 else ODD_INDICES)

    def shared(self) -> str:
        value, index = self.rng.choice(VALUES), self.index()
        return self.rng.choice(
            [
                f"words[{index}] = {value};",
                f"x += words[{index}];",
                f"chars[{index}] = (unsigned char){value};",
                f"y = 2 * y + chars[{index}];",
                f"wide[{index}] = (long long){value} << 20;",
                f"x ^= (int)(wide[{index}] >> 19);",
                f"rows[{index}].a = {value};",
                f"y += rows[{index}].a + rows[{index}].b;",
            ]
        )

    def own(self) -> str:
        return self.rng.choice(OWN).format(value=self.rng.choice(VALUES))

    def barrier(self) -> list[str]:
        return ["__syncthreads();"] if self.is_clean or self.rng.random() < 0.3 else []

    def statement(self, uniform: bool, depth: int) -> list[str]:
        kind = self.rng.random()
        if not uniform:
            text = self.own()
            return [text] if "shfl" not in text else ["x += 1;"]
        if kind < 0.5:
            return [self.shared(), *self.barrier()]
        if kind < 0.68 or depth == 2:
            return [self.own()]
        if kind < 0.8:
            inner = [self.shared(), *self.block(uniform=False, depth=depth + 1)]
            return [f"if ({self.rng.choice(CONDITIONS)}) {{", *inner, "}", *self.barrier()]
        if kind < 0.88:
            inner = self.block(uniform=True, depth=depth + 1)
            return [f"if ({self.rng.choice(UNIFORM_CONDITIONS)}) {{", *inner, "}", *self.barrier()]
        name = "k" if depth == 0 else "m"
        inner = self.block(uniform=True, depth=depth + 1)
        head = f"for (int {name} = 0; {name} < n; ++{name}) {{"
        return [head, *inner, "}", *self.barrier()]

    def block(self, uniform: bool, depth: int) -> list[str]:
        lines = []
        for _ in range(self.rng.randrange(1, 5 if depth else 7)):
            lines += self.statement(uniform, depth)
        return lines

    def global_memory(self) -> str:
        return f"""const int piece = {self.piece} * T;
  int *words = all_words + piece;
  unsigned char *chars = all_chars + piece;
  long long *wide = all_wide + piece;
  Row *rows = all_rows + piece;"""

    def source(self, name: str) -> str:
        end = ["if (t >= 117) return;"] if self.ends else []
        body = "\n  ".join([*end, *self.statements])
        memory = self.global_memory() if self.is_global else SHARED_MEMORY
        return f"""
__global__ void {name}(int *out, unsigned char *bytes, int n) {{
  {memory}
  const int t = threadIdx.x, place = blockIdx.x * T + t, k = 1;
  int x = out[place], y = 11 * t, local[4] = {{t, 1, 2, y}};
  Row row;
  words[t] = t;
  chars[t] = (unsigned char)(3 * t);
  wide[t] = (long long)t << 33;
  rows[t] = Row{{t, (short)(2 * t), 'c'}};
  __syncthreads();
  {body}
  out[place] += x + 3 * y + local[t & 3] + (k & n) + row_sum(row = rows[t]) * 0;
}}
"""


SHARED_MEMORY = """__shared__ int words[T];
  __shared__ unsigned char chars[T];
  __shared__ long long wide[T];
  __shared__ Row rows[T];"""

HEAD = f"""#include <cstdio>
#include <cstring>
constexpr int T = {THREADS}, Blocks = 2;
struct Row {{ int a; short b; char c; }};
__device__ int row_sum(const Row &row) {{ return row.a + row.b + row.c; }}
__device__ int all_words[Blocks * T];
__device__ unsigned char all_chars[Blocks * T];
__device__ long long all_wide[Blocks * T];
__device__ Row all_rows[Blocks * T];
"""

MAIN = """
template <typename Kernel> void run(const char *name, Kernel kernel, int *out, unsigned char *bytes) {
  static int results[Blocks * T];
  for (int i = 0; i < Blocks * T; ++i)
    results[i] = i;
  cudaMemcpy(out, results, sizeof results, cudaMemcpyHostToDevice);
  cudaMemset(bytes, 5, Blocks * T);
  kernel<<<Blocks, T>>>(out, bytes, 3);
  cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost);
  static unsigned char stored[Blocks * T];
  cudaMemcpy(stored, bytes, sizeof stored, cudaMemcpyDeviceToHost);
  unsigned long long sum = 0;
  for (int i = 0; i < Blocks * T; ++i)
    sum = sum * 1099511628211ull + (unsigned)results[i] * 257ull + stored[i];
  std::printf("%s %llx\\n", name, sum);
}
"""


def program(kernels: list[Kernel]) -> str:
    names = [f"k{i}" for i in range(len(kernels))]
    sources = "".join(kernel.source(name) for kernel, name in zip(kernels, names))
    calls = "".join(f'  run("{name}", {name}, out, bytes);\n' for name in names)
    main = "int main() {\n  int *out;\n  unsigned char *bytes;\n"
    main += "  cudaMalloc(&out, Blocks * T * sizeof(int));\n  cudaMalloc(&bytes, Blocks * T);\n"
    return HEAD + sources + MAIN + main + calls + "}\n"


def build(arguments: argparse.Namespace, source: Path, mode: str) -> Path:
    target = source.with_suffix(f".{mode}")
    command = [arguments.driver, "--cpu", f"-{arguments.level}", "-g", "-w"]
    command += ["-mllvm", f"-warpsan-mode={mode}", str(source), "-o", str(target)]
    if not compile_program(command):
        sys.exit(f"{source} does not compile")
    return target


def results_of(text: str) -> dict[str, str]:
    return dict(RESULT.findall(text))


def compare_results(results: dict[str, str], plain: dict[str, str], racy: set[str]) -> list[str]:
    return [
        f"other results than without checks: {name}"
        for name, value in plain.items()
        if name not in racy and results.get(name) != value
    ]


def compare_det(private: Path, plain: dict[str, str], racy: set[str]) -> list[str]:
    problems, outcomes = [], set()
    for more in RUNS_DET + RUNS_DET_LANES:
        text = run_program([str(private)], f"resolve=0{more}").output
        found = compare_results(results_of(text), plain, racy)
        verdict = output.parse_verdict(text)
        if more in RUNS_DET_LANES:
            outcomes.add(tuple(sorted(results_of(text).items())))
            if verdict.get("verdict") != "deterministic":
                found.append(f"not deterministic: {verdict}")
        if not int(verdict.get("regions", 0)):
            found.append(f"no regions: {verdict}")
        problems += [f"det{more}: {problem}" for problem in found]
    if len(outcomes) != 1:
        problems.append(f"det: {len(outcomes)} different results")
    return problems


def compare_run(options: str, text: str, plain: dict[str, str], racy: set[str]) -> list[str]:
    """Of mode ld."""
    found = set(KERNEL.findall(text))
    problems = [f"reported by ld alone: {name}" for name in sorted(found - racy)]
    problems += compare_results(results_of(text), plain, racy)
    verdict = output.parse_verdict(text)
    if verdict.get("given_up") != "0" or verdict.get("grids_given_up") != "0":
        problems.append(f"given up: {verdict}")
    if not int(verdict.get("regions", 0)):
        problems.append(f"no regions: {verdict}")
    return [f"{options or 'default'}: {problem}" for problem in problems]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--driver", default="warpsan++")
    parser.add_argument("--work", type=Path, required=True, help="folder for the programs")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=20, help="kernels")
    parser.add_argument("--memory", choices=["shared", "global"], default="shared")
    parser.add_argument("--level", choices=["O0", "O1", "O2", "O3"], default="O1")
    arguments = parser.parse_args()

    arguments.work.mkdir(parents=True, exist_ok=True)
    rng = random.Random(arguments.seed)
    source = arguments.work / f"modes-{arguments.memory}-{arguments.seed}.cu"
    is_global = arguments.memory == "global"
    source.write_text(program([Kernel(rng, is_global) for _ in range(arguments.count)]))
    plain = results_of(run_program([str(build(arguments, source, "off"))]).output)
    fsm = run_program([str(build(arguments, source, "fsm"))], "resolve=0").output
    racy = set(KERNEL.findall(fsm))
    private = build(arguments, source, "ld")
    problems, found = [], set()
    for more in RUNS_LD:
        text = run_program([str(private)], f"ld_fallback=fsm:resolve=0{more}").output
        problems += compare_run(more, text, plain, racy)
        found |= set(KERNEL.findall(text))
    problems += compare_det(build(arguments, source, "det"), plain, racy)
    if len(plain) != arguments.count:
        problems.append(f"{len(plain)} of {arguments.count} kernels ran")
    if len(found) < LEAST_FOUND * len(racy):
        problems.append(f"ld found races in {len(found)} of {len(racy)} kernels only")
    print("\n".join(problems))
    print(f"seed {arguments.seed}: {arguments.count} kernels, {len(racy)} racy, {len(found)} by values")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
