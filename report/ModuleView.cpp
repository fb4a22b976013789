//===- ModuleView.cpp - Checked access to a module information blob --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/ModuleView.h"
#include <algorithm>
#include <cassert>

namespace warpsan::report {

using namespace abi;

namespace {

template <typename Row>
const Row &row(const std::vector<char> &blob, uint32_t offset, uint32_t index, uint32_t count) {
  assert(index < count && "row outside the module's table");
  return reinterpret_cast<const Row *>(blob.data() + offset)[index];
}

template <typename Row>
std::span<const Row> table(const std::vector<char> &blob, uint32_t offset, uint32_t count) {
  return {reinterpret_cast<const Row *>(blob.data() + offset), count};
}

bool fits(uint64_t offset, uint64_t count, uint64_t size, uint64_t alignment, uint64_t bytes) {
  return offset % alignment == 0 && offset <= bytes && count <= (bytes - offset) / size;
}

} // namespace

ModuleView::ModuleView(std::vector<char> bytes) : blob(std::move(bytes)) { trouble = check(); }

const ModuleInfo &ModuleView::header() const {
  return *reinterpret_cast<const ModuleInfo *>(blob.data());
}

std::string ModuleView::check() const {
  if (blob.size() < sizeof(ModuleInfo) || header().magic != ModuleInfoMagic)
    return "not a module information blob";
  if (header().version != Version)
    return "compiled for runtime ABI " + std::to_string(header().version) + ", this is " +
           std::to_string(Version);
  if (header().bytes != blob.size() || !tablesFit() || !listsFit() || !accessesFit())
    return "damaged module information";
  return {};
}

bool ModuleView::tablesFit() const {
  const ModuleInfo &info = header();
  const uint64_t size = blob.size();
  return fits(info.kernels, info.kernelCount, sizeof(KernelInfo), alignof(KernelInfo), size) &&
         fits(info.sites, info.siteCount, sizeof(SiteInfo), alignof(SiteInfo), size) &&
         fits(info.frames, info.frameCount, sizeof(FrameInfo), alignof(FrameInfo), size) &&
         fits(info.globals, info.globalCount, sizeof(GlobalInfo), alignof(GlobalInfo), size) &&
         fits(info.barriers, info.barrierCount, sizeof(BarrierInfo), alignof(BarrierInfo), size) &&
         fits(info.roots, info.rootCount, sizeof(RootInfo), alignof(RootInfo), size) &&
         fits(info.forms, info.formCount, sizeof(FormInfo), alignof(FormInfo), size) &&
         fits(info.terms, info.termCount, sizeof(TermInfo), alignof(TermInfo), size) &&
         fits(info.guards, info.guardCount, sizeof(GuardInfo), alignof(GuardInfo), size) &&
         fits(info.lists, 0, sizeof(uint32_t), alignof(uint32_t), size) && info.strings < size &&
         blob.back() == '\0';
}

bool ModuleView::listFits(uint32_t first, uint32_t count) const {
  const uint64_t offset = header().lists + uint64_t(first) * sizeof(uint32_t);
  return fits(offset, count, sizeof(uint32_t), alignof(uint32_t), blob.size());
}

bool ModuleView::listsFit() const {
  for (uint32_t i = 0; i < kernelCount(); ++i) {
    const KernelInfo &info = kernel(i);
    if (!listFits(info.siteList, info.siteCount) || !listFits(info.callList, info.callCount) ||
        !listFits(info.sharedList, info.sharedCount))
      return false;
    for (const uint32_t variable : sharedVariables(info))
      if (variable >= globalCount())
        return false;
    for (uint32_t s = 0; s < info.siteCount; ++s)
      if (!hasSite(siteList(info)[s]))
        return false;
  }
  return true;
}

bool ModuleView::accessesFit() const {
  for (uint32_t i = 0; i < kernelCount(); ++i) {
    const KernelInfo &info = kernel(i);
    if (info.rootCount > MaxRoots || uint64_t(info.firstRoot) + info.rootCount > roots().size() ||
        uint64_t(info.firstForm) + info.formCount > forms().size())
      return false;
    for (const FormInfo &form : forms(info))
      if (!formFits(form, info.rootCount))
        return false;
  }
  for (uint32_t i = 0; i < terms().size(); ++i)
    if (!termFits(i))
      return false;
  return std::all_of(roots().begin(), roots().end(),
                     [&](const RootInfo &root) { return rootFits(root); }) &&
         std::all_of(guards().begin(), guards().end(),
                     [&](const GuardInfo &guard) { return guardFits(guard); });
}

bool ModuleView::rootFits(const RootInfo &root) const {
  return root.kind == RootKind::Parameter ||
         (root.kind == RootKind::Variable && root.index < globalCount());
}

bool ModuleView::formFits(const FormInfo &form, uint32_t rootCount) const {
  return form.root < rootCount && (form.term == NoTerm || form.term < terms().size()) &&
         uint64_t(form.guardList) + form.guardCount <= guards().size();
}

/// Operands stand before: whoever follows them comes to an end.
bool ModuleView::termFits(uint32_t index) const {
  const TermInfo &term = terms()[index];
  const unsigned operands = operandsOf(term.kind);
  return term.kind <= TermKind::Opaque && term.bits >= 1 && term.bits <= 64 &&
         (operands < 1 || term.left < index) && (operands < 2 || term.right < index) &&
         (term.kind != TermKind::Register || term.left < uint32_t(LaunchRegister::Count));
}

bool ModuleView::guardFits(const GuardInfo &guard) const {
  return guard.left < terms().size() && guard.right < terms().size() &&
         relationOf(guard) <= GuardRelation::UnsignedLessEqual;
}

std::span<const RootInfo> ModuleView::roots() const {
  return table<RootInfo>(blob, header().roots, header().rootCount);
}

std::span<const FormInfo> ModuleView::forms() const {
  return table<FormInfo>(blob, header().forms, header().formCount);
}

std::span<const TermInfo> ModuleView::terms() const {
  return table<TermInfo>(blob, header().terms, header().termCount);
}

std::span<const GuardInfo> ModuleView::guards() const {
  return table<GuardInfo>(blob, header().guards, header().guardCount);
}

std::span<const RootInfo> ModuleView::roots(const KernelInfo &info) const {
  return roots().subspan(info.firstRoot, info.rootCount);
}

std::span<const FormInfo> ModuleView::forms(const KernelInfo &info) const {
  return forms().subspan(info.firstForm, info.formCount);
}

const KernelInfo &ModuleView::kernel(uint32_t index) const {
  return row<KernelInfo>(blob, header().kernels, index, header().kernelCount);
}

const SiteInfo &ModuleView::site(uint32_t index) const {
  return row<SiteInfo>(blob, header().sites, index, header().siteCount);
}

const FrameInfo &ModuleView::frame(uint32_t index) const {
  return row<FrameInfo>(blob, header().frames, index, header().frameCount);
}

const GlobalInfo &ModuleView::global(uint32_t index) const {
  return row<GlobalInfo>(blob, header().globals, index, header().globalCount);
}

const BarrierInfo &ModuleView::barrier(uint32_t index) const {
  return row<BarrierInfo>(blob, header().barriers, index, header().barrierCount);
}

const uint32_t *ModuleView::siteList(const KernelInfo &info) const {
  return reinterpret_cast<const uint32_t *>(blob.data() + header().lists) + info.siteList;
}

const uint32_t *ModuleView::callList(const KernelInfo &info) const {
  return reinterpret_cast<const uint32_t *>(blob.data() + header().lists) + info.callList;
}

std::span<const uint32_t> ModuleView::sharedVariables(const KernelInfo &info) const {
  const auto *lists = reinterpret_cast<const uint32_t *>(blob.data() + header().lists);
  return {lists + info.sharedList, info.sharedCount};
}

std::string_view ModuleView::strings() const {
  return {blob.data() + header().strings, blob.size() - header().strings};
}

const char *ModuleView::text(uint32_t offset) const {
  const uint64_t at = uint64_t(header().strings) + offset;
  return at < blob.size() ? blob.data() + at : "";
}

} // namespace warpsan::report
