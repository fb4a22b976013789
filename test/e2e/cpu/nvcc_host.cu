// Host code may use min, max, clocks and mathematics without a header, as with
// nvcc; a program's own min and max come first.
// RUN: %warpsanxx_cpu -O1 -Werror %s -o %t
// RUN: %check_run %t | FileCheck %s
// RUN: %warpsanxx_cpu -O1 -Werror -DOWN %s -o %t.own
// RUN: %check_run %t.own | FileCheck %s
// RUN: %warpsanxx_cpu -O1 -Werror -std=c++20 -DOWN -DSTANDARD %s -o %t.standard
// RUN: %check_run %t.standard | FileCheck %s
// CHECK: device 4 host 7
// CHECK: mixed 3 9 2.5 1
// CHECK: NaN 1 1
// CHECK: typed 7 4000000000 -7 9 8 18446744073709551615
// CHECK: clocks 1
// CHECK: float 1.41421 1
#include <cstdio>
#ifdef STANDARD
#include <algorithm>
using namespace std;
#endif

#ifdef OWN
template <class T>
__host__ __device__ T min(T a, T b) {
  return b < a ? b : a;
}
int max(int a, int b) { return a > b ? a : b; }
#endif

__host__ __device__ int distance(int a, int b) { return max(a, b) - ::min(a, b); }

__global__ void onDevice(int *out) { *out = distance(3, 7); }

int main() {
  int *out, result;
  cudaMalloc(&out, sizeof(int));
  onDevice<<<1, 1>>>(out);
  cudaMemcpy(&result, out, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("device %d host %d\n", result, distance(9, 2));

  const unsigned three = 3;
  const size_t nine = 9;
  std::printf("mixed %u %zu %g %ld\n", min(three, 4), max(nine, 4), max(1.5f, 2.5), ::min(1, 2L));
  std::printf("NaN %g %g\n", max(__builtin_nan(""), 1.0f), min(1.0f, __builtin_nan("")));

  const unsigned large = 4000000000;
  std::printf("typed %u %u %lld %lld %llu %llu\n", umin(7, large), umax(7, large), llmin(-7, 9),
              llmax(-7, 9), ullmin(8, -1), ullmax(8, -1));

  timeval now;
  std::printf("clocks %d\n", gettimeofday(&now, nullptr) == 0 && time(nullptr) > 0 && clock() >= 0);

  const float two = 2;
  static_assert(sizeof sqrt(two) == sizeof two, "not the function of C");
  std::printf("float %g %d\n", sqrt(two), isfinite(two) && !isnan(two));
  return 0;
}
