// Functions of integers are known to the bit: each kernel's elements are distinct, and those of
// its twin are not.
// RUN: %verify -mllvm -warpsan-block=64 -mllvm -warpsan-grid=1 %s 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: not %verify -mllvm -warpsan-block=64 -mllvm -warpsan-grid=1 -DRACY %s 2>&1 | FileCheck %s --check-prefix=RACY
#ifdef RACY
#define FAULT(clean, racy) racy
#else
#define FAULT(clean, racy) clean
#endif

// CHECK: kernel reversedBits(): verdict=proved
// RACY: kernel reversedBits(): verdict=refuted
__global__ void reversedBits() {
  __shared__ int tile[64];
  tile[__brev(threadIdx.x) >> FAULT(26, 27)] = threadIdx.x;
}

// CHECK: kernel leadingZeros(): verdict=proved
// RACY: kernel leadingZeros(): verdict=refuted
__global__ void leadingZeros() {
  __shared__ int tile[65];
  tile[__clzll((1ull << threadIdx.x) - FAULT(1, threadIdx.x / 2))] = threadIdx.x;
}

// CHECK: kernel setBits(): verdict=proved
// RACY: kernel setBits(): verdict=refuted
__global__ void setBits() {
  __shared__ int tile[64];
  tile[__popcll((1ull << threadIdx.x) - FAULT(1, (threadIdx.x & 2)))] = threadIdx.x;
}

// CHECK: kernel least(): verdict=proved
// RACY: kernel least(): verdict=refuted
__global__ void least() {
  __shared__ int tile[64];
  tile[min(threadIdx.x, FAULT(63, 62))] = threadIdx.x;
}

// CHECK: kernel greatest(): verdict=proved
// RACY: kernel greatest(): verdict=refuted
__global__ void greatest() {
  __shared__ int tile[64];
  tile[max(int(threadIdx.x), FAULT(-1, 1))] = threadIdx.x;
}

// CHECK: kernel upperHalf(): verdict=proved
// RACY: kernel upperHalf(): verdict={{refuted|possible}}
__global__ void upperHalf() {
  __shared__ int tile[64];
  tile[__umulhi(threadIdx.x << 1, FAULT(0x80000000u, 0x40000000u))] = threadIdx.x;
}

// CHECK: kernel permutedBytes(): verdict=proved
// RACY: kernel permutedBytes(): verdict={{refuted|possible}}
__global__ void permutedBytes() {
  __shared__ int tile[64];
  tile[__byte_perm(threadIdx.x << 8, 0, FAULT(0x4441, 0x4440))] = threadIdx.x;
}

// CHECK: kernel swappedBytes(): verdict=proved
// RACY: kernel swappedBytes(): verdict=refuted
__global__ void swappedBytes() {
  __shared__ int tile[64];
  tile[__builtin_bswap32(threadIdx.x) >> FAULT(24, 25)] = threadIdx.x;
}

// CHECK: kernel rotated(): verdict=proved
// RACY: kernel rotated(): verdict=refuted
__global__ void rotated() {
  __shared__ int tile[64];
  const unsigned t = threadIdx.x;
  tile[((t >> 3) | (t << 29)) >> FAULT(0, 1) & 63 | (t & 7) << 3] = threadIdx.x;
}
