// What mode verify refutes is run on the CPU target with the counterexample's numbers: sizes,
// parameters, fields of structs and what arrays hold. The detector sees the same two lines.
// RUN: rm -rf %t && mkdir %t
// RUN: not %verify -mllvm -warpsan-proof-report=%t/report.json %s 2> %t/diagnostics
// RUN: %warpsan_replay %t/report.json %s | FileCheck %s --implicit-check-not="not seen"
//
// A race that is none is not seen: that of lines which are apart.
// RUN: sed -e 's|counterexamples.cu:[0-9]*:|counterexamples.cu:1:|g' %t/report.json > %t/wrong.json
// RUN: not %warpsan_replay %t/wrong.json %s | FileCheck %s --check-prefix=WRONG
//
// Compilers' options come last; what is in doubt is run on demand: here, what waits for ever.
// RUN: not %verify -DDOUBT -mllvm -warpsan-proof-report=%t/doubt.json %s 2>> %t/diagnostics
// RUN: not %warpsan_replay --possible --seconds=1 %t/doubt.json %s -- -DDOUBT | FileCheck %s --check-prefix=DOUBT
//
// Bad input.
// RUN: not %warpsan_replay %t/none.json %s 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not %warpsan_replay %s %s 2>&1 | FileCheck %s --check-prefix=REPORT
// RUN: echo 'int;' > %t/other.cu
// RUN: not %warpsan_replay %t/report.json %t/other.cu 2>&1 | FileCheck %s --check-prefix=SOURCE
// RUN: echo -n > %t/empty.json
// RUN: %warpsan_replay %t/empty.json %s | FileCheck %s --check-prefix=EMPTY
// WRONG: refuted: {{.*}}: not seen, but races of other lines
// WRONG: 0 of 7 counterexamples seen
// DOUBT: {{waits.*}}: possible: {{.*}}: not seen: {{.*}}verdict=unanalysed
// NONE: warpsan-replay: error: {{.*}}none.json: no such file
// REPORT: warpsan-replay: error: {{.*}}counterexamples.cu:1: not a line of -warpsan-proof-report
// SOURCE: warpsan-replay: error: the program for the counterexamples does not compile:
// EMPTY: no counterexample
struct Range {
  int first;
  unsigned short step;
};

// CHECK-DAG: plain{{.*}}: refuted: {{(read|write)}} at {{.*}}counterexamples.cu:[[#@LINE+1]]:{{.*}}: seen
__global__ void plain(int *a) { a[threadIdx.x / 2] += 1; }

// CHECK-DAG: parameters{{.*}}: refuted: write at {{.*}}counterexamples.cu:[[#@LINE+3]]:{{.*}}: seen
__global__ void parameters(int n, long long offset, int *a) {
  if (n == 77 && offset == 12)
    a[offset] = threadIdx.x;
}

// CHECK-DAG: fields{{.*}}: refuted: write at {{.*}}counterexamples.cu:[[#@LINE+3]]:{{.*}}: seen
__global__ void fields(Range range, int *a) {
  if (range.first == 5 && range.step == 6)
    a[range.step] = threadIdx.x;
}

// CHECK-DAG: memory{{.*}}: refuted: write at {{.*}}counterexamples.cu:[[#@LINE+3]]:{{.*}}: seen
__global__ void memory(const short *in, int *a) {
  if (in[3] == 5 && in[9] == -2)
    a[in[3]] = threadIdx.x;
}

// One of several with its name, in a place without a name.
namespace {
template <typename T>
__global__ void overloaded(T *, int) {}

// CHECK-DAG: overloaded{{.*}}: refuted: write at {{.*}}counterexamples.cu:[[#@LINE+3]]:{{.*}}: seen
template <typename T>
__global__ void overloaded(T *a) {
  a[0] = T(threadIdx.x);
}
} // namespace

// CHECK-DAG: blocks{{.*}}: refuted: write at {{.*}}counterexamples.cu:[[#@LINE+1]]:{{.*}}: seen
extern "C" __global__ void blocks(float *a) { a[threadIdx.x % blockDim.x] = blockIdx.x; }

#ifdef DOUBT
__global__ void waits(int *flag, int *a) {
  while (*reinterpret_cast<volatile int *>(flag) == 0)
    ;
  a[0] = threadIdx.x;
}
#endif

int main() {
  overloaded<<<1, 32>>>(static_cast<int *>(nullptr));
  overloaded<<<1, 32>>>(static_cast<int *>(nullptr), 1);
}
