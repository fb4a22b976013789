// Values that the launch does not tell are opaque: one name for all that a thread computes at
// one time, with the range that is known, the loop whose rounds compute it anew, and whether
// it is final and that of the block.
// RUN: %clang_device -O0 %s -o %t.O0.ll
// RUN: %opt -passes='print<warpsan-sites>' -disable-output %t.O0.ll 2>&1 | FileCheck %s
// RUN: %clang_device -O2 -g %s -o %t.O2.ll
// RUN: %opt -passes='print<warpsan-sites>' -disable-output %t.O2.ll 2>&1 | FileCheck %s

// Chosen in the rounds of a loop that all threads of the block run alike.
// CHECK-LABEL: kernel _Z6chosenPii
// CHECK: form root 0 write of 4 at (4 * zext64(ctaid.x)) if tid.x == opaque0.k0[block: 0 .. {{[0-9]+}}]
__global__ void chosen(int *out, int n) {
  int last = 0;
  for (int i = 2; i <= 64; i *= 2)
    if (n >= i)
      last = i;
  if (threadIdx.x == last)
    out[(int)blockIdx.x] = 1;
}

// Behind the loop it is final, in its rounds it is not.
// CHECK-LABEL: kernel _Z7inRoundPii
// CHECK: form root 0 write of 4 at 0 if tid.x == opaque0.k0[0 .. {{[0-9]+}}]
// CHECK: form root 0 write of 4 at 4 if tid.x == opaque{{[0-9]+}}.k0[block: 0 .. {{[0-9]+}}]
__global__ void inRound(int *out, int n) {
  int last = 0;
  for (int i = 2; i <= 64; i *= 2) {
    if (n >= i)
      last = i;
    if (threadIdx.x == last)
      out[0] = 1;
  }
  if (threadIdx.x == last)
    out[1] = 1;
}

// Each thread has its own: by its number, by a load, or as it has run so many rounds.
// CHECK-LABEL: kernel _Z9ofThreadsPiPKii
// CHECK: form root 1 write of 4 at 0 if tid.x == opaque{{[0-9]+}}.k0[0 .. {{[0-9]+}}],
// CHECK: form root 1 write of 4 at 4 if tid.x == opaque{{[0-9]+}}[-2147483648 .. 2147483647],
// CHECK: form root 1 write of 4 at 8 if tid.x == opaque{{[0-9]+}}.k1[{{[-0-9]+}} .. 2147483647],
__global__ void ofThreads(int *out, const int *in, int n) {
  int last = 0;
  for (int i = 2; i <= 64; i *= 2)
    if ((int)threadIdx.x + n >= i)
      last = i;
  if (in[0] == 1 && threadIdx.x == last)
    out[0] = 1;
  if (threadIdx.x == in[blockIdx.x])
    out[1] = 1;
  int rounds = 1;
  while (rounds < (int)threadIdx.x)
    rounds *= 3;
  if (threadIdx.x == rounds)
    out[2] = 1;
}

// A digit of a number is less than 16, as a load of a byte is less than 256.
// CHECK-LABEL: kernel _Z6digitsPiPKiPKh
// CHECK: form root 1 write of 4 at (4 * zext64((zext32(trunc4(opaque{{[0-9]+}}[-2147483648 .. 2147483647])) + (16 * tid.x))))
// CHECK: form root 1 write of 4 at (4 * zext64(opaque{{[0-9]+}}[-128 .. 127]))
__global__ void digits(int *out, const int *in, const unsigned char *bytes) {
  out[16 * threadIdx.x + (in[threadIdx.x] & 15)] = 1;
  out[bytes[threadIdx.x]] = 1;
}

// What a flag of the last round rests on is no guard here: the value may be another one now.
// CHECK-LABEL: kernel _Z9lastRoundPiPKii
// CHECK: form root 1 write of 4 at (4 * zext64(tid.x)) if (0 + k0 * 1) <s arg2 in every round{{( in-interval=[0-9])*$}}
// CHECK: site
__global__ void lastRound(int *out, const int *in, int n) {
  bool isMine = false;
  for (int i = 0; i < n; ++i)
    isMine = in[i] == (int)threadIdx.x;
  if (isMine)
    out[threadIdx.x] = 1;
}
