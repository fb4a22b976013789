//===- disjoint_sets.h - Union-find of the verifiers ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <numeric>
#include <vector>

namespace graphs {

class DisjointSets {
public:
  explicit DisjointSets(int count) : parents(count) {
    std::iota(parents.begin(), parents.end(), 0);
  }

  int find(int element) {
    while (parents[element] != element)
      element = parents[element] = parents[parents[element]];
    return element;
  }

  /// False if they were together already.
  bool unite(int one, int other) {
    one = find(one);
    other = find(other);
    parents[one] = other;
    return one != other;
  }

private:
  std::vector<int> parents;
};

} // namespace graphs
