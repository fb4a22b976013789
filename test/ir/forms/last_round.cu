// A store behind a loop, if a flag was set in the last round: one form for each way to it.
// The flag of the round in which `break` ends the loop, with what made it; that of the round
// before, if the loop ended at its head; and none if there was no round.
// RUN: %clang_device -O0 %s -o %t.O0.ll
// RUN: %opt -passes='print<warpsan-sites>' -disable-output %t.O0.ll 2>&1 | FileCheck %s
// RUN: %clang_device -O2 -g %s -o %t.O2.ll
// RUN: %opt -passes='print<warpsan-sites>' -disable-output %t.O2.ll 2>&1 | FileCheck %s

// CHECK-LABEL: kernel _Z9innerPartPii
// CHECK-NEXT: root 0 arg0
// CHECK-NEXT: form root 0 write of 4 at (4 * zext64(tid.x)) if arg1 <=s 0 in-interval=0 in-interval=1{{$}}
// CHECK-NEXT: form root 0 write of 4 at (4 * zext64(tid.x)) if arg1 <=s (1 + k0 * 1), (0 + k0 * 1) <s tid.x, (0 + k0 * 1) != (-1 + arg1) in every round, (0 + k0 * 1) <s arg1 in every round in-interval=0 in-interval=1{{$}}
// CHECK-NEXT: form root 0 write of 4 at (4 * zext64(tid.x)) if (0 + k0 * 1) <s tid.x, (0 + k0 * 1) == (-1 + arg1), (0 + k0 * 1) <s arg1 in every round in-interval=0 in-interval=1{{$}}
__global__ void innerPart(int *out, int rounds) {
  bool computed;
  for (int i = 0; i < rounds; ++i) {
    computed = false;
    if ((int)threadIdx.x > i)
      computed = true;
    if (i == rounds - 1)
      break;
    __syncthreads();
  }
  if (computed)
    out[threadIdx.x] = 1;
}

// In the loop itself the flag is of the round before, whose number is not that of the store.
// CHECK-LABEL: kernel _Z11roundBeforePii
// CHECK-NEXT: root 0 arg0
// CHECK-NEXT: form root 0 write of 4 at (0 + k0 * 4) if (0 + k0 * 1) <s arg1 in every round{{$}}
// CHECK-NOT: form
__global__ void roundBefore(int *out, int rounds) {
  bool isLess = true;
  for (int i = 0; i < rounds; ++i) {
    if (isLess)
      out[i] = 1;
    isLess = (int)threadIdx.x < i;
  }
}

// The quotient of the last round is not that of the round before, which set the flag: of the
// one that ended the loop nothing is said on that way.
// CHECK-LABEL: kernel _Z7dividedPii
// CHECK: form root 0 write of 4 at (4 * zext64(tid.x)) if ((arg1 + k0 * 1) /s 3) == tid.x, ((arg1 + k0 * 1) /s 3) != 5 in every round{{$}}
// CHECK-NEXT: site
__global__ void divided(int *out, int first) {
  bool isMine = false;
  for (int i = 0; (i + first) / 3 != 5; ++i)
    isMine = (i + first) / 3 == threadIdx.x;
  if (isMine)
    out[threadIdx.x] = 1;
}
