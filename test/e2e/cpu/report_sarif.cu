// Reports for code scanning services keep to the schema of SARIF, as the run writes them and as
// warpsan-report does; all kinds of findings.
// REQUIRES: jsonschema, sarif-schema
// RUN: %warpsanxx_cpu -O1 -g -I%S/.. %s -o %t.program
// RUN: rm -f %t.*.sarif %t.json.*
// RUN: %check_run --exit 66 --options bounds=1:format=sarif:log_path=%t.%%r.sarif %t.program | FileCheck %s --check-prefix VERDICT
// VERDICT: WarpSan: verdict=races races=1 {{.*}} out_of_bounds=1
// RUN: %check_schema %sarif_schema %t.0.sarif
// RUN: FileCheck %s --check-prefix SARIF --input-file %t.0.sarif
// SARIF: "version": "2.1.0"
// SARIF: "exitCode": 66
// SARIF: "ruleId": "block-barrier"
// SARIF: "relatedLocations"
// SARIF: "codeFlows"
// SARIF: "warpsanId/v1"
// SARIF: "ruleId": "out-of-bounds"
//
// RUN: %check_run --exit 66 --options bounds=1:format=json:log_path=%t.%%r.json %t.program
// RUN: %check_schema --lines %report_schema %t.0.json
// RUN: %warpsan_report convert --to sarif %t.0.json -o %t.converted.sarif
// RUN: %check_schema %sarif_schema %t.converted.sarif
//
// A suppressed access out of bounds, in both.
// RUN: echo 'bounds:mirror # known' > %t.supp
// RUN: %check_run --exit 66 --options bounds=1:suppressions=%t.supp:format=json:log_path=%t.known.%%r.json %t.program
// RUN: %check_schema --lines %report_schema %t.known.0.json
// RUN: %warpsan_report convert --to sarif %t.known.0.json -o %t.known.sarif
// RUN: %check_schema %sarif_schema %t.known.sarif
// RUN: FileCheck %s --check-prefix KNOWN --input-file %t.known.sarif
// KNOWN: "ruleId": "out-of-bounds"
// KNOWN: "justification": "known"
#include "Inputs/done.h"

__global__ void mirror(int *memory) {
  __shared__ int tile[64];
  tile[threadIdx.x] = threadIdx.x;
  memory[threadIdx.x] = tile[63 - threadIdx.x];
}

int main() {
  mirror<<<1, 64>>>(zeroed<int>(63));
  return done();
}
