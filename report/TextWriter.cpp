//===- TextWriter.cpp - Reports for people ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/TextWriter.h"
#include "report/Classes.h"
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

std::string addressText(const Report &report) {
  if (report.space == abi::Space::Shared)
    return "shared memory offset " + hex(report.address);
  return hex(report.address);
}

std::string threadText(const ThreadPosition &position) {
  return "thread " + text(position.thread) + " of block " + text(position.block) + " [warp " +
         text(position.warp) + ", lane " + text(position.lane) + "]";
}

std::string previousThreadText(const Access &access) {
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

std::string accessesText(const Report &report) {
  std::string kind = sizedKind(report.current);
  kind[0] = char(kind[0] - 'a' + 'A');
  return "  " + kind + " at " + addressText(report) + " by " + threadText(report.current.position) +
         ":\n" + framesText(report.current) + "  Earlier " + sizedKind(report.previous) + " by " +
         previousThreadText(report.previous) + ":\n" + framesText(report.previous);
}

std::string elementText(const Report &report) {
  const uint64_t offset = report.object.offset;
  const uint64_t size = report.current.size;
  std::string line = std::string("byte ") + text(offset);
  if (size > 1 && offset % size == 0)
    line += " (element " + text(offset / size) + " of size " + text(size) + ")";
  return line;
}

std::string objectText(const Report &report) {
  const Object &object = report.object;
  const std::string where = object.where.empty() ? "" : " (" + object.where + ")";
  const std::string extent = object.size ? ", " + text(object.size) + " bytes" : "";
  const std::string space = report.space == abi::Space::Shared ? "shared" : "global";
  switch (object.kind) {
  case ObjectKind::Unknown:
    return space + " memory, " + elementText(report);
  case ObjectKind::Allocation:
    return "allocation by " + object.name + where + extent + ", " + elementText(report);
  case ObjectKind::Variable:
    return space + " variable '" + object.name + "'" + where + extent + ", " + elementText(report);
  }
  return {};
}

std::string countText(const Report &report) {
  std::string line = report.countKnown ? "" : "at least ";
  line += text(report.count) + (report.count == 1 ? " time" : " times");
  if (!report.countKnown)
    line += " (the run ended before the count could be read)";
  for (size_t i = 0; i < report.otherKinds.size(); ++i)
    line += (i == 0 ? "; also " : ", ") + report.otherKinds[i];
  if (report.unknownPartners && report.previous.siteKnown)
    line += "; " + text(report.unknownPartners) + " with an earlier line that is not known";
  return line;
}

/// Only for a pair with one store: two are a class of their own.
std::string sameValueText(const Report &report) {
  if (!report.sameValue || report.raceClass == RaceClass::SameValue)
    return {};
  return "  Note: the store did not change the value in this run\n";
}

std::string launchText(const Launch &launch) {
  const std::string where = launch.where.empty() ? "" : " at " + launch.where;
  return launch.kernel + ", launch " + text(launch.number) + where + ", grid " +
         text(launch.grid) + ", block " + text(launch.block);
}

std::string scheduleText(const Report &report) {
  return report.schedule.empty() ? "" : "  Schedule: " + report.schedule + "\n";
}

std::string headline(const Report &report, const TextStyle &style) {
  const std::string line =
      std::string("WARNING: WarpSan: data race (") + classTitle(report.raceClass) + ")";
  return style.color ? "\033[1;31m" + line + "\033[0m\n" : line + "\n";
}

} // namespace

std::string writeText(const Report &report, const TextStyle &style) {
  return Rule + headline(report, style) + accessesText(report) + "  Memory: " + objectText(report) +
         "\n  Kernel: " + launchText(report.launch) +
         "\n  Reason: " + classReason(report.raceClass) +
         "\n  Repair: " + classRepair(report.raceClass) + "\n" + sameValueText(report) +
         "  Seen: " + countText(report) + "\n" + scheduleText(report) + Rule;
}

} // namespace warpsan::report
