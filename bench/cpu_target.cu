// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the CPU target costs, in the units it is judged by: barriers and checked
// accesses a second of one core, memory of live threads. Times are processor
// time, best of several launches, because machines that run this are shared.
// Usage: cpu_target [barriers|stream|gather|live]
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <sys/resource.h>
#include <vector>

static void check(cudaError_t error) {
  if (error == cudaSuccess)
    return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
  std::exit(1);
}

static double processorSeconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return double(now.tv_sec) + double(now.tv_nsec) * 1e-9;
}

/// The first launch is left out: memory is touched for the first time there.
template <typename Launch>
static void report(const char *what, double events, const char *unit, Launch launch) {
  double best = 1e9;
  for (int i = 0; i < 6; ++i) {
    const double start = processorSeconds();
    launch();
    check(cudaDeviceSynchronize());
    if (i && processorSeconds() - start < best)
      best = processorSeconds() - start;
  }
  std::printf("%-9s %7.1f million %s/s\n", what, events / best * 1e-6, unit);
}

template <typename T>
static T *onDevice(const std::vector<T> &host) {
  T *device;
  check(cudaMalloc(&device, host.size() * sizeof(T)));
  check(cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
  return device;
}

__global__ void barrierKernel(int *out, int rounds) {
  for (int i = 0; i < rounds; ++i)
    __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = rounds;
}

static void barriers() {
  const int rounds = 1000;
  int *out = onDevice(std::vector<int>(4 * 256));
  report("barriers", 4.0 * 256 * rounds, "thread-barriers",
         [&] { barrierKernel<<<4, 256>>>(out, rounds); });
}

__global__ void streamKernel(const float *a, const float *b, float *c) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  c[i] = a[i] + b[i];
}

static void stream() {
  const int n = 1 << 22;
  const float *a = onDevice(std::vector<float>(n, 1.5f)), *b = onDevice(std::vector<float>(n, 2));
  float *c = onDevice(std::vector<float>(n));
  report("stream", 3.0 * n, "checked accesses", [&] { streamKernel<<<n / 256, 256>>>(a, b, c); });
}

__global__ void gatherKernel(const float *a, const int *where, float *c) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  c[i] = a[where[i]];
}

static void gather() {
  const int n = 1 << 22;
  std::vector<int> where(n);
  unsigned seed = 1;
  for (int &i : where)
    i = int((seed = seed * 1664525u + 1013904223u) >> 8) % n;
  const float *a = onDevice(std::vector<float>(n, 1));
  const int *index = onDevice(where);
  float *c = onDevice(std::vector<float>(n));
  report("gather", 3.0 * n, "checked accesses",
         [&] { gatherKernel<<<n / 256, 256>>>(a, index, c); });
}

/// All threads meet at one count, so all are alive at once.
__global__ void liveKernel(unsigned *count, unsigned threads) {
  atomicAdd(count, 1u);
  while (atomicAdd(count, 0u) < threads)
    __nanosleep(100);
}

static void live() {
  const unsigned threads = 65536;
  unsigned *count = onDevice(std::vector<unsigned>(1));
  liveKernel<<<threads / 256, 256>>>(count, threads);
  check(cudaDeviceSynchronize());
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  std::printf("%-9s %7ld MB for %u live threads\n", "live", usage.ru_maxrss / 1024, threads);
}

int main(int argc, char **argv) {
  const struct {
    const char *name;
    void (*run)();
  } all[] = {{"live", live}, {"barriers", barriers}, {"stream", stream}, {"gather", gather}};
  for (const auto &each : all)
    if (argc < 2 || !std::strcmp(argv[1], each.name))
      each.run();
  return 0;
}
