// All kinds of stores say which bytes they wrote: of parts of words, of structures, through
// pointers of which only the run knows the memory, memset and memcpy, in dynamic shared memory.
// Values that were there before count, too.
// RUN: %warpsanxx_target -O0 -g -mllvm -warpsan-mode=det %s -o %t
// RUN: %check_schedules --runs 5 --options resolve=0 %t 2>&1 | FileCheck %s
// RUN: %warpsanxx_target -O2 -g -mllvm -warpsan-mode=det %s -o %t
// RUN: %check_schedules --runs 5 --options resolve=0 %t 2>&1 | FileCheck %s
// RUN: %check_schedules --runs 5 --options resolve=0:ld_lanes=1 %t 2>&1 | FileCheck %s
// CHECK: DONE
// CHECK: WarpSan: verdict=deterministic
#include "../Inputs/done.h"
#include <cstring>

constexpr int Warps = 3, Threads = 32 * Warps;

struct Row {
  int number;
  short half;
  unsigned char bytes[6];
};

struct Block {
  Row rows[32];
  short halves[32];
  unsigned char filled[32][8];
  int chosen[32];
  int restored[32];
};

// In `other` if that is asked for, and in shared memory for whoever reads this.
__device__ __attribute__((noinline)) int *choose(int *shared, int *other, bool isOther) {
  return isOther ? other : shared;
}

__global__ void write(Block *out, int *other, int none) {
  extern __shared__ char memory[];
  auto &block = *reinterpret_cast<Block *>(memory);
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  Row row = {1000 * warp + lane, short(300 - warp), {}};
  for (int i = 0; i < 6; ++i)
    row.bytes[i] = static_cast<unsigned char>(16 * warp + i);
  block.rows[lane] = row;
  block.halves[lane] = short(0x100 >> 4 * warp);
  memset(block.filled[lane], 0x40 + warp, warp + 3);
  *choose(&block.chosen[lane], other + lane, none != 0) = 0x10000 >> 8 * warp;
  if (warp < 2)
    block.restored[lane] = warp == 0 ? 7 : 0;
  __syncthreads();
  if (warp == 0)
    memcpy(&out->rows[lane], &block.rows[lane], sizeof(Row));
  else if (warp == 1)
    memcpy(out->filled[lane], block.filled[lane], 8);
  else {
    out->halves[lane] = block.halves[lane];
    out->chosen[lane] = block.chosen[lane];
    out->restored[lane] = block.restored[lane];
  }
}

static bool isAsExpected(const Block &block, int lane) {
  constexpr int Last = Warps - 1;
  const Row &row = block.rows[lane];
  bool right = row.number == 1000 * Last + lane && row.half == 300 - Last;
  for (int i = 0; i < 6; ++i)
    right &= row.bytes[i] == 16 * Last + i;
  for (int i = 0; i < 8; ++i)
    right &= block.filled[lane][i] == (i < Last + 3 ? 0x40 + Last : 0);
  return right && block.halves[lane] == 0x100 >> 4 * Last &&
         block.chosen[lane] == 0x10000 >> 8 * Last && block.restored[lane] == 0;
}

int main() {
  static Block result;
  auto *out = reinterpret_cast<Block *>(zeroed<char>(sizeof(Block)));
  write<<<1, Threads, sizeof(Block)>>>(out, zeroed<int>(32), 0);
  cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
  for (int lane = 0; lane < 32; ++lane)
    if (!isAsExpected(result, lane))
      return lane + 1;
  return done();
}
