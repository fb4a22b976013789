// Inline PTX: arithmetic, predicates, loops, vectors, special registers.
// RUN: %clang_cpu -O2 %s -o %t && %t | FileCheck %s
// RUN: %clang_cpu -O0 %s -o %t.0 && %t.0 | FileCheck %s
// CHECK: logic: 7 3 f0 5
// CHECK: arithmetic: 1000000 fffffffe 4000 3.5
// CHECK: predicate: 5 9
// CHECK: loop: 55
// CHECK: vectors: 6 4 2
// CHECK: shared address: 42
// CHECK: shuffle: 1 1 0
// CHECK: halves: 30 4 3 1
// CHECK: copy: 124 0 0
// CHECK: tied: 12
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>

__global__ void logic(unsigned *out) {
  asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(out[0]) : "r"(1), "r"(2), "r"(4));
  asm("{ .reg .b32 t; and.b32 t, %1, 7; // comment;\n\t shr.u32 %0, t, 1; }"
      : "=r"(out[1])
      : "r"(0x86 + 0x1));
  asm("bfi.b32 %0, %1, %2, 4, 4;" : "=r"(out[2]) : "r"(0xf), "r"(0));
  asm("popc.b32 %0, %1;" : "=r"(out[3]) : "r"(0x1f));
}

__global__ void arithmetic(unsigned *out, float *real) {
  asm("mul.lo.u32 %0, %1, %1;" : "=r"(out[0]) : "r"(1000));
  asm("mul.hi.u32 %0, %1, %1;" : "=r"(out[1]) : "r"(0xffffffff));
  asm("shl.b32 %0, %1, %2;" : "=r"(out[2]) : "r"(1), "r"(14));
  asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(*real) : "f"(1.5f), "f"(2.0f), "f"(0.5f));
}

__global__ void predicate(unsigned *out, int n) {
  asm("{ .reg .pred p; setp.gt.s32 p, %1, 3; selp.b32 %0, 5, 6, p; }" : "=r"(out[0]) : "r"(n));
  asm volatile(
      "{ .reg .pred p; setp.lt.s32 p, %1, 3; @p st.u32 [%0], 8; @!p st.u32 [%0], 9; }" ::"l"(out +
                                                                                             1),
      "r"(n)
      : "memory");
}

__global__ void loop(unsigned *out) {
  asm("{\n\t"
      ".reg .pred p;\n\t"
      ".reg .u32 i;\n\t"
      "mov.u32 i, 0;\n\t"
      "mov.u32 %0, 0;\n\t"
      "AGAIN:\n\t"
      "add.u32 i, i, 1;\n\t"
      "add.u32 %0, %0, i;\n\t"
      "setp.ge.u32 p, i, %1;\n\t"
      "@p bra DONE;\n\t"
      "bra AGAIN;\n\t"
      "DONE:\n\t"
      "}"
      : "=r"(out[0])
      : "r"(10));
}

__global__ void vectors(unsigned *memory) {
  unsigned a, b, c, d;
  asm volatile("ld.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
               : "l"(memory));
  asm volatile("st.v2.u32 [%0+16], {%1, %2};" ::"l"(memory), "r"(c * 2), "r"(d) : "memory");
  unsigned long long both;
  asm("mov.b64 %0, {%1, %2};" : "=l"(both) : "r"(a), "r"(b));
  asm("mov.b64 {%0, %1}, %2;" : "=r"(c), "=r"(d) : "l"(both));
  memory[6] = d;
}

__global__ void sharedAddress(unsigned *out) {
  __shared__ unsigned value;
  const unsigned address = __cvta_generic_to_shared(&value);
  asm volatile("st.shared.u32 [%0], 42;" ::"r"(address) : "memory");
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(out[0]) : "r"(address) : "memory");
}

__global__ void shuffle(unsigned *out) {
  unsigned value, inRange;
  asm volatile("{ .reg .pred p; shfl.sync.up.b32 %0|p, %2, 1, 0, -1; selp.u32 %1, 1, 0, p; }"
               : "=r"(value), "=r"(inRange)
               : "r"(threadIdx.x));
  if (threadIdx.x == 2) {
    out[0] = value;
    out[1] = inRange;
  }
  if (threadIdx.x == 0)
    out[2] = inRange;
}

__global__ void halves(unsigned *out) {
  const __half sum = __hadd(__float2half(1.5f), __float2half(1.5f));
  out[0] = static_cast<unsigned>(__half2float(sum) * 10);
  const __nv_bfloat16 two = __float2bfloat16(2.0f);
  out[1] = static_cast<unsigned>(__bfloat162float(__hmul(two, two)));
  const __half2 pair = __hadd2(__floats2half2_rn(1, 2), __floats2half2_rn(0.5f, 1));
  out[2] = static_cast<unsigned>(__high2float(pair));
  out[3] = __hbgt2(pair, __floats2half2_rn(1, 2));
}

__global__ void copy(const int4 *in, int *out) {
  __shared__ int4 tile[32];
  __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], 16, threadIdx.x == 31 ? 12 : 0);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = tile[31 - threadIdx.x].x;
  if (threadIdx.x == 0)
    out[32] = tile[31].y;
}

__global__ void tied(unsigned *out) {
  unsigned x = 5;
  asm("add.u32 %0, %0, 7;" : "+r"(x));
  out[0] = x;
}

int main() {
  unsigned *out;
  float *real;
  cudaMallocManaged(&out, 1024);
  cudaMallocManaged(&real, 4);
  logic<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  printf("logic: %x %x %x %x\n", out[0], out[1], out[2], out[3]);
  arithmetic<<<1, 1>>>(out, real);
  cudaDeviceSynchronize();
  printf("arithmetic: %u %x %x %.1f\n", out[0], out[1], out[2], *real);
  predicate<<<1, 1>>>(out, 4);
  cudaDeviceSynchronize();
  printf("predicate: %u %u\n", out[0], out[1]);
  loop<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  printf("loop: %u\n", out[0]);
  for (unsigned i = 0; i < 4; ++i)
    out[i] = i + 1;
  vectors<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  printf("vectors: %u %u %u\n", out[4], out[5], out[6]);
  sharedAddress<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  printf("shared address: %u\n", out[0]);
  shuffle<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  printf("shuffle: %u %u %u\n", out[0], out[1], out[2]);
  halves<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  printf("halves: %u %u %u %u\n", out[0], out[1], out[2], out[3]);
  int *numbers;
  cudaMallocManaged(&numbers, 1024);
  for (int i = 0; i < 128; ++i)
    numbers[i] = i;
  copy<<<1, 32>>>(reinterpret_cast<int4 *>(numbers), numbers + 128);
  cudaDeviceSynchronize();
  printf("copy: %d %d %d\n", numbers[128], numbers[159], numbers[160]);
  tied<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  printf("tied: %u\n", out[0]);
}
