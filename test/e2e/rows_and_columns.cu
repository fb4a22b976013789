// A thread's number taken apart into a row and a column. The racy form has rows that are
// longer than what the columns are numbered by.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// EXPECT: a write, a write
#include "Inputs/done.h"

constexpr int Columns = 5, Threads = 40;

#ifdef RACY
constexpr int Length = Columns - 1;
#else
constexpr int Length = Columns;
#endif

__global__ void fill(int *matrix, int columns, int length) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = i / columns, column = i % columns;
  matrix[row * length + column] = i; // [a]
}

int main() {
  fill<<<2, Threads / 2>>>(zeroed<int>(Threads), Columns, Length);
  return done();
}
