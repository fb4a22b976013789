//===- UnitLinker.cpp - One blob for the units of a device module ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/UnitLinker.h"
#include <cstring>
#include <map>
#include <set>
#include <string>

namespace warpsan::report {

using namespace abi;

namespace {

/// A kernel or function before its calls are resolved.
struct Node {
  KernelInfo info;
  std::vector<uint32_t> sites;
  std::vector<std::string> calls;
  std::vector<uint32_t> shared;
};

class Linker {
public:
  void add(const ModuleView &unit);
  std::vector<char> blob();

private:
  void addNodes(const ModuleView &unit);
  void addAccesses(const ModuleView &unit);
  void link(const Node &kernel);
  template <typename Row>
  uint32_t append(const std::vector<Row> &rows);

  std::vector<Node> nodes;
  std::map<std::string, size_t> functions;
  std::vector<KernelInfo> kernels;
  std::vector<SiteInfo> sites;
  std::vector<FrameInfo> frames;
  std::vector<GlobalInfo> globals;
  std::vector<BarrierInfo> barriers;
  std::vector<RootInfo> roots;
  std::vector<FormInfo> forms;
  std::vector<TermInfo> terms;
  std::vector<GuardInfo> guards;
  std::vector<uint32_t> lists;
  std::string strings;
  std::vector<char> bytes;
};

void Linker::addNodes(const ModuleView &unit) {
  const auto text = uint32_t(strings.size());
  const auto firstFrame = uint32_t(frames.size()), firstSite = uint32_t(sites.size());
  for (uint32_t k = 0; k < unit.kernelCount(); ++k) {
    Node node{unit.kernel(k), {}, {}, {}};
    for (uint32_t s = 0; s < node.info.siteCount; ++s)
      node.sites.push_back(firstSite + unit.siteList(node.info)[s]);
    for (uint32_t c = 0; c < node.info.callCount; ++c)
      node.calls.emplace_back(unit.text(unit.callList(node.info)[c]));
    for (const uint32_t variable : unit.sharedVariables(node.info))
      node.shared.push_back(uint32_t(globals.size()) + variable);
    if (node.info.flags & KernelIsFunction)
      functions.emplace(unit.text(node.info.name), nodes.size());
    node.info.name += text;
    node.info.demangled += text;
    if (node.info.frame != NoFrame)
      node.info.frame += firstFrame;
    node.info.firstRoot += uint32_t(roots.size());
    node.info.firstForm += uint32_t(forms.size());
    nodes.push_back(std::move(node));
  }
}

void Linker::addAccesses(const ModuleView &unit) {
  const auto firstTerm = uint32_t(terms.size()), firstGuard = uint32_t(guards.size());
  for (RootInfo root : unit.roots()) {
    if (root.kind == RootKind::Variable)
      root.index += uint32_t(globals.size());
    roots.push_back(root);
  }
  for (FormInfo form : unit.forms()) {
    if (form.term != NoTerm)
      form.term += firstTerm;
    form.guardList += firstGuard;
    forms.push_back(form);
  }
  for (TermInfo term : unit.terms()) {
    const unsigned operands = operandsOf(term.kind);
    term.left += operands >= 1 ? firstTerm : 0;
    term.right += operands == 2 ? firstTerm : 0;
    terms.push_back(term);
  }
  for (GuardInfo guard : unit.guards()) {
    guard.left += firstTerm;
    guard.right += firstTerm;
    guards.push_back(guard);
  }
}

void Linker::add(const ModuleView &unit) {
  addNodes(unit);
  addAccesses(unit);
  const auto text = uint32_t(strings.size());
  const auto firstFrame = uint32_t(frames.size());
  for (uint32_t i = 0; i < unit.siteCount(); ++i) {
    SiteInfo &site = sites.emplace_back(unit.site(i));
    site.function += text;
    site.intended += text;
    if (site.frame != NoFrame)
      site.frame += firstFrame;
  }
  for (uint32_t i = 0; i < unit.frameCount(); ++i) {
    FrameInfo &frame = frames.emplace_back(unit.frame(i));
    frame.function += text;
    frame.file += text;
    frame.directory += text;
    if (frame.inlinedAt != NoFrame)
      frame.inlinedAt += firstFrame;
  }
  for (uint32_t i = 0; i < unit.globalCount(); ++i) {
    GlobalInfo &variable = globals.emplace_back(unit.global(i));
    variable.name += text;
    variable.file += text;
  }
  for (uint32_t i = 0; i < unit.barrierCount(); ++i) {
    BarrierInfo &barrier = barriers.emplace_back(unit.barrier(i));
    barrier.function += text;
    if (barrier.frame != NoFrame)
      barrier.frame += firstFrame;
  }
  strings += unit.strings();
}

/// Adds up the kernel and all it reaches. Functions have no roots: what they access
/// stands in no table of the kernel.
void Linker::link(const Node &kernel) {
  KernelInfo info = kernel.info;
  std::vector<const Node *> reached{&kernel};
  std::set<const Node *> seen{&kernel};
  std::set<uint32_t> all;
  for (size_t i = 0; i < reached.size(); ++i) {
    const Node &node = *reached[i];
    info.flags |= node.info.flags & ~KernelIsFunction;
    info.reasons |= node.info.reasons;
    info.provedBlock.narrow(node.info.provedBlock);
    all.insert(node.sites.begin(), node.sites.end());
    for (const std::string &call : node.calls)
      if (const auto found = functions.find(call); found != functions.end())
        if (const Node *callee = &nodes[found->second]; seen.insert(callee).second)
          reached.push_back(callee);
  }
  if (reached.size() > 1)
    info.flags |= KernelOpenStores | KernelUnrootedChecks | KernelUnrootedGlobal;
  info.siteList = uint32_t(lists.size());
  info.siteCount = uint32_t(all.size());
  info.callCount = 0;
  lists.insert(lists.end(), all.begin(), all.end());
  info.sharedList = uint32_t(lists.size());
  lists.insert(lists.end(), kernel.shared.begin(), kernel.shared.end());
  kernels.push_back(info);
}

template <typename Row>
uint32_t Linker::append(const std::vector<Row> &rows) {
  bytes.resize((bytes.size() + alignof(uint64_t) - 1) / alignof(uint64_t) * alignof(uint64_t));
  const auto offset = uint32_t(bytes.size());
  const auto *raw = reinterpret_cast<const char *>(rows.data());
  bytes.insert(bytes.end(), raw, raw + rows.size() * sizeof(Row));
  return offset;
}

std::vector<char> Linker::blob() {
  for (const Node &node : nodes)
    link(node);
  ModuleInfo head = {};
  head.magic = ModuleInfoMagic;
  head.version = Version;
  head.kernelCount = uint32_t(kernels.size());
  head.siteCount = uint32_t(sites.size());
  head.frameCount = uint32_t(frames.size());
  head.globalCount = uint32_t(globals.size());
  head.barrierCount = uint32_t(barriers.size());
  head.rootCount = uint32_t(roots.size());
  head.formCount = uint32_t(forms.size());
  head.termCount = uint32_t(terms.size());
  head.guardCount = uint32_t(guards.size());
  bytes.resize(sizeof head);
  head.kernels = append(kernels);
  head.sites = append(sites);
  head.frames = append(frames);
  head.globals = append(globals);
  head.terms = append(terms);
  head.roots = append(roots);
  head.forms = append(forms);
  head.guards = append(guards);
  head.barriers = append(barriers);
  head.lists = append(lists);
  head.strings = append(std::vector<char>(strings.begin(), strings.end()));
  head.bytes = uint32_t(bytes.size());
  std::memcpy(bytes.data(), &head, sizeof head);
  return std::move(bytes);
}

} // namespace

std::vector<char> linkUnits(const std::vector<const ModuleView *> &units) {
  Linker linker;
  for (const ModuleView *unit : units)
    linker.add(*unit);
  return linker.blob();
}

} // namespace warpsan::report
