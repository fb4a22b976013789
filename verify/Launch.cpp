//===- Launch.cpp - What all threads of a launch share ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "verify/Launch.h"
#include "analysis/IndexForms.h"
#include "verify/Kernel.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace warpsan::verify {
namespace {

constexpr unsigned RegisterBits = 32;
/// Most blocks that a grid has in each dimension.
constexpr std::array<uint32_t, Dimensions> MostBlocks{0x7fffffff, 0xffff, 0xffff};

/// Of a block.
constexpr uint32_t MostThreads = 1024;

// What counterexamples should stay below, if they can.
constexpr uint64_t FewBlocks = 4, FewThreads = 128, FewAcross = 4, SmallParameter = 1000;

constexpr std::array<char, Dimensions> Axis{'x', 'y', 'z'};

} // namespace

z3::expr resized(const z3::expr &value, unsigned bits, bool isSigned) {
  const unsigned has = value.get_sort().bv_size();
  if (has == bits)
    return value;
  if (has > bits)
    return value.extract(bits - 1, 0);
  return isSigned ? z3::sext(value, bits - has) : z3::zext(value, bits - has);
}

z3::expr bitOf(const z3::expr &formula) {
  z3::context &context = formula.ctx();
  return z3::ite(formula, context.bv_val(1, 1), context.bv_val(0, 1));
}

LaunchTerms::LaunchTerms(z3::context &context, const Kernel &code,
                         const LaunchAssumptions &assumptions)
    : solverContext(context), kernel(code) {
  const BlockBounds bounds = launchBounds(kernel.function());
  for (unsigned i = 0; i < Dimensions; ++i) {
    std::optional<uint32_t> threads = assumptions.block[i];
    if (!threads && bounds.isExact)
      threads = bounds.most[i];
    const uint32_t most = assumptions.mostThreads[i].value_or(bounds.most[i]);
    block.push_back(extent(threads, most, std::string("blockDim.") + Axis[i]));
    const uint32_t mostBlocks = assumptions.mostBlocks[i].value_or(MostBlocks[i]);
    grid.push_back(extent(assumptions.grid[i], mostBlocks, std::string("gridDim.") + Axis[i]));
  }
  const z3::expr threads = block[0] * block[1] * block[2];
  if (!threads.simplify().is_numeral())
    addFact(z3::ule(threads, context.bv_val(MostThreads, RegisterBits)));
}

z3::expr LaunchTerms::extent(std::optional<uint32_t> assumed, uint32_t most,
                             const std::string &name) {
  if (assumed || most == 1)
    return solverContext.bv_val(assumed.value_or(1), RegisterBits);
  z3::expr term = solverContext.bv_const(name.c_str(), RegisterBits);
  addFact(z3::uge(term, solverContext.bv_val(1, RegisterBits)));
  addFact(z3::ule(term, solverContext.bv_val(most, RegisterBits)));
  return term;
}

/// Of as few bits as it takes: what is surely zero costs the solver nothing.
z3::expr LaunchTerms::indexIn(const z3::expr &extent, const std::string &name) {
  if (!extent.is_numeral()) {
    z3::expr index = symbol(name, RegisterBits);
    addFact(z3::ult(index, extent));
    return index;
  }
  const uint64_t count = extent.get_numeral_uint64();
  if (count <= 1)
    return solverContext.bv_val(0, RegisterBits);
  const unsigned bits = Log2_64_Ceil(count);
  z3::expr index = symbol(name, bits);
  if (!isPowerOf2_64(count))
    addFact(z3::ult(index, solverContext.bv_val(count, bits)));
  return z3::zext(index, RegisterBits - bits);
}

z3::expr LaunchTerms::parameter(ParameterField field, unsigned bits) {
  const Argument *argument = kernel.function().getArg(field.parameter);
  std::string name = kernel.nameOf(*argument);
  if (argument->hasByValAttr())
    name += "+" + std::to_string(field.offset);
  const std::string unique =
      name + "#" + std::to_string(field.parameter) + "/" + std::to_string(bits);
  z3::expr term = solverContext.bv_const(unique.c_str(), bits);
  named.emplace(unique, Parameter{std::move(name), field, term});
  return term;
}

std::vector<z3::expr> LaunchTerms::wishes() const {
  const auto most = [&](const z3::expr &term, uint64_t value) {
    return z3::ule(term, solverContext.bv_val(value, term.get_sort().bv_size()));
  };
  const auto areSmall = [&](const std::vector<z3::expr> &extents, uint64_t x) {
    return most(extents[0], x) && most(extents[1], FewAcross) && most(extents[2], FewAcross);
  };
  const auto areFlat = [&](const std::vector<z3::expr> &extents) {
    return most(extents[1], 1) && most(extents[2], 1);
  };
  z3::expr parameters = solverContext.bool_val(true);
  for (const auto &[unique, parameter] : named)
    if (parameter.term.get_sort().bv_size() > Log2_64_Ceil(SmallParameter))
      parameters = parameters && most(parameter.term, SmallParameter);
  return {areSmall(grid, FewBlocks), areFlat(grid), areSmall(block, FewThreads), areFlat(block),
          parameters};
}

z3::expr LaunchTerms::apply(StringRef function, ArrayRef<z3::expr> arguments, unsigned bits) {
  std::string name = function.str();
  z3::sort_vector domain(solverContext);
  z3::expr_vector values(solverContext);
  for (const z3::expr &argument : arguments) {
    z3::expr value = argument.is_bool() ? bitOf(argument) : argument;
    name += "/" + std::to_string(value.get_sort().bv_size());
    domain.push_back(value.get_sort());
    values.push_back(value);
  }
  name += ":" + std::to_string(bits);
  if (arguments.empty())
    return solverContext.bv_const(name.c_str(), bits);
  return z3::function(name.c_str(), domain, solverContext.bv_sort(bits))(values);
}

z3::expr LaunchTerms::symbol(const std::string &name, unsigned bits) {
  const std::string unique = name + "!" + std::to_string(uses[name]++);
  return solverContext.bv_const(unique.c_str(), bits);
}

} // namespace warpsan::verify
