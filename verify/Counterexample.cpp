//===- Counterexample.cpp - Two threads that race -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "verify/Counterexample.h"
#include "verify/Walk.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warpsan::verify {

static uint64_t numberIn(const z3::model &model, const z3::expr &term) {
  return model.eval(term, /*model_completion=*/true).get_numeral_uint64();
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
  for (const auto &[name, term] : threads.launch.parameters())
    if (term.get_sort().bv_size() <= 64)
      witness.parameters.emplace_back(name, numberIn(model, term));
  return witness;
}

bool isConfirmed(ThreadPair &threads, const Pair &pair, const Witness &witness,
                 const z3::model &model) {
  const Kernel &kernel = threads.kernel;
  const Access &a = kernel.accesses()[pair.first], &b = kernel.accesses()[pair.second];
  using Level = Kernel::Level;
  const Level level = witness.relation == Relation::SameWarp ? Level::Warp : Level::Block;
  Walk first(kernel, threads.launch, model, witness, witness.threads[0], level);
  Walk second(kernel, threads.launch, model, witness, witness.threads[1], level);
  const auto arrivals = second.arrivalsAt(b);
  return any_of(first.arrivalsAt(a), [&](const Arrival &one) {
    return any_of(arrivals, [&](const Arrival &other) {
      const bool isAtOnce =
          witness.relation == Relation::OtherBlocks || one.barriers == other.barriers;
      return isAtOnce && one.object == other.object &&
             one.offset < other.offset + int64_t(b.bytes) &&
             other.offset < one.offset + int64_t(a.bytes);
    });
  });
}

} // namespace warpsan::verify
