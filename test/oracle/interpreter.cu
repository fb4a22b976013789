//===- interpreter.cu - Runs programs under the detector -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One kernel, compiled once, that reads what to do from memory. Threads are
// switched between operations only: an access, what the runtime makes of it and
// the note of it are one step, so the notes are the order that the runtime saw.
//===----------------------------------------------------------------------===//
#include "test/oracle/interpreter.h"
#include "warpsan/host_abi.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

/// Of the CPU target: yield points until the next switch.
extern "C" uint32_t __warpsan_cpu_fuel;

namespace warpsan::oracle {
namespace {

constexpr uint32_t MaxNotes = 1 << 16;
constexpr uint32_t MaxBlocks = 16;
/// Rounds of a loop that waits; what waits longer does so for ever.
constexpr uint32_t MaxRounds = 1 << 20;
constexpr uint32_t NoSwitch = 1u << 30;

struct Machine {
  uint32_t *fuel;
  uint32_t savedFuel;
  const Operation *operations;
  const uint32_t *begins; ///< of each thread, and the end
  char *memory;           ///< MemoryBytes
  Note *notes;
  uint32_t noteCount;
  bool stuck;
  bool started[MaxBlocks];
};

/// The machine itself is not what is checked, and nothing in it switches threads.
#define UNCHECKED __device__ __attribute__((noinline, disable_sanitizer_instrumentation))

UNCHECKED void start(Machine *machine, char *shared) {
  if (machine->started[blockIdx.x])
    return;
  machine->started[blockIdx.x] = true;
  for (uint32_t i = 0; i < MemoryBytes; ++i)
    shared[i] = 0;
}

UNCHECKED uint32_t numberOf() { return blockIdx.x * blockDim.x + threadIdx.x; }

UNCHECKED uint32_t beginOf(const Machine *machine, uint32_t after) {
  return machine->begins[numberOf() + after];
}

UNCHECKED Operation fetch(const Machine *machine, uint32_t at) { return machine->operations[at]; }

UNCHECKED void enter(Machine *machine) {
  if (*machine->fuel <= 1)
    __nanosleep(0); // sets it anew
  else
    --*machine->fuel;
  machine->savedFuel = *machine->fuel;
  *machine->fuel = NoSwitch;
}

UNCHECKED void leave(Machine *machine) { *machine->fuel = machine->savedFuel; }

UNCHECKED void note(Machine *machine, uint32_t at, bool leaves, bool stuck, uint64_t seen) {
  if (machine->noteCount == MaxNotes)
    return;
  const uint32_t thread = numberOf();
  machine->notes[machine->noteCount++] = {thread, at - machine->begins[thread], leaves, stuck,
                                          seen != 0};
  machine->stuck |= stuck;
}

#define REGISTER_uint32_t "r"
#define REGISTER_uint64_t "l"
#define REGISTER_uint8_t "r"
#define REGISTER_uint16_t "r"
#define FORM_Read(Type, Ptx) return *(const Type *)at;
#define FORM_Write(Type, Ptx)                                                                      \
  *(Type *)at = (Type)value;                                                                       \
  return 0;
#define FORM_Load(Type, Ptx)                                                                       \
  Type result;                                                                                     \
  asm volatile(Ptx : "=" REGISTER_##Type(result) : "l"(at) : "memory");                            \
  return result;
#define FORM_Store(Type, Ptx)                                                                      \
  asm volatile(Ptx : : "l"(at), REGISTER_##Type((Type)value) : "memory");                          \
  return 0;
#define FORM_Add(Type, Ptx)                                                                        \
  Type result;                                                                                     \
  asm volatile(Ptx                                                                                 \
               : "=" REGISTER_##Type(result)                                                       \
               : "l"(at), REGISTER_##Type((Type)value)                                             \
               : "memory");                                                                        \
  return result;
#define FORM_Reduce(Type, Ptx) FORM_Store(Type, Ptx)
#define FORM_Poll(Type, Ptx) FORM_Load(Type, Ptx)
#define FORM_Take(Type, Ptx)                                                                       \
  Type result;                                                                                     \
  asm volatile(Ptx : "=r"(result) : "l"(at), "r"(1u), "r"(0u) : "memory");                         \
  return result;

template <Kind Which>
__device__ uint64_t perform(char *at, uint64_t value);
#define ORACLE_KIND(Name, Form, Type, Order, Scope, Ptx)                                           \
  template <>                                                                                      \
  __device__ __forceinline__ uint64_t perform<Kind::Name>(char *at, uint64_t value) {              \
    FORM_##Form(Type, Ptx)                                                                         \
  }
#include "test/oracle/kinds.def"

template <Kind Which>
__device__ __forceinline__ void execute(Machine *machine, uint32_t pc, char *at, uint64_t value) {
  constexpr Form How = Kinds[unsigned(Which)].form;
  if constexpr (How == Form::Poll || How == Form::Take) {
    uint64_t seen = 0;
    uint32_t rounds = 0;
    do {
      enter(machine);
      const uint64_t before = rounds ? seen : ~uint64_t(0);
      seen = perform<Which>(at, value);
      if (++rounds == MaxRounds || seen != before)
        note(machine, pc, false, rounds == MaxRounds, seen);
      leave(machine);
    } while ((How == Form::Poll ? seen < value : seen != 0) && rounds < MaxRounds);
  } else {
    enter(machine);
    note(machine, pc, false, false, perform<Which>(at, value));
    leave(machine);
  }
}

__device__ __forceinline__ void fence(const Operation &operation) {
  if (operation.act == Act::WeakFence && operation.scope == Scope::Block)
    asm volatile("fence.acq_rel.cta;" ::: "memory");
  else if (operation.act == Act::WeakFence)
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
  else if (operation.scope == Scope::Block)
    __threadfence_block();
  else if (operation.scope == Scope::Device)
    __threadfence();
  else
    __threadfence_system();
}

template <bool IsOrdered>
__device__ __forceinline__ void barrier(const Operation &operation) {
  if (operation.act == Act::BlockBarrier)
    __syncthreads();
  if (operation.act == Act::WarpBarrier)
    __syncwarp(operation.mask);
  if constexpr (IsOrdered) {
    if (operation.act == Act::NamedSync)
      asm volatile("barrier.sync %0, %1;" ::"r"(operation.number), "r"(operation.count) : "memory");
    if (operation.act == Act::NamedArrive)
      asm volatile("barrier.arrive %0, %1;" ::"r"(operation.number), "r"(operation.count)
                   : "memory");
  }
}

template <bool IsOrdered>
__device__ __forceinline__ void synchronize(Machine *machine, uint32_t pc,
                                            const Operation &operation) {
  enter(machine);
  note(machine, pc, false, false, 0);
  if (operation.act == Act::Fence || operation.act == Act::WeakFence) {
    if constexpr (IsOrdered)
      fence(operation);
  } else {
    barrier<IsOrdered>(operation);
    if (operation.act != Act::NamedArrive)
      note(machine, pc, true, false, 0);
  }
  leave(machine);
}

/// The switch stands in the kernel itself: its lines tell the sites apart.
template <bool IsOrdered>
__global__ void runProgram(Machine *machine, char *memory) {
  extern __shared__ char shared[];
  start(machine, shared);
  const uint32_t end = beginOf(machine, 1);
  for (uint32_t pc = beginOf(machine, 0); pc != end; ++pc) {
    const Operation operation = fetch(machine, pc);
    char *const at = (operation.isShared ? shared : memory) + operation.offset;
    if (operation.act != Act::Access)
      synchronize<IsOrdered>(machine, pc, operation);
    switch (operation.site) {
#define ORACLE_SITE(Name)                                                                          \
  case __LINE__:                                                                                   \
    execute<Kind::Name>(machine, pc, at, operation.value);                                         \
    break;
#define ORACLE_SYNC_SITE(Name)                                                                     \
  case __LINE__:                                                                                   \
    if constexpr (IsOrdered)                                                                       \
      execute<Kind::Name>(machine, pc, at, operation.value);                                       \
    break;
#include "test/oracle/sites.def"
    }
  }
}

//===--- Host --------------------------------------------------------------===//

void check(cudaError_t error) {
  if (error == cudaSuccess)
    return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
  std::exit(2);
}

/// What stays from launch to launch. Only `memory` is the detector's to watch.
struct Bench {
  Machine machine{};
  std::vector<Note> notes = std::vector<Note>(MaxNotes);
  std::vector<Operation> operations;
  std::vector<uint32_t> begins;

  Bench() {
    check(cudaMalloc(&machine.memory, MemoryBytes));
    machine.fuel = &__warpsan_cpu_fuel;
    machine.notes = notes.data();
  }
  void load(const Program &program);
};

void Bench::load(const Program &program) {
  operations.clear();
  begins.assign(1, 0);
  for (const auto &list : program.lists) {
    operations.insert(operations.end(), list.begin(), list.end());
    begins.push_back(uint32_t(operations.size()));
  }
  machine.operations = operations.data();
  machine.begins = begins.data();
  machine.noteCount = 0;
  machine.stuck = false;
  std::fill(std::begin(machine.started), std::end(machine.started), false);
  std::memset(machine.memory, 0, MemoryBytes);
}

void addRace(void *closure, uint32_t line, uint32_t previousLine) {
  static_cast<std::set<SitePair> *>(closure)->insert(std::minmax(line, previousLine));
}

} // namespace

Run interpret(const Program &program) {
  static Bench bench;
  bench.load(program);
  if (program.isOrdered)
    runProgram<true>
        <<<program.blocks, program.threads, MemoryBytes>>>(&bench.machine, bench.machine.memory);
  else
    runProgram<false>
        <<<program.blocks, program.threads, MemoryBytes>>>(&bench.machine, bench.machine.memory);
  check(cudaDeviceSynchronize());
  Run run;
  run.notes.assign(bench.notes.begin(), bench.notes.begin() + bench.machine.noteCount);
  run.stuck = bench.machine.stuck;
  __warpsan_take_races(addRace, &run.races);
  return run;
}

} // namespace warpsan::oracle
