// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For compile_time.py: large kernels from headers, whose loops are unrolled.
#include <cub/cub.cuh>

cudaError_t sortPairs(void *scratch, size_t &bytes, const unsigned *keys, unsigned *sortedKeys,
                      const unsigned *values, unsigned *sortedValues, int count) {
  return cub::DeviceRadixSort::SortPairs(scratch, bytes, keys, sortedKeys, values, sortedValues,
                                         count);
}
