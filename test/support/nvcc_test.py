#!/usr/bin/env python3
"""warpsan-nvcc: what command lines of nvcc become."""

import contextlib
import io
import os
import re
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tools"))

from warpsan_nvcc import documentation, driver  # noqa: E402
from warpsan_nvcc.command_line import UsageError, parse  # noqa: E402
from warpsan_nvcc.options import OPTIONS  # noqa: E402
from warpsan_nvcc.toolchain import Toolchain  # noqa: E402
from warpsan_nvcc.translation import Translation  # noqa: E402


class FakeToolchain(Toolchain):
    def known_architectures(self) -> set[str]:
        return {"sm_70", "sm_80", "sm_86", "sm_90a", "sm_100"}

    def release(self) -> tuple[int, int]:
        return 13, 1


TOOLS = FakeToolchain(Path("/bin"), Path("/cuda"), Path("/llvm"))


def translation(words: str) -> Translation:
    return Translation(parse(words.split()), TOOLS, Path("/scratch"))


def commands(words: str) -> list[str]:
    return [" ".join(command) for command in translation(words).commands()]


def command(words: str) -> str:
    (only,) = commands(words)
    return only


class Spellings(unittest.TestCase):
    def test_names_have_one_dash_or_two_and_a_blank_or_equals(self) -> None:
        for words in ("-std=c++17", "-std c++17", "--std=c++17", "--std c++17"):
            self.assertEqual(parse(words.split()).values("-std"), ["c++17"])

    def test_one_letter_needs_no_blank(self) -> None:
        for words in ("-Ifolder", "-I folder", "-I=folder", "--include-path folder"):
            self.assertEqual(parse(words.split()).value("-I"), "folder")
        self.assertEqual(parse(["-DX=a,b"]).values("-D"), ["X=a,b"])

    def test_whole_names_come_first(self) -> None:
        line = parse("-lib -lineinfo -link -lm -gencode arch=compute_80 -g".split())
        self.assertEqual(line.values("-l"), ["m"])
        self.assertTrue(line.has("-lib") and line.has("-lineinfo") and line.has("-g"))

    def test_lists(self) -> None:
        lists = ("-Wall,-Wextra", "-Wl\\,-rpath\\,x", "-O1 -fPIC")
        line = parse([f"-Xcompiler={words}" for words in lists])
        self.assertEqual(line.values("-Xcompiler"), ["-Wall", "-Wextra", "-Wl,-rpath,x", "-O1", "-fPIC"])

    def test_options_files(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            inner, outer = Path(folder, "inner"), Path(folder, "outer")
            inner.write_text("-DTEXT='a b'\n")
            outer.write_text(f"-c @{inner}\n-O3")
            for words in ([f"@{outer}"], ["--options-file", str(outer)], [f"-optf={inner},{outer}"]):
                line = parse([*words, "a.cu"])
                self.assertEqual(line.value("-D"), "TEXT=a b")
                self.assertEqual((line.value("-O"), line.inputs), ("3", ["a.cu"]))

    def test_table_has_each_name_once(self) -> None:
        names = [name.lstrip("-") for option in OPTIONS for name in option.names]
        self.assertEqual(sorted(set(names)), sorted(names))


class Errors(unittest.TestCase):
    def refused(self, words: str, text: str) -> None:
        with self.assertRaisesRegex(UsageError, text):
            translation(words).commands()

    def test_wrong_lines(self) -> None:
        self.refused("-foo a.cu", "unknown option '-foo'")
        self.refused("-Wall a.cu", "unknown option '-Wall'")
        self.refused("a.cu -o", "argument expected after '-o'")
        self.refused("-c=1 a.cu", "takes no value")
        self.refused("-c", "no input files")
        self.refused("a.xyz", "don't know what to do with 'a.xyz'")
        self.refused("-x f77 a.f", "unknown language 'f77'")
        self.refused("-arch a.cu", "unsupported gpu architecture 'a.cu'")
        self.refused("-arch=sm_999 a.cu", "clang knows none of the architectures sm_999")
        self.refused("-c a.cu b.cu -o x.o", "only one source")
        self.refused("--cpu -ptx a.cu", "-ptx is not supported with --cpu")
        self.refused("@missing a.cu", "cannot read the options file 'missing'")

    def said(self, words: str) -> tuple[int, str]:
        with contextlib.redirect_stderr(io.StringIO()) as text:
            return driver.main(words.split(), TOOLS), text.getvalue()

    def test_what_is_ignored_is_said_once(self) -> None:
        code, text = self.said("-dryrun -diag-suppress 1,2 -diag-suppress 3 -Xcudafe x -lineinfo -c a.cu")
        self.assertEqual(code, 0)
        self.assertEqual(text.count("warpsan-nvcc: -diag-suppress is not supported and ignored"), 1)
        self.assertEqual(text.count("warpsan-nvcc: -Xcudafe is not supported and ignored"), 1)
        self.assertEqual(text.count("ignored"), 2)

    def test_other_files_are_refused(self) -> None:
        code, text = self.said("-fatbin a.cu")
        self.assertEqual(code, 1)
        self.assertIn("warpsan-nvcc: fatal: -fatbin is not supported", text)

    def test_variables_of_nvcc(self) -> None:
        with mock.patch.dict(os.environ, NVCC_PREPEND_FLAGS="-dryrun", NVCC_APPEND_FLAGS="-O3 -DX"):
            self.assertRegex(self.said("-c a.cu")[1], r"-O3 .*-DX ")


class Steps(unittest.TestCase):
    def test_each_input_by_its_kind(self) -> None:
        first, second, third, link = commands("-std=c++20 -DX a.cu b.cpp c.c d.o libe.a -lm -o app")
        self.assertIn("-std=c++20 -DX", first)
        self.assertTrue(first.endswith("-x cuda a.cu -c -o /scratch/0-a.o"))
        self.assertIn("-std=c++20 -DX", second)
        self.assertTrue(second.endswith("-x c++ b.cpp -c -o /scratch/1-b.o"))
        self.assertIn("-DX", third)
        self.assertNotIn("-std", third)
        self.assertTrue(third.endswith("-x c c.c -c -o /scratch/2-c.o"))
        self.assertIn("-Wl,--start-group /scratch/0-a.o /scratch/1-b.o /scratch/2-c.o d.o libe.a -lm", link)
        self.assertTrue(link.endswith("-o app"))

    def test_language_by_option(self) -> None:
        self.assertIn("-x cuda a.cpp", command("-x cu -c a.cpp"))
        self.assertIn("-x c++ a.cu", command("-x=c++ -c a.cu"))

    def test_objects(self) -> None:
        self.assertTrue(command("-c x/a.cu").endswith("-c -o a.o"))
        self.assertTrue(command("-c x/a.cu -odir y").endswith("-c -o y/a.o"))
        self.assertEqual(len(commands("-c a.cu b.c")), 2)
        self.assertEqual(command("-lib a.o b.o -o x.a"), "/llvm/llvm-ar rcs x.a a.o b.o")

    def test_relocatable_code(self) -> None:
        long = "--compile --relocatable-device-code=true"
        for words in ("-dc", "--device-c", "-rdc=true -c", "-rdc true -c", long):
            self.assertIn("-fgpu-rdc", command(f"{words} a.cu"))
        for words in ("-c", "-dw", "-rdc=false -c"):
            self.assertNotIn("-fgpu-rdc", command(f"{words} a.cu"))
        self.assertEqual(len(commands("-rdc=true a.cu")), 3)
        self.assertEqual(len(commands("--cpu -rdc=true a.cu")), 2)

    def test_links_look_at_objects(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            code, library = Path(folder, "code.o"), Path(folder, "libcode.a")
            linked, plain = Path(folder, "linked.o"), Path(folder, "plain.o")
            code.write_bytes(b"\0.llvm.offloading\0")
            library.write_bytes(b"\0.llvm.offloading\0")
            linked.write_bytes(b"\0__warpsan_nvcc_linked\0")
            plain.write_bytes(b"\0.text\0")
            device, host = commands(f"{code} {plain} -L{folder} -lcode")
            self.assertIn(f"-Wl,--whole-archive {code} {library} -Wl,--no-whole-archive", device)
            self.assertIn(f"-Wl,--start-group {code} {plain} /scratch/linked.o -lcode", host)
            self.assertEqual(len(commands(f"{plain}")), 1)
            self.assertEqual(len(commands(f"{code} {linked}")), 1)
            self.assertEqual(len(commands(f"{code} -nodlink")), 1)
            self.assertEqual(len(commands(f"--cpu {code}")), 1)
            self.assertIn("device_linker", command(f"-dlink {code} -o b.o"))
            for words in (f"-dlink {plain}", f"--cpu -dlink {code}"):
                self.assertTrue(command(f"{words} -o b.o").endswith("/dev/null -c -o b.o"))

    def test_rules_for_make(self) -> None:
        self.assertTrue(command("-MD -c a.cu -o x/a.o").endswith("-MD -MF x/a.d -MT x/a.o"))
        self.assertTrue(command("-MMD -MF r -MT t -c a.cu").endswith("-MMD -MF r"))
        self.assertIn("-MT t", command("-MMD -MF r -MT t -c a.cu"))
        self.assertTrue(command("-M a.cu -o r").endswith("--cuda-host-only -M -o r"))
        self.assertIn("-MD -MF a.d -MT a.o", commands("-MD a.cu -o app")[0])

    def test_other_results(self) -> None:
        self.assertTrue(command("-E a.cu").endswith("--cuda-host-only -E"))
        self.assertTrue(command("-ptx a.cu").endswith("--cuda-device-only -S -o a.ptx"))
        self.assertTrue(command("-cubin a.cu").endswith("--cuda-device-only -c -o a.cubin"))


class Options(unittest.TestCase):
    def architectures(self, words: str) -> list[str]:
        return re.findall(r"--cuda-gpu-arch=(\S+)", command(f"-c a.cu {words}"))

    def test_architectures(self) -> None:
        self.assertEqual(self.architectures(""), [])
        for words in ("-arch=sm_80", "-arch sm_80", "--gpu-architecture=compute_80"):
            self.assertEqual(self.architectures(words), ["sm_80"])
        self.assertEqual(self.architectures("-arch=native"), [])
        self.assertEqual(self.architectures("-arch=compute_70 -code=sm_80,sm_90a"), ["sm_80", "sm_90a"])
        several = "-gencode arch=compute_70,code=sm_70 -gencode=arch=compute_80,code=[sm_86,compute_80]"
        self.assertEqual(self.architectures(several), ["sm_70", "sm_86", "sm_80"])
        quoted = "--generate-code=arch=compute_100,code=\\\"sm_100,compute_100\\\""
        self.assertEqual(self.architectures(quoted), ["sm_100"])
        self.assertEqual(self.architectures(f"--cpu {several} -gencode arch=compute_100"), ["sm_100"])

    def test_unknown_architectures_are_left_out(self) -> None:
        made = translation("-c a.cu -gencode arch=compute_80 -gencode arch=compute_999")
        self.assertEqual(made.notes, ["sm_999 is not known to clang and left out"])
        self.assertEqual(made.architectures, ["sm_80"])

    def test_lines_and_levels(self) -> None:
        self.assertIn(" -gline-tables-only -O2 ", command("-c a.cu"))
        self.assertIn(" -gline-tables-only -O2 ", command("-c a.cu -lineinfo"))
        self.assertIn(" -g -O2 ", command("-c a.cu -G"))
        self.assertIn(" -g -O0 ", command("-c a.cu -g -G -O0"))
        self.assertIn(" -O3 ", command("-c a.cu -O 3"))

    def test_options_of_the_host_compiler(self) -> None:
        self.assertIn("-Xarch_host -Wall -Xarch_host -fPIC", command("-c a.cu -Xcompiler -Wall,-fPIC"))
        self.assertIn("-Wall -fPIC", command("-c a.cpp -Xcompiler -Wall --compiler-options=-fPIC"))
        self.assertIn("-fopenmp", command("a.o -Xcompiler -fopenmp"))
        forwarded = command("-c a.cu -march=native -forward-unknown-to-host-compiler")
        self.assertIn("-Xarch_host -march=native", forwarded)
        self.assertIn("-Xlinker -z -Xlinker now", command("a.o -Xlinker -z,now"))

    def test_options_of_ptxas(self) -> None:
        words = "-c a.cu -Xptxas -v,-O3 -maxrregcount=32"
        self.assertIn("-Xcuda-ptxas -v -Xcuda-ptxas -O3", command(words))
        self.assertIn("-Xcuda-ptxas --maxrregcount=32", command(words))
        self.assertNotIn("--maxrregcount", command(words + " -rdc=true"))
        self.assertNotIn("ptxas", command("--cpu " + words))

    def test_values_that_are_ignored_are_said(self) -> None:
        self.assertIn("-cudart none", translation("a.o -cudart none").notes[0])
        self.assertIn("-maxrregcount", translation("-dc a.cu -maxrregcount 32").notes[0])
        self.assertEqual(translation("--cpu -dc a.cu -maxrregcount 32 -cudart none").notes, [])

    def test_libraries_of_cuda(self) -> None:
        self.assertNotIn("-lcud", command("--cpu a.o -lcudart -lcuda -lm"))
        self.assertIn("-lcuda", command("a.o -lcuda"))
        self.assertIn("-lcudart", command("a.o -cudart shared"))

    def test_numbers(self) -> None:
        self.assertIn("-fgpu-approx-transcendentals", command("-c a.cu -use_fast_math"))
        self.assertIn("-ffp-contract=off", command("-c a.cu -fmad=false"))
        self.assertIn("-fgpu-flush-denormals-to-zero", command("-c a.cu --ftz=true"))

    def test_streams(self) -> None:
        self.assertIn("-fgpu-default-stream=per-thread", command("-c a.cu -default-stream per-thread"))
        self.assertIn("_DEFAULT_STREAM=1", command("-c a.cpp --default-stream=per-thread"))
        self.assertNotIn("stream", command("-c a.cu -default-stream legacy").lower())

    def test_options_of_warpsan(self) -> None:
        self.assertIn("-mllvm -warpsan-mode=ld", command("-c a.cu -mllvm -warpsan-mode=ld"))
        self.assertTrue(command("--cpu -c a.cu").startswith("/bin/warpsan++ --cpu "))


class Documentation(unittest.TestCase):
    def test_table_in_the_docs(self) -> None:
        text = (ROOT / "docs/drivers.md").read_text(encoding="utf-8")
        self.assertTrue(
            documentation.table() in text,
            "docs/drivers.md lacks what `PYTHONPATH=tools python3 -m warpsan_nvcc.documentation` prints",
        )

    def test_help_has_all_options(self) -> None:
        text = documentation.help_text()
        for option in OPTIONS:
            self.assertIn(option.names[0] + option.argument.value, text)

    def test_release_line(self) -> None:
        self.assertIn("release 13.1, V13.1.0", TOOLS.version_text())


if __name__ == "__main__":
    unittest.main()
