// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shortest paths between all nodes: Floyd and Warshall's algorithm in square tiles of -DTILE, 32 or 64.
// A step looks for shorter ways through the nodes of one tile on the diagonal: first inside that tile,
// then in its row and its column, then everywhere else. There is no race in it.
#include "host/solutions.h"
#include "program.h"
#include <algorithm>
#include <climits>

namespace graphs {

/// Twice that is no overflow.
constexpr int Unreachable = INT_MAX / 2;
constexpr int Tile = TILE, Columns = 32, Rows = 8, PerRow = Tile / Columns, PerColumn = Tile / Rows;

/// Rows and columns of the matrix are a multiple of the tile.
struct Matrix {
  int *distances;
  size_t width;

  __device__ int &at(int tileRow, int tileColumn, int row, int column) const {
    return distances[(size_t(tileRow) * Tile + row) * width + size_t(tileColumn) * Tile + column];
  }
};

using Shared = int[Tile][Tile];

/// Calls visit(row, column) for the places of a tile that are the thread's own.
template <class Visit>
__device__ void forOwn(Visit visit) {
  for (int i = 0; i < PerColumn; ++i)
    for (int j = 0; j < PerRow; ++j)
      visit(int(threadIdx.y) + i * Rows, int(threadIdx.x) + j * Columns);
}

__device__ void load(Shared &tile, Matrix matrix, int row, int column) {
  forOwn([&](int y, int x) { tile[y][x] = matrix.at(row, column, y, x); });
}

__device__ void store(const Shared &tile, Matrix matrix, int row, int column) {
  forOwn([&](int y, int x) { matrix.at(row, column, y, x) = tile[y][x]; });
}

/// Ways through one node after the other; `rows` or `columns` may be the tile itself. What a round reads
/// of others it does not write: the way from a node to itself is 0, so none through it is shorter.
__device__ void relax(Shared &tile, const Shared &rows, const Shared &columns) {
  for (int through = 0; through < Tile; ++through) {
    __syncthreads();
    forOwn([&](int y, int x) {
      const int distance = rows[y][through] + columns[through][x];
      if (distance < tile[y][x])
        tile[y][x] = distance;
    });
  }
}

__global__ void relaxDiagonal(Matrix matrix, int step) {
  __shared__ Shared tile;
  load(tile, matrix, step, step);
  relax(tile, tile, tile);
  store(tile, matrix, step, step);
}

/// Blocks (tile, 0) are tiles of the step's row, blocks (tile, 1) of its column.
__global__ void relaxCross(Matrix matrix, int step) {
  __shared__ Shared diagonal, tile;
  const int other = int(blockIdx.x);
  if (other == step)
    return;
  const bool isRow = blockIdx.y == 0;
  const int row = isRow ? step : other, column = isRow ? other : step;
  load(diagonal, matrix, step, step);
  load(tile, matrix, row, column);
  if (isRow)
    relax(tile, diagonal, tile);
  else
    relax(tile, tile, diagonal);
  store(tile, matrix, row, column);
}

/// Nothing that is read changes, so the tile's own distances stay in registers.
__global__ void relaxRest(Matrix matrix, int step) {
  __shared__ Shared left, above;
  const int row = int(blockIdx.y), column = int(blockIdx.x);
  if (row == step || column == step)
    return;
  load(left, matrix, row, step);
  load(above, matrix, step, column);
  __syncthreads();
  forOwn([&](int y, int x) {
    int &distance = matrix.at(row, column, y, x);
    int shortest = distance;
    for (int through = 0; through < Tile; ++through)
      shortest = min(shortest, left[y][through] + above[through][x]);
    distance = shortest;
  });
}

/// A thread for each node fills its row.
__global__ void start(DeviceGraph graph, const int *weights, Matrix matrix) {
  const int64_t node = threadNumber();
  if (node >= int64_t(matrix.width))
    return;
  int *row = matrix.distances + node * matrix.width;
  for (size_t other = 0; other < matrix.width; ++other)
    row[other] = Unreachable;
  row[node] = 0;
  if (node < graph.nodes)
    for (int i = graph.offsets[node]; i < graph.offsets[node + 1]; ++i)
      row[graph.targets[i]] = weights[i];
}

/// Distances fit 30 bits, and the matrix takes up to 4 GiB.
static int checkedTiles(const CsrGraph &graph) {
  if (graph.nodes() > 32768)
    throw InputError(std::to_string(graph.nodes()) + " nodes: more than 32768");
  const int64_t heaviest = graph.weights.empty() ? 0 : std::ranges::max(graph.weights);
  if (heaviest * graph.nodes() >= Unreachable)
    throw InputError("weights are too large: distances may reach 2^30");
  return (graph.nodes() + Tile - 1) / Tile;
}

class Distances {
public:
  static constexpr GraphKind Kind{Direction::Undirected, true};
  static constexpr const char *Help =
      "Shortest paths between all nodes; the result is the sum of all finite distances.";

  explicit Distances(const CsrGraph &host)
      : tiles(checkedTiles(host)), width(size_t(tiles) * Tile), graph(host), weights(host.weights),
        distances(width * width) {}

  void solve() {
    const Matrix matrix{distances.data, width};
    launch(start, int(width), DeviceGraph(graph), weights.data, matrix);
    const dim3 threads(Columns, Rows);
    for (int step = 0; step < tiles; ++step) {
      relaxDiagonal<<<1, threads>>>(matrix, step);
      relaxCross<<<dim3(tiles, 2), threads>>>(matrix, step);
      relaxRest<<<dim3(tiles, tiles), threads>>>(matrix, step);
    }
    CHECK(cudaGetLastError());
  }

  int64_t result() const {
    int64_t sum = 0;
    for (const int distance : distances.first(distances.count))
      sum += distance < Unreachable ? distance : 0;
    return sum;
  }

  /// Some rows: all would take longer than the program.
  std::string verify(const CsrGraph &host) const {
    const std::vector<int> all = distances.first(distances.count);
    std::string wrong;
    for (int node = 0; node < host.nodes() && wrong.empty(); node += host.nodes() / 16 + 1) {
      const auto row = all.begin() + std::ptrdiff_t(node * width);
      wrong = checkDistances(host, node, {row, row + host.nodes()}, Unreachable);
    }
    return wrong;
  }

private:
  int tiles;
  size_t width;
  UploadedGraph graph;
  DeviceArray<int> weights, distances;
};

} // namespace graphs

int main(int argc, char **argv) { return graphs::runProgram<graphs::Distances>(argc, argv); }
