// Arrays that are read and written by turns, from round to round of a loop, and twins in
// which the turns are wrong. Kernels without checks have no flag but that of the barrier.
// RUN: %clang_device -O2 -gline-tables-only -Xclang -disable-llvm-passes %s -o - | sed 's/nvvm.maxntid/nvvm.reqntid/' > %t.ll
// RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -disable-output %t.ll 2>&1 | FileCheck %s
#define KERNEL extern "C" __global__ __launch_bounds__(128) void

// A number that is 0 and 1 by turns.
// CHECK-DAG: kernel minus {{.*}}flags: block-barrier reasons:{{ *$}}
KERNEL minus(int n) {
  __shared__ int s[2][128];
  const int t = threadIdx.x;
  int from = 0;
  for (int i = 0; i < n; ++i) {
    s[1 - from][t] = s[from][127 - t];
    __syncthreads();
    from = 1 - from;
  }
}
// Without the barrier threads are in different rounds.
// CHECK-DAG: kernel minusAtOnce {{.*}}flags: shared unrooted-checks reasons:{{ *$}}
KERNEL minusAtOnce(int n) {
  __shared__ int s[2][128];
  const int t = threadIdx.x;
  int from = 0;
  for (int i = 0; i < n; ++i) {
    s[1 - from][t] = s[from][127 - t];
    from = 1 - from;
  }
}
// The buffer that is read is written.
// CHECK-DAG: kernel minusSame {{.*}}flags: block-barrier shared unrooted-checks reasons:{{ *$}}
KERNEL minusSame(int n) {
  __shared__ int s[2][128];
  const int t = threadIdx.x;
  int from = 0;
  for (int i = 0; i < n; ++i) {
    s[from][t] = s[from][127 - t];
    __syncthreads();
    from = 1 - from;
  }
}
// Other ways to have turns.
// CHECK-DAG: kernel flipped {{.*}}flags: block-barrier reasons:{{ *$}}
KERNEL flipped(int n) {
  __shared__ int s[2][128];
  const int t = threadIdx.x;
  int from = 1;
  for (int i = 0; i < n; ++i) {
    s[from ^ 1][t] = s[from][127 - t];
    __syncthreads();
    from ^= 1;
  }
}
// CHECK-DAG: kernel flag {{.*}}flags: block-barrier reasons:{{ *$}}
KERNEL flag(int n) {
  __shared__ int s[2][128];
  const int t = threadIdx.x;
  bool from = false;
  for (int i = 0; i < n; ++i) {
    s[!from][t] = s[from][127 - t];
    __syncthreads();
    from = !from;
  }
}
// CHECK-DAG: kernel choice {{.*}}flags: block-barrier reasons:{{ *$}}
KERNEL choice(int n) {
  __shared__ int s[2][128];
  const int t = threadIdx.x;
  int from = 0;
  for (int i = 0; i < n; ++i) {
    s[from ? 0 : 1][t] = s[from][127 - t];
    __syncthreads();
    from = from == 0 ? 1 : 0;
  }
}
// CHECK-DAG: kernel remains {{.*}}flags: block-barrier reasons:{{ *$}}
KERNEL remains(int n) {
  __shared__ int s[2][128];
  const int t = threadIdx.x;
  int from = 0;
  for (int i = 0; i < n; ++i) {
    s[(from + 1) % 2][t] = s[from][127 - t];
    __syncthreads();
    from = (from + 1) % 2;
  }
}
// CHECK-DAG: kernel rounds {{.*}}flags: block-barrier reasons:{{ *$}}
KERNEL rounds(int n) {
  __shared__ int s[2][128];
  const int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    s[(i + 1) & 1][t] = s[i % 2][127 - t];
    __syncthreads();
  }
}
// CHECK-DAG: kernel roundsDown {{.*}}flags: block-barrier reasons:{{ *$}}
KERNEL roundsDown(int n) {
  __shared__ int s[2][128];
  const int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    s[(n - i + 1) & 1][t] = s[(n - i) & 1][127 - t];
    __syncthreads();
  }
}
// Two counts of the same rounds.
// CHECK-DAG: kernel mixed {{.*}}flags: block-barrier reasons:{{ *$}}
KERNEL mixed(int n) {
  __shared__ int s[2][128];
  const int t = threadIdx.x;
  int to = 1;
  for (int i = 0; i < n; ++i) {
    s[to][t] = s[i & 1][127 - t];
    __syncthreads();
    to ^= 1;
  }
}
// CHECK-DAG: kernel mixedWrongly {{.*}}flags: block-barrier shared unrooted-checks reasons:{{ *$}}
KERNEL mixedWrongly(int n) {
  __shared__ int s[2][128];
  const int t = threadIdx.x;
  int to = 0;
  for (int i = 0; i < n; ++i) {
    s[to][t] = s[i & 1][127 - t];
    __syncthreads();
    to ^= 1;
  }
}
// Two rounds on it is the same buffer.
// CHECK-DAG: kernel twoOn {{.*}}flags: block-barrier shared unrooted-checks reasons:{{ *$}}
KERNEL twoOn(int n) {
  __shared__ int s[2][128];
  const int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    s[(i + 2) & 1][t] = s[i & 1][127 - t];
    __syncthreads();
  }
}
// Every second round only.
// CHECK-DAG: kernel half {{.*}}flags: block-barrier shared unrooted-checks reasons:{{ *$}}
KERNEL half(int n) {
  __shared__ int s[2][128];
  const int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    s[(i >> 1) & 1][t] = s[i & 1][127 - t];
    __syncthreads();
  }
}
// There and back again.
// CHECK-DAG: kernel twice {{.*}}flags: block-barrier shared unrooted-checks reasons:{{ *$}}
KERNEL twice(int n) {
  __shared__ int s[2][128];
  const int t = threadIdx.x;
  int from = 0;
  for (int i = 0; i < n; ++i) {
    s[1][t] = s[1 - from][127 - t];
    __syncthreads();
    from ^= 1;
    from ^= 1;
  }
}
// Threads that begin with different buffers.
// CHECK-DAG: kernel ofThread {{.*}}flags: block-barrier shared unrooted-checks reasons:{{ *$}}
KERNEL ofThread(int n) {
  __shared__ int s[2][128];
  const int t = threadIdx.x;
  int from = t & 1;
  for (int i = 0; i < n; ++i) {
    s[from ^ 1][t] = s[from][127 - t];
    __syncthreads();
    from ^= 1;
  }
}
// Pointers change places.
// CHECK-DAG: kernel pointers {{.*}}flags: block-barrier reasons:{{ *$}}
KERNEL pointers(int n) {
  __shared__ int a[128], b[128];
  const int t = threadIdx.x;
  int *from = a, *to = b;
  for (int i = 0; i < n; ++i) {
    to[t] = from[127 - t];
    __syncthreads();
    int *other = from;
    from = to;
    to = other;
  }
}
// One that only follows.
// CHECK-DAG: kernel pointersFollow {{.*}}flags: block-barrier shared unrooted-checks reasons:{{ *$}}
KERNEL pointersFollow(int n) {
  __shared__ int a[128], b[128];
  const int t = threadIdx.x;
  int *from = a, *to = b;
  for (int i = 0; i < n; ++i) {
    to[t] = from[127 - t];
    __syncthreads();
    from = to;
  }
}
// Both begin with the same array.
// CHECK-DAG: kernel pointersAlias {{.*}}flags: block-barrier shared unrooted-checks reasons:{{ *$}}
KERNEL pointersAlias(int n) {
  __shared__ int a[128], b[128];
  const int t = threadIdx.x;
  int *from = a, *to = a;
  for (int i = 0; i < n; ++i) {
    to[t] = from[127 - t] + b[t];
    __syncthreads();
    int *other = from;
    from = to;
    to = other;
  }
}
// Halves of one array.
// CHECK-DAG: kernel parts {{.*}}flags: block-barrier reasons:{{ *$}}
KERNEL parts(int n) {
  __shared__ int s[256];
  const int t = threadIdx.x;
  int *from = s, *to = s + 128;
  for (int i = 0; i < n; ++i) {
    to[t] = from[127 - t];
    __syncthreads();
    int *other = from;
    from = to;
    to = other;
  }
}
// CHECK-DAG: kernel partsOverlap {{.*}}flags: block-barrier shared unrooted-checks reasons:{{ *$}}
KERNEL partsOverlap(int n) {
  __shared__ int s[256];
  const int t = threadIdx.x;
  int *from = s, *to = s + 126;
  for (int i = 0; i < n; ++i) {
    to[t] = from[127 - t];
    __syncthreads();
    int *other = from;
    from = to;
    to = other;
  }
}
// CHECK-DAG: kernel starts {{.*}}flags: block-barrier reasons:{{ *$}}
KERNEL starts(int n) {
  __shared__ int s[256];
  const int t = threadIdx.x;
  int from = 0, to = 128;
  for (int i = 0; i < n; ++i) {
    s[to + t] = s[from + 127 - t];
    __syncthreads();
    int other = from;
    from = to;
    to = other;
  }
}
// Chosen in each round.
// CHECK-DAG: kernel chosen {{.*}}flags: block-barrier reasons:{{ *$}}
KERNEL chosen(int n) {
  __shared__ int a[128], b[128];
  const int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    int *to = (i & 1) ? a : b, *from = (i & 1) ? b : a;
    to[t] = from[127 - t];
    __syncthreads();
  }
}
// CHECK-DAG: kernel chosenWrongly {{.*}}flags: block-barrier shared unrooted-checks reasons:{{ *$}}
KERNEL chosenWrongly(int n) {
  __shared__ int a[128], b[128];
  const int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    int *to = (i & 1) ? a : b, *from = (i & 1) ? a : b;
    to[t] = from[127 - t];
    __syncthreads();
  }
}
// What was chosen in the round before is no choice of this one.
// CHECK-DAG: kernel lagging {{.*}}flags: block-barrier shared unrooted-checks reasons:{{ *$}}
KERNEL lagging(int n) {
  __shared__ int s[256];
  const int t = threadIdx.x;
  int *last = s;
  for (int i = 0; i < n; ++i) {
    int *now = (i & 1) ? s : s + 128;
    now[t] = 1;
    if (last[127 - t])
      __trap();
    last = now;
    __syncthreads();
  }
}
// Threads that go to an array each, and those that meet others there.
// CHECK-DAG: kernel sides {{.*}}flags: reasons:{{ *$}}
KERNEL sides() {
  __shared__ int a[128], b[128];
  int *mine = threadIdx.x < 64 ? a + 64 : b;
  mine[threadIdx.x] = 1;
  if (a[threadIdx.x % 64])
    __trap();
}
// CHECK-DAG: kernel sidesMeet {{.*}}flags: shared unrooted-checks reasons:{{ *$}}
KERNEL sidesMeet() {
  __shared__ int a[128], b[128];
  int *mine = threadIdx.x < 64 ? a + 63 : b;
  mine[threadIdx.x] = 1;
  if (a[threadIdx.x % 64])
    __trap();
}
// One array, and a barrier between its reads and writes.
// CHECK-DAG: kernel inPlace {{.*}}flags: block-barrier reasons:{{ *$}}
KERNEL inPlace(int n) {
  __shared__ int s[128];
  s[threadIdx.x] = 1;
  __syncthreads();
  for (int d = 1; d < n; d *= 2) {
    int v = 0;
    if (threadIdx.x >= d)
      v = s[threadIdx.x - d];
    __syncthreads();
    s[threadIdx.x] += v;
    __syncthreads();
  }
}
// CHECK-DAG: kernel inPlaceAtOnce {{.*}}flags: block-barrier shared unrooted-checks reasons:{{ *$}}
KERNEL inPlaceAtOnce(int n) {
  __shared__ int s[128];
  s[threadIdx.x] = 1;
  __syncthreads();
  for (int d = 1; d < n; d *= 2) {
    int v = 0;
    if (threadIdx.x >= d)
      v = s[threadIdx.x - d];
    s[threadIdx.x] += v;
    __syncthreads();
  }
}
