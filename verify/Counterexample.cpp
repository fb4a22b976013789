//===- Counterexample.cpp - Two threads that race -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "verify/Counterexample.h"
#include "verify/Walk.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace warpsan::verify {

static uint64_t numberIn(const z3::model &model, const z3::expr &term) {
  return model.eval(term, /*model_completion=*/true).get_numeral_uint64();
}

static std::vector<GivenNumber> parametersIn(const z3::model &model, const LaunchTerms &launch) {
  std::vector<GivenNumber> result;
  for (const auto &[unique, parameter] : launch.parameters())
    if (const unsigned bits = parameter.term.get_sort().bv_size(); bits <= 64)
      result.push_back(
          {parameter.name, parameter.field, divideCeil(bits, 8), numberIn(model, parameter.term)});
  return result;
}

Witness witnessOf(ThreadPair &threads, const Pair &pair, Relation relation,
                  const z3::model &model) {
  const Kernel &kernel = threads.kernel;
  Witness witness;
  witness.relation = relation;
  const auto fill = [&](const ThreadTerms &thread, ThreadWitness &row) {
    for (unsigned i = 0; i < Dimensions; ++i) {
      row.thread[i] = numberIn(model, thread.threadIndex(i));
      row.block[i] = numberIn(model, thread.blockIndex(i));
    }
  };
  fill(threads.first, witness.threads[0]);
  fill(threads.second, witness.threads[1]);
  // The solver was not asked about extents that play no part.
  const auto extentIn = [&](const z3::expr &term, uint32_t one, uint32_t other) {
    return std::max({uint32_t(numberIn(model, term)), one + 1, other + 1});
  };
  const auto &[one, other] = witness.threads;
  for (unsigned i = 0; i < Dimensions; ++i) {
    witness.blockDim[i] = extentIn(threads.launch.extentOfBlock(i), one.thread[i], other.thread[i]);
    witness.gridDim[i] = extentIn(threads.launch.extentOfGrid(i), one.block[i], other.block[i]);
  }
  const PointerTerm place = threads.second.pointer(*kernel.accesses()[pair.second].pointer);
  witness.object = numberIn(model, place.object);
  witness.offset = int64_t(numberIn(model, place.offset));
  witness.parameters = parametersIn(model, threads.launch);
  return witness;
}

/// Reads of different sizes are different functions to the solver.
static bool contradict(const MemoryContent &a, const MemoryContent &b) {
  if (a.object != b.object)
    return false;
  const int64_t start = std::max(a.offset, b.offset);
  const int64_t end = std::min(a.offset + a.bytes, b.offset + b.bytes);
  const auto byteOf = [](const MemoryContent &content, int64_t at) {
    return uint8_t(content.value >> 8 * (at - content.offset));
  };
  for (int64_t at = start; at < end; ++at)
    if (byteOf(a, at) != byteOf(b, at))
      return true;
  return false;
}

static bool isConsistent(ArrayRef<MemoryContent> memory) {
  return none_of(memory, [&](const MemoryContent &one) {
    return any_of(memory, [&](const MemoryContent &other) { return contradict(one, other); });
  });
}

bool isConfirmed(ThreadPair &threads, const Pair &pair, Witness &witness, const z3::model &model) {
  const Kernel &kernel = threads.kernel;
  const Access &a = kernel.accesses()[pair.first], &b = kernel.accesses()[pair.second];
  using Level = Kernel::Level;
  const Level level = witness.relation == Relation::SameWarp ? Level::Warp : Level::Block;
  Walk first(kernel, threads.launch, model, witness, witness.threads[0], level);
  Walk second(kernel, threads.launch, model, witness, witness.threads[1], level);
  const auto ofFirst = first.arrivalsAt(a), ofSecond = second.arrivalsAt(b);
  witness.memory = first.contents();
  for (const MemoryContent &content : second.contents())
    if (!is_contained(witness.memory, content))
      witness.memory.push_back(content);
  witness.parameters = parametersIn(model, threads.launch); // the walks may have named more
  return isConsistent(witness.memory) && any_of(ofFirst, [&](const Arrival &one) {
           return any_of(ofSecond, [&](const Arrival &other) {
             const bool isAtOnce =
                 witness.relation == Relation::OtherBlocks || one.barriers == other.barriers;
             return isAtOnce && one.object == other.object &&
                    one.offset < other.offset + int64_t(b.bytes) &&
                    other.offset < one.offset + int64_t(a.bytes);
           });
         });
}

} // namespace warpsan::verify
