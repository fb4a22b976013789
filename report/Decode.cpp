//===- Decode.cpp - Race records to reports --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/Decode.h"
#include "report/Classes.h"
#include "report/Dedup.h"
#include <algorithm>
#include <bit>
#include <iterator>

namespace warpsan::report {

using namespace abi;

namespace {

bool isToolchainHeader(const std::string &file) {
  static constexpr const char *PathParts[] = {
#define WARPSAN_TOOLCHAIN_HEADER(PathPart) PathPart,
#include "report/toolchain_headers.def"
  };
  return std::any_of(std::begin(PathParts), std::end(PathParts),
                     [&](const char *part) { return file.find(part) != std::string::npos; });
}

} // namespace

std::vector<Frame> takeToolchainFrames(std::vector<Frame> &frames) {
  const auto firstOwn = std::find_if_not(frames.begin(), frames.end(), [](const Frame &frame) {
    return isToolchainHeader(frame.file);
  });
  if (firstOwn == frames.end())
    return {};
  std::vector<Frame> taken(frames.begin(), firstOwn);
  frames.erase(frames.begin(), firstOwn);
  return taken;
}

namespace {

/// Inline chains end at NoFrame; the bound keeps a damaged one from looping.
std::vector<Frame> framesOf(const ModuleView &module, uint32_t frame) {
  constexpr size_t MaxFrames = 64;
  std::vector<Frame> frames;
  while (frame != NoFrame && frames.size() < MaxFrames) {
    const FrameInfo &info = module.frame(frame);
    frames.push_back({module.text(info.function), module.text(info.file), info.line, info.column,
                      info.firstLine, module.text(info.directory)});
    frame = info.inlinedAt;
  }
  return frames;
}

Index3 index3(const uint32_t (&values)[3]) { return {values[0], values[1], values[2]}; }

Index3 unflatten(uint32_t linear, const uint32_t (&extent)[3]) {
  const uint32_t x = std::max(extent[0], 1u);
  const uint32_t y = std::max(extent[1], 1u);
  return {linear % x, linear / x % y, linear / x / y};
}

ThreadPosition positionOf(Index3 block, uint32_t thread, const RaceRecord &record) {
  return {block, unflatten(thread, record.block), thread / 32, thread % 32};
}

Access previousAccess(const ModuleView &module, const RaceRecord &record) {
  Access access;
  if (record.previousSite != UnknownSite)
    access = accessOf(module, record.previousSite);
  access.known = static_cast<Known>(record.known);
  access.position =
      positionOf(unflatten(record.previousBlock, record.grid), record.previousThread, record);
  return access;
}

/// Lanes of one warp all check before the first of them stores, so equal
/// literals say "same value" better than memory does.
bool storeSameLiteral(const ModuleView &module, const RaceRecord &record) {
  if (record.previousSite == UnknownSite)
    return false;
  const SiteInfo &current = module.site(record.site);
  const SiteInfo &previous = module.site(record.previousSite);
  return (current.flags & previous.flags & SiteConstantValue) && current.value == previous.value &&
         current.size == previous.size;
}

uint16_t siteFlags(const ModuleView &module, uint32_t site) {
  return site == UnknownSite ? 0 : module.site(site).flags;
}

/// No store of the pair changes memory, as far as is known, and none stands for other
/// accesses.
bool storesSameValue(const ModuleView &module, const RaceRecord &record) {
  const uint16_t flags = siteFlags(module, record.site) | siteFlags(module, record.previousSite);
  return !(flags & SiteStandsForMore) &&
         ((record.flags & RaceSameValue) || storeSameLiteral(module, record));
}

/// Of two plain stores, one in an update: its read has raced with the other one too,
/// which says more.
void showReadOfUpdate(const ModuleView &module, const RaceRecord &record, Report &report) {
  if (report.current.kind != AccessKind::Write || report.previous.kind != AccessKind::Write)
    return;
  const bool isEarlier = siteFlags(module, record.previousSite) & SiteUpdate;
  if (!isEarlier && !(siteFlags(module, record.site) & SiteUpdate))
    return;
  report.otherKinds.push_back(kindPair(report));
  (isEarlier ? report.previous : report.current).kind = AccessKind::Read;
}

/// A volatile store is meant for others to see if a fence that reaches them
/// follows.
bool isFenced(const SiteInfo &site, Relation relation) {
  return site.flags & (relation == Relation::Grid ? SiteFencedDevice : SiteFencedBlock);
}

bool isStrong(const SiteInfo &site, Relation relation) {
  const auto scope = static_cast<Scope>(site.scope);
  return scope >= Scope::Device || (scope != Scope::None && relation != Relation::Grid);
}

/// The rule for volatile accesses (passes/VolatileUse.h), whichever came first. With
/// `inTurn` it is known which: the later thread went on only when it had seen the
/// earlier one, as the last block does.
bool isMeant(const SiteInfo &current, const SiteInfo &previous, Relation relation, bool inTurn) {
  bool stores = false;
  bool fenced = true;
  for (const SiteInfo *site : {&current, &previous}) {
    if (!(site->flags & SiteVolatile)) {
      if (!isStrong(*site, relation))
        return false;
      continue;
    }
    const bool isStore = report::isStore(static_cast<AccessKind>(site->kind));
    stores |= isStore;
    const bool needsFence = isStore && !(inTurn && site == &current);
    fenced &= !needsFence || isFenced(*site, relation);
  }
  return ((current.flags | previous.flags) & SitePoll) || (stores && fenced);
}

bool isMeant(const ModuleView &module, const RaceRecord &record) {
  if (record.previousSite == UnknownSite)
    return false;
  const SiteInfo &current = module.site(record.site);
  const SiteInfo &previous = module.site(record.previousSite);
  return ((current.flags | previous.flags) & SiteVolatile) &&
         isMeant(current, previous, static_cast<Relation>(record.relation),
                 record.flags & (RaceNoFence | RaceNarrowFence));
}

/// What was lost of the history, or not looked at, can only have hidden races.
constexpr uint32_t HidesOnly = 1u << unsigned(Reason::CacheMiss) |
                               1u << unsigned(Reason::RegionGivenUp) |
                               1u << unsigned(Reason::GlobalMemory);

/// Why the conflict may have been ordered after all.
Reason reasonToSetAside(const ModuleView &module, const RaceRecord &record,
                        uint32_t kernelReasons) {
  const KernelInfo &kernel = module.kernel(record.kernel);
  const auto relation = static_cast<Relation>(record.relation);
  const bool isDecided = record.flags & RaceDecided;
  const bool fenceAndFlag = (kernel.flags & KernelFence) && (kernel.flags & KernelStrong);
  if (const Reason reason = firstReason((kernel.reasons | kernelReasons) & ~HidesOnly);
      reason != Reason::None)
    return reason;
  if (isDecided)
    return Reason::None;
  // Lanes wait for each other too: a warp gives no order of its own.
  if (fenceAndFlag)
    return Reason::FenceAndFlag;
  if (relation == Relation::Grid && (kernel.flags & KernelGridBarrier))
    return Reason::FenceAndFlag;
  if (relation == Relation::Block && (kernel.flags & KernelNamedBarrier))
    return Reason::NamedBarrier;
  return Reason::None;
}

constexpr uint8_t CauseFlags =
    RaceLock | RaceNarrowFence | RaceNarrowAtomic | RaceNoFence | RaceNoCommonLock;

/// In the source a flag passes between the two, which then lacks a fence: likely,
/// and not certain. A kernel that has block barriers rather lacks one more, shared
/// memory one of the block, and lanes one of the warp.
bool passesFlag(const ModuleView &module, const RaceRecord &record) {
  if (record.previousSite == UnknownSite)
    return false;
  const auto relation = static_cast<Relation>(record.relation);
  const bool wantsBarrier = (module.kernel(record.kernel).flags & KernelBlockBarrier) ||
                            static_cast<Space>(record.space) == Space::Shared ||
                            relation < Relation::Block;
  return (relation == Relation::Grid || !wantsBarrier) &&
         (module.site(record.previousSite).flags & SiteBeforeFlag) &&
         (module.site(record.site).flags & SiteBehindFlag);
}

std::optional<SuppressionRule> intendedAt(const ModuleView &module, uint32_t site) {
  const char *reason = site == UnknownSite ? "" : module.text(module.site(site).intended);
  if (!*reason)
    return std::nullopt;
  return SuppressionRule{"intended", reason, locationOf(accessOf(module, site)), true};
}

Report makeReport(const ModuleView &module, const ObservedRace &race, const ObjectLookup &lookup) {
  const RaceRecord &record = race.record;
  Report report;
  report.relation = report.widest = static_cast<Relation>(record.relation);
  report.current = currentAccess(module, record);
  report.previous = previousAccess(module, record);
  report.launch = launchOf(module, record);
  report.space = static_cast<Space>(record.space);
  report.address = record.address;
  report.object = lookup(record);
  report.sameValue = storesSameValue(module, record);
  if (module.kernel(record.kernel).flags & KernelPrivate)
    report.detector = Detector::Values;
  report.cause = record.flags & CauseFlags;
  if (passesFlag(module, record))
    report.cause |= RaceNoFence;
  report.count = race.count;
  report.countKnown = race.countKnown;
  report.schedule = race.schedule;
  report.unknownPartners = report.previous.siteKnown ? 0 : race.count;
  report.suppressed = intendedAt(module, record.site);
  if (!report.suppressed)
    report.suppressed = intendedAt(module, record.previousSite);
  showReadOfUpdate(module, record, report);
  report.raceClass = classifyRace(report);
  return report;
}

} // namespace

Reason firstReason(uint64_t mask) {
  mask &= ~uint64_t(1);
  return mask ? static_cast<Reason>(std::countr_zero(mask)) : Reason::None;
}

Access accessOf(const ModuleView &module, uint32_t index) {
  const SiteInfo &site = module.site(index);
  Access access;
  access.siteKnown = true;
  access.kind = static_cast<AccessKind>(site.kind);
  access.scope = static_cast<Scope>(site.scope);
  access.size = site.size;
  access.isVolatile = site.flags & SiteVolatile;
  access.isBulk = site.flags & SiteBulk;
  access.isMatrix = site.flags & SiteMatrix;
  access.isNonCoherent = site.flags & SiteNonCoherent;
  access.frames = framesOf(module, site.frame);
  access.toolchainFrames = takeToolchainFrames(access.frames);
  access.ordinal = site.ordinal;
  if (access.frames.empty())
    access.frames.push_back({module.text(site.function), "", 0, 0, 0});
  return access;
}

Access currentAccess(const ModuleView &module, const RaceRecord &record) {
  Access access = accessOf(module, record.site);
  if (record.size != 0)
    access.size = record.size;
  access.position = positionOf(index3(record.blockIndex), record.thread, record);
  return access;
}

std::string kernelName(const ModuleView &module, uint32_t index) {
  return module.text(module.kernel(index).demangled);
}

Launch launchOf(const ModuleView &module, const RaceRecord &record) {
  return {kernelName(module, record.kernel),
          record.launch,
          index3(record.grid),
          index3(record.block),
          {}};
}

std::string locationOfBarrier(const ModuleView &module, uint32_t barrier) {
  const BarrierInfo &info = module.barrier(barrier);
  std::vector<Frame> frames = framesOf(module, info.frame);
  takeToolchainFrames(frames);
  if (frames.empty())
    return std::string("function ") + module.text(info.function);
  return frames.front().file + ":" + std::to_string(frames.front().line);
}

Line lineOf(const Access &access) {
  if (!access.siteKnown || access.frames.empty())
    return {"?", 0};
  const Frame &inner = access.frames.front();
  return inner.file.empty() ? Line{inner.function, access.ordinal} : Line{inner.file, inner.line};
}

std::string locationOf(const Access &access) {
  const Line line = lineOf(access);
  if (line.number == 0)
    return line.where;
  const bool hasFile = !access.frames.front().file.empty();
  return line.where + (hasFile ? ":" : " access ") + std::to_string(line.number);
}

bool isDecodable(const ModuleView &module, const RaceRecord &record) {
  const bool siteFine = record.previousSite == UnknownSite || module.hasSite(record.previousSite);
  return module.valid() && module.hasKernel(record.kernel) && module.hasSite(record.site) &&
         siteFine && record.relation <= uint8_t(Relation::Grid) &&
         record.known <= uint8_t(Known::Grid) && record.space <= uint8_t(Space::Shared);
}

Decoded decode(const ModuleView &module, const ObservedRace &race, uint32_t kernelReasons,
               const ObjectLookup &lookup) {
  const RaceRecord &record = race.record;
  if (!(record.flags & RaceLock) && isMeant(module, record))
    return NoRace{};
  const Reason reason = reasonToSetAside(module, record, kernelReasons);
  if (reason != Reason::None)
    return SetAside{record.site, record.previousSite, reason, race.count};
  return makeReport(module, race, lookup);
}

} // namespace warpsan::report
