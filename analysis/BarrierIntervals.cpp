//===- BarrierIntervals.cpp - What runs between two barriers ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/BarrierIntervals.h"
#include "analysis/BlockUniformity.h"
#include "analysis/SyncEffects.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace warpsan {
namespace {

/// A barrier of the hardware that is known to be the same for all threads. One in
/// assembly may have accesses around it.
bool isPlainBarrier(const CallBase &call) {
  if (call.isInlineAsm())
    return false;
  const StringRef name = call.getCalledFunction()->getName();
  return !name.starts_with("llvm.nvvm.barrier.cta.") || isa<ConstantInt>(call.getArgOperand(0));
}

bool isOfWholeWarp(const SyncEffect &effect) {
  constexpr uint32_t AllLanes = 0xffffffff;
  auto *mask = dyn_cast_or_null<ConstantInt>(effect.mask.value);
  return effect.mask.constant == AllLanes || (mask && mask->getZExtValue() == AllLanes);
}

/// The barriers that cut, which may be fewer than there are. None if some threads may
/// pass by one of them: a barrier elsewhere may then be the one they meet at.
SmallVector<const CallBase *, 8> commonBarriers(Function &kernel, AsmDecoder &decoder,
                                                const BlockUniformity &uniformity,
                                                BarrierIntervals::Level level) {
  SmallVector<const CallBase *, 8> barriers;
  for (Instruction &instruction : instructions(kernel)) {
    const SyncEffect effect = effectOf(instruction, decoder);
    switch (effect.event) {
    case SyncEvent::BlockBarrier: {
      auto &call = cast<CallBase>(instruction);
      if (!uniformity.isReachedTogether(*call.getParent()))
        return {};
      if (isPlainBarrier(call))
        barriers.push_back(&call);
      else if (!call.isInlineAsm())
        return {};
      break;
    }
    case SyncEvent::WarpBarrier:
      if (level == BarrierIntervals::Level::Warp && isOfWholeWarp(effect) &&
          uniformity.isReachedTogether(*instruction.getParent()))
        barriers.push_back(&cast<CallBase>(instruction));
      break;
    case SyncEvent::NamedArrive:
    case SyncEvent::NamedSync:
    case SyncEvent::Exit:
      return {};
    default:
      break;
    }
  }
  return barriers;
}

} // namespace

BarrierIntervals::BarrierIntervals(Function &kernel, AsmDecoder &decoder,
                                   const BlockUniformity &uniformity, Level level) {
  for (const CallBase *barrier : commonBarriers(kernel, decoder, uniformity, level))
    cuts[barrier->getParent()].push_back(barrier);
  for (const BasicBlock &block : kernel) {
    firstOfBlock[&block] = segments.size();
    segments.resize(segments.size() + cuts.lookup(&block).size() + 1);
  }
  starts.push_back(firstOfBlock[&kernel.getEntryBlock()]);
  startBlocks.push_back(&kernel.getEntryBlock());
  startBarriers.push_back(nullptr);
  for (const BasicBlock &block : kernel) {
    const unsigned first = firstOfBlock[&block], last = first + cuts.lookup(&block).size();
    for (unsigned segment = first + 1; segment <= last; ++segment) {
      starts.push_back(segment);
      startBlocks.push_back(&block);
      startBarriers.push_back(cuts[&block][segment - first - 1]);
    }
    for (const BasicBlock *next : successors(&block))
      segments[last].next.push_back(firstOfBlock[next]);
  }
}

SmallVector<const Instruction *, 8> BarrierIntervals::barriers() const {
  SmallVector<const Instruction *, 8> result;
  for (const Instruction *barrier : startBarriers)
    if (barrier)
      result.push_back(barrier);
  return result;
}

unsigned BarrierIntervals::segmentOf(const Instruction &instruction) const {
  const BasicBlock *block = instruction.getParent();
  unsigned segment = firstOfBlock.lookup(block);
  if (auto found = cuts.find(block); found != cuts.end())
    segment += count_if(found->second,
                        [&](const Instruction *cut) { return cut->comesBefore(&instruction); });
  return segment;
}

/// For each segment, how often `segment` may have been run through before.
SmallVector<BarrierIntervals::Counts, 0> BarrierIntervals::countsOnEntry(unsigned start,
                                                                         unsigned segment) const {
  SmallVector<Counts, 0> entered(segments.size(), 0);
  SmallVector<unsigned, 16> work{start};
  entered[start] = Never;
  while (!work.empty()) {
    const unsigned current = work.pop_back_val();
    Counts left = entered[current];
    if (current == segment)
      left = (left & Never ? Once : 0) | (left & (Once | More) ? More : 0);
    for (unsigned next : segments[current].next)
      if (left & ~entered[next]) {
        entered[next] |= left;
        work.push_back(next);
      }
  }
  return entered;
}

const SmallVector<BarrierIntervals::Counts, 0> &BarrierIntervals::known(unsigned interval,
                                                                        unsigned segment) {
  auto [row, isNew] = counts.try_emplace({interval, segment});
  if (isNew)
    row->second = countsOnEntry(starts[interval], segment);
  return row->second;
}

bool BarrierIntervals::contains(unsigned interval, const Instruction &instruction) {
  return known(interval, starts[interval])[segmentOf(instruction)] != 0;
}

std::optional<unsigned> BarrierIntervals::runsBefore(unsigned interval,
                                                     const Instruction &definition,
                                                     const Instruction &use) {
  const unsigned segment = segmentOf(definition), place = segmentOf(use);
  const Counts before = known(interval, segment)[place];
  // In one segment the definition, which dominates, has just run once more.
  const unsigned more = segment == place ? 1 : 0;
  if (before == Never)
    return more;
  return before == Once && !more ? std::optional(1u) : std::nullopt;
}

bool BarrierIntervals::mayRunAfter(const Instruction &definition, const Instruction &use) {
  const unsigned start = segmentOf(use);
  auto [row, isNew] = reached.try_emplace(start, segments.size());
  SmallVector<unsigned, 16> work;
  if (isNew)
    work.push_back(start);
  while (!work.empty())
    for (unsigned next : segments[work.pop_back_val()].next)
      if (!row->second.test(next)) {
        row->second.set(next);
        work.push_back(next);
      }
  const unsigned segment = segmentOf(definition);
  return row->second.test(segment) || (segment == start && use.comesBefore(&definition));
}

bool BarrierIntervals::haveRunAlike(unsigned interval, const Instruction &common,
                                    const Instruction &a, const Instruction &b) {
  const auto first = runsBefore(interval, common, a);
  if (first && first == runsBefore(interval, common, b))
    return true;
  return !mayRunAfter(common, a) && !mayRunAfter(common, b);
}

} // namespace warpsan
