//===- JsonMembers.h - The members of each line of JSON --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One description for JsonWriter and JsonReader, which are the two kinds of
// `member` here:
//
//   member(name, value)                 always there
//   member.unlessUsual(name, value, u)  left out where the value is u, or empty
//   member.derived(name, make)          written, not read: others tell as much
//   member.group(name, body)            an object within the object
//
// docs/report.schema.json and docs/reports.md say what they mean.
//===----------------------------------------------------------------------===//
#pragma once
#include "report/Classes.h"
#include "report/JsonWords.h"
#include "report/TextWriter.h"
#include <concepts>

namespace warpsan::report {

inline constexpr const char *JsonSchema = "warpsan-report/1";

/// Row, or const Row for the writer.
template <typename T, typename Row>
concept Is = std::same_as<std::remove_const_t<T>, Row>;

void members(auto &member, Is<Frame> auto &frame) {
  member("function", frame.function);
  member("file", frame.file);
  member("line", frame.line);
  member("column", frame.column);
  member.unlessUsual("first_line", frame.firstLine);
  member.unlessUsual("directory", frame.directory);
}

/// What the code says of it.
void codeMembers(auto &member, Is<Access> auto &access) {
  member("kind", access.kind);
  member("scope", access.scope);
  member("size", access.size);
  member("volatile", access.isVolatile);
  member("bulk", access.isBulk);
  member("matrix", access.isMatrix);
  member("non_coherent", access.isNonCoherent);
  member("ordinal", access.ordinal);
  member("frames", access.frames);
}

void members(auto &member, Is<Access> auto &access) {
  member("known", access.known);
  member("site_known", access.siteKnown);
  codeMembers(member, access);
  if (access.known != abi::Known::Thread)
    return;
  member("block", access.position.block);
  member("thread", access.position.thread);
  member("warp", access.position.warp);
  member("lane", access.position.lane);
}

void members(auto &member, Is<Launch> auto &launch) {
  member("kernel", launch.kernel);
  member("number", launch.number);
  member("grid", launch.grid);
  member("block", launch.block);
  member("where", launch.where);
}

void members(auto &member, Is<Object> auto &object) {
  member("kind", object.kind);
  member("name", object.name);
  member("where", object.where);
  member("size", object.size);
  member("offset", object.offset);
}

void members(auto &member, Is<Neighbour> auto &nearest) {
  member("object", nearest.object);
  member("behind", nearest.isBehind);
  member("distance", nearest.distance);
}

void members(auto &member, Is<SuppressionRule> auto &rule) {
  member("pattern", rule.pattern);
  member("reason", rule.reason);
  member.unlessUsual("where", rule.where);
  member.unlessUsual("in_source", rule.inSource);
}

void members(auto &member, Is<Suppression> auto &suppression) {
  members(member, suppression.rule);
  member("hits", suppression.hits);
}

void seenByMembers(auto &member, Is<SeenBy> auto &seen) {
  member.unlessUsual("processes", seen.processes, 1);
  member.unlessUsual("ranks", seen.ranks);
}

/// Of the first line of a process.
void members(auto &member, Is<RunReport> auto &run) {
  member.derived("schema", [] { return JsonSchema; });
  member.derived("tool", [] { return "WarpSan"; });
  member("version", run.process.version);
  member("target", run.summary.target);
  member("seed", run.summary.seed);
  member("pid", run.process.number);
  member("rank", run.process.rank);
  member("command", run.process.command);
  member("directory", run.process.directory);
  seenByMembers(member, run.process.merged);
}

void members(auto &member, Is<Report> auto &race) {
  member("id", race.id);
  member("class", race.raceClass);
  member.derived("title", [&] { return classTitle(race.raceClass); });
  member.derived("reason", [&] { return classReason(race.raceClass); });
  member.derived("repair", [&] { return repairOf(race); });
  member("detector", race.detector);
  member("launch", race.launch);
  member.pair("accesses", race.current, race.previous);
  member.group("memory", [&](auto &memory) {
    memory("space", race.space);
    memory("address", race.address);
    memory("object", race.object);
  });
  member("relation", race.relation);
  member("widest", race.widest);
  member("same_value", race.sameValue);
  member("count", race.count);
  member("count_known", race.countKnown);
  member.unlessUsual("unknown_partners", race.unknownPartners);
  member("also", race.otherKinds);
  member("schedule", race.schedule);
  member.unlessUsual("given", race.given);
  member("suppressed", race.suppressed);
  seenByMembers(member, race.seenBy);
}

void members(auto &member, Is<OutOfBounds> auto &found) {
  member("id", found.id);
  member("launch", found.launch);
  member("access", found.access);
  member.group("memory", [&](auto &memory) {
    memory("space", found.space);
    memory("address", found.address);
    memory("nearest", found.around.nearest);
    memory("freed", found.around.freed);
    memory.unlessUsual("freed_before", found.around.freedBefore);
  });
  member.derived("surroundings", [&] { return surroundingsText(found); });
  member("count", found.count);
  member("count_known", found.countKnown);
  member("schedule", found.schedule);
  member.unlessUsual("suppressed", found.suppressed);
  seenByMembers(member, found.seenBy);
}

void members(auto &member, Is<BarrierDivergence> auto &divergence) {
  member("kernel", divergence.kernel);
  member("launch", divergence.launch);
  member("block", divergence.block);
  member("warp", divergence.warp);
  member("lanes", divergence.lanes);
  member("barrier", divergence.barrier);
  member("other_barrier", divergence.otherBarrier);
}

inline std::optional<abi::Reason> firstReasonOf(uint64_t mask) {
  return mask ? std::optional(firstReason(mask)) : std::nullopt;
}

void members(auto &member, Is<KernelRow> auto &row) {
  member("kernel", row.kernel);
  member("launches", row.launches);
  member("launches_checked", row.launchesChecked);
  member("sites", row.sites);
  member("checked", row.checked);
  member("proved", row.proved);
  member("not_analysed", row.notAnalysed);
  // Of kernels that ran, nobody counts which sites did.
  if (row.launches == 0)
    member.derived("never_reached", [&] { return row.sites; });
  member.bits("reasons", row.reasons, Words<abi::Reason>{});
}

void members(auto &member, Is<SiteRow> auto &row) {
  member("kernel", row.kernel);
  member("number", row.number);
  members(member, row.place);
  member("kind", row.kind);
  member("size", row.size);
  member("ordinal", row.ordinal);
  member("state", row.state);
  member.derived("reason", [&] { return firstReasonOf(row.reasons); });
  member.bits("reasons", row.reasons, Words<abi::Reason>{});
}

void members(auto &member, Is<ReasonCount> auto &count) {
  member("sites", count.sites);
  member("kernels", count.kernels);
  member("conflicts", count.conflicts);
  member("objects", count.objects);
  member("example", count.example);
}

void members(auto &member, Is<CopyRounds> auto &rounds) {
  member("copies", rounds.copies);
  member("rounds", rounds.rounds);
  member("wanted", rounds.wanted);
  member("detection", rounds.detection);
}

void members(auto &member, Is<RegionCounts> auto &counts) {
  member("grids", counts.grids);
  member("grid_bytes", counts.gridBytes);
  member("racing_grids", counts.racingGrids);
  member("grids_given_up", counts.givenUpGrids);
  member("regions", counts.compared);
  member("region_bytes", counts.bytes);
  member("racing_regions", counts.racing);
  member("given_up", counts.givenUp);
  member("passes", counts.passes);
  members(member, counts.rounds);
}

void members(auto &member, Is<UnrepeatableKernel> auto &kernel) {
  member("kernel", kernel.name);
  member.bits("obstacles", kernel.obstacles, Words<abi::Obstacle>{});
}

/// Of the last line of a process.
void verdictMembers(auto &member, Is<RunReport> auto &run) {
  auto &summary = run.summary;
  auto &coverage = summary.coverage;
  member.derived("verdict", [&] { return verdictWord(verdictOf(summary)); });
  member("races", summary.races);
  member("suppressed", summary.suppressed);
  member("lost", summary.lost);
  member.fraction("kernels", coverage.kernelsAnalysed, coverage.kernels);
  member("sites", coverage.sites);
  member("checked", coverage.checked);
  member("proved", coverage.proved);
  member("not_analysed", coverage.notAnalysed);
  member.reasonCounts("reasons", coverage.reasons);
  member.unlessUsual("out_of_bounds", summary.outOfBounds);
  member.unlessUsual("cache_misses", summary.cacheMisses);
  member.unlessUsual("resolved", summary.resolved);
  member.unlessUsual("filtered", coverage.filtered);
  member.unlessUsual("sampled", coverage.sampled);
  member.unlessUsual("sync_faults", summary.syncFaults);
  member.unlessUsual("tolerated", summary.toleratedRaces);
  member.unlessUsual("lenient", summary.lenient);
  member.unlessUsual("det", summary.merge);
  member.unlessUsual("regions", summary.regions);
  member.unlessUsual("unrepeatable", summary.unrepeatable);
  member.unlessUsual("lanes_together", summary.lanesTogether);
  member.unlessUsual("tool_failed", summary.toolFailed);
  member("exit_code", run.exitCode);
}

} // namespace warpsan::report
