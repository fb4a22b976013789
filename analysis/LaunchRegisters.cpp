//===- LaunchRegisters.cpp - Registers that do not change ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/LaunchRegisters.h"

#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace warpsan {

using abi::LaunchRegister;

std::optional<LaunchRegister> launchRegister(const Value &value) {
  auto *call = dyn_cast<IntrinsicInst>(&value);
  if (!call)
    return std::nullopt;
  switch (call->getIntrinsicID()) {
  case Intrinsic::nvvm_read_ptx_sreg_tid_x:
    return LaunchRegister::ThreadX;
  case Intrinsic::nvvm_read_ptx_sreg_tid_y:
    return LaunchRegister::ThreadY;
  case Intrinsic::nvvm_read_ptx_sreg_tid_z:
    return LaunchRegister::ThreadZ;
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_x:
    return LaunchRegister::BlockX;
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_y:
    return LaunchRegister::BlockY;
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_z:
    return LaunchRegister::BlockZ;
  case Intrinsic::nvvm_read_ptx_sreg_ntid_x:
    return LaunchRegister::ThreadsX;
  case Intrinsic::nvvm_read_ptx_sreg_ntid_y:
    return LaunchRegister::ThreadsY;
  case Intrinsic::nvvm_read_ptx_sreg_ntid_z:
    return LaunchRegister::ThreadsZ;
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_x:
    return LaunchRegister::BlocksX;
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_y:
    return LaunchRegister::BlocksY;
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_z:
    return LaunchRegister::BlocksZ;
  default:
    return std::nullopt;
  }
}

bool isSameInBlock(const Value &value) {
  const std::optional<LaunchRegister> name = launchRegister(value);
  return name && *name >= LaunchRegister::BlockX;
}

} // namespace warpsan
