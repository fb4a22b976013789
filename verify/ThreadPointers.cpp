//===- ThreadPointers.cpp - Where the pointers of a thread lead -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "verify/Terms.h"
#include "verify/ThreadTerms.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace warpsan::verify {

PointerTerm ThreadTerms::unknownPointer(const Value &from) {
  z3::context &context = launch.context();
  doubt.add(Doubt::Pointer);
  return {context.bv_val(Kernel::UnknownObject, ObjectBits),
          launch.symbol(name + "." + nameOf(from), AddressBits)};
}

PointerTerm ThreadTerms::pointer(const Value &from) {
  if (auto found = pointers.find(&from); found != pointers.end())
    return found->second;
  const PointerTerm term = computePointer(from);
  return pointers.try_emplace(&from, term).first->second;
}

PointerTerm ThreadTerms::computePointer(const Value &from) {
  z3::context &context = launch.context();
  if (auto *next = dyn_cast<GEPOperator>(&from))
    return step(*next);
  if (auto *cast = dyn_cast<AddrSpaceCastOperator>(&from))
    return pointer(*cast->getPointerOperand());
  if (auto *freeze = dyn_cast<FreezeInst>(&from))
    return pointer(*freeze->getOperand(0));
  if (auto *select = dyn_cast<SelectInst>(&from)) {
    const z3::expr condition = value(*select->getCondition());
    const PointerTerm a = pointer(*select->getTrueValue()), b = pointer(*select->getFalseValue());
    return {choice(condition, a.object, b.object), choice(condition, a.offset, b.offset)};
  }
  if (auto *phi = dyn_cast<PHINode>(&from)) {
    if (isCarried(*phi))
      return carriedPointer(*phi);
    PointerTerm result = pointer(*phi->getIncomingValue(0));
    for (unsigned i = 1; i < phi->getNumIncomingValues(); ++i) {
      const PointerTerm term = pointer(*phi->getIncomingValue(i));
      const z3::expr taken = takes(*phi->getIncomingBlock(i), *phi->getParent());
      result = {choice(taken, term.object, result.object),
                choice(taken, term.offset, result.offset)};
    }
    return result;
  }
  if (isa<ConstantPointerNull, UndefValue>(from))
    return {context.bv_val(Kernel::OwnObject, ObjectBits), context.bv_val(0, AddressBits)};
  const unsigned object = kernel.objectAt(from);
  if (object == Kernel::UnknownObject)
    return unknownPointer(from);
  return {context.bv_val(object, ObjectBits), context.bv_val(0, AddressBits)};
}

PointerTerm ThreadTerms::step(const GEPOperator &step) {
  PointerTerm result = pointer(*step.getPointerOperand());
  z3::context &context = launch.context();
  const DataLayout &layout = kernel.function().getDataLayout();
  for (auto type = gep_type_begin(step), end = gep_type_end(step); type != end; ++type) {
    const Value &index = *type.getOperand();
    if (StructType *structure = type.getStructTypeOrNull()) {
      const unsigned field = cast<ConstantInt>(index).getZExtValue();
      const uint64_t bytes = layout.getStructLayout(structure)->getElementOffset(field);
      if (bytes)
        result.offset = result.offset + context.bv_val(bytes, AddressBits);
      continue;
    }
    const uint64_t bytes = type.getSequentialElementStride(layout).getFixedValue();
    const z3::expr number = resized(asBits(value(index)), AddressBits, true);
    if (isZero(number))
      continue;
    const z3::expr scaled = isPowerOf2_64(bytes)
                                ? z3::shl(number, context.bv_val(Log2_64(bytes), AddressBits))
                                : number * context.bv_val(bytes, AddressBits);
    result.offset = isZero(result.offset) ? scaled : result.offset + scaled;
  }
  return result;
}

/// A pointer that moves by as many bytes in each round, or stays in its object.
PointerTerm ThreadTerms::carriedPointer(const PHINode &phi) {
  z3::context &context = launch.context();
  const Loop &loop = *kernel.loops().getLoopFor(phi.getParent());
  if (isPeersToo(phi)) {
    const PointerTerm shared = peer->pointer(phi);
    adoptDoubts();
    return shared;
  }
  const BasicBlock *entry = loop.getLoopPredecessor();
  auto *sum = dyn_cast<SCEVAddRecExpr>(kernel.evolution().getSCEV(const_cast<PHINode *>(&phi)));
  if (entry && sum && sum->getLoop() == &loop && sum->isAffine())
    if (const auto bytes = evolved(*sum->getOperand(1), loop)) {
      PointerTerm result = pointer(*phi.getIncomingValueForBlock(entry));
      result.offset = result.offset + resized(*bytes, AddressBits, true) * round(loop);
      return result;
    }
  const unsigned object = kernel.objectOf(phi);
  if (object == Kernel::UnknownObject)
    return unknownPointer(phi);
  doubt.add(Doubt::Loop);
  const PointerTerm result{context.bv_val(object, ObjectBits),
                           launch.symbol(name + "." + nameOf(phi), AddressBits)};
  pointers.try_emplace(&phi, result);
  assumeInvariants(loop);
  return result;
}

} // namespace warpsan::verify
