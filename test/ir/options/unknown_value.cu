// An unknown value of an option fails the compilation with the option, the
// value and the allowed ones, at a place in the program.
// RUN: not %clang_device -g %s -o /dev/null -mllvm -warpsan-mode=fsn 2>&1 | FileCheck %s --check-prefix=MODE
// RUN: not %clang_device %s -o /dev/null -mllvm -warpsan-block=32,0 2>&1 | FileCheck %s --check-prefix=BLOCK
// RUN: not %clang_device %s -o /dev/null -mllvm -warpsan-grid=1,1,1,1 2>&1 | FileCheck %s --check-prefix=GRID
// RUN: not %clang_device %s -o /dev/null -mllvm -warpsan-proof-seconds=soon 2>&1 | FileCheck %s --check-prefix=SECONDS
// RUN: not %clang_device %s -o /dev/null -mllvm -warpsan-warps=lockstep 2>&1 | FileCheck %s --check-prefix=WARPS
// RUN: not %clang_device %s -o /dev/null -mllvm -warpsan-when=soon 2>&1 | FileCheck %s --check-prefix=WHEN
// RUN: not %clang_device %s -o /dev/null -mllvm -warpsan-poll=often 2>&1 | FileCheck %s --check-prefix=POLL
// RUN: not %clang_device %s -o /dev/null -mllvm -warpsan-volatile=yes 2>&1 | FileCheck %s --check-prefix=VOLATILE
// RUN: not %clang_device %s -o /dev/null -mllvm -warpsan-target=tpu 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: not %clang_device %s -o /dev/null -mllvm -warpsan-elide=all,no-stacks 2>&1 | FileCheck %s --check-prefix=ELIDE
// RUN: not %clang_device %s -o /dev/null -mllvm -warpsan-site-range=7 2>&1 | FileCheck %s --check-prefix=RANGE
__global__ void kernel(int *p) { *p = 1; }
// MODE: unknown_value.cu:[[#@LINE-1]]:{{.*}}error: {{.*}}-warpsan-mode=fsn: unknown value; allowed: fsm, off, ld, det, verify
// BLOCK: error: {{.*}}-warpsan-block=32,0: not a number above 0; allowed: x[,y[,z]], each a number, ..number or *
// GRID: error: {{.*}}-warpsan-grid=1,1,1,1: more than three numbers; allowed: x[,y[,z]]
// SECONDS: error: {{.*}}-warpsan-proof-seconds=soon: not a number above 0
// WARPS: error: {{.*}}-warpsan-warps=lockstep: unknown value; allowed: independent, two-pass, re-sync
// WHEN: error: {{.*}}-warpsan-when=soon: unknown value; allowed: early, late
// POLL: error: {{.*}}-warpsan-poll=often: unknown value; allowed: acquire, strict
// VOLATILE: error: {{.*}}-warpsan-volatile=yes: unknown value; allowed: auto, strong, plain
// TARGET: error: {{.*}}-warpsan-target=tpu: unknown value; allowed: gpu, cpu
// ELIDE: error: {{.*}}-warpsan-elide=all,no-stacks: unknown value; allowed: all, none, stack, local, constant, parameter, thread-private, launch
// RANGE: error: {{.*}}-warpsan-site-range=7: not two numbers; allowed: lo:hi
