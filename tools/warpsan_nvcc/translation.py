"""The commands of warpsan++ that stand for a command line of nvcc."""

from pathlib import Path

from warpsan_nvcc import architectures, objects
from warpsan_nvcc.command_line import CommandLine, UsageError
from warpsan_nvcc.options import Pass, Stop
from warpsan_nvcc.toolchain import Toolchain

Command = list[str]

LANGUAGES = {".cu": "cuda", ".c": "c", ".cc": "c++", ".cpp": "c++", ".cxx": "c++"}
LANGUAGE_NAMES = {"cu": "cuda", "c": "c", "c++": "c++"}
BINARIES = {".o", ".obj", ".a", ".so"}
# The CPU target is CUDA's runtime and driver.
OF_CUDA = {"cudart", "cudart_static", "cudadevrt", "cuda"}


class Translation:
    """`scratch` is a folder for the objects between compilations and a link."""

    def __init__(self, line: CommandLine, toolchain: Toolchain, scratch: Path):
        self.line, self.toolchain, self.scratch = line, toolchain, scratch
        self.is_cpu = line.has("--cpu")
        stops = [option for option, _ in line.given if isinstance(option.effect, Stop)]
        self.stop = stops[-1].names[0] if stops else "-link"
        self.suffix = stops[-1].effect.suffix if stops else ""
        self.is_relocatable = (line.value("-rdc") == "true" or self.stop == "-dc") and self.stop != "-dw"
        self.has_thread_streams = line.value("-default-stream") == "per-thread"
        self.notes = self.ignored_values()
        self.architectures = self.usable_architectures()
        self.sources = self.sorted_sources()

    def commands(self) -> list[Command]:
        match self.stop:
            case "-link":
                return self.compile_all(self.link)
            case "-lib":
                return self.compile_all(self.archive)
            case "-dlink":
                return self.compile_all(self.link_device)
            case "-ptx" | "-cubin" if self.is_cpu:
                raise UsageError(f"{self.stop} is not supported with --cpu")
        return self.make_each()

    # Inputs.

    def language(self, name: str) -> str:
        """Empty for what is no source."""
        suffix = Path(name).suffix
        if suffix in BINARIES or ".so." in name:
            return ""
        given = self.line.value("-x")
        if given and given not in LANGUAGE_NAMES:
            raise UsageError(f"unknown language '{given}'")
        if not given and suffix not in LANGUAGES:
            raise UsageError(f"don't know what to do with '{name}'")
        return LANGUAGE_NAMES.get(given) or LANGUAGES[suffix]

    def sorted_sources(self) -> dict[str, str]:
        """Sources with their languages."""
        if not self.line.inputs:
            raise UsageError("no input files specified; --help lists the options")
        languages = {name: self.language(name) for name in self.line.inputs}
        return {name: language for name, language in languages.items() if language}

    def ignored_values(self) -> list[str]:
        """What the table takes, but for some values."""
        if self.is_cpu:
            return []
        notes = []
        if self.line.value("-cudart") == "none":
            notes.append("-cudart none is not supported and ignored: checks need the runtime")
        if self.line.has("-maxrregcount") and self.is_relocatable:
            notes.append("-maxrregcount is ignored with -rdc=true: there it is 64, for kernels of all files")
        return notes

    def usable_architectures(self) -> list[str]:
        named = architectures.named(self.line)
        known = self.toolchain.known_architectures() if named else set()
        usable = [name for name in named if name in known]
        self.notes += [f"{name} is not known to clang and left out" for name in named if name not in known]
        if named and not usable:
            raise UsageError(f"clang knows none of the architectures {', '.join(named)}")
        # Code of the CPU target is there once, and so is PTX in a file.
        is_single = self.is_cpu or self.stop in ("-ptx", "-cubin")
        return [architectures.newest(usable)] if usable and is_single else usable

    # Arguments.

    def driver(self) -> Command:
        return [self.toolchain.compiler] + (["--cpu"] if self.is_cpu else [])

    def passed(self, step: str) -> list[str]:
        steps = {step} if self.is_cpu or step != "cuda" else {"cuda", "cuda-gpu"}
        return [
            argument.replace("{}", value)
            for option, value in self.line.given
            if isinstance(option.effect, Pass) and steps & set(option.effect.steps.split())
            for argument in option.effect.arguments
        ]

    def host_options(self, step: str) -> list[str]:
        options = self.line.values("-Xcompiler")
        if step != "cuda":
            return options
        return [word for option in options for word in ("-Xarch_host", option)]

    def common_options(self) -> list[str]:
        """Reports need lines, and a check without optimisation takes several times as long."""
        lines = "-g" if self.line.has("-g", "-G") else "-gline-tables-only"
        return [lines, "-O" + self.line.value("-O", "2")]

    def cuda_options(self) -> list[str]:
        line = self.line
        options = [f"--cuda-gpu-arch={name}" for name in self.architectures]
        options += ["-fgpu-rdc"] if self.is_relocatable else []
        options += ["-fgpu-default-stream=per-thread"] if self.has_thread_streams else []
        options += ["-fgpu-flush-denormals-to-zero"] if line.value("-ftz") == "true" else []
        options += ["-ffp-contract=off"] if line.value("-fmad") == "false" else []
        if line.has("-maxrregcount") and not self.is_cpu and not self.is_relocatable:
            options += ["-Xcuda-ptxas", "--maxrregcount=" + line.value("-maxrregcount")]
        return options

    def toolkit_options(self, language: str) -> list[str]:
        """What nvcc gives to all sources. clang finds the folder for CUDA itself."""
        major, minor = self.toolchain.release()
        return [
            f"-D__CUDACC_VER_MAJOR__={major}",
            f"-D__CUDACC_VER_MINOR__={minor}",
            "-D__CUDACC_VER_BUILD__=0",
            *(["-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1"] if self.has_thread_streams else []),
            *([] if language == "cuda" else ["-isystem", str(self.toolchain.cuda / "include")]),
        ]

    def identity(self, source: str) -> list[str]:
        """CMake asks a source of this name which compiler it is. Other sources must not take
        clang for nvcc."""
        return ["-D__NVCC__"] if Path(source).name == "CMakeCUDACompilerId.cu" else []

    def source_arguments(self, source: str) -> Command:
        language = self.sources[source]
        return [
            *self.driver(),
            *self.common_options(),
            *(self.cuda_options() if language == "cuda" else []),
            *self.passed(language),
            *self.host_options(language),
            *self.toolkit_options(language),
            *self.identity(source),
            *("-x", language, source),
        ]

    # Steps.

    def rules(self, source: str, target: str) -> list[str]:
        """Rules for make, beside what is compiled."""
        kind = "-MD" if self.line.has("-MD") else "-MMD" if self.line.has("-MMD") else ""
        if not kind:
            return []
        file = self.line.value("-MF") or str(Path(target).with_suffix(".d"))
        return [kind, "-MF", file] + ([] if self.line.has("-MT") else ["-MT", target])

    def compile(self, source: str, output: str, target: str) -> Command:
        """`target` is what make knows the output as."""
        return [*self.source_arguments(source), "-c", "-o", output, *self.rules(source, target)]

    def output(self, name: str) -> str:
        """Where -o says, or else of this name in a folder that may be given."""
        return self.line.value("-o") or str(Path(self.line.value("-odir"), name))

    def make_each(self) -> list[Command]:
        """A file for each source."""
        if len(self.sources) > 1 and self.line.has("-o"):
            raise UsageError("only one source may be given with -o, unless there is a link")
        return [self.make(source) for source in self.sources]

    def make(self, source: str) -> Command:
        output = self.output(Path(source).stem + self.suffix)
        host_only = ["--cuda-host-only"] if self.sources[source] == "cuda" else []
        match self.stop:
            case "-ptx":
                return [*self.source_arguments(source), "--cuda-device-only", "-S", "-o", output]
            case "-cubin":
                return [*self.source_arguments(source), "--cuda-device-only", "-c", "-o", output]
            case "-E" | "-M" | "-MM":
                shown = ["-o", output] if self.line.has("-o") else []
                return [*self.source_arguments(source), *host_only, self.stop, *shown]
        return self.compile(source, output, output)

    def compile_all(self, join) -> list[Command]:
        """Objects of all sources, and what `join` makes of these and the other inputs."""
        made, commands = {}, []
        for number, source in enumerate(self.sources):
            made[source] = str(self.scratch / f"{number}-{Path(source).stem}.o")
            target = str(Path(self.line.value("-odir"), Path(source).stem + ".o"))
            commands.append(self.compile(source, made[source], target))
        return [*commands, *join([made.get(name, name) for name in self.line.inputs])]

    def libraries(self) -> list[str]:
        names = self.line.values("-l")
        if self.is_cpu:
            names = [name for name in names if name not in OF_CUDA]
        elif self.line.value("-cudart") == "shared":
            names = [*names, "cudart"]
        folders = self.toolchain.library_options(self.is_cpu)
        runtime = self.toolchain.runtime_libraries(self.is_cpu)
        return [*(f"-l{name}" for name in names), *folders, *(f"-l{name}" for name in runtime)]

    def device_code(self, files: list[str]) -> list[str]:
        """Files with device code that is to be linked. As with nvcc, what they hold decides, and
        no option. On the CPU target device code is code of the host."""
        if self.is_cpu or self.line.has("-nodlink") or objects.any_holds(files, objects.LINKED_CODE):
            return []
        files = files + objects.static_libraries(self.line.values("-l"), self.line.values("-L"))
        return [file for file in files if self.may_hold_device_code(file)]

    def may_hold_device_code(self, file: str) -> bool:
        is_to_come = Path(file).parent == self.scratch
        return self.is_relocatable if is_to_come else objects.any_holds([file], objects.RELOCATABLE_CODE)

    def link_device_code(self, code: list[str], output: str) -> Command:
        """Takes whole libraries, like nvcc: what a kernel needs may be called by host code only."""
        if not code:
            return [*self.driver(), "-x", "c", "/dev/null", "-c", "-o", output]
        linker = Path(__file__).with_name("device_linker")
        return [
            *self.driver(),
            *("-fgpu-rdc", "--offload-link", f"-Wl,--linker-path={linker}"),
            *("-Wl,--whole-archive", *code, "-Wl,--no-whole-archive", "-o", output),
        ]

    def link_device(self, files: list[str]) -> list[Command]:
        return [self.link_device_code(self.device_code(files), self.output("a_dlink.o"))]

    def link(self, files: list[str]) -> list[Command]:
        code, linked = self.device_code(files), str(self.scratch / "linked.o")
        if not code:
            return [self.link_host_code(files)]
        return [self.link_device_code(code, linked), self.link_host_code([*files, linked])]

    def link_host_code(self, files: list[str]) -> Command:
        return [
            *self.driver(),
            *self.passed("link"),
            *self.host_options("link"),
            # Like nvcc: libraries may stand in any order.
            *("-Wl,--start-group", *files, *self.libraries(), "-Wl,--end-group"),
            *("-o", self.output("a.out")),
        ]

    def archive(self, files: list[str]) -> list[Command]:
        program = self.line.value("-arbin") or str(self.toolchain.llvm_tools / "llvm-ar")
        return [[program, "rcs", self.output("a.a"), *files]]
