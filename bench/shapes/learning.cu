// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Back-propagation, k-means, co-clustering and expectation maximization: a step of each.
#include "shapes.h"

constexpr int Inputs = 16, Hidden = 16;

/// Of a layer what each block's inputs add to the hidden units.
__global__ void forwardKernel(const float *inputs, const float *weights, float *sums) {
  __shared__ float nodes[Inputs], products[Inputs][Hidden];
  const int x = threadIdx.x, y = threadIdx.y, input = blockIdx.x * Inputs + y;
  if (x == 0)
    nodes[y] = inputs[input];
  __syncthreads();
  products[y][x] = weights[input * Hidden + x] * nodes[y];
  for (int step = 1; step < Inputs; step *= 2) {
    __syncthreads();
    if (y % (2 * step) == 0)
      products[y][x] += products[y + step][x];
  }
  if (y == 0)
    sums[blockIdx.x * Hidden + x] = products[0][x];
}

/// The way back. New weights do not replace the old ones: all launches do the same.
__global__ void adjustKernel(const float *inputs, const float *deltas, const float *weights,
                             float *adjusted) {
  const int x = threadIdx.x, input = blockIdx.x * Inputs + threadIdx.y, i = input * Hidden + x;
  adjusted[i] = weights[i] + 0.25f * deltas[x] * inputs[input];
}

static void backprop(benchmark::State &state) {
  const int blocks = blocksOf(state);
  const size_t inputs = size_t(blocks) * Inputs, weights = inputs * Hidden;
  DeviceArray<float> in(std::vector<float>(inputs, 0.5f)), old(std::vector<float>(weights, 2)),
      deltas(std::vector<float>(Hidden, 8)), sums(size_t(blocks) * Hidden), adjusted(weights);
  const dim3 block(Hidden, Inputs);
  timeKernel(state, [&] {
    forwardKernel<<<blocks, block>>>(in.data, old.data, sums.data);
    adjustKernel<<<blocks, block>>>(in.data, deltas.data, old.data, adjusted.data);
  });
  if (sums.at(size_t(blocks) * Hidden - 1) != Inputs || adjusted.at(weights - 1) != 3)
    state.SkipWithError("wrong weight");
}

constexpr int KmeansThreads = 128, Clusters = 16, Dimensions = 8;
static_assert(KmeansThreads == Clusters * Dimensions);

/// Points go to the nearest center; then each thread sums up one coordinate of a cluster.
__global__ void kmeansKernel(const float *points, const float *centers, float *sums) {
  __shared__ float mine[KmeansThreads][Dimensions], center[Clusters][Dimensions];
  __shared__ int nearest[KmeansThreads];
  const int t = threadIdx.x, cluster = t / Dimensions, dimension = t % Dimensions;
  center[cluster][dimension] = centers[t];
  for (int i = 0; i < Dimensions; ++i)
    mine[t][i] = points[(blockIdx.x * KmeansThreads + t) * Dimensions + i];
  __syncthreads();
  float least = 1e30f;
  for (int c = 0; c < Clusters; ++c) {
    float distance = 0;
    for (int i = 0; i < Dimensions; ++i)
      distance += (mine[t][i] - center[c][i]) * (mine[t][i] - center[c][i]);
    if (distance < least) {
      least = distance;
      nearest[t] = c;
    }
  }
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < KmeansThreads; ++i)
    sum += nearest[i] == cluster ? mine[i][dimension] : 0;
  sums[blockIdx.x * KmeansThreads + t] = sum;
}

/// Point i lies beside center i % Clusters.
static void kmeans(benchmark::State &state) {
  const size_t points = size_t(blocksOf(state)) * KmeansThreads;
  std::vector<float> places(points * Dimensions), centers(Clusters * Dimensions);
  for (size_t i = 0; i < places.size(); ++i)
    places[i] = float(i / Dimensions % Clusters) + 0.25f;
  for (size_t i = 0; i < centers.size(); ++i)
    centers[i] = float(i / Dimensions);
  DeviceArray<float> in(places), onDevice(centers), sums(points);
  timeKernel(state, [&] {
    kmeansKernel<<<blocksOf(state), KmeansThreads>>>(in.data, onDevice.data, sums.data);
  });
  if (sums.at(points - 1) != KmeansThreads / Clusters * (Clusters - 1 + 0.25f))
    state.SkipWithError("wrong sum");
}

constexpr int Rows = 16, Columns = 192, RowClusters = 16, ColumnClusters = 16;

/// Rows, reduced to sums of each cluster of columns, go to the nearest cluster of rows; of these
/// the sums are taken.
__global__ void coclusterKernel(const float *matrix, const int *clusterOfColumn,
                                const float *centers, float *sums) {
  __shared__ float values[Rows][Columns], reduced[Rows][ColumnClusters];
  __shared__ float distances[Rows][RowClusters];
  __shared__ int columnCluster[Columns], nearest[Rows];
  const int x = threadIdx.x, y = threadIdx.y, t = y * ColumnClusters + x;
  if (t < Columns)
    columnCluster[t] = clusterOfColumn[t];
  for (int column = x; column < Columns; column += ColumnClusters)
    values[y][column] = matrix[(blockIdx.x * Rows + y) * Columns + column];
  __syncthreads();
  float sum = 0;
  for (int column = 0; column < Columns; ++column)
    sum += columnCluster[column] == x ? values[y][column] : 0;
  reduced[y][x] = sum;
  __syncthreads();
  float distance = 0;
  for (int c = 0; c < ColumnClusters; ++c)
    distance += fabsf(reduced[y][c] - centers[x * ColumnClusters + c]);
  distances[y][x] = distance;
  __syncthreads();
  if (t < Rows) {
    int best = 0;
    for (int cluster = 1; cluster < RowClusters; ++cluster)
      best = distances[t][cluster] < distances[t][best] ? cluster : best;
    nearest[t] = best;
  }
  __syncthreads();
  sum = 0;
  for (int row = 0; row < Rows; ++row)
    sum += nearest[row] == y ? reduced[row][x] : 0;
  sums[(blockIdx.x * RowClusters + y) * ColumnClusters + x] = sum;
}

/// Row r is all r % RowClusters, and so is the center of that cluster, nearly.
static void cocluster(benchmark::State &state) {
  const size_t rows = size_t(blocksOf(state)) * Rows, results = rows * ColumnClusters;
  constexpr int ColumnsEach = Columns / ColumnClusters;
  std::vector<float> matrix(rows * Columns), centers(RowClusters * ColumnClusters);
  std::vector<int> clusters(Columns);
  for (size_t i = 0; i < matrix.size(); ++i)
    matrix[i] = float(i / Columns % RowClusters);
  for (size_t i = 0; i < centers.size(); ++i)
    centers[i] = float(i / ColumnClusters) * ColumnsEach + 1;
  for (int i = 0; i < Columns; ++i)
    clusters[i] = i % ColumnClusters;
  DeviceArray<float> in(matrix), means(centers), sums(results);
  DeviceArray<int> ofColumn(clusters);
  timeKernel(state, [&] {
    coclusterKernel<<<blocksOf(state), dim3(ColumnClusters, Rows)>>>(in.data, ofColumn.data,
                                                                     means.data, sums.data);
  });
  if (sums.at(results - 1) != (RowClusters - 1) * ColumnsEach)
    state.SkipWithError("wrong sum");
}

constexpr int EmThreads = 320, EmWarps = EmThreads / 32, Components = 8, Batches = 8;

/// Each thread weighs how well the components fit its points. A warp's weights of a component are
/// summed up by one thread, and those of all warps by another.
__global__ void emKernel(const float *points, const float *means, float *weights) {
  __shared__ float fits[Components][EmThreads], sums[Components][EmWarps];
  const int t = threadIdx.x, component = t / EmWarps, warp = t % EmWarps;
  float total = 0;
  for (int batch = 0; batch < Batches; ++batch) {
    const float point = points[(blockIdx.x * Batches + batch) * EmThreads + t];
    float all = 0;
    for (int c = 0; c < Components; ++c) {
      fits[c][t] = expf(-(point - means[c]) * (point - means[c]));
      all += fits[c][t];
    }
    for (int c = 0; c < Components; ++c)
      fits[c][t] /= all;
    __syncthreads();
    float sum = 0;
    if (component < Components)
      for (int lane = 0; lane < 32; ++lane)
        sum += fits[component][warp * 32 + lane];
    if (component < Components)
      sums[component][warp] = sum;
    __syncthreads();
    if (t < Components)
      for (int other = 0; other < EmWarps; ++other)
        total += sums[t][other];
  }
  if (t < Components)
    weights[blockIdx.x * Components + t] = total;
}

/// The weights of a point are 1 in all.
static void em(benchmark::State &state) {
  const size_t blocks = size_t(blocksOf(state));
  std::vector<float> places(blocks * Batches * EmThreads), means(Components);
  for (size_t i = 0; i < places.size(); ++i)
    places[i] = float(i % 1000) / 100;
  for (int i = 0; i < Components; ++i)
    means[i] = float(i);
  DeviceArray<float> points(places), onDevice(means), weights(blocks * Components);
  timeKernel(state, [&] {
    emKernel<<<blocksOf(state), EmThreads>>>(points.data, onDevice.data, weights.data);
  });
  double sum = 0;
  for (const float weight : weights.first(Components))
    sum += weight;
  if (!isNear(sum, Batches * EmThreads))
    state.SkipWithError("wrong weights");
}

void addLearning(const BlockCounts &counts) {
  addShape("backprop", backprop, 4096, counts);
  addShape("kmeans", kmeans, 8192, counts);
  addShape("cocluster", cocluster, 4096, counts);
  addShape("em", em, 4096, counts);
}
