//===- Printers.cpp - print<warpsan-...> for tests -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/Printers.h"
#include "analysis/Names.h"
#include "analysis/SyncEffects.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace warpsan {
namespace {

void printLines(raw_ostream &out, const WarpLines &lines) {
  if (!lines.count)
    return;
  out << " lines=" << lines.count;
  if (!lines.stride)
    return;
  out << " stride=";
  lines.stride->printAsOperand(out, false);
  out << "*" << lines.elementBytes;
}

void printAccess(raw_ostream &out, const MemoryAccess &access) {
  out << "  " << names::Kind[unsigned(access.kind)]
      << " scope=" << names::Scope[unsigned(access.scope)] << " size=";
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
  printLines(out, access.lines);
  if (access.flags & abi::SiteVolatile)
    out << " volatile";
  if (access.flags & abi::SiteNonCoherent)
    out << " non-coherent";
  if (!access.isAnalysed())
    out << " not-analysed=" << names::Reason[unsigned(access.reason)];
  out << "\n";
}

void printEffect(raw_ostream &out, const Instruction &instruction, const SyncEffect &effect) {
  out << "  event=" << names::Event[unsigned(effect.event)];
  if (effect.event == SyncEvent::Fence)
    out << " scope=" << names::Scope[unsigned(effect.scope)]
        << (effect.isSequential ? " sequential" : "");
  out << " flags:";
  names::printBits(out, effect.flags, names::KernelFlag);
  out << " reasons:";
  names::printBits(out, effect.reasons, names::Reason);
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
