//===- kernel_generator.h - Random kernels with arithmetic -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Between two barriers each array is read only, or of atomics, or an element of it
// belongs to one thread; but some accesses, barriers and numbers are wrong. Some are
// trees, scans and stencils. Not all kernels are valid: whoever evaluates one sees it.
//===----------------------------------------------------------------------===//
#pragma once
#include "test/oracle/kernel.h"
#include "test/oracle/random.h"

namespace warpsan::oracle {

Shape makeShape(Random &random);
Kernel makeKernel(Random &random, const Shape &shape);

} // namespace warpsan::oracle
