// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the graph programs share: from the command line to the lines of output (docs/graphs.md).
#pragma once
#include "../device_array.h"
#include "host/command_line.h"
#include "host/input_error.h"
#include <cstdint>
#include <cstdio>
#include <new>
#include <string>

namespace graphs {

/// The graph as kernels see it.
struct DeviceGraph {
  int nodes, edges;
  const int *offsets, *targets;
};

struct UploadedGraph {
  DeviceArray<int> offsets, targets;

  explicit UploadedGraph(const CsrGraph &graph) : offsets(graph.offsets), targets(graph.targets) {}
  operator DeviceGraph() const {
    return {int(offsets.count) - 1, int(targets.count), offsets.data, targets.data};
  }
};

/// A thread for each element, in blocks of 256; the last block may have more.
__device__ inline int64_t threadNumber() { return int64_t(blockIdx.x) * blockDim.x + threadIdx.x; }

template <class... Parameters, class... Arguments>
void launch(void (*kernel)(Parameters...), int elements, Arguments... arguments) {
  if (elements == 0)
    return;
  kernel<<<(unsigned(elements) + 255) / 256, 256>>>(arguments...);
  CHECK(cudaGetLastError());
}

/// A bijection: what looks random, but never equal.
__device__ inline unsigned mixedNumber(unsigned node) {
  node = (node ^ (node >> 16)) * 0x85ebca6b;
  node = (node ^ (node >> 13)) * 0xc2b2ae35;
  return node ^ (node >> 16);
}

/// A word that kernels set or count in, and the host looks at between them.
class Counter {
public:
  int *clear() {
    CHECK(cudaMemset(word.data, 0, sizeof(int)));
    return word.data;
  }
  int value() const { return word.at(0); }

private:
  DeviceArray<int> word{1};
};

/// Milliseconds between two events around the work.
template <class Work>
float timed(Work work) {
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  CHECK(cudaEventRecord(start));
  work();
  CHECK(cudaEventRecord(stop));
  CHECK(cudaEventSynchronize(stop));
  float milliseconds = 0;
  CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
  CHECK(cudaEventDestroy(start));
  CHECK(cudaEventDestroy(stop));
  return milliseconds;
}

/// The last run is verified; the others must have the same result.
template <class Problem>
std::string runAll(Problem &problem, const CsrGraph &graph, const CommandLine &options) {
  int64_t result = 0;
  std::string difference;
  for (int run = 0; run < options.runs; ++run) {
    std::printf("kernel_ms: %.6f\n", timed([&] { problem.solve(); }));
    const int64_t before = result;
    result = problem.result();
    if (run > 0 && result != before)
      difference = "results of two runs differ: " + std::to_string(before);
  }
  std::printf("result: %lld\n", static_cast<long long>(result));
  return difference.empty() && options.isVerified ? problem.verify(graph) : difference;
}

template <class Problem>
int runOptions(const char *program, const CommandLine &options) {
  if (options.isHelp) {
    std::fputs(usage(program, Problem::Help).c_str(), stdout);
    return 0;
  }
  const CsrGraph graph = loadGraph(options, Problem::Kind);
  std::printf("graph: nodes=%d edges=%d\n", graph.nodes(), graph.edges());
  Problem problem(graph);
  const std::string wrong = runAll(problem, graph, options);
  if (!wrong.empty())
    std::printf("verified: no (%s)\n", wrong.c_str());
  else
    std::puts(options.isVerified ? "verified: yes" : "verified: no (not asked for)");
  return wrong.empty() ? 0 : 1;
}

/// A problem is made of a graph. It has solve() for the part that is timed, result() for the number
/// that all right versions agree on, verify(graph) for what is wrong, Kind and Help.
template <class Problem>
int runProgram(int argc, char **argv) {
  try {
    return runOptions<Problem>(argv[0], parseCommandLine(argc, argv));
  } catch (const InputError &error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
  } catch (const std::bad_alloc &) {
    std::fprintf(stderr, "%s: not enough memory for this graph\n", argv[0]);
  }
  return 2;
}

} // namespace graphs
