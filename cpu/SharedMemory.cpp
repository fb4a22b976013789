//===- SharedMemory.cpp - __shared__ variables on the CPU ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/SharedMemory.h"
#include "cpu/RelocatableCode.h"
#include "cpu/SharedAddresses.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/ReplaceConstant.h"

using namespace llvm;

namespace warpsan::cpu {

namespace {

constexpr unsigned SharedAddressSpace = 3;
/// What dynamic shared memory is aligned to at least.
constexpr uint64_t DynamicAlignment = 16;

using Functions = SmallSetVector<Function *, 16>;

/// Everything a function mentions, through constants and initializers
/// (function tables, vtables) too.
class Reachability {
public:
  Functions from(Function &root) {
    Functions reached;
    SmallSetVector<Constant *, 16> constants;
    reached.insert(&root);
    for (size_t i = 0; i < reached.size(); ++i)
      for (Instruction &instruction : instructions(*reached[i]))
        for (Value *operand : instruction.operands())
          if (auto *constant = dyn_cast<Constant>(operand))
            addConstant(constant, constants, reached);
    return reached;
  }

private:
  void addConstant(Constant *constant, SmallSetVector<Constant *, 16> &seen, Functions &reached) {
    if (!seen.insert(constant))
      return;
    if (auto *function = dyn_cast<Function>(constant)) {
      reached.insert(function);
      return;
    }
    for (Value *operand : constant->operands())
      if (auto *inner = dyn_cast<Constant>(operand))
        addConstant(inner, seen, reached);
  }
};

/// Which kernels a function may run in. One that no kernel mentions can only
/// be reached through a stored pointer: from any kernel.
class KernelsOf {
public:
  explicit KernelsOf(ArrayRef<Function *> all) : kernels(all) {
    for (Function *kernel : all)
      for (Function *function : Reachability().from(*kernel))
        byFunction[function].push_back(kernel);
  }

  ArrayRef<Function *> operator[](Function *function) const {
    const auto found = byFunction.find(function);
    return found == byFunction.end() ? kernels : ArrayRef<Function *>(found->second);
  }

private:
  ArrayRef<Function *> kernels;
  DenseMap<Function *, SmallVector<Function *, 2>> byFunction;
};

class Lowering {
public:
  Lowering(DeviceModule &target, ArrayRef<Function *> kernels)
      : device(target), layout(target.module.getDataLayout()), kernelsOf(kernels) {
    for (Function *kernel : kernels)
      sizes[kernel] = 0;
  }

  SharedSizes run() {
    SmallVector<GlobalVariable *> variables;
    for (GlobalVariable &variable : device.module.globals())
      if (variable.getAddressSpace() == SharedAddressSpace)
        variables.push_back(&variable);
    for (GlobalVariable *variable : variables) {
      variable->removeDeadConstantUsers();
      convertUsersOfConstantsToInstructions({variable});
      if (variable->isDeclaration())
        continue;
      if (device.isRelocatable())
        lowerPlaced(*variable);
      else
        lowerStatic(*variable);
    }
    for (GlobalVariable *variable : variables) // behind all static ones
      if (variable->isDeclaration())
        lowerDynamic(*variable);
    for (GlobalVariable *variable : variables)
      variable->eraseFromParent();
    return std::move(sizes);
  }

private:
  Functions users(GlobalVariable &variable) {
    Functions kernels;
    for (User *user : variable.users())
      if (auto *instruction = dyn_cast<Instruction>(user))
        for (Function *kernel : kernelsOf[instruction->getFunction()])
          kernels.insert(kernel);
    return kernels;
  }

  void lowerStatic(GlobalVariable &variable) {
    const Functions kernels = users(variable);
    uint64_t offset = 0;
    for (Function *kernel : kernels)
      offset = std::max(offset, sizes[kernel]);
    offset = alignTo(offset, layout.getPreferredAlign(&variable));
    for (Function *kernel : kernels)
      sizes[kernel] = offset + layout.getTypeAllocSize(variable.getValueType());
    replaceUses(variable, [&](IRBuilder<> &builder) {
      return device.call(builder, "__warpsan_cpu_shared", builder.getPtrTy(),
                         {builder.getInt32(static_cast<uint32_t>(offset))});
    });
  }

  /// The linker decides about the offset, and the loader about the sizes.
  void lowerPlaced(GlobalVariable &variable) {
    GlobalVariable *place = placeShared(variable);
    GlobalVariable *start = sharedSectionStart(device.module);
    replaceUses(variable, [&](IRBuilder<> &builder) {
      Value *offset = builder.CreateSub(builder.CreatePtrToInt(place, builder.getInt64Ty()),
                                        builder.CreatePtrToInt(start, builder.getInt64Ty()));
      return device.call(builder, "__warpsan_cpu_shared", builder.getPtrTy(),
                         {builder.CreateTrunc(offset, builder.getInt32Ty())});
    });
  }

  void lowerDynamic(GlobalVariable &variable) {
    const Align alignment = std::max(layout.getPreferredAlign(&variable), Align(DynamicAlignment));
    for (Function *kernel : users(variable))
      sizes[kernel] = alignTo(sizes[kernel], alignment);
    replaceUses(variable, [&](IRBuilder<> &builder) {
      return device.call(builder, "__warpsan_cpu_dynamic_shared", builder.getPtrTy(), {});
    });
  }

  /// One address computation per function, in its entry block.
  template <typename Address>
  void replaceUses(GlobalVariable &variable, Address address) {
    DenseMap<Function *, Value *> addresses;
    for (Use &use : make_early_inc_range(variable.uses())) {
      Function *function = cast<Instruction>(use.getUser())->getFunction();
      Value *&value = addresses[function];
      if (!value) {
        IRBuilder<> builder(&*function->getEntryBlock().getFirstInsertionPt());
        value = builder.CreateAddrSpaceCast(address(builder), variable.getType());
      }
      use.set(value);
    }
  }

  DeviceModule &device;
  const DataLayout &layout;
  KernelsOf kernelsOf;
  SharedSizes sizes;
};

} // namespace

SharedSizes lowerSharedMemory(DeviceModule &device, ArrayRef<Function *> kernels) {
  storeSharedAddresses(device.module);
  rejectSharedAddresses(device.module);
  return Lowering(device, kernels).run();
}

} // namespace warpsan::cpu
