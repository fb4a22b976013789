//===- warpsan-ptxas.cpp - ptxas for twins ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ptxas of warpsan++, with the command line of ptxas, and --cuda-path=FOLDER for the toolkit
// whose tools are run. By itself ptxas compiles a function anew for each kernel that may call
// it, and all twins call the runtime. So the runtime's functions become an object of their
// own, which nvlink joins to the kernels. These are compiled as "extensible whole program",
// which leaves the program's own kernels as they would be (relocatable ones were up to 28 %
// slower on an H200). What cannot be done so is compiled as ever.
//===----------------------------------------------------------------------===//
#include "tools/split_ptx.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace warpsan;

namespace {

using Arguments = SmallVector<StringRef, 16>;

bool hasSucceeded(const sys::ProcessInfo &process) {
  return process.Pid != sys::ProcessInfo::InvalidPid &&
         sys::Wait(process, std::nullopt).ReturnCode == 0;
}

/// Runs the programs of a CUDA toolkit.
class Toolkit {
public:
  explicit Toolkit(StringRef folder) : folder(folder) {}

  /// Outputs of both kinds go to `log`, if one is named.
  sys::ProcessInfo start(StringRef tool, Arguments arguments, StringRef log) const {
    const std::string path = toolPath(tool);
    arguments.insert(arguments.begin(), path);
    const std::optional<StringRef> redirects[] = {std::nullopt, log, log};
    return sys::ExecuteNoWait(path, arguments, std::nullopt, redirects);
  }
  bool run(StringRef tool, const Arguments &arguments, StringRef log) const {
    return hasSucceeded(start(tool, arguments, log));
  }
  int runWhole(Arguments arguments) const {
    const std::string path = toolPath("ptxas");
    arguments.insert(arguments.begin(), path);
    std::string error;
    const int result = sys::ExecuteAndWait(path, arguments, std::nullopt, {}, 0, 0, &error);
    if (!error.empty())
      errs() << "warpsan-ptxas: " << path << ": " << error << '\n';
    return result;
  }

private:
  std::string toolPath(StringRef name) const { return (folder + "/bin/" + name).str(); }

  StringRef folder;
};

/// A file that is there for the time of a run.
class Scratch {
public:
  explicit Scratch(StringRef suffix) {
    valid = !sys::fs::createTemporaryFile("warpsan", suffix, path);
    remover.setFile(path);
  }
  bool write(StringRef text) const {
    std::error_code error;
    raw_fd_ostream(path, error) << text;
    return valid && !error;
  }
  StringRef name() const { return path; }

private:
  SmallString<128> path;
  FileRemover remover;
  bool valid;
};

/// What is to be compiled, if it may be split: optimized code of a module.
struct Job {
  Arguments arguments;
  StringRef input, output, architecture;

  explicit Job(const Arguments &all) : arguments(all) {
    StringRef previous;
    for (const StringRef argument : all) {
      if (previous == "--gpu-name")
        architecture = argument;
      else if (previous == "--output-file")
        output = argument;
      else if (argument.ends_with(".s") || argument.ends_with(".ptx"))
        input = argument;
      isOther |= argument == "-c" || argument == "-g";
      previous = argument;
    }
  }
  bool maySplit() const {
    return !isOther && !input.empty() && !output.empty() && architecture.starts_with("sm_");
  }
  Arguments with(StringRef newInput, StringRef newOutput) const {
    Arguments result;
    for (const StringRef argument : arguments)
      result.push_back(argument == input ? newInput : argument == output ? newOutput : argument);
    return result;
  }

private:
  bool isOther = false;
};

/// nvlink takes such kernels out of a fat binary only.
bool link(const Toolkit &toolkit, const Job &job, StringRef kernels, StringRef runtime) {
  const Scratch binary("fatbin"), log("log");
  const std::string create = ("--create=" + binary.name()).str();
  const std::string image =
      ("--image3=kind=elf,sm=" + job.architecture.drop_front(3) + ",file=" + kernels).str();
  const std::string architecture = ("-arch=" + job.architecture).str();
  return toolkit.run("fatbinary", {"-64", "-c", create, image}, log.name()) &&
         toolkit.run("nvlink", {architecture, binary.name(), runtime, "-o", job.output},
                     log.name());
}

/// Kernels that may be launched with 1024 threads have 64 registers, and so do the functions
/// that they call; launch bounds may leave fewer.
bool compile(const Toolkit &toolkit, const Job &job, const SplitPtx &parts) {
  const Scratch kernelText("kernels.ptx"), runtimeText("runtime.ptx");
  const Scratch kernels("kernels.o"), runtime("runtime.o"), log("log"), runtimeLog("log");
  if (!kernelText.write(parts.kernels) || !runtimeText.write(parts.runtime))
    return false;
  Arguments kernelArguments = job.with(kernelText.name(), kernels.name());
  kernelArguments.push_back("-ewp");
  const sys::ProcessInfo kernelsDone = toolkit.start("ptxas", kernelArguments, log.name());
  const auto compileRuntime = [&](StringRef registers) {
    Arguments arguments = job.with(runtimeText.name(), runtime.name());
    arguments.append({"-c", registers});
    return toolkit.run("ptxas", arguments, runtimeLog.name());
  };
  const bool hasRuntime = compileRuntime("--maxrregcount=64");
  if (!hasSucceeded(kernelsDone) || !hasRuntime)
    return false;
  if (!link(toolkit, job, kernels.name(), runtime.name()) &&
      !(compileRuntime("--maxrregcount=32") && link(toolkit, job, kernels.name(), runtime.name())))
    return false;
  if (const auto messages = MemoryBuffer::getFile(log.name()))
    errs() << messages.get()->getBuffer();
  return true;
}

bool compileSplit(const Toolkit &toolkit, const Job &job) {
  if (!job.maySplit())
    return false;
  const auto text = MemoryBuffer::getFile(job.input, /*IsText=*/true);
  const std::optional<SplitPtx> parts = text ? splitPtx(text.get()->getBuffer()) : std::nullopt;
  return parts && compile(toolkit, job, *parts);
}

/// Takes --cuda-path=FOLDER out of the arguments.
StringRef takeToolkit(Arguments &arguments) {
  StringRef folder;
  erase_if(arguments, [&](StringRef argument) {
    const bool isToolkit = argument.consume_front("--cuda-path=");
    if (isToolkit)
      folder = argument;
    return isToolkit;
  });
  return folder;
}

} // namespace

int main(int count, char **values) {
  Arguments arguments(values + 1, values + count);
  const StringRef folder = takeToolkit(arguments);
  if (folder.empty()) {
    errs() << "warpsan-ptxas: --cuda-path=FOLDER of the CUDA toolkit is missing\n";
    return 1;
  }
  const Toolkit toolkit(folder);
  return compileSplit(toolkit, Job(arguments)) ? 0 : toolkit.runWhole(arguments);
}
