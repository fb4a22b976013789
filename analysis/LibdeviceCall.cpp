//===- LibdeviceCall.cpp - Accesses of libdevice functions -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/LibdeviceCall.h"
#include "analysis/Provenance.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace warpsan {
namespace {

using abi::AccessKind;

constexpr int OneElement = -1;

struct LibdeviceRow {
  StringLiteral name;
  unsigned pointer;
  AccessKind kind;
  unsigned bytes;
  int count;
};

constexpr LibdeviceRow Rows[] = {
#define WARPSAN_LIBDEVICE(Name, Pointer, Kind, Bytes, Count)                                       \
  {Name, Pointer, AccessKind::Kind, Bytes, Count},
#include "analysis/libdevice_accesses.def"
};

StringRef calleeName(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  return callee ? callee->getName() : StringRef();
}

MemoryAccess accessOf(CallBase &call, const LibdeviceRow &row) {
  MemoryAccess access;
  access.instruction = &call;
  access.address.base = call.getArgOperand(row.pointer);
  access.kind = row.kind;
  access.alignment = std::max(row.bytes, 1u);
  if (row.count == OneElement) {
    access.size = row.bytes;
    return access;
  }
  access.length = call.getArgOperand(row.count);
  access.lengthUnit = row.bytes;
  access.flags |= abi::SiteBulk;
  return access;
}

/// Helpers of libdevice, and what later versions add.
bool mayAccessOthers(const CallBase &call) {
  const StringRef name = calleeName(call);
  if (!name.starts_with("__nv_") && !name.starts_with("__internal_"))
    return false;
  const auto mayAccess = [](const Instruction &instruction) {
    const Value *pointer = getLoadStorePointerOperand(&instruction);
    return instruction.mayReadOrWriteMemory() && !(pointer && isObviouslyPrivate(pointer));
  };
  const Function &callee = *call.getCalledFunction();
  if (!callee.isDeclaration() && none_of(instructions(callee), mayAccess))
    return false;
  return any_of(call.args(), [](const Use &argument) {
    return argument->getType()->isPointerTy() && !isObviouslyPrivate(argument);
  });
}

} // namespace

bool isKnownLibdevice(const CallBase &call) {
  return is_contained(map_range(Rows, [](const LibdeviceRow &row) { return StringRef(row.name); }),
                      calleeName(call));
}

bool isMathFunction(const CallBase &call) {
  return calleeName(call).starts_with("__nv_") && none_of(call.args(), [](const Use &argument) {
           return argument->getType()->isPointerTy();
         });
}

SmallVector<MemoryAccess, 2> libdeviceAccesses(CallBase &call) {
  SmallVector<MemoryAccess, 2> accesses;
  for (const LibdeviceRow &row : Rows)
    if (row.name == calleeName(call) && row.bytes && row.pointer < call.arg_size())
      accesses.push_back(accessOf(call, row));
  if (isKnownLibdevice(call) || !mayAccessOthers(call))
    return accesses;
  MemoryAccess &unknown = accesses.emplace_back();
  unknown.instruction = &call;
  unknown.kind = AccessKind::Write;
  unknown.reason = abi::Reason::ExternalCall;
  return accesses;
}

} // namespace warpsan
