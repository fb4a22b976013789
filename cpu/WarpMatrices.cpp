//===- WarpMatrices.cpp - Matrix operations of a warp ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registers go through memory: cpu/device/matrix.cpp is given where a lane's
// fragments lie, and constants that say what they are.
//===----------------------------------------------------------------------===//
#include "cpu/WarpMatrices.h"

#include "cpu/device_interface.h"
#include "ptx/MatrixTile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace warpsan::cpu {

using ptx::MatrixShape;
using ptx::MatrixTile;
using ptx::MatrixType;
using ptx::Operand;

namespace {

constexpr unsigned WarpSize = 32;

AllocaInst *makeSlot(IRBuilder<> &builder, Type *type) {
  BasicBlock &entry = builder.GetInsertBlock()->getParent()->getEntryBlock();
  return IRBuilder<>(&entry, entry.begin()).CreateAlloca(type);
}

uint64_t bytesIn(IRBuilder<> &builder, Type *type) {
  return builder.GetInsertBlock()->getDataLayout().getTypeStoreSize(type);
}

/// A slot with the values behind each other. All are of one size.
Value *storeAll(IRBuilder<> &builder, ArrayRef<Value *> values) {
  const uint64_t bytes = bytesIn(builder, values.front()->getType());
  Value *slot = makeSlot(builder, ArrayType::get(builder.getInt8Ty(), bytes * values.size()));
  for (auto [i, value] : enumerate(values))
    builder.CreateStore(value, builder.CreatePtrAdd(slot, builder.getInt64(i * bytes)));
  return slot;
}

template <typename Shape>
Constant *constantOf(DeviceModule &device, const Shape &shape) {
  auto *data = ConstantDataArray::get(
      device.module.getContext(),
      ArrayRef(reinterpret_cast<const uint32_t *>(&shape), sizeof shape / sizeof(uint32_t)));
  return new GlobalVariable(device.module, data->getType(), true, GlobalValue::PrivateLinkage, data,
                            "warpsan.matrix");
}

//===--- ldmatrix, stmatrix ------------------------------------------------===//

class RowsOperation {
public:
  RowsOperation(DeviceModule &device, IRBuilder<> &builder, const Instruction &at,
                const MatrixTile &tile)
      : device(device), builder(builder), at(at), tile(tile) {}

  unsigned matrices() const { return tile.rows / 8; }

  SmallVector<Value *, 4> load(Value *row) {
    Type *word = builder.getInt32Ty();
    Value *slot = makeSlot(builder, ArrayType::get(word, matrices()));
    call("__warpsan_cpu_load_rows", slot, row);
    SmallVector<Value *, 4> words;
    for (unsigned i = 0; i < matrices(); ++i)
      words.push_back(builder.CreateLoad(word, builder.CreateConstInBoundsGEP1_32(word, slot, i)));
    return words;
  }

  void store(Value *row, ArrayRef<Value *> words) {
    call("__warpsan_cpu_store_rows", storeAll(builder, words), row);
  }

private:
  void call(StringRef name, Value *words, Value *row) {
    device.callWaiting(
        builder, at, name, builder.getVoidTy(),
        {words, row, builder.getInt32(matrices()), builder.getInt1(tile.transposed)});
  }

  DeviceModule &device;
  IRBuilder<> &builder;
  const Instruction &at;
  const MatrixTile &tile;
};

Value *packed(IRBuilder<> &builder, Type *type, ArrayRef<Value *> values) {
  if (!type->isStructTy())
    return values.front();
  Value *result = PoisonValue::get(type);
  for (auto [i, value] : enumerate(values))
    result = builder.CreateInsertValue(result, value, i);
  return result;
}

void lowerRows(DeviceModule &device, CallInst &call, const MatrixTile &tile) {
  IRBuilder<> builder(&call);
  RowsOperation operation(device, builder, call, tile);
  Value *row = builder.CreateAddrSpaceCast(call.getArgOperand(0), builder.getPtrTy());
  SmallVector<Value *, 4> words(drop_begin(call.args()));
  if (call.getType()->isVoidTy())
    operation.store(row, words);
  else
    call.replaceAllUsesWith(packed(builder, call.getType(), operation.load(row)));
}

//===--- wmma --------------------------------------------------------------===//

void lowerFragmentLoad(DeviceModule &device, CallInst &call, TileShape shape, Value *stride) {
  IRBuilder<> builder(&call);
  shape.slots = bytesIn(builder, call.getType()) / bytesOf(shape.type);
  Value *fragment = makeSlot(builder, call.getType());
  Value *memory = builder.CreateAddrSpaceCast(call.getArgOperand(0), builder.getPtrTy());
  device.callWaiting(builder, call, "__warpsan_cpu_load_tile", builder.getVoidTy(),
                     {constantOf(device, shape), fragment, memory, stride});
  call.replaceAllUsesWith(builder.CreateLoad(call.getType(), fragment));
}

void lowerFragmentStore(DeviceModule &device, CallInst &call, TileShape shape, Value *stride,
                        ArrayRef<Value *> values) {
  IRBuilder<> builder(&call);
  shape.slots = values.size() * bytesIn(builder, values.front()->getType()) / bytesOf(shape.type);
  Value *memory = builder.CreateAddrSpaceCast(call.getArgOperand(0), builder.getPtrTy());
  device.callWaiting(builder, call, "__warpsan_cpu_store_tile", builder.getVoidTy(),
                     {constantOf(device, shape), storeAll(builder, values), memory, stride});
}

bool lowerFragment(DeviceModule &device, CallInst &call, ArrayRef<StringRef> tokens) {
  const std::optional<MatrixTile> tile = ptx::matrixTile(tokens);
  if (!tile)
    return false;
  SmallVector<Value *, 10> values(drop_begin(call.args()));
  Value *stride = ConstantInt::get(Type::getInt32Ty(call.getContext()), tile->lineElements());
  if (is_contained(tokens, "stride"))
    stride = values.pop_back_val();
  const TileShape shape = {tile->type, tile->rows, tile->columns, tile->byRows, 0};
  if (call.getType()->isVoidTy())
    lowerFragmentStore(device, call, shape, stride, values);
  else
    lowerFragmentLoad(device, call, shape, stride);
  return true;
}

/// Elements of an input fragment in each lane: those of halves are kept twice or
/// more in some shapes.
unsigned slotsOfInput(MatrixType type, unsigned elements) {
  return type == MatrixType::F16 ? 16 : elements / WarpSize;
}

/// wmma.<shape>.mma.<layout>.<layout>[.rn...].<types>[.satfinite]: of halves the
/// types are those of D and C, else one of A and B.
std::optional<ProductShape> productOf(ArrayRef<StringRef> tokens) {
  const std::optional<MatrixShape> shape = ptx::matrixShape(tokens);
  SmallVector<MatrixType, 2> types;
  for (StringRef token : tokens)
    if (std::optional<MatrixType> type = ptx::matrixType(token))
      types.push_back(*type);
  if (!shape || types.empty() || types.size() > 2)
    return std::nullopt;
  ProductShape product = {};
  product.m = shape->m;
  product.n = shape->n;
  product.k = shape->k;
  product.saturate = is_contained(tokens, "satfinite");
  if (types.size() == 2) {
    product.input = MatrixType::F16;
    product.sum = types[0];
    product.addend = types[1];
  } else {
    const bool isInteger = types[0] == MatrixType::S8 || types[0] == MatrixType::U8;
    product.input = types[0];
    product.sum = product.addend = isInteger                     ? MatrixType::S32
                                   : types[0] == MatrixType::F64 ? MatrixType::F64
                                                                 : MatrixType::F32;
  }
  product.slotsOfA = slotsOfInput(product.input, shape->m * shape->k);
  product.slotsOfB = slotsOfInput(product.input, shape->k * shape->n);
  product.slotsOfSum = shape->m * shape->n / WarpSize;
  return product;
}

bool lowerProduct(DeviceModule &device, CallInst &call, ArrayRef<StringRef> tokens) {
  const std::optional<ProductShape> product = productOf(tokens);
  if (!product)
    return false;
  IRBuilder<> builder(&call);
  SmallVector<Value *, 24> values(call.args());
  const uint64_t inputBytes =
      (product->slotsOfA + product->slotsOfB) * uint64_t(bytesOf(product->input));
  const size_t inputs = inputBytes / bytesIn(builder, values.front()->getType());
  if (inputs >= values.size())
    return false;
  Value *a = storeAll(builder, ArrayRef(values).take_front(inputs));
  Value *c = storeAll(builder, ArrayRef(values).drop_front(inputs));
  Value *sums = makeSlot(builder, call.getType());
  device.callWaiting(builder, call, "__warpsan_cpu_multiply", builder.getVoidTy(),
                     {constantOf(device, *product), sums, a, c});
  call.replaceAllUsesWith(builder.CreateLoad(call.getType(), sums));
  return true;
}

} // namespace

bool lowerMatrixIntrinsic(DeviceModule &device, CallInst &call, StringRef name) {
  const SmallVector<StringRef, 10> tokens(split(name, '.'));
  bool done = true;
  if (is_contained(tokens, "mma"))
    done = lowerProduct(device, call, tokens);
  else if (is_contained(tokens, "wmma"))
    done = lowerFragment(device, call, tokens);
  else if (const std::optional<MatrixTile> tile = ptx::matrixTile(tokens))
    lowerRows(device, call, *tile);
  else
    done = false;
  if (done)
    call.eraseFromParent();
  return done;
}

bool lowerMatrixRows(const PtxStatement &statement, const Instruction &at) {
  const ptx::Effects &effects = statement.effects;
  SmallVector<StringRef, 8> tokens(statement.text.modifiers.begin(),
                                   statement.text.modifiers.end());
  const std::optional<MatrixTile> tile = ptx::matrixTile(tokens);
  const bool isStore = statement.text.opcode == "stmatrix";
  if (!tile || !effects.address || (!isStore && statement.text.opcode != "ldmatrix"))
    return false;
  RowsOperation operation(statement.device, statement.builder, at, *tile);
  Value *row = statement.operands.address(statement.text.operands[*effects.address]);
  const Operand &registers = statement.text.operands[isStore ? *effects.data : *effects.result];
  if (!row || registers.parts.size() != operation.matrices())
    return false;
  if (!isStore)
    return all_of(zip(registers.parts, operation.load(row)), [&](auto pair) {
      return statement.operands.write(std::get<0>(pair), std::get<1>(pair));
    });
  SmallVector<Value *, 4> words;
  for (const Operand &part : registers.parts)
    words.push_back(statement.operands.read(part, statement.builder.getInt32Ty()));
  if (is_contained(words, nullptr))
    return false;
  operation.store(row, words);
  return true;
}

} // namespace warpsan::cpu
