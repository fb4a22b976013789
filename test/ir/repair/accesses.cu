// Exactly the accesses of the report become atomic: of any width, with the scope that they need, and
// updates as one. What atomics do not repair stays, and is told.
// RUN: rm -rf %t && split-file %s %t
// RUN: cd %t && %clang_device -O0 -g -mllvm -warpsan-mode=off -mllvm -warpsan-repair=report.json kernels.cu -o %t/out.ll 2> %t/remarks
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t/remarks
// RUN: FileCheck %s --input-file=%t/out.ll
// RUN: cd %t && %clang_device -O2 -g -mllvm -warpsan-mode=off -mllvm -warpsan-repair=report.json kernels.cu -o - 2> /dev/null | llc -mcpu=sm_80 -mattr=+ptx80 -o - | FileCheck %s --check-prefix=PTX
//
// Bad input ends the compilation.
// RUN: cd %t && not %clang_device -mllvm -warpsan-repair=none.json kernels.cu -o - 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: cd %t && not %clang_device -mllvm -warpsan-repair=kernels.cu kernels.cu -o - 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: echo '{"type":"end"}' > %t/other.json
// RUN: cd %t && not %clang_device -mllvm -warpsan-repair=other.json kernels.cu -o - 2>&1 | FileCheck %s --check-prefix=OTHER
// NONE: error: {{.*}}-warpsan-repair: none.json: No such file or directory
// TEXT: error: {{.*}}-warpsan-repair: kernels.cu:1: not a line of a JSON report
// OTHER: error: {{.*}}-warpsan-repair: other.json: not a JSON report

//
// REMARK: kernels.cu:15:8: remark: warpsan: write is a relaxed atomic of block scope now (race 1)
// REMARK: kernels.cu:29:11: remark: warpsan: read is a relaxed atomic of device scope now
// REMARK: kernels.cu:29:11: remark: warpsan: write is a relaxed atomic of device scope now
// REMARK: kernels.cu:30:12: remark: warpsan: read is relaxed atomics, one for each piece of device scope now
// REMARK: kernels.cu:32:12: warning: warpsan: read not repaired: it is too long for atomics
// REMARK: kernels.cu:36:8: remark: warpsan: write is one atomic update of device scope now
// REMARK: kernels.cu:50:8: warning: warpsan: write not repaired: atomics order nothing, and this is a block-barrier; what repairs it: do it
// REMARK: kernels.cu:99:8: warning: warpsan: write not found: is the source another one now?
// REMARK: repair: race nl has no lines: compile with -g
// REMARK: repair: repaired=25 refused=3
//
// PTX-DAG: ld.relaxed.cta{{.*}}.b8
// PTX-DAG: st.relaxed.cta{{.*}}.b8
// PTX-DAG: ld.relaxed.gpu{{.*}}.b16
// PTX-DAG: st.relaxed.gpu{{.*}}.b32
// PTX-DAG: st.relaxed.gpu{{.*}}.b64
//
// CHECK-LABEL: define {{.*}} @_Z5bytes
// CHECK: load atomic i8, {{.*}} syncscope("block") monotonic, align 1
// CHECK: store atomic i8 {{.*}} syncscope("block") monotonic, align 1
// CHECK: load atomic i16, {{.*}} syncscope("device") monotonic, align 2
// CHECK: store atomic i16 {{.*}} syncscope("device") monotonic, align 2
// CHECK-NOT: volatile
// CHECK: load atomic i8, {{.*}} syncscope("device") monotonic, align 1
// CHECK: store atomic i8 {{.*}} syncscope("device") monotonic, align 1
// CHECK-LABEL: define {{.*}} @_Z5words
// CHECK: load atomic i32,
// CHECK: store atomic i32
// CHECK: load atomic i64,
// CHECK: store atomic i64
// CHECK: load atomic float,
// CHECK: store atomic float
// CHECK: load atomic double,
// CHECK: store atomic double
// CHECK: load atomic ptr,
// CHECK: store atomic ptr
// CHECK-LABEL: define {{.*}} @_Z7structs
// CHECK: load atomic i64, {{.*}} align 8
// CHECK: store atomic i64 {{.*}} align 8
// CHECK-COUNT-2: load atomic i32, {{.*}} align 4
// CHECK-COUNT-2: store atomic i32 {{.*}} align 4
// CHECK-COUNT-2: store atomic i64 {{.*}} align 8
// CHECK: memcpy{{.*}} i64 160
// CHECK-LABEL: define {{.*}} @_Z7updates
// CHECK: atomicrmw add {{.*}}, i32 5 syncscope("device") monotonic
// CHECK: atomicrmw fsub {{.*}}, float 2.0{{.*}} syncscope("device") monotonic
// CHECK: atomicrmw add {{.*}}, i32 1 syncscope("device") monotonic
// CHECK-NOT: atomic
// CHECK: ret void
// CHECK-LABEL: define {{.*}} @_Z7helpers
// CHECK: load atomic i32
// CHECK-NOT: atomic
// CHECK: call {{.*}}peek
// CHECK: ret void
// CHECK-LABEL: define {{.*}} @_Z8barriers
// CHECK-NOT: atomic
// CHECK: ret void

//--- report.json
{"type" : "run"} {
  "type": "race", "id": "1", "class": "between-blocks", "title": "between-blocks", "repair": "do it", "widest": "block", "accesses": [{"kind": "write", "size": 0, "frames": [{"function": "bytes(char*, short*, char volatile*)", "file": "kernels.cu", "line": 15, "column": 8}]}, {"kind": "read", "size": 0, "frames": [{"function": "bytes(char*, short*, char volatile*)", "file": "kernels.cu", "line": 15, "column": 10}]}], "suppressed": null
}
{
  "type": "race", "id": "2", "class": "between-blocks", "title": "between-blocks", "repair": "do it", "widest": "grid", "accesses": [{"kind": "write", "size": 0, "frames": [{"function": "bytes(char*, short*, char volatile*)", "file": "kernels.cu", "line": 16, "column": 8}]}, {"kind": "read", "size": 0, "frames": [{"function": "bytes(char*, short*, char volatile*)", "file": "kernels.cu", "line": 16, "column": 10}]}], "suppressed": null
}
{
  "type": "race", "id": "3", "class": "between-blocks", "title": "between-blocks", "repair": "do it", "widest": "grid", "accesses": [{"kind": "write", "size": 0, "frames": [{"function": "bytes(char*, short*, char volatile*)", "file": "kernels.cu", "line": 17, "column": 8}]}, {"kind": "read", "size": 0, "frames": [{"function": "bytes(char*, short*, char volatile*)", "file": "kernels.cu", "line": 17, "column": 10}]}], "suppressed": null
}
{
  "type": "race", "id": "4", "class": "between-blocks", "title": "between-blocks", "repair": "do it", "widest": "grid", "accesses": [{"kind": "write", "size": 0, "frames": [{"function": "words(int*, long long*, float*, double*, void**)", "file": "kernels.cu", "line": 21, "column": 8}]}, {"kind": "read", "size": 0, "frames": [{"function": "words(int*, long long*, float*, double*, void**)", "file": "kernels.cu", "line": 21, "column": 10}]}], "suppressed": null
}
{
  "type": "race", "id": "5", "class": "between-blocks", "title": "between-blocks", "repair": "do it", "widest": "grid", "accesses": [{"kind": "write", "size": 0, "frames": [{"function": "words(int*, long long*, float*, double*, void**)", "file": "kernels.cu", "line": 22, "column": 8}]}, {"kind": "read", "size": 0, "frames": [{"function": "words(int*, long long*, float*, double*, void**)", "file": "kernels.cu", "line": 22, "column": 10}]}], "suppressed": null
}
{
  "type": "race", "id": "6", "class": "between-blocks", "title": "between-blocks", "repair": "do it", "widest": "grid", "accesses": [{"kind": "write", "size": 0, "frames": [{"function": "words(int*, long long*, float*, double*, void**)", "file": "kernels.cu", "line": 23, "column": 8}]}, {"kind": "read", "size": 0, "frames": [{"function": "words(int*, long long*, float*, double*, void**)", "file": "kernels.cu", "line": 23, "column": 10}]}], "suppressed": null
}
{
  "type": "race", "id": "7", "class": "between-blocks", "title": "between-blocks", "repair": "do it", "widest": "grid", "accesses": [{"kind": "write", "size": 0, "frames": [{"function": "words(int*, long long*, float*, double*, void**)", "file": "kernels.cu", "line": 24, "column": 8}]}, {"kind": "read", "size": 0, "frames": [{"function": "words(int*, long long*, float*, double*, void**)", "file": "kernels.cu", "line": 24, "column": 10}]}], "suppressed": null
}
{
  "type": "race", "id": "8", "class": "between-blocks", "title": "between-blocks", "repair": "do it", "widest": "grid", "accesses": [{"kind": "write", "size": 0, "frames": [{"function": "words(int*, long long*, float*, double*, void**)", "file": "kernels.cu", "line": 25, "column": 8}]}, {"kind": "read", "size": 0, "frames": [{"function": "words(int*, long long*, float*, double*, void**)", "file": "kernels.cu", "line": 25, "column": 10}]}], "suppressed": null
}
{
  "type": "race", "id": "9", "class": "between-blocks", "title": "between-blocks", "repair": "do it", "widest": "grid", "accesses": [{"kind": "write", "size": 0, "frames": [{"function": "structs(Pair*, Loose*, Wide*, Large*)", "file": "kernels.cu", "line": 29, "column": 11}]}, {"kind": "read", "size": 0, "frames": [{"function": "structs(Pair*, Loose*, Wide*, Large*)", "file": "kernels.cu", "line": 29, "column": 11}]}], "suppressed": null
}
{
  "type": "race", "id": "a", "class": "between-blocks", "title": "between-blocks", "repair": "do it", "widest": "grid", "accesses": [{"kind": "write", "size": 0, "frames": [{"function": "structs(Pair*, Loose*, Wide*, Large*)", "file": "kernels.cu", "line": 30, "column": 12}]}, {"kind": "read", "size": 0, "frames": [{"function": "structs(Pair*, Loose*, Wide*, Large*)", "file": "kernels.cu", "line": 30, "column": 12}]}], "suppressed": null
}
{
  "type": "race", "id": "b", "class": "between-blocks", "title": "between-blocks", "repair": "do it", "widest": "grid", "accesses": [{"kind": "write", "size": 0, "frames": [{"function": "structs(Pair*, Loose*, Wide*, Large*)", "file": "kernels.cu", "line": 31, "column": 11}]}, {"kind": "write", "size": 0, "frames": [{"function": "structs(Pair*, Loose*, Wide*, Large*)", "file": "kernels.cu", "line": 31, "column": 11}]}], "suppressed": null
}
{
  "type": "race", "id": "c", "class": "between-blocks", "title": "between-blocks", "repair": "do it", "widest": "grid", "accesses": [{"kind": "write", "size": 0, "frames": [{"function": "structs(Pair*, Loose*, Wide*, Large*)", "file": "kernels.cu", "line": 32, "column": 12}]}, {"kind": "read", "size": 0, "frames": [{"function": "structs(Pair*, Loose*, Wide*, Large*)", "file": "kernels.cu", "line": 32, "column": 12}]}], "suppressed": null
}
{
  "type": "race", "id": "d", "class": "between-blocks", "title": "between-blocks", "repair": "do it", "widest": "grid", "accesses": [{"kind": "write", "size": 0, "frames": [{"function": "updates(int*, float*, unsigned int*, int*)", "file": "kernels.cu", "line": 36, "column": 8}]}, {"kind": "write", "size": 0, "frames": [{"function": "updates(int*, float*, unsigned int*, int*)", "file": "kernels.cu", "line": 36, "column": 8}]}], "suppressed": null
}
{
  "type": "race", "id": "e", "class": "between-blocks", "title": "between-blocks", "repair": "do it", "widest": "grid", "accesses": [{"kind": "write", "size": 0, "frames": [{"function": "updates(int*, float*, unsigned int*, int*)", "file": "kernels.cu", "line": 37, "column": 8}]}, {"kind": "write", "size": 0, "frames": [{"function": "updates(int*, float*, unsigned int*, int*)", "file": "kernels.cu", "line": 37, "column": 8}]}], "suppressed": null
}
{
  "type": "race", "id": "f", "class": "between-blocks", "title": "between-blocks", "repair": "do it", "widest": "grid", "accesses": [{"kind": "write", "size": 0, "frames": [{"function": "updates(int*, float*, unsigned int*, int*)", "file": "kernels.cu", "line": 38, "column": 7}]}, {"kind": "write", "size": 0, "frames": [{"function": "updates(int*, float*, unsigned int*, int*)", "file": "kernels.cu", "line": 38, "column": 7}]}], "suppressed": null
}
{
  "type": "race", "id": "10", "class": "block-barrier", "title": "block-barrier", "repair": "do it", "widest": "block", "accesses": [{"kind": "write", "size": 0, "frames": [{"function": "barriers(int*)", "file": "kernels.cu", "line": 50, "column": 8}]}, {"kind": "write", "size": 0, "frames": [{"function": "barriers(int*)", "file": "kernels.cu", "line": 50, "column": 8}]}], "suppressed": null
}
{
  "type": "race", "id": "11", "class": "between-blocks", "title": "between-blocks", "repair": "do it", "widest": "grid", "accesses": [{"kind": "write", "size": 0, "frames": [{"function": "barriers(int*)", "file": "kernels.cu", "line": 51, "column": 8}]}, {"kind": "write", "size": 0, "frames": [{"function": "barriers(int*)", "file": "kernels.cu", "line": 51, "column": 8}]}], "suppressed": {"file": "x"}
}
{
  "type": "race", "id": "12", "class": "between-blocks", "title": "between-blocks", "repair": "do it", "widest": "grid", "accesses": [{"kind": "write", "size": 0, "frames": [{"function": "barriers(int*)", "file": "kernels.cu", "line": 99, "column": 8}]}, {"kind": "write", "size": 0, "frames": [{"function": "barriers(int*)", "file": "kernels.cu", "line": 99, "column": 8}]}], "suppressed": null
}
{
  "type" : "race",
           "id" : "help",
                  "class" : "between-blocks",
                            "title" : "x",
                                      "repair" : "y",
                                                 "widest" : "grid",
                                                            "accesses"
      : [ {
        "kind" : "read",
        "size" : 4,
        "frames" : [
          {"function" : "helpers(int*, int*)", "file" : "kernels.cu", "line" : 45, "column" : 14}
        ]
      } ],
        "suppressed" : null
}
{
  "type" : "race",
           "id" : "nl",
                  "class" : "volatile",
                            "title" : "x",
                                      "repair" : "y",
                                                 "widest" : "grid",
                                                            "accesses"
      : [ {"kind" : "read", "size" : 4, "frames" : []} ],
        "suppressed" : null
}
//--- kernels.cu
struct alignas(8) Pair {
  int a, b;
};
struct Loose {
  int a, b;
};
struct alignas(16) Wide {
  double a, b;
};
struct Large {
  int words[40];
};

__global__ void bytes(char *c, short *s, volatile char *v) {
  c[0] = c[1];
  s[0] = s[1];
  v[0] = v[1];
}

__global__ void words(int *i, long long *l, float *f, double *d, void **p) {
  i[0] = i[1];
  l[0] = l[1];
  f[0] = f[1];
  d[0] = d[1];
  p[0] = p[1];
}

__global__ void structs(Pair *pair, Loose *loose, Wide *wide, Large *large) {
  pair[0] = pair[1];
  loose[0] = loose[1];
  wide[0] = wide[1];
  large[0] = large[1];
}

__global__ void updates(int *i, float *f, unsigned *u, int *other) {
  i[0] += 5;
  f[0] -= 2.0f;
  u[0]++;
  other[0] = i[2];
}

__attribute__((nodebug)) __device__ inline int peek(int *p) { return *p; }

__global__ void helpers(int *i, int *other) {
  other[0] = peek(i);
  other[1] = peek(i);
}

__global__ void barriers(int *i) {
  i[0] = 1;
  i[1] = 2;
  i[2] = 3;
}
