//===- ModuleBuilder.h - Module information blobs for tests ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "core/access.h"
#include "report/ModuleView.h"
#include <cstring>
#include <string>
#include <vector>

namespace warpsan::test {

/// Collects rows and lays them out as the pass does.
class ModuleBuilder {
public:
  uint32_t text(const std::string &value) {
    if (value.empty())
      return 0;
    const uint32_t offset = uint32_t(strings.size());
    strings += value + '\0';
    return offset;
  }

  uint32_t frame(const std::string &function, const std::string &file, uint32_t line,
                 uint32_t column = 0, uint32_t inlinedAt = abi::NoFrame, uint32_t firstLine = 0,
                 const std::string &directory = "") {
    frames.push_back(
        {text(function), text(file), line, column, inlinedAt, firstLine, text(directory)});
    return uint32_t(frames.size() - 1);
  }

  uint32_t site(AccessKind kind, uint32_t frameIndex, uint32_t size = 4, Scope scope = Scope::None,
                uint16_t flags = 0) {
    abi::SiteInfo info{};
    info.frame = frameIndex;
    info.ordinal = uint32_t(sites.size() + 1);
    info.function = text("function");
    info.size = size;
    info.kind = uint8_t(kind);
    info.scope = uint8_t(scope);
    info.status = uint8_t(abi::SiteStatus::Checked);
    info.flags = flags;
    sites.push_back(info);
    return uint32_t(sites.size() - 1);
  }

  abi::SiteInfo &lastSite() { return sites.back(); }

  /// A kernel with all sites made since the last one.
  uint32_t kernel(const std::string &name, uint32_t flags = 0, uint32_t reasons = 0) {
    abi::KernelInfo info{};
    info.name = info.demangled = text(name);
    info.parameters = 1;
    info.flags = flags;
    info.reasons = reasons;
    info.siteList = uint32_t(lists.size());
    for (uint32_t s = listed; s < sites.size(); ++s)
      lists.push_back(s);
    info.siteCount = uint32_t(lists.size()) - info.siteList;
    info.frame = abi::NoFrame;
    info.recordBytes = sizeof(abi::LaunchRecord);
    listed = uint32_t(sites.size());
    kernels.push_back(info);
    return uint32_t(kernels.size() - 1);
  }

  abi::KernelInfo &lastKernel() { return kernels.back(); }

  /// The last kernel calls functions of other units.
  void calls(const std::vector<std::string> &names) {
    kernels.back().callList = uint32_t(lists.size());
    kernels.back().callCount = uint32_t(names.size());
    for (const std::string &name : names)
      lists.push_back(text(name));
  }

  /// The last kernel tells where these globals lie.
  void tells(const std::vector<uint32_t> &globalNumbers) {
    kernels.back().sharedList = uint32_t(lists.size());
    kernels.back().sharedCount = uint32_t(globalNumbers.size());
    lists.insert(lists.end(), globalNumbers.begin(), globalNumbers.end());
  }

  uint32_t barrier(const std::string &function, uint32_t frameIndex) {
    barriers.push_back({frameIndex, text(function)});
    return uint32_t(barriers.size() - 1);
  }

  void global(const std::string &name, abi::Space space, uint64_t size, uint32_t line) {
    globals.push_back({text(name), uint32_t(space), text("globals.cu"), line, size});
  }

  /// Of the last kernel.
  void root(abi::RootKind kind, uint32_t index, uint32_t offset = 0) {
    if (kernels.back().rootCount++ == 0)
      kernels.back().firstRoot = uint32_t(roots.size());
    roots.push_back({kind, index, offset});
  }

  void form(const abi::FormInfo &row) {
    if (kernels.back().formCount++ == 0)
      kernels.back().firstForm = uint32_t(forms.size());
    forms.push_back(row);
  }

  uint32_t term(abi::TermKind kind, uint8_t bits, uint32_t left = 0, uint32_t right = 0,
                int64_t value = 0) {
    terms.push_back({kind, bits, 0, left, right, 0, value});
    return uint32_t(terms.size() - 1);
  }

  uint32_t guard(uint32_t left, abi::GuardRelation relation, uint32_t right) {
    guards.push_back({left, right, relation});
    return uint32_t(guards.size() - 1);
  }

  std::vector<char> blob() const {
    abi::ModuleInfo header{};
    header.magic = abi::ModuleInfoMagic;
    header.version = abi::Version;
    header.kernelCount = uint32_t(kernels.size());
    header.siteCount = uint32_t(sites.size());
    header.frameCount = uint32_t(frames.size());
    header.globalCount = uint32_t(globals.size());
    header.barrierCount = uint32_t(barriers.size());
    header.rootCount = uint32_t(roots.size());
    header.formCount = uint32_t(forms.size());
    header.termCount = uint32_t(terms.size());
    header.guardCount = uint32_t(guards.size());
    std::vector<char> bytes(sizeof header);
    header.kernels = append(bytes, kernels);
    header.sites = append(bytes, sites);
    header.frames = append(bytes, frames);
    header.globals = append(bytes, globals);
    header.terms = append(bytes, terms);
    header.roots = append(bytes, roots);
    header.forms = append(bytes, forms);
    header.guards = append(bytes, guards);
    header.barriers = append(bytes, barriers);
    header.lists = append(bytes, lists);
    header.strings = append(bytes, std::vector<char>(strings.begin(), strings.end()));
    header.bytes = uint32_t(bytes.size());
    std::memcpy(bytes.data(), &header, sizeof header);
    return bytes;
  }

  report::ModuleView view() const { return report::ModuleView(blob()); }

private:
  template <typename Row>
  static uint32_t append(std::vector<char> &bytes, const std::vector<Row> &rows) {
    bytes.resize((bytes.size() + 7) / 8 * 8);
    const uint32_t offset = uint32_t(bytes.size());
    const auto *raw = reinterpret_cast<const char *>(rows.data());
    bytes.insert(bytes.end(), raw, raw + rows.size() * sizeof(Row));
    return offset;
  }

  std::vector<abi::KernelInfo> kernels;
  std::vector<abi::SiteInfo> sites;
  std::vector<abi::FrameInfo> frames;
  std::vector<abi::GlobalInfo> globals;
  std::vector<abi::BarrierInfo> barriers;
  std::vector<abi::RootInfo> roots;
  std::vector<abi::FormInfo> forms;
  std::vector<abi::TermInfo> terms;
  std::vector<abi::GuardInfo> guards;
  std::vector<uint32_t> lists;
  std::string strings = std::string(1, '\0');
  uint32_t listed = 0;
};

/// A race record between two sites of kernel 0, block (0,0,0) of one warp pair.
inline abi::RaceRecord makeRecord(uint32_t site, uint32_t previousSite,
                                  Relation relation = Relation::Block) {
  abi::RaceRecord record{};
  record.complete = 1;
  record.launch = 1;
  record.site = site;
  record.previousSite = previousSite;
  record.size = 4;
  record.space = uint8_t(abi::Space::Shared);
  record.relation = uint8_t(relation);
  record.known = uint8_t(abi::Known::Thread);
  record.address = 20;
  const uint32_t grid[3] = {4, 1, 1};
  const uint32_t block[3] = {64, 2, 1};
  std::memcpy(record.grid, grid, sizeof grid);
  std::memcpy(record.block, block, sizeof block);
  record.blockIndex[0] = 2;
  record.thread = 69;
  record.previousBlock = 2;
  record.previousThread = 5;
  return record;
}

} // namespace warpsan::test
