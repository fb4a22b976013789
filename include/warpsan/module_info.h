//===- module_info.h - Site and kernel tables of an instrumented module ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass stores one blob for each translation unit (unit) in the device
// module, so no side file ties the device and the host compilation. The host
// reads it at the module's first launch. With -fgpu-rdc a device module holds
// several units; all their symbols are internal but one per kernel and per
// function that other units may call. Layout of the blob: ModuleInfo,
// KernelInfo[], SiteInfo[], FrameInfo[], GlobalInfo[], TermInfo[], RootInfo[],
// FormInfo[], GuardInfo[] (access_forms.h), BarrierInfo[], uint32_t lists[], char
// strings[] (NUL-terminated; offset 0 is the empty string). Offsets below are bytes
// from the start of the blob.
//===----------------------------------------------------------------------===//
#pragma once
#include "warpsan/abi.h"
#include "warpsan/access_forms.h"

namespace warpsan::abi {

/// The blob; internal.
inline constexpr char ModuleInfoSymbol[] = "__warpsan_module_info";
/// uint64_t[globalCount]: run-time addresses, same order as GlobalInfo; internal.
inline constexpr char GlobalAddressesSymbol[] = "__warpsan_global_addresses";
/// UnitBases, set by the host; internal.
inline constexpr char UnitBasesSymbol[] = "__warpsan_unit_bases";
/// Twin of kernel, or function other units may call, K is TwinPrefix + K.
inline constexpr char TwinPrefix[] = "__warpsan_twin_";
/// Kernel: the twin again, with as few registers as any launch has, if the blocks
/// of K wait for each other.
inline constexpr char SlimPrefix[] = "__warpsan_slim_";
inline constexpr char ProvedPrefix[] = "__warpsan_proved_";
/// Kernel of modules with calls of malloc: writes an address of the heap of device
/// code to where its parameter points, or null.
inline constexpr char HeapProbeSymbol[] = "__warpsan_heap_probe";
/// UnitInfo of the unit that K stands in is UnitPrefix + K.
inline constexpr char UnitPrefix[] = "__warpsan_unit_";

/// Device addresses of what belongs to a unit; 0 if it has none.
struct UnitInfo {
  uint64_t moduleInfo;
  uint64_t globalAddresses;
  uint64_t bases; ///< of its UnitBases
};
static_assert(sizeof(UnitInfo) == 24);

/// Numbers, in the module, of the unit's first rows.
struct UnitBases {
  uint32_t site;
  uint32_t barrier;
};
static_assert(sizeof(UnitBases) == 8);

inline constexpr uint32_t ModuleInfoMagic = 0x4e415357; // "WSAN"

struct ModuleInfo {
  uint32_t magic;
  uint32_t version; ///< abi::Version
  uint32_t bytes;   ///< of the whole blob
  uint32_t kernelCount;
  uint32_t siteCount;
  uint32_t frameCount;
  uint32_t globalCount;
  uint32_t kernels; ///< offsets
  uint32_t sites;
  uint32_t frames;
  uint32_t globals;
  uint32_t lists;
  uint32_t strings;
  uint32_t source; ///< string: the main source file
  uint32_t barrierCount;
  uint32_t barriers; ///< offset
  uint32_t rootCount;
  uint32_t roots; ///< offset
  uint32_t formCount;
  uint32_t forms; ///< offset
  uint32_t termCount;
  uint32_t terms; ///< offset
  uint32_t guardCount;
  uint32_t guards; ///< offset
};
static_assert(sizeof(ModuleInfo) == 96);

enum KernelFlags : uint32_t {
  KernelBlockBarrier = 1u << 0,       ///< a barrier of the whole block
  KernelWarpBarrier = 1u << 1,        ///< a warp barrier of all lanes
  KernelPartialWarpBarrier = 1u << 2, ///< a warp barrier whose mask may be partial
  KernelNamedBarrier = 1u << 3,       ///< a barrier that may join part of the block
  KernelFence = 1u << 4,              ///< fence, acquire or release
  KernelStrong = 1u << 5,             ///< strong or volatile access
  KernelSubWord = 1u << 6,            ///< access that is not whole aligned words
  KernelShared = 1u << 7,             ///< may access shared memory
  KernelGlobal = 1u << 8,             ///< may access global memory
  KernelGridBarrier = 1u << 9,        ///< cooperative grid barrier
  KernelOpen = 1u << 10,              ///< may call code without a twin: seen at run time
  KernelIsFunction = 1u << 11,        ///< no kernel, but a function other units may call
  KernelSpins = 1u << 12,             ///< a loop waits for a word of global memory
  KernelOpenStack = 1u << 13,         ///< recursion, calls through pointers: no bound for its stack
  KernelHistories = 1u << 14,         ///< its code can run with LaunchOrdered
  KernelHeap = 1u << 15,              ///< malloc of device code
  KernelOpenStores = 1u << 16,        ///< may write global memory that its roots do not tell
  KernelUnrootedChecks = 1u << 17,    ///< checks that neither a root nor provedBlock stands for:
                                      ///< shared memory, unknown pointers, functions. Without
                                      ///< those of KernelWithinChecks
  KernelShapelessChecks = 1u << 18,   ///< has checks that do not depend on provedBlock
  KernelSharedSize = 1u << 19,        ///< asks how much shared memory its blocks have, or aligns it
                                      ///< to more than SharedAlignment
  KernelShapelessShared = 1u << 20,   ///< KernelShapelessChecks, maybe of shared memory
  KernelTellsDivergence = 1u << 21,   ///< lanes of a warp may come to different block barriers, and
                                      ///< then say so
  KernelRows = 1u << 22,              ///< checks with AccessInRow: warps likely access whole lines
  KernelWithinChecks = 1u << 23,      ///< checks that provedBlock stands for while their accesses
                                      ///< stay in their arrays
  KernelModeLd = 1u << 24,            ///< compiled for mode ld
  KernelPrivate = 1u << 25,           ///< its twin is for that mode: regions run on copies
  KernelModeDet = 1u << 26,           ///< compiled for mode det
  KernelUnrootedGlobal = 1u << 28,    ///< KernelUnrootedChecks, maybe of global memory
};

/// Dynamic shared memory starts at the latest at the next multiple of it behind the
/// static part.
inline constexpr uint32_t SharedAlignment = 1024;

/// Blocks of up to so many threads in each dimension; 0 stands for any number.
struct BlockLimits {
  uint32_t extents[3];

  constexpr bool isSet() const { return extents[0] || extents[1] || extents[2]; }
  constexpr bool allow(const uint32_t (&block)[3]) const {
    for (int i = 0; i < 3; ++i)
      if (extents[i] && block[i] > extents[i])
        return false;
    return true;
  }
  /// What both allow.
  constexpr void narrow(const BlockLimits &other) {
    for (int i = 0; i < 3; ++i)
      if (other.extents[i] && (!extents[i] || other.extents[i] < extents[i]))
        extents[i] = other.extents[i];
  }
};
static_assert(sizeof(BlockLimits) == 12);

/// Fences, flags, locks or barriers of a part of the block may order accesses:
/// such kernels run with LaunchOrdered.
constexpr bool needsOrder(uint32_t kernelFlags) {
  constexpr uint32_t fenceAndFlag = KernelFence | KernelStrong;
  return (kernelFlags & fenceAndFlag) == fenceAndFlag ||
         (kernelFlags & (KernelNamedBarrier | KernelGridBarrier));
}

/// Warp barriers order lanes of a warp.
constexpr bool ordersLanes(uint32_t kernelFlags) {
  return kernelFlags & (KernelWarpBarrier | KernelPartialWarpBarrier);
}

/// All blocks of such kernels may have to be on the device at once.
constexpr bool waitsForBlocks(uint32_t kernelFlags) {
  return kernelFlags & (KernelSpins | KernelGridBarrier);
}

/// What a kernel does that would not be the same if a part of it ran again. Text in
/// obstacles.def.
enum class Obstacle : uint8_t {
#define WARPSAN_OBSTACLE(Name, Text) Name,
#include "warpsan/obstacles.def"
  Count
};

/// A kernel, or a device function that other units may call. Everything is over
/// the call graph within the unit.
struct KernelInfo {
  uint32_t name;        ///< string: mangled name of the original
  uint32_t parameters;  ///< of the original; the twin has one more
  uint32_t flags;       ///< KernelFlags
  uint32_t reasons;     ///< bit r: Reason r concerns the whole kernel
  uint32_t siteList;    ///< index into lists of its first site
  uint32_t siteCount;   ///< sites of the kernel and all it calls
  uint32_t frame;       ///< FrameInfo index of the definition, or NoFrame
  uint32_t recordBytes; ///< size of the launch record it expects
  uint32_t callList;    ///< index into lists of its first call
  uint32_t callCount;   ///< strings: functions of other units it calls
  uint32_t firstRoot;   ///< RootInfo index
  uint32_t rootCount;   ///< of the kernel; functions have none
  uint32_t firstForm;   ///< FormInfo index
  uint32_t formCount;   ///< all its accesses behind its roots
  /// Launches of such blocks need no checks that have AccessIfOutsideShape.
  BlockLimits provedBlock;
  uint32_t demangled;   ///< string: the name as people write it
  uint32_t obstacles;   ///< bit o: Obstacle o keeps mode ld from running it twice
  uint32_t sharedList;  ///< index into lists of its first shared variable
  uint32_t sharedCount; ///< GlobalInfo indices: those that it says the places of
  uint32_t reserved;
};
static_assert(sizeof(KernelInfo) == 88); // the rows behind need a multiple of 8 bytes

inline constexpr uint32_t NoFrame = 0xffffffffu;

enum class SiteStatus : uint8_t { Checked, Proved, NotAnalysed };

enum SiteFlags : uint16_t {
  SiteVolatile = 1u << 0,
  SiteConstantValue = 1u << 1, ///< stores a literal: `value` holds it
  SiteInlineAsm = 1u << 2,
  SiteBulk = 1u << 3, ///< memcpy, memset: run-time length
  // Of volatile and atomic accesses:
  SitePoll = 1u << 4,         ///< a loop ends on what it reads
  SiteFencedBlock = 1u << 5,  ///< a fence follows before the next barrier or exit
  SiteFencedDevice = 1u << 6, ///< one of device scope
  SiteMatrix = 1u << 7,       ///< line of a tile that a warp loads or stores together
  SiteNonCoherent = 1u << 8,  ///< ld.global.nc, ldu: its cache sees no stores of the kernel
  // For the words of reports:
  SiteBeforeFlag = 1u << 9,  ///< a strong write may follow, in the same round of a loop
  SiteBehindFlag = 1u << 10, ///< a loop that waits for a flag or lock may come before
  // Of stores (analysis/CoveredAccesses.h):
  SiteUpdate = 1u << 11,        ///< the read of the same expression has no check of its own
  SiteStandsForMore = 1u << 12, ///< neither have other accesses of the same bytes
};

/// One access instruction after inlining, deduplicated by source position,
/// inline chain, kind and size.
struct SiteInfo {
  uint32_t frame;    ///< innermost FrameInfo, or NoFrame without debug info
  uint32_t ordinal;  ///< number of the access in its function, from 1
  uint32_t function; ///< string: demangled name of the function it stands in
  uint32_t size;     ///< bytes, 0 if only known at run time
  uint8_t kind;      ///< AccessKind
  uint8_t scope;     ///< Scope
  uint8_t space;     ///< Space, as far as known at compile time
  uint8_t status;    ///< SiteStatus
  uint8_t reason;    ///< Reason, for NotAnalysed
  uint8_t elision;   ///< elisions.def row, for Proved
  uint16_t flags;    ///< SiteFlags
  uint64_t value;    ///< SiteConstantValue
  uint32_t intended; ///< string: why the access is meant to race; empty: it is not
  uint32_t reserved;
};
static_assert(sizeof(SiteInfo) == 40);

struct FrameInfo {
  uint32_t function; ///< string: demangled
  uint32_t file;     ///< string: as the compiler was given it
  uint32_t line;
  uint32_t column;
  uint32_t inlinedAt; ///< FrameInfo of the call, or NoFrame
  uint32_t firstLine; ///< of the function, or 0
  uint32_t directory; ///< string: what a relative `file` is relative to
};
static_assert(sizeof(FrameInfo) == 28);

struct GlobalInfo {
  uint32_t name;  ///< string: source name if known, else symbol
  uint32_t space; ///< Space: Global and Constant variables have an address row
  uint32_t file;  ///< string
  uint32_t line;
  uint64_t size; ///< bytes; 0 for extern __shared__ arrays
};
static_assert(sizeof(GlobalInfo) == 24);

/// The aligned block barriers of one line: inlining and unrolling copy them.
struct BarrierInfo {
  uint32_t frame;    ///< of one of them, or NoFrame without debug info
  uint32_t function; ///< string: demangled name of the function it stands in
};
static_assert(sizeof(BarrierInfo) == 8);

} // namespace warpsan::abi
