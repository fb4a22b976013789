// Neighbours read what others write, without a barrier.
__global__ void shift(int *out) {
  __shared__ int tile[64];
  tile[threadIdx.x] = threadIdx.x;           // WRITE
  out[threadIdx.x] = tile[63 - threadIdx.x]; // READ
}

int main() {
  int *out = nullptr;
  cudaMalloc(&out, 64 * sizeof(int));
  shift<<<1, 64>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
