// What the usual kernels access, as terms of the launch, and the guards of that. The
// same without optimisation: checks are placed and read before it.
// RUN: %clang_device -O0 %s -o %t.O0.ll
// RUN: %opt -passes='print<warpsan-sites>' -disable-output %t.O0.ll 2>&1 | FileCheck %s
// RUN: %clang_device -O2 -g %s -o %t.O2.ll
// RUN: %opt -passes='print<warpsan-sites>' -disable-output %t.O2.ll 2>&1 | FileCheck %s

// CHECK-LABEL: kernel _Z6streamPfPKfS1_i
// CHECK-NOT: unrooted-checks
// CHECK-NEXT: root 0 arg1
// CHECK-NEXT: root 1 arg2
// CHECK-NEXT: root 2 arg0
// CHECK-NEXT: form root 0 read of 4 at (4 * sext64(((ctaid.x * ntid.x) + tid.x))) if ((ctaid.x * ntid.x) + tid.x) <s arg3{{$}}
// CHECK-NEXT: form root 1 read of 4 at (4 * sext64(((ctaid.x * ntid.x) + tid.x))) if ((ctaid.x * ntid.x) + tid.x) <s arg3{{$}}
// CHECK-NEXT: form root 2 write of 4 at (4 * sext64(((ctaid.x * ntid.x) + tid.x))) if ((ctaid.x * ntid.x) + tid.x) <s arg3{{$}}
__global__ void stream(float *c, const float *a, const float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i] + b[i];
}

// CHECK-LABEL: kernel _Z10gridStridePfi
// CHECK-NEXT: root 0 arg0
// CHECK-NEXT: form root 0 write of 4 at (4 * sext64((((ctaid.x * ntid.x) + tid.x) + k0 * (nctaid.x * ntid.x)))) if (((ctaid.x * ntid.x) + tid.x) + k0 * (nctaid.x * ntid.x)) <s arg1 in every round{{$}}
__global__ void gridStride(float *c, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    c[i] = 1;
}

// The 32 bits of the sum are extended, not the sum of 64.
// CHECK-LABEL: kernel _Z10unsignedOfPfj
// CHECK: form root 0 write of 4 at (4 * zext64(((ctaid.x * ntid.x) + tid.x))) if ((ctaid.x * ntid.x) + tid.x) <u arg1{{$}}
__global__ void unsignedOf(float *c, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = 1;
}

// CHECK-LABEL: kernel _Z3twoPfii
// CHECK: form root 0 write of 4 at (4 * sext64((((((ctaid.y * ntid.y) + tid.y) * arg1) + (ctaid.x * ntid.x)) + tid.x))) if ((ctaid.y * ntid.y) + tid.y) <s arg2, ((ctaid.x * ntid.x) + tid.x) <s arg1{{$}}
__global__ void two(float *out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  out[y * width + x] = 1;
}

// CHECK-LABEL: kernel _Z7vectorsP6float4PKS_
// CHECK: form root 0 read of 16 at (16 * zext64(tid.x)){{$}}
// CHECK-NEXT: form root 1 write of 16 at (16 * zext64(tid.x)){{$}}
__global__ void vectors(float4 *out, const float4 *in) { out[threadIdx.x] = in[threadIdx.x]; }

// The guard on k is of the round of the access; the store is behind the loop.
// CHECK-LABEL: kernel _Z3rowPfPKfi
// CHECK: form root 0 read of 4 at (4 * zext64(((arg2 * tid.x) + k0 * 1))) if (0 + k0 * 1) <s arg2 in every round, tid.x <u arg2{{$}}
// CHECK-NEXT: form root 1 write of 4 at (4 * zext64(tid.x)) if tid.x <u arg2{{$}}
__global__ void row(float *c, const float *a, int n) {
  if (threadIdx.x >= n)
    return;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[threadIdx.x * n + k];
  c[threadIdx.x] = sum;
}

// CHECK-LABEL: kernel _Z8pointersPiS_i
// CHECK: root 0 arg0
// CHECK-NEXT: form root 0 write of 4 at ((4 * zext64(tid.x)) + k0 * (4 * sext64(arg2))){{$}}
__global__ void pointers(int *begin, int *end, int step) {
  for (int *p = begin + threadIdx.x; p < end; p += step)
    *p = 1;
}

// CHECK-LABEL: kernel _Z9variablesi
// CHECK-NEXT: root 0 counter
// CHECK-NEXT: root 1 table
// CHECK-NEXT: form root 0 wide atomic write of 4 at 0{{$}}
// CHECK-NEXT: form root 1 write of 4 at (4 * zext64(tid.x)){{$}}
__device__ int counter, table[256];
__global__ void variables(int value) {
  atomicAdd(&counter, 1);
  table[threadIdx.x] = value;
}
