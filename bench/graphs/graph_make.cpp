// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes a generated graph, or one of another format, as .egr file.
#include "host/command_line.h"
#include "host/generators.h"
#include "host/graph_files.h"
#include "host/input_error.h"
#include <cstdio>
#include <getopt.h>
#include <new>

using namespace graphs;

namespace {

struct Options {
  CommandLine input;
  std::string output;
  GraphKind kind{Direction::Undirected, false};
};

std::string usage() {
  return "Usage: graph_make [--directed] [--weights] FILE | --generate DESCRIPTION OUTPUT.egr\n\n"
         "Undirected: each edge in both directions. --weights: those of FILE, or made up.\n\n"
         "DESCRIPTION: NAME:KEY=NUMBER,... of\n" +
         generatorHelp();
}

Options parseOptions(int argc, char **argv) {
  static const option Known[] = {{"generate", required_argument, nullptr, 'g'},
                                 {"directed", no_argument, nullptr, 'd'},
                                 {"weights", no_argument, nullptr, 'w'},
                                 {"help", no_argument, nullptr, 'h'},
                                 {}};
  Options options;
  opterr = 0;
  for (int option = 0; (option = getopt_long(argc, argv, "", Known, nullptr)) != -1;) {
    if (option == 'g')
      options.input.description = optarg;
    else if (option == 'd')
      options.kind.direction = Direction::Directed;
    else if (option == 'w')
      options.kind.isWeighted = true;
    else if (option == 'h')
      options.input.isHelp = true;
    else
      throw InputError("unknown option, or one without its value; --help lists them");
  }
  if (options.input.isHelp)
    return options;
  if (options.input.description.empty() && optind < argc)
    options.input.file = argv[optind++];
  if (argc - optind != 1)
    throw InputError("one input and one output; --help says more");
  options.output = argv[optind];
  return options;
}

int make(const Options &options) {
  if (options.input.isHelp) {
    std::fputs(usage().c_str(), stdout);
    return 0;
  }
  const CsrGraph graph = loadGraph(options.input, options.kind);
  writeEgr(options.output, graph);
  std::printf("graph: nodes=%d edges=%d\n", graph.nodes(), graph.edges());
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  try {
    return make(parseOptions(argc, argv));
  } catch (const InputError &error) {
    std::fprintf(stderr, "graph_make: %s\n", error.what());
  } catch (const std::bad_alloc &) {
    std::fputs("graph_make: not enough memory for this graph\n", stderr);
  }
  return 2;
}
