// Atomic operations of every width, scope and type.
// RUN: %clang_cpu -O0 %s -o %t.0 && %t.0 | FileCheck %s
// RUN: %clang_cpu -O2 %s -o %t.2 && %t.2 | FileCheck %s
// RUN: env WARPSAN_OPTIONS=schedule=random:seed=3 %t.2 | FileCheck %s
// CHECK: integers: 256 -255 255 256 1024
// CHECK: floating point: 128.0 128.0 64.0 64.0
// CHECK: bits: ffffffff 0 ff
// CHECK: compare and swap: 512 256
// CHECK: libcu++: 256 128.0 512 256 256
#include <cstdio>
#include <cuda/atomic>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

struct Results {
  int added, smallest, largest, wrapped;
  unsigned long long wide;
  float single;
  double twice;
  __half half;
  __nv_bfloat16 brain;
  unsigned ored, anded, xored;
  unsigned swapped;
  unsigned short small;
  int refInt;
  float refFloat;
  long long refLong;
  unsigned char refByte[4];
  short refShort;
};

__global__ void cudaAtomics(Results *r) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&r->added, 1);
  atomicMin_system(&r->smallest, -t);
  atomicMax_block(&r->largest, t);
  atomicInc(reinterpret_cast<unsigned *>(&r->wrapped), 1000);
  atomicAdd_system(&r->wide, 4ull);
  atomicAdd(&r->single, 0.5f);
  atomicAdd_block(&r->twice, 0.5);
  atomicAdd(&r->half, __float2half(0.25f));
  atomicAdd(&r->brain, __float2bfloat16(0.25f));
  atomicOr(&r->ored, 1u << t % 32);
  atomicAnd_block(&r->anded, ~(1u << t % 32));
  atomicXor(&r->xored, t < 255 ? 0 : 0xff);
}

__global__ void compareAndSwap(Results *r) {
  for (unsigned old = r->swapped, seen; (seen = atomicCAS(&r->swapped, old, old + 2)) != old;)
    old = seen;
  for (unsigned short old = r->small, seen;
       (seen = atomicCAS(&r->small, old, static_cast<unsigned short>(old + 1))) != old;)
    old = seen;
}

__global__ void references(Results *r) {
  constexpr auto Device = cuda::thread_scope_device;
  cuda::atomic_ref<int, Device>(r->refInt).fetch_add(1, cuda::memory_order_relaxed);
  cuda::atomic_ref<float, Device>(r->refFloat).fetch_add(0.5f);
  cuda::atomic_ref<long long, cuda::thread_scope_block> wide(r->refLong);
  for (long long old = wide.load(); !wide.compare_exchange_weak(old, old + 2);) {
  }
  cuda::atomic_ref<unsigned char, Device>(r->refByte[threadIdx.x % 4]).fetch_add(1);
  cuda::atomic_ref<short, Device>(r->refShort).fetch_add(1);
}

int main() {
  Results *r;
  cudaMallocManaged(&r, sizeof *r);
  r->anded = ~0u;
  cudaAtomics<<<4, 64>>>(r);
  compareAndSwap<<<4, 64>>>(r);
  references<<<4, 64>>>(r);
  cudaDeviceSynchronize();
  printf("integers: %d %d %d %d %llu\n", r->added, r->smallest, r->largest, r->wrapped, r->wide);
  printf("floating point: %.1f %.1f %.1f %.1f\n", r->single, r->twice, __half2float(r->half),
         __bfloat162float(r->brain));
  printf("bits: %x %x %x\n", r->ored, r->anded, r->xored);
  printf("compare and swap: %u %d\n", r->swapped, r->small);
  int bytes = 0;
  for (unsigned char byte : r->refByte)
    bytes += byte;
  printf("libcu++: %d %.1f %lld %d %d\n", r->refInt, r->refFloat, r->refLong, bytes, r->refShort);
}
