// The other half of two_units.cu.
static __device__ int board[64];

static __global__ void step() {
  const int t = threadIdx.x;
  board[t] = 2 * t; // [c]
#ifndef RACY
  __syncthreads();
#endif
  const int mirrored = board[63 - t]; // [d]
  __syncthreads();
  board[t] = mirrored;
}

void launchSecond() { step<<<1, 64>>>(); }
