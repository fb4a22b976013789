// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Union-find on the device: a tree for each set, whose nodes know their parents. Parents have smaller
// numbers, and roots are their own.
//
// A root gets a parent by compare-and-swap only. All else are shortcuts: a node gets an ancestor of
// its own as parent. An old value read, or a newer one overwritten, is an ancestor still.
#pragma once
#include "access.h"

namespace graphs {

using Parents = Access<Plain>;

/// Leaves a shorter path behind.
__device__ inline int rootOf(int *parents, int node) {
  int parent = Parents::load(&parents[node]); // [parent]
  while (parent != node) {
    const int next = Parents::load(&parents[parent]); // [grandparent]
    if (next == parent)
      break;
    Parents::store(&parents[node], next); // [shortcut]
    node = parent;
    parent = next;
  }
  return parent;
}

/// True for the thread that joined two sets. A failed attempt goes on with the parent that was met: an
/// access may give the old one again and again.
__device__ inline bool unite(int *parents, int one, int other) {
  one = rootOf(parents, one);
  other = rootOf(parents, other);
  while (one != other) {
    const int low = min(one, other), high = max(one, other);
    const int met = compareAndSwap(&parents[high], high, low); // [join]
    if (met == high)
      return true;
    one = rootOf(parents, met);
    other = low;
  }
  return false;
}

} // namespace graphs
