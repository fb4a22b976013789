//===- TextWriter.cpp - Reports for people ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/TextWriter.h"
#include "report/Classes.h"
#include "report/Folding.h"
#include "report/ShortName.h"
#include "report/Snippet.h"
#include "report/Suppressions.h"
#include <algorithm>
#include <cstdio>

namespace warpsan::report {

namespace {

constexpr char Rule[] = "==================\n";

std::string text(uint64_t value) { return std::to_string(value); }

std::string hex(uint64_t value) {
  char digits[24];
  std::snprintf(digits, sizeof digits, "0x%llx", static_cast<unsigned long long>(value));
  return digits;
}

std::string text(const Index3 &index) {
  return std::string("(") + text(index[0]) + "," + text(index[1]) + "," + text(index[2]) + ")";
}

const char *scopeWord(Scope scope) {
  switch (scope) {
  case Scope::None:
    return "no";
  case Scope::Block:
    return "block";
  case Scope::Cluster:
    return "cluster";
  case Scope::Device:
    return "device";
  case Scope::System:
    return "system";
  }
  return "unknown";
}

const char *prefixOf(const Access &access) {
  if (access.isVolatile)
    return "volatile ";
  if (access.isNonCoherent)
    return "non-coherent ";
  return access.isMatrix ? "matrix " : "";
}

std::string kindText(const Access &access) {
  const std::string scope = std::string(" (") + scopeWord(access.scope) + " scope)";
  const std::string prefix = prefixOf(access);
  const std::string bulk = access.isBulk ? "bulk " : "";
  switch (access.kind) {
  case AccessKind::Read:
    return prefix + bulk + "read";
  case AccessKind::Write:
    return prefix + bulk + "write";
  case AccessKind::AtomicLoad:
    return "atomic load" + scope;
  case AccessKind::AtomicStore:
    return "atomic store" + scope;
  case AccessKind::AtomicRmw:
    return "atomic update" + scope;
  }
  return "access";
}

std::string sizedKind(const Access &access) {
  if (!access.siteKnown)
    return "access";
  return kindText(access) + (access.size ? " of size " + text(access.size) : "");
}

std::string addressText(abi::Space space, uint64_t address) {
  if (space == abi::Space::Shared)
    return "shared memory offset " + hex(address);
  return hex(address);
}

std::string threadText(const ThreadPosition &position) {
  return "thread " + text(position.thread) + " of block " + text(position.block) + " [warp " +
         text(position.warp) + ", lane " + text(position.lane) + "]";
}

std::string whoText(const Access &access) {
  switch (access.known) {
  case abi::Known::Thread:
    return threadText(access.position);
  case abi::Known::Warp:
    return "another lane of this warp";
  case abi::Known::Block:
    return "another thread of this block";
  case abi::Known::Grid:
    return "a thread of another block";
  }
  return "another thread";
}

} // namespace

std::string accessText(const Access &access) {
  return sizedKind(access) + " by " + whoText(access);
}

namespace {

std::string frameText(const Access &access, size_t index) {
  const Frame &frame = access.frames[index];
  std::string line = "    #" + text(index) + " " + frame.function;
  if (frame.file.empty())
    return line + " access " + text(access.ordinal) + " (no debug info)\n";
  line += " " + frame.file + ":" + text(frame.line);
  if (frame.column)
    line.append(":").append(text(frame.column));
  // All but the outermost function of a chain have been inlined into the next.
  return line + (index + 1 < access.frames.size() ? " [inlined]\n" : "\n");
}

std::string framesText(const Access &access) {
  if (!access.siteKnown)
    return "    line not known (no room for it in the shadow cell)\n";
  std::string lines;
  for (size_t i = 0; i < access.frames.size(); ++i)
    lines += frameText(access, i);
  return lines;
}

/// The frames stand under it.
std::string accessHead(const std::string &line, const TextStyle &style) {
  return folded("  " + line, style.page.columns, 6) + ":\n";
}

std::string accessLines(const Access &access, const std::string &address, const TextStyle &style) {
  std::string kind = sizedKind(access);
  kind[0] = char(kind[0] - 'a' + 'A');
  const std::string at = address.empty() ? "" : " at " + address;
  return accessHead(kind + at + " by " + threadText(access.position), style) + framesText(access);
}

/// Of two accesses of a counterexample none is the earlier one.
const char *previousWord(const Report &report) {
  return report.detector == Detector::Proofs ? "other" : "earlier";
}

std::string accessesText(const Report &report, const TextStyle &style) {
  const std::string address =
      report.hasAddress() ? addressText(report.space, report.address) : std::string();
  std::string previous = previousText(report);
  previous[0] = char(previous[0] - 'a' + 'A');
  return accessLines(report.current, address, style) + accessHead(previous, style) +
         framesText(report.previous);
}

std::string field(const std::string &label, const std::string &text, const TextStyle &style) {
  const std::string start = "  " + label + ": ";
  return text.empty() ? "" : folded(start + text, style.page.columns, start.size()) + "\n";
}

/// Marks are short: the block is named if it tells the two threads apart.
std::string markText(const Access &access, bool namesBlock) {
  if (access.known != abi::Known::Thread)
    return kindText(access) + " by " + whoText(access);
  return kindText(access) + " by thread " + text(access.position.thread) +
         (namesBlock ? " of block " + text(access.position.block) : "");
}

Mark markOf(const Access &access, std::string label, Paint paint) {
  const Frame inner = access.frames.empty() ? Frame{} : access.frames.front();
  return {inner.file, inner.line, inner.column, std::move(label), paint, inner.directory};
}

std::string sourceText(const std::vector<Mark> &marks, const TextStyle &style) {
  return style.sources ? snippetText(marks, *style.sources, style.page) : "";
}

std::string sourceText(const Report &report, const TextStyle &style) {
  const bool namesBlock = report.relation == Relation::Grid;
  return sourceText(
      {markOf(report.current, markText(report.current, namesBlock), Paint::Warning),
       markOf(report.previous,
              std::string(previousWord(report)) + " " + markText(report.previous, namesBlock),
              Paint::Secondary)},
      style);
}

std::string elementText(const Report &report) {
  const uint64_t offset = report.object.offset;
  const uint64_t size = report.current.size;
  std::string line = std::string("byte ") + text(offset);
  if (size > 1 && offset % size == 0)
    line += " (element " + text(offset / size) + " of size " + text(size) + ")";
  return line;
}

std::string extentText(const Object &object, abi::Space space) {
  const std::string where = object.where.empty() ? "" : " (" + object.where + ")";
  const std::string extent = object.size ? ", " + text(object.size) + " bytes" : "";
  const std::string memory = space == abi::Space::Shared ? "shared" : "global";
  switch (object.kind) {
  case ObjectKind::Unknown:
    return memory + " memory";
  case ObjectKind::Allocation:
    return "allocation by " + object.name + where + extent;
  case ObjectKind::Heap:
    return object.name + extent;
  case ObjectKind::Region:
    return "region '" + object.name + "'" + where + extent;
  case ObjectKind::Parameter:
    return "what '" + object.name + "' leads to";
  case ObjectKind::Variable:
    return memory + " variable '" + object.name + "'" + where + extent;
  }
  return {};
}

std::string timesText(uint64_t count, bool isKnown) {
  std::string line = isKnown ? "" : "at least ";
  line += text(count) + (count == 1 ? " time" : " times");
  return isKnown ? line : line + " (the run ended before the count could be read)";
}

std::string countText(const Report &report) {
  std::string line =
      report.detector == Detector::Proofs
          ? text(report.count) + (report.count == 1 ? " pair" : " pairs") + " of accesses"
          : timesText(report.count, report.countKnown);
  for (size_t i = 0; i < report.otherKinds.size(); ++i)
    line += (i == 0 ? "; also " : ", ") + report.otherKinds[i];
  if (report.unknownPartners && report.previous.siteKnown)
    line += "; " + text(report.unknownPartners) + " with an earlier line that is not known";
  return line;
}

/// Only for a pair with one store: two are a class of their own.
std::string sameValueText(const Report &report) {
  if (!report.sameValue || report.raceClass == RaceClass::SameValue ||
      report.detector == Detector::Proofs)
    return {};
  return "the store did not change the value in this run";
}

std::string detectorText(const Report &report) {
  const char *what =
      report.relation == abi::Relation::Grid ? "launch" : "code between two barriers";
  switch (report.detector) {
  case Detector::States:
    return {};
  case Detector::Values:
    return std::string("ld (two passes of the ") + what + " differed in their values)";
  case Detector::Proofs:
    return "verify (a counterexample, whose two threads the compiler ran)";
  }
  return {};
}

std::string givenText(const Report &report) {
  std::string line;
  for (const std::string &each : report.given)
    line += (line.empty() ? "" : ", ") + each;
  return line;
}

std::string launchText(const Launch &launch) {
  const std::string where = launch.where.empty() ? "" : " at " + launch.where;
  const std::string number = launch.number ? " " + text(launch.number) : "";
  return launch.kernel + ", launch" + number + where + ", grid " + text(launch.grid) + ", block " +
         text(launch.block);
}

std::string headline(const std::string &what, const TextStyle &style) {
  return painted("WARNING: WarpSan: " + what, Paint::Warning, style.page.color) + "\n";
}

std::string neighbourText(const Neighbour &neighbour) {
  const std::string object = extentText(neighbour.object, abi::Space::Global);
  const bool isInside = neighbour.object.offset < neighbour.object.size;
  if (neighbour.isBehind && neighbour.distance == 0)
    return (isInside ? "free memory of the " : "right behind ") + object;
  return text(neighbour.distance) + (neighbour.distance == 1 ? " byte " : " bytes ") +
         (neighbour.isBehind ? "behind " : "in front of ") + object;
}

std::string freedText(const OutOfBounds &found) {
  const std::optional<Object> &freed = found.around.freed;
  if (!freed)
    return {};
  return "byte " + text(freed->offset) + " of " + extentText(*freed, found.space) +
         ", freed before launch " + text(found.around.freedBefore);
}

std::string nearestText(const OutOfBounds &found) {
  if (found.space == abi::Space::Shared)
    return "outside the shared memory of the block";
  return found.around.nearest ? neighbourText(*found.around.nearest) : "no allocation is known";
}

/// Merged reports tell who saw it.
std::string seenByText(const SeenBy &seen) {
  if (seen.processes == 1 && seen.ranks.empty())
    return {};
  std::string line = text(seen.processes) + (seen.processes == 1 ? " process" : " processes");
  for (size_t i = 0; i < seen.ranks.size(); ++i)
    line += (i == 0 ? ", ranks " : ",") + seen.ranks[i];
  return line;
}

bool lacksLine(const Access &access) {
  return access.frames.empty() || access.frames.front().file.empty();
}

bool lacksLines(const RunReport &run) {
  const auto lacks = [](const auto &found) { return lacksLine(found); };
  return std::ranges::any_of(run.races, lacks, &Report::current) ||
         std::ranges::any_of(run.outOfBounds, lacks, &OutOfBounds::access);
}

void shorten(Access &access) {
  for (Frame &frame : access.frames)
    frame.function = shortName(frame.function);
}

Report withShortNames(Report report) {
  shorten(report.current);
  shorten(report.previous);
  report.launch.kernel = shortName(report.launch.kernel);
  report.object.name = shortName(report.object.name);
  return report;
}

OutOfBounds withShortNames(OutOfBounds found) {
  shorten(found.access);
  found.launch.kernel = shortName(found.launch.kernel);
  if (found.around.nearest)
    found.around.nearest->object.name = shortName(found.around.nearest->object.name);
  if (found.around.freed)
    found.around.freed->name = shortName(found.around.freed->name);
  return found;
}

std::string noteText(const std::string &note) { return "WarpSan: " + note + "\n"; }

} // namespace

std::string previousText(const Report &report) {
  return std::string(previousWord(report)) + " " + accessText(report.previous);
}

std::string objectText(const Report &report) {
  return extentText(report.object, report.space) + ", " + elementText(report);
}

std::string surroundingsText(const OutOfBounds &found) {
  const std::string freed = freedText(found);
  return nearestText(found) + (freed.empty() ? "" : "; " + freed);
}

std::string writeText(const Report &full, const TextStyle &style) {
  const Report report = withShortNames(full);
  const std::string what = std::string("data race (") + classTitle(report.raceClass) + ")";
  return Rule + headline(what, style) + sourceText(report, style) + accessesText(report, style) +
         field("Memory", objectText(report), style) +
         field("Kernel", launchText(report.launch), style) +
         field("Given", givenText(report), style) +
         field("Reason", classReason(report.raceClass), style) +
         field("Repair", repairOf(report), style) + field("Note", sameValueText(report), style) +
         field("Detector", detectorText(report), style) +
         field(report.detector == Detector::Proofs ? "Refuted" : "Seen", countText(report), style) +
         field("In", seenByText(report.seenBy), style) + field("Schedule", report.schedule, style) +
         Rule;
}

std::string writeText(const OutOfBounds &full, const TextStyle &style) {
  const OutOfBounds found = withShortNames(full);
  const Mark mark = markOf(found.access, markText(found.access, true), Paint::Warning);
  return Rule + headline("out of bounds", style) + sourceText({mark}, style) +
         accessLines(found.access, addressText(found.space, found.address), style) +
         field("Memory", nearestText(found), style) + field("Freed", freedText(found), style) +
         field("Kernel", launchText(found.launch), style) +
         field("Reason", OutOfBoundsReason, style) +
         field("Seen", timesText(found.count, found.countKnown), style) +
         field("In", seenByText(found.seenBy), style) + field("Schedule", found.schedule, style) +
         Rule;
}

std::string writeText(const BarrierDivergence &divergence) {
  const std::string warp =
      "  block " + text(divergence.block) + ", warp " + text(divergence.warp) + ": ";
  return "WarpSan: barrier divergence in kernel " + shortName(divergence.kernel) + ": " +
         DivergenceReason + "\n" + warp + "lanes " + hex(divergence.lanes) + ": " +
         divergence.barrier + "\n" + warp + "other lanes: " + divergence.otherBarrier + "\n";
}

std::string writeText(const RunReport &run, const TextStyle &style) {
  std::string all;
  for (const Report &race : run.races)
    all += race.suppressed ? "" : writeText(race, style);
  for (const OutOfBounds &found : run.outOfBounds)
    all += found.suppressed ? "" : writeText(found, style);
  for (const BarrierDivergence &divergence : run.divergences)
    all += writeText(divergence);
  if (lacksLines(run))
    all += noteText("no debug information: compile with -gline-tables-only for source lines");
  all += verdictLine(run.summary) + reasonLines(run.summary);
  for (const std::string &note : run.notes)
    all += noteText(note);
  return all + usageText(run.suppressions, style.countsSuppressions);
}

} // namespace warpsan::report
