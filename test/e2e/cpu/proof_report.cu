// What mode verify says of kernels is read as reports of runs are: as text, JSON that keeps to the
// schema, SARIF, a summary; its races have the ids that a run gives them.
// REQUIRES: jsonschema, sarif-schema
// RUN: rm -rf %t && mkdir %t
// RUN: not %verify -D__WARPSAN__ -O1 -I%S/.. -mllvm -warpsan-block=64 -mllvm -warpsan-grid=2 -mllvm -warpsan-proof-report=%t/proofs.json %s 2>%t/diagnostics
// RUN: FileCheck %s --check-prefix DIAGNOSTICS --input-file %t/diagnostics
// DIAGNOSTICS: WarpSan: suppressed {{.*}}: data race: {{.*}} (the last one wins)
// DIAGNOSTICS-NEXT: kernel meant(int*): verdict=proved pairs={{[1-9][0-9]*}} open=0 suppressed=1
// DIAGNOSTICS-COUNT-4: error: warpsan: data race
// DIAGNOSTICS-NOT: error: warpsan
// RUN: %check_schema --lines %report_schema %t/proofs.json
//
// RUN: %warpsan_report convert --to text %t/proofs.json -o %t/text
// RUN: FileCheck %s --check-prefix TEXT --input-file %t/text
// TEXT: WARNING: WarpSan: data race (missing block barrier)
// TEXT: {{[0-9]+}} | memory[
// TEXT-NEXT: ^ read by thread
// TEXT: Other write of size 4 by thread
// TEXT: Memory: shared variable '{{.*}}tile', 256 bytes, byte
// TEXT: Kernel: mirror(int*), launch, grid ({{[12]}},1,1), block (64,1,1)
// TEXT: Detector: verify
// TEXT-NOT: data race
// TEXT: data race (missing warp barrier)
// TEXT: Memory: what '{{.*}}' leads to, byte
// TEXT: data race (no order between blocks)
// TEXT: data race (stores of the same value)
// TEXT-NOT: data race
// TEXT: WarpSan: verdict=races races=4 kernels=6/6 {{.*}} not_analysed=0 suppressed=1 lost=0 target=verify seed=-
// TEXT: proofs of {{.*}}proof_report.cu assume block=64 grid=2
//
// RUN: %warpsan_report convert --to json %t/proofs.json -o %t/run.json
// RUN: %check_schema --lines %report_schema %t/run.json
// RUN: FileCheck %s --check-prefix JSON --input-file %t/run.json
// JSON: {"type":"run",{{.*}}"target":"verify"
// JSON: {"type":"race",{{.*}}"class":"block-barrier",{{.*}}"detector":"verify"
// JSON: "suppressed":{"pattern":"intended","reason":"the last one wins"
// JSON: {"type":"site","kernel":"clean(int*)",{{.*}}"state":"proved"
// JSON: {"type":"verdict","verdict":"races"{{.*}}"exit_code":null}
// RUN: %warpsan_report convert --to text %t/run.json | diff - %t/text
// RUN: %warpsan_report convert --to sarif %t/proofs.json -o %t/run.sarif
// RUN: %check_schema %sarif_schema %t/run.sarif
// RUN: FileCheck %s --check-prefix SARIF --input-file %t/run.sarif
// SARIF: other write of size 4 by thread
// RUN: %warpsan_report convert --to html %t/proofs.json -o %t/run.html
// RUN: %warpsan_report summary %t/proofs.json | FileCheck %s --check-prefix SUMMARY
// SUMMARY: WarpSan: verdict=races races=4
// SUMMARY: block-barrier {{.*}}proof_report.cu:{{[0-9]+}} <-> {{.*}}proof_report.cu:{{[0-9]+}} {{.*}} mirror(int*)
//
// A run finds the same, and says the same of them.
// RUN: %warpsanxx_cpu -O1 -g -I%S/.. %s -o %t/app
// RUN: %check_run --exit 66 --options format=json:log_path=%t/seen.%%r.json %t/app
// RUN: %warpsan_report diff %t/proofs.json %t/seen.0.json | FileCheck %s --check-prefix DIFF
// DIFF: same {{[0-9a-f]+}} block-barrier
// DIFF: WarpSan: new=0 gone=0 same=4
// RUN: %warpsan_report merge %t/proofs.json %t/seen.0.json -o %t/both.json
// RUN: %check_schema --lines %report_schema %t/both.json
// RUN: FileCheck %s --check-prefix BOTH --input-file %t/both.json
// BOTH: "target":"verify,cpu"
// BOTH: {"type":"verdict","verdict":"races","races":4,
//
// The same compilation again does not count twice, what was compiled otherwise is joined.
// RUN: not %verify -D__WARPSAN__ -O1 -I%S/.. -mllvm -warpsan-block=64 -mllvm -warpsan-grid=2 -mllvm -warpsan-proof-report=%t/proofs.json %s 2>>%t/diagnostics
// RUN: not %verify -D__WARPSAN__ -O1 -I%S/.. -mllvm -warpsan-block=32 -mllvm -warpsan-grid=2 -mllvm -warpsan-proof-report=%t/proofs.json %s 2>>%t/diagnostics
// RUN: %warpsan_report convert --to text %t/proofs.json | FileCheck %s --check-prefix AGAIN
// AGAIN: WarpSan: verdict=races races=4 kernels=6/6
// AGAIN: mirror(int*) was compiled again from {{.*}}proof_report.cu (sm_{{[0-9]+}}): its last result counts
//
// A suppression file.
// RUN: echo 'src:proof_report.cu # all of them' >%t/all.supp
// RUN: %warpsan_report summary --suppressions %t/all.supp %t/proofs.json | FileCheck %s --check-prefix NONE
// NONE: WarpSan: verdict=none races=0 {{.*}} suppressed=5
// RUN: echo 'nonsense' >%t/bad.supp
// RUN: %check_run --exit 2 -- %warpsan_report summary --suppressions %t/bad.supp %t/proofs.json | FileCheck %s --check-prefix BAD
// BAD: warpsan-report: error: {{.*}}bad.supp:1: want race:
//
// What is meant to race is no error alone; what is in doubt is not analysed.
// RUN: %verify -D__WARPSAN__ -O1 -I%S/.. -DMEANT -mllvm -warpsan-block=64 -mllvm -warpsan-grid=2 -mllvm -warpsan-proof-report=%t/meant.json %s
// RUN: %warpsan_report summary %t/meant.json | FileCheck %s --check-prefix MEANT
// MEANT: WarpSan: verdict=none races=0 kernels=2/2 {{.*}} suppressed=1
// RUN: %verify -D__WARPSAN__ -O1 -I%S/.. -DMEANT -DDOUBT -mllvm -warpsan-block=64 -mllvm -warpsan-grid=1 -mllvm -warpsan-proof-report=%t/doubt.json %s
// RUN: %warpsan_report convert --to text %t/doubt.json | FileCheck %s --check-prefix DOUBT
// DOUBT-NOT: data race
// DOUBT: WarpSan: verdict=unanalysed races=0 {{.*}} suppressed=1
// DOUBT: not_analysed reason=NotUnderstood sites={{[1-9].*}} kernels=1
// DOUBT: not_analysed reason=PossibleRace sites={{[1-9].*}} conflicts={{[1-9]}}
// DOUBT: WarpSan: scatter(int*): possible race: {{.*}}; in doubt: memory
//
// Bad input is named with its line.
// RUN: head -c -9 %t/meant.json >%t/cut.json
// RUN: %check_run --exit 2 -- %warpsan_report summary %t/cut.json | FileCheck %s --check-prefix CUT
// CUT: cut.json:2: truncated
#include "Inputs/done.h"
#include <warpsan/annotations.h>

__global__ void clean(int *memory) { memory[blockIdx.x * 64 + threadIdx.x] = 1; }

__global__ void meant(int *best) {
  WARPSAN_INTENDED_RACE("the last one wins", *best = int(threadIdx.x));
}

#ifdef DOUBT
__global__ void scatter(int *places) { places[places[threadIdx.x]] = int(threadIdx.x); }

__device__ __noinline__ int climb(int *cells, int n) {
  return n ? climb(cells, n - 1) + cells[n] : 0;
}
__global__ void recursive(int *cells, int n) { cells[threadIdx.x] = climb(cells, n); }
#endif

#ifndef MEANT
__global__ void mirror(int *memory) {
  __shared__ int tile[64];
  tile[threadIdx.x] = int(threadIdx.x);
  memory[blockIdx.x * 64 + threadIdx.x] = tile[63 - threadIdx.x];
}

__global__ void neighbours(int *cells) {
  cells[(blockIdx.x * 64 + threadIdx.x) / 2] = int(threadIdx.x);
}

__global__ void all(int *memory) { *memory = int(blockIdx.x); }

__global__ void flag(int *found) { *found = 1; }

int main() {
  int *memory = zeroed<int>(128);
  clean<<<2, 64>>>(memory);
  meant<<<2, 64>>>(memory);
  mirror<<<2, 64>>>(memory);
  neighbours<<<2, 64>>>(memory);
  all<<<2, 64>>>(memory);
  flag<<<2, 64>>>(memory);
  return done();
}
#endif
