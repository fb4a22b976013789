// A signal ends a kernel that does not: the report says where its threads are,
// and what they did not reach counts as not analysed.
// RUN: %warpsanxx_cpu -O1 -g %s -o %t
// RUN: not timeout -s INT 2 %t > %t.out 2>&1
// RUN: FileCheck %s < %t.out
// CHECK: WarpSan: signal 2: reporting what was recorded so far
// CHECK: WarpSan: interrupted in kernel count(int*): 34 threads have not ended
// CHECK-DAG: block (0,0,0): 2 threads (0..1): running, {{.*}}interrupted.cu:[[# @LINE + 9]]
// CHECK-DAG: block (0,0,0): 32 threads (32..63): block barrier 0, {{.*}}interrupted.cu:[[# @LINE + 10]]
// CHECK: WarpSan: verdict=unanalysed
// CHECK: WarpSan: not_analysed reason=UnfinishedKernel
/// Not a deadlock for all that is known: memory changes.
__global__ void count(int *word) {
  if (threadIdx.x >= 2 && threadIdx.x < 32)
    return;
  if (threadIdx.x < 2)
    while (atomicAdd(word, 1) != -5)
      ;
  __syncthreads();
}

int main() {
  int *memory;
  cudaMalloc(&memory, sizeof(int));
  count<<<1, 64>>>(memory);
  return cudaDeviceSynchronize();
}
