//===- PassOptions.cpp - Options of the plugin -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/PassOptions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;

namespace warpsan {
namespace {

#define WARPSAN_PASS_OPTION(Field, Name, Default, Doc)                                             \
  cl::opt<std::string> Field##Option("warpsan-" Name, cl::desc(Doc), cl::init(Default), cl::Hidden);
#include "passes/PassOptions.def"

enum class Option : uint8_t {
#define WARPSAN_PASS_OPTION(Field, Name, Default, Doc) Field,
#include "passes/PassOptions.def"
};

struct Choice {
  Option option;
  uint8_t value;
  StringLiteral word;
  bool isAvailable;
};

constexpr Choice Choices[] = {
#define WARPSAN_PASS_CHOICE(Field, Value, Word, Available)                                         \
  {Option::Field, uint8_t(Field::Value), Word, Available},
#include "passes/PassOptions.def"
};

Error wrongValue(const cl::opt<std::string> &option, const Twine &why,
                 ArrayRef<StringRef> allowed) {
  std::string text = ("-" + option.ArgStr + "=" + option.getValue() + ": " + why).str();
  if (!allowed.empty())
    text += "; allowed: " + join(allowed, ", ");
  return createStringError(text);
}

Error choose(const cl::opt<std::string> &option, Option id, uint8_t &value) {
  SmallVector<StringRef, 4> allowed;
  StringRef why = "unknown value";
  for (const Choice &choice : Choices) {
    if (choice.option != id)
      continue;
    if (choice.isAvailable)
      allowed.push_back(choice.word);
    if (choice.word != option.getValue())
      continue;
    value = choice.value;
    if (choice.isAvailable)
      return Error::success();
    why = "not available yet";
  }
  return wrongValue(option, why, allowed);
}

/// Words of the list apply from left to right; a list that starts with a
/// no-word starts from all.
Error chooseElisions(ElisionSet &elisions) {
  SmallVector<StringRef, 8> words;
  StringRef(ElideOption.getValue()).split(words, ',', -1, /*KeepEmpty=*/false);
  const bool startsFull = words.empty() || words.front().starts_with("no-");
  elisions = startsFull ? ElisionSet::all() : ElisionSet::none();
  for (StringRef word : words) {
    if (word == "all" || word == "none") {
      elisions = word == "all" ? ElisionSet::all() : ElisionSet::none();
      continue;
    }
    const bool on = !word.consume_front("no-");
    const auto *row = find(ElisionSwitches, word);
    if (row == std::end(ElisionSwitches)) {
      SmallVector<StringRef, 8> allowed{"all", "none"};
      append_range(allowed, ElisionSwitches);
      return wrongValue(ElideOption, "unknown value", allowed);
    }
    elisions.set(row - std::begin(ElisionSwitches), on);
  }
  return Error::success();
}

Error chooseRange(SiteRange &range) {
  if (SiteRangeOption.empty())
    return Error::success();
  auto [low, high] = StringRef(SiteRangeOption.getValue()).split(':');
  if (low.getAsInteger(10, range.low) || high.getAsInteger(10, range.high))
    return wrongValue(SiteRangeOption, "not two numbers", {"lo:hi"});
  return Error::success();
}

/// A number, ..number for at most that, or * for any.
bool readExtent(StringRef word, ExtentRange &extent) {
  extent = {};
  word = word.trim();
  if (word == "*")
    return true;
  std::optional<uint32_t> &place = word.consume_front("..") ? extent.most : extent.exact;
  uint32_t number = 0;
  if (word.getAsInteger(10, number) || number == 0)
    return false;
  place = number;
  return true;
}

/// Extents of a block or grid, those left out being 1.
Error chooseExtents(const cl::opt<std::string> &option, std::array<ExtentRange, 3> &extents) {
  constexpr StringLiteral Form = "x[,y[,z]], each a number, ..number or *";
  if (option.empty())
    return Error::success();
  SmallVector<StringRef, 3> words;
  StringRef(option.getValue()).split(words, ',');
  if (words.size() > extents.size())
    return wrongValue(option, "more than three numbers", {Form});
  extents.fill({1, std::nullopt});
  for (auto [word, extent] : zip(words, extents))
    if (!readExtent(word, extent))
      return wrongValue(option, "not a number above 0", {Form});
  return Error::success();
}

Error chooseSeconds(std::optional<unsigned> &seconds) {
  if (ProofSecondsOption.empty())
    return Error::success();
  unsigned number = 0;
  if (StringRef(ProofSecondsOption.getValue()).getAsInteger(10, number) || number == 0)
    return wrongValue(ProofSecondsOption, "not a number above 0", {});
  seconds = number;
  return Error::success();
}

std::string assumptionsGiven() {
  std::string text;
  for (const cl::opt<std::string> *option : {&BlockOption, &GridOption, &PairsOption,
                                             &ParametersOption, &WarpsOption, &SameValueOption}) {
    if (option->getValue() == option->getDefault().getValue())
      continue;
    StringRef name = option->ArgStr;
    name.consume_front("warpsan-");
    text += ((text.empty() ? "" : " ") + name + "=" + option->getValue()).str();
  }
  return text;
}

} // namespace

Expected<PassOptions> PassOptions::parse() {
  PassOptions options;
  uint8_t mode = 0, when = 0, volatileRule = 0, poll = 0, target = 0, yield = 0, cells = 0,
          warps = 0, sameValue = 0, pairs = 0, parameters = 0, proofs = 0;
  if (Error error = choose(ModeOption, Option::Mode, mode))
    return error;
  if (Error error = choose(WhenOption, Option::When, when))
    return error;
  if (Error error = choose(VolatileOption, Option::Volatile, volatileRule))
    return error;
  if (Error error = choose(PollOption, Option::Poll, poll))
    return error;
  if (Error error = choose(TargetOption, Option::Target, target))
    return error;
  if (Error error = choose(YieldOption, Option::Yield, yield))
    return error;
  if (Error error = choose(CellsOption, Option::Cells, cells))
    return error;
  if (Error error = choose(WarpsOption, Option::Warps, warps))
    return error;
  if (Error error = choose(SameValueOption, Option::SameValue, sameValue))
    return error;
  if (Error error = choose(ParametersOption, Option::Parameters, parameters))
    return error;
  if (Error error = choose(ProofsOption, Option::Proofs, proofs))
    return error;
  if (Error error = choose(PairsOption, Option::Pairs, pairs))
    return error;
  if (Error error = chooseExtents(BlockOption, options.block))
    return error;
  if (Error error = chooseExtents(GridOption, options.grid))
    return error;
  if (Error error = chooseSeconds(options.proofSeconds))
    return error;
  if (Error error = chooseElisions(options.elisions))
    return error;
  if (Error error = chooseRange(options.siteRange))
    return error;
  options.mode = warpsan::Mode(mode);
  options.when = warpsan::When(when);
  options.volatileRule = warpsan::Volatile(volatileRule);
  options.poll = warpsan::Poll(poll);
  options.target = warpsan::Target(target);
  options.yield = warpsan::Yield(yield);
  options.cells = warpsan::Cells(cells);
  options.runtime = RuntimeOption.getValue();
  options.warps = warpsan::Warps(warps);
  options.sameValue = warpsan::SameValue(sameValue);
  options.parameters = warpsan::Parameters(parameters);
  options.proofs = warpsan::Proofs(proofs);
  options.pairs = warpsan::Pairs(pairs);
  options.assumptions = assumptionsGiven();
  options.proofReport = ProofReportOption.getValue();
  options.proofDump = ProofDumpOption.getValue();
  options.proofCache = ProofCacheOption.getValue();
  options.repair = RepairOption.getValue();
  return options;
}

std::optional<PassOptions> PassOptions::parseQuietly() {
  Expected<PassOptions> options = parse();
  if (options)
    return *options;
  consumeError(options.takeError());
  return std::nullopt;
}

} // namespace warpsan
