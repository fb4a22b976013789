//===- Decoder.cpp - Effects of PTX statements ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// No instruction is named here: rows of opcodes.def say which operand plays
// which role, rows of modifiers.def what a token means, and this file combines
// them. Every combination that the rows do not foresee becomes Unknown.
//===----------------------------------------------------------------------===//
#include "ptx/Decoder.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/InlineAsm.h"

using namespace llvm;

namespace warpsan::ptx {
namespace {

//===--- Tables ------------------------------------------------------------===//

/// A row of opcodes.def.
struct Opcode {
  const char *spelling;
  const char *operands;
  const char *reason; ///< Unknown only
  unsigned bytes;
  unsigned minimumSm;
  EffectClass effect;
  Action action;
  Sem sem;
  abi::Scope scope;
  FenceKind fence;
};

constexpr Opcode fenceRow(const char *spelling, FenceKind kind, const char *operands, unsigned sm) {
  return {spelling,     operands,  nullptr,          0,   sm, EffectClass::Fence,
          Action::None, Sem::Weak, abi::Scope::None, kind};
}

/// Rows whose operands are not looked at.
constexpr Opcode opaqueRow(const char *spelling, EffectClass effect, const char *reason,
                           unsigned sm) {
  return {spelling,         "*",          reason, 0, sm, effect, Action::None, Sem::Weak,
          abi::Scope::None, FenceKind::Sc};
}

constexpr Opcode Opcodes[] = {
#define WARPSAN_PTX(Spelling, Class, Act, Operands, Order, Range, Bytes, Section, Sm)              \
  Opcode{Spelling,    Operands,   nullptr,           Bytes,        Sm, EffectClass::Class,         \
         Action::Act, Sem::Order, abi::Scope::Range, FenceKind::Sc},
#define WARPSAN_PTX_FENCE(Spelling, Kind, Operands, Section, Sm)                                   \
  fenceRow(Spelling, FenceKind::Kind, Operands, Sm),
#define WARPSAN_PTX_PURE(Spelling, Section, Sm) opaqueRow(Spelling, EffectClass::None, nullptr, Sm),
#define WARPSAN_PTX_UNKNOWN(Spelling, Reason, Section, Sm)                                         \
  opaqueRow(Spelling, EffectClass::Unknown, Reason, Sm),
#include "ptx/opcodes.def"
};

/// A row of modifiers.def. One field besides the token is meant, by category.
struct Modifier {
  enum class Category : uint8_t { Sem, Scope, Space, Type, Vector, Operation, Flag, Extra, Hint };
  const char *token;
  Category category;
  Sem sem = Sem::Weak;
  abi::Scope scope = abi::Scope::None;
  StateSpace space = StateSpace::Generic;
  ScalarType type = {};
  unsigned width = 1;
  bool Effects::*flag = nullptr;

  constexpr Modifier(const char *token, Category category) : token(token), category(category) {}
  constexpr Modifier(const char *token, Sem sem)
      : token(token), category(Category::Sem), sem(sem) {}
  constexpr Modifier(const char *token, abi::Scope scope)
      : token(token), category(Category::Scope), scope(scope) {}
  constexpr Modifier(const char *token, StateSpace space)
      : token(token), category(Category::Space), space(space) {}
  constexpr Modifier(const char *token, ScalarType type)
      : token(token), category(Category::Type), type(type) {}
  constexpr Modifier(const char *token, unsigned width)
      : token(token), category(Category::Vector), width(width) {}
  constexpr Modifier(const char *token, bool Effects::*flag)
      : token(token), category(Category::Flag), flag(flag) {}
};

constexpr Modifier Modifiers[] = {
#define WARPSAN_PTX_SEM(Token, Value) Modifier(Token, Sem::Value),
#define WARPSAN_PTX_SCOPE(Token, Value) Modifier(Token, abi::Scope::Value),
#define WARPSAN_PTX_SPACE(Token, Value) Modifier(Token, StateSpace::Value),
#define WARPSAN_PTX_TYPE(Token, Kind, Bits, Packed)                                                \
  Modifier(Token, ScalarType{ScalarType::Base::Kind, Bits, Packed}),
#define WARPSAN_PTX_VECTOR(Token, Width) Modifier(Token, Width##u),
#define WARPSAN_PTX_OPERATION(Token) Modifier(Token, Modifier::Category::Operation),
#define WARPSAN_PTX_FLAG(Token, Field) Modifier(Token, &Effects::Field),
#define WARPSAN_PTX_EXTRA(Token) Modifier(Token, Modifier::Category::Extra),
#define WARPSAN_PTX_HINT(Token) Modifier(Token, Modifier::Category::Hint),
#include "ptx/modifiers.def"
};

/// Which field of Effects the letters of Opcode::operands fill.
struct Role {
  OperandRef Effects::*field;
  char letter;
  bool isMemory; ///< has to be `[...]`; others must not be predicates
};

constexpr Role Roles[] = {
    {&Effects::result, 'r', false},     {&Effects::address, 'a', true},
    {&Effects::data, 'd', false},       {&Effects::compare, 'c', false},
    {&Effects::size, 'z', false},       {&Effects::source, 's', true},
    {&Effects::sourceSize, 'y', false}, {&Effects::mbarrier, 'm', true},
    {&Effects::mask, 'k', false},       {&Effects::barrier, 'b', false},
    {&Effects::count, 'n', false},
};

struct OpcodeEntry {
  const Opcode *row;
  SmallVector<StringRef, 3> tokens;
};

/// The rows by opcode, and by token.
struct Tables {
  Tables();
  StringMap<SmallVector<OpcodeEntry, 2>> opcodes;
  StringMap<SmallVector<const Modifier *, 1>> modifiers;
};

Tables::Tables() {
  for (const Opcode &row : Opcodes) {
    auto [opcode, rest] = StringRef(row.spelling).split('.');
    OpcodeEntry entry{&row, {}};
    rest.split(entry.tokens, '.', -1, /*KeepEmpty=*/false);
    opcodes[opcode].push_back(std::move(entry));
  }
  for (const Modifier &row : Modifiers)
    modifiers[row.token].push_back(&row);
}

const Tables &tables() {
  static const Tables instance;
  return instance;
}

const OpcodeEntry *findOpcode(const Statement &s) {
  auto rows = tables().opcodes.find(s.opcode);
  if (rows == tables().opcodes.end())
    return nullptr;
  const OpcodeEntry *best = nullptr;
  for (const OpcodeEntry &entry : rows->second) {
    bool applies = all_of(entry.tokens, [&](StringRef token) { return s.has(token); });
    if (applies && (!best || entry.tokens.size() > best->tokens.size()))
      best = &entry;
  }
  return best;
}

//===--- One statement -----------------------------------------------------===//

class StatementDecoder {
public:
  explicit StatementDecoder(const Statement &s) : s(s) {}
  Effects run();

private:
  Effects unknown(const Twine &reason);
  void applyModifiers();
  void apply(const Modifier &m);
  bool applyOperands();
  bool assign(StringRef roles);
  void applyOrder();
  void applySize();
  void applyAccess();
  StringRef fault() const;
  bool modifiersMatter() const;

  const Statement &s;
  const OpcodeEntry *entry = nullptr;
  Effects e;
  std::optional<Sem> sem;
  std::optional<abi::Scope> scope;
  unsigned spaces = 0;
  unsigned extraOperands = 0;
  StringRef unknownModifier;
};

Effects StatementDecoder::unknown(const Twine &reason) {
  e.effect = EffectClass::Unknown;
  e.reason = reason.str();
  return std::move(e);
}

Effects StatementDecoder::run() {
  e.isPredicated = s.predicate.has_value();
  e.effect = EffectClass::None;
  if (s.opcode.empty()) // labels at the end of a scope
    return std::move(e);
  entry = findOpcode(s);
  if (!entry)
    return unknown("instruction " + s.mnemonic());
  e.effect = entry->row->effect;
  e.action = entry->row->action;
  e.fence = entry->row->fence;
  e.minimumSm = entry->row->minimumSm;
  e.isBranch = e.action == Action::Branch;
  if (entry->row->reason)
    return unknown(entry->row->reason);
  applyModifiers();
  if (!unknownModifier.empty() && modifiersMatter())
    return unknown("modifier ." + unknownModifier + " of " + s.mnemonic());
  if (!applyOperands())
    return unknown("operands of " + s.text);
  applyOrder();
  applySize();
  applyAccess();
  StringRef why = fault();
  return why.empty() ? std::move(e) : unknown(why + " in " + s.mnemonic());
}

void StatementDecoder::applyModifiers() {
  for (StringRef token : s.modifiers) {
    auto rows = tables().modifiers.find(token);
    if (rows != tables().modifiers.end())
      for (const Modifier *m : rows->second)
        apply(*m);
    else if (!is_contained(entry->tokens, token))
      unknownModifier = token;
  }
}

void StatementDecoder::apply(const Modifier &m) {
  switch (m.category) {
  case Modifier::Category::Sem:
    sem = std::max(sem.value_or(Sem::Weak), m.sem);
    break;
  case Modifier::Category::Scope:
    scope = m.scope;
    break;
  case Modifier::Category::Space:
    (spaces++ ? e.sourceSpace : e.space) = m.space;
    break;
  case Modifier::Category::Type:
    e.types.push_back(m.type);
    break;
  case Modifier::Category::Vector:
    e.vectorWidth = m.width;
    break;
  case Modifier::Category::Operation:
    e.operation = m.token;
    break;
  case Modifier::Category::Flag:
    e.*m.flag = true;
    break;
  case Modifier::Category::Extra:
    ++extraOperands;
    break;
  case Modifier::Category::Hint:
    break;
  }
}

/// Takes the alternative that has the right number of operands.
bool StatementDecoder::applyOperands() {
  size_t count = s.operands.size();
  SmallVector<StringRef, 3> alternatives;
  StringRef(entry->row->operands).split(alternatives, '|');
  for (StringRef roles : alternatives) {
    if (roles.consume_back("*") ? count >= roles.size() : count == roles.size() + extraOperands)
      return assign(roles);
  }
  return false;
}

bool StatementDecoder::assign(StringRef roles) {
  for (auto [index, letter] : enumerate(roles)) {
    auto role = find_if(Roles, [&](const Role &r) { return r.letter == letter; });
    if (role == std::end(Roles))
      continue;
    const Operand &operand = s.operands[index];
    bool isResultOrData = role->field == &Effects::result || role->field == &Effects::data;
    if (role->isMemory != operand.is(Operand::Kind::Memory))
      return false;
    if (!isResultOrData && (operand.isPredicate || operand.negated))
      return false; // `ignore-src` of cp.async in the place of a size
    e.*role->field = unsigned(index);
  }
  e.hasResult = e.result && !s.operands[*e.result].is(Operand::Kind::Sink);
  return true;
}

/// Memory order and scope with the defaults of 8.4 and 8.5.
void StatementDecoder::applyOrder() {
  e.sem = sem.value_or(entry->row->sem);
  e.scope = scope.value_or(entry->row->scope);
  if (e.effect == EffectClass::Fence)
    return;
  if (e.sem == Sem::Weak)
    e.scope = abi::Scope::None;
  if (e.sem == Sem::Volatile || e.sem == Sem::Mmio)
    e.scope = abi::Scope::System;
}

void StatementDecoder::applySize() {
  e.elementBytes = entry->row->bytes;
  if (e.elementBytes || e.types.empty())
    return;
  const ScalarType &type = e.types.back();
  e.elementBytes = type.bits / 8;
  e.elementCount = type.packed * e.vectorWidth;
}

void StatementDecoder::applyAccess() {
  using abi::AccessKind;
  bool isAtomic = e.sem != Sem::Weak && e.sem != Sem::Volatile;
  if (e.action == Action::Store)
    e.access = isAtomic ? AccessKind::AtomicStore : AccessKind::Write;
  else if (e.action == Action::Reduce)
    e.access = AccessKind::AtomicRmw;
  else
    e.access = isAtomic ? AccessKind::AtomicLoad : AccessKind::Read;
  e.nonCoherent |= e.action == Action::LoadUniform;
}

/// What the statement lacks. ptxas refuses such text; if a later PTX version
/// gives it a meaning, it is one that we do not know.
StringRef StatementDecoder::fault() const {
  if (e.effect == EffectClass::Fence && e.fence != FenceKind::Proxy && e.scope == abi::Scope::None)
    return "no scope";
  if (e.effect != EffectClass::Access)
    return "";
  if (!e.elementBytes && !e.size)
    return "no type";
  if (e.isStrong() && e.scope == abi::Scope::None)
    return "no scope";
  if (e.access == abi::AccessKind::AtomicRmw && e.operation.empty())
    return "no operation";
  return "";
}

/// Where nothing of the result depends on modifiers, unknown ones are allowed:
/// arithmetic has hundreds, and classes that are not modelled need none.
bool StatementDecoder::modifiersMatter() const {
  switch (e.effect) {
  case EffectClass::Access:
  case EffectClass::Fence:
  case EffectClass::BlockBarrier:
  case EffectClass::WarpBarrier:
  case EffectClass::AsyncCopy:
  case EffectClass::AsyncGroup:
  case EffectClass::Mbarrier:
  case EffectClass::Cluster:
  case EffectClass::GridDependency:
  case EffectClass::Exit:
    return true;
  case EffectClass::None:
  case EffectClass::WarpCollective:
  case EffectClass::Matrix:
  case EffectClass::Surface:
  case EffectClass::Prefetch:
  case EffectClass::Trap:
  case EffectClass::Sleep:
  case EffectClass::Unknown:
    return false;
  }
  return true;
}

//===--- Whole texts -------------------------------------------------------===//

/// Whether the branch may go to itself or before it.
bool isBackward(const AsmText &text, unsigned index) {
  const Statement &branch = text.statements[index];
  if (branch.operands.size() != 1 || !branch.operands[0].is(Operand::Kind::Name))
    return true;
  std::optional<unsigned> target = text.findLabel(branch.operands[0].text);
  return !target || *target <= index;
}

unsigned letterBits(char letter) {
  switch (letter) {
#define WARPSAN_PTX_CONSTRAINT(Letter, Bits)                                                       \
  case Letter:                                                                                     \
    return Bits;
#include "ptx/modifiers.def"
  default:
    return 0;
  }
}

/// Width of `$index`. Clobbers have no number; an input tied to an output
/// ("0") has its width.
unsigned constraintBits(StringRef constraints, unsigned index) {
  SmallVector<StringRef, 8> codes;
  InlineAsm::ConstraintInfoVector parsed = InlineAsm::ParseConstraints(constraints);
  for (const InlineAsm::ConstraintInfo &c : parsed)
    if (c.Type == InlineAsm::isInput || c.Type == InlineAsm::isOutput)
      codes.push_back(c.Codes.empty() ? StringRef() : StringRef(c.Codes[0]));
  unsigned tied = 0;
  if (index < codes.size() && !codes[index].getAsInteger(10, tied))
    index = tied;
  return index < codes.size() && codes[index].size() == 1 ? letterBits(codes[index][0]) : 0;
}

} // namespace

bool Effects::isAtomic() const {
  return effect == EffectClass::Access && access != abi::AccessKind::Read &&
         access != abi::AccessKind::Write;
}

bool Effects::isCluster() const {
  // The usual bulk load is written `.shared::cluster.global` although it fills
  // the own block's memory.
  bool isLocalCopy =
      effect == EffectClass::AsyncCopy && sourceSpace == StateSpace::Global && !multicast;
  return effect == EffectClass::Cluster ||
         (effect != EffectClass::Fence && space == StateSpace::SharedCluster && !isLocalCopy);
}

bool Effects::isHarmless() const {
  return effect == EffectClass::None || effect == EffectClass::Prefetch ||
         effect == EffectClass::WarpCollective || effect == EffectClass::Sleep;
}

Effects decode(const Statement &statement) { return StatementDecoder(statement).run(); }

const Effects *AsmSummary::firstUnknown() const {
  auto found = find_if(effects, [](const Effects &e) { return e.isUnknown(); });
  return found == effects.end() ? nullptr : &*found;
}

bool AsmSummary::isPure() const {
  return all_of(effects, [](const Effects &e) { return e.effect == EffectClass::None; });
}

Expected<AsmSummary> summarize(StringRef text) {
  Expected<AsmText> parsed = parseAsm(text);
  if (!parsed)
    return parsed.takeError();
  AsmSummary summary;
  summary.text = std::move(*parsed);
  for (unsigned i = 0; i < summary.text.statements.size(); ++i) {
    summary.effects.push_back(decode(summary.text.statements[i]));
    if (!summary.effects.back().isBranch)
      continue;
    summary.hasControlFlow = true;
    summary.hasLoop |= isBackward(summary.text, i);
  }
  return std::move(summary);
}

unsigned operandBits(const AsmText &text, const Operand &operand, StringRef constraints) {
  if (operand.is(Operand::Kind::AsmOperand))
    return constraintBits(constraints, operand.index);
  if (operand.is(Operand::Kind::Register))
    return text.registers[operand.index].bits();
  return 0;
}

bool isSharedAddress32(const AsmText &text, const Operand &memory, StateSpace space,
                       StringRef constraints) {
  bool isShared = space == StateSpace::Shared || space == StateSpace::SharedCluster;
  if (!isShared || !memory.is(Operand::Kind::Memory) || memory.parts.empty())
    return false;
  return operandBits(text, memory.parts[0], constraints) == 32;
}

StringRef effectClassName(EffectClass effect) {
  switch (effect) {
  case EffectClass::None:
    return "None";
  case EffectClass::Access:
    return "Access";
  case EffectClass::Fence:
    return "Fence";
  case EffectClass::BlockBarrier:
    return "BlockBarrier";
  case EffectClass::WarpBarrier:
    return "WarpBarrier";
  case EffectClass::WarpCollective:
    return "WarpCollective";
  case EffectClass::AsyncCopy:
    return "AsyncCopy";
  case EffectClass::AsyncGroup:
    return "AsyncGroup";
  case EffectClass::Mbarrier:
    return "Mbarrier";
  case EffectClass::Cluster:
    return "Cluster";
  case EffectClass::Matrix:
    return "Matrix";
  case EffectClass::Surface:
    return "Surface";
  case EffectClass::GridDependency:
    return "GridDependency";
  case EffectClass::Prefetch:
    return "Prefetch";
  case EffectClass::Exit:
    return "Exit";
  case EffectClass::Trap:
    return "Trap";
  case EffectClass::Sleep:
    return "Sleep";
  case EffectClass::Unknown:
    return "Unknown";
  }
  return "";
}

} // namespace warpsan::ptx
