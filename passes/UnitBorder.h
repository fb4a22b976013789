//===- UnitBorder.h - Calls between translation units -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// With -fgpu-rdc a device function may be called from other translation units
// (units). The pass cannot see if a module is compiled so, hence it prepares
// every module for it: the twin of such a function can be called under the
// function's name with abi::TwinPrefix. The caller brings a weak default of
// that name, which reports an external call at run time and runs the original.
//===----------------------------------------------------------------------===//
#pragma once

namespace llvm {
class Constant;
class Function;
class Module;
} // namespace llvm

namespace warpsan {

/// Device function with a body that other units may call.
bool isExported(const llvm::Function &function);
/// Device function of another unit.
bool isImported(const llvm::Function &function);

/// Address of the unit's abi::UnitBases, which the host sets when it loads the module.
llvm::Constant *unitBases(llvm::Module &module);

/// Lets other units call the twin of a device function.
void exportTwin(const llvm::Function &original, llvm::Function &twin);
/// What twins call in place of an imported function.
llvm::Function *importTwin(llvm::Function &original);

} // namespace warpsan
