//===- Printers.cpp - print<warpsan-...> for tests -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/Printers.h"
#include "analysis/SyncEffects.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace warpsan {
namespace {

constexpr StringLiteral KindNames[] = {"read", "write", "atomic-load", "atomic-store",
                                       "atomic-rmw"};
constexpr StringLiteral ScopeNames[] = {"none", "block", "cluster", "device", "system"};
constexpr StringLiteral EventNames[] = {"none", "block-barrier", "warp-barrier", "exit"};
constexpr StringLiteral ReasonNames[] = {
#define WARPSAN_REASON(Name, Text) #Name,
#include "warpsan/reasons.def"
};
constexpr StringLiteral FlagNames[] = {"block-barrier",  "warp-barrier", "partial-warp-barrier",
                                       "named-barrier",  "fence",        "strong",
                                       "sub-word",       "shared",       "global",
                                       "grid-barrier"};

void printAccess(raw_ostream &out, const MemoryAccess &access) {
  out << "  " << KindNames[unsigned(access.kind)] << " scope=" << ScopeNames[unsigned(access.scope)]
      << " size=";
  if (access.length)
    access.length->printAsOperand(out, false);
  else
    out << access.size;
  if (access.address.base) {
    out << " address=";
    access.address.base->printAsOperand(out, false);
    if (access.address.offset)
      out << "+" << access.address.offset;
    if (access.address.isShared32)
      out << " shared-window";
  }
  if (access.flags & abi::SiteVolatile)
    out << " volatile";
  if (!access.isAnalysed())
    out << " not-analysed=" << ReasonNames[unsigned(access.reason)];
  out << "\n";
}

template <typename Names> void printBits(raw_ostream &out, uint32_t bits, const Names &names) {
  for (unsigned i = 0; i < std::size(names); ++i)
    if (bits >> i & 1)
      out << " " << names[i];
}

void printEffect(raw_ostream &out, const Instruction &instruction, const SyncEffect &effect) {
  out << "  event=" << EventNames[unsigned(effect.event)] << " flags:";
  printBits(out, effect.flags, FlagNames);
  out << " reasons:";
  printBits(out, effect.reasons, ReasonNames);
  out << " |" << instruction << "\n";
}

} // namespace

PreservedAnalyses AccessPrinterPass::run(Function &function, FunctionAnalysisManager &) {
  AsmDecoder decoder;
  out << "accesses of " << function.getName() << ":\n";
  for (const MemoryAccess &access : collectAccesses(function, decoder, VolatileRule::Marked))
    printAccess(out, access);
  return PreservedAnalyses::all();
}

PreservedAnalyses SyncEffectPrinterPass::run(Function &function, FunctionAnalysisManager &) {
  AsmDecoder decoder;
  out << "effects of " << function.getName() << ":\n";
  for (Instruction &instruction : instructions(function)) {
    SyncEffect effect = effectOf(instruction, decoder);
    if (effect.event != SyncEvent::None || effect.flags || effect.reasons)
      printEffect(out, instruction, effect);
  }
  return PreservedAnalyses::all();
}

} // namespace warpsan
