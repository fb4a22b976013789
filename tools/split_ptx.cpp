//===- split_ptx.cpp - Kernels and runtime of a module apart ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/split_ptx.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warpsan {
namespace {

constexpr StringLiteral RuntimePrefixes[] = {"__warpsan_", "_ZN7warpsan6device"};

bool startsWithAny(StringRef text, ArrayRef<StringLiteral> prefixes) {
  return any_of(prefixes, [&](StringRef prefix) { return text.starts_with(prefix); });
}

/// Without what says who may link to it.
StringRef withoutLinkage(StringRef statement) {
  for (const StringRef linkage : {".visible ", ".weak "})
    statement.consume_front(linkage);
  return statement;
}

/// `.func NAME` or `.func (RESULT) NAME`.
bool isOfRuntime(StringRef statement) {
  statement = withoutLinkage(statement);
  if (!statement.consume_front(".func"))
    return false;
  statement = statement.ltrim();
  if (statement.starts_with("("))
    statement = statement.drop_front(statement.find(')') + 1).ltrim();
  return startsWithAny(statement, RuntimePrefixes);
}

/// With a body, or a declaration.
bool isFunction(StringRef line) {
  if (line.consume_front(".extern "))
    return line.starts_with(".func");
  return startsWithAny(withoutLinkage(line), {".func", ".entry"});
}

class Splitter {
public:
  explicit Splitter(StringRef ptx) : rest(ptx) {}

  std::optional<SplitPtx> split() {
    while (!rest.empty())
      put(takeStatement());
    if (!hasRuntime)
      return std::nullopt;
    return std::move(parts);
  }

private:
  StringRef takeLine() {
    const StringRef line = rest.take_until([](char c) { return c == '\n'; });
    rest = rest.drop_front(std::min(line.size() + 1, rest.size()));
    return line;
  }

  /// A line, but of a function all of it: its brace stands in the first column.
  StringRef takeStatement() {
    const char *start = rest.data();
    StringRef line = takeLine();
    if (!isFunction(line))
      return line;
    bool hasBody = line.starts_with("{");
    while (!rest.empty() && !line.starts_with("}") && (hasBody || !line.rtrim().ends_with(";"))) {
      line = takeLine();
      hasBody |= line.starts_with("{");
    }
    return {start, size_t(line.end() - start)};
  }

  void put(StringRef statement) {
    if (isOfRuntime(statement))
      putRuntime(withoutLinkage(statement));
    else if (startsWithAny(withoutLinkage(statement), {".global ", ".const "}))
      putVariable(withoutLinkage(statement));
    else
      putOther(statement);
  }

  void putRuntime(StringRef function) {
    const size_t body = function.find("\n{");
    const bool isDeclaration = body == StringRef::npos;
    hasRuntime |= !isDeclaration;
    parts.runtime += (Twine(".visible ") + function + "\n").str();
    parts.kernels +=
        (Twine(".extern ") + function.take_front(body) + (isDeclaration ? "\n" : "\n;\n")).str();
  }

  void putVariable(StringRef variable) {
    const StringRef declaration =
        variable.take_until([](char c) { return c == '=' || c == ';'; }).rtrim();
    parts.kernels += (Twine(".visible ") + variable + "\n").str();
    parts.runtime += (Twine(".extern ") + declaration + ";\n").str();
  }

  void putOther(StringRef statement) {
    const bool isOfBoth = startsWithAny(
        statement.ltrim(), {".version", ".target", ".address_size", ".file", ".extern"});
    parts.kernels += (statement + "\n").str();
    if (isOfBoth)
      parts.runtime += (statement + "\n").str();
  }

  StringRef rest;
  SplitPtx parts;
  bool hasRuntime = false;
};

} // namespace

std::optional<SplitPtx> splitPtx(StringRef ptx) { return Splitter(ptx).split(); }

} // namespace warpsan
