// The CPU target claims to be one device: properties and attributes agree, and
// its limits are those that launches obey (docs/limits.md, CPU target).
// RUN: %clang_cpu -O1 %s -o %t && %t | FileCheck %s
// CHECK-NOT: differs
// CHECK: WarpSan CPU target: sm_80, 2 multiprocessors of 2048 threads
// CHECK-NOT: differs
// CHECK: most threads: 0, one more: 9
// CHECK-NOT: differs
// CHECK: done
#include <cstdio>

static void compare(const char *name, long property, cudaDeviceAttr attribute) {
  int value = -1;
  cudaDeviceGetAttribute(&value, attribute, 0);
  if (value != property)
    printf("%s differs: property %ld, attribute %d\n", name, property, value);
}

__global__ void nothing() {}

static cudaError_t launch(int threads) {
  nothing<<<1, threads>>>();
  return cudaGetLastError();
}

int main() {
  cudaDeviceProp p;
  cudaGetDeviceProperties(&p, 0);
#define COMPARE(Property, Attribute) compare(#Property, p.Property, cudaDevAttr##Attribute)
  COMPARE(major, ComputeCapabilityMajor);
  COMPARE(minor, ComputeCapabilityMinor);
  COMPARE(warpSize, WarpSize);
  COMPARE(multiProcessorCount, MultiProcessorCount);
  COMPARE(maxThreadsPerBlock, MaxThreadsPerBlock);
  COMPARE(maxThreadsPerMultiProcessor, MaxThreadsPerMultiProcessor);
  COMPARE(maxBlocksPerMultiProcessor, MaxBlocksPerMultiprocessor);
  COMPARE(maxThreadsDim[0], MaxBlockDimX);
  COMPARE(maxThreadsDim[1], MaxBlockDimY);
  COMPARE(maxThreadsDim[2], MaxBlockDimZ);
  COMPARE(maxGridSize[0], MaxGridDimX);
  COMPARE(maxGridSize[1], MaxGridDimY);
  COMPARE(maxGridSize[2], MaxGridDimZ);
  COMPARE(regsPerBlock, MaxRegistersPerBlock);
  COMPARE(regsPerMultiprocessor, MaxRegistersPerMultiprocessor);
  COMPARE(sharedMemPerBlock, MaxSharedMemoryPerBlock);
  COMPARE(sharedMemPerBlockOptin, MaxSharedMemoryPerBlockOptin);
  COMPARE(sharedMemPerMultiprocessor, MaxSharedMemoryPerMultiprocessor);
  COMPARE(reservedSharedMemPerBlock, ReservedSharedMemoryPerBlock);
  COMPARE(totalConstMem, TotalConstantMemory);
  COMPARE(l2CacheSize, L2CacheSize);
  COMPARE(memoryBusWidth, GlobalMemoryBusWidth);
  COMPARE(memPitch, MaxPitch);
  COMPARE(textureAlignment, TextureAlignment);
  COMPARE(texturePitchAlignment, TexturePitchAlignment);
  COMPARE(surfaceAlignment, SurfaceAlignment);
  COMPARE(asyncEngineCount, AsyncEngineCount);
  COMPARE(concurrentKernels, ConcurrentKernels);
  COMPARE(canMapHostMemory, CanMapHostMemory);
  COMPARE(unifiedAddressing, UnifiedAddressing);
  COMPARE(managedMemory, ManagedMemory);
  COMPARE(concurrentManagedAccess, ConcurrentManagedAccess);
  COMPARE(pageableMemoryAccess, PageableMemoryAccess);
  COMPARE(cooperativeLaunch, CooperativeLaunch);
  COMPARE(hostRegisterSupported, HostRegisterSupported);
  COMPARE(memoryPoolsSupported, MemoryPoolsSupported);
  COMPARE(streamPrioritiesSupported, StreamPrioritiesSupported);
  COMPARE(hostNativeAtomicSupported, HostNativeAtomicSupported);
  COMPARE(globalL1CacheSupported, GlobalL1CacheSupported);
  COMPARE(localL1CacheSupported, LocalL1CacheSupported);
  COMPARE(integrated, Integrated);
  COMPARE(ECCEnabled, EccEnabled);
  COMPARE(tccDriver, TccDriver);
  COMPARE(computePreemptionSupported, ComputePreemptionSupported);
  printf("%s: sm_%d%d, %d multiprocessors of %d threads\n", p.name, p.major, p.minor,
         p.multiProcessorCount, p.maxThreadsPerMultiProcessor);
  const cudaError_t most = launch(p.maxThreadsPerBlock);
  printf("most threads: %d, one more: %d\n", most, launch(p.maxThreadsPerBlock + 1));
  printf("done\n");
}
