"""The programs and folders that a translation names."""

import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Toolchain:
    folder: Path  # of warpsan++
    cuda: Path
    llvm_tools: Path

    @classmethod
    def beside(cls, folder: Path) -> "Toolchain":
        """As warpsan++ finds it, which says what is missing."""
        command = [folder / "warpsan++", "--print-toolchain"]
        answer = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
        if answer.returncode:
            sys.exit(answer.returncode)
        clang, cuda = answer.stdout.splitlines()
        return cls(folder, Path(cuda), Path(clang).resolve().parent)

    @property
    def compiler(self) -> str:
        return str(self.folder / "warpsan++")

    def known_architectures(self) -> set[str]:
        command = [self.llvm_tools / "clang", "--target=nvptx64", "--print-supported-cpus"]
        listing = subprocess.run(command, capture_output=True, text=True, check=False)
        return set(re.findall(r"\bsm_\w+", listing.stderr + listing.stdout))

    def release(self) -> tuple[int, int]:
        header = (self.cuda / "include/cuda.h").read_text(encoding="utf-8", errors="replace")
        number = int(re.search(r"#define CUDA_VERSION (\d+)", header)[1])
        return number // 1000, number % 1000 // 10

    def library_options(self, is_cpu: bool) -> list[str]:
        if is_cpu:
            return [f"-L{self.folder.parent}/lib"]
        return [f"-L{self.cuda}/lib64/stubs", f"-L{self.cuda}/lib64"]

    def runtime_libraries(self, is_cpu: bool) -> list[str]:
        """The config files of warpsan++ name them, too, but CMake must see them."""
        return ["warpsan_cpu"] if is_cpu else ["cudart_static", "rt", "pthread", "dl"]

    def settings(self, is_cpu: bool) -> dict[str, str]:
        """What nvcc prints before its commands, as far as CMake reads it."""
        return {
            "TOP": str(self.cuda),
            "NVVMIR_LIBRARY_DIR": str(self.cuda / "nvvm/libdevice"),
            "INCLUDES": f'"-I{self.cuda}/include"',
            "LIBRARIES": " ".join(self.library_options(is_cpu)),
            "DEFAULT_ARCHITECTURE": "-arch compute_80",
        }

    def version_text(self) -> str:
        """The lines that scripts and CMake look for in what nvcc says."""
        major, minor = self.release()
        return (
            "warpsan-nvcc: WarpSan behind the command line of\n"
            "nvcc: NVIDIA (R) Cuda compiler driver\n"
            f"Cuda compilation tools, release {major}.{minor}, V{major}.{minor}.0"
        )
