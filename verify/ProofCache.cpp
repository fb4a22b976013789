//===- ProofCache.cpp - Outcomes that are known already --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "verify/ProofCache.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA1.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <dlfcn.h>

using namespace llvm;

namespace warpsan::verify {
namespace {

/// Of the file that this code is in: another prover may say something else.
std::string digestOfProver() {
  Dl_info file;
  if (!dladdr(reinterpret_cast<void *>(&digestOfProver), &file))
    return "";
  const auto content = MemoryBuffer::getFile(file.dli_fname);
  return content ? toHex(SHA1::hash(arrayRefFromStringRef((*content)->getBuffer()))) : "";
}

bool eraseUnused(Module &module, const Function &kept) {
  bool isChanged = false;
  for (GlobalValue &value : make_early_inc_range(module.global_values())) {
    value.removeDeadConstantUsers();
    if (!value.use_empty() || &value == &kept)
      continue;
    value.eraseFromParent();
    isChanged = true;
  }
  return isChanged;
}

/// The kernel alone, with what it refers to. Attributes and metadata of the text count, too.
std::string codeOf(const Function &kernel) {
  ValueToValueMapTy values;
  const std::unique_ptr<Module> copy =
      CloneModule(*kernel.getParent(), values, [&](const GlobalValue *value) {
        return value == &kernel || isa<GlobalVariable>(value);
      });
  StripDebugInfo(*copy);
  while (eraseUnused(*copy, *cast<Function>(values.lookup(&kernel))))
    ;
  copy->setModuleIdentifier("");
  copy->setSourceFileName("");
  std::string text;
  raw_string_ostream out(text);
  copy->print(out, nullptr);
  return text;
}

void writeExtents(raw_ostream &out, const LaunchAssumptions::Extents &extents) {
  for (const std::optional<uint32_t> &extent : extents)
    out << extent.value_or(0) << ' ';
}

std::string questionOf(const Kernel &kernel, const ProverOptions &options) {
  std::string text;
  raw_string_ostream out(text);
  const LaunchAssumptions &launch = options.launch;
  for (const auto *extents : {&launch.block, &launch.grid, &launch.mostThreads, &launch.mostBlocks})
    writeExtents(out, *extents);
  out << unsigned(options.warps) << options.allowsSameValue << options.isWithinBlocks
      << options.asksForEnds << kernel.mayAlias() << ' ' << options.limits.steps << ' '
      << options.guessLimits.steps;
  // Counterexamples have the names that the source gives, which the code has not.
  for (const Argument &argument : kernel.function().args())
    out << '\n' << kernel.nameOf(argument);
  for (const Access &access : kernel.accesses())
    out << '\n'
        << access.bytes << ' ' << access.alignment << ' ' << access.reads << access.writes
        << access.isStrong << access.isOfBlock << (access.stored != nullptr)
        << (access.instruction != nullptr);
  return text;
}

std::string keyOf(const Kernel &kernel, const ProverOptions &options) {
  static const std::string prover = digestOfProver();
  SHA1 hash;
  for (const std::string &part : {prover, codeOf(kernel.function()), questionOf(kernel, options)}) {
    hash.update(part);
    hash.update(StringRef("\0", 1));
  }
  return toHex(hash.final(), /*LowerCase=*/true);
}

json::Array arrayOf(const std::array<uint32_t, Dimensions> &numbers) {
  return json::Array(numbers);
}

json::Value valueOf(const Witness &witness) {
  json::Array threads, parameters, memory;
  for (const ThreadWitness &thread : witness.threads)
    threads.push_back(json::Array{arrayOf(thread.block), arrayOf(thread.thread)});
  for (const GivenNumber &row : witness.parameters)
    parameters.push_back(
        json::Array{row.name, row.field.parameter, row.field.offset, row.bytes, row.value});
  for (const MemoryContent &row : witness.memory)
    memory.push_back(json::Array{row.object, row.offset, row.bytes, row.value});
  return json::Object{{"relation", unsigned(witness.relation)},
                      {"threads", std::move(threads)},
                      {"blockDim", arrayOf(witness.blockDim)},
                      {"gridDim", arrayOf(witness.gridDim)},
                      {"object", witness.object},
                      {"offset", witness.offset},
                      {"parameters", std::move(parameters)},
                      {"memory", std::move(memory)}};
}

json::Value valueOf(const PairOutcome &pair) {
  json::Object result{{"first", pair.first},
                      {"second", pair.second},
                      {"verdict", unsigned(pair.verdict)},
                      {"doubts", pair.doubts.mask()},
                      {"storesSame", pair.storesSame}};
  if (pair.witness)
    result["witness"] = valueOf(*pair.witness);
  return result;
}

json::Value valueOf(const Outcome &outcome, const Kernel &kernel) {
  json::Array open, barriers, within;
  for (const PairOutcome &pair : outcome.open)
    open.push_back(valueOf(pair));
  for (const auto &[number, instruction] : enumerate(instructions(kernel.function())))
    for (const BarrierOutcome &row : outcome.barriers)
      if (row.barrier == &instruction)
        barriers.push_back(json::Array{int64_t(number), unsigned(row.verdict)});
  for (const bool stays : outcome.staysWithin)
    within.push_back(unsigned(stays));
  return json::Object{{"pairs", outcome.pairs},          {"queries", outcome.queries},
                      {"reason", outcome.reason},        {"open", std::move(open)},
                      {"barriers", std::move(barriers)}, {"staysWithin", std::move(within)}};
}

} // namespace

// Found by the types that they read.

static bool fromJSON(const json::Value &value, ThreadWitness &thread, json::Path path) {
  std::vector<std::vector<uint32_t>> indices;
  if (!json::fromJSON(value, indices, path) || indices.size() != 2 ||
      any_of(indices, [](const auto &index) { return index.size() != Dimensions; }))
    return false;
  copy(indices[0], thread.block.begin());
  copy(indices[1], thread.thread.begin());
  return true;
}

/// The members of an array, in their order.
template <typename... Members>
static bool readRow(const json::Value &value, json::Path path, Members &...members) {
  const json::Array *row = value.getAsArray();
  unsigned next = 0;
  return row && row->size() == sizeof...(members) &&
         (json::fromJSON((*row)[next++], members, path) && ...);
}

static bool fromJSON(const json::Value &value, GivenNumber &number, json::Path path) {
  return readRow(value, path, number.name, number.field.parameter, number.field.offset,
                 number.bytes, number.value);
}

static bool fromJSON(const json::Value &value, MemoryContent &content, json::Path path) {
  return readRow(value, path, content.object, content.offset, content.bytes, content.value);
}

static bool fromJSON(const json::Value &value, Witness &witness, json::Path path) {
  json::ObjectMapper map(value, path);
  unsigned relation = 0;
  std::vector<ThreadWitness> threads;
  std::vector<uint32_t> block, grid;
  if (!map || !map.map("relation", relation) || !map.map("threads", threads) ||
      !map.map("blockDim", block) || !map.map("gridDim", grid) ||
      !map.map("object", witness.object) || !map.map("offset", witness.offset) ||
      !map.map("parameters", witness.parameters) || !map.map("memory", witness.memory) ||
      threads.size() != 2 || block.size() != Dimensions || grid.size() != Dimensions)
    return false;
  witness.relation = Relation(relation);
  copy(threads, witness.threads.begin());
  copy(block, witness.blockDim.begin());
  copy(grid, witness.gridDim.begin());
  return true;
}

static bool fromJSON(const json::Value &value, PairOutcome &pair, json::Path path) {
  json::ObjectMapper map(value, path);
  unsigned verdict = 0, doubts = 0;
  if (!map || !map.map("first", pair.first) || !map.map("second", pair.second) ||
      !map.map("verdict", verdict) || !map.map("doubts", doubts) ||
      !map.map("storesSame", pair.storesSame) || !map.mapOptional("witness", pair.witness))
    return false;
  pair.verdict = Verdict(verdict);
  pair.doubts = Doubts::ofMask(doubts);
  return true;
}

namespace {

std::optional<Outcome> outcomeOf(const json::Value &value, const Kernel &kernel) {
  json::Path::Root root;
  json::ObjectMapper map(value, root);
  Outcome outcome;
  std::vector<std::vector<unsigned>> barriers;
  std::vector<unsigned> staysWithin;
  if (!map || !map.map("pairs", outcome.pairs) || !map.map("queries", outcome.queries) ||
      !map.map("reason", outcome.reason) || !map.map("open", outcome.open) ||
      !map.map("barriers", barriers) || !map.map("staysWithin", staysWithin))
    return std::nullopt;
  outcome.staysWithin.assign(staysWithin.begin(), staysWithin.end());
  for (const auto &[number, instruction] : enumerate(instructions(kernel.function())))
    for (const auto &row : barriers)
      if (row.size() == 2 && row[0] == number)
        outcome.barriers.push_back({&instruction, Verdict(row[1])});
  const unsigned count = kernel.accesses().size();
  const bool isWhole = outcome.barriers.size() == barriers.size() &&
                       all_of(outcome.open, [&](const PairOutcome &pair) {
                         return pair.first < count && pair.second < count;
                       });
  return isWhole ? std::optional(std::move(outcome)) : std::nullopt;
}

std::optional<Outcome> read(StringRef path, const Kernel &kernel) {
  const auto content = MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!content)
    return std::nullopt;
  Expected<json::Value> value = json::parse((*content)->getBuffer());
  if (!value) {
    consumeError(value.takeError());
    return std::nullopt;
  }
  return outcomeOf(*value, kernel);
}

/// Other compilers may do the same just now.
void write(StringRef path, const json::Value &value) {
  if (sys::fs::create_directories(sys::path::parent_path(path)))
    return;
  consumeError(writeToOutput(path, [&](raw_ostream &out) {
    out << value << '\n';
    return Error::success();
  }));
}

} // namespace

Outcome proveOnce(Kernel &kernel, const ProverOptions &options) {
  if (options.cache.empty())
    return prove(kernel, options);
  SmallString<128> path(options.cache);
  sys::path::append(path, keyOf(kernel, options) + ".json");
  if (std::optional<Outcome> known = read(path, kernel))
    return *std::move(known);
  Outcome outcome = prove(kernel, options);
  if (!outcome.endedLate)
    write(path, valueOf(outcome, kernel));
  return outcome;
}

} // namespace warpsan::verify
