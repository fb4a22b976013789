//===- Prover.h - Can two threads race? -------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two threads stand for all (GPUVerify: Betts et al., OOPSLA 2012; Bardsley and Donaldson,
// NFM 2014): for each pair of accesses that barriers do not order, is there a launch, a pair
// of threads that come to them, and a byte that both touch?
//===----------------------------------------------------------------------===//
#pragma once

#include "verify/Outcome.h"
#include "verify/ProverOptions.h"

namespace warpsan::verify {

Outcome prove(Kernel &kernel, const ProverOptions &options);

} // namespace warpsan::verify
