// Pointers and numbers in structs by value are known as parameters are, but for
// structs that the kernel may write: those are each thread's own.
// RUN: %clang_device -O0 %s -o %t.O0.ll
// RUN: %opt -passes='print<warpsan-sites>' -disable-output %t.O0.ll 2>&1 | FileCheck %s
// RUN: %clang_device -O2 %s -o %t.O2.ll
// RUN: %opt -passes='print<warpsan-sites>' -disable-output %t.O2.ll 2>&1 | FileCheck %s

struct View {
  float *data;
  int columns, rows;
  __device__ float &at(int row, int column) const { return data[row * columns + column]; }
};

// CHECK-LABEL: kernel _Z9transposei4ViewS_
// CHECK-NEXT: root 0 arg2
// CHECK-NEXT: root 1 arg1
// CHECK-NEXT: form root 0 read of 4 at (4 * (zext64(tid.x) + sext64((arg2[8] * ctaid.x)))) if ctaid.x <s arg1[8], tid.x <s arg1[12]
// CHECK-NEXT: form root 1 write of 4 at (4 * (zext64(ctaid.x) + sext64((arg1[8] * tid.x)))) if ctaid.x <s arg1[8], tid.x <s arg1[12]
__global__ void transpose(int, View to, View from) {
  int row = threadIdx.x, column = blockIdx.x;
  if (row < to.rows && column < to.columns)
    to.at(row, column) = from.at(column, row);
}

// A step read in each round is the same in each.
// CHECK-LABEL: kernel _Z6stride4View
// CHECK: form root 0 write of 4 at ((4 * zext64(tid.x)) + k0 * (4 * sext64(arg0[8]))) if (tid.x + k0 * arg0[8]) <s arg0[12] in every round
__global__ void stride(View a) {
  for (int i = threadIdx.x; i < a.rows; i += a.columns)
    a.data[i] = 1;
}

// CHECK-LABEL: kernel _Z7written4View
// CHECK-SAME: open-stores unrooted-checks
// CHECK-NOT: root
// CHECK-LABEL: kernel _Z6chosenPi5Array
// CHECK-SAME: open-stores unrooted-checks
// CHECK-NEXT: root 0 arg1[8]
// CHECK-NEXT: form root 0 write of 4 at 0
// CHECK-NOT: root
// CHECK: {{^}}site
__global__ void written(View a) {
  a.data += a.columns;
  a.data[threadIdx.x] = 1;
}

// Which of its pointers is only known when it runs.
struct Array {
  int *pointers[4];
};
__global__ void chosen(int *, Array a) {
  for (int k = 0; k < 4; ++k)
    *a.pointers[k] = 1;
  *a.pointers[1] = 2;
}
