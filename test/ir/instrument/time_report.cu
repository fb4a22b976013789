// -ftime-report and -ftime-trace tell the plugin's passes, what it does in them, and the
// passes that it runs on twins itself.
// RUN: %clang_device -O2 -Xclang -ftime-report %s -o /dev/null 2>&1 | FileCheck %s --check-prefixes=PASSES
// RUN: %clang_device -O2 -Xclang -ftime-report %s -o /dev/null 2>&1 | FileCheck %s --check-prefixes=STEPS
// RUN: %clang_device -O2 -Xclang -ftime-trace=%t.json -Xclang -ftime-trace-granularity=0 %s -o /dev/null
// RUN: FileCheck %s --check-prefix=TRACE < %t.json
// RUN: %clang_device -O2 %s -o /dev/null 2>&1 | FileCheck %s --allow-empty --check-prefix=OFF
__global__ void copy(const int *from, int *to) { to[threadIdx.x] = from[threadIdx.x]; }

// PASSES: Pass execution timing report
// PASSES-DAG: {{InstrumentPass$}}
// PASSES-DAG: {{LowerRuntimePass$}}
// PASSES-DAG: {{SROAPass$}}
//
// STEPS: {{^ +WarpSan$}}
// STEPS-DAG: {{harden$}}
// STEPS-DAG: {{make twins$}}
// STEPS-DAG: {{collect accesses$}}
// STEPS-DAG: {{clean twins up$}}
// STEPS-DAG: {{filter checks$}}
// STEPS-DAG: {{write access forms$}}
// STEPS-DAG: {{instrument order$}}
// STEPS-DAG: {{write tables$}}
// STEPS-DAG: {{link runtime$}}
// STEPS-DAG: {{inline runtime$}}
// STEPS-DAG: {{simplify$}}
//
// TRACE-DAG: "name":"WarpSan","args":{"detail":"filter checks"}
// TRACE-DAG: "name":"WarpSan","args":{"detail":"inline runtime"}
//
// OFF-NOT: WarpSan
