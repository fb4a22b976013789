// Proofs that need blocks of a shape. What they are about is in the kernel's row, and the
// launch is compared with that. "For all": nothing else in the kernel needs a check.
// RUN: %clang_device -O2 -Xclang -disable-llvm-passes %s -o - | %opt -passes='warpsan-instrument,print<warpsan-sites>' -disable-output 2>&1 | FileCheck %s
#define KERNEL extern "C" __global__ void

// CHECK-DAG: kernel square {{.*}} shape=16x16x1 for all
KERNEL square() {
  __shared__ int tile[16][16];
  tile[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  if (tile[threadIdx.x][threadIdx.y] > 1)
    __trap();
}
// CHECK-DAG: kernel padded {{.*}} shape=16x16x1 for all
KERNEL padded() {
  __shared__ int tile[16][17];
  tile[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  if (tile[threadIdx.x][threadIdx.y] > 1)
    __trap();
}
// A shorter row is for narrower blocks.
// CHECK-DAG: kernel narrow {{.*}} shape=8x16x1 for all
KERNEL narrow() {
  __shared__ int tile[16][8];
  tile[threadIdx.y][threadIdx.x] = 1;
}
// Eight rows a round: more threads would come into those of the next round.
// CHECK-DAG: kernel strips {{.*}} shape=32x8x1 for all
KERNEL strips() {
  __shared__ int tile[32][33];
  for (int i = 0; i < 32; i += 8)
    tile[threadIdx.y + i][threadIdx.x] = 1;
  __syncthreads();
  for (int i = 0; i < 32; i += 8)
    if (tile[threadIdx.x][threadIdx.y + i] > 1)
      __trap();
}
// The reader that needs a barrier has none, whatever the block.
// CHECK-DAG: kernel squareAtOnce {{.*}} reasons:{{ *$}}
KERNEL squareAtOnce() {
  __shared__ int tile[16][16];
  tile[threadIdx.y][threadIdx.x] = 1;
  if (tile[threadIdx.x][15 - threadIdx.y] > 1)
    __trap();
}
// The row follows the block: one-to-one without a bound on it.
// CHECK-DAG: kernel numbered {{.*}} shape=1024x1024x1 for all
extern __shared__ int words[];
KERNEL numbered() { words[threadIdx.y * blockDim.x + threadIdx.x] = 1; }
// CHECK-DAG: kernel numberedWrongly {{.*}} shape=1024x1x1 for all
KERNEL numberedWrongly() { words[threadIdx.y * blockDim.y + threadIdx.x] = 1; }
// One of the accesses is right in every shape, another in none.
// CHECK-DAG: kernel mixed {{.*}} shape=128x1x1{{ *$}}
KERNEL mixed() {
  __shared__ int own[128], first[1];
  own[127 - threadIdx.x] = 1;
  first[0] = 1;
}
// Blocks of less than a warp count if they need no check then.
// CHECK-DAG: kernel halfWarp {{.*}} shape=16x1x1 for all
KERNEL halfWarp() {
  __shared__ int own[16];
  own[15 - threadIdx.x] = 1;
}
// CHECK-DAG: kernel halfWarpMixed {{.*}} reasons:{{ *$}}
KERNEL halfWarpMixed() {
  __shared__ int own[16], first[1];
  own[15 - threadIdx.x] = 1;
  first[0] = 1;
}
// Too few threads to be worth it.
// CHECK-DAG: kernel tiny {{.*}} reasons:{{ *$}}
KERNEL tiny() {
  __shared__ int own[15];
  own[14 - threadIdx.x] = 1;
}
