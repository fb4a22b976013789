//===- resolutions.cpp - What launches cannot race on ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rt/resolutions.h"
#include <set>

namespace warpsan::rt {

using namespace abi;

namespace {

/// Of one kernel; beyond it all are forgotten.
constexpr size_t MostAnswers = 256;

resolve::LaunchFacts factsOf(const Kernel &kernel, const LaunchShape &shape, void **arguments) {
  const report::ModuleView &view = kernel.module->view();
  const KernelInfo &info = kernel.info();
  resolve::LaunchFacts facts;
  facts.kernelFlags = info.flags;
  facts.parameters = info.parameters;
  facts.roots = view.roots(info);
  facts.forms = view.forms(info);
  facts.terms = view.terms();
  facts.guards = view.guards();
  facts.variables = kernel.rootVariables;
  facts.arguments = arguments;
  std::copy(shape.block, shape.block + 3, facts.shape.block.begin());
  std::copy(shape.grid, shape.grid + 3, facts.shape.grid.begin());
  return facts;
}

/// Terms behind the accesses of a kernel.
class TermWalk {
public:
  explicit TermWalk(const report::ModuleView &moduleView) : view(moduleView) {}

  void visit(const FormInfo &form) {
    if (form.term != NoTerm)
      visit(form.term);
    for (const GuardInfo &guard : view.guards().subspan(form.guardList, form.guardCount)) {
      visit(guard.left);
      visit(guard.right);
    }
  }
  const std::set<uint32_t> &terms() const { return seen; }

private:
  void visit(uint32_t index) {
    if (!seen.insert(index).second)
      return;
    const TermInfo &term = view.terms()[index];
    const unsigned operands = operandsOf(term.kind);
    if (operands >= 1)
      visit(term.left);
    if (operands == 2)
      visit(term.right);
  }

  const report::ModuleView &view;
  std::set<uint32_t> seen;
};

} // namespace

std::vector<Resolutions::Field> Resolutions::fieldsOf(const Kernel &kernel) {
  const report::ModuleView &view = kernel.module->view();
  std::set<Field> fields;
  for (const RootInfo &root : view.roots(kernel.info()))
    if (root.kind == RootKind::Parameter)
      fields.insert({root.index, root.offset, 64});
  TermWalk walk(view);
  for (const FormInfo &form : view.forms(kernel.info()))
    walk.visit(form);
  for (const uint32_t index : walk.terms())
    if (const TermInfo &term = view.terms()[index]; term.kind == TermKind::Parameter)
      fields.insert({term.left, term.right, term.bits});
  return {fields.begin(), fields.end()};
}

Resolutions::Memory &Resolutions::memoryOf(const Kernel &kernel) {
  const auto [entry, isNew] = memories.try_emplace(&kernel);
  if (isNew)
    entry->second.fields = fieldsOf(kernel);
  return entry->second;
}

/// Of accesses out of bounds nothing is known before they happen, and what is not
/// analysed may write anywhere.
bool Resolutions::mayResolve(const Kernel &kernel) const {
  return options.resolve && !options.bounds && kernel.info().rootCount != 0 &&
         (kernel.info().reasons & ~report::reasonBit(Reason::None)) == 0;
}

/// False if an argument cannot be read.
bool Resolutions::ask(const std::vector<Field> &fields, const resolve::LaunchFacts &facts) {
  question.assign(facts.shape.block.begin(), facts.shape.block.end());
  question.insert(question.end(), facts.shape.grid.begin(), facts.shape.grid.end());
  for (const Field &field : fields) {
    const auto value = resolve::readArgument(facts, field.index, field.offset, field.bits);
    if (!value)
      return false;
    question.push_back(*value);
  }
  return true;
}

/// Allocations that the answer did not ask for may come and go.
bool Resolutions::holds(Answer &answer) const {
  if (answer.changes == allocations.changes())
    return true;
  for (const Asked &each : answer.asked)
    if (allocations.placementOf(each.address) != each.placement)
      return false;
  answer.changes = allocations.changes();
  return true;
}

Resolutions::Answer Resolutions::decide(resolve::LaunchFacts &facts) {
  ++decided;
  Answer answer;
  facts.locate = [&](uint64_t address) {
    answer.asked.push_back({address, allocations.placementOf(address)});
    return answer.asked.back().placement;
  };
  answer.roots = resolve::resolveRoots(facts);
  answer.changes = allocations.changes();
  return answer;
}

resolve::Resolution Resolutions::rootsOf(const Kernel &kernel, const LaunchShape &shape,
                                         void **arguments) {
  if (!mayResolve(kernel))
    return {};
  Memory &memory = memoryOf(kernel);
  resolve::LaunchFacts facts = factsOf(kernel, shape, arguments);
  if (!ask(memory.fields, facts))
    return {};
  const auto known = memory.answers.find(question);
  if (known != memory.answers.end() && holds(known->second))
    return known->second.roots;
  if (known == memory.answers.end() && memory.answers.size() >= MostAnswers)
    memory.answers.clear();
  const Answer &answer = memory.answers[question] = decide(facts);
  return answer.roots;
}

std::vector<uint64_t> Resolutions::addressesOf(const Kernel &kernel, void **arguments,
                                               uint64_t resolvedRoots) {
  const resolve::LaunchFacts facts = factsOf(kernel, {}, arguments);
  std::vector<uint64_t> addresses;
  addresses.reserve(facts.roots.size());
  for (uint32_t root = 0; root < facts.roots.size(); ++root)
    if (!(resolvedRoots >> root & 1))
      if (const auto address = resolve::readPointer(facts, root))
        addresses.push_back(*address);
  return addresses;
}

bool Resolutions::covers(const Kernel &kernel, const LaunchShape &shape, void **arguments) {
  const KernelInfo &info = kernel.info();
  if ((info.flags & (KernelUnrootedChecks | KernelWithinChecks | KernelOpen)) ||
      !info.provedBlock.allow(shape.block))
    return false;
  if (kernel.tellsDivergence())
    return false;
  const uint64_t all = (uint64_t(1) << info.rootCount) - 1;
  return mayResolve(kernel) && rootsOf(kernel, shape, arguments).resolved == all;
}

} // namespace warpsan::rt
