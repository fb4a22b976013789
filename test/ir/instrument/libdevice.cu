// Functions of libdevice have no twins: what they do with pointers are accesses of the
// line that calls them.
// RUN: %clang_device -O2 -gline-tables-only %s -o %t.ll
// RUN: %opt -passes='print<warpsan-sites>' -disable-output %t.ll 2>&1 | FileCheck %s

// CHECK-LABEL: kernel {{.*}}results
// CHECK-NOT: open-stores
// CHECK-SAME: reasons: shape=32x1x1
// CHECK: form root 0 write of 4 at (4 * zext64(tid.x))
// CHECK: form root 1 write of 8 at (8 * zext64(tid.x))
// CHECK: form root 2 write of 4 at (4 * zext64(tid.x))
__global__ void results(float *p, double *q, int *n, float x) {
  __shared__ float s[32];
  sincosf(x, &p[threadIdx.x], &s[threadIdx.x % 32]);
  x += modf(double(x), &q[threadIdx.x]);
  n[threadIdx.x] = x;
  x += remquof(x, 3, &n[threadIdx.x]);
}
// As many as the count says.
// CHECK-LABEL: kernel {{.*}}lengths
// CHECK: form root 0 read of 0 at any
__global__ void lengths(const float *p, float *to, int n) { to[threadIdx.x] = normf(n, p); }
// Local variables need no check.
// CHECK-LABEL: kernel {{.*}}locals
// CHECK-NOT: open-stores
// CHECK-SAME: reasons:{{ *$}}
// CHECK-NOT: form root 0 write of 4 at any
__global__ void locals(float *to, float x) {
  float sine, cosine;
  int exponent;
  sincosf(x, &sine, &cosine);
  to[threadIdx.x] = sine + cosine + frexpf(x, &exponent) + exponent;
}
// CHECK-DAG: site {{.*}} write {{.*}} size=4 {{.*}} results({{.*}}){{.*}}:14:3
