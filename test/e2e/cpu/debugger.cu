// Kernels are host code with host debug information: breakpoints by line and by
// kernel, variables and backtraces work.
// REQUIRES: gdb
// RUN: %clang_cpu -O0 -g %s -o %t
// RUN: %gdb -ex 'break debugger.cu:16 if i == 5' -ex run -ex 'print square' -ex backtrace %t 2>&1 | FileCheck %s
// RUN: %warpsanxx_cpu -O0 -g %s -o %t.twin
// RUN: %gdb -ex 'break debugger.cu:16' -ex run -ex backtrace %t.twin 2>&1 | FileCheck %s --check-prefix=TWIN
// CHECK: Breakpoint 1{{.*}}, squares{{.*}}debugger.cu:16
// CHECK: = 25
// CHECK: #0 {{.*}}squares{{.*}}debugger.cu:16
// TWIN: Breakpoint 1.{{.*}}debugger.cu:16
// TWIN: #0 {{.*}}debugger.cu:16
__global__ void squares(int *out) {
  const int i = threadIdx.x;
  const int square = i * i;
  out[i] = square;
}

int main() {
  int *memory;
  cudaMalloc(&memory, 8 * sizeof(int));
  squares<<<1, 8>>>(memory);
  return cudaDeviceSynchronize();
}
