// The ways a program ends, with a race in flight and without: one verdict, and the
// exit code is 66 or the program's own. With a GPU such a process was seen to stay
// when its main thread leaves by pthread_exit (docs/limits.md).
// RUN: %warpsanxx_target -O1 -g %s -o %t.racy -DRACY
// RUN: %check_run --exit 66 %t.racy return | FileCheck %s --check-prefix RACY
// RUN: %check_run --exit 66 %t.racy exit | FileCheck %s --check-prefix RACY
// RUN: %check_run --exit 66 %t.racy quick_exit | FileCheck %s --check-prefix RACY
// RUN: %if cpu-target %{ %check_run --exit 66 %t.racy pthread_exit | FileCheck %s --check-prefix RACY %}
// RUN: %check_run --exit 66 %t.racy exception | FileCheck %s --check-prefix RACY
// RUN: %check_run --exit 66 %t.racy thread | FileCheck %s --check-prefix RACY
// RUN: %check_run --exit 66 %t.racy handler | FileCheck %s --check-prefix RACY
// RUN: %warpsanxx_target -O1 -g %s -o %t.clean
// RUN: %check_run --exit 5 %t.clean return | FileCheck %s --check-prefix CLEAN
// RUN: %check_run --exit 5 %t.clean exit | FileCheck %s --check-prefix CLEAN
// RUN: %check_run --exit 5 %t.clean quick_exit | FileCheck %s --check-prefix CLEAN
// RUN: %if cpu-target %{ %check_run --exit 0 %t.clean pthread_exit | FileCheck %s --check-prefix CLEAN %}
// RUN: %check_run --exit -6 %t.clean exception | FileCheck %s --check-prefix CLEAN
// RUN: %check_run --exit 5 %t.clean thread | FileCheck %s --check-prefix CLEAN
// RUN: %check_run --exit 5 %t.clean handler | FileCheck %s --check-prefix CLEAN
// RACY: data race (missing block barrier)
// RACY: WarpSan: verdict=races races=1 kernels=1/1
// RACY-NOT: verdict=
// CLEAN-NOT: data race
// CLEAN: WarpSan: verdict=none races=0 kernels=1/1 {{.*}} not_analysed=0
// CLEAN-NOT: verdict=
#include "Inputs/done.h"
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <stdexcept>
#include <thread>

__global__ void mirror(int *memory) {
  memory[threadIdx.x] = threadIdx.x;
#ifndef RACY
  __syncthreads();
#endif
  memory[64 + threadIdx.x] = memory[63 - threadIdx.x];
}

// Not waited for: the runtime has to.
static void start() { mirror<<<1, 64>>>(zeroed<int>(128)); }

int main(int, char **arguments) {
  const auto is = [&](const char *way) { return std::strcmp(arguments[1], way) == 0; };
  if (is("handler")) {
    cudaFree(nullptr);
    std::atexit(start); // the first launch when the process is ending already
    return 5;
  }
  if (is("pthread_exit")) {
    std::thread([] {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      start();
    }).detach();
    pthread_exit(nullptr);
  }
  start();
  if (is("exit"))
    std::exit(5);
  if (is("quick_exit"))
    std::quick_exit(5);
  if (is("thread"))
    std::thread([] { std::exit(5); }).join();
  if (is("exception")) {
    cudaDeviceSynchronize(); // a signal waits for nothing
    throw std::runtime_error("as it happens");
  }
  return 5;
}
