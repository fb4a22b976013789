; Accesses in front of a strong write, and behind a loop that waits for one, are marked:
; the words of a report about them need it. Fences play no part, nor do an access's own
; write and loops that compute by compare-and-swap.
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -disable-output %s 2>&1 | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK: function=tell ordinal=1 constant-value before-flag 1{{$}}
; CHECK-NEXT: function=tell ordinal=2{{$}}
; CHECK-NEXT: function=tell ordinal=3{{$}}
define ptx_kernel void @tell(ptr %data, ptr %flag) {
  store i32 1, ptr %data, align 4
  %old = atomicrmw xchg ptr %flag, i32 1 monotonic, align 4, !warpsan.cuda !0
  %late = load i32, ptr %data, align 4
  ret void
}

; A flag of the next round is too late.
; CHECK: function=rounds ordinal=1 constant-value before-flag 1{{$}}
; CHECK: function=rounds ordinal=3 constant-value 1{{$}}
define ptx_kernel void @rounds(ptr %data, ptr %flag, i32 %n) {
  br label %round
round:
  %i = phi i32 [ 0, %0 ], [ %next, %round ]
  store i32 1, ptr %data, align 4
  %old = atomicrmw add ptr %flag, i32 1 monotonic, align 4, !warpsan.cuda !0
  store i32 1, ptr %data, align 4
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %round, label %done
done:
  ret void
}

; CHECK: function=wait ordinal=2 constant-value behind-flag 1{{$}}
define ptx_kernel void @wait(ptr %data, ptr %flag) {
  br label %poll
poll:
  %value = load volatile i32, ptr %flag, align 4
  %again = icmp eq i32 %value, 0
  br i1 %again, label %poll, label %done
done:
  store i32 1, ptr %data, align 4
  ret void
}

; CHECK: function=lock ordinal=2 constant-value behind-flag 1{{$}}
define ptx_kernel void @lock(ptr %data, ptr %word) {
  br label %try
try:
  %pair = cmpxchg ptr %word, i32 0, i32 1 seq_cst seq_cst, align 4, !warpsan.cuda !0
  %taken = extractvalue { i32, i1 } %pair, 1
  br i1 %taken, label %done, label %try
done:
  store i32 1, ptr %data, align 4
  ret void
}

; CHECK: function=compute ordinal=2 constant-value 1{{$}}
define ptx_kernel void @compute(ptr %data, ptr %word, i32 %start, i32 %more) {
  br label %try
try:
  %seen = phi i32 [ %start, %0 ], [ %now, %try ]
  %next = add i32 %seen, %more
  %pair = cmpxchg ptr %word, i32 %seen, i32 %next seq_cst seq_cst, align 4, !warpsan.cuda !0
  %now = extractvalue { i32, i1 } %pair, 0
  %taken = extractvalue { i32, i1 } %pair, 1
  br i1 %taken, label %done, label %try
done:
  store i32 1, ptr %data, align 4
  ret void
}
!0 = !{}
