// Suppressed races are not shown and do not count in the exit code, but in the verdict;
// suppressions that name nothing are told.
// RUN: %warpsanxx_target -O2 -g %s -o %t
// RUN: %check_run --exit 66 %t | FileCheck %s --check-prefix NONE
// NONE: WarpSan: verdict=races races=2 {{.*}} suppressed=0
// NONE-NOT: unused suppression
//
// RUN: echo 'src:mirror.h # the header is known' > %t.src
// RUN: echo 'race:nothing' >> %t.src
// RUN: %check_run --exit 66 --options suppressions=%t.src %t | FileCheck %s --check-prefix SRC
// SRC: DONE
// SRC-NOT: mirror.h
// SRC: #0 second(int*) {{.*}}suppressions.cu
// SRC: WarpSan: verdict=races races=1 {{.*}} suppressed=1 lost=0
// SRC-NEXT: WarpSan: unused suppression {{.*}}.src:2
//
// One line for each kind; with it nothing is left.
// RUN: echo 'race:mirror<int>*' > %t.all
// RUN: echo 'race:*mirror<int>(*' >> %t.all
// RUN: echo 'kernel:second' >> %t.all
// RUN: %check_run --options suppressions=%t.all:verbosity=1 %t | FileCheck %s --check-prefix ALL
// ALL: DONE
// ALL-NOT: data race
// ALL: WarpSan: verdict=none races=0 {{.*}} suppressed=2 lost=0
// ALL-NEXT: WarpSan: unused suppression {{.*}}.all:1
// ALL-NEXT: WarpSan: suppression {{.*}}.all:2 hits={{[1-9]}}
// ALL-NEXT: WarpSan: suppression {{.*}}.all:3 hits={{[1-9]}}
// RUN: echo 'class:missing block barrier' > %t.class
// RUN: %check_run --options suppressions=%t.class:halt_on_error=1 %t | FileCheck %s --check-prefix CLASS
// CLASS: DONE
// CLASS: WarpSan: verdict=none races=0 {{.*}} suppressed=2 lost=0
// CLASS-NOT: unused
//
// A kernel that is suppressed does not hide the same lines in another one.
// RUN: echo 'kernel:first' > %t.first
// RUN: %check_run --exit 66 --options suppressions=%t.first %t two | FileCheck %s --check-prefix TWO
// TWO: #1 third(int*)
// TWO: WarpSan: verdict=races races=2 {{.*}} suppressed=1 lost=0
//
// Wrong files end the program before it starts.
// RUN: echo 'kernels:first' > %t.wrong
// RUN: %check_run --exit 67 --options suppressions=%t.wrong %t | FileCheck %s --check-prefix WRONG
// WRONG-NOT: DONE
// WRONG: WarpSan: error: {{.*}}.wrong:1: want race:, bounds:, kernel:, src: or class: and a pattern
// RUN: %check_run --exit 67 --options suppressions=%t.absent %t | FileCheck %s --check-prefix ABSENT
// ABSENT: WarpSan: error: cannot read suppressions {{.*}}.absent
#include "Inputs/done.h"
#include "Inputs/mirror.h"

__global__ void first(int *memory) { mirror(memory); }

__global__ void second(int *memory) {
  memory[threadIdx.x] = threadIdx.x;
  memory[64 + threadIdx.x] = memory[63 - threadIdx.x];
}

__global__ void third(int *memory) { mirror(memory); }

int main(int count, char **) {
  first<<<1, 64>>>(zeroed<int>(128));
  second<<<1, 64>>>(zeroed<int>(128));
  if (count > 1)
    third<<<1, 64>>>(zeroed<int>(128));
  return done();
}
