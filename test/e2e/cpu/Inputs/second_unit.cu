// Second half of two_units.cu.
static __device__ int state = 20;

inline __host__ __device__ int second() {
#ifdef __CUDA_ARCH__
  return 2;
#else
  return 200;
#endif
}

static __global__ void step(int *out) {
  out[0] = state;
  out[1] = second();
}

void launchSecond(int *out) {
  step<<<1, 1>>>(out);
  cudaDeviceSynchronize();
}
