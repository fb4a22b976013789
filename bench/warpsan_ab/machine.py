"""Where the programs run."""

import os
import platform
import shutil
import subprocess
from pathlib import Path

GPU_SECONDS = 60


def processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def cards() -> str | None:
    """Names of the GPUs with the driver's version, if there are any."""
    if not shutil.which("nvidia-smi"):
        return None
    query = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]
    try:
        answer = subprocess.run(
            query, capture_output=True, text=True, timeout=GPU_SECONDS, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return "; ".join(answer.stdout.strip().splitlines()) or None


def describe() -> dict[str, str | int | None]:
    return {
        "cpu": processor(),
        "cores": os.cpu_count(),
        "gpu": cards(),
        "system": platform.platform(),
    }


def label(machine: dict[str, str | int | None]) -> str:
    """For titles: the card, else the processor."""
    return str(machine["gpu"] or machine["cpu"]).split(",")[0]
