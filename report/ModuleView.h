//===- ModuleView.h - Checked access to a module information blob ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "warpsan/module_info.h"
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpsan::report {

/// Owns a copy of the blob. All tables are checked against its size once, so
/// the accessors only need an index in range.
class ModuleView {
public:
  ModuleView() = default;
  explicit ModuleView(std::vector<char> blob);

  /// Why the blob cannot be used; empty when it can.
  const std::string &problem() const { return trouble; }
  bool valid() const { return trouble.empty() && !blob.empty(); }
  const std::vector<char> &bytes() const { return blob; }

  uint32_t kernelCount() const { return header().kernelCount; }
  uint32_t siteCount() const { return header().siteCount; }
  uint32_t frameCount() const { return header().frameCount; }
  uint32_t globalCount() const { return header().globalCount; }
  uint32_t barrierCount() const { return header().barrierCount; }
  const abi::KernelInfo &kernel(uint32_t index) const;
  const abi::SiteInfo &site(uint32_t index) const;
  const abi::FrameInfo &frame(uint32_t index) const;
  const abi::GlobalInfo &global(uint32_t index) const;
  const abi::BarrierInfo &barrier(uint32_t index) const;
  /// access_forms.h: what a kernel accesses, and the rows of the module behind that.
  std::span<const abi::RootInfo> roots(const abi::KernelInfo &kernel) const;
  std::span<const abi::FormInfo> forms(const abi::KernelInfo &kernel) const;
  std::span<const abi::RootInfo> roots() const;
  std::span<const abi::FormInfo> forms() const;
  std::span<const abi::TermInfo> terms() const;
  std::span<const abi::GuardInfo> guards() const;
  /// Sites of the kernel and of all it calls.
  const uint32_t *siteList(const abi::KernelInfo &kernel) const;
  /// Of `kernel`, indices of globals.
  std::span<const uint32_t> sharedVariables(const abi::KernelInfo &kernel) const;
  /// Offsets of the names of the functions of other units that the kernel calls.
  const uint32_t *callList(const abi::KernelInfo &kernel) const;
  /// All texts: offset n of them is text(n).
  std::string_view strings() const;
  /// NUL-terminated, since the blob ends in one.
  const char *text(uint32_t offset) const;
  const char *source() const { return text(header().source); }

  bool hasSite(uint32_t index) const { return index < siteCount(); }
  bool hasKernel(uint32_t index) const { return index < kernelCount(); }

private:
  const abi::ModuleInfo &header() const;
  std::string check() const;
  bool tablesFit() const;
  bool listsFit() const;
  bool listFits(uint32_t first, uint32_t count) const;
  bool accessesFit() const;
  bool rootFits(const abi::RootInfo &root) const;
  bool formFits(const abi::FormInfo &form, uint32_t rootCount) const;
  bool termFits(uint32_t index) const;
  bool guardFits(const abi::GuardInfo &guard) const;

  std::vector<char> blob;
  std::string trouble = "no module information";
};

} // namespace warpsan::report
