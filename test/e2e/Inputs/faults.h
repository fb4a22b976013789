// The faults of a program as arguments of it, so that one compilation makes all
// twins: `program FAULT SIZE`, both optional. FAULTS is the list of their
// names; run<FAULT>(size) launches the kernels with one of them, None for the correct
// program, and checks what they computed.
#pragma once
#include "done.h"
#include <cstdlib>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

enum Fault { None, FAULTS, FaultCount };

template <Fault F>
int run(int size);

#define WARPSAN_TEXT(...) #__VA_ARGS__
#define WARPSAN_TEXT_OF(...) WARPSAN_TEXT(__VA_ARGS__)

/// FaultCount if no fault is called so.
static int faultNamed(const std::string &name) {
  std::istringstream names(WARPSAN_TEXT_OF(None, FAULTS));
  std::string word;
  for (int fault = 0; names >> word; ++fault)
    if (word == name || word == name + ",")
      return fault;
  return FaultCount;
}

template <int... Faults>
int runNumbered(int fault, int size, std::integer_sequence<int, Faults...>) {
  int code = 2;
  ((code = fault == Faults ? run<Fault(Faults)>(size) : code), ...);
  return code;
}

static int runArguments(int argc, char **argv, int defaultSize) {
  const int fault = faultNamed(argc > 1 ? argv[1] : "None");
  const int size = argc > 2 ? std::atoi(argv[2]) : defaultSize;
  return runNumbered(fault, size, std::make_integer_sequence<int, FaultCount>());
}

template <typename T>
T *onDevice(const std::vector<T> &values) {
  T *memory = zeroed<T>(values.size());
  cudaMemcpy(memory, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
  return memory;
}

template <typename T>
std::vector<T> onHost(const T *memory, size_t count) {
  std::vector<T> values(count);
  cudaMemcpy(values.data(), memory, count * sizeof(T), cudaMemcpyDeviceToHost);
  return values;
}

/// A twin with a fault may compute anything; its exit code is that of its races.
static int doneWith(bool isRight) {
  const int code = done();
  if (code == 0 && !isRight) {
    std::fputs("wrong result\n", stderr);
    return 4;
  }
  return code;
}

/// The same numbers on every machine.
__host__ __device__ inline unsigned mixed(unsigned x) {
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}
