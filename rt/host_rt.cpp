//===- host_rt.cpp - Entry point of the host runtime -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rt/cuda_hooks.h"
#include "rt/fatbin_census.h"
#include "rt/message.h"
#include "rt/session.h"
#include "warpsan/abi.h"
#include <cstring>

using namespace warpsan::rt;

namespace {

/// Row by which a module names its GPU code object, or a kernel in one that the
/// linker makes.
constexpr char FatbinRow[] = "__cuda_fatbin_wrapper";

void checkVersion(uint32_t version) {
  if (version != warpsan::abi::Version)
    die("the program was compiled by a plugin of ABI " + std::to_string(version) +
        ", this runtime has " + std::to_string(warpsan::abi::Version) + ": recompile");
}

} // namespace

extern "C" __attribute__((visibility("default"))) void __warpsan_take_races(WarpsanRaceSink sink,
                                                                            void *closure) {
  Session::get().takeRaces(sink, closure);
}

extern "C" __attribute__((visibility("default"))) void
__warpsan_attach(uint32_t version, const WarpsanHookRow *rows, uint64_t count) {
  checkVersion(version);
  Session::get().start();
  for (uint64_t i = 0; i < count; ++i) {
    if (std::strcmp(rows[i].name, FatbinRow) == 0)
      addInstrumentedFatbin(rows[i].real);
    else
      bindHook(rows[i]);
  }
}
