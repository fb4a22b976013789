// Reports name the line of the launch in the host code, whatever its form.
// RUN: %warpsanxx_target -O2 -g %s -o %t
// RUN: %check_run --exit 66 %t | FileCheck %s
// CHECK-DAG: Kernel: chevrons(int*), launch 1 at {{.*}}launch_lines.cu:[[#@LINE+22]], grid (1,1,1)
// CHECK-DAG: Kernel: byPointer(int*), launch 2 at {{.*}}launch_lines.cu:[[#@LINE+24]], grid (1,1,1)
// CHECK-DAG: Kernel: cooperative(int*), launch 3 at {{.*}}launch_lines.cu:[[#@LINE+25]], grid (1,1,1)
// CHECK-DAG: Kernel: withConfig(int*), launch 4 at {{.*}}launch_lines.cu:[[#@LINE+29]], grid (1,1,1)
// CHECK-DAG: Kernel: fromLoop(int*), launch 5 at {{.*}}launch_lines.cu:[[#@LINE+12]], grid (1,1,1)
// CHECK: WarpSan: verdict=races races=5
#include "Inputs/done.h"

__global__ void chevrons(int *memory) { memory[threadIdx.x] = memory[threadIdx.x + 1]; }
__global__ void byPointer(int *memory) { memory[threadIdx.x] = memory[threadIdx.x + 1]; }
__global__ void cooperative(int *memory) { memory[threadIdx.x] = memory[threadIdx.x + 1]; }
__global__ void withConfig(int *memory) { memory[threadIdx.x] = memory[threadIdx.x + 1]; }
__global__ void fromLoop(int *memory) { memory[threadIdx.x] = memory[threadIdx.x + 1]; }

void launchOften(int *memory) {
  for (int i = 0; i < 3; ++i)
    fromLoop<<<1, 64>>>(memory);
}

int main() {
  int *memory = zeroed<int>(65);
  void *arguments[] = {&memory};
  chevrons<<<1, 64>>>(memory);

  const void *kernel = reinterpret_cast<const void *>(byPointer);
  if (cudaLaunchKernel(kernel, 1, 64, arguments, 0, nullptr))
    return 1;
  if (cudaLaunchCooperativeKernel(cooperative, dim3(1), dim3(64), arguments, 0, nullptr))
    return 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = 1;
  config.blockDim = 64;
  if (cudaLaunchKernelEx(&config, withConfig, memory))
    return 1;
  launchOften(memory);
  return done();
}
