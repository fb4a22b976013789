#!/usr/bin/env python3
"""Rounds of mode ld with few copies: how many races of two random members are found.

rounds.py BUILD_DIR OUT.json    2,000 pairs a row, on the CPU target

Rows are those of Table I of LD (docs/privatization.md). Each has its rounds, the pairs, those
found, the share with its 95 % interval (Wilson), Equation 1, and the mean passes of a region
with a race.
"""

import json
import math
import re
import subprocess
import sys
from pathlib import Path

MEMBERS = 960
PAIRS = 2000
SEED = 1
COPY_BYTES = 16 + 64  # of the program's shared memory, and a margin
REGIONS = 2  # of a block; one of them has no race
# Copies, and rounds where they are cut short.
ROWS = [(960, 0), (31, 0), (10, 0), (6, 0), (4, 0), (2, 0), (2, 5), (2, 4), (2, 3), (2, 2)]


def equation1(copies: int, rounds: int) -> float:
    return min(1.0, MEMBERS * (1 - copies**-rounds) / (MEMBERS - 1))


def interval(found: int, pairs: int) -> tuple[float, float]:
    """95 %, after Wilson."""
    z = 1.959964
    share = found / pairs
    center = share + z * z / (2 * pairs)
    spread = z * math.sqrt(share * (1 - share) / pairs + z * z / (4 * pairs * pairs))
    scale = 1 + z * z / pairs
    return (center - spread) / scale, min(1.0, (center + spread) / scale)


def parse(output: str, copies: int) -> dict:
    """A row, from the verdict of its run."""
    line = next(line for line in output.splitlines() if line.startswith("WarpSan: verdict="))
    fields = dict(re.findall(r"(\w+)=(\S+)", line))
    rounds, wanted = map(int, fields["rounds"].split("/"))
    pairs, found = int(fields["regions"]) // REGIONS, int(fields["racing_regions"])
    if int(fields["copies"]) != copies or fields["given_up"] != "0" or not pairs:
        sys.exit(f"not what was asked for: {line}")
    low, high = interval(found, pairs)
    return {
        "copies": copies,
        "rounds": rounds,
        "cut": rounds < wanted,
        "passes": 2 * rounds,
        "mean_passes": int(fields["passes"]) / pairs - 2 * rounds,
        "pairs": pairs,
        "found": found,
        "share": found / pairs,
        "low": low,
        "high": high,
        "equation1": equation1(copies, rounds),
    }


def measure(program: Path, copies: int, most_rounds: int) -> dict:
    options = (
        f"ld_lanes=1:ld_memory={(copies + 1) * COPY_BYTES}:ld_rounds={most_rounds}"
        ":ld_fallback=fsm:resolve=0:exitcode=0"
    )
    run = subprocess.run(
        [str(program), str(PAIRS), str(SEED)],
        env={"WARPSAN_OPTIONS": options},
        capture_output=True,
        text=True,
        check=True,
    )
    return parse(run.stderr, copies)


def main(arguments: list[str]) -> None:
    if len(arguments) != 2:
        sys.exit(__doc__)
    build, out = map(Path, arguments)
    rows = []
    for copies, most_rounds in ROWS:
        rows.append(measure(build / "bench" / "rounds", copies, most_rounds))
        print(json.dumps(rows[-1]), flush=True)
    result = {"members": MEMBERS, "seed": SEED, "target": "cpu", "rows": rows}
    out.write_text(json.dumps(result, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
