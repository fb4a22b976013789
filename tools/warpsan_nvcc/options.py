"""The options of nvcc and what becomes of each: the table from which the parser, --help
and docs/drivers.md derive."""

from dataclasses import dataclass
from enum import Enum


class Argument(Enum):
    """What follows an option's name. Values stand behind a blank or '='."""

    NONE = ""
    VALUE = " VALUE"
    LIST = " VALUE,..."
    WORDS = " OPTION,..."  # also "OPTION OPTION"
    JOINED = "VALUE"  # directly behind the name, too: -Ifolder


@dataclass(frozen=True)
class Pass:
    """Clang arguments for some steps; {} stands for the value."""

    steps: str  # names of STEPS, with blanks between
    arguments: tuple[str, ...]

    def __str__(self) -> str:
        arguments = " ".join(self.arguments).replace("{}", "VALUE")
        where = STEPS.get(self.steps) or " and ".join(STEPS[step] for step in self.steps.split())
        return f"`{arguments}` for {where}"


@dataclass(frozen=True)
class Set:
    """A value that translation.py asks for under the option's first name."""

    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Stop:
    """Names the last step, and what it makes of a source of that name."""

    suffix: str
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Nothing:
    """Changes nothing that matters here, so nothing is said."""

    reason: str

    def __str__(self) -> str:
        return f"no effect: {self.reason}"


@dataclass(frozen=True)
class Ignored:
    """Said on stderr."""

    reason: str

    def __str__(self) -> str:
        return f"not supported and ignored: {self.reason}"


@dataclass(frozen=True)
class Refused:
    """An error: the result would not be what was asked for."""

    reason: str

    def __str__(self) -> str:
        return f"an error: {self.reason}"


@dataclass(frozen=True)
class Option:
    names: tuple[str, ...]
    argument: Argument
    effect: Pass | Set | Stop | Nothing | Ignored | Refused


SOURCES = "cuda c++ c"
STEPS = {
    "cuda": "CUDA sources",
    "cuda-gpu": "CUDA sources, not with --cpu",
    "c++": "C++ sources",
    "c": "C sources",
    "link": "links",
    SOURCES: "all sources",
}

NONE, VALUE, LIST, WORDS, JOINED = Argument


def option(names: str, argument: Argument, effect) -> Option:
    return Option(tuple(names.split()), argument, effect)


def forward(names: str, argument: Argument, steps: str, arguments: str) -> Option:
    return option(names, argument, Pass(steps, tuple(arguments.split())))


NOT_KEPT = Nothing("no file is left behind")
ONE_BY_ONE = Nothing("files are compiled one after the other")
GPU_CODE = Nothing("it shapes code of GPUs, not what it computes")
EXACT = Nothing("results are at least as exact")
CLANG_HAS = Nothing("clang always has it")
NO_NUMBERS = Ignored("clang has no numbered warnings")
NO_SUCH_WARNING = Ignored("clang has no such warning")
OTHER_OUTPUT = Refused("clang makes no such file")
NO_LTO = Ignored("device code is not optimised at links")

OPTIONS = (
    # Of warpsan-nvcc itself.
    option("--cpu", NONE, Set("run the kernels on the CPU, as with `warpsan++ --cpu`")),
    forward("-mllvm", VALUE, SOURCES, "-mllvm {}"),
    # Which files to make.
    option("-c --compile", NONE, Stop(".o", "an object for each source")),
    option("-dc --device-c", NONE, Stop(".o", "`-c -rdc=true`")),
    option("-dw --device-w", NONE, Stop(".o", "`-c -rdc=false`")),
    option("-dlink --device-link", NONE,
           Stop("_dlink.o", "an object with the linked device code, for a link by another compiler")),
    option("-link", NONE, Stop("", "a program, as without")),
    option("-lib", NONE, Stop(".a", "a library of the objects")),
    option("-E --preprocess", NONE, Stop(".i", "what the preprocessor makes for the host")),
    option("-M --generate-dependencies", NONE, Stop(".d", "`-M`: rules for make")),
    option("-MM --generate-nonsystem-dependencies", NONE, Stop(".d", "`-MM`: rules for make")),
    option("-ptx", NONE, Stop(".ptx", "PTX of checked kernels; not with --cpu")),
    option("-cubin", NONE, Stop(".cubin", "machine code of checked kernels; not with --cpu")),
    option("-cuda", NONE, OTHER_OUTPUT),
    option("-fatbin", NONE, OTHER_OUTPUT),
    option("-optix-ir", NONE, OTHER_OUTPUT),
    option("-ltoir", NONE, OTHER_OUTPUT),
    option("-run", NONE, Refused("start the program yourself")),
    option("-run-args", LIST, Refused("start the program yourself")),
    option("-clean --clean-targets", NONE, Refused("remove the files yourself")),
    option("-o --output-file", VALUE, Set("the file to make")),
    option("-odir --output-directory", VALUE, Set("the folder of files that have no name from -o")),
    option("-MD --generate-dependencies-with-compile", NONE, Set("`-MD`: rules for make, too")),
    option("-MMD --generate-nonsystem-dependencies-with-compile", NONE, Set("`-MMD`: rules for make, too")),
    option("-MF --dependency-output", VALUE, Set("the file for the rules")),
    forward("-MP --generate-dependency-targets", NONE, SOURCES, "-MP"),
    forward("-MT --dependency-target-name", VALUE, SOURCES, "-MT {}"),
    # Sources.
    option("-x", VALUE, Set("the language of all sources: `c`, `c++` or `cu`")),
    forward("-std", VALUE, "cuda c++", "-std={}"),
    forward("-I --include-path", JOINED, SOURCES, "-I{}"),
    forward("-isystem --system-include", LIST, SOURCES, "-isystem {}"),
    forward("-include --pre-include", LIST, SOURCES, "-include {}"),
    forward("-D --define-macro", JOINED, SOURCES, "-D{}"),
    forward("-U --undefine-macro", JOINED, SOURCES, "-U{}"),
    forward("-ftemplate-backtrace-limit", VALUE, "cuda c++",
            "-ftemplate-backtrace-limit={}"),
    forward("-ftemplate-depth", VALUE, "cuda c++", "-ftemplate-depth={}"),
    forward("-noeh --no-exceptions", NONE, "cuda c++", "-fno-exceptions"),
    option("-expt-relaxed-constexpr", NONE, CLANG_HAS),
    option("-expt-extended-lambda", NONE, CLANG_HAS),
    option("-extended-lambda", NONE, CLANG_HAS),
    option("-nohdinitlist --no-host-device-initializer-list", NONE,
           Nothing("clang does as its C++ library says")),
    option("-nohdmoveforward --no-host-device-move-forward", NONE,
           Nothing("clang does as its C++ library says")),
    option("-default-stream", VALUE,
           Set("`per-thread`: `-fgpu-default-stream=per-thread` and the macro that nvcc defines then")),
    # Architectures.
    option("-arch --gpu-architecture", VALUE,
           Set("`--cuda-gpu-arch`; `native`, `all` and `all-major` stand for the default of warpsan++")),
    option("-code --gpu-code", LIST, Set("`--cuda-gpu-arch`, in place of -arch")),
    option("-gencode --generate-code", VALUE,
           Set("`--cuda-gpu-arch`; with --cpu only the newest of all counts")),
    option("-rdc --relocatable-device-code", VALUE, Set("`true`: `-fgpu-rdc`")),
    option("-nodlink --no-device-link", NONE, Set("device code is not linked")),
    option("-r --relocatable-link", NONE, Pass("link", ("-r",))),
    option("-maxrregcount", VALUE,
           Set("`-Xcuda-ptxas --maxrregcount=VALUE`; not with --cpu, and said and ignored with -rdc=true")),
    option("-ewp --extensible-whole-program", NONE, GPU_CODE),
    option("-e --entries", LIST, Ignored("all kernels are compiled")),
    option("-dlto --dlink-time-opt", NONE, NO_LTO),
    option("-lto", NONE, NO_LTO),
    option("-gen-opt-lto", NONE, NO_LTO),
    # Lines and optimisation.
    option("-g --debug", NONE, Set("`-g`")),
    option("-G --device-debug", NONE, Set("`-g`; the code is optimised all the same")),
    option("-lineinfo --generate-line-info", NONE, Set("`-gline-tables-only`, which is there without, too")),
    option("-O --optimize", JOINED, Set("`-O`, for host and device; without, `-O2`")),
    option("-dopt", VALUE, Nothing("device code is optimised with -G, too")),
    option("-Ofc --Ofast-compile", VALUE, Nothing("-O counts")),
    option("-opt-info --optimization-info", LIST, Ignored("clang has other remarks")),
    option("-use_fast_math", NONE,
           Pass("cuda", ("-fgpu-approx-transcendentals", "-fgpu-flush-denormals-to-zero"))),
    option("-ftz", VALUE, Set("`true`: `-fgpu-flush-denormals-to-zero`")),
    option("-fmad", VALUE, Set("`false`: `-ffp-contract=off`")),
    option("-prec-div", VALUE, EXACT),
    option("-prec-sqrt", VALUE, EXACT),
    option("-extra-device-vectorization", NONE, GPU_CODE),
    option("-restrict", NONE, GPU_CODE),
    option("-jtd --jump-table-density", VALUE, GPU_CODE),
    option("-keep-device-functions", NONE, GPU_CODE),
    option("-src-in-ptx --source-in-ptx", NONE, GPU_CODE),
    option("-pg --profile", NONE, Pass("c++ c link", ("-pg",))),
    option("-noprof --dont-use-profile", NONE, Nothing("nvcc.profile is not read")),
    # Other tools.
    option("-Xcompiler --compiler-options", WORDS,
           Set("to clang for C and C++ sources and links; `-Xarch_host OPTION` for CUDA sources")),
    option("-Xlinker --linker-options", WORDS, Pass("link", ("-Xlinker", "{}"))),
    option("-Xarchive --archive-options", WORDS, Ignored("libraries are made with `ar rcs`")),
    option("-Xptxas --ptxas-options", WORDS, Pass("cuda-gpu", ("-Xcuda-ptxas", "{}"))),
    option("-Xnvlink --nvlink-options", WORDS, Ignored("clang calls nvlink")),
    option("-Xcudafe", WORDS, Ignored("clang has no such front end")),
    option("-Xfatbin", WORDS, GPU_CODE),
    option("-ccbin --compiler-bindir", VALUE, Ignored("clang compiles host code, too")),
    option("-allow-unsupported-compiler", NONE,
           Nothing("clang compiles host code, too")),
    option("-arbin --archiver-binary", VALUE, Set("the program that makes libraries")),
    option("-forward-unknown-to-host-compiler", NONE,
           Set("options that are not in this list count as values of -Xcompiler")),
    option("-forward-unknown-to-host-linker", NONE,
           Set("options that are not in this list count as values of -Xlinker")),
    option("-forward-unknown-opts", NONE, Set("both")),
    # Links.
    option("-shared", NONE, Pass("link", ("-shared",))),
    option("-l --library", JOINED, Set("`-l`; with --cpu, CUDA's runtime and driver are left out")),
    option("-L --library-path", JOINED, Pass("link", ("-L{}",))),
    option("-cudart", VALUE, Set("`shared`: libcudart.so; `none` is said and ignored")),
    option("-cudadevrt", VALUE, Ignored("kernels that launch kernels are not analysed")),
    option("-ldir --libdevice-directory", VALUE, Ignored("clang takes the toolkit's")),
    option("-target-dir --target-directory", VALUE, Ignored("clang takes the toolkit's")),
    option("-hls --host-linker-script", VALUE, Ignored("the linker's own script is used")),
    option("-aug-hls --augment-host-linker-script", NONE, Ignored("the linker's own script is used")),
    option("-m64", NONE, Nothing("there is nothing else")),
    option("-m --machine", VALUE, Nothing("there is nothing else")),
    # What is said.
    forward("-w --disable-warnings", NONE, SOURCES, "-w"),
    option("-Werror", LIST, Ignored("clang warns of other things than nvcc")),
    option("-Wreorder", NONE, Pass("cuda c++", ("-Wreorder",))),
    option("-Wno-deprecated-declarations", NONE,
           Pass(SOURCES, ("-Wno-deprecated-declarations",))),
    option("-Wno-deprecated-gpu-targets", NONE,
           Nothing("clang does not warn of them")),
    option("-Wdefault-stream-launch", NONE, NO_SUCH_WARNING),
    option("-Wmissing-launch-bounds", NONE, NO_SUCH_WARNING),
    option("-Wext-lambda-captures-this", NONE, NO_SUCH_WARNING),
    option("-err-no --display-error-number", NONE, NO_NUMBERS),
    option("-no-err-no --no-display-error-number", NONE, Nothing("clang has no numbered warnings")),
    option("-diag-suppress", LIST, NO_NUMBERS),
    option("-diag-warn", LIST, NO_NUMBERS),
    option("-diag-error", LIST, NO_NUMBERS),
    option("-brief-diag --brief-diagnostics", VALUE, Nothing("clang has its own form")),
    option("-res-usage --resource-usage", NONE, Pass("cuda-gpu", ("-Xcuda-ptxas", "-v"))),
    option("-dryrun", NONE, Set("the commands are printed and do not run")),
    option("-v --verbose", NONE, Set("the commands are printed")),
    option("-V --version", NONE, Set("the release of the CUDA toolkit")),
    option("-h --help", NONE, Set("this list")),
    option("-optf --options-file", LIST, Set("more options from a file; `@FILE` does the same")),
    # How nvcc works.
    option("-t --threads", VALUE, ONE_BY_ONE),
    option("-split-compile", VALUE, ONE_BY_ONE),
    option("-split-compile-extended", VALUE, ONE_BY_ONE),
    option("-jobserver", NONE, ONE_BY_ONE),
    option("-keep", NONE, NOT_KEPT),
    option("-save-temps", NONE, NOT_KEPT),
    option("-keep-dir", VALUE, NOT_KEPT),
    option("-objtemp --objdir-as-tempdir", NONE, NOT_KEPT),
    option("-time", VALUE, Ignored("nothing is timed")),
    option("-fdevice-time-trace", VALUE, Ignored("nothing is timed")),
    option("-fdevice-syntax-only", NONE, Pass("cuda", ("-fsyntax-only",))),
    option("-no-compress", NONE, GPU_CODE),
    option("-compress-mode", VALUE, GPU_CODE),
    option("-reloc-ptx --relocatable-ptx", NONE, GPU_CODE),
    option("-static-global-template-stub", VALUE,
           Nothing("clang has no stubs of that kind")),
    option("-device-entity-has-hidden-visibility", VALUE,
           Nothing("clang does as the source says")),
    option("-device-stack-protector", VALUE, Ignored("clang has none")),
    option("-sanitize", VALUE, Ignored("races are what is looked for")),
    option("-frandom-seed", VALUE, Nothing("names are the same in each compilation")),
)
