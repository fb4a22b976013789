//===- Tickets.cpp - Numbers drawn from a counter --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/Tickets.h"
#include "warpsan/access_forms.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace warpsan {
namespace {

bool isTicket(const Instruction &instruction) {
  auto *update = dyn_cast<AtomicRMWInst>(&instruction);
  if (!update || update->use_empty() || update->getOperation() != AtomicRMWInst::Add ||
      update->isVolatile())
    return false;
  auto *amount = dyn_cast<ConstantInt>(update->getValOperand());
  const unsigned bits = update->getType()->getIntegerBitWidth();
  return amount && (bits == 32 || bits == 64) && amount->getValue().isStrictlyPositive() &&
         amount->getValue().ule(abi::MaxTicketAmount);
}

} // namespace

Tickets::Tickets(const Function &kernel) {
  for (const Instruction &instruction : instructions(kernel))
    if (isTicket(instruction) && numbers.size() < abi::MaxTickets)
      numbers.try_emplace(&instruction, numbers.size() + 1);
}

uint32_t Tickets::amountOf(const Value &ticket) {
  auto *amount = cast<ConstantInt>(cast<AtomicRMWInst>(ticket).getValOperand());
  return uint32_t(amount->getZExtValue());
}

} // namespace warpsan
