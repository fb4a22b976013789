//===- command_line.cpp - Options that all graph programs have -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command_line.h"
#include "generators.h"
#include "graph_files.h"
#include "input_error.h"
#include <charconv>
#include <cstring>
#include <getopt.h>

namespace graphs {

static int parseRuns(const char *text) {
  int runs = 0;
  const char *end = text + std::strlen(text);
  if (const auto [last, error] = std::from_chars(text, end, runs);
      error != std::errc() || last != end || runs < 1)
    throw InputError(std::string("--runs: '") + text + "' is no number from 1 on");
  return runs;
}

static void setOption(CommandLine &options, int option) {
  switch (option) {
  case 'g':
    options.description = optarg;
    break;
  case 'r':
    options.runs = parseRuns(optarg);
    break;
  case 'n':
    options.isVerified = false;
    break;
  case 'h':
    options.isHelp = true;
    break;
  default:
    throw InputError("unknown option, or one without its value; --help lists them");
  }
}

CommandLine parseCommandLine(int argc, char **argv) {
  static const option Known[] = {{"generate", required_argument, nullptr, 'g'},
                                 {"runs", required_argument, nullptr, 'r'},
                                 {"no-verify", no_argument, nullptr, 'n'},
                                 {"help", no_argument, nullptr, 'h'},
                                 {}};
  CommandLine options;
  optind = 0; // parsed anew
  opterr = 0;
  for (int option = 0; (option = getopt_long(argc, argv, "", Known, nullptr)) != -1;)
    setOption(options, option);
  if (argc - optind > 1)
    throw InputError("more than one file");
  if (optind < argc)
    options.file = argv[optind];
  if (!options.isHelp && options.file.empty() == options.description.empty())
    throw InputError("a file or --generate, one of them; --help says more");
  return options;
}

std::string usage(const std::string &program, const std::string &whatItDoes) {
  return "Usage: " + program + " FILE | --generate DESCRIPTION [--runs N] [--no-verify]\n\n" +
         whatItDoes +
         "\n\n"
         "FILE: .egr (ECL's binary format), .mtx (Matrix Market), else lines of FROM TO [WEIGHT]\n"
         "DESCRIPTION: NAME:KEY=NUMBER,... of\n" +
         generatorHelp() +
         "\n"
         "Output: graph: nodes=N edges=N, kernel_ms: T for each run, result: N, verified: yes|no "
         "(why)\n"
         "Exit code: 0; 1 if the result is wrong or CUDA fails; 2 for bad input or options\n";
}

CsrGraph loadGraph(const CommandLine &options, GraphKind kind) {
  const Weights weights = kind.isWeighted ? Weights::Read : Weights::Ignored;
  CsrGraph graph = buildGraph(options.file.empty() ? generate(options.description)
                                                   : readEdges(options.file, weights),
                              kind.direction);
  if (kind.isWeighted && graph.weights.empty())
    addWeights(graph);
  return graph;
}

} // namespace graphs
