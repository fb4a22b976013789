//===- backend.h - What the host runtime needs from a device ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two implementations: rt/gpu_backend.cpp (CUDA driver API, opened with dlopen,
// and the program's own cudart) and cpu/cpu_backend.cpp (the CPU target).
// Errors are cudaError_t values as int; 0 is success. Nothing here throws.
//===----------------------------------------------------------------------===//
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpsan::rt {

struct LaunchShape {
  uint32_t grid[3];
  uint32_t block[3];
  size_t sharedBytes; ///< dynamic shared memory
  void *stream;       ///< cudaStream_t
  bool cooperative;
  const void *caller; ///< return address of the launch in the program, or null
};

struct MemoryRange {
  uint64_t base = 0;
  uint64_t bytes = 0;
};

/// What a thread of a kernel takes.
struct ThreadResources {
  uint32_t registers = 0;
  uint32_t localBytes = 0;
};

/// A kernel as the program launches it.
struct KernelHandle {
  void *module;     ///< device module that holds it
  void *function;   ///< device function
  std::string name; ///< mangled
};

class Backend {
public:
  virtual ~Backend() = default;
  virtual const char *target() const = 0; ///< "gpu" or "cpu"
  virtual std::string seed() const = 0;   ///< schedule seeds of the run, "-" on a GPU
  /// Options that repeat the latest launch as it was; empty if there is one way.
  virtual std::string currentSchedule() const { return {}; }
  /// Empty when kernels can run, else why not ("no CUDA driver", ...).
  virtual std::string unavailable() = 0;

  virtual int resolve(const void *stub, KernelHandle &kernel) = 0;
  /// Null when the module has no such function or variable.
  virtual void *function(void *module, const char *name) = 0;
  virtual void *symbol(void *module, const char *name, size_t *bytes) = 0;
  /// Of a function of the driver API.
  virtual int resolveFunction(void *function, KernelHandle &kernel) { return 1; }
  /// A library was loaded, perhaps where another one was: functions may be others now.
  virtual void forgetFunctions() {}
  virtual int launch(void *function, const LaunchShape &shape, void **arguments) = 0;
  /// Whether the device takes the program's own kernel in that shape.
  virtual bool accepts(void *function, const LaunchShape &shape) { return true; }

  /// Most blocks of this shape that can be resident on the device at once.
  virtual uint32_t residentBlocks(void *function, uint32_t threads, size_t sharedBytes) = 0;
  virtual uint32_t multiprocessors() = 0;
  virtual uint32_t staticSharedBytes(void *function) = 0;
  /// Most shared memory a block can have, static and dynamic.
  virtual size_t sharedLimit() = 0;
  /// Nothing where there are no such resources.
  virtual std::optional<ThreadResources> resources(void *function) { return std::nullopt; }
  /// Bytes of the system in front of a block's static shared memory, as far as
  /// shared addresses count them.
  virtual uint32_t reservedSharedBytes() { return 0; }
  /// Calls of unknown depth come next, with larger frames than the program's.
  virtual void growStack() {}
  /// Device that launches and allocations of this host thread go to.
  virtual int currentDevice() { return 0; }
  /// The stream records into a graph, nothing runs.
  virtual bool isCapturing(void *stream) { return false; }

  /// All zero; null when out of memory.
  virtual void *allocateDevice(size_t bytes) = 0;
  virtual void freeDevice(void *memory) = 0;
  /// Memory both sides see under one address; survives a device fault.
  virtual void *allocatePinned(size_t bytes) = 0;
  virtual void freePinned(void *memory) {}
  /// Both are done on return and seen by later launches of any stream. No work
  /// in flight may use the memory; `stream` is the one that uses it next.
  virtual int copyToDevice(void *to, const void *from, size_t bytes, void *stream) = 0;
  virtual int clearDevice(void *memory, size_t bytes, void *stream) = 0;
  /// Done in the order of the stream's work, and perhaps not on return.
  virtual int clearInOrder(const std::vector<MemoryRange> &pieces, void *stream) {
    for (const MemoryRange &piece : pieces)
      if (const int error = clearDevice(reinterpret_cast<void *>(piece.base), piece.bytes, stream))
        return error;
    return 0;
  }
  /// Waits for the copy, not for the device.
  virtual int copyFromDevice(void *to, const void *from, size_t bytes) = 0;
  virtual int synchronize() = 0;
  /// A point in the work of the stream, to be released; 0: there is none.
  virtual uint64_t markMoment(void *stream) { return 0; }
  virtual void releaseMoment(uint64_t moment) {}
  /// Nanoseconds between two points; nothing if the device has not come there yet, or if
  /// that is not known.
  virtual std::optional<uint64_t> elapsed(uint64_t begin, uint64_t end) { return std::nullopt; }
  /// Memory that malloc of device code may take, as far as it is known: none where
  /// it is not. `kernel` may call malloc.
  virtual MemoryRange deviceHeap(void *kernel) { return {}; }
  /// Memory of malloc in device code is told from memory that nothing holds.
  virtual bool seesDeviceHeap() const { return false; }
  /// A launch is over when launch() returns.
  virtual bool isSynchronous() { return false; }
  /// Times that a launch is to be tried before it runs, each time under
  /// another schedule. A trial leaves the program's memory as it was.
  virtual uint32_t trials() { return 0; }
  /// `number` counts from 0.
  virtual void beginTrial(uint32_t number) {}
  virtual void endTrial() {}
  /// Where messages about kernels go, and what names the source line in front
  /// of a return address.
  virtual void setLog(void (*print)(const std::string &), std::string (*lineOf)(const void *)) {}
  /// In a signal handler: says where the threads of a running kernel are.
  virtual void describeRunning() const {}
  /// Since the start of the process: launches that were ended because their
  /// threads wait for each other, and barriers whose outcome CUDA leaves open
  /// (of GPUs the runtime learns that from twins).
  virtual uint64_t hungLaunches() const { return 0; }
  virtual uint64_t divergentBarriers() const { return 0; }
  /// cudaDeviceReset comes next: all handles and memory of the device go.
  virtual void forgetDevice() {}
};

/// The one backend of this library.
Backend &backend();

} // namespace warpsan::rt
