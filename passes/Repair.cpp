//===- Repair.cpp - Racy accesses made atomic ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Before anything else changes the code, so that an access of the report is one instruction of
// the function that the source has it in, and what is checked afterwards is the repaired program.
//===----------------------------------------------------------------------===//
#include "passes/Repair.h"
#include "analysis/InlineAsmCall.h"
#include "analysis/Names.h"
#include "passes/Diagnostics.h"
#include "passes/PassOptions.h"
#include "passes/RelaxedAccess.h"
#include "passes/RepairRequests.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace warpsan {
namespace {

/// What the report wants of an instruction: it reads and writes in one, if it copies.
struct Task {
  SmallVector<const MemoryAccess *, 2> accesses;
  SmallVector<const RacyAccess *, 2> requests;

  abi::Scope scope() const {
    abi::Scope widest = abi::Scope::Block;
    for (const RacyAccess *request : requests)
      widest = std::max(widest, request->needed);
    return widest;
  }
  /// The first that atomics do not repair, or null.
  const RacyAccess *obstacle() const {
    const auto *const found =
        find_if(requests, [](const RacyAccess *row) { return !row->isRepairable(); });
    return found == requests.end() ? nullptr : *found;
  }
};

class Repairer {
public:
  Repairer(Module &module, ArrayRef<RacyAccess> racy) : module(module), all(racy) {
    for (const RacyAccess &row : racy)
      byFunction[row.function].push_back(&row);
  }

  bool run();

private:
  using Tasks = MapVector<Instruction *, Task>;

  void repair(Function &function, ArrayRef<const RacyAccess *> requests);
  void repair(Instruction &instruction, Tasks &tasks);
  void tell(const Task &task, const Relaxed &outcome);
  void tellLost() const;

  Module &module;
  AsmDecoder decoder;
  ArrayRef<RacyAccess> all;
  StringMap<SmallVector<const RacyAccess *, 4>> byFunction;
  SmallPtrSet<const RacyAccess *, 16> found;
  unsigned repaired = 0, refused = 0;
};

bool isAt(const DebugLoc &place, const RacyAccess &request) {
  return place && place.getLine() == request.line && place.getCol() == request.column &&
         sys::path::filename(place->getFilename()) == sys::path::filename(request.file);
}

bool isAt(const MemoryAccess &access, const RacyAccess &request) {
  return isAt(access.instruction->getDebugLoc(), request) && access.kind == request.kind &&
         (request.size == 0 || access.size == 0 || access.size == request.size);
}

/// A call, at one of the places, of a function that debug information leaves out; or null. Reports
/// name the call for what it does.
CallBase *helperCall(Function &function, ArrayRef<const RacyAccess *> requests) {
  for (Instruction &instruction : instructions(function)) {
    auto *call = dyn_cast<CallBase>(&instruction);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    if (callee && !callee->isDeclaration() && !callee->getSubprogram() && callee != &function &&
        any_of(requests, [&](const RacyAccess *row) { return isAt(call->getDebugLoc(), *row); }))
      return call;
  }
  return nullptr;
}

/// So that only the accesses of this call change.
void inlineHelpers(Function &function, ArrayRef<const RacyAccess *> requests) {
  constexpr unsigned MostCalls = 1000; // helpers may call themselves
  for (unsigned i = 0; i < MostCalls; ++i) {
    CallBase *call = helperCall(function, requests);
    InlineFunctionInfo info;
    if (!call || !InlineFunction(*call, info).isSuccess())
      return;
  }
}

void tell(const RacyAccess &request, StringRef severity, const Twine &text) {
  errs() << request.file << ":" << request.line << ":" << request.column << ": " << severity
         << ": warpsan: " << names::Kind[unsigned(request.kind)] << " " << text << " (race "
         << request.race << ")\n";
}

void Repairer::repair(Instruction &instruction, Tasks &tasks) {
  const Task task = tasks.lookup(&instruction);
  if (task.requests.empty()) // was part of an update
    return;
  if (const RacyAccess *obstacle = task.obstacle()) {
    refused += task.requests.size();
    warpsan::tell(*obstacle, "warning",
                  "not repaired: atomics order nothing, and this is a " + obstacle->missing +
                      "; what repairs it: " + obstacle->advice);
    return;
  }
  Relaxed outcome;
  Instruction *load = updateOf(instruction);
  const auto part = tasks.find(load);
  // A load that has to stay as it is keeps its store from becoming one with it.
  if (load && part != tasks.end() && part->second.obstacle())
    load = nullptr;
  if (load) {
    abi::Scope scope = task.scope();
    if (part != tasks.end()) {
      scope = std::max(scope, part->second.scope());
      repaired += part->second.requests.size();
      part->second = {};
    }
    outcome = relaxUpdate(instruction, scope);
  } else {
    outcome = relax(instruction, task.accesses, task.scope());
  }
  (outcome.isDone ? repaired : refused) += task.requests.size();
  tell(task, outcome);
}

void Repairer::tell(const Task &task, const Relaxed &outcome) {
  for (const RacyAccess *request : task.requests)
    if (outcome.isDone)
      warpsan::tell(*request, "remark",
                    "is " + outcome.words + " of " + names::Scope[unsigned(task.scope())] +
                        " scope now");
    else
      warpsan::tell(*request, "warning", "not repaired: " + outcome.words);
}

/// Those of other files, and of headers that other files include, are theirs.
void Repairer::tellLost() const {
  const StringRef file = sys::path::filename(module.getSourceFileName());
  for (const RacyAccess &request : all)
    if (request.line == 0)
      errs() << "WarpSan: repair: race " << request.race << " has no lines: compile with -g\n";
    else if (!found.contains(&request) && sys::path::filename(request.file) == file)
      warpsan::tell(request, "warning", "not found: is the source another one now?");
}

/// Stores first: the load of an update goes with its store.
void Repairer::repair(Function &function, ArrayRef<const RacyAccess *> requests) {
  inlineHelpers(function, requests);
  const auto accesses = collectAccesses(function, decoder, VolatileRule::Marked);
  Tasks tasks;
  for (const MemoryAccess &access : accesses)
    for (const RacyAccess *request : requests)
      if (isAt(access, *request)) {
        Task &task = tasks[access.instruction];
        task.accesses.push_back(&access);
        task.requests.push_back(request);
        found.insert(request);
      }
  SmallVector<Instruction *, 16> order[2];
  for (Instruction *instruction : make_first_range(tasks))
    order[!instruction->mayWriteToMemory()].push_back(instruction);
  for (Instruction *instruction : concat<Instruction *>(order[0], order[1]))
    repair(*instruction, tasks);
}

bool Repairer::run() {
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    const auto requests = byFunction.find(demangle(function.getName()));
    if (requests != byFunction.end())
      repair(function, requests->second);
  }
  tellLost();
  if (repaired + refused)
    errs() << "WarpSan: repair: repaired=" << repaired << " refused=" << refused << "\n";
  return repaired != 0;
}

} // namespace

PreservedAnalyses RepairPass::run(Module &module, ModuleAnalysisManager & /*analyses*/) {
  const std::optional<PassOptions> options = PassOptions::parseQuietly();
  if (!module.getTargetTriple().isNVPTX() || !options || options->repair.empty())
    return PreservedAnalyses::all();
  Expected<std::vector<RacyAccess>> racy = readRacyAccesses(options->repair);
  if (!racy) {
    reportError(module, "-warpsan-repair: " + toString(racy.takeError()));
    return PreservedAnalyses::all();
  }
  return Repairer(module, *racy).run() ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace warpsan
