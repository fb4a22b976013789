//===- PtxLowering.cpp - Inline PTX to IR ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text becomes a function of the type of the call, which is inlined at
// once: control flow inside the text (predicates, labels, loops) is then
// ordinary control flow, and a text that turns out to be unknown half way
// leaves nothing behind.
//===----------------------------------------------------------------------===//
#include "cpu/PtxLowering.h"

#include "cpu/Atomics.h"
#include "cpu/PtxArithmetic.h"
#include "cpu/PtxMbarrier.h"
#include "cpu/WarpMatrices.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace warpsan::cpu {

using ptx::Action;
using ptx::EffectClass;
using ptx::Effects;
using ptx::Operand;
using ptx::ScalarType;

namespace {

class AsmFunction {
public:
  AsmFunction(DeviceModule &target, CallInst &asmCall, const ptx::AsmSummary &asmSummary)
      : device(target), call(asmCall), summary(asmSummary), builder(asmCall.getContext()),
        function(*Function::Create(asmCall.getFunctionType(), GlobalValue::InternalLinkage,
                                   "warpsan.asm", target.module)),
        operands(target, builder, function, asmSummary.text) {}

  /// The finished function, or null.
  Function *emit() {
    builder.SetInsertPoint(newBlock());
    const bool done = operands.setUp(*cast<InlineAsm>(call.getCalledOperand())) && emitStatements();
    if (!done) {
      function.eraseFromParent();
      return nullptr;
    }
    operands.emitReturn();
    return &function;
  }

  /// The statement that could not be lowered.
  StringRef failed;

private:
  BasicBlock *newBlock() { return BasicBlock::Create(builder.getContext(), "", &function); }

  void startBlock(BasicBlock *block) {
    builder.CreateBr(block);
    builder.SetInsertPoint(block);
  }

  BasicBlock *blockOf(StringRef label) {
    BasicBlock *&block = labels[label];
    if (!block)
      block = newBlock();
    return block;
  }

  bool emitStatements() {
    const auto &statements = summary.text.statements;
    for (size_t i = 0; i < statements.size(); ++i)
      if (!emitStatement(statements[i], summary.effects[i])) {
        failed = statements[i].text;
        return false;
      }
    return true;
  }

  bool emitStatement(const ptx::Statement &text, const Effects &effects) {
    for (const std::string &label : text.labels)
      startBlock(blockOf(label));
    if (text.opcode.empty())
      return true;
    BasicBlock *after = nullptr;
    if (text.predicate) {
      Value *condition = operands.read(*text.predicate, builder.getInt1Ty());
      if (!condition)
        return false;
      BasicBlock *taken = newBlock();
      after = newBlock();
      builder.CreateCondBr(condition, taken, after);
      builder.SetInsertPoint(taken);
    }
    const PtxStatement statement{device, builder, operands, text, effects};
    if (!emitEffect(statement))
      return false;
    if (after)
      startBlock(after);
    return true;
  }

  bool emitEffect(const PtxStatement &s) {
    switch (s.effects.effect) {
    case EffectClass::None:
      if (s.text.opcode == "mma")
        return lowerMatrixProduct(s, call);
      return s.effects.isBranch ? emitBranch(s) : lowerArithmetic(s);
    case EffectClass::Access:
      return emitAccess(s);
    case EffectClass::Fence:
      wait("nvvm.membar.gl", builder.getVoidTy(), {});
      return true;
    case EffectClass::BlockBarrier:
      return emitBarrier(s);
    case EffectClass::WarpBarrier:
      return emitWarpBarrier(s);
    case EffectClass::WarpCollective:
      return emitCollective(s);
    case EffectClass::AsyncCopy:
      return emitCopy(s);
    case EffectClass::Mbarrier:
      return lowerMbarrier(s, call);
    case EffectClass::AsyncGroup:     // copies are done when they are issued
    case EffectClass::GridDependency: // as are earlier grids
    case EffectClass::Prefetch:
      return true;
    case EffectClass::Exit:
      device.call(builder, "nvvm.exit", builder.getVoidTy(), {});
      return true;
    case EffectClass::Trap:
      wait("nvvm.trap", builder.getVoidTy(), {});
      return true;
    case EffectClass::Sleep:
      wait("nvvm.nanosleep", builder.getVoidTy(), {builder.getInt32(0)});
      return true;
    case EffectClass::Matrix:
      return lowerMatrixRows(s, call);
    case EffectClass::Cluster:
    case EffectClass::Surface:
    case EffectClass::Unknown:
      return false;
    }
    return false;
  }

  CallInst *wait(StringRef name, Type *result, ArrayRef<Value *> arguments) {
    return device.callWaiting(builder, call, name, result, arguments);
  }

  /// The code behind an unconditional branch starts a block nobody enters.
  bool emitBranch(const PtxStatement &s) {
    if (s.text.opcode != "bra" || s.operandCount() != 1)
      return false;
    const std::string &label = s.text.operands[0].text;
    if (!summary.text.findLabel(label))
      return false;
    builder.CreateBr(blockOf(label));
    builder.SetInsertPoint(newBlock());
    return true;
  }

  //===--- Memory ----------------------------------------------------------===//

  static const Operand &element(const Operand &operand, unsigned index) {
    return operand.is(Operand::Kind::Vector) ? operand.parts[index] : operand;
  }

  /// A vector access is one access per element, as it is for the memory model.
  bool emitAccess(const PtxStatement &s) {
    const Effects &e = s.effects;
    if (!e.address || e.types.empty() || !e.types.back().bytes())
      return false;
    const Operand &memory = s.text.operands[*e.address];
    const Operand *data = e.data ? &s.text.operands[*e.data] : nullptr;
    const Operand *result = e.result ? &s.text.operands[*e.result] : nullptr;
    for (unsigned i = 0; i < e.vectorWidth; ++i) {
      Value *address = operands.address(memory, i * e.types.back().bytes());
      if (!address || !emitElement(s, address, data, result, i))
        return false;
    }
    return true;
  }

  bool emitElement(const PtxStatement &s, Value *address, const Operand *data,
                   const Operand *result, unsigned index) {
    const Effects &e = s.effects;
    for (const Operand *operand : {data, result})
      if (operand && e.vectorWidth > 1 &&
          (!operand->is(Operand::Kind::Vector) || operand->parts.size() != e.vectorWidth))
        return false;
    if (s.text.opcode == "ld" || s.text.opcode == "ldu")
      return result && emitLoad(e, address, element(*result, index));
    if (s.text.opcode == "st")
      return data && emitStore(e, address, element(*data, index));
    if (s.text.opcode == "atom" || s.text.opcode == "red")
      return data && emitUpdate(s, address, element(*data, index),
                                result ? &element(*result, index) : nullptr);
    return false;
  }

  Type *bitsType(const ScalarType &type) { return builder.getIntNTy(type.bytes() * 8); }

  /// Strong accesses are atomic (x86-64 has that up to 8 bytes), which also
  /// makes them yield points.
  template <typename Access>
  void setStrength(Access &access, const Effects &e) {
    if (!e.isStrong())
      return;
    access.setVolatile(true);
    if (e.types.back().bytes() <= 8)
      access.setAtomic(AtomicOrdering::SequentiallyConsistent);
  }

  bool emitLoad(const Effects &e, Value *address, const Operand &result) {
    const ScalarType &type = e.types.back();
    LoadInst *load = builder.CreateAlignedLoad(bitsType(type), address, Align(type.bytes()));
    setStrength(*load, e);
    return operands.write(result, load, type.base == ScalarType::Base::Signed);
  }

  bool emitStore(const Effects &e, Value *address, const Operand &data) {
    const ScalarType &type = e.types.back();
    Value *value = operands.read(data, bitsType(type));
    if (!value)
      return false;
    setStrength(*builder.CreateAlignedStore(value, address, Align(type.bytes())), e);
    return true;
  }

  static NumberClass numbers(const ScalarType &type) {
    switch (type.base) {
    case ScalarType::Base::Float:
    case ScalarType::Base::BFloat:
      return NumberClass::Float;
    case ScalarType::Base::Unsigned:
      return NumberClass::Unsigned;
    default:
      return NumberClass::Signed;
    }
  }

  /// Packed halves are updated one by one: two atomic operations (8.2.5).
  bool emitUpdate(const PtxStatement &s, Value *address, const Operand &data,
                  const Operand *result) {
    ScalarType part = s.effects.types.back();
    const unsigned parts = part.packed;
    part.packed = 1;
    if (part.bits > 64)
      return false;
    Type *whole = builder.getIntNTy(part.bits * parts);
    Value *value = operands.read(data, whole);
    Value *old = Constant::getNullValue(whole);
    for (unsigned i = 0; value && i < parts; ++i) {
      Value *before =
          emitPart(s, part, builder.CreatePtrAdd(address, builder.getInt64(i * part.bytes())),
                   builder.CreateLShr(value, i * part.bits));
      if (!before)
        return false;
      before = builder.CreateBitCast(before, builder.getIntNTy(part.bits));
      old = builder.CreateOr(old,
                             builder.CreateShl(builder.CreateZExt(before, whole), i * part.bits));
    }
    return value && (!result || operands.write(*result, old));
  }

  Value *emitPart(const PtxStatement &s, const ScalarType &type, Value *address, Value *bits) {
    Type *ir = irType(builder.getContext(), type);
    Value *value =
        builder.CreateBitCast(builder.CreateTrunc(bits, builder.getIntNTy(type.bits)), ir);
    SmallVector<Value *, 2> values;
    if (s.effects.compare) {
      Value *expected = operands.read(s.text.operands[*s.effects.compare], ir);
      if (!expected)
        return nullptr;
      values.push_back(expected);
    }
    values.push_back(value);
    return emitAtomic(builder, s.effects.operation, numbers(type), address, values);
  }

  /// An asynchronous copy at once: one of the moments at which it may happen.
  bool emitCopy(const PtxStatement &s) {
    const Effects &e = s.effects;
    const bool isKnown = e.action == Action::Copy || e.action == Action::BulkCopy;
    if (!isKnown || !e.address || !e.source || !e.size || s.has("multicast::cluster"))
      return false;
    Value *to = operands.address(s.text.operands[*e.address]);
    Value *from = operands.address(s.text.operands[*e.source]);
    Value *bytes = s.read(*e.size, builder.getInt64Ty());
    Value *read = e.sourceSize ? s.read(*e.sourceSize, builder.getInt64Ty()) : bytes;
    if (!to || !from || !bytes || !read)
      return false;
    if (read != bytes)
      builder.CreateMemSet(to, builder.getInt8(0), bytes, MaybeAlign());
    builder.CreateMemCpy(to, MaybeAlign(), from, MaybeAlign(), read);
    return !e.mbarrier || completeTransaction(s, s.text.operands[*e.mbarrier], bytes);
  }

  //===--- Barriers and warp operations ------------------------------------===//

  bool emitBarrier(const PtxStatement &s) {
    const Effects &e = s.effects;
    Type *word = builder.getInt32Ty();
    SmallVector<Value *, 3> arguments;
    arguments.push_back(e.barrier ? s.read(*e.barrier, word) : builder.getInt32(0));
    if (e.count)
      arguments.push_back(s.read(*e.count, word));
    if (is_contained(arguments, nullptr))
      return false;
    const std::string suffix = e.count ? ".count" : ".all";
    if (e.action == Action::Reduce)
      return emitReducingBarrier(s, arguments, suffix);
    const std::string verb = e.action == Action::Arrive ? "arrive" : "sync";
    if (verb == "arrive" && !e.count)
      return false;
    wait("nvvm.barrier.cta." + verb + suffix, builder.getVoidTy(), arguments);
    return true;
  }

  /// barrier.red.op d, a{, b}, p.
  bool emitReducingBarrier(const PtxStatement &s, SmallVectorImpl<Value *> &arguments,
                           const std::string &suffix) {
    Value *predicate = s.read(s.operandCount() - 1, builder.getInt1Ty());
    if (!predicate)
      return false;
    arguments.push_back(predicate);
    for (StringRef op : {"popc", "and", "or"})
      if (s.has(op)) {
        Type *type = op == "popc" ? builder.getInt32Ty() : builder.getInt1Ty();
        return s.write(0, wait(("nvvm.barrier.cta.red." + op + suffix).str(), type, arguments));
      }
    return false;
  }

  Value *mask(const PtxStatement &s) {
    return s.effects.mask ? s.read(*s.effects.mask, builder.getInt32Ty()) : nullptr;
  }

  bool emitWarpBarrier(const PtxStatement &s) {
    Value *lanes = mask(s);
    if (lanes)
      wait("nvvm.bar.warp.sync", builder.getVoidTy(), {lanes});
    return lanes != nullptr;
  }

  bool emitCollective(const PtxStatement &s) {
    if (s.effects.action == Action::ActiveMask)
      return s.write(0, wait("nvvm.activemask", builder.getInt32Ty(), {}));
    Value *lanes = mask(s);
    if (!lanes) // forms of sm_60 without a mask
      return false;
    switch (s.effects.action) {
    case Action::Shuffle:
      return emitShuffle(s, lanes);
    case Action::Vote:
      return emitVote(s, lanes);
    case Action::Match:
      return emitMatch(s, lanes);
    case Action::Redux:
      return emitRedux(s, lanes);
    case Action::Elect:
      return emitWithPredicate(s, "nvvm.elect.sync", {lanes});
    default:
      return false;
    }
  }

  /// Operations with results `value|predicate`, either of which may be absent.
  bool emitWithPredicate(const PtxStatement &s, StringRef name, ArrayRef<Value *> inputs) {
    auto *type = StructType::get(builder.getInt32Ty(), builder.getInt8Ty());
    BasicBlock &entry = function.getEntryBlock();
    Value *slot = IRBuilder<>(&entry, entry.begin()).CreateAlloca(type);
    SmallVector<Value *, 5> arguments{slot};
    arguments.append(inputs.begin(), inputs.end());
    wait(name, builder.getVoidTy(), arguments);
    const Operand &result = s.text.operands[0];
    const bool isPair = result.is(Operand::Kind::Pair);
    Value *value = builder.CreateLoad(builder.getInt32Ty(), slot);
    if (!operands.write(isPair ? result.parts[0] : result, value))
      return false;
    Value *flag = builder.CreateLoad(builder.getInt8Ty(), builder.CreateStructGEP(type, slot, 1));
    return !isPair ||
           operands.write(result.parts[1], builder.CreateTrunc(flag, builder.getInt1Ty()));
  }

  bool emitShuffle(const PtxStatement &s, Value *lanes) {
    SmallVector<Value *, 4> inputs{lanes};
    for (unsigned i = 1; i <= 3; ++i)
      inputs.push_back(s.read(i, builder.getInt32Ty()));
    if (is_contained(inputs, nullptr))
      return false;
    for (StringRef mode : {"up", "down", "bfly", "idx"})
      if (s.has(mode))
        return emitWithPredicate(s, ("nvvm.shfl.sync." + mode + ".i32p").str(), inputs);
    return false;
  }

  bool emitVote(const PtxStatement &s, Value *lanes) {
    Value *vote = s.read(1, builder.getInt1Ty());
    for (StringRef mode : {"ballot", "all", "any", "uni"})
      if (vote && s.has(mode)) {
        Type *type = mode == "ballot" ? builder.getInt32Ty() : builder.getInt1Ty();
        return s.write(0, wait(("nvvm.vote." + mode + ".sync").str(), type, {lanes, vote}));
      }
    return false;
  }

  bool emitMatch(const PtxStatement &s, Value *lanes) {
    const bool isWide = s.has("b64");
    Value *value = s.read(1, isWide ? builder.getInt64Ty() : builder.getInt32Ty());
    const std::string type = isWide ? "i64" : "i32";
    if (!value)
      return false;
    if (s.has("all"))
      return emitWithPredicate(s, "nvvm.match.all.sync." + type + "p", {lanes, value});
    return s.write(0, wait("nvvm.match.any.sync." + type, builder.getInt32Ty(), {lanes, value}));
  }

  bool emitRedux(const PtxStatement &s, Value *lanes) {
    Value *value = s.read(1, builder.getInt32Ty());
    const bool isUnsigned = s.has("u32");
    for (StringRef op : {"add", "min", "max", "and", "or", "xor"})
      if (value && s.has(op) && !s.has("f32")) {
        const bool ordered = op == "min" || op == "max";
        const std::string name =
            ("nvvm.redux.sync." + Twine(ordered && isUnsigned ? "u" : "") + op).str();
        return s.write(0, wait(name, builder.getInt32Ty(), {value, lanes}));
      }
    return false;
  }

  DeviceModule &device;
  CallInst &call;
  const ptx::AsmSummary &summary;
  IRBuilder<> builder;
  Function &function;
  PtxOperands operands;
  StringMap<BasicBlock *> labels;
};

void markRuntime(Function &function, MDNode *runtime) {
  for (Instruction &instruction : instructions(function))
    instruction.setMetadata(RuntimeMetadata, runtime);
}

void inlineInto(CallInst &call, Function &function) {
  if (MDNode *runtime = call.getMetadata(RuntimeMetadata))
    markRuntime(function, runtime);
  call.setCalledOperand(&function);
  call.setAttributes(AttributeList());
  InlineFunctionInfo info;
  const InlineResult result = InlineFunction(call, info);
  assert(result.isSuccess() && "a plain function can always be inlined");
  (void)result;
  function.eraseFromParent();
}

} // namespace

void lowerInlineAsm(DeviceModule &device, CallInst &call) {
  const std::string text = cast<InlineAsm>(call.getCalledOperand())->getAsmString().str();
  Expected<ptx::AsmSummary> summary = ptx::summarize(text);
  if (!summary) {
    device.reject(call, "inline PTX (" + toString(summary.takeError()) + "): " + text);
    return;
  }
  AsmFunction body(device, call, *summary);
  if (Function *function = body.emit())
    inlineInto(call, *function);
  else
    device.reject(call, "inline PTX: " + (body.failed.empty() ? StringRef(text) : body.failed));
}

} // namespace warpsan::cpu
