//===- RelaxedAccess.cpp - Plain accesses made atomic ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/RelaxedAccess.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"

#include <optional>

using namespace llvm;

namespace warpsan {
namespace {

/// Widest atomic load and store before sm_90, in bytes.
constexpr uint64_t WidestAtomic = 8;
/// Of a copy that is made piece by piece.
constexpr uint64_t MostPieces = 16;

SyncScope::ID idOf(LLVMContext &context, abi::Scope scope) {
  return context.getOrInsertSyncScopeID(scope == abi::Scope::Block ? "block" : "device");
}

/// Pieces that are atomic each, as wide as the alignment allows.
struct Pieces {
  uint64_t bytes, count;

  static std::optional<Pieces> of(uint64_t size, Align alignment) {
    const uint64_t bytes =
        std::min({WidestAtomic, alignment.value(), size & (~size + 1)}); // that divide the size
    if (size == 0 || size / bytes > MostPieces)
      return std::nullopt;
    return Pieces{bytes, size / bytes};
  }

  Type *type(LLVMContext &context) const { return IntegerType::get(context, bytes * 8); }
  Align alignment() const { return Align(bytes); }
};

class Relaxer {
public:
  Relaxer(Instruction &at, abi::Scope scope)
      : builder(&at), layout(at.getModule()->getDataLayout()), scope(idOf(at.getContext(), scope)) {
  }

  Relaxed load(LoadInst &load);
  Relaxed store(StoreInst &store);
  Relaxed copy(MemTransferInst &copy, bool isSource, bool isTarget);
  Relaxed fill(MemSetInst &fill);

private:
  Value *loadPiece(Value *pointer, const Pieces &pieces, uint64_t number, bool isAtomic);
  void storePiece(Value *value, Value *pointer, const Pieces &pieces, uint64_t number,
                  bool isAtomic);
  Value *pieceAt(Value *pointer, const Pieces &pieces, uint64_t number) {
    return builder.CreateConstGEP1_64(pieces.type(builder.getContext()), pointer, number);
  }
  template <typename Access>
  Access *mark(Access *access, bool isAtomic) {
    if (isAtomic)
      access->setAtomic(AtomicOrdering::Monotonic, scope);
    return access;
  }

  IRBuilder<> builder;
  const DataLayout &layout;
  SyncScope::ID scope;
};

Value *Relaxer::loadPiece(Value *pointer, const Pieces &pieces, uint64_t number, bool isAtomic) {
  return mark(builder.CreateAlignedLoad(pieces.type(builder.getContext()),
                                        pieceAt(pointer, pieces, number), pieces.alignment()),
              isAtomic);
}

void Relaxer::storePiece(Value *value, Value *pointer, const Pieces &pieces, uint64_t number,
                         bool isAtomic) {
  mark(builder.CreateAlignedStore(value, pieceAt(pointer, pieces, number), pieces.alignment()),
       isAtomic);
}

/// What an atomic access may have the type of, and the backend takes.
bool isScalar(const Type &type) {
  return type.isIntegerTy() || type.isPointerTy() || type.isFloatTy() || type.isDoubleTy() ||
         type.isHalfTy();
}

constexpr StringLiteral OneAtomic = "a relaxed atomic",
                        SeveralAtomics = "relaxed atomics, one for each piece",
                        TooLong = "it is too long for atomics",
                        NotAligned = "its alignment is too small for an atomic",
                        NoPieces = "a value of its type cannot be taken apart";

Relaxed Relaxer::load(LoadInst &load) {
  const uint64_t size = layout.getTypeStoreSize(load.getType());
  const auto pieces = Pieces::of(size, load.getAlign());
  if (!pieces)
    return {false, TooLong};
  if (isScalar(*load.getType()) || pieces->count == 1) {
    if (pieces->count != 1)
      return {false, NotAligned};
    load.setVolatile(false);
    if (isScalar(*load.getType())) {
      mark(&load, true);
      return {true, OneAtomic};
    }
  }
  auto *whole = FixedVectorType::get(pieces->type(load.getContext()), pieces->count);
  if (!CastInst::isBitCastable(whole, load.getType()))
    return {false, NoPieces};
  Value *value = PoisonValue::get(whole);
  for (uint64_t i = 0; i < pieces->count; ++i)
    value = builder.CreateInsertElement(value,
                                        loadPiece(load.getPointerOperand(), *pieces, i, true), i);
  load.replaceAllUsesWith(builder.CreateBitCast(value, load.getType()));
  load.eraseFromParent();
  return {true, pieces->count == 1 ? OneAtomic : SeveralAtomics};
}

Relaxed Relaxer::store(StoreInst &store) {
  Type *type = store.getValueOperand()->getType();
  const auto pieces = Pieces::of(layout.getTypeStoreSize(type), store.getAlign());
  if (!pieces)
    return {false, TooLong};
  if (isScalar(*type)) {
    if (pieces->count != 1)
      return {false, NotAligned};
    store.setVolatile(false);
    mark(&store, true);
    return {true, OneAtomic};
  }
  auto *whole = FixedVectorType::get(pieces->type(store.getContext()), pieces->count);
  if (!CastInst::isBitCastable(type, whole))
    return {false, NoPieces};
  Value *value = builder.CreateBitCast(store.getValueOperand(), whole);
  for (uint64_t i = 0; i < pieces->count; ++i)
    storePiece(builder.CreateExtractElement(value, i), store.getPointerOperand(), *pieces, i, true);
  store.eraseFromParent();
  return {true, pieces->count == 1 ? OneAtomic : SeveralAtomics};
}

Relaxed Relaxer::copy(MemTransferInst &copy, bool isSource, bool isTarget) {
  auto *length = dyn_cast<ConstantInt>(copy.getLength());
  const Align from = copy.getSourceAlign().valueOrOne(), to = copy.getDestAlign().valueOrOne();
  // The alignment of what no other thread sees does not count: its pieces are just moved.
  const Align least = isSource && isTarget ? std::min(from, to) : isSource ? from : to;
  const auto pieces = length ? Pieces::of(length->getZExtValue(), least) : std::nullopt;
  if (!pieces)
    return {false, TooLong};
  // All is read before anything is written, as memmove asks.
  SmallVector<Value *, MostPieces> values;
  const auto fits = [&](Align alignment, bool isAtomic) {
    return isAtomic ? pieces->alignment() : std::min(alignment, pieces->alignment());
  };
  for (uint64_t i = 0; i < pieces->count; ++i) {
    auto *piece = cast<LoadInst>(loadPiece(copy.getSource(), *pieces, i, isSource));
    piece->setAlignment(fits(from, isSource));
    values.push_back(piece);
  }
  for (const auto &[i, value] : enumerate(values)) {
    StoreInst *piece =
        builder.CreateAlignedStore(value, pieceAt(copy.getDest(), *pieces, i), fits(to, isTarget));
    mark(piece, isTarget);
  }
  copy.eraseFromParent();
  return {true, pieces->count == 1 ? OneAtomic : SeveralAtomics};
}

Relaxed Relaxer::fill(MemSetInst &fill) {
  auto *length = dyn_cast<ConstantInt>(fill.getLength());
  auto *byte = dyn_cast<ConstantInt>(fill.getValue());
  const auto pieces = length && byte
                          ? Pieces::of(length->getZExtValue(), fill.getDestAlign().valueOrOne())
                          : std::nullopt;
  if (!pieces)
    return {false, TooLong};
  const APInt value = APInt::getSplat(pieces->bytes * 8, byte->getValue());
  for (uint64_t i = 0; i < pieces->count; ++i)
    storePiece(builder.getInt(value), fill.getDest(), *pieces, i, true);
  fill.eraseFromParent();
  return {true, pieces->count == 1 ? OneAtomic : SeveralAtomics};
}

/// Of an atomic of LLVM.
template <typename Atomic>
Relaxed widen(Atomic &atomic, abi::Scope scope) {
  if (scopeOf(atomic.getContext(), atomic.getSyncScopeID()) >= scope)
    return {false, "it is an atomic of that scope already"};
  atomic.setSyncScopeID(idOf(atomic.getContext(), scope));
  return {true, "an atomic of wider scope"};
}

std::optional<AtomicRMWInst::BinOp> updateBy(const BinaryOperator &operation) {
  switch (operation.getOpcode()) {
  case Instruction::Add:
    return AtomicRMWInst::Add;
  case Instruction::Sub:
    return AtomicRMWInst::Sub;
  case Instruction::And:
    return AtomicRMWInst::And;
  case Instruction::Or:
    return AtomicRMWInst::Or;
  case Instruction::Xor:
    return AtomicRMWInst::Xor;
  case Instruction::FAdd:
    return AtomicRMWInst::FAdd;
  case Instruction::FSub:
    return AtomicRMWInst::FSub;
  default:
    return std::nullopt;
  }
}

struct Update {
  AtomicRMWInst::BinOp kind;
  LoadInst *load;
  BinaryOperator *operation;
  Value *operand;
};

/// load; operation; store, each for the next one alone, and nothing between that writes.
std::optional<Update> updateIn(StoreInst &store) {
  auto *operation = dyn_cast<BinaryOperator>(store.getValueOperand());
  const auto kind = operation ? updateBy(*operation) : std::nullopt;
  if (!kind || !operation->hasOneUse())
    return std::nullopt;
  const DataLayout &layout = store.getModule()->getDataLayout();
  const unsigned sides = operation->isCommutative() ? 2 : 1;
  for (unsigned side = 0; side < sides; ++side) {
    auto *load = dyn_cast<LoadInst>(operation->getOperand(side));
    if (!load || !load->hasOneUse() || load->getParent() != store.getParent() ||
        load->getPointerOperand() != store.getPointerOperand() || load->isAtomic() ||
        load->getAlign().value() < layout.getTypeStoreSize(load->getType()))
      continue;
    const bool isAlone =
        none_of(make_range(std::next(load->getIterator()), store.getIterator()),
                [](const Instruction &between) { return between.mayWriteToMemory(); });
    if (isAlone)
      return Update{*kind, load, operation, operation->getOperand(1 - side)};
  }
  return std::nullopt;
}

} // namespace

Relaxed relax(Instruction &instruction, ArrayRef<const MemoryAccess *> accesses, abi::Scope scope) {
  Relaxer relaxer(instruction, scope);
  if (auto *atomic = dyn_cast<AtomicRMWInst>(&instruction))
    return widen(*atomic, scope);
  if (auto *atomic = dyn_cast<AtomicCmpXchgInst>(&instruction))
    return widen(*atomic, scope);
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return load->isAtomic() ? widen(*load, scope) : relaxer.load(*load);
  if (auto *store = dyn_cast<StoreInst>(&instruction))
    return store->isAtomic() ? widen(*store, scope) : relaxer.store(*store);
  if (auto *copy = dyn_cast<MemTransferInst>(&instruction))
    return relaxer.copy(*copy,
                        any_of(accesses, [](const MemoryAccess *row) { return row->reads(); }),
                        any_of(accesses, [](const MemoryAccess *row) { return row->writes(); }));
  if (auto *fill = dyn_cast<MemSetInst>(&instruction))
    return relaxer.fill(*fill);
  return {false, "it is made by a function or by inline assembly"};
}

Instruction *updateOf(Instruction &store) {
  auto *plain = dyn_cast<StoreInst>(&store);
  const auto update = plain && !plain->isAtomic() ? updateIn(*plain) : std::nullopt;
  return update ? update->load : nullptr;
}

Relaxed relaxUpdate(Instruction &instruction, abi::Scope scope) {
  auto &store = cast<StoreInst>(instruction);
  const std::optional<Update> update = updateIn(store);
  if (!update)
    return {false, "it is no update of one place"};
  IRBuilder<> builder(&store);
  builder.CreateAtomicRMW(update->kind, store.getPointerOperand(), update->operand,
                          store.getAlign(), AtomicOrdering::Monotonic,
                          idOf(store.getContext(), scope));
  store.eraseFromParent();
  update->operation->eraseFromParent();
  update->load->eraseFromParent();
  return {true, "one atomic update"};
}

} // namespace warpsan
