//===- drain.cpp - Records of the run to reports ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rt/drain.h"
#include "rt/call_site.h"

namespace warpsan::rt {

using namespace abi;
using report::Object;
using report::ObjectKind;

namespace {

Object variableObject(const report::ModuleView &view, const GlobalInfo &info, uint64_t offset) {
  Object object;
  object.kind = ObjectKind::Variable;
  object.name = view.text(info.name);
  if (info.line)
    object.where = std::string(view.text(info.file)) + ":" + std::to_string(info.line);
  object.size = info.size;
  object.offset = offset;
  return object;
}

void append(Findings &to, const Findings &from) {
  to.reports.insert(to.reports.end(), from.reports.begin(), from.reports.end());
  to.suppressed.insert(to.suppressed.end(), from.suppressed.begin(), from.suppressed.end());
  to.setAside.insert(to.setAside.end(), from.setAside.begin(), from.setAside.end());
  to.outOfBounds.insert(to.outOfBounds.end(), from.outOfBounds.begin(), from.outOfBounds.end());
  to.lenient.insert(to.lenient.end(), from.lenient.begin(), from.lenient.end());
}

std::vector<report::Report> mergeByLines(const std::vector<report::Report> &reports) {
  report::Dedup dedup;
  for (const report::Report &each : reports)
    dedup.add(each);
  return dedup.take();
}

} // namespace

/// The place of shared variables is not known before ptxas: kernels tell it. A module with a
/// single one leaves no doubt.
Object Drain::sharedObject(const RaceRecord &record) const {
  const Module &module = *parts.modules.module(record.module);
  const report::ModuleView &view = module.view();
  const uint64_t offset = record.address + parts.device.reservedSharedBytes();
  if (const auto [info, place] = module.sharedVariableAt(record.kernel, offset); info)
    return variableObject(view, *info, offset - place);
  const GlobalInfo *only = nullptr;
  unsigned count = 0;
  for (uint32_t g = 0; g < view.globalCount(); ++g)
    if (view.global(g).space == uint32_t(Space::Shared)) {
      only = &view.global(g);
      ++count;
    }
  if (count == 1)
    return variableObject(view, *only, record.address);
  Object object;
  object.offset = record.address;
  return object;
}

Object Drain::globalObject(const RaceRecord &record) const {
  if (const auto region = regions.find(record.address, record.launch))
    return {ObjectKind::Region, region->name,
            describeCallSite(region->caller, parts.options.symbolize), region->size,
            record.address - region->base};
  const auto allocation = parts.allocations.find(record.address, record.launch);
  return allocation ? objectOf(*allocation, record.address) : Object{};
}

/// The address may lie outside: then the offset means nothing.
Object Drain::objectOf(const Allocation &allocation, uint64_t address) const {
  const Modules::Variable variable = parts.modules.findVariable(allocation.base);
  if (variable.info)
    return variableObject(*variable.view, *variable.info, address - variable.address);
  Object object;
  object.kind = allocation.function == HeapOfDeviceCode ? ObjectKind::Heap : ObjectKind::Allocation;
  object.name = allocation.function;
  object.where = describeCallSite(allocation.caller, parts.options.symbolize);
  object.size = allocation.size;
  object.offset = address - allocation.base;
  return object;
}

report::Surroundings Drain::surroundingsOf(const RaceRecord &record) const {
  report::Surroundings around;
  if (record.space == uint8_t(Space::Shared))
    return around;
  const uint64_t address = record.address;
  if (const auto nearest = parts.allocations.nearest(address, record.launch))
    around.nearest = {objectOf(*nearest, address), address >= nearest->base,
                      nearest->distance(address)};
  if (const auto freed = parts.allocations.findFreed(address, record.launch)) {
    around.freed = objectOf(*freed, address);
    around.freedBefore = freed->lastLaunch + 1;
  }
  return around;
}

Object Drain::objectOf(const RaceRecord &record) const {
  return record.space == uint8_t(Space::Shared) ? sharedObject(record) : globalObject(record);
}

/// False for a damaged record. Offsets count from the first byte that a program
/// can use.
bool Drain::prepare(report::ObservedRace &race) const {
  const Module *module = parts.modules.module(race.record.module);
  if (!module || !report::isDecodable(module->view(), race.record))
    return false;
  if (race.record.space != uint8_t(Space::Shared))
    return true;
  const uint64_t reserved = parts.device.reservedSharedBytes();
  race.isReserved = race.record.address < reserved;
  if (!race.isReserved)
    race.record.address -= reserved;
  return true;
}

report::Decoded Drain::decode(const report::ObservedRace &race) const {
  const Module *module = parts.modules.module(race.record.module);
  return report::decode(
      module->view(), race, module->kernelReasons(race.record.kernel),
      [&](const RaceRecord &r) { return race.isReserved ? Object{} : objectOf(r); });
}

/// What the source says about an access comes before what a file says.
void Drain::addReport(report::Report found, Findings &findings) const {
  if (!found.suppressed)
    found.suppressed = suppressions.find(found);
  (found.suppressed ? findings.suppressed : findings.reports).push_back(std::move(found));
}

void Drain::addOutOfBounds(const report::ObservedRace &race, Findings &findings) const {
  report::OutOfBounds found = report::decodeOutOfBounds(
      parts.modules.module(race.record.module)->view(), race, surroundingsOf(race.record));
  found.suppressed = suppressions.find(found);
  findings.outOfBounds.push_back(std::move(found));
}

void Drain::addRace(report::ObservedRace race, Findings &findings) const {
  if (!prepare(race))
    return;
  if (race.record.flags & RaceOutOfBounds)
    return addOutOfBounds(race, findings);
  const report::Decoded decoded = decode(race);
  if (const auto *found = std::get_if<report::Report>(&decoded))
    addReport(*found, findings);
  else if (const auto *conflict = std::get_if<report::SetAside>(&decoded))
    findings.setAside.emplace_back(race.record.module, *conflict);
}

void Drain::addLenient(report::ObservedRace race, Findings &findings) const {
  if (!prepare(race))
    return;
  const report::Decoded decoded = decode(race);
  if (const auto *found = std::get_if<report::Report>(&decoded))
    findings.lenient.push_back(*found);
}

Findings Drain::collect(bool deviceUsable) const {
  Findings findings;
  for (const report::ObservedRace &race : parts.records.read(deviceUsable))
    addRace(race, findings);
  for (const report::ObservedRace &race : parts.order.races())
    addRace(race, findings);
  for (const report::ObservedRace &race : parts.order.lenient())
    addLenient(race, findings);
  return findings;
}

void Drain::keep(bool deviceUsable) { append(kept, collect(deviceUsable)); }

std::vector<report::Report> Drain::reports(bool deviceUsable) {
  latest = collect(deviceUsable);
  append(latest, kept);
  return merged(latest.reports);
}

std::vector<report::Report> Drain::merged(const std::vector<report::Report> &reports) const {
  std::vector<report::Report> shown = mergeByLines(reports);
  for (report::Report &each : shown)
    each.launch.where =
        describeCallSite(parts.launchSites.find(each.launch.number), parts.options.symbolize);
  return shown;
}

std::vector<report::Report> Drain::suppressed() const { return merged(latest.suppressed); }

std::vector<report::Suppression> Drain::suppressionRows() const {
  return suppressions.rows(latest.suppressed, latest.outOfBounds);
}

std::vector<report::OutOfBounds> Drain::outOfBounds() const {
  return report::mergeOutOfBounds(latest.outOfBounds);
}

std::vector<report::BarrierDivergence> Drain::divergences() const {
  std::vector<report::BarrierDivergence> found;
  for (const Divergence &row : parts.barriers.read())
    if (const Module *module = parts.modules.module(row.module))
      if (auto decoded = report::decodeDivergence(module->view(), row))
        found.push_back(std::move(*decoded));
  return report::mergeDivergences(std::move(found));
}

/// Both sites of a conflict that was set aside count as not analysed.
void Drain::markSites() const {
  for (const auto &[index, conflict] : latest.setAside) {
    Module *module = parts.modules.module(index);
    module->setReason(conflict.site, conflict.reason);
    if (conflict.previousSite != UnknownSite)
      module->setReason(conflict.previousSite, conflict.reason);
  }
}

/// What modes ld and det ran on copies, and which kernels they could not.
void Drain::addRegions(const Counters &counters, const report::CopyRounds &rounds,
                       report::RunSummary &summary) const {
  for (const auto &module : parts.modules.modules())
    for (uint32_t k = 0; k < module->view().kernelCount(); ++k) {
      const KernelInfo &kernel = module->view().kernel(k);
      const report::KernelRuns &runs = module->runsOf(k);
      if (!runs.launches || !(kernel.flags & (KernelModeLd | KernelModeDet)))
        continue;
      if (kernel.flags & KernelModeDet)
        summary.merge =
            parts.options.det == "any" ? report::MergeOrder::Any : report::MergeOrder::Fixed;
      summary.regions = {counters.regions,        counters.comparedBytes, counters.racingRegions,
                         counters.givenUpRegions, counters.passes,        rounds,
                         counters.grids,          counters.gridBytes,     counters.racingGrids,
                         counters.givenUpGrids};
      const std::string name = module->view().text(kernel.demangled);
      if (runs.reasons & report::reasonBit(Reason::Unrepeatable))
        summary.unrepeatable.push_back({name, kernel.obstacles});
      if (parts.options.ld_lanes && (kernel.flags & KernelPrivate) && ordersLanes(kernel.flags))
        summary.lanesTogether.push_back(name);
    }
}

template <typename Coverage>
void Drain::addCoverage(Coverage &coverage, const Launcher &launcher) const {
  for (const auto &module : parts.modules.modules())
    coverage.add(module->collect());
  for (const auto &[name, reason] : launcher.unknownKernels())
    coverage.addUnknownKernel(name, reason);
  // Launched, but the device failed before the first thread.
  if (launcher.twins() != 0 && parts.records.counters().threadsEntered == 0)
    coverage.voidChecks(Reason::NotIntercepted);
}

report::CoverageRows Drain::coverageRows(const Launcher &launcher) const {
  report::CoverageRows rows;
  addCoverage(rows, launcher);
  return rows;
}

report::RunSummary Drain::summarize(const Launcher &launcher) const {
  report::RunSummary summary;
  markSites();
  for (const OrderTable::Undecided &kernel : parts.order.undecided())
    parts.modules.module(kernel.module)->runsOf(kernel.kernel).reasons |=
        report::reasonBit(Reason::OrderLog);
  addCoverage(summary.coverage, launcher);
  for (const auto &[module, conflict] : latest.setAside)
    summary.coverage.addConflict(conflict.reason, conflict.count);
  const Counters counters = parts.records.counters();
  summary.conflictsSetAside = latest.setAside.size();
  for (const report::Report &each : mergeByLines(latest.lenient))
    summary.lenient.push_back(report::locationOf(each.previous) + " <-> " +
                              report::locationOf(each.current));
  summary.lost = counters.lostRaces;
  addRegions(counters, launcher.copyRounds(), summary);
  summary.resolved = launcher.resolved();
  summary.target = parts.device.target();
  summary.seed = parts.device.seed();
  return summary;
}

} // namespace warpsan::rt
