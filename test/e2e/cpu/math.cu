// Functions of libdevice and conversions.
// RUN: %clang_cpu -O2 %s -o %t && %t | FileCheck %s
// RUN: %clang_cpu -O0 %s -o %t.0 && %t.0 | FileCheck %s
// CHECK: double: 0.8415 1024.0 2.0 0.5205 3.0
// CHECK: single: 0.8415 0.5000 7.3891 0.2500 0.0179
// CHECK: integer: 8 31 4 1 3355443 0x44332211
// CHECK: conversion: 2 3 2147483647 0 -2147483648 3
// CHECK: rounding: 1 1
#include <cstdio>

__global__ void doubles(double x, double *out) {
  out[0] = sin(x);
  out[1] = pow(2.0 * x, 10.0);
  out[2] = cbrt(8.0 * x);
  out[3] = erf(0.5 * x);
  out[4] = hypot(x, sqrt(8.0));
}

__global__ void singles(float x, double *out) {
  out[0] = __sinf(x);
  out[1] = rsqrtf(4 * x);
  out[2] = expf(2 * x);
  out[3] = __fdividef(x, 4);
  float sine, cosine;
  sincosf(x, &sine, &cosine);
  out[4] = normcdff(-2.1f * x) + 0 * sine * cosine;
}

__global__ void integers(int x, int *out) {
  out[0] = __popc(255 * x);
  out[1] = __clz(x);
  out[2] = __ffs(8 * x);
  out[3] = __brev(x) == 0x80000000;
  out[4] = __mulhi(0x33333333 * x, 0x10000000) + __umulhi(1, 1);
  out[5] = __byte_perm(0x11223344, 0, 0x0123) * x;
}

__global__ void conversions(float x, int *out) {
  out[0] = __float2int_rn(2.5f * x);
  out[1] = __float2int_ru(2.1f * x);
  out[2] = __float2int_rz(1e20f * x);
  out[3] = __float2int_rn(__int_as_float(0x7fc00000));
  out[4] = __double2int_rz(-1e20 * x);
  out[5] = static_cast<int>(3.9f * x);
  out[6] = __fadd_ru(1.0f * x, 1e-10f) > 1.0f;
  out[7] = __fadd_rd(1.0f * x, 1e-10f) == 1.0f;
}

int main() {
  double *real;
  int *whole;
  cudaMallocManaged(&real, 64);
  cudaMallocManaged(&whole, 64);
  doubles<<<1, 1>>>(1, real);
  cudaDeviceSynchronize();
  printf("double: %.4f %.1f %.1f %.4f %.1f\n", real[0], real[1], real[2], real[3], real[4]);
  singles<<<1, 1>>>(1, real);
  cudaDeviceSynchronize();
  printf("single: %.4f %.4f %.4f %.4f %.4f\n", real[0], real[1], real[2], real[3], real[4]);
  integers<<<1, 1>>>(1, whole);
  cudaDeviceSynchronize();
  printf("integer: %d %d %d %d %d %#x\n", whole[0], whole[1], whole[2], whole[3], whole[4] >> 4,
         whole[5]);
  conversions<<<1, 1>>>(1, whole);
  cudaDeviceSynchronize();
  printf("conversion: %d %d %d %d %d %d\n", whole[0], whole[1], whole[2], whole[3], whole[4],
         whole[5]);
  printf("rounding: %d %d\n", whole[6], whole[7]);
}
