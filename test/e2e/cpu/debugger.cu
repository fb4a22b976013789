// Kernels are host code with host debug information: breakpoints by line and by
// kernel, variables, backtraces and the index of the thread work (docs/design.md).
// REQUIRES: gdb
// RUN: %clang_cpu -O0 -g %s -o %t
// RUN: %gdb -ex 'break debugger.cu:23 if i == 5' -ex run -ex 'print square' -ex backtrace %t 2>&1 | FileCheck %s
// RUN: %gdb -ex 'break squares' -ex run -ex backtrace %t 2>&1 | FileCheck %s --check-prefix NAME
// RUN: %warpsanxx_cpu -O0 -g %s -o %t.twin
// RUN: %gdb -ex start -ex 'break debugger.cu:23 if __warpsan_cpu_current->index.x == 5' -ex continue -ex backtrace -ex 'print __warpsan_cpu_current->index' -ex 'print __warpsan_cpu_current->block->index' %t.twin 2>&1 | FileCheck %s --check-prefix TWIN
// RUN: %gdb -ex 'break squares' -ex run -ex backtrace %t.twin 2>&1 | FileCheck %s --check-prefix NAME
// CHECK: Breakpoint 1{{.*}}, squares{{.*}}debugger.cu:23
// CHECK: = 25
// CHECK: #0 {{.*}}squares{{.*}}debugger.cu:23
// NAME: Breakpoint 1{{.*}}, squares (
// NAME: #0 {{.*}}squares (
// TWIN: Breakpoint 2.{{.*}}debugger.cu:23
// TWIN: #0 {{.*}}debugger.cu:23
// TWIN: = {x = 5, y = 0, z = 0}
// TWIN: = {x = 1, y = 0, z = 0}
__global__ void squares(int *out) {
  const int i = threadIdx.x;
  const int square = i * i;
  if (blockIdx.x == 1)
    out[i] = square;
}

int main() {
  int *memory;
  cudaMalloc(&memory, 8 * sizeof(int));
  squares<<<2, 8>>>(memory);
  return cudaDeviceSynchronize();
}
