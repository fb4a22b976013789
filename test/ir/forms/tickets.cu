// What atomic additions give back are tickets: no two threads have the same, as the host
// may conclude. Not those of block scope, of the system, which the host may write to, or
// of amounts that are not known.
// RUN: %clang_device -O0 %s -o %t.O0.ll
// RUN: %opt -passes='print<warpsan-sites>' -disable-output %t.O0.ll 2>&1 | FileCheck %s
// RUN: %clang_device -O2 -g %s -o %t.O2.ll
// RUN: %opt -passes='print<warpsan-sites>' -disable-output %t.O2.ll 2>&1 | FileCheck %s

// CHECK-LABEL: kernel _Z6appendPiS_
// CHECK: form root 0 wide atomic write of 4 at 0 draws ticket1 by 1 once{{$}}
// CHECK-NEXT: form root 1 write of 4 at (4 * sext64(ticket1)) behind each draw{{$}}
__global__ void append(int *list, int *count) { list[atomicAdd(count, 1)] = threadIdx.x; }

// CHECK-LABEL: kernel _Z7recordsPiPj
// CHECK: form root 0 wide atomic write of 4 at 0 draws ticket1 by 2 once{{$}}
// CHECK-NEXT: form root 1 write of 4 at (4 * zext64(ticket1)) behind each draw{{$}}
// CHECK-NEXT: form root 1 write of 4 at (4 * zext64((1 + ticket1))) behind each draw{{$}}
__global__ void records(int *list, unsigned *count) {
  const unsigned place = atomicAdd(count, 2u);
  list[place] = threadIdx.x;
  list[place + 1] = blockIdx.x;
}

// CHECK-LABEL: kernel _Z7boundedPiS_i
// CHECK: draws ticket1 by 1 once{{$}}
// CHECK-NEXT: form root 1 write of 4 at (4 * sext64(ticket1)) if ticket1 <s arg2{{$}}
__global__ void bounded(int *list, int *count, int room) {
  const int place = atomicAdd(count, 1);
  if (place < room)
    list[place] = threadIdx.x;
}

// CHECK-LABEL: kernel _Z7repeatsPiS_i
// CHECK: form root 0 wide atomic write of 4 at 0 if {{.*}} draws ticket1 by 1{{$}}
// CHECK-NEXT: form root 1 write of 4 at (4 * sext64(ticket1)) if {{.*}} behind each draw{{$}}
__global__ void repeats(int *list, int *count, int n) {
  for (int i = 0; i < n; ++i)
    list[atomicAdd(count, 1)] = i;
}

// CHECK-LABEL: kernel _Z5otherPiS_S_S_S_i
// CHECK-NOT: ticket{{[0-9]}} by
// CHECK: site 0
__global__ void other(int *list, int *block, int *system, int *less, int *none, int amount) {
  list[atomicAdd_block(block, 1)] = 1;
  list[atomicAdd_system(system, 1)] = 2;
  list[atomicAdd(less, amount)] = 3;
  list[atomicSub(none, 1)] = 4;
}
