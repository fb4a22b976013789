// A kernel that is captured into a graph runs as it is and is counted; a launch
// on another stream meanwhile is checked and does not break the capture, nor
// does the first launch of a module. In mode ld, too, where that launch is one for each pass.
// RUN: %warpsanxx_target -O2 -g %s -o %t
// RUN: %check_run %t | FileCheck %s
// RUN: %warpsanxx_target -O2 -g -mllvm -warpsan-mode=ld %s -o %t.ld
// RUN: %check_run %t.ld | FileCheck %s
// RUN: %check_run --options resolve=0 %t.ld | FileCheck %s
// CHECK: DONE
// CHECK: WarpSan: verdict=unanalysed races=0 {{.*}} not_analysed=2
// CHECK: WarpSan: not_analysed reason=GraphLaunch {{.*}}kernels=2
#include "../Inputs/done.h"

__global__ void captured(int *memory) { memory[threadIdx.x] += 1; }
__global__ void beside(int *memory) { memory[blockIdx.x * 64 + threadIdx.x] += 1; }

int main() {
  int *memory = zeroed<int>(64), *other = zeroed<int>(128);
  cudaStream_t stream, free;
  cudaStreamCreate(&stream);
  cudaStreamCreateWithFlags(&free, cudaStreamNonBlocking);
  if (cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal))
    return 1;
  captured<<<1, 64, 0, stream>>>(memory);
  for (int i = 0; i < 100; ++i)
    beside<<<2, 64, 0, free>>>(other);
  captured<<<1, 64, 0, stream>>>(memory);
  cudaGraph_t graph;
  cudaGraphExec_t program;
  if (cudaStreamEndCapture(stream, &graph) || cudaGraphInstantiate(&program, graph, 0))
    return 2;
  for (int i = 0; i < 3; ++i)
    if (cudaGraphLaunch(program, stream))
      return 4;
  int sum = 0;
  if (cudaMemcpyAsync(&sum, memory, sizeof sum, cudaMemcpyDeviceToHost, stream) ||
      cudaStreamSynchronize(stream) || sum != 6)
    return 5;
  return done();
}
