//===- fsm.h - The state machine as a packed table -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// fsm_table.def is written by tools/fsm-generate.cpp: the name of each state,
// then one row of entries per state and class, one entry per position.
// docs/fsm.md says how it is derived; Transition (fsm_labels.h) reads entries.
//===----------------------------------------------------------------------===//
#pragma once
#include "core/fsm_labels.h"

namespace warpsan {

/// What a cell remembers. Empty is 0: a cell of another epoch, or of fresh
/// memory. A name is the anchor's access and what else may still matter:
/// R_sawWarpW_blockLD is a read; its warp has seen a write; another warp of the
/// block made an atomic load.
enum class State : uint16_t {
#define WARPSAN_STATE(Name) Name,
#include "core/fsm_table.def"
  Count
};
inline constexpr unsigned StateCount = unsigned(State::Count);
static_assert(StateCount <= 1u << StateBits, "states do not fit the cell");

// Not const on the device: clang would move it into the 64 KiB of constant
// memory, which belong to the program and serialise lanes that differ.
#ifdef __CUDA_ARCH__
static __device__
#else
inline constexpr
#endif
    uint16_t FsmTable[StateCount * AccessClassCount * PositionCount] = {
#define WARPSAN_ROW(State, Class, ...) __VA_ARGS__,
#include "core/fsm_table.def"
};

/// `state` must be less than StateCount, which holds for every stored cell.
WARPSAN_HD Transition lookup(unsigned state, AccessClass kind, Position position) {
  return {
      FsmTable[(state * AccessClassCount + unsigned(kind)) * PositionCount + unsigned(position)]};
}

/// State of a cell that has seen one access alone: what the Empty row says, without
/// a look at the table.
WARPSAN_HD constexpr unsigned firstState(AccessClass kind) {
  return unsigned(State::R) + unsigned(kind);
}
#ifndef __CUDA_ARCH__
constexpr bool isFirstStateOfTable() {
  for (unsigned kind = 0; kind < AccessClassCount; ++kind)
    for (unsigned position = 0; position < PositionCount; ++position)
      if (FsmTable[kind * PositionCount + position] !=
          makeTransition(firstState(AccessClass(kind)), AnchorAction::Replace, OtherAction::Clear,
                         Blame::None)
              .bits)
        return false;
  return true;
}
static_assert(isFirstStateOfTable());
#endif

} // namespace warpsan
