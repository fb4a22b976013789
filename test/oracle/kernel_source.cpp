//===- kernel_source.cpp - Kernels as CUDA ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/oracle/kernel_source.h"
#include <cctype>

namespace warpsan::oracle {

namespace {

constexpr const char *Patterns[] = {
#define ORACLE_OPERATOR(Name, Operands, Value, IsDefined) #Value,
#include "test/oracle/operators.def"
};

constexpr const char *PtxOf[] = {
#define ORACLE_KIND(Name, Form, Type, Order, Scope, Ptx) Ptx,
#include "test/oracle/kinds.def"
};

bool isWord(char letter) { return std::isalnum(uint8_t(letter)) || letter == '_'; }

std::string textOf(const Expression &expression);

/// The letters a, b and c that are names stand for operands.
std::string substituted(const std::string &pattern, const std::vector<Expression> &operands) {
  std::string text;
  for (size_t i = 0; i < pattern.size(); ++i) {
    const bool isName =
        (i == 0 || !isWord(pattern[i - 1])) && (i + 1 == pattern.size() || !isWord(pattern[i + 1]));
    const size_t operand = pattern[i] - 'a';
    if (isName && operand < operands.size())
      text += textOf(operands[operand]);
    else
      text += pattern[i];
  }
  return text;
}

std::string textOf(const Expression &expression) {
  const std::string number = std::to_string(expression.number);
  switch (expression.op) {
  case Operator::Constant:
    return number + "u";
  case Operator::Local:
    return "x" + number;
  case Operator::Parameter:
    return "n" + number;
  default:
    return "(" + substituted(Patterns[unsigned(expression.op)], expression.operands) + ")";
  }
}

/// Of 64 bits as atomics have it.
std::string typeOf(uint32_t bytes) {
  return bytes == 8 ? "unsigned long long" : "uint" + std::to_string(bytes * 8) + "_t";
}

std::string unsizedName(uint32_t bytes) { return "unsized" + std::to_string(bytes); }

std::string joined(const std::vector<std::string> &parts) {
  std::string all;
  for (const std::string &part : parts)
    all += (all.empty() ? "" : ", ") + part;
  return all;
}

} // namespace

KernelSource::KernelSource() {
  put("#include <cstdint>");
  for (const uint32_t bytes : {1, 2, 4, 8})
    put("extern __shared__ __align__(8) " + typeOf(bytes) + " " + unsizedName(bytes) + "[];");
}

void KernelSource::put(const std::string &text) {
  lines += std::string(2 * depth, ' ') + text + "\n";
  ++nextLine;
}

std::string KernelSource::nameOf(const Array &array) const {
  if (array.space == Array::Unsized)
    return unsizedName(array.bytes);
  const std::string number = std::to_string(&array - kernel->arrays.data());
  return array.space == Array::Variable ? name + "_a" + number : "a" + number;
}

/// In words of the array or of others.
std::string KernelSource::placeOf(const Statement &access) const {
  const Array &array = kernel->arrays[access.array];
  std::string base = nameOf(array);
  if (access.otherArray != access.array)
    base = "(" + textOf(access.isOther) + " ? " + nameOf(kernel->arrays[access.otherArray]) +
           " : " + base + ")";
  if (array.bytes != access.bytes)
    base = "((" + typeOf(access.bytes) + " *)" + base + ")";
  const std::string index = textOf(access.index);
  return base + "[" + (access.isSigned ? "int(" + index + ")" : index) + "]";
}

/// What atomicAdd is in clang's headers, whose lines would stand for the kernel's.
std::string KernelSource::atomicOf(const Statement &access) const {
  const bool isWide = access.bytes == 8;
  const std::string scope = access.type == Statement::AtomicOfBlock ? "cta_" : "";
  return "__nvvm_atom_" + scope + "add_gen_" + (isWide ? "ll((long long *)&" : "i((int *)&") +
         placeOf(access) + ", " + textOf(access.value) + ")";
}

std::string KernelSource::strongOf(const Statement &access) const {
  const Form form = Kinds[size_t(access.kind)].form;
  const bool returns = form == Form::Load || form == Form::Add, takes = form != Form::Load;
  const std::string reg = access.bytes == 8 ? "\"l\"(" : "\"r\"(", type = typeOf(access.bytes);
  return "{ " + type + " old; asm volatile(\"" + PtxOf[size_t(access.kind)] +
         "\" : " + (returns ? "\"=" + reg.substr(1) + "old)" : "") + " : \"l\"(&" +
         placeOf(access) + ")" +
         (takes ? ", " + reg + "(" + type + ")" + textOf(access.value) + ")" : "") +
         " : \"memory\"); }";
}

void KernelSource::putBranch(const Statement &statement) {
  put("if (" + textOf(statement.condition) + ") {");
  put(statement.body);
  if (!statement.otherwise.empty()) {
    put("} else {");
    put(statement.otherwise);
  }
  put("}");
}

void KernelSource::putLoop(const Statement &statement) {
  const std::string variable = textOf({Operator::Local, statement.local, {}});
  put("for (" + variable + " = " + textOf(statement.index) + "; " + textOf(statement.condition) +
      "; " + variable + " = " + textOf(statement.value) + ") {");
  put(statement.body);
  put("}");
}

void KernelSource::put(const std::vector<Statement> &list) {
  ++depth;
  for (const Statement &statement : list)
    put(statement);
  --depth;
}

void KernelSource::put(const Statement &statement) {
  const std::string variable = textOf({Operator::Local, statement.local, {}});
  statements[nextLine] = statement.number;
  switch (statement.type) {
  case Statement::Set:
    return put(variable + " = " + textOf(statement.value) + ";");
  case Statement::Read:
    return put(variable + " = " + placeOf(statement) + ";");
  case Statement::Write:
    return put(placeOf(statement) + " = " + textOf(statement.value) + ";");
  case Statement::Atomic:
  case Statement::AtomicOfBlock:
    return put(variable + " = " + atomicOf(statement) + ";");
  case Statement::Strong:
    return put(strongOf(statement));
  case Statement::If:
    return putBranch(statement);
  case Statement::Loop:
    return putLoop(statement);
  case Statement::Barrier:
    return put("__syncthreads();");
  case Statement::WarpBarrier:
    return put("__syncwarp();");
  case Statement::Break:
    return put("break;");
  case Statement::Return:
    return put("return;");
  }
}

void KernelSource::putVariables() {
  for (const Array &array : kernel->arrays)
    if (array.space == Array::Variable)
      put("__device__ __align__(8) " + typeOf(array.bytes) + " " + nameOf(array) + "[" +
          std::to_string(array.count) + "];");
}

void KernelSource::putHead() {
  std::vector<std::string> parameters;
  for (uint32_t i = 0; i < kernel->parameters.size(); ++i)
    parameters.push_back("unsigned " + textOf({Operator::Parameter, i, {}}));
  for (const Array &array : kernel->arrays)
    if (array.space == Array::Parameter)
      parameters.push_back(typeOf(array.bytes) + " *" + nameOf(array));
  put("extern \"C\" __global__ void " + name + "(" + joined(parameters) + ") {");
}

void KernelSource::add(const Kernel &added, const std::string &called) {
  kernel = &added;
  name = called;
  putVariables();
  putHead();
  ++depth;
  for (const Array &array : kernel->arrays)
    if (array.space == Array::Shared)
      put("__shared__ __align__(8) " + typeOf(array.bytes) + " " + nameOf(array) + "[" +
          std::to_string(array.count) + "];");
  for (uint32_t i = 0; i < kernel->locals; ++i)
    put("unsigned " + textOf({Operator::Local, i, {}}) + " = 0;");
  --depth;
  put(kernel->body);
  put("}");
}

} // namespace warpsan::oracle
