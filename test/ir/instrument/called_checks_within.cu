// A check that is a call, of an access that is proved if it stays within its array: the word
// of what is known of it is one of two.
// RUN: %clang_device -O2 -Xclang -disable-llvm-passes %s -o - | %opt -passes='warpsan-instrument,warpsan-lower,function(instcombine),verify' -S | FileCheck %s

// CHECK-LABEL: define {{.*}}@__warpsan_twin_many(
// CHECK: [[FACTS:%.*]] = select i1 %{{.*}}, i64 {{-?[0-9]+}}, i64 {{-?[0-9]+}}
// CHECK: call {{.*}}i1 @__warpsan_quick_access.{{[0-9a-f]+}}(ptr {{.*}}, ptr {{.*}}, i64 {{.*}}[[FACTS]])
// CHECK: call void @__warpsan_undecided_access.plain(ptr {{.*}}, ptr {{.*}}, i64 {{.*}}[[FACTS]], i64 {{.*}})
extern "C" __global__ void many(int distance, int *out) {
  __shared__ int part[128];
  const int t = threadIdx.x;
  part[t] = t;
  __syncthreads();
  if (t % distance == 0)
    part[t] = part[t + distance / 2];
  out[0] = 0;
  out[1] = 1;
  out[2] = 2;
  out[3] = 3;
  out[4] = 4;
  out[5] = 5;
  out[6] = 6;
  out[7] = 7;
  out[8] = 8;
  out[9] = 9;
  out[10] = 10;
  out[11] = 11;
  out[12] = 12;
  out[13] = 13;
  out[14] = 14;
  out[15] = 15;
  out[16] = 16;
  out[17] = 17;
  out[18] = 18;
  out[19] = 19;
  out[20] = 20;
  out[21] = 21;
  out[22] = 22;
  out[23] = 23;
  out[24] = 24;
  out[25] = 25;
  out[26] = 26;
  out[27] = 27;
  out[28] = 28;
  out[29] = 29;
  out[30] = 30;
  out[31] = 31;
  out[32] = 32;
  out[33] = 33;
  out[34] = 34;
  out[35] = 35;
}
