//===- solutions.cpp - Are the results of the programs right? ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "solutions.h"
#include "disjoint_sets.h"
#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <queue>

namespace graphs {

namespace {

std::string nodeText(int node) { return "node " + std::to_string(node); }
std::string edgeText(int from, int to) {
  return "nodes " + std::to_string(from) + " and " + std::to_string(to);
}

template <class Values>
std::string checkCount(const CsrGraph &graph, const Values &values) {
  return values.size() == size_t(graph.nodes()) ? ""
                                                : std::to_string(values.size()) + " results for " +
                                                      std::to_string(graph.nodes()) + " nodes";
}

/// Labels may be any nodes, as long as they say the same as `components`, which are nodes too.
std::string comparePartitions(const std::vector<int> &components, const std::vector<int> &labels) {
  const int nodes = int(labels.size());
  std::vector<int> labelOf(nodes, -1), componentOf(nodes, -1);
  for (int node = 0; node < nodes; ++node) {
    const int component = components[node], label = labels[node];
    if (label < 0 || label >= nodes)
      return nodeText(node) + " has the label " + std::to_string(label);
    if (labelOf[component] < 0)
      labelOf[component] = label;
    if (componentOf[label] < 0)
      componentOf[label] = component;
    if (labelOf[component] != label)
      return nodeText(node) + " has not the label of its component: " + std::to_string(label);
    if (componentOf[label] != component)
      return nodeText(node) + " has the label of another component: " + std::to_string(label);
  }
  return "";
}

template <class Visit>
void forEachEdge(const CsrGraph &graph, Visit visit) {
  for (int node = 0; node < graph.nodes(); ++node)
    for (int i = graph.offsets[node]; i < graph.offsets[node + 1]; ++i)
      visit(node, graph.targets[i], i);
}

struct Forest {
  int trees;
  int64_t weight = 0;
};

/// Kruskal.
Forest lightestForest(const CsrGraph &graph) {
  std::vector<int> order(graph.edges()), sources(graph.edges());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, {}, [&](int edge) { return graph.weights[edge]; });
  forEachEdge(graph, [&](int from, int, int edge) { sources[edge] = from; });
  DisjointSets sets(graph.nodes());
  Forest forest{graph.nodes()};
  for (const int edge : order)
    if (sets.unite(sources[edge], graph.targets[edge])) {
      --forest.trees;
      forest.weight += graph.weights[edge];
    }
  return forest;
}

/// Tarjan's algorithm with a stack of its own: paths may be as long as the graph is large.
class StrongComponents {
public:
  explicit StrongComponents(const CsrGraph &all)
      : graph(all), components(all.nodes(), -1), order(all.nodes(), -1), low(all.nodes()) {
    for (int node = 0; node < graph.nodes(); ++node)
      if (order[node] < 0)
        visitFrom(node);
  }

  const std::vector<int> &ofNodes() const { return components; }

private:
  struct Visit {
    int node, next; ///< index of the edge to look at
  };

  void enter(int node) {
    order[node] = low[node] = entered++;
    open.push_back(node);
    path.push_back({node, graph.offsets[node]});
  }

  void visitFrom(int start) {
    enter(start);
    while (!path.empty()) {
      auto &[node, next] = path.back();
      if (next == graph.offsets[node + 1])
        leave(node);
      else
        follow(node, graph.targets[next++]);
    }
  }

  void follow(int node, int target) {
    if (order[target] < 0)
      enter(target);
    else if (components[target] < 0)
      low[node] = std::min(low[node], order[target]);
  }

  void leave(int node) {
    path.pop_back();
    if (low[node] == order[node])
      close(node);
    if (!path.empty())
      low[path.back().node] = std::min(low[path.back().node], low[node]);
  }

  void close(int root) {
    int node = -1;
    do {
      node = open.back();
      open.pop_back();
      components[node] = root;
    } while (node != root);
  }

  const CsrGraph &graph;
  std::vector<int> components, order, low, open;
  std::vector<Visit> path;
  int entered = 0;
};

std::vector<int64_t> dijkstra(const CsrGraph &graph, int source) {
  using Reached = std::pair<int64_t, int>; // distance, node
  std::priority_queue<Reached, std::vector<Reached>, std::greater<>> queue;
  std::vector<int64_t> distances(graph.nodes(), INT64_MAX);
  distances[source] = 0;
  queue.push({0, source});
  while (!queue.empty()) {
    const auto [distance, node] = queue.top();
    queue.pop();
    if (distance > distances[node])
      continue;
    for (int i = graph.offsets[node]; i < graph.offsets[node + 1]; ++i) {
      const int64_t through = distance + graph.weights[i];
      if (through < distances[graph.targets[i]]) {
        distances[graph.targets[i]] = through;
        queue.push({through, graph.targets[i]});
      }
    }
  }
  return distances;
}

} // namespace

std::string checkComponents(const CsrGraph &graph, const std::vector<int> &labels) {
  if (const std::string problem = checkCount(graph, labels); !problem.empty())
    return problem;
  DisjointSets sets(graph.nodes());
  forEachEdge(graph, [&](int from, int to, int) { sets.unite(from, to); });
  std::vector<int> components(graph.nodes());
  for (int node = 0; node < graph.nodes(); ++node)
    components[node] = sets.find(node);
  return comparePartitions(components, labels);
}

std::string checkColouring(const CsrGraph &graph, const std::vector<int> &colours) {
  if (const std::string problem = checkCount(graph, colours); !problem.empty())
    return problem;
  for (int node = 0; node < graph.nodes(); ++node) {
    if (colours[node] < 0)
      return nodeText(node) + " has no colour";
    for (const int other : graph.neighbours(node))
      if (colours[other] == colours[node])
        return edgeText(node, other) + " are neighbours and have colour " +
               std::to_string(colours[node]);
  }
  return "";
}

std::string checkIndependentSet(const CsrGraph &graph, const std::vector<bool> &isInSet) {
  if (const std::string problem = checkCount(graph, isInSet); !problem.empty())
    return problem;
  for (int node = 0; node < graph.nodes(); ++node) {
    bool hasNeighbourInSet = false;
    for (const int other : graph.neighbours(node)) {
      if (isInSet[node] && isInSet[other])
        return edgeText(node, other) + " are neighbours and both in the set";
      hasNeighbourInSet |= isInSet[other];
    }
    if (!isInSet[node] && !hasNeighbourInSet)
      return nodeText(node) + " could be in the set, too";
  }
  return "";
}

std::string checkForest(const CsrGraph &graph, const std::vector<Edge> &forest) {
  DisjointSets sets(graph.nodes());
  Forest found{graph.nodes()};
  for (const auto [from, to] : forest) {
    const std::span<const int> targets = graph.neighbours(from);
    const auto place = std::ranges::lower_bound(targets, to);
    if (place == targets.end() || *place != to)
      return edgeText(from, to) + " are no neighbours";
    if (!sets.unite(from, to))
      return edgeText(from, to) + " were joined before: a cycle";
    --found.trees;
    found.weight += graph.weights[graph.offsets[from] + (place - targets.begin())];
  }
  const Forest right = lightestForest(graph);
  if (found.trees != right.trees)
    return std::to_string(found.trees) + " trees instead of " + std::to_string(right.trees);
  if (found.weight != right.weight)
    return "weight " + std::to_string(found.weight) + " instead of " + std::to_string(right.weight);
  return "";
}

std::string checkStrongComponents(const CsrGraph &graph, const std::vector<int> &labels) {
  if (const std::string problem = checkCount(graph, labels); !problem.empty())
    return problem;
  return comparePartitions(StrongComponents(graph).ofNodes(), labels);
}

std::string checkDistances(const CsrGraph &graph, int source, const std::vector<int> &distances,
                           int unreachable) {
  if (const std::string problem = checkCount(graph, distances); !problem.empty())
    return problem;
  const std::vector<int64_t> right = dijkstra(graph, source);
  for (int node = 0; node < graph.nodes(); ++node) {
    const int64_t wanted = right[node] == INT64_MAX ? unreachable : right[node];
    if (distances[node] != wanted)
      return "from " + nodeText(source) + " to " + nodeText(node) + ": " +
             std::to_string(distances[node]) + " instead of " + std::to_string(wanted);
  }
  return "";
}

} // namespace graphs
