// Work distribution as in a Mandelbrot sample: the indices come from an atomic counter, which each
// thread asks, or one for its whole block (Bardsley and Donaldson, NFM 2014, section 5, could prove
// the first form only).
// RUN: not %verify -mllvm -warpsan-block=16,16 -mllvm -warpsan-grid=14 %s 2>&1 | FileCheck %s
// RUN: not %verify -mllvm -warpsan-block=16,16 -mllvm -warpsan-grid=14 -mllvm -warpsan-warps=two-pass %s 2>&1 | FileCheck %s --check-prefix=WARP
// RUN: %verify -mllvm -warpsan-block=16,16 -mllvm -warpsan-grid=14 -mllvm -warpsan-warps=re-sync %s 2>&1 | FileCheck %s --check-prefix=WARP
// WARP: kernel everyThread(unsigned int*, int*): verdict=proved
// WARP: kernel masterThread(unsigned int*, int*): verdict=proved
// WARP: kernel derived(unsigned int*, int*): verdict=proved
constexpr unsigned Width = 800, Height = 600, Tiles = 50, AllTiles = 50 * 38;

// CHECK: kernel everyThread(unsigned int*, int*): verdict=proved
__global__ void everyThread(unsigned *counter, int *image) {
  for (;;) {
    unsigned pixel = atomicAdd(counter, 1);
    if (pixel >= Width * Height)
      break;
    image[pixel] = pixel % 7;
  }
}

// CHECK: kernel masterThread(unsigned int*, int*): verdict=proved
__global__ void masterThread(unsigned *counter, int *image) {
  __shared__ unsigned tile;
  for (;;) {
    __syncthreads();
    if (threadIdx.x == 0 && threadIdx.y == 0)
      tile = atomicAdd(counter, 1);
    __syncthreads();
    if (tile >= AllTiles)
      break;
    unsigned x = tile % Tiles * 16 + threadIdx.x, y = tile / Tiles * 16 + threadIdx.y;
    if (x < Width && y < Height)
      image[y * Width + x] = 1;
  }
}

// What the master tells is computed from the number.
// CHECK: kernel derived(unsigned int*, int*): verdict=proved
__global__ void derived(unsigned *counter, int *image) {
  __shared__ unsigned tile, tileX, tileY;
  for (;;) {
    __syncthreads();
    if (threadIdx.x == 0 && threadIdx.y == 0) {
      tile = atomicAdd(counter, 1);
      tileX = tile % Tiles;
      tileY = tile / Tiles;
    }
    __syncthreads();
    if (tile >= AllTiles)
      break;
    unsigned x = tileX * 16 + threadIdx.x, y = tileY * 16 + threadIdx.y;
    if (x < Width && y < Height)
      image[y * Width + x] = 1;
  }
}

// The barrier that the first release of the sample forgot.
// CHECK: warning: warpsan: {{possible data race: (write and read|read and write)|some threads of a block}}
// CHECK: kernel noBarrier(unsigned int*, int*): verdict={{possible|refuted}}
__global__ void noBarrier(unsigned *counter, int *image) {
  __shared__ unsigned tile;
  for (;;) {
    if (threadIdx.x == 0 && threadIdx.y == 0)
      tile = atomicAdd(counter, 1);
    __syncthreads();
    if (tile >= AllTiles)
      break;
    unsigned x = tile % Tiles * 16 + threadIdx.x, y = tile / Tiles * 16 + threadIdx.y;
    if (x < Width && y < Height)
      image[y * Width + x] = 1;
  }
}

// One number for a block, and the block takes 256 elements.
// CHECK: kernel tooFew(unsigned int*, int*): verdict=possible
__global__ void tooFew(unsigned *counter, int *image) {
  __shared__ unsigned base;
  if (threadIdx.x == 0 && threadIdx.y == 0)
    base = atomicAdd(counter, 255);
  __syncthreads();
  image[base + threadIdx.y * 16 + threadIdx.x] = 1;
}

// Each row has a master.
// CHECK: kernel manyMasters(unsigned int*, int*): verdict=refuted
__global__ void manyMasters(unsigned *counter, int *image) {
  __shared__ unsigned base;
  if (threadIdx.x == 0)
    base = threadIdx.y;
  __syncthreads();
  image[blockIdx.x * 256 + threadIdx.y * 16 + threadIdx.x] = base;
}
