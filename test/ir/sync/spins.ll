; A loop that waits for a word of global memory is noted: all blocks of such a
; kernel may have to be on the device at once. Not so a loop that follows
; pointers, waits within the block, or takes a lock.
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -disable-output %s 2>&1 | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@flag = addrspace(3) global i32 undef, align 4

; CHECK-DAG: kernel waits {{.*}} spins reasons:
define ptx_kernel void @waits(ptr %flags, i64 %i) {
  br label %loop
loop:
  %flag = getelementptr i32, ptr %flags, i64 %i
  %value = load volatile i32, ptr %flag, align 4
  %again = icmp eq i32 %value, 0
  br i1 %again, label %loop, label %done
done:
  ret void
}

; CHECK-DAG: kernel counts {{.*}} spins reasons:
define ptx_kernel void @counts(ptr %counter, i32 %blocks) {
  br label %loop
loop:
  %value = atomicrmw add ptr %counter, i32 0 monotonic, align 4, !warpsan.cuda !0
  %again = icmp ult i32 %value, %blocks
  br i1 %again, label %loop, label %done
done:
  ret void
}

; CHECK-DAG: kernel chases {{[^:]*}}:{{[0-9 ]*}} flags: strong global reasons:
define ptx_kernel void @chases(ptr %parents) {
  br label %loop
loop:
  %at = phi i64 [ 0, %0 ], [ %next, %loop ]
  %parent = getelementptr i64, ptr %parents, i64 %at
  %next = load volatile i64, ptr %parent, align 8
  %again = icmp ne i64 %next, %at
  br i1 %again, label %loop, label %done
done:
  ret void
}

; CHECK-DAG: kernel waitsInBlock {{[^:]*}}:{{[0-9 ]*}} flags: strong shared reasons:
define ptx_kernel void @waitsInBlock() {
  br label %loop
loop:
  %value = load volatile i32, ptr addrspace(3) @flag, align 4
  %again = icmp eq i32 %value, 0
  br i1 %again, label %loop, label %done
done:
  ret void
}

; CHECK-DAG: kernel locks {{[^:]*}}:{{[0-9 ]*}} flags: strong global reasons:
define ptx_kernel void @locks(ptr %lock) {
  br label %loop
loop:
  %pair = cmpxchg ptr %lock, i32 0, i32 1 seq_cst seq_cst, align 4, !warpsan.cuda !0
  %taken = extractvalue { i32, i1 } %pair, 1
  br i1 %taken, label %done, label %loop
done:
  ret void
}

!0 = !{}
