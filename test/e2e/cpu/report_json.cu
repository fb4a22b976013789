// Reports for programs: JSON lines keep to their schema and become the text that the run prints,
// those of several ranks are merged, and ids tell new races from old ones when lines have shifted.
// REQUIRES: jsonschema
// RUN: %warpsanxx_cpu -O1 -g -I%S/.. %s -o %t.one
// RUN: rm -f %t.*.json %t.*.text
// RUN: %check_run --exit 66 --options log_path=%t.%%r.text %t.one
// RUN: %check_run --exit 66 --options format=json:log_path=%t.%%r.json %t.one | FileCheck %s --check-prefix VERDICT
// VERDICT-NOT: data race
// VERDICT: WarpSan: verdict=races races=1
// RUN: %check_schema --lines %report_schema %t.0.json
// RUN: FileCheck %s --check-prefix JSON --input-file %t.0.json
// JSON: "rank":null
// JSON: {"type":"race","id":"{{[0-9a-f]+}}","class":"block-barrier"
// JSON: {"type":"kernel","kernel":"mirror(int*)","launches":1,"launches_checked":1
// JSON: {"type":"kernel","kernel":"unused(int*)","launches":0,{{.*}}"never_reached":1
// JSON: {"type":"site","kernel":"mirror(int*)"{{.*}}"state":"checked"
// JSON: {"type":"site","kernel":"unused(int*)"{{.*}}"state":"not-launched"
// JSON: {"type":"verdict","verdict":"races"{{.*}}"exit_code":66}
//
// RUN: %warpsan_report convert --to text %t.0.json -o %t.converted
// RUN: diff %t.converted %t.0.text
// RUN: %warpsan_report convert --to json - < %t.0.json | diff - %t.0.json
//
// RUN: env PMI_RANK=3 %check_run --exit 66 --options format=json:log_path=%t.%%r.json %t.one
// RUN: %warpsan_report merge %t.0.json %t.3.json -o %t.merged.json
// RUN: %check_schema --lines %report_schema %t.merged.json
// RUN: %warpsan_report summary %t.merged.json | FileCheck %s --check-prefix SUMMARY
// SUMMARY: WarpSan: verdict=races races=1 kernels=1/1
// SUMMARY: block-barrier {{.*}}report_json.cu:{{[0-9]+}} <-> {{.*}}report_json.cu:{{[0-9]+}} 256 2 (ranks 3) mirror(int*)
// SUMMARY: kernels never launched: 1 (first: unused(int*))
//
// RUN: sed -e "1i // One more line." %s > %t.shifted.cu
// RUN: %warpsanxx_cpu -O1 -g -I%S/.. %t.shifted.cu -DMORE -o %t.two
// RUN: %check_run --exit 66 --options format=json:log_path=%t.two.%%r.json %t.two
// RUN: %check_run --exit 1 -- %warpsan_report diff %t.0.json %t.two.0.json --fail-on=new | FileCheck %s --check-prefix DIFF
// RUN: %warpsan_report diff %t.0.json %t.two.0.json
// RUN: %warpsan_report diff %t.two.0.json %t.0.json --fail-on=new
// DIFF: new  {{[0-9a-f]+}} between-blocks
// DIFF: same {{[0-9a-f]+}} block-barrier
// DIFF: WarpSan: new=1 gone=0 same=1
#include "Inputs/done.h"

__global__ void mirror(int *memory) {
  __shared__ int tile[64];
  tile[threadIdx.x] = threadIdx.x;
  memory[blockIdx.x * 64 + threadIdx.x] = tile[63 - threadIdx.x];
}

__global__ void unused(int *memory) { memory[threadIdx.x] = 1; }

#ifdef MORE
__global__ void all(int *memory) { *memory = blockIdx.x; }
#endif

int main() {
  int *memory = zeroed<int>(128);
  mirror<<<2, 64>>>(memory);
#ifdef MORE
  all<<<2, 1>>>(memory);
#endif
  return done();
}
