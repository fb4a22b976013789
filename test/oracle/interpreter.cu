//===- interpreter.cu - Runs programs under the detector -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One kernel, compiled once, that reads what to do from memory. Threads are
// switched between operations only: an access, what the runtime makes of it and
// the note of it are one step, so the notes are the order that the runtime saw.
//
// Compiled again with ORACLE_YIELDS and -warpsan-yield=runtime, threads are
// switched inside the runtime instead, and nowhere else in an access: its note is
// in the place of what memory did, between the calls of the runtime around it.
//===----------------------------------------------------------------------===//
#include "test/oracle/interpreter.h"
#include "warpsan/host_abi.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>

/// Of the CPU target: yield points until the next switch.
extern "C" uint32_t __warpsan_cpu_fuel;

namespace warpsan::oracle {
namespace {

constexpr uint32_t MaxNotes = 1 << 18;
constexpr uint32_t MaxBlocks = 16;
/// Rounds of a loop that waits; what waits longer does so for ever.
constexpr uint32_t MaxRounds = 1 << 20;
constexpr uint32_t NoSwitch = 1u << 30;
constexpr uint32_t NoNote = ~0u;
constexpr uint32_t MaxThreads = 512;

#ifdef ORACLE_YIELDS
constexpr bool Yields = true;
#else
constexpr bool Yields = false;
#endif

/// The access that a thread is at.
struct Attempt {
  uint32_t began;
  uint32_t note; ///< NoNote: memory has not been accessed
  bool isOn;
  uint32_t rounds; ///< before, of a loop that waits
  uint64_t seen;   ///< in the last one
};

struct Machine {
  uint32_t *fuel;
  uint32_t savedFuel;
  const Operation *operations;
  const uint32_t *begins; ///< of each thread, and the end
  char *memory;           ///< MemoryBytes
  Note *notes;
  uint32_t noteCount;
  uint32_t clock;
  uint32_t pace;   ///< accesses of the runtime, on average, until the next switch
  uint64_t random; ///< state of a generator
  bool stuck;
  Attempt attempts[MaxThreads];
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

/// Yield points of the program are none inside an access. There is one in front of
/// what memory does, so the fuel tells when that is done.
UNCHECKED void enter(Machine *machine) {
  if (*machine->fuel <= 1)
    __nanosleep(0); // sets it anew
  else
    --*machine->fuel;
  machine->savedFuel = *machine->fuel;
  *machine->fuel = NoSwitch;
  Attempt &attempt = machine->attempts[numberOf()];
  attempt.began = machine->clock++;
  attempt.note = NoNote;
  attempt.isOn = true;
  attempt.rounds = 0;
}

UNCHECKED void leave(Machine *machine) {
  machine->attempts[numberOf()].isOn = false;
  if (!Yields)
    *machine->fuel = machine->savedFuel;
}

UNCHECKED uint32_t reserveNote(Machine *machine) {
  return machine->noteCount == MaxNotes ? NoNote : machine->noteCount++;
}

/// `isRepeated`: it says nothing new.
UNCHECKED void note(Machine *machine, uint32_t at, bool leaves, bool stuck, bool fails,
                    bool isRepeated) {
  const uint32_t thread = numberOf();
  const Attempt &attempt = machine->attempts[thread];
  const uint32_t place = attempt.note == NoNote ? reserveNote(machine) : attempt.note;
  if (place == NoNote)
    return;
  machine->notes[place] = {thread,        at - machine->begins[thread],
                           leaves,        stuck,
                           fails,         isRepeated,
                           attempt.began, machine->clock++};
  machine->stuck |= stuck;
}

/// Rounds of a loop that waits are noted if they see something new.
UNCHECKED void finish(Machine *machine, uint32_t at, uint64_t seen) {
  Attempt &attempt = machine->attempts[numberOf()];
  const bool isNew = attempt.rounds == 0 || attempt.rounds == MaxRounds - 1 || seen != attempt.seen;
  if (isNew || attempt.note != NoNote)
    note(machine, at, false, attempt.rounds == MaxRounds - 1, seen != 0, !isNew);
  attempt.seen = seen;
  leave(machine);
}

UNCHECKED void enterAgain(Machine *machine, uint32_t at, uint64_t seen) {
  const uint32_t rounds = machine->attempts[numberOf()].rounds;
  finish(machine, at, seen);
  enter(machine);
  machine->attempts[numberOf()].rounds = rounds + 1;
}

#ifdef ORACLE_YIELDS
__device__ Machine *running;

UNCHECKED uint32_t draw(Machine *machine) {
  machine->random = machine->random * 6364136223846793005u + 1442695040888963407u;
  return uint32_t(machine->random >> 33);
}

UNCHECKED void yieldInRuntime() {
  Machine *const machine = running;
  Attempt &attempt = machine->attempts[numberOf()];
  const uint32_t fuel = *machine->fuel;
  if (attempt.isOn && attempt.note == NoNote && fuel != NoSwitch)
    attempt.note = reserveNote(machine);
  if (draw(machine) % machine->pace)
    return;
  __nanosleep(0);
  *machine->fuel = fuel;
}
#endif

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

/// The last round of a loop that waits is left to the caller to finish.
template <Kind Which>
__device__ __forceinline__ uint64_t execute(Machine *machine, uint32_t pc, char *at,
                                            uint64_t value) {
  constexpr Form How = Kinds[unsigned(Which)].form;
  if constexpr (How == Form::Poll || How == Form::Take) {
    uint64_t seen = 0;
    uint32_t rounds = 0;
    do {
      if (rounds++)
        enterAgain(machine, pc, seen);
      seen = perform<Which>(at, value);
    } while ((How == Form::Poll ? seen < value : seen != 0) && rounds < MaxRounds);
    return seen;
  } else {
    return perform<Which>(at, value);
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
  note(machine, pc, false, false, false, false);
  if (Yields)
    leave(machine);
  if (operation.act == Act::Fence || operation.act == Act::WeakFence) {
    if constexpr (IsOrdered)
      fence(operation);
  } else {
    barrier<IsOrdered>(operation);
    if (operation.act != Act::NamedArrive)
      note(machine, pc, true, false, false, false);
  }
  if (!Yields)
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
    if (operation.act != Act::Access) {
      synchronize<IsOrdered>(machine, pc, operation);
      continue;
    }
    uint64_t seen = 0;
    enter(machine);
    switch (operation.site) {
#define ORACLE_SITE(Name)                                                                          \
  case __LINE__:                                                                                   \
    seen = execute<Kind::Name>(machine, pc, at, operation.value);                                  \
    break;
#define ORACLE_SYNC_SITE(Name)                                                                     \
  case __LINE__:                                                                                   \
    if constexpr (IsOrdered)                                                                       \
      seen = execute<Kind::Name>(machine, pc, at, operation.value);                                \
    break;
#include "test/oracle/sites.def"
    }
    finish(machine, pc, seen);
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
  machine.noteCount = machine.clock = 0;
  machine.stuck = false;
  std::fill(std::begin(machine.started), std::end(machine.started), false);
  std::memset(machine.memory, 0, MemoryBytes);
  std::fill(std::begin(machine.attempts), std::end(machine.attempts),
            Attempt{0, NoNote, false, 0, 0});
}

/// For the yielding runtime.
void drawPace(Machine &machine) {
#ifdef ORACLE_YIELDS
  constexpr uint32_t Paces[] = {1, 2, 4, 16, 64};
  machine.pace = Paces[(machine.random >> 33) % std::size(Paces)];
  Machine *const itself = &machine;
  check(cudaMemcpyToSymbol(running, &itself, sizeof itself));
#endif
}

void addRace(void *closure, uint32_t line, uint32_t previousLine) {
  static_cast<std::set<SitePair> *>(closure)->insert(std::minmax(line, previousLine));
}

} // namespace

#ifdef ORACLE_YIELDS
#define INTERPRET interpretYielding
#else
#define INTERPRET interpretInSteps
#endif

Run INTERPRET(const Program &program) {
  static Bench bench;
  bench.load(program);
  drawPace(bench.machine);
  if (program.isOrdered)
    runProgram<true>
        <<<program.blocks, program.threads, MemoryBytes>>>(&bench.machine, bench.machine.memory);
  else
    runProgram<false>
        <<<program.blocks, program.threads, MemoryBytes>>>(&bench.machine, bench.machine.memory);
  check(cudaDeviceSynchronize());
  Run run;
  std::copy_if(bench.notes.begin(), bench.notes.begin() + bench.machine.noteCount,
               std::back_inserter(run.notes), [](const Note &note) { return !note.isRepeated; });
  run.stuck = bench.machine.stuck || bench.machine.noteCount == MaxNotes;
  __warpsan_take_races(addRace, &run.races);
  return run;
}

} // namespace warpsan::oracle

#ifdef ORACLE_YIELDS
/// Called in front of each atomic access of the runtime.
extern "C" __attribute__((used)) UNCHECKED void __warpsan_runtime_yield() {
  warpsan::oracle::yieldInRuntime();
}
#endif
