//===- generators.cpp - Graphs made of a description and a seed ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "generators.h"
#include "input_error.h"
#include "random.h"
#include <bit>
#include <charconv>
#include <climits>
#include <cstdint>
#include <map>

namespace graphs {

namespace {

/// Undirected edges count twice in a graph, and have 31 bits there.
constexpr uint64_t MaxEdges = INT_MAX / 2, MaxNodes = INT_MAX - 1;

/// The part of a description behind the colon.
class Keys {
public:
  explicit Keys(const std::string &text) {
    for (size_t begin = 0; begin < text.size();) {
      const size_t end = std::min(text.find(',', begin), text.size());
      add(text.substr(begin, end - begin));
      begin = end + 1;
    }
  }

  uint64_t take(const std::string &key, uint64_t least, uint64_t most) {
    const auto found = values.find(key);
    if (found == values.end())
      throw InputError("'" + key + "=' is missing");
    const uint64_t value = found->second;
    values.erase(found);
    if (value < least || value > most)
      throw InputError("'" + key + "' is not from " + std::to_string(least) + " to " +
                       std::to_string(most));
    return value;
  }

  uint64_t take(const std::string &key, uint64_t least, uint64_t most, uint64_t otherwise) {
    return values.contains(key) ? take(key, least, most) : otherwise;
  }

  /// Those that nobody took are mistakes. To be called before the work begins.
  void finish() const {
    if (!values.empty())
      throw InputError("'" + values.begin()->first + "' is no key of this generator");
  }

private:
  void add(const std::string &item) {
    const size_t equals = std::min(item.find('='), item.size() - 1);
    const char *begin = item.data() + equals + 1, *end = item.data() + item.size();
    uint64_t value = 0;
    if (const auto [last, error] = std::from_chars(begin, end, value);
        error != std::errc() || last != end)
      throw InputError("'" + item + "' is not KEY=NUMBER");
    if (!values.emplace(item.substr(0, equals), value).second)
      throw InputError("'" + item.substr(0, equals) + "' is there twice");
  }

  std::map<std::string, uint64_t> values;
};

Random takeRandom(Keys &keys) { return Random(keys.take("seed", 0, UINT64_MAX, 1)); }

void checkProduct(uint64_t one, uint64_t other, uint64_t most, const char *what) {
  if (one * other > most) // both fit 31 bits
    throw InputError(std::to_string(one * other) + " " + what + ": more than " +
                     std::to_string(most));
}

Edge inAnyDirection(Random &random, int one, int other) {
  return random.percent(50) ? Edge{one, other} : Edge{other, one};
}

struct Rectangle {
  int width, height;

  explicit Rectangle(Keys &keys)
      : width(keys.take("width", 1, MaxNodes)), height(keys.take("height", 1, MaxNodes)) {
    checkProduct(width, height, MaxEdges / 6, "nodes"); // roads have up to 6 edges each
  }
  int node(int x, int y) const { return y * width + x; }
  int nodes() const { return width * height; }

  template <class Visit>
  void forEach(Visit visit) const {
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x)
        visit(x, y);
  }
};

EdgeList makeGrid(Keys &keys) {
  const Rectangle grid(keys);
  const bool isTorus = keys.take("torus", 0, 1, 0);
  Random random = takeRandom(keys);
  keys.finish();
  EdgeList list{grid.nodes(), {}, {}};
  list.edges.reserve(size_t(grid.nodes()) * 2);
  grid.forEach([&](int x, int y) {
    if (isTorus || x + 1 < grid.width)
      list.edges.push_back(
          inAnyDirection(random, grid.node(x, y), grid.node((x + 1) % grid.width, y)));
    if (isTorus || y + 1 < grid.height)
      list.edges.push_back(
          inAnyDirection(random, grid.node(x, y), grid.node(x, (y + 1) % grid.height)));
  });
  return list;
}

EdgeList makeRoad(Keys &keys) {
  const Rectangle grid(keys);
  const uint64_t keep = keys.take("keep", 0, 100, 75);
  const uint64_t diagonal = keys.take("diagonal", 0, 100, 5);
  const uint64_t oneWay = keys.take("oneway", 0, 100, 20);
  Random random = takeRandom(keys);
  keys.finish();
  EdgeList list{grid.nodes(), {}, {}};
  const auto addRoad = [&](uint64_t chance, int from, int x, int y) {
    if (x >= grid.width || y >= grid.height || !random.percent(chance))
      return;
    const Edge road = inAnyDirection(random, from, grid.node(x, y));
    list.edges.push_back(road);
    if (!random.percent(oneWay))
      list.edges.push_back({road.to, road.from});
  };
  grid.forEach([&](int x, int y) {
    addRoad(keep, grid.node(x, y), x + 1, y);
    addRoad(keep, grid.node(x, y), x, y + 1);
    addRoad(diagonal, grid.node(x, y), x + 1, y + 1);
  });
  return list;
}

/// One level after the other, a quadrant of the adjacency matrix is chosen.
Edge rmatEdge(Random &random, int levels) {
  Edge edge{0, 0};
  for (int level = 0; level < levels; ++level) {
    const uint64_t percent = random.below(100);
    edge.from = edge.from * 2 + (percent >= 76);
    edge.to = edge.to * 2 + ((percent >= 57 && percent < 76) || percent >= 95);
  }
  return edge;
}

EdgeList makeRmat(Keys &keys) {
  const uint64_t nodes = keys.take("n", 1, uint64_t(1) << 30);
  const uint64_t edges = keys.take("m", 0, MaxEdges);
  Random random = takeRandom(keys);
  keys.finish();
  if (!std::has_single_bit(nodes))
    throw InputError("'n' of rmat is not a power of two");
  EdgeList list{int(nodes), std::vector<Edge>(edges), {}};
  for (Edge &edge : list.edges)
    edge = rmatEdge(random, std::countr_zero(nodes));
  return list;
}

EdgeList makeRandom(Keys &keys) {
  const uint64_t nodes = keys.take("n", 1, MaxNodes);
  const uint64_t edges = keys.take("m", 0, MaxEdges);
  Random random = takeRandom(keys);
  keys.finish();
  EdgeList list{int(nodes), std::vector<Edge>(edges), {}};
  for (Edge &edge : list.edges) {
    edge.from = int(random.below(nodes));
    edge.to = int(random.below(nodes));
  }
  return list;
}

/// A node is met at the ends of earlier edges as often as its degree says (Batagelj and Brandes,
/// Phys. Rev. E 71, 2005).
EdgeList makePower(Keys &keys) {
  const uint64_t nodes = keys.take("n", 1, MaxNodes);
  const uint64_t degree = keys.take("degree", 1, MaxEdges);
  Random random = takeRandom(keys);
  keys.finish();
  checkProduct(nodes, degree, MaxEdges, "edges");
  EdgeList list{int(nodes), std::vector<Edge>(nodes * degree), {}};
  for (size_t i = 0; i < list.edges.size(); ++i) {
    Edge &edge = list.edges[i];
    edge.from = int(i / degree);
    const uint64_t end = random.below(2 * i + 1);
    edge.to = end % 2 ? list.edges[end / 2].to : list.edges[end / 2].from;
  }
  for (Edge &edge : list.edges)
    edge = inAnyDirection(random, edge.from, edge.to);
  return list;
}

EdgeList generateKind(const std::string &name, Keys &keys) {
#define GRAPH_GENERATOR(Name, Make, Keys, Doc)                                                     \
  if (name == (Name))                                                                              \
    return Make(keys);
#include "generators.def"
  throw InputError("no such generator");
}

} // namespace

EdgeList generate(const std::string &description) {
  const size_t colon = std::min(description.find(':'), description.size());
  try {
    Keys keys(description.substr(std::min(colon + 1, description.size())));
    return generateKind(description.substr(0, colon), keys);
  } catch (const InputError &error) {
    throw InputError(description + ": " + error.what());
  }
}

std::string generatorHelp() {
  std::string text;
#define GRAPH_GENERATOR(Name, Make, Keys, Doc)                                                     \
  text += "  " Name ":" Keys ",seed=1\n      " Doc "\n";
#include "generators.def"
  return text;
}

} // namespace graphs
