// Threads that spin while nobody can change what they wait for: a deadlock,
// found at once and with the lines. A spin that can end does. (A plain one needs checks: the
// optimiser may drop it from the program itself.)
// RUN: %warpsanxx_cpu -O2 -g %s -o %t
// RUN: %check_run --exit 69 %t lock | FileCheck %s --check-prefix=LOCK
// RUN: %check_run --exit 69 --options schedule=random:seed=3 %t lock | FileCheck %s --check-prefix=LOCK
// RUN: %check_run --exit 69 --options schedule=pct:seed=3 %t lock | FileCheck %s --check-prefix=LOCK
// RUN: %check_run --exit 69 %t flag | FileCheck %s --check-prefix=FLAG
// RUN: %check_run --exit 69 --options resolve=0 %t plain | FileCheck %s --check-prefix=PLAIN
// RUN: %check_run --exit 69 %t backoff | FileCheck %s --check-prefix=BACKOFF
// RUN: %check_run --exit 69 --options resident_threads=4 %t meet | FileCheck %s --check-prefix=MEET
// RUN: %t meet 2>&1 | FileCheck %s --check-prefix=END
// RUN: %t handshake 2>&1 | FileCheck %s --check-prefix=END
// RUN: env WARPSAN_OPTIONS=schedule=random:seed=5:fuel=64 %t handshake 2>&1 | FileCheck %s --check-prefix=END
// RUN: %t host 2>&1 | FileCheck %s --check-prefix=HOST
// RUN: %clang_cpu -O0 -g %s -o %t.0
// RUN: not env WARPSAN_OPTIONS=max_steps=1000000 %t.0 lock 2>&1 | FileCheck %s --check-prefix=LOCK-O0
// RUN: %t.0 handshake 2>&1 | FileCheck %s --check-prefix=END
// RUN: not %t.0 plain 2>&1 | FileCheck %s --check-prefix=PLAIN
// LOCK: WarpSan: deadlock in kernel lock(int*): 32 threads have not ended
// LOCK-DAG: block (0,0,0): 31 threads ({{[0-9]+..[0-9]+}}): spinning, {{.*}}spinning.cu:[[# @LINE + 22]]
// LOCK-DAG: block (0,0,0): 1 thread ({{[0-9]+}}): block barrier 0, {{.*}}spinning.cu:[[# @LINE + 24]]
// LOCK-O0: step limit reached in kernel lock(int*)
// FLAG: deadlock in kernel flag(int volatile*)
// FLAG: block (0,0,0): 8 threads (0..7): spinning, {{.*}}spinning.cu:[[# @LINE + 26]]
// PLAIN: deadlock in kernel plain(int*, int*)
// PLAIN: spinning, {{.*}}spinning.cu:[[# @LINE + 29]]
// BACKOFF: deadlock in kernel backoff(int*)
// BACKOFF: spinning
// MEET: deadlock in kernel meet(int*)
// MEET: 60 blocks have not started (resident_threads=4)
// END: 0
// END-NOT: deadlock
// HOST: all threads wait, unless another host thread writes, in kernel flag(int volatile*)
// HOST: 0
#include <cstdio>
#include <cstring>
#include <thread>
#include <unistd.h>

/// The holder of the lock waits for those who want it.
__global__ void lock(int *word) {
  while (atomicCAS(word, 0, 1) != 0) {
  }
  __threadfence();
  __syncthreads();
  atomicExch(word, 0);
}

__global__ void flag(volatile int *word) {
  while (*word == 0) {
  }
}

__global__ void plain(int *word, int *out) {
  while (*word == 0)
    ;
  *out = 1;
}

__global__ void backoff(int *word) {
  unsigned time = 8;
  while (atomicCAS(word, 1, 0) != 1) {
    __nanosleep(time);
    time = time < 256 ? time * 2 : time;
  }
}

/// Every block waits for all.
__global__ void meet(int *word) {
  atomicAdd(word, 1);
  while (atomicAdd(word, 0) < static_cast<int>(gridDim.x)) {
  }
}

/// Threads that all spin most of the time, yet go on.
__global__ void handshake(int *word) {
  for (int round = 0; round < 50; ++round) {
    while (atomicAdd(word, 0) !=
           round * static_cast<int>(gridDim.x) + static_cast<int>(blockIdx.x)) {
    }
    atomicAdd(word, 1);
  }
}

int main(int, char **arguments) {
  int *memory;
  cudaMallocManaged(&memory, 2 * sizeof(int));
  const char *what = arguments[1];
  std::thread writer;
  if (!strcmp(what, "lock"))
    lock<<<1, 32>>>(memory);
  if (!strcmp(what, "flag"))
    flag<<<1, 8>>>(memory);
  if (!strcmp(what, "plain"))
    plain<<<1, 1>>>(memory, memory + 1);
  if (!strcmp(what, "backoff"))
    backoff<<<2, 2>>>(memory);
  if (!strcmp(what, "meet"))
    meet<<<64, 1>>>(memory);
  if (!strcmp(what, "handshake"))
    handshake<<<6, 1>>>(memory);
  if (!strcmp(what, "host")) {
    writer = std::thread([=] {
      usleep(300000);
      *static_cast<volatile int *>(memory) = 1;
    });
    flag<<<1, 8>>>(memory);
    writer.join();
  }
  const cudaError_t error = cudaDeviceSynchronize();
  printf("%d\n", error);
  return error != cudaSuccess;
}
