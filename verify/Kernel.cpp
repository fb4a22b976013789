//===- Kernel.cpp - A kernel as proofs see it ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "verify/Kernel.h"
#include "analysis/AccessRoots.h"
#include "analysis/Provenance.h"
#include "analysis/SyncEffects.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/NVPTXAddrSpace.h"

using namespace llvm;

namespace warpsan::verify {
namespace {

/// Pointers that the pointer is computed from, or nothing if it is a start itself.
SmallVector<const Value *, 2> sourcesOf(const Value &pointer) {
  if (auto *gep = dyn_cast<GEPOperator>(&pointer))
    return {gep->getPointerOperand()};
  if (auto *cast = dyn_cast<AddrSpaceCastOperator>(&pointer))
    return {cast->getPointerOperand()};
  if (auto *freeze = dyn_cast<FreezeInst>(&pointer))
    return {freeze->getOperand(0)};
  if (auto *select = dyn_cast<SelectInst>(&pointer))
    return {select->getTrueValue(), select->getFalseValue()};
  if (auto *phi = dyn_cast<PHINode>(&pointer))
    return SmallVector<const Value *, 2>(phi->incoming_values());
  return {};
}

/// Nothing is accessed through these.
bool isNowhere(const Value &pointer) { return isa<ConstantPointerNull, UndefValue>(pointer); }

SmallVector<const Value *, 2> startsOf(const Value &pointer) {
  SmallVector<const Value *, 2> starts;
  SmallVector<const Value *, 8> work{&pointer};
  SmallPtrSet<const Value *, 8> seen;
  while (!work.empty()) {
    const Value *next = work.pop_back_val();
    if (isNowhere(*next) || !seen.insert(next).second)
      continue;
    const SmallVector<const Value *, 2> sources = sourcesOf(*next);
    if (sources.empty())
      starts.push_back(next);
    append_range(work, sources);
  }
  return starts;
}

bool isOwn(ObjectKind kind) {
  return kind == ObjectKind::Stack || kind == ObjectKind::Local || kind == ObjectKind::Parameter;
}

std::string sourceName(const GlobalVariable &variable) {
  SmallVector<DIGlobalVariableExpression *, 1> debug;
  variable.getDebugInfo(debug);
  return debug.empty() ? demangle(variable.getName())
                       : debug.front()->getVariable()->getName().str();
}

/// Arrays of the block whose size the launch gives all start at one place.
bool isUnsized(const GlobalVariable &variable) {
  return !variable.hasInitializer() ||
         variable.getDataLayout().getTypeAllocSize(variable.getValueType()).isZero();
}

} // namespace

Kernel::Kernel(Function &function, std::vector<Access> accesses, AsmDecoder &decoder,
               FunctionAnalysisManager &analyses, Parameters aliasing)
    : code(function), allAccesses(std::move(accesses)), asmDecoder(decoder), parameters(aliasing),
      tree(analyses.getResult<DominatorTreeAnalysis>(code)),
      postTree(analyses.getResult<PostDominatorTreeAnalysis>(code)),
      loopInfo(analyses.getResult<LoopAnalysis>(code)),
      scalarEvolution(analyses.getResult<ScalarEvolutionAnalysis>(code)), parameterFields(code) {
  addAssumptions();
  const ReversePostOrderTraversal<const Function *> order(&code);
  reducible = !containsIrreducibleCFG<const BasicBlock *>(order, loopInfo);
  addBarriers();
  addObjects();
  findWritten();
}

void Kernel::update(Level level) {
  Team &team = teams[unsigned(level)];
  team.intervals.reset(); // refers to what follows
  team.uniformity = std::make_unique<BlockUniformity>(code, team.known);
  team.intervals = std::make_unique<BarrierIntervals>(code, asmDecoder, *team.uniformity, level);
}

void Kernel::assumeEqual(const BlockUniformity::Values &loads) {
  for (const Level level : {Level::Block, Level::Warp}) {
    teams[unsigned(level)].known = loads;
    update(level);
  }
}

/// What is the same in a block is so in a warp.
void Kernel::learnUniform(Level level, const Value &condition) {
  teams[unsigned(Level::Warp)].known.insert(&condition);
  update(Level::Warp);
  if (level == Level::Warp)
    return;
  teams[unsigned(Level::Block)].known.insert(&condition);
  update(Level::Block);
}

void Kernel::addAssumptions() {
  for (const Instruction &instruction : instructions(code)) {
    auto *assumption = dyn_cast<AssumeInst>(&instruction);
    if (!assumption)
      continue;
    assumed.push_back(assumption);
    auto *equal = dyn_cast<ICmpInst>(assumption->getArgOperand(0));
    if (!equal || equal->getPredicate() != CmpInst::ICMP_EQ ||
        !postTree.dominates(assumption->getParent(), &code.getEntryBlock()))
      continue;
    for (unsigned side : {0, 1})
      if (auto *parameter = dyn_cast<Argument>(equal->getOperand(side)))
        equals.try_emplace(parameter, equal->getOperand(1 - side));
  }
}

void Kernel::addBarriers() {
  for (const Level level : {Level::Block, Level::Warp})
    update(level);
  for (Instruction &instruction : instructions(code)) {
    const SyncEvent event = effectOf(instruction, asmDecoder).event;
    if (event == SyncEvent::BlockBarrier)
      teams[unsigned(Level::Block)].barriers.push_back(&instruction);
    else if (event == SyncEvent::WarpBarrier)
      teams[unsigned(Level::Warp)].barriers.push_back(&instruction);
    else if (event != SyncEvent::None && event != SyncEvent::Exit)
      otherOrder = true;
  }
  for (const Access &access : allAccesses)
    otherOrder |= access.isStrong;
}

unsigned Kernel::addVariable(const GlobalVariable &variable) {
  if (auto found = ofVariable.find(&variable); found != ofVariable.end())
    return found->second;
  Object object;
  object.variable = &variable;
  object.name = sourceName(variable);
  if (variable.isConstant() || warpsan::objectOf(&variable) == ObjectKind::Constant) {
    object.kind = Object::Kind::Constant;
  } else if (variable.getAddressSpace() == NVPTXAS::ADDRESS_SPACE_SHARED) {
    object.kind = Object::Kind::Shared;
    if (isUnsized(variable))
      for (const auto &[other, number] : ofVariable)
        if (objects[number].isOfBlock() && isUnsized(*other))
          return ofVariable[&variable] = number;
  } else if (variable.getAddressSpace() == NVPTXAS::ADDRESS_SPACE_GLOBAL) {
    object.kind = Object::Kind::Variable;
  } else {
    return ofVariable[&variable] = UnknownObject;
  }
  objects.push_back(std::move(object));
  return ofVariable[&variable] = objects.size() - 1;
}

void Kernel::addObjects() {
  objects.resize(2);
  objects[OwnObject].kind = Object::Kind::Own;
  for (const Access &access : allAccesses)
    for (const Value *start : startsOf(*access.pointer)) {
      if (auto *variable = dyn_cast<GlobalVariable>(start)) {
        addVariable(*variable);
        continue;
      }
      const std::optional<AccessRoot> root = rootOf(*start, parameterFields);
      if (!root || root->variable)
        continue;
      auto [row, isNew] =
          ofParameter.try_emplace({root->field.parameter, root->field.offset}, objects.size());
      if (!isNew)
        continue;
      Object object;
      object.kind = Object::Kind::Parameter;
      object.field = root->field;
      object.name = nameOf(*code.getArg(root->field.parameter));
      if (root->field.offset)
        object.name += "+" + std::to_string(root->field.offset);
      objects.push_back(std::move(object));
    }
}

std::string Kernel::nameOf(const Argument &parameter) const {
  const unsigned number = parameter.getArgNo() + 1;
  for (const Instruction &instruction : instructions(code))
    for (const DbgVariableRecord &row : filterDbgVars(instruction.getDbgRecordRange())) {
      const DILocalVariable &variable = *row.getVariable();
      if (variable.getArg() == number && variable.getScope() == code.getSubprogram() &&
          !variable.getName().empty())
        return variable.getName().str();
    }
  return parameter.hasName() ? parameter.getName().str() : "parameter " + std::to_string(number);
}

unsigned Kernel::objectAt(const Value &pointer) const {
  if (auto *variable = dyn_cast<GlobalVariable>(&pointer)) {
    auto found = ofVariable.find(variable);
    return found == ofVariable.end() ? UnknownObject : found->second;
  }
  if (const std::optional<AccessRoot> root = rootOf(pointer, parameterFields)) {
    auto found = ofParameter.find({root->field.parameter, root->field.offset});
    return found == ofParameter.end() ? UnknownObject : found->second;
  }
  return isOwn(warpsan::objectOf(&pointer)) ? OwnObject : UnknownObject;
}

unsigned Kernel::objectOf(const Value &pointer) const {
  std::optional<unsigned> common;
  for (const Value *start : startsOf(pointer)) {
    const unsigned number = objectAt(*start);
    if (common && *common != number)
      return UnknownObject;
    common = number;
  }
  return common.value_or(OwnObject);
}

/// A store through a pointer that is not known may be one to anything.
void Kernel::findWritten() {
  SmallPtrSet<const Object *, 8> written;
  for (const Access &access : allAccesses)
    if (access.writes)
      for (const Value *start : startsOf(*access.pointer))
        written.insert(&objects[objectAt(*start)]);
  const bool isOpen = written.contains(&objects[UnknownObject]);
  const bool isAnyGlobal =
      mayAlias() && any_of(written, [](const Object *object) { return object->isGlobal(); });
  for (Object &object : objects)
    object.isWritten = object.kind != Object::Kind::Constant &&
                       (isOpen || written.contains(&object) || (isAnyGlobal && object.isGlobal()));
  objects[OwnObject].isWritten = true; // the stack of a thread is not known better
}

} // namespace warpsan::verify
