//===- TermWriter.cpp - Values of a kernel as terms ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/TermWriter.h"
#include "analysis/LaunchRegisters.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace warpsan {
namespace {

using abi::TermInfo;
using abi::TermKind;

constexpr unsigned MaxBits = 64;

TermInfo termOf(TermKind kind, uint64_t bits, uint32_t left = 0, uint32_t right = 0,
                int64_t value = 0) {
  return {kind, uint8_t(bits), 0, left, right, 0, value};
}

/// A value that is no expression of others, as a term.
std::optional<TermInfo> leafOf(const Value &value, const ParameterFields &fields,
                               const Tickets &tickets) {
  if (!value.getType()->isIntegerTy())
    return std::nullopt;
  const unsigned bits = value.getType()->getIntegerBitWidth();
  if (std::optional<ParameterField> field = fields.find(value))
    return termOf(TermKind::Parameter, bits, field->parameter, field->offset);
  if (std::optional<abi::LaunchRegister> name = launchRegister(value))
    return termOf(TermKind::Register, bits, uint32_t(*name));
  if (const uint32_t ticket = tickets.numberOf(value))
    return termOf(TermKind::Ticket, bits, ticket);
  return std::nullopt;
}

/// Signed divisions, which scalar evolution knows of positive numbers only.
const BinaryOperator *signedDivision(const Value &value) {
  auto *operation = dyn_cast<BinaryOperator>(&value);
  const bool isDivision =
      operation && is_contained({Instruction::SDiv, Instruction::SRem}, operation->getOpcode());
  return isDivision ? operation : nullptr;
}

} // namespace

/// Writes the rows of an expression all of whose parts are terms.
class TermWriter::RowBuilder : public SCEVVisitor<RowBuilder, uint32_t> {
public:
  RowBuilder(TermWriter &writer, const BasicBlock &place) : writer(writer), place(place) {}

  uint32_t build(const SCEV *value) {
    const std::pair key(&place, value);
    if (auto known = writer.rows.find(key); known != writer.rows.end())
      return known->second;
    const uint32_t row = visit(value);
    return writer.rows[key] = row;
  }

  uint32_t visitConstant(const SCEVConstant *constant) {
    return add(TermKind::Constant, constant, 0, 0, constant->getAPInt().getSExtValue());
  }
  uint32_t visitUnknown(const SCEVUnknown *unknown) {
    Value &value = *unknown->getValue();
    if (const BinaryOperator *division = signedDivision(value)) {
      const bool isQuotient = division->getOpcode() == Instruction::SDiv;
      const uint32_t left = build(writer.evolution.getSCEV(division->getOperand(0)));
      return add(isQuotient ? TermKind::SignedDivide : TermKind::SignedRemainder, unknown, left,
                 build(writer.evolution.getSCEV(division->getOperand(1))));
    }
    const std::optional<TermInfo> leaf = leafOf(value, writer.fields, writer.tickets);
    return leaf ? writer.tables.add(*leaf) : addOpaque(value);
  }
  uint32_t visitTruncateExpr(const SCEVTruncateExpr *cast) {
    return add(TermKind::Truncate, cast, build(cast->getOperand()));
  }
  uint32_t visitZeroExtendExpr(const SCEVZeroExtendExpr *cast) {
    return add(TermKind::ZeroExtend, cast, build(cast->getOperand()));
  }
  uint32_t visitSignExtendExpr(const SCEVSignExtendExpr *cast) {
    return add(TermKind::SignExtend, cast, build(cast->getOperand()));
  }
  uint32_t visitAddExpr(const SCEVAddExpr *sum) { return chain(TermKind::Add, sum); }
  uint32_t visitMulExpr(const SCEVMulExpr *product) { return chain(TermKind::Multiply, product); }
  uint32_t visitSMaxExpr(const SCEVSMaxExpr *max) { return chain(TermKind::SignedMax, max); }
  uint32_t visitUMaxExpr(const SCEVUMaxExpr *max) { return chain(TermKind::UnsignedMax, max); }
  uint32_t visitSMinExpr(const SCEVSMinExpr *min) { return chain(TermKind::SignedMin, min); }
  uint32_t visitUMinExpr(const SCEVUMinExpr *min) { return chain(TermKind::UnsignedMin, min); }
  /// It differs from the minimum in what it makes of poison only.
  uint32_t visitSequentialUMinExpr(const SCEVSequentialUMinExpr *min) {
    return chain(TermKind::UnsignedMin, min);
  }
  uint32_t visitUDivExpr(const SCEVUDivExpr *quotient) {
    const uint32_t left = build(quotient->getLHS());
    return add(TermKind::Divide, quotient, left, build(quotient->getRHS()));
  }
  uint32_t visitAddRecExpr(const SCEVAddRecExpr *recurrence) {
    const uint32_t first = build(recurrence->getOperand(0));
    return add(TermKind::Recurrence, recurrence, first, build(recurrence->getOperand(1)),
               writer.loopNumbers.lookup(recurrence->getLoop()));
  }
  uint32_t visitVScale(const SCEVVScale *) { llvm_unreachable("no term"); }
  uint32_t visitPtrToIntExpr(const SCEVPtrToIntExpr *) { llvm_unreachable("no term"); }
  uint32_t visitCouldNotCompute(const SCEVCouldNotCompute *) { llvm_unreachable("no term"); }

private:
  uint32_t add(TermKind kind, const SCEV *value, uint32_t left, uint32_t right = 0,
               int64_t number = 0) {
    return writer.tables.add(
        termOf(kind, value->getType()->getIntegerBitWidth(), left, right, number));
  }

  uint32_t addOpaque(Value &value) {
    const ConstantRange range = writer.opaques.rangeOf(value);
    const auto addEnd = [&](const APInt &end) {
      return writer.tables.add(
          termOf(TermKind::Constant, end.getBitWidth(), 0, 0, end.getSExtValue()));
    };
    const uint32_t least = addEnd(range.getSignedMin());
    TermInfo row = termOf(TermKind::Opaque, range.getBitWidth(), least,
                          addEnd(range.getSignedMax()), writer.loopOf(value));
    row.flags = writer.opaques.isOfBlock(value, place) ? abi::TermOfBlock : 0;
    row.number = writer.opaques.numberOf(value);
    return writer.tables.add(row);
  }

  uint32_t chain(TermKind kind, const SCEVNAryExpr *expression) {
    uint32_t row = build(expression->getOperand(0));
    for (const SCEV *operand : drop_begin(expression->operands()))
      row = add(kind, expression, row, build(operand));
    return row;
  }

  TermWriter &writer;
  const BasicBlock &place;
};

TermWriter::TermWriter(FormTables &tables, const ParameterFields &fields, const Tickets &tickets,
                       Opaques &opaques, ScalarEvolution &evolution, const LoopInfo &loops)
    : tables(tables), fields(fields), tickets(tickets), opaques(opaques), evolution(evolution),
      loops(loops) {
  for (const Loop *loop : loops.getLoopsInPreorder())
    loopNumbers.try_emplace(loop, loopNumbers.size());
}

/// A recurrence stands for its value in the current round: none of a loop that
/// `place` is not in.
bool TermWriter::isTerm(const SCEV *value, const BasicBlock &place) const {
  constexpr unsigned MaxParts = 64;
  unsigned parts = 0;
  return !SCEVExprContains(value, [&](const SCEV *part) {
    if (++parts > MaxParts || isa<SCEVVScale, SCEVPtrToIntExpr, SCEVCouldNotCompute>(part) ||
        !part->getType()->isIntegerTy() || part->getType()->getIntegerBitWidth() > MaxBits)
      return true;
    if (auto *unknown = dyn_cast<SCEVUnknown>(part))
      return !isTerm(*unknown->getValue(), place);
    auto *recurrence = dyn_cast<SCEVAddRecExpr>(part);
    return recurrence && !(recurrence->isAffine() && recurrence->getLoop()->contains(&place));
  });
}

/// A division is of the same round as its operands: it dominates `place`, as they do.
bool TermWriter::isTerm(Value &value, const BasicBlock &place) const {
  if (const BinaryOperator *division = signedDivision(value))
    return all_of(division->operands(),
                  [&](const Use &operand) { return isTerm(evolution.getSCEV(operand), place); });
  return leafOf(value, fields, tickets).has_value() || Opaques::isOpaque(value);
}

/// The innermost that computes the value anew in each round, or -1.
int64_t TermWriter::loopOf(const Value &value) const {
  const Loop *loop = loops.getLoopFor(cast<Instruction>(value).getParent());
  return loop ? int64_t(loopNumbers.lookup(loop)) : -1;
}

uint32_t TermWriter::write(const SCEV *value, const BasicBlock &place) {
  if (isa<SCEVCouldNotCompute>(value) || !isTerm(value, place))
    return abi::NoTerm;
  return RowBuilder(*this, place).build(value);
}

/// Of what varies within the loop and is no recurrence, other rounds are not known.
uint32_t TermWriter::write(Value &value, const BasicBlock &place, const Loop *loop, bool isNext) {
  const SCEV *whole = evolution.getSCEV(&value);
  if (!loop || evolution.isLoopInvariant(whole, loop))
    return write(whole, place);
  if (isa<SCEVCouldNotCompute>(whole) || !isTerm(whole, place))
    return abi::NoTerm;
  const auto [first, next] = evolution.SplitIntoInitAndPostInc(loop, whole);
  return write(isNext ? next : first, place);
}

void TermWriter::addLoops(Value &value, SmallPtrSetImpl<const Loop *> &added) {
  SCEVExprContains(evolution.getSCEV(&value), [&](const SCEV *part) {
    if (auto *recurrence = dyn_cast<SCEVAddRecExpr>(part))
      added.insert(recurrence->getLoop());
    auto *unknown = dyn_cast<SCEVUnknown>(part);
    if (const auto *division = unknown ? signedDivision(*unknown->getValue()) : nullptr)
      for (const Use &operand : division->operands())
        addLoops(*operand, added);
    return false;
  });
}

/// Scalar evolution does not look through casts of the address space.
uint32_t TermWriter::writeOffset(Value &pointer, const AccessRoot &root, const BasicBlock &place) {
  const SCEV *offset = nullptr;
  for (Value *next = &pointer;;) {
    const SCEV *address = evolution.getSCEV(next);
    auto *base = dyn_cast<SCEVUnknown>(evolution.getPointerBase(address));
    const SCEV *step = evolution.removePointerBase(address);
    if (!base || step->getType()->getIntegerBitWidth() != MaxBits)
      return abi::NoTerm;
    offset = offset ? evolution.getAddExpr(offset, step) : step;
    if (rootOf(*base->getValue(), fields) == root)
      return write(offset, place);
    auto *cast = dyn_cast<AddrSpaceCastOperator>(base->getValue());
    if (!cast)
      return abi::NoTerm;
    next = cast->getPointerOperand();
  }
}

} // namespace warpsan
