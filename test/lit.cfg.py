"""Configuration of all lit suites: ir (passes on IR), e2e (CUDA programs on the CPU
target) and gpu (the tests of e2e that fit either target, with the same RUN lines, on
a GPU)."""

import os
import shutil
import subprocess

import lit.formats


def has_gpu() -> bool:
    """A driver that lists at least one GPU, not only an installed tool."""
    smi = shutil.which("nvidia-smi")
    if not smi:
        return False
    listing = subprocess.run([smi, "-L"], capture_output=True, text=True, timeout=60)
    return listing.returncode == 0 and "GPU" in listing.stdout


def browser_python() -> str | None:
    """A Python that can drive the browser: Debian's package is for Debian's Python."""
    if not shutil.which("chromium") or not shutil.which("chromedriver"):
        return None
    for python in (config.warpsan_python, "/usr/bin/python3"):
        if subprocess.run([python, "-c", "import selenium"], capture_output=True).returncode == 0:
            return python
    return None


def can_import(module: str) -> bool:
    return subprocess.run([config.warpsan_python, "-c", f"import {module}"], capture_output=True).returncode == 0


def fits_either_target(name: str) -> bool:
    path = os.path.join(config.warpsan_suite_source, name)
    if os.path.isdir(path):
        return any(fits_either_target(os.path.join(name, inner)) for inner in os.listdir(path))
    with open(path, encoding="utf-8") as file:
        text = file.read()
    return "RUN: %check_twins" in text or "RUN: %warpsanxx_target" in text


config.name = "warpsan-" + config.warpsan_suite
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".ll", ".cu", ".test"]
config.excludes = ["Inputs", "CMakeLists.txt"]
config.test_source_root = config.warpsan_suite_source
config.test_exec_root = config.warpsan_suite_build

# Programs under test see no options but those that a RUN line sets.
config.environment.pop("WARPSAN_OPTIONS", None)
config.environment["PATH"] = os.pathsep.join(
    [config.warpsan_llvm_tools, os.environ.get("PATH", "")]
)

if os.access(os.path.join(config.warpsan_cuda, "bin", "ptxas"), os.X_OK):
    config.available_features.add("cuda")
if can_import("jsonschema"):
    config.available_features.add("jsonschema")
if os.path.exists(config.warpsan_sarif_schema):
    config.available_features.add("sarif-schema")
if shutil.which("gdb"):
    config.available_features.add("gdb")
if config.warpsan_suite == "page":
    python = browser_python()
    if python:
        config.available_features.add("browser")
        config.environment["PYTHONDONTWRITEBYTECODE"] = "1"
        writer = os.path.join(config.warpsan_bin, "write_page")
        checker = os.path.join(config.warpsan_suite_source, "page_test.py")
        config.substitutions.append(("%page_test", f"{python} {checker} {writer} %t.pages"))
if has_gpu():
    config.available_features.add("gpu")
elif config.warpsan_require_gpu:
    lit_config.fatal("this build requires a GPU (WARPSAN_REQUIRE_GPU) and none was found")
elif config.warpsan_suite == "gpu":
    config.unsupported = True  # every test shows as skipped
target = "gpu" if config.warpsan_suite == "gpu" else "cpu"
config.available_features.add(f"{target}-target")
if config.warpsan_suite == "e2e":
    config.excludes.append("gpu")  # what the CPU target does not run
if target == "gpu":
    # What is of the CPU target or of no target.
    names = os.listdir(config.warpsan_suite_source)
    config.excludes += [name for name in names if not fits_either_target(name)]

plugin = config.warpsan_plugin
cuda_flags = (
    f"--cuda-path={config.warpsan_cuda} -isystem {config.warpsan_cuda}/include/cccl"
    " --cuda-gpu-arch=sm_80 -Wno-unknown-cuda-version"
)
driver = os.path.join(config.warpsan_bin, "warpsan++")
# -Dproofs=z3: what the solver proves changes no verdict (docs/testing.md).
proofs = lit_config.params.get("proofs", "")
proof_flags = f" --flag=-mllvm --flag=-warpsan-proofs={proofs}" if proofs else ""


def support(script: str) -> str:
    return f"{config.warpsan_python} {config.warpsan_support}/{script}.py"


check_twins = (
    f"{support('check_twins')} --driver {driver} --headers {config.warpsan_headers}"
    f"{proof_flags} --work %t.twins"
)
graphs = os.path.join(config.warpsan_support, "../../bench/graphs")

# Longer names first: lit replaces in this order.
config.substitutions += [
    # Mode verify: diagnostics, and no code that matters.
    (
        "%verify",
        f"{config.warpsan_clangxx} -x cuda {cuda_flags} --cuda-device-only -S -emit-llvm"
        f" -o /dev/null -g -I{config.warpsan_support}/../../include -fpass-plugin={plugin}"
        " -mllvm -warpsan-mode=verify",
    ),
    # Device IR as text, after the plugin.
    (
        "%clang_device",
        f"{config.warpsan_clangxx} -x cuda {cuda_flags} --cuda-device-only -S -emit-llvm"
        f" -fpass-plugin={plugin}",
    ),
    ("%clangxx_host", config.warpsan_clangxx),
    ("%clang_cpu", f"{driver} --cpu -mllvm -warpsan-mode=off"),
    ("%cuda_flags", cuda_flags),
    ("%gdb", "gdb -nx -batch"),
    ("%driver_stubs", f"-L{config.warpsan_cuda}/lib64/stubs -lcuda"),
    ("%warpsan_nvcc", os.path.join(config.warpsan_bin, "warpsan-nvcc")),
    ("%warpsanxx_cpu", f"{driver} --cpu"),
    ("%warpsanxx_target", f"{driver} --cpu" if target == "cpu" else driver),
    ("%warpsanxx", driver),
    ("%opt", f"{config.warpsan_llvm_tools}/opt -load-pass-plugin={plugin}"),
    ("%plugin", plugin),
    # Builds and runs the racy and the clean form of a program (docs/testing.md).
    ("%check_twins", f"{check_twins} {target}"),
    # The same for programs of bench/graphs, on the CPU target.
    (
        "%check_graph_twins",
        f"{check_twins} --flag=-std=c++20 --link={config.warpsan_graphs} --marker 'verified: yes'"
        " cpu O2",
    ),
    ("%graph_flags", f"-std=c++20 {config.warpsan_graphs}"),
    ("%graphs", graphs),
    # Random kernels, with and without some proofs (docs/testing.md).
    ("%compare_elisions", f"{support('compare_elisions')} --driver {driver}"),
    ("%compare_modes", f"{support('compare_modes')} --driver {driver}"),
    # Reports for programs.
    ("%check_schema", support("check_schema")),
    ("%report_schema", os.path.join(config.warpsan_support, "../../docs/report.schema.json")),
    ("%sarif_schema", config.warpsan_sarif_schema),
    ("%ab", os.path.join(config.warpsan_support, "../../bench/ab")),
    ("%warpsan_repair", os.path.join(config.warpsan_bin, "warpsan-repair")),
    ("%warpsan_replay", os.path.join(config.warpsan_bin, "warpsan-replay")),
    ("%warpsan_report", os.path.join(config.warpsan_bin, "warpsan-report")),
    # Runs a program, checks its exit code and prints its output.
    ("%check_run", support("check_run")),
    # The same with many schedules, whose outputs are to be the same, or not.
    ("%check_schedules", support("check_schedules")),
]
