// Accesses out of bounds are suppressed as races are: by function, kernel, place and class.
// They keep out of the exit code, and lines that name none are told.
// RUN: %warpsanxx_target -O2 -g %s -o %t.racy -DRACY
// RUN: %warpsanxx_target -O2 -g %s -o %t.clean
// RUN: %check_run --exit 66 --options bounds=1 %t.racy | FileCheck %s --check-prefix NONE
// NONE: WarpSan: verdict=unanalysed races=0 {{.*}} suppressed=0 lost=0 out_of_bounds=2 target
//
// RUN: echo 'bounds:*halo(* # guarded by the padding' > %t.one
// RUN: echo 'race:halo' >> %t.one
// RUN: %check_run --exit 66 --options bounds=1:suppressions=%t.one:verbosity=1 %t.racy | FileCheck %s --check-prefix ONE
// ONE: DONE
// ONE-NOT: #0 halo
// ONE: #0 last(int*) {{.*}}bounds_suppressed.cu
// ONE-NOT: #0 halo
// ONE: WarpSan: verdict=unanalysed races=0 {{.*}} suppressed=1 lost=0 out_of_bounds=1 target
// ONE: WarpSan: suppression {{.*}}.one:1 hits=32 (guarded by the padding)
// ONE-NEXT: WarpSan: unused suppression {{.*}}.one:2
//
// With the other one nothing is left. Both accesses stay not analysed for races.
// RUN: echo 'kernel:first' > %t.all
// RUN: echo 'src:bounds_suppressed.cu' >> %t.all
// RUN: %check_run --options bounds=1:suppressions=%t.all:halt_on_error=1 %t.racy | FileCheck %s --check-prefix ALL
// RUN: echo 'class:out-of-bounds' > %t.class
// RUN: %check_run --options bounds=1:suppressions=%t.class:halt_on_error=1 %t.racy | FileCheck %s --check-prefix ALL
// ALL: DONE
// ALL-NOT: WARNING
// ALL: WarpSan: verdict=unanalysed races=0 {{.*}} suppressed=2 lost=0 out_of_bounds=0 target
// ALL: WarpSan: not_analysed reason=UntrackedMemory sites=2
// ALL-NOT: unused
// RUN: %check_run --exit 68 --options bounds=1:suppressions=%t.all:fail_on_unanalysed=1 %t.racy | FileCheck %s --check-prefix ALL
//
// What is suppressed in one kernel is shown in others.
// RUN: %check_run --exit 66 --options bounds=1:suppressions=%t.one %t.racy two | FileCheck %s --check-prefix ONE-KERNEL
// RUN: echo 'kernel:first' > %t.first
// RUN: %check_run --exit 66 --options bounds=1:suppressions=%t.first %t.racy two | FileCheck %s --check-prefix TWO
// ONE-KERNEL: WarpSan: verdict=unanalysed {{.*}} suppressed=1 lost=0 out_of_bounds=1 target
// TWO: #1 second(int const*, int*)
// TWO: WarpSan: verdict=unanalysed {{.*}} suppressed=1 lost=0 out_of_bounds=2 target
//
// The data for programs has them with what named them; compared they are no findings.
// RUN: %check_run --exit 66 --options bounds=1:suppressions=%t.one:format=json:log_path=%t.%%r.json %t.racy
// RUN: FileCheck %s --check-prefix JSON --input-file %t.0.json
// JSON: {"type":"out-of-bounds",{{.*}}"function":"last(int*)"
// JSON-NOT: "suppressed":{
// JSON: {"type":"out-of-bounds",{{.*}}"function":"halo(int const*)"{{.*}}"suppressed":{"pattern":"bounds:*halo(*","reason":"guarded by the padding"
// JSON: {"type":"suppression","pattern":"bounds:*halo(*",{{.*}}"hits":32}
// RUN: %warpsan_report convert --to text %t.0.json | FileCheck %s --check-prefix ONE-SHOWN
// ONE-SHOWN-NOT: #0 halo
// ONE-SHOWN: #0 last(int*)
// ONE-SHOWN-NOT: #0 halo
// RUN: %warpsan_report convert --to sarif %t.0.json | FileCheck %s --check-prefix SARIF
// SARIF: "justification": "guarded by the padding"
// RUN: %warpsan_report merge %t.0.json %t.0.json | FileCheck %s --check-prefix MERGED
// MERGED: "suppressed":1,{{.*}}"out_of_bounds":1
// RUN: %warpsan_report diff %t.0.json %t.0.json | FileCheck %s --check-prefix DIFF
// DIFF: WarpSan: new=0 gone=0 same=1
//
// RUN: %check_run --options bounds=1:suppressions=%t.one %t.clean | FileCheck %s --check-prefix CLEAN
// CLEAN: DONE
// CLEAN: WarpSan: verdict=none races=0 {{.*}} not_analysed=0 suppressed=0 lost=0 out_of_bounds=0 target
// CLEAN-NEXT: WarpSan: unused suppression {{.*}}.one:1
// CLEAN-NEXT: WarpSan: unused suppression {{.*}}.one:2
#include "Inputs/done.h"

#ifdef RACY
constexpr int Past = 32;
#else
constexpr int Past = 0;
#endif

__device__ int halo(const int *from) { return from[threadIdx.x + Past]; }

__global__ void first(const int *from, int *to) { to[threadIdx.x] = halo(from); }

__global__ void last(int *to) { to[threadIdx.x + Past] = 1; }

__global__ void second(const int *from, int *to) { to[threadIdx.x] = halo(from); }

int main(int count, char **) {
  first<<<1, 32>>>(zeroed<int>(32), zeroed<int>(32));
  last<<<1, 32>>>(zeroed<int>(32));
  if (count > 1)
    second<<<1, 32>>>(zeroed<int>(32), zeroed<int>(32));
  return done();
}
