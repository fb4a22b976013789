//===- SourceNames.cpp - Names that reports give to code and data ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/SourceNames.h"

#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/GlobalVariable.h"

using namespace llvm;

namespace warpsan {

void SubprogramNames::add(const DISubprogram &subprogram, StringRef mangled) {
  known[&subprogram] = demangle(mangled);
}

std::string SubprogramNames::of(const DISubprogram &subprogram) const {
  if (const auto found = known.find(&subprogram); found != known.end())
    return found->second;
  const StringRef linkage = subprogram.getLinkageName();
  return demangle(linkage.empty() ? subprogram.getName() : linkage);
}

VariableName nameOf(const GlobalVariable &variable) {
  SmallVector<DIGlobalVariableExpression *, 1> debug;
  variable.getDebugInfo(debug);
  if (debug.empty())
    return {demangle(variable.getName()), {}, 0};
  const DIGlobalVariable &description = *debug.front()->getVariable();
  return {description.getName().str(), description.getFilename(), description.getLine()};
}

} // namespace warpsan
