//===- Coverage.h - What was analysed, in sites ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "report/ModuleView.h"
#include <array>
#include <map>
#include <string>
#include <vector>

namespace warpsan::report {

/// How a kernel of a module was used in the run.
struct KernelRuns {
  uint64_t launches = 0;
  uint64_t checked = 0;  ///< launches of the twin
  uint64_t filtered = 0; ///< launches that the options left out
  uint64_t sampled = 0;  ///< launches of the twin that checked some blocks alone
  uint32_t reasons = 0;  ///< bit r: some launch was not (fully) analysed for Reason r
};

/// Run-time facts about one module; siteFlags as in LaunchRecord.
struct ModuleRuns {
  const ModuleView *module = nullptr;
  std::vector<KernelRuns> kernels;
  std::vector<uint32_t> siteFlags;
};

struct ReasonCount {
  uint64_t sites = 0;
  uint64_t kernels = 0;   ///< whole kernels, also those without known sites
  uint64_t conflicts = 0; ///< conflicts that were set aside
  uint64_t objects = 0;   ///< GPU code objects whose launches are not seen
  std::string example;    ///< first location, kernel or file

  bool operator==(const ReasonCount &) const = default;
};

struct Coverage {
  uint64_t kernels = 0;         ///< distinct kernels launched
  uint64_t kernelsAnalysed = 0; ///< of them, those with nothing set against the whole kernel
  uint64_t sites = 0;
  uint64_t checked = 0;
  uint64_t proved = 0;
  uint64_t notAnalysed = 0;
  uint64_t partly = 0; ///< of those, checked with some history lost, or in some launches or blocks
  uint64_t foreignObjects = 0; ///< see addForeignCode
  uint64_t filtered = 0;       ///< launches that the options left out
  uint64_t sampled = 0;        ///< launches of which some blocks alone were checked
  std::array<ReasonCount, size_t(abi::Reason::Count)> reasons{};

  /// Sites of launched kernels; one reason is enough to make a site not analysed.
  void add(const ModuleRuns &runs);
  /// A kernel of which not even the sites are known.
  void addUnknownKernel(const std::string &name, abi::Reason reason);
  void addConflict(abi::Reason reason, uint64_t count);
  /// GPU code of the process that is not instrumented: whether its kernels ran
  /// is not known.
  void addForeignCode(const std::string &file, uint64_t objects);
  /// No checked kernel came to run.
  void voidChecks(abi::Reason reason);

  bool isComplete() const {
    return notAnalysed == 0 && kernelsAnalysed == kernels && foreignObjects == 0;
  }

private:
  /// Here masks have a bit for each reason, also for those of the host alone.
  void addSite(const ModuleView &module, uint32_t site, uint64_t reasons, bool wasChecked);
  void addReasons(uint64_t reasons, uint64_t ReasonCount::*counter, const std::string &example);
};

/// Of each site of a launched kernel, the reasons why it was not analysed, as bits.
struct SiteReasons {
  uint64_t mask = 0;
  bool wasChecked = false; ///< in some launch
};
std::map<uint32_t, SiteReasons> siteReasons(const ModuleRuns &runs);
/// Those that are set against the kernel as a whole.
uint64_t kernelReasons(const KernelRuns &use, const abi::KernelInfo &info);

enum class SiteState : uint8_t { Checked, Proved, NotAnalysed, NotLaunched };
/// Of a site of a launched kernel.
SiteState stateOf(const abi::SiteInfo &site, uint64_t reasons);

const char *reasonName(abi::Reason reason);
const char *reasonText(abi::Reason reason);

constexpr uint32_t reasonBit(abi::Reason reason) { return 1u << unsigned(reason); }

} // namespace warpsan::report
