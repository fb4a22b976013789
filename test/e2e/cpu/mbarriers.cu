// mbarrier objects: phases by arrivals and by bytes of bulk copies, waits by
// parity and by state, and libcu++ barriers and pipelines on top.
// RUN: %clang_cpu -O2 %s -o %t && %t | FileCheck %s
// RUN: %clang_cpu -O0 %s -o %t.0 && %t.0 | FileCheck %s
// RUN: env WARPSAN_OPTIONS=schedule=random:seed=1 %t | FileCheck %s
// CHECK: phases: 64 of 64
// CHECK: bulk copy: 64 of 64
// CHECK: barrier: 64 of 64
// CHECK: device barrier: 128
#include <cstdio>
#include <cuda/barrier>

constexpr int Threads = 64;

__device__ unsigned sharedAddress(const void *p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

__device__ void init(unsigned barrier, int count) {
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(barrier), "r"(count) : "memory");
  __syncthreads();
}

__device__ void waitParity(unsigned barrier, int parity) {
  asm volatile("{ .reg .pred p;\n"
               "WAIT: mbarrier.try_wait.parity.shared.b64 p, [%0], %1;\n"
               "@!p bra WAIT; }" ::"r"(barrier),
               "r"(parity)
               : "memory");
}

__global__ void phases(int *ok) {
  __shared__ unsigned long long barrier;
  __shared__ int values[Threads];
  const unsigned address = sharedAddress(&barrier);
  const int t = threadIdx.x;
  init(address, Threads);
  bool good = true;
  for (int round = 0; round < 4; ++round) {
    values[t] = round + t;
    asm volatile("{ .reg .b64 s; mbarrier.arrive.shared.b64 s, [%0]; }" ::"r"(address) : "memory");
    waitParity(address, round % 2);
    good &= values[Threads - 1 - t] == round + Threads - 1 - t;
    __syncthreads();
  }
  ok[t] = good;
}

__global__ void bulkCopy(const int *in, int *ok) {
  __shared__ alignas(8) unsigned long long barrier;
  __shared__ alignas(16) int tile[Threads];
  const unsigned address = sharedAddress(&barrier);
  init(address, 1);
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(address),
                 "r"(static_cast<int>(sizeof tile))
                 : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
                 "[%0], [%1], %2, [%3];" ::"r"(sharedAddress(tile)),
                 "l"(in), "r"(static_cast<int>(sizeof tile)), "r"(address)
                 : "memory");
  }
  waitParity(address, 0);
  ok[threadIdx.x] = tile[threadIdx.x] == in[threadIdx.x];
}

using BlockBarrier = cuda::barrier<cuda::thread_scope_block>;
using DeviceBarrier = cuda::barrier<cuda::thread_scope_device>;

__global__ void libcuBarrier(int *ok) {
  __shared__ alignas(BlockBarrier) char storage[sizeof(BlockBarrier)];
  __shared__ int values[Threads];
  auto *barrier = reinterpret_cast<BlockBarrier *>(storage);
  const int t = threadIdx.x;
  if (t == 0)
    init(barrier, Threads);
  __syncthreads();
  values[t] = t;
  auto token = barrier->arrive();
  barrier->wait(static_cast<BlockBarrier::arrival_token &&>(token));
  ok[t] = values[Threads - 1 - t] == Threads - 1 - t;
}

__global__ void libcuDeviceBarrier(DeviceBarrier *barrier, int *count) {
  atomicAdd(count, 1);
  barrier->arrive_and_wait();
  if (*count != static_cast<int>(gridDim.x * blockDim.x))
    __trap();
}

__global__ void initDevice(DeviceBarrier *barrier, int n) { init(barrier, n); }

static int count(const int *ok) {
  if (cudaDeviceSynchronize() != cudaSuccess)
    return -1;
  int good = 0;
  for (int i = 0; i < Threads; ++i)
    good += ok[i];
  return good;
}

int main() {
  int *ok, *in;
  cudaMallocManaged(&ok, 2 * Threads * sizeof(int));
  cudaMallocManaged(&in, Threads * sizeof(int));
  for (int i = 0; i < Threads; ++i)
    in[i] = i * i;
  phases<<<1, Threads>>>(ok);
  printf("phases: %d of 64\n", count(ok));
  bulkCopy<<<1, Threads>>>(in, ok);
  printf("bulk copy: %d of 64\n", count(ok));
  libcuBarrier<<<1, Threads>>>(ok);
  printf("barrier: %d of 64\n", count(ok));
  DeviceBarrier *barrier;
  cudaMalloc(&barrier, sizeof *barrier);
  *in = 0;
  initDevice<<<1, 1>>>(barrier, 2 * Threads);
  libcuDeviceBarrier<<<2, Threads>>>(barrier, in);
  printf("device barrier: %d\n", cudaDeviceSynchronize() == cudaSuccess ? *in : -1);
}
