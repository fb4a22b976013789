// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device memory, and CUDA calls that end the program when they fail.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <vector>

inline void check(cudaError_t error, const char *what) {
  if (error == cudaSuccess)
    return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}
#define CHECK(call) check(call, #call)

template <typename T>
struct DeviceArray {
  T *data = nullptr;
  size_t count;
  explicit DeviceArray(size_t n) : count(n) { CHECK(cudaMalloc(&data, n * sizeof(T))); }
  explicit DeviceArray(const std::vector<T> &host) : DeviceArray(host.size()) {
    CHECK(cudaMemcpy(data, host.data(), count * sizeof(T), cudaMemcpyHostToDevice));
  }
  ~DeviceArray() { cudaFree(data); }
  DeviceArray(const DeviceArray &) = delete;
  T at(size_t i) const {
    T value;
    CHECK(cudaMemcpy(&value, data + i, sizeof(T), cudaMemcpyDeviceToHost));
    return value;
  }
  std::vector<T> first(size_t n) const {
    std::vector<T> values(n);
    CHECK(cudaMemcpy(values.data(), data, n * sizeof(T), cudaMemcpyDeviceToHost));
    return values;
  }
};
