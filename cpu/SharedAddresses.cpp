//===- SharedAddresses.cpp - Constants that hold shared addresses ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/SharedAddresses.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Support/NVPTXAddrSpace.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace warpsan::cpu {

namespace {

using Variables = SmallSetVector<GlobalVariable *, 8>;

bool isShared(const GlobalVariable &variable) {
  return variable.getAddressSpace() == NVPTXAS::ADDRESS_SPACE_SHARED;
}

/// Calls `visit` for all variables whose addresses the value is made of.
void visitVariables(Constant &constant, function_ref<void(GlobalVariable &)> visit) {
  if (auto *variable = dyn_cast<GlobalVariable>(&constant))
    return visit(*variable);
  if (isa<GlobalValue>(constant))
    return;
  for (Value *operand : constant.operands())
    if (auto *inner = dyn_cast<Constant>(operand))
      visitVariables(*inner, visit);
}

bool mentions(Constant &constant, function_ref<bool(const GlobalVariable &)> isMeant) {
  bool found = false;
  visitVariables(constant, [&](GlobalVariable &variable) { found |= isMeant(variable); });
  return found;
}

bool isNested(const Constant &constant) {
  return isa<ConstantStruct>(constant) || isa<ConstantArray>(constant);
}

/// The constant with null in place of the addresses.
Constant *withoutShared(Constant *constant) {
  if (!mentions(*constant, isShared))
    return constant;
  if (!isNested(*constant))
    return Constant::getNullValue(constant->getType());
  SmallVector<Constant *> fields;
  for (Value *field : constant->operands())
    fields.push_back(withoutShared(cast<Constant>(field)));
  if (auto *type = dyn_cast<StructType>(constant->getType()))
    return ConstantStruct::get(type, fields);
  return ConstantArray::get(cast<ArrayType>(constant->getType()), fields);
}

/// Whether a function may leave the address where it is found when the function
/// has ended. What it calls is trusted not to store it.
bool mayOutliveFunction(Value &address, SmallPtrSetImpl<Value *> &seen);

bool isKept(StoreInst &store, SmallPtrSetImpl<Value *> &seen) {
  auto *local = dyn_cast<AllocaInst>(store.getPointerOperand());
  return !local || any_of(local->users(), [&](User *user) {
    return isa<LoadInst>(user) && mayOutliveFunction(*user, seen);
  });
}

/// Loads are of what the address is that of.
bool mayResultInAddress(const Instruction &user) {
  if (isa<CallInst, CmpInst>(user))
    return user.getType()->isPtrOrPtrVectorTy();
  return !isa<LoadInst>(user);
}

bool mayOutliveFunction(Value &address, SmallPtrSetImpl<Value *> &seen) {
  return seen.insert(&address).second && any_of(address.uses(), [&](const Use &use) {
           auto *user = dyn_cast<Instruction>(use.getUser());
           if (auto *store = dyn_cast_or_null<StoreInst>(user))
             return store->getValueOperand() == &address && isKept(*store, seen);
           return user && (isa<ReturnInst>(user) ||
                           (mayResultInAddress(*user) && mayOutliveFunction(*user, seen)));
         });
}

/// Accesses that the back end may take for ones of the constant's memory.
bool isAccessedInSpace(const GlobalVariable &variable) {
  return variable.getAddressSpace() != NVPTXAS::ADDRESS_SPACE_GENERIC &&
         any_of(variable.users(), [](const User *user) {
           return isa<Instruction>(user) && !isa<AddrSpaceCastInst>(user);
         });
}

/// Whether all that use the variable are functions of this module, and may use
/// a copy on the stack.
bool isReplaceable(GlobalVariable &variable) {
  SmallPtrSet<Value *, 16> seen;
  const bool isGpu = variable.getParent()->getTargetTriple().isNVPTX();
  return variable.isConstant() && variable.hasDefinitiveInitializer() &&
         variable.isDiscardableIfUnused() && !mayOutliveFunction(variable, seen) &&
         !(isGpu && isAccessedInSpace(variable));
}

/// A part of an initializer that is no constant on a block.
struct Hole {
  uint64_t offset;
  Constant *value;
};

class SharedAddresses {
public:
  explicit SharedAddresses(Module &target) : module(target), layout(target.getDataLayout()) {}

  bool run() {
    findHolders();
    const SmallVector<Constant *> constants(holders.begin(), holders.end());
    convertUsersOfConstantsToInstructions(constants);
    holders.remove_if([](GlobalVariable *holder) { return !isReplaceable(*holder); });
    for (auto &[function, used] : usesByFunction())
      replaceIn(*function, used);
    for (GlobalVariable *holder : holders)
      holder->setInitializer(withoutShared(holder->getInitializer()));
    return !constants.empty();
  }

private:
  bool isOurs(const GlobalVariable &variable) const {
    return isShared(variable) || holders.contains(const_cast<GlobalVariable *>(&variable));
  }

  bool mentionsOurs(Constant &constant) const {
    return mentions(constant, [&](const GlobalVariable &variable) { return isOurs(variable); });
  }

  /// Also those that hold addresses of holders.
  void findHolders() {
    size_t known;
    do {
      known = holders.size();
      for (GlobalVariable &variable : module.globals())
        if (variable.hasInitializer() && mentionsOurs(*variable.getInitializer()))
          holders.insert(&variable);
    } while (holders.size() > known);
  }

  void findHoles(Constant *constant, uint64_t offset, SmallVectorImpl<Hole> &holes) {
    if (!mentionsOurs(*constant))
      return;
    if (!isNested(*constant)) {
      holes.push_back({offset, constant});
      return;
    }
    auto *structure = dyn_cast<StructType>(constant->getType());
    for (const auto &[i, field] : enumerate(constant->operands())) {
      const uint64_t start = structure ? layout.getStructLayout(structure)->getElementOffset(i)
                                       : i * layout.getTypeAllocSize(field->getType());
      findHoles(cast<Constant>(field), offset + start, holes);
    }
  }

  MapVector<Function *, Variables> usesByFunction() {
    MapVector<Function *, Variables> uses;
    for (GlobalVariable *holder : holders)
      for (User *user : holder->users())
        if (auto *instruction = dyn_cast<Instruction>(user))
          uses[instruction->getFunction()].insert(holder);
    for (auto &[function, used] : uses)
      for (size_t i = 0; i < used.size(); ++i)
        visitVariables(*used[i]->getInitializer(), [&, &used = used](GlobalVariable &inner) {
          if (holders.contains(&inner))
            used.insert(&inner);
        });
    return uses;
  }

  void replaceIn(Function &function, const Variables &used) {
    allowStackArguments(function);
    BasicBlock &entry = function.getEntryBlock();
    IRBuilder<> builder(&entry, entry.begin());
    SmallVector<AllocaInst *> slots;
    for (GlobalVariable *holder : used) {
      slots.push_back(builder.CreateAlloca(holder->getValueType(), nullptr, holder->getName()));
      slots.back()->setAlignment(layout.getPreferredAlign(holder));
    }
    builder.SetInsertPoint(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
    builder.SetCurrentDebugLocation(startOf(function));
    SmallPtrSet<Instruction *, 8> copies;
    for (auto [holder, slot] : zip(used, slots))
      copies.insert(fill(builder, *holder, *slot));
    // Holes have addresses of others.
    const SmallVector<Constant *> constants(used.begin(), used.end());
    convertUsersOfConstantsToInstructions(constants, &function);
    for (auto [holder, slot] : zip(used, slots))
      replaceUses(*holder, *slot, copies);
  }

  /// Optimised code marks calls that get nothing of the stack.
  static void allowStackArguments(Function &function) {
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallInst>(&instruction))
        if (call->getTailCallKind() == CallInst::TCK_Tail)
          call->setTailCallKind(CallInst::TCK_None);
  }

  static DebugLoc startOf(Function &function) {
    DISubprogram *subprogram = function.getSubprogram();
    if (!subprogram)
      return {};
    return DILocation::get(function.getContext(), subprogram->getScopeLine(), 0, subprogram);
  }

  Instruction *fill(IRBuilder<> &builder, GlobalVariable &holder, AllocaInst &slot) {
    const Align alignment = slot.getAlign();
    CallInst *copy = builder.CreateMemCpy(&slot, alignment, &holder, holder.getAlign(),
                                          layout.getTypeAllocSize(holder.getValueType()));
    SmallVector<Hole> holes;
    findHoles(holder.getInitializer(), 0, holes);
    for (const Hole &hole : holes)
      builder.CreateAlignedStore(hole.value,
                                 builder.CreatePtrAdd(&slot, builder.getInt64(hole.offset)),
                                 commonAlignment(alignment, hole.offset));
    return copy;
  }

  void replaceUses(GlobalVariable &holder, AllocaInst &slot,
                   const SmallPtrSetImpl<Instruction *> &copies) {
    BasicBlock &entry = *slot.getParent();
    IRBuilder<> builder(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
    Value *address = builder.CreateAddrSpaceCast(&slot, holder.getType());
    for (Use &use : make_early_inc_range(holder.uses())) {
      auto *user = dyn_cast<Instruction>(use.getUser());
      if (!user || user->getFunction() != slot.getFunction() || copies.contains(user))
        continue;
      if (!isa<AddrSpaceCastInst>(user) || user->getType() != slot.getType()) {
        use.set(address);
        continue;
      }
      user->replaceAllUsesWith(&slot);
      user->eraseFromParent();
    }
  }

  Module &module;
  const DataLayout &layout;
  Variables holders;
};

} // namespace

bool storeSharedAddresses(Module &module) { return SharedAddresses(module).run(); }

void rejectSharedAddresses(Module &module) {
  for (GlobalVariable &variable : module.globals()) {
    if (!variable.hasInitializer() || !mentions(*variable.getInitializer(), isShared))
      continue;
    module.getContext().diagnose(DiagnosticInfoGeneric(
        "not supported by the CPU target: variable '" + demangle(variable.getName()) +
        "' holds an address of shared memory, which differs from block to block"));
    variable.setInitializer(withoutShared(variable.getInitializer()));
  }
}

} // namespace warpsan::cpu
