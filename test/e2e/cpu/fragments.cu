// wmma in all shapes, types of at least a byte, and layouts: products are right.
// RUN: %clang_cpu -O2 --cuda-gpu-arch=sm_80 %s -o %t && %t | FileCheck %s
// RUN: env WARPSAN_OPTIONS=schedule=random:seed=3 %t | FileCheck %s
// CHECK: half, float: 12 of 12
// CHECK: half, half: 12 of 12
// CHECK: bfloat16: 12 of 12
// CHECK: signed: 12 of 12
// CHECK: unsigned: 12 of 12
// CHECK: tf32: 4 of 4
// CHECK: double: 4 of 4
// CHECK: saturated: 2147483647, not: -2147482353
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

constexpr int MaxElements = 32 * 40;

template <typename Fragment, typename T>
__device__ void loadSum(Fragment &sum, const T *c, int ld, bool byRows) {
  wmma::load_matrix_sync(sum, c, ld, byRows ? wmma::mem_row_major : wmma::mem_col_major);
}

/// D = A * B + C, with lines that are `Pad` elements longer than they need be.
template <typename In, typename T, typename Sum, int M, int N, int K, typename LayoutA,
          typename LayoutB>
__global__ void multiply(const T *a, const T *b, const Sum *c, Sum *d, int lda, int ldb, int ldc,
                         bool byRows) {
  wmma::fragment<wmma::matrix_a, M, N, K, In, LayoutA> fa;
  wmma::fragment<wmma::matrix_b, M, N, K, In, LayoutB> fb;
  wmma::fragment<wmma::accumulator, M, N, K, Sum> fc, fd;
  wmma::load_matrix_sync(fa, a, lda);
  wmma::load_matrix_sync(fb, b, ldb);
  loadSum(fc, c, ldc, byRows);
  wmma::mma_sync(fd, fa, fb, fc);
  wmma::store_matrix_sync(d, fd, ldc, byRows ? wmma::mem_row_major : wmma::mem_col_major);
}

template <typename T>
T number(int i) {
  return T(float(i % 5));
}

template <typename Layout>
constexpr bool IsRow = std::is_same_v<Layout, wmma::row_major>;

template <typename T>
float at(const T *matrix, int row, int column, int ld, bool byRows) {
  return float(matrix[byRows ? row * ld + column : column * ld + row]);
}

template <typename In, typename T, typename Sum, int M, int N, int K, typename LayoutA,
          typename LayoutB>
bool isRight() {
  constexpr int pad = 8;
  constexpr bool byRows = IsRow<LayoutA>;
  const int lda = (IsRow<LayoutA> ? K : M) + pad, ldb = (IsRow<LayoutB> ? N : K) + pad;
  const int ldc = (byRows ? N : M) + pad;
  T *a, *b;
  Sum *c, *d;
  for (T **matrix : {&a, &b})
    cudaMallocManaged(matrix, MaxElements * sizeof(T));
  for (Sum **matrix : {&c, &d})
    cudaMallocManaged(matrix, MaxElements * sizeof(Sum));
  for (int i = 0; i < MaxElements; ++i) {
    a[i] = number<T>(i * 7);
    b[i] = number<T>(i * 3);
    c[i] = number<Sum>(i);
    d[i] = Sum(77.0f);
  }
  multiply<In, T, Sum, M, N, K, LayoutA, LayoutB><<<1, 32>>>(a, b, c, d, lda, ldb, ldc, byRows);
  bool right = cudaDeviceSynchronize() == cudaSuccess;
  for (int row = 0; row < M; ++row)
    for (int column = 0; column < N; ++column) {
      float sum = at(c, row, column, ldc, byRows);
      for (int k = 0; k < K; ++k)
        sum += at(a, row, k, lda, IsRow<LayoutA>) * at(b, k, column, ldb, IsRow<LayoutB>);
      right &= at(d, row, column, ldc, byRows) == sum;
    }
  right &= float(d[byRows ? N : M]) == 77; // the gap behind the first line
  return right;
}

template <typename In, typename T, typename Sum, int M, int N, int K>
int layouts() {
  using Row = wmma::row_major;
  using Column = wmma::col_major;
  return isRight<In, T, Sum, M, N, K, Row, Row>() + isRight<In, T, Sum, M, N, K, Row, Column>() +
         isRight<In, T, Sum, M, N, K, Column, Row>() +
         isRight<In, T, Sum, M, N, K, Column, Column>();
}

template <typename T, typename Sum>
int shapes() {
  return layouts<T, T, Sum, 16, 16, 16>() + layouts<T, T, Sum, 32, 8, 16>() +
         layouts<T, T, Sum, 8, 32, 16>();
}

__global__ void saturate(const signed char *a, const signed char *b, int *out) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, int> sum, fd;
  wmma::load_matrix_sync(fa, a, 16);
  wmma::load_matrix_sync(fb, b, 16);
  wmma::fill_fragment(sum, 2147483647);
  wmma::mma_sync(fd, fa, fb, sum, true);
  if (threadIdx.x == 0)
    out[0] = fd.x[0];
  wmma::mma_sync(fd, fa, fb, sum);
  if (threadIdx.x == 0)
    out[1] = fd.x[0];
}

void showSaturation() {
  signed char *ones;
  int *out;
  cudaMallocManaged(&ones, 256);
  cudaMallocManaged(&out, 2 * sizeof(int));
  for (int i = 0; i < 256; ++i)
    ones[i] = 9;
  saturate<<<1, 32>>>(ones, ones, out);
  cudaDeviceSynchronize();
  std::printf("saturated: %d, not: %d\n", out[0], out[1]);
}

int main() {
  std::printf("half, float: %d of 12\n", shapes<half, float>());
  std::printf("half, half: %d of 12\n", shapes<half, half>());
  std::printf("bfloat16: %d of 12\n", shapes<__nv_bfloat16, float>());
  std::printf("signed: %d of 12\n", shapes<signed char, int>());
  std::printf("unsigned: %d of 12\n", shapes<unsigned char, int>());
  std::printf("tf32: %d of 4\n", layouts<wmma::precision::tf32, float, float, 16, 16, 8>());
  std::printf("double: %d of 4\n", layouts<double, double, double, 8, 8, 4>());
  showSaturation();
}
