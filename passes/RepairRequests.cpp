//===- RepairRequests.cpp - Accesses that a report says race ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/RepairRequests.h"
#include "analysis/Names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace warpsan {
namespace {

bool isRepairedByAtomics(StringRef raceClass) {
  return StringSwitch<bool>(raceClass)
#define WARPSAN_RACE_CLASS(Name, Id, Title, Reason, Repair, Atomics) .Case(Id, Atomics)
#include "report/race_classes.def"
      .Default(false);
}

std::optional<abi::AccessKind> kindOf(StringRef word) {
  const auto *const found = find(names::Kind, word);
  if (found == std::end(names::Kind))
    return std::nullopt;
  return abi::AccessKind(found - std::begin(names::Kind));
}

/// Whether the access is an atomic that reaches them all: the other one is to change.
bool isDone(const json::Object &row, abi::Scope needed) {
  const auto *const scope = find(names::Scope, row.getString("scope").value_or("none"));
  return scope != std::end(names::Scope) && abi::Scope(scope - std::begin(names::Scope)) >= needed;
}

/// Of the threads that a race is between, at most.
abi::Scope scopeOf(StringRef relation) {
  return relation == "grid" ? abi::Scope::Device : abi::Scope::Block;
}

std::optional<RacyAccess> accessOf(const json::Object &row) {
  const json::Array *frames = row.getArray("frames");
  const json::Object *frame = frames && !frames->empty() ? frames->front().getAsObject() : nullptr;
  const auto kind = kindOf(row.getString("kind").value_or(""));
  if (!kind)
    return std::nullopt;
  RacyAccess access;
  access.kind = *kind;
  access.size = row.getInteger("size").value_or(0);
  if (!frame)
    return access;
  access.function = frame->getString("function").value_or("");
  access.file = frame->getString("file").value_or("");
  access.line = frame->getInteger("line").value_or(0);
  access.column = frame->getInteger("column").value_or(0);
  return access;
}

bool areOne(const RacyAccess &a, const RacyAccess &b) {
  return a.function == b.function && a.file == b.file && a.line == b.line && a.column == b.column &&
         a.kind == b.kind && a.size == b.size;
}

void add(std::vector<RacyAccess> &all, RacyAccess access) {
  const auto known = find_if(all, [&](const RacyAccess &row) { return areOne(row, access); });
  if (known == all.end()) {
    all.push_back(std::move(access));
    return;
  }
  known->needed = std::max(known->needed, access.needed);
  if (known->isRepairable()) {
    known->missing = std::move(access.missing);
    known->advice = std::move(access.advice);
  }
}

void addRace(std::vector<RacyAccess> &all, const json::Object &race) {
  const json::Array *accesses = race.getArray("accesses");
  if (!accesses)
    return;
  for (const json::Value &value : *accesses) {
    const json::Object *row = value.getAsObject();
    std::optional<RacyAccess> access = row ? accessOf(*row) : std::nullopt;
    const abi::Scope needed = scopeOf(race.getString("widest").value_or("grid"));
    if (!access || isDone(*row, needed))
      continue;
    access->needed = needed;
    access->race = race.getString("id").value_or("");
    if (!isRepairedByAtomics(race.getString("class").value_or(""))) {
      access->missing = race.getString("title").value_or("");
      access->advice = race.getString("repair").value_or("");
    }
    add(all, *std::move(access));
  }
}

bool isSuppressed(const json::Object &race) {
  const json::Value *suppressed = race.get("suppressed");
  return suppressed && suppressed->kind() != json::Value::Null;
}

} // namespace

Expected<std::vector<RacyAccess>> readRacyAccesses(StringRef path) {
  const auto file = MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!file)
    return createStringError(file.getError(), path + ": " + file.getError().message());
  std::vector<RacyAccess> all;
  SmallVector<StringRef, 32> lines;
  (*file)->getBuffer().split(lines, '\n', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  bool isReport = false;
  for (const auto &[number, line] : enumerate(lines)) {
    Expected<json::Value> value = json::parse(line);
    const json::Object *row = value ? value->getAsObject() : nullptr;
    if (!row)
      return joinErrors(
          createStringError(path + ":" + Twine(number + 1) + ": not a line of a JSON report"),
          value.takeError());
    const StringRef type = row->getString("type").value_or("");
    isReport |= type == "run";
    if (type == "race" && !isSuppressed(*row))
      addRace(all, *row);
  }
  if (!isReport)
    return createStringError(path + ": not a JSON report (WARPSAN_OPTIONS=format=json)");
  return all;
}

} // namespace warpsan
