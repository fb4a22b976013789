// A C++ source: the kernels are in the library.
#include "sums.h"

#include <cstdio>

extern "C" int cudaMalloc(void **memory, size_t bytes);

int main() {
  void *result = nullptr;
  cudaMalloc(&result, sizeof(int));
  const int sum = sumOfThreads(static_cast<int *>(result));
  std::printf("sum %d\n", sum);
  return sum == 2016 ? 0 : 1;
}
