; opt fails on a wrong option too, and names the function.
; RUN: not %opt -passes='warpsan-instrument' -warpsan-mode=fsn -disable-output %s 2>&1 | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK: in function kernel{{.*}}: warpsan: -warpsan-mode=fsn: unknown value; allowed: fsm, off, ld, det, verify
define ptx_kernel void @kernel() {
  ret void
}
