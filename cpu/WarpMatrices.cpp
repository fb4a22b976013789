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

//===--- mma ---------------------------------------------------------------===//

/// mma.sync.aligned.<shape>.row.col[.satfinite].<D>.<A>.<B>.<C>
std::optional<ProductShape> productOf(const ptx::Statement &text) {
  const SmallVector<StringRef, 12> tokens(text.modifiers.begin(), text.modifiers.end());
  const std::optional<MatrixShape> shape = ptx::matrixShape(tokens);
  SmallVector<MatrixType, 4> types;
  for (StringRef token : tokens)
    if (std::optional<MatrixType> type = ptx::matrixType(token))
      types.push_back(*type);
  // Any other word, such as .sp, means another operation.
  constexpr size_t plainTokens = 9;
  const bool saturates = is_contained(tokens, "satfinite");
  if (!shape || types.size() != 4 || tokens.size() != plainTokens + saturates || shape->m != 16 ||
      shape->n != 8 || types[1] != types[2] || types[1] == MatrixType::F64)
    return std::nullopt;
  ProductShape product = {};
  product.m = shape->m;
  product.n = shape->n;
  product.k = shape->k;
  product.sum = types[0];
  product.input = types[1];
  product.addend = types[3];
  product.slotsOfA = shape->m * shape->k / WarpSize;
  product.slotsOfB = shape->n * shape->k / WarpSize;
  product.slotsOfSum = shape->m * shape->n / WarpSize;
  product.saturate = saturates;
  return product;
}

/// Appends the registers of an operand that holds `elements` elements.
bool readFragment(const PtxStatement &s, unsigned index, unsigned elements, MatrixType type,
                  SmallVectorImpl<Value *> &words) {
  const std::vector<Operand> &parts = s.text.operands[index].parts;
  if (parts.size() * sizeof(uint32_t) != elements * uint64_t(bytesOf(type)))
    return false;
  for (const Operand &part : parts)
    words.push_back(s.operands.read(part, s.builder.getInt32Ty()));
  return !is_contained(words, nullptr);
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

bool lowerMatrixProduct(const PtxStatement &statement, const Instruction &at) {
  const std::optional<ProductShape> product = productOf(statement.text);
  if (!product || statement.operandCount() != 4)
    return false;
  SmallVector<Value *, 8> inputs, addends;
  if (!readFragment(statement, 1, product->slotsOfA, product->input, inputs) ||
      !readFragment(statement, 2, product->slotsOfB, product->input, inputs) ||
      !readFragment(statement, 3, product->slotsOfSum, product->addend, addends))
    return false;
  const std::vector<Operand> &results = statement.text.operands[0].parts;
  if (results.size() * sizeof(uint32_t) != product->slotsOfSum * uint64_t(bytesOf(product->sum)))
    return false;
  IRBuilder<> &builder = statement.builder;
  Type *word = builder.getInt32Ty();
  Value *sums = makeSlot(builder, ArrayType::get(word, results.size()));
  statement.device.callWaiting(builder, at, "__warpsan_cpu_multiply_16x8", builder.getVoidTy(),
                               {constantOf(statement.device, *product), sums,
                                storeAll(builder, inputs), storeAll(builder, addends)});
  for (auto [i, result] : enumerate(results))
    if (!statement.operands.write(
            result, builder.CreateLoad(word, builder.CreateConstInBoundsGEP1_32(word, sums, i))))
      return false;
  return true;
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
  const ptx::OperandRef values = isStore ? effects.data : effects.result;
  if (!values)
    return false;
  const Operand &registers = statement.text.operands[*values];
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
