// Which kernels and launches are checked, and how much is written. What is left out is told,
// and never makes a clean run.
// RUN: %warpsanxx_target -O2 -g %s -o %t
// RUN: %check_run --exit 66 --options resolve=0 %t | FileCheck %s --check-prefix ALL
// ALL: WarpSan: verdict=races races=2 kernels=3/3 {{.*}} not_analysed=0
//
// RUN: %check_run --options kernels=clean:resolve=0 %t | FileCheck %s --check-prefix CLEAN
// CLEAN: DONE
// CLEAN-NOT: data race
// CLEAN: WarpSan: verdict=unanalysed races=0 kernels=1/3 {{.*}} filtered=3 target=
// CLEAN-NEXT: WarpSan: not_analysed reason=FilteredOut sites=6 kernels=2 first={{.*}}left out by the options
// RUN: %check_run --exit 68 --options kernels=clean:resolve=0:fail_on_unanalysed=1 %t | FileCheck %s --check-prefix CLEAN
//
// With * and ?; a colon needs quotes.
// RUN: %check_run --exit 66 --options "kernels='space::*,-*race(*':resolve=0:verbosity=1" %t | FileCheck %s --check-prefix LIST
// LIST: launch 2: {{.*}}clean{{.*}} not checked: left out by the options
// LIST: #0 space::other(int*)
// LIST: WarpSan: verdict=races races=1 kernels=1/3 {{.*}} filtered=5
//
// Of each kernel the first launch: the race is in the second of race().
// RUN: %check_run --exit 66 --options launches=1:resolve=0 %t | FileCheck %s --check-prefix FIRST
// FIRST: #0 space::other(int*)
// FIRST: WarpSan: verdict=races races=1 kernels=1/3 {{.*}} filtered=3
// FIRST-NEXT: not_analysed reason=FilteredOut
//
// What was checked in part is not nothing; what was not at all is.
// RUN: %check_run --options kernels=race:launches=1:resolve=0 %t | FileCheck %s --check-prefix PART
// PART: WarpSan: verdict=unanalysed races=0 kernels=0/3
// RUN: %check_run --exit 68 --options kernels=nosuch:resolve=0 %t | FileCheck %s --check-prefix NOTHING
// NOTHING: WarpSan: verdict=unanalysed races=0 kernels=0/3 {{.*}} filtered=6
//
// All races count, however many are written.
// RUN: %check_run --exit 66 --options max_reports=1:resolve=0 %t | FileCheck %s --check-prefix FEW
// FEW-COUNT-1: data race
// FEW-NOT: data race
// FEW: WarpSan: verdict=races races=2
// FEW: WarpSan: 1 more report is not written (max_reports)
// RUN: %check_run --exit 66 --options quiet=1:resolve=0:verbosity=2:counters=1 %t | FileCheck %s --check-prefix QUIET
// QUIET-NOT: data race
// QUIET: DONE
// QUIET-NEXT: WarpSan: verdict=races races=2 {{.*}}
// QUIET-NOT: {{.}}
// RUN: %check_run --exit 68 --options kernels=nosuch:quiet=1:resolve=0 %t | FileCheck %s --check-prefix BLIND
// BLIND: DONE
// BLIND-NEXT: WarpSan: verdict=unanalysed {{.*}}
// BLIND-NOT: {{.}}
//
// Nothing runs.
// RUN: %check_run %t idle | FileCheck %s --check-prefix IDLE
// RUN: %check_run --exit 68 --options fail_on_unanalysed=1 %t idle | FileCheck %s --check-prefix IDLE
// IDLE: WarpSan: verdict=none races=0 kernels=0/0
#include "Inputs/done.h"

// Three sites.
static __device__ void mirror(int *memory, bool safe) {
  memory[threadIdx.x] = threadIdx.x;
  if (safe)
    __syncthreads();
  memory[64 + threadIdx.x] = memory[63 - threadIdx.x];
}

__global__ void clean(int *memory) {
  memory[threadIdx.x] = threadIdx.x;
  __syncthreads();
  memory[64 + threadIdx.x] = memory[63 - threadIdx.x];
}

namespace space {

__global__ void race(int *memory, bool safe) { mirror(memory, safe); }

__global__ void other(int *memory) {
  memory[threadIdx.x] = threadIdx.x;
  memory[64 + threadIdx.x] = memory[63 - threadIdx.x];
}

} // namespace space

int main(int count, char **) {
  int *memory = zeroed<int>(128);
  if (count > 1)
    return done();
  for (int round = 0; round < 2; ++round) {
    space::race<<<1, 64>>>(memory, round == 0);
    clean<<<1, 64>>>(memory);
  }
  clean<<<1, 64>>>(memory);
  space::other<<<1, 64>>>(memory);
  return done();
}
