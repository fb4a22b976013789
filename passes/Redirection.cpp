//===- Redirection.cpp - Accesses on copies --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/Redirection.h"
#include "analysis/Provenance.h"
#include "core/access.h"
#include "core/region_block.h"
#include "passes/Checks.h"
#include "passes/Digest.h"
#include "passes/RegionViews.h"
#include "passes/Regions.h"
#include "passes/RuntimeCallees.h"
#include "passes/Twins.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace warpsan {
namespace {

/// Copies and lines keep addresses modulo 16.
constexpr Align MostAlignment = Align::Constant<16>();

enum class Target { Own, Copy, Global, Unknown };

/// What a launch hands over lies in global memory: the host has no addresses of another.
bool isFromLaunch(const Value *pointer) {
  auto *argument = dyn_cast<Argument>(getUnderlyingObject(pointer));
  return argument && !argument->hasByValAttr();
}

Target targetOf(const Value *pointer) {
  switch (objectOf(pointer)) {
  case ObjectKind::Stack:
  case ObjectKind::Local:
  case ObjectKind::Constant:
  case ObjectKind::Parameter:
  case ObjectKind::GridWorkspace:
  case ObjectKind::ReservedShared:
    return Target::Own;
  case ObjectKind::Shared:
    return Target::Copy;
  case ObjectKind::Global:
    return Target::Global;
  case ObjectKind::Unknown:
    return isFromLaunch(pointer) ? Target::Global : Target::Unknown;
  }
  return Target::Unknown;
}

/// When a store is read back: what is proved needs not be.
enum class ReadBack { Never, OffShape, Always };

uint32_t flagsOf(const CallInst *check) {
  auto *flags = check ? dyn_cast<ConstantInt>(check->getArgOperand(FlagsArgument)) : nullptr;
  return flags ? uint32_t(flags->getZExtValue()) : 0;
}

/// The checks of loads and stores, which stand in front of them before accesses are redirected.
class AccessChecks {
public:
  explicit AccessChecks(Function &twin) {
    for (const Instruction &instruction : instructions(twin))
      if (getLoadStorePointerOperand(&instruction))
        if (const CallInst *check = find(instruction))
          checks[&instruction] = check;
  }
  /// Null: it has none.
  const CallInst *of(const Instruction &access) const { return checks.lookup(&access); }

private:
  static bool isCheckOf(const CallInst &check, const Instruction &access) {
    if (!isCallOf(check, Entry::access))
      return false;
    auto *kind = dyn_cast<ConstantInt>(check.getArgOperand(ClassArgument));
    const bool isRead = kind && kind->getZExtValue() == uint64_t(AccessClass::Read);
    return isRead == isa<LoadInst>(access) &&
           check.getArgOperand(AddressArgument)->stripPointerCasts() ==
               getLoadStorePointerOperand(&access)->stripPointerCasts();
  }
  static const CallInst *find(const Instruction &access) {
    constexpr unsigned Near = 8;
    const Instruction *at = access.getPrevNode();
    for (unsigned i = 0; at && i < Near; at = at->getPrevNode(), ++i)
      if (auto *check = dyn_cast<CallInst>(at); check && isCheckOf(*check, access))
        return check;
    return nullptr;
  }

  SmallDenseMap<const Instruction *, const CallInst *, 16> checks;
};

ReadBack readBackOf(const StoreInst &store, Target target, const AccessChecks &checks) {
  if (target == Target::Global || Checks::isProved(store))
    return ReadBack::Never;
  return flagsOf(checks.of(store)) & AccessIfOutsideShape ? ReadBack::OffShape : ReadBack::Always;
}

/// A value that is aligned to its size lies in one line.
bool fitsLine(const StoreInst &store) {
  const uint64_t bytes = store.getDataLayout().getTypeStoreSize(store.getValueOperand()->getType());
  return isPowerOf2_64(bytes) && bytes <= WriteLineBytes && store.getAlign().value() >= bytes;
}

/// The bits of AccessFlags that name a root.
constexpr uint32_t RootMask = ((1u << AccessRootBits) - 1) << AccessRootShift;

/// Objects in which stores may leave out the write buffer, if the host knows of nothing else that
/// meets them (LaunchRecord::directRoots): all that the kernel writes there does so, and it
/// reads nothing there that the host does not know of, since it has no check.
class DirectObjects {
public:
  DirectObjects(Function &twin, RegionRuns runs, const AccessChecks &checks) {
    for (const Instruction &instruction : instructions(twin)) {
      if (auto *store = dyn_cast<StoreInst>(&instruction); store && !rootBitsOf(*store, checks))
        exclude(store->getPointerOperand());
      else if (auto *load = dyn_cast<LoadInst>(&instruction);
               load && runs == RegionRuns::Repeated && !checks.of(*load))
        exclude(load->getPointerOperand());
      else if (auto *call = dyn_cast<MemIntrinsic>(&instruction))
        exclude(*call);
    }
  }
  /// The root of the store, in AccessFlags, or 0.
  uint32_t rootOf(const StoreInst &store, const AccessChecks &checks) const {
    return isExcluded(store.getPointerOperand()) ? 0 : rootBitsOf(store, checks);
  }

private:
  static uint32_t rootBitsOf(const StoreInst &store, const AccessChecks &checks) {
    const bool mayBe = targetOf(store.getPointerOperand()) == Target::Global && fitsLine(store);
    return mayBe ? flagsOf(checks.of(store)) & RootMask : 0;
  }
  void exclude(const Value *pointer) {
    const Target target = targetOf(pointer);
    if (target == Target::Global || target == Target::Unknown)
      objects.insert(getUnderlyingObject(pointer));
  }
  void exclude(const MemIntrinsic &call) {
    exclude(call.getRawDest());
    if (auto *transfer = dyn_cast<MemTransferInst>(&call))
      exclude(transfer->getRawSource());
  }
  /// Parameters that lead to the same memory the host knows to do so.
  bool isExcluded(const Value *pointer) const {
    const Value *object = getUnderlyingObject(pointer);
    return any_of(objects, [&](const Value *other) {
      return object == other || !isa<Argument>(object) || !isa<Argument>(other);
    });
  }

  SmallPtrSet<const Value *, 8> objects;
};

class Redirector {
public:
  Redirector(Function &twin, RegionRuns runs, const RegionViews &views)
      : twin(twin), runtime(*twin.getParent()), context(Twins::contextIn(twin)), views(views),
        checks(twin), direct(twin, runs, checks), marks(runs == RegionRuns::Once) {}
  void run();

private:
  void redirect(LoadInst &load);
  void redirect(StoreInst &store);
  void redirect(MemIntrinsic &call);
  Value *generic(IRBuilder<> &builder, Value *pointer) const;
  Value *copyOf(IRBuilder<> &builder, Value *pointer, uint64_t bytes);
  Value *room();
  void tellStored(StoreInst &store);
  void touch(StoreInst &store);
  void mark(StoreInst &store);
  void readBack(StoreInst &store, ReadBack when);
  void storeInPieces(StoreInst &store, uint64_t bytes);

  Function &twin;
  RuntimeCallees runtime;
  Value *context;
  const RegionViews &views;
  AccessChecks checks;
  DirectObjects direct;
  bool marks;
  AllocaInst *ownRoom = nullptr;
  SmallVector<std::pair<StoreInst *, ReadBack>, 16> toRead;
};

Value *Redirector::generic(IRBuilder<> &builder, Value *pointer) const {
  return builder.CreateAddrSpaceCast(pointer, builder.getPtrTy());
}

Value *Redirector::copyOf(IRBuilder<> &builder, Value *pointer, uint64_t bytes) {
  return builder.CreateCall(runtime.get(Entry::redirect_shared),
                            {context, generic(builder, pointer), builder.getInt64(bytes),
                             views.first(), views.bytes(), views.copy(builder)});
}

/// For one value at a time, between two instructions.
Value *Redirector::room() {
  if (!ownRoom) {
    IRBuilder<> builder(&*twin.getEntryBlock().begin());
    ownRoom = builder.CreateAlloca(ArrayType::get(builder.getInt8Ty(), RegionMargin), nullptr,
                                   "warpsan.room");
    ownRoom->setAlignment(MostAlignment);
  }
  return ownRoom;
}

uint32_t flagsOf(Target target) { return target == Target::Global ? AccessGlobal : 0; }

/// What was said of the memory is not true of the place that the access goes to.
template <typename Access>
void moveTo(Access &access, Value *place) {
  access.setOperand(Access::getPointerOperandIndex(), place);
  access.dropUnknownNonDebugMetadata();
  access.setAlignment(std::min(access.getAlign(), MostAlignment));
}

void Redirector::redirect(LoadInst &load) {
  const Target target = targetOf(load.getPointerOperand());
  if (target == Target::Own)
    return;
  IRBuilder<> builder(&load);
  const uint64_t bytes = twin.getDataLayout().getTypeStoreSize(load.getType());
  if (target == Target::Copy)
    return moveTo(load, copyOf(builder, load.getPointerOperand(), bytes));
  moveTo(load, builder.CreateCall(runtime.get(Entry::redirect_load),
                                  {context, generic(builder, load.getPointerOperand()),
                                   builder.getInt64(bytes), builder.getInt32(flagsOf(target)),
                                   room(), views.lines(builder)}));
}

/// As one integer, or null: padding has no value that could be compared.
Value *bitsOf(IRBuilder<> &builder, Value *value) {
  const DataLayout &layout = builder.GetInsertBlock()->getDataLayout();
  Type *type = value->getType();
  if (type->isIntOrPtrTy())
    return value;
  const uint64_t bits = layout.getTypeSizeInBits(type);
  if (!type->isFPOrFPVectorTy() && !type->isIntOrIntVectorTy())
    return nullptr;
  return builder.CreateBitCast(value, builder.getIntNTy(unsigned(bits)));
}

/// A second pass leaves such stores out.
void Redirector::tellStored(StoreInst &store) {
  IRBuilder<> builder(&store);
  Value *digest = mixInto(builder, views.stored(builder), store.getPointerOperand());
  views.setStored(builder, mixInto(builder, digest, store.getValueOperand()));
}

/// For the sweeps behind the pass.
void Redirector::touch(StoreInst &store) {
  IRBuilder<> builder(store.getNextNode());
  builder.SetCurrentDebugLocation(store.getDebugLoc());
  const uint64_t bytes = twin.getDataLayout().getTypeStoreSize(store.getValueOperand()->getType());
  const bool isInPiece =
      isPowerOf2_64(bytes) && bytes <= PieceBytes && store.getAlign().value() >= bytes;
  builder.CreateCall(runtime.get(Entry::redirect_touch),
                     {context, generic(builder, store.getPointerOperand()),
                      builder.getInt64(isInPiece ? 1 : bytes), views.copy(builder), views.bytes(),
                      views.touched(builder), views.row()});
}

/// A value that a byte had before is written, too.
void Redirector::mark(StoreInst &store) {
  IRBuilder<> builder(store.getNextNode());
  builder.SetCurrentDebugLocation(store.getDebugLoc());
  const uint64_t bytes = twin.getDataLayout().getTypeStoreSize(store.getValueOperand()->getType());
  Value *to = builder.CreateCall(runtime.get(Entry::redirect_mark),
                                 {context, store.getPointerOperand(), room()});
  builder.CreateAlignedStore(Constant::getAllOnesValue(builder.getIntNTy(unsigned(8 * bytes))), to,
                             store.getAlign());
}

/// Lanes of a warp that store to one byte with one instruction have one copy: all but one of
/// them find another's value there. For the CPU the load is a point at which lanes that are
/// behind catch up.
void Redirector::readBack(StoreInst &store, ReadBack when) {
  IRBuilder<> builder(store.getNextNode());
  builder.SetCurrentDebugLocation(store.getDebugLoc());
  Value *stored = bitsOf(builder, store.getValueOperand());
  if (!stored)
    return;
  if (when == ReadBack::OffShape) {
    Value *asks = builder.CreateCall(runtime.get(Entry::region_off_shape), {context});
    builder.SetInsertPoint(
        SplitBlockAndInsertIfThen(builder.CreateIsNotNull(asks), builder.GetInsertPoint(), false));
  }
  Value *found = builder.CreateAlignedLoad(store.getValueOperand()->getType(),
                                           store.getPointerOperand(), store.getAlign(),
                                           /*isVolatile=*/true);
  Value *differs = builder.CreateICmpNE(bitsOf(builder, found), stored);
  builder.CreateCall(
      runtime.get(Entry::region_stored),
      {context, store.getPointerOperand(), builder.CreateZExt(differs, builder.getInt32Ty())});
}

void Redirector::storeInPieces(StoreInst &store, uint64_t bytes) {
  IRBuilder<> builder(store.getNextNode());
  builder.SetCurrentDebugLocation(store.getDebugLoc());
  Value *to = generic(builder, store.getPointerOperand());
  builder.CreateCall(runtime.get(Entry::redirect_copy),
                     {context, to, room(), builder.getInt64(bytes)});
  moveTo(store, room());
}

void Redirector::redirect(StoreInst &store) {
  const Target target = targetOf(store.getPointerOperand());
  if (target == Target::Own)
    return;
  IRBuilder<> builder(&store);
  const uint64_t bytes = twin.getDataLayout().getTypeStoreSize(store.getValueOperand()->getType());
  const ReadBack when = readBackOf(store, target, checks);
  if (target == Target::Copy)
    moveTo(store, copyOf(builder, store.getPointerOperand(), bytes));
  else if (fitsLine(store)) {
    const uint32_t root = direct.rootOf(store, checks);
    if (root && !marks)
      tellStored(store);
    moveTo(store,
           builder.CreateCall(runtime.get(Entry::redirect_store),
                              {context, generic(builder, store.getPointerOperand()),
                               builder.getInt64(bytes), builder.getInt32(flagsOf(target) | root)}));
  } else
    return storeInPieces(store, bytes);
  if (target != Target::Global)
    marks ? mark(store) : touch(store);
  if (when != ReadBack::Never)
    toRead.push_back({&store, when});
}

void Redirector::redirect(MemIntrinsic &call) {
  auto *transfer = dyn_cast<MemTransferInst>(&call);
  if (targetOf(call.getRawDest()) == Target::Own &&
      (!transfer || targetOf(transfer->getRawSource()) == Target::Own))
    return;
  IRBuilder<> builder(&call);
  Value *to = generic(builder, call.getRawDest());
  Value *bytes = builder.CreateZExtOrTrunc(call.getLength(), builder.getInt64Ty());
  if (transfer)
    builder.CreateCall(runtime.get(Entry::redirect_copy),
                       {context, to, generic(builder, transfer->getRawSource()), bytes});
  else
    builder.CreateCall(runtime.get(Entry::redirect_fill),
                       {context, to,
                        builder.CreateZExt(cast<MemSetInst>(call).getValue(), builder.getInt32Ty()),
                        bytes});
  call.eraseFromParent();
}

void Redirector::run() {
  for (Instruction &instruction : make_early_inc_range(instructions(twin))) {
    if (auto *load = dyn_cast<LoadInst>(&instruction))
      redirect(*load);
    else if (auto *store = dyn_cast<StoreInst>(&instruction))
      redirect(*store);
    else if (auto *call = dyn_cast<MemIntrinsic>(&instruction))
      redirect(*call);
  }
  for (auto [store, when] : toRead)
    readBack(*store, when);
}

} // namespace

void redirectAccesses(Function &twin, RegionRuns runs, const RegionViews &views) {
  Redirector(twin, runs, views).run();
}

} // namespace warpsan
