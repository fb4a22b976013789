"""What object files and libraries hold, as far as a link must know it."""

from pathlib import Path

# The section of device code that is yet to be linked, in objects of clang.
RELOCATABLE_CODE = b"\0.llvm.offloading\0"
# A symbol that device_linker gives to its objects.
LINKED_CODE = b"\0__warpsan_nvcc_linked\0"


def any_holds(files: list[str], text: bytes) -> bool:
    return any(text in Path(file).read_bytes() for file in files if Path(file).is_file())


def static_libraries(names: list[str], folders: list[str]) -> list[str]:
    """Those of -lNAME that -LFOLDER leads to."""
    paths = [Path(folder, f"lib{name}.a") for name in names for folder in folders]
    return [str(path) for path in paths if path.is_file()]
