//===- process_end.h - The ways a process ends -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace warpsan::rt {

/// Each registers handlers that end in Session; see there for the order.
void atExitReport();
void atExitSetCode();

/// Only where the program has not installed its own handler yet.
void handleSignals();

} // namespace warpsan::rt
