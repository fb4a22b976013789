//===- session.cpp - The run: state, its end, its verdict ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rt/session.h"
#include "report/CostWriter.h"
#include "report/JsonWriter.h"
#include "report/RaceId.h"
#include "report/SarifWriter.h"
#include "report/TextWriter.h"
#include "rt/call_site.h"
#include "rt/fatbin_census.h"
#include "rt/message.h"
#include "rt/process.h"
#include "rt/process_end.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <unistd.h>

namespace warpsan::rt {

namespace {

RuntimeOptions optionsFromEnvironment() {
  RuntimeOptions options;
  const char *text = std::getenv("WARPSAN_OPTIONS");
  const std::string problem = parseOptions(text ? text : "", options);
  if (!problem.empty())
    die(problem);
  if (options.help) {
    print(optionsHelp());
    _exit(0);
  }
  return options;
}

report::Suppressions suppressionsOf(const RuntimeOptions &options) {
  report::Suppressions suppressions;
  const std::string &path = options.suppressions;
  if (path.empty())
    return suppressions;
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file.is_open() || file.bad())
    die("cannot read suppressions " + path);
  const std::string problem = suppressions.add(text, path);
  if (!problem.empty())
    die(problem);
  return suppressions;
}

} // namespace

Session &Session::get() {
  static auto *session = new Session;
  return *session;
}

Session::Session()
    : options(optionsFromEnvironment()), suppressions(suppressionsOf(options)),
      progress(options.progress), device(backend()),
      allocations(device, options.max_shadow_mb << 20, options.bounds, options.shadow == "cached"),
      modules(device, allocations), pools(device), records(device, options.max_records),
      orders(device, options.order_log_mb << 20), misses(device), barriers(device),
      costs(device, options), launcher({device, options, modules, allocations, pools, records,
                                        orders, misses, barriers, costs, streams, launchSites}),
      drain({device, options, modules, allocations, pools, records, orders, misses, barriers, costs,
             streams, launchSites},
            suppressions, regions) {}

void Session::start() {
  const std::lock_guard lock(mutex);
  if (process != 0) {
    modules.forgetHandles();
    return;
  }
  startProcess();
  if (options.quiet)
    keepQuiet();
  device.setLog(print, [](const void *address) {
    return describeCallSite(address, get().options.symbolize);
  });
  atExitSetCode();
  if (options.handle_signals)
    handleSignals();
}

void Session::startProcess() {
  process = getpid();
  description = describeProcess();
  openLog(options.log_path, /*together=*/options.format == "text");
}

/// Late registration is early execution: before cudart is torn down. A child
/// forked before this call is a run of its own.
void Session::enterFirstCall() {
  if (firstCallSeen)
    return;
  firstCallSeen = true;
  if (process != getpid())
    startProcess();
  atExitReport();
}

/// If the launch was the first call, the driver has registered its own end only now.
void Session::leaveFirstLaunch() {
  if (!firstLaunchSeen)
    atExitReport();
  firstLaunchSeen = true;
}

bool Session::usable() {
  if (failed)
    return false;
  const std::string why = device.unavailable();
  if (why.empty())
    return true;
  failed = true;
  printAlways("WarpSan: error: nothing can be checked: " + why + "\n");
  return false;
}

/// One device is checked: that of the first allocation or launch. Memory of
/// the runtime lies there and other devices may not reach it.
bool Session::isOwnDevice() {
  const int current = device.currentDevice();
  if (boundDevice < 0)
    boundDevice = current;
  return current == boundDevice;
}

/// What every launch on the device that is checked goes through.
template <typename Launch>
int Session::launchChecked(const PlainLaunch &plain, const Launch &launch) {
  const std::lock_guard lock(mutex);
  enterFirstCall();
  if (!isActive() || !usable())
    return plain();
  if (!options.quiet)
    progress.show(launcher.nextLaunch() - 1, launcher.twins());
  const int error = isOwnDevice()
                        ? launch()
                        : launcher.launchUnchecked(nullptr, plain, abi::Reason::NotIntercepted,
                                                   "kernel on another device");
  leaveFirstLaunch();
  return error;
}

int Session::launch(const void *stub, const LaunchShape &shape, void **arguments,
                    const PlainLaunch &plain) {
  return launchChecked(plain, [&] { return launcher.launch(stub, shape, arguments, plain); });
}

int Session::launchFunction(void *function, const LaunchShape &shape, void **arguments,
                            const PlainLaunch &plain) {
  return launchChecked(plain,
                       [&] { return launcher.launchFunction(function, shape, arguments, plain); });
}

int Session::launchUnchecked(const void *stub, const PlainLaunch &plain, abi::Reason reason,
                             const std::string &name) {
  const std::lock_guard lock(mutex);
  enterFirstCall();
  if (!isActive() || !usable())
    return plain();
  return launcher.launchUnchecked(isOwnDevice() ? stub : nullptr, plain, reason, name);
}

void Session::noteUnseen(const std::string &name, abi::Reason reason) {
  const std::lock_guard lock(mutex);
  enterFirstCall();
  if (isActive())
    launcher.noteUnseen(name, reason);
}

std::optional<uint32_t> Session::occupancy(const void *stub, uint32_t threads, size_t sharedBytes) {
  const std::lock_guard lock(mutex);
  enterFirstCall();
  if (!isActive() || !usable() || !isOwnDevice())
    return std::nullopt;
  return launcher.occupancy(stub, threads, sharedBytes);
}

void Session::addMemory(const void *base, size_t bytes, const char *function, const void *caller) {
  const std::lock_guard lock(mutex);
  enterFirstCall();
  if (isActive() && isOwnDevice())
    allocations.add(reinterpret_cast<uint64_t>(base), bytes, function, caller,
                    launcher.nextLaunch());
}

void Session::removeMemory(const void *base) {
  const std::lock_guard lock(mutex);
  if (!isActive())
    return;
  const auto address = reinterpret_cast<uint64_t>(base);
  if (const auto freed = allocations.find(address, launcher.nextLaunch()))
    regions.removeWithin(freed->base, freed->size, launcher.nextLaunch());
  allocations.remove(address, launcher.nextLaunch());
}

void Session::nameMemory(const void *base, size_t bytes, const char *name, const void *caller) {
  const std::lock_guard lock(mutex);
  if (isActive())
    regions.add({reinterpret_cast<uint64_t>(base), bytes, name, caller, launcher.nextLaunch()});
}

void Session::forgetName(const void *base) {
  const std::lock_guard lock(mutex);
  if (isActive())
    regions.remove(reinterpret_cast<uint64_t>(base), launcher.nextLaunch());
}

void Session::memoryFreed() {
  const std::lock_guard lock(mutex);
  // cudaFree(nullptr), which only starts the device, must not bind it.
  if (!isActive() || boundDevice < 0 || !isOwnDevice())
    return;
  allocations.releaseUnused();
  pools.releaseUnused();
  launcher.releaseUnused();
}

void Session::destroyStream(StreamHandle stream) {
  const std::lock_guard lock(mutex);
  if (!isActive())
    return;
  pools.drop(streams.idOf(stream));
  streams.destroy(stream);
}

void Session::synchronized() {
  const std::lock_guard lock(mutex);
  if (isActive() && boundDevice >= 0 && isOwnDevice() && streams.idle()) {
    allocations.recycleUnused();
    orders.settle();
  }
  if (isActive() && options.halt_on_error && (records.anyRace() || !orders.races().empty()) &&
      (!drain.reports(true).empty() || countShown(drain.outOfBounds()) != 0))
    halt();
}

void Session::deviceSynchronized() {
  order([](Streams &known) { known.synchronizeDevice(); });
  memoryFreed();
  synchronized();
}

void Session::beforeReset() {
  const std::lock_guard lock(mutex);
  if (!isActive() || !firstCallSeen || !isOwnDevice())
    return;
  device.synchronize();
  orders.settle();
  drain.keep(true);
  records.forgetDevice();
  orders.forgetDevice();
  misses.forgetDevice();
  barriers.forgetDevice();
  costs.forgetDevice();
  modules.forgetDevice();
  allocations.forgetDevice(launcher.nextLaunch());
  pools.forgetDevice();
  launcher.forgetDevice();
  streams.reset();
  device.forgetDevice();
  boundDevice = -1;
}

namespace {

/// As many findings as may be written, and a note of those that are left out.
report::RunReport limited(report::RunReport run, uint64_t most) {
  if (most == 0)
    return run;
  const auto isSuppressed = [](const auto &found) { return found.suppressed.has_value(); };
  std::erase_if(run.races, isSuppressed);
  std::erase_if(run.outOfBounds, isSuppressed);
  const size_t found = run.races.size() + run.outOfBounds.size();
  run.races.resize(std::min<size_t>(most, run.races.size()));
  run.outOfBounds.resize(std::min<size_t>(most - run.races.size(), run.outOfBounds.size()));
  const size_t left = found - run.races.size() - run.outOfBounds.size();
  if (left)
    run.notes.push_back(std::to_string(left) +
                        (left == 1 ? " more report is" : " more reports are") +
                        " not written (max_reports)");
  return run;
}

uint32_t outermostLine(const report::ModuleView &view, uint32_t site) {
  uint32_t line = 0;
  uint32_t frame = site == abi::UnknownSite ? abi::NoFrame : view.site(site).frame;
  for (; frame != abi::NoFrame; frame = view.frame(frame).inlinedAt)
    line = view.frame(frame).line;
  return line;
}

} // namespace

void Session::takeRaces(WarpsanRaceSink sink, void *closure) {
  const std::lock_guard lock(mutex);
  orders.settle();
  std::vector<report::ObservedRace> races = records.take();
  const std::vector<report::ObservedRace> decided = orders.take();
  races.insert(races.end(), decided.begin(), decided.end());
  for (const report::ObservedRace &race : races) {
    const report::ModuleView &view = modules.module(race.record.module)->view();
    sink(closure, outermostLine(view, race.record.site),
         outermostLine(view, race.record.previousSite));
  }
}

void Session::finishAtExit() {
  const std::lock_guard lock(mutex);
  if (!isActive() || process != getpid() || reported)
    return;
  // Kernels in flight still write records.
  const int error = launcher.twins() ? device.synchronize() : 0;
  if (error != 0) {
    printNote("a kernel failed with CUDA error " + std::to_string(error) +
              "; what was recorded before is reported");
    modules.markUnfinished();
  }
  report(true);
}

void Session::setExitCode() {
  finishAtExit();
  if (!code || process != getpid())
    return;
  std::cout.flush();
  std::cerr.flush();
  std::fflush(nullptr);
  _exit(*code);
}

/// The lock may be held by the thread that was interrupted, and the device may
/// hang: neither is waited for.
void Session::finishInSignal(int signal) {
  const std::unique_lock lock(mutex, std::try_to_lock);
  if (!isActive() || process != getpid())
    return;
  options.symbolize = false;
  printNote("signal " + std::to_string(signal) + ": reporting what was recorded so far");
  device.describeRunning();
  launcher.interrupted();
  // A GPU may still be at work on what was launched.
  if (!device.isSynchronous() && !streams.idle())
    modules.markUnfinished();
  report(false);
  if (code)
    _exit(*code);
}

void Session::halt() {
  report(true);
  std::cout.flush();
  std::fflush(nullptr);
  _exit(code.value_or(report::ExitToolFailed));
}

void Session::report(bool deviceUsable) {
  if (reported.exchange(true))
    return;
  progress.end();
  if (deviceUsable)
    orders.settle();
  else
    orders.giveUp();
  const report::RunReport run = collect(deviceUsable);
  code = run.exitCode;
  write(run);
  if (options.counters)
    printCosts(deviceUsable);
}

report::RunReport Session::collect(bool deviceUsable) {
  report::RunReport run;
  run.process = description;
  run.races = drain.reports(deviceUsable);
  for (report::Report &race : drain.suppressed())
    run.races.push_back(std::move(race));
  run.outOfBounds = drain.outOfBounds();
  setIds(run.races, run.outOfBounds);
  run.divergences = drain.divergences();
  run.suppressions = drain.suppressionRows();
  run.summary = summarize(run, deviceUsable);
  if (options.format != "text")
    run.coverage = drain.coverageRows(launcher);
  if (allocations.outOfShadow())
    run.notes.emplace_back(
        "out of shadow memory: some allocations were not checked (max_shadow_mb, "
        "or free device memory of 2 to 10 times the program's)");
  run.exitCode = exitCode(run.summary, policy());
  return run;
}

report::RunSummary Session::summarize(const report::RunReport &run, bool deviceUsable) {
  report::RunSummary summary = drain.summarize(launcher);
  summary.races = countShown(run.races);
  summary.suppressed = countSuppressed(run.races) + countSuppressed(run.outOfBounds);
  if (options.bounds)
    summary.outOfBounds = countShown(run.outOfBounds);
  if (options.shadow == "cached")
    summary.cacheMisses = misses.count(deviceUsable || device.isSynchronous());
  summary.toolFailed = failed;
  summary.syncFaults = device.hungLaunches() + device.divergentBarriers() + run.divergences.size();
  if (firstCallSeen)
    for (const ForeignCode &foreign : findForeignCode())
      summary.coverage.addForeignCode(foreign.file, foreign.objects);
  if (!options.same_value)
    summary.toleratedRaces =
        uint64_t(std::ranges::count_if(run.races, [](const report::Report &race) {
          return !race.suppressed && race.raceClass == report::RaceClass::SameValue;
        }));
  return summary;
}

void Session::write(const report::RunReport &run) const {
  if (options.format == "text" && options.quiet)
    return printAlways(verdictLine(run.summary));
  if (options.format == "text") {
    report::SourceFiles sources({run.process.directory});
    report::TextStyle style{logTerminal(), options.source ? &sources : nullptr,
                            options.verbosity != 0};
    if (options.color != "auto")
      style.page.color = options.color == "always";
    return printReport(writeText(limited(run, options.max_reports), style));
  }
  printReport(options.format == "json" ? writeJson(run) : report::writeSarif({run}));
  if (logIsFile())
    printAlways(verdictLine(run.summary));
}

void Session::printCosts(bool deviceUsable) {
  const std::vector<report::KernelCosts> kernels =
      costs.read(modules, deviceUsable || device.isSynchronous());
  printCounters(kernels);
  print(writeCosts(kernels));
  report::MemoryCosts memory = allocations.largestShadow();
  memory.sharedShadowBytes = pools.bytes();
  memory.orderLogBytes = orders.logBytes();
  launcher.addMemory(memory);
  print(writeCosts(memory));
}

void Session::printCounters(const std::vector<report::KernelCosts> &kernels) {
  uint64_t accesses = 0;
  bool isKnown = true;
  for (const report::KernelCosts &kernel : kernels) {
    isKnown &= kernel.counters || kernel.checked.launches == 0;
    accesses += kernel.counters ? kernel.counters->values[unsigned(abi::Counter::Checks)] : 0;
  }
  print("WarpSan: counters" + (isKnown ? " accesses=" + std::to_string(accesses) : "") +
        " twin_launches=" + std::to_string(launcher.twins()) +
        " launches=" + std::to_string(launcher.nextLaunch() - 1) +
        " epoch_clears=" + std::to_string(launcher.clears()) +
        " shadow_bytes=" + std::to_string(allocations.shadowBytes()) + "\n");
}

report::ExitPolicy Session::policy() const {
  report::ExitPolicy exit;
  exit.raceCode = int(options.exitcode);
  exit.failOnUnanalysed = options.fail_on_unanalysed;
  return exit;
}

} // namespace warpsan::rt
