//===- VerifyReport.cpp - What mode verify prints --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/VerifyReport.h"
#include "analysis/Names.h"
#include "passes/Checks.h"
#include "passes/Diagnostics.h"

#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace warpsan {
namespace {

using verify::Verdict;

constexpr StringLiteral VerdictWords[] = {"proved", "unknown", "possible", "refuted"};
constexpr StringLiteral DoubtWords[] = {
#define WARPSAN_DOUBT(Name, Word, Doc) Word,
#include "verify/doubts.def"
};
constexpr StringLiteral DoubtDocs[] = {
#define WARPSAN_DOUBT(Name, Word, Doc) Doc,
#include "verify/doubts.def"
};

/// Of what memory holds, in texts: the file has all.
constexpr size_t MostContents = 4;

std::string textOf(const DebugLoc &place) {
  if (!place)
    return "unknown line";
  return (place->getFilename() + ":" + Twine(place.getLine()) + ":" + Twine(place.getCol())).str();
}

std::string textOf(const std::array<uint32_t, 3> &index) {
  return ("(" + Twine(index[0]) + "," + Twine(index[1]) + "," + Twine(index[2]) + ")").str();
}

std::string textOf(const verify::ThreadWitness &thread) {
  return "thread " + textOf(thread.thread) + " of block " + textOf(thread.block);
}

std::string textOf(const VerifiedAccess &access) {
  return (names::Kind[unsigned(access.facts->access.kind)] + " at " + textOf(access.place)).str();
}

std::string textOf(const VerifiedKernel &kernel, const verify::PairOutcome &pair) {
  std::string text;
  raw_string_ostream out(text);
  const VerifiedAccess &first = kernel.accesses[pair.first], &second = kernel.accesses[pair.second];
  switch (pair.verdict) {
  case Verdict::Refuted:
    out << "data race: ";
    break;
  case Verdict::Possible:
    out << "possible data race: ";
    break;
  default:
    out << "not proved free of races: ";
    break;
  }
  out << names::Kind[unsigned(first.facts->access.kind)] << " and " << textOf(second);
  if (pair.witness) {
    const verify::Witness &witness = *pair.witness;
    out << ", by " << textOf(witness.threads[0]) << " and " << textOf(witness.threads[1])
        << ", of ";
    const std::string &object = kernel.objects[witness.object].name;
    out << (object.empty() ? "unknown memory" : object) << "+" << witness.offset
        << " with blocks of " << textOf(witness.blockDim) << " in a grid of "
        << textOf(witness.gridDim);
    for (const verify::GivenNumber &parameter : witness.parameters)
      out << ", " << parameter.name << "=" << parameter.value;
    for (const verify::MemoryContent &content : ArrayRef(witness.memory).take_front(MostContents))
      out << ", " << kernel.objects[content.object].name << "+" << content.offset << " holding "
          << content.value;
    if (witness.memory.size() > MostContents)
      out << " and " << witness.memory.size() - MostContents << " more";
  }
  for (unsigned i = 0; i < std::size(DoubtWords); ++i)
    if (pair.doubts.has(verify::Doubt(i)))
      out << "; in doubt: " << DoubtDocs[i];
  return text;
}

/// At the place of an access, if it is known.
void diagnose(const Function &function, const DebugLoc &place, const Twine &text, bool isError) {
  const DiagnosticLocation location =
      place ? DiagnosticLocation(place) : DiagnosticLocation(function.getSubprogram());
  function.getContext().diagnose(DiagnosticInfoUnsupported(function, "warpsan: " + text, location,
                                                           isError ? DS_Error : DS_Warning));
}

json::Object objectOf(const verify::GivenNumber &parameter) {
  return json::Object{{"name", parameter.name},
                      {"parameter", parameter.field.parameter},
                      {"field", parameter.field.offset},
                      {"bytes", parameter.bytes},
                      {"value", parameter.value}};
}

/// Of a parameter: which pointer leads to it.
json::Object objectOf(const verify::MemoryContent &content, const verify::Object &object) {
  json::Object result{{"object", object.name},
                      {"offset", content.offset},
                      {"bytes", content.bytes},
                      {"value", content.value}};
  if (object.kind == verify::Object::Kind::Parameter) {
    result["parameter"] = object.field.parameter;
    result["field"] = object.field.offset;
  }
  return result;
}

json::Object frameOf(const DILocation &location, const SubprogramNames &names) {
  const DISubprogram &subprogram = *location.getScope()->getSubprogram();
  return json::Object{{"function", names.of(subprogram)},
                      {"file", location.getFilename()},
                      {"line", location.getLine()},
                      {"column", location.getColumn()},
                      {"first_line", subprogram.getLine()}};
}

/// Innermost first; without debug information the function that the access stands in.
json::Array framesOf(const VerifiedAccess &access, const SubprogramNames &names) {
  json::Array frames;
  for (const DILocation *at = access.place.get(); at; at = at->getInlinedAt())
    frames.push_back(frameOf(*at, names));
  if (frames.empty())
    frames.push_back(json::Object{
        {"function", demangle(access.facts->function)}, {"file", ""}, {"line", 0}, {"column", 0}});
  return frames;
}

/// As in reports of runs (report/JsonMembers.h).
json::Object objectOf(const VerifiedAccess &access, const SubprogramNames &names) {
  const MemoryAccess &facts = access.facts->access;
  json::Object result{{"kind", names::Kind[unsigned(facts.kind)]},
                      {"scope", names::Scope[unsigned(facts.scope)]},
                      {"size", access.size},
                      {"volatile", bool(facts.flags & abi::SiteVolatile)},
                      {"bulk", bool(facts.flags & abi::SiteBulk)},
                      {"matrix", bool(facts.flags & abi::SiteMatrix)},
                      {"non_coherent", bool(facts.flags & abi::SiteNonCoherent)},
                      {"ordinal", access.facts->ordinal},
                      {"frames", framesOf(access, names)}};
  if (!access.intended.empty())
    result["intended"] = access.intended;
  return result;
}

json::Array arrayOf(ArrayRef<VerifiedAccess> accesses, const SubprogramNames &names) {
  json::Array rows;
  for (const VerifiedAccess &access : accesses)
    rows.push_back(objectOf(access, names));
  return rows;
}

StringRef kindOf(const verify::Object &object) {
  if (object.kind == verify::Object::Kind::Parameter)
    return "parameter";
  return object.variable ? "variable" : "unknown";
}

abi::Space spaceOf(const verify::Object &object) {
  if (object.isOfBlock())
    return abi::Space::Shared;
  return object.isGlobal() ? abi::Space::Global : abi::Space::Unknown;
}

json::Object objectOf(const verify::Object &object, const VerifiedFile &file) {
  json::Object result{{"kind", kindOf(object)},
                      {"name", object.name},
                      {"space", names::Space[unsigned(spaceOf(object))]},
                      {"only", !object.isOfBlock() || file.sharedVariables == 1}};
  if (!object.variable)
    return result;
  const VariableName named = nameOf(*object.variable);
  if (named.line)
    result["where"] = (named.file + ":" + Twine(named.line)).str();
  const DataLayout &layout = object.variable->getDataLayout();
  result["size"] = layout.getTypeAllocSize(object.variable->getValueType()).getFixedValue();
  return result;
}

json::Object objectOf(const VerifiedKernel &kernel, const VerifiedFile &file,
                      const verify::Witness &witness) {
  json::Object result{{"object", objectOf(kernel.objects[witness.object], file)},
                      {"block", json::Array(witness.blockDim)},
                      {"grid", json::Array(witness.gridDim)},
                      {"offset", witness.offset}};
  json::Array threads;
  for (const verify::ThreadWitness &row : witness.threads)
    threads.push_back(
        json::Object{{"thread", json::Array(row.thread)}, {"block", json::Array(row.block)}});
  result["threads"] = std::move(threads);
  json::Array parameters, memory;
  for (const verify::GivenNumber &parameter : witness.parameters)
    parameters.push_back(objectOf(parameter));
  for (const verify::MemoryContent &content : witness.memory)
    memory.push_back(objectOf(content, kernel.objects[content.object]));
  result["parameters"] = std::move(parameters);
  result["memory"] = std::move(memory);
  return result;
}

json::Array wordsOf(verify::Doubts doubts) {
  json::Array words;
  for (unsigned i = 0; i < std::size(DoubtWords); ++i)
    if (doubts.has(verify::Doubt(i)))
      words.push_back(DoubtWords[i]);
  return words;
}

json::Object objectOf(const VerifiedKernel &kernel, const VerifiedFile &file,
                      const verify::PairOutcome &pair) {
  json::Object result{{"first", textOf(kernel.accesses[pair.first])},
                      {"second", textOf(kernel.accesses[pair.second])},
                      {"accesses", json::Array{pair.first, pair.second}},
                      {"verdict", VerdictWords[unsigned(pair.verdict)]},
                      {"doubts", wordsOf(pair.doubts)},
                      {"same_value", pair.storesSame}};
  if (pair.witness)
    result["witness"] = objectOf(kernel, file, *pair.witness);
  return result;
}

json::Array placesOf(ArrayRef<verify::BarrierOutcome> barriers) {
  json::Array places;
  for (const verify::BarrierOutcome &row : barriers)
    places.push_back(textOf(row.barrier->getDebugLoc()));
  return places;
}

/// Names of files are relative to it.
std::string folderOf(const Function &function) {
  const DISubprogram *subprogram = function.getSubprogram();
  if (subprogram && !subprogram->getDirectory().empty())
    return subprogram->getDirectory().str();
  SmallString<128> path;
  return sys::fs::current_path(path) ? "" : path.str().str();
}

/// Why it is not proved, each once.
json::Array reasonsOf(const VerifiedKernel &kernel) {
  std::vector<std::string> reasons;
  const auto add = [&](std::string reason) {
    if (!is_contained(reasons, reason))
      reasons.push_back(std::move(reason));
  };
  if (!kernel.outcome.reason.empty())
    add(kernel.outcome.reason);
  if (!kernel.outcome.barriers.empty())
    add("barrier divergence");
  for (const verify::PairOutcome &pair : kernel.outcome.open) {
    if (pair.verdict == Verdict::Unknown)
      add("limit");
    for (unsigned i = 0; i < std::size(DoubtWords); ++i)
      if (pair.doubts.has(verify::Doubt(i)))
        add(DoubtWords[i].str());
  }
  return json::Array(reasons);
}

} // namespace

StringRef VerifiedKernel::intended(const verify::PairOutcome &pair) const {
  const StringRef second = accesses[pair.second].intended;
  return second.empty() ? accesses[pair.first].intended : second;
}

Verdict VerifiedKernel::verdict() const {
  verify::Outcome counted = outcome;
  erase_if(counted.open, [&](const verify::PairOutcome &pair) { return !intended(pair).empty(); });
  return counted.verdict();
}

void VerifyReport::add(const VerifiedKernel &kernel) {
  const verify::Outcome &outcome = kernel.outcome;
  const Function &function = *kernel.function;
  for (const verify::BarrierOutcome &row : outcome.barriers)
    diagnose(function, row.barrier->getDebugLoc(),
             "some threads of a block may come to this barrier and others not", false);
  unsigned suppressed = 0;
  for (const verify::PairOutcome &pair : outcome.open) {
    const StringRef intended = kernel.intended(pair);
    if (intended.empty()) {
      diagnose(function, kernel.accesses[pair.first].place, textOf(kernel, pair),
               pair.verdict == Verdict::Refuted);
      continue;
    }
    ++suppressed;
    errs() << "WarpSan: suppressed " << textOf(kernel.accesses[pair.first]) << ": "
           << textOf(kernel, pair) << " (" << intended << ")\n";
  }
  if (!outcome.reason.empty())
    diagnose(function, {}, "kernel is not understood: " + outcome.reason, false);
  errs() << "WarpSan: kernel " << demangle(function.getName())
         << ": verdict=" << VerdictWords[unsigned(kernel.verdict())] << " pairs=" << outcome.pairs
         << " open=" << outcome.open.size() - suppressed
         << (suppressed ? " suppressed=" + std::to_string(suppressed) : "")
         << " divergent_barriers=" << outcome.barriers.size() << " queries=" << outcome.queries
         << format(" seconds=%.2f", kernel.seconds) << "\n";
  if (!path.empty())
    write(kernel);
}

void VerifyReport::write(const VerifiedKernel &kernel) const {
  json::Array pairs;
  for (const verify::PairOutcome &pair : kernel.outcome.open)
    pairs.push_back(objectOf(kernel, file, pair));
  const Function &function = *kernel.function;
  const json::Object row{{"type", "proof"},
                         {"schema", "warpsan-report/1"},
                         {"version", WARPSAN_VERSION},
                         {"kernel", function.getName()},
                         {"name", demangle(function.getName())},
                         {"unit", function.getParent()->getSourceFileName()},
                         {"directory", folderOf(function)},
                         {"architecture", function.getFnAttribute("target-cpu").getValueAsString()},
                         {"assumptions", file.assumptions},
                         {"verdict", VerdictWords[unsigned(kernel.verdict())]},
                         {"pairs", kernel.outcome.pairs},
                         {"queries", kernel.outcome.queries},
                         {"divergent_barriers", kernel.outcome.barriers.size()},
                         {"barriers", placesOf(kernel.outcome.barriers)},
                         {"seconds", kernel.seconds},
                         {"obstacle", names::Reason[unsigned(kernel.obstacle)]},
                         {"reasons", reasonsOf(kernel)},
                         {"accesses", arrayOf(kernel.accesses, file.names)},
                         {"own_accesses", arrayOf(kernel.ownAccesses, file.names)},
                         {"open", std::move(pairs)}};
  const std::string line = formatv("{0}\n", json::Value(json::Object(row)));
  std::error_code error;
  raw_fd_ostream out(path, error, sys::fs::CD_OpenAlways, sys::fs::FA_Write, sys::fs::OF_Append);
  if (error) {
    diagnose(*kernel.function, {}, "-warpsan-proof-report: " + error.message(), true);
    return;
  }
  // In one piece: compilers that run at once append to one file.
  out.SetUnbuffered();
  out << line;
}

} // namespace warpsan
