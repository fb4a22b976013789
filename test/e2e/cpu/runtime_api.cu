// The CUDA runtime on host memory.
// RUN: %clang_cpu -O2 %s -o %t && %t | FileCheck %s
// CHECK: device: WarpSan CPU target, 8.0, 2 x 2048 threads, occupancy 8
// CHECK: memory: aligned 1, zero 1, type 2 0, too much: cudaErrorMemoryAllocation
// CHECK: reused: 1, zero 1, freed twice: cudaErrorInvalidValue
// CHECK: rows: 5 0 5
// CHECK: volume: 7 7 0, too wide: cudaErrorInvalidValue
// CHECK: pools: threshold 99, follows events 1, freed: cudaSuccess
// CHECK: registered: type 1 0, same 1, again: cudaErrorHostMemoryAlreadyRegistered
// CHECK: unregistered: cudaSuccess cudaErrorHostMemoryNotRegistered, mapped: cudaErrorInvalidValue
// CHECK: launch errors: cudaErrorInvalidConfiguration cudaErrorInvalidConfiguration cudaErrorInvalidValue
// CHECK: last error: cudaErrorInvalidValue cudaErrorInvalidValue cudaSuccess
// CHECK: streams: 3, time 1
// CHECK: extended launch: 9
#include <cstdint>
#include <cstdio>

__global__ void store(int *out, int value) { *out = value; }

static bool isZero(const int *memory, int n) {
  for (int i = 0; i < n; ++i)
    if (memory[i])
      return false;
  return true;
}

static void testDevice() {
  cudaDeviceProp p;
  int blocks;
  cudaGetDeviceProperties(&p, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, store, 256, 0);
  printf("device: %s, %d.%d, %d x %d threads, occupancy %d\n", p.name, p.major, p.minor,
         p.multiProcessorCount, p.maxThreadsPerMultiProcessor, blocks);
}

static void testMemory() {
  int *a, *again;
  void *huge;
  int onHost;
  cudaPointerAttributes inside, outside;
  cudaMalloc(&a, 1000);
  cudaPointerGetAttributes(&inside, a + 10);
  cudaPointerGetAttributes(&outside, &onHost);
  printf("memory: aligned %d, zero %d, type %d %d, too much: %s\n",
         reinterpret_cast<uintptr_t>(a) % 256 == 0, isZero(a, 250), inside.type, outside.type,
         cudaGetErrorName(cudaMalloc(&huge, size_t(1) << 40)));
  cudaMemset(a, 1, 1000);
  cudaFree(a);
  cudaMalloc(&again, 900);
  printf("reused: %d, zero %d, ", again == a, isZero(again, 225));
  cudaFree(again);
  printf("freed twice: %s\n", cudaGetErrorName(cudaFree(again)));
}

static void testRows() {
  char *memory, host[3][2] = {};
  size_t pitch;
  cudaMallocPitch(reinterpret_cast<void **>(&memory), &pitch, 2, 3);
  cudaMemset2D(memory, pitch, 5, 1, 3);
  cudaMemcpy2D(host, 2, memory, pitch, 2, 3, cudaMemcpyDeviceToHost);
  printf("rows: %d %d %d\n", host[0][0], host[0][1], host[2][0]);
}

static void testVolumes() {
  cudaPitchedPtr volume;
  cudaMalloc3D(&volume, {3, 2, 2});
  cudaMemset3D(volume, 7, {2, 2, 2});
  char host[2][2][3] = {};
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = volume;
  copy.dstPtr = {host, 3, 3, 2};
  copy.extent = {3, 2, 2};
  copy.kind = cudaMemcpyDeviceToHost;
  cudaMemcpy3D(&copy);
  copy.extent.width = 4;
  printf("volume: %d %d %d, too wide: %s\n", host[0][0][0], host[1][1][1], host[1][1][2],
         cudaGetErrorName(cudaMemcpy3D(&copy)));
}

static void testPools() {
  cudaMemPool_t pool;
  cudaMemPoolProps properties = {};
  uint64_t threshold = 99, found = 0;
  int follows = 0;
  void *memory;
  cudaMemPoolCreate(&pool, &properties);
  cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold);
  cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &found);
  cudaMemPoolGetAttribute(pool, cudaMemPoolReuseFollowEventDependencies, &follows);
  cudaMallocFromPoolAsync(&memory, 100, pool, nullptr);
  printf("pools: threshold %d, follows events %d, freed: %s\n", int(found), follows,
         cudaGetErrorName(cudaFreeAsync(memory, nullptr)));
  cudaMemPoolDestroy(pool);
}

static void testRegistered() {
  static int own[64];
  void *address = nullptr;
  cudaPointerAttributes inside, outside;
  cudaHostRegister(own, sizeof own, cudaHostRegisterMapped);
  cudaHostGetDevicePointer(&address, own, 0);
  cudaPointerGetAttributes(&inside, own + 63);
  cudaPointerGetAttributes(&outside, own + 64);
  printf("registered: type %d %d, same %d, again: %s\n", inside.type, outside.type, address == own,
         cudaGetErrorName(cudaHostRegister(own, sizeof own, 0)));
  const cudaError_t first = cudaHostUnregister(own), second = cudaHostUnregister(own);
  printf("unregistered: %s %s, mapped: %s\n", cudaGetErrorName(first), cudaGetErrorName(second),
         cudaGetErrorName(cudaHostGetDevicePointer(&address, own, 0)));
}

static void testErrors() {
  cudaGetLastError();
  store<<<1, 2000>>>(nullptr, 0);
  const cudaError_t block = cudaGetLastError();
  store<<<0, 1>>>(nullptr, 0);
  const cudaError_t grid = cudaGetLastError();
  store<<<1, 1, 1 << 20>>>(nullptr, 0);
  printf("launch errors: %s %s %s\n", cudaGetErrorName(block), cudaGetErrorName(grid),
         cudaGetErrorName(cudaPeekAtLastError()));
  printf("last error: %s ", cudaGetErrorName(cudaPeekAtLastError()));
  printf("%s ", cudaGetErrorName(cudaGetLastError()));
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}

static void testStreams() {
  int *out;
  float milliseconds;
  cudaStream_t stream;
  cudaEvent_t begin, end;
  cudaMallocManaged(&out, sizeof *out);
  cudaStreamCreate(&stream);
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  cudaEventRecord(begin, stream);
  store<<<1, 1, 0, stream>>>(out, 3);
  cudaEventRecord(end, stream);
  cudaStreamWaitEvent(nullptr, end, 0);
  cudaEventSynchronize(end);
  cudaEventElapsedTime(&milliseconds, begin, end);
  printf("streams: %d, time %d\n", *out, milliseconds >= 0);
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  cudaLaunchConfig_t config = {};
  config.gridDim = config.blockDim = dim3(1);
  config.stream = stream;
  cudaLaunchKernelEx(&config, store, out, 9);
  cudaStreamSynchronize(stream);
  printf("extended launch: %d\n", *out);
  cudaStreamDestroy(stream);
}

int main() {
  testDevice();
  testMemory();
  testRows();
  testVolumes();
  testPools();
  testRegistered();
  testErrors();
  testStreams();
}
