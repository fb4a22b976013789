; Which conditions hold where an access happens.
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -disable-output %s 2>&1 | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; All relations, from both sides.
; CHECK-LABEL: kernel relations
; CHECK: read of 1 at 0 if arg1 <s arg2{{$}}
; CHECK: read of 1 at 1 if arg2 <=s arg1{{$}}
; CHECK: read of 1 at 2 if arg2 <s arg1{{$}}
; CHECK: read of 1 at 3 if arg1 <u arg2{{$}}
; CHECK: read of 1 at 4 if arg1 <=u arg2{{$}}
; CHECK: read of 1 at 5 if arg1 == arg2{{$}}
; CHECK: read of 1 at 6 if arg1 != arg2{{$}}
define ptx_kernel void @relations(ptr %p, i32 %a, i32 %b) {
  %slt = icmp slt i32 %a, %b
  br i1 %slt, label %then0, label %else1
then0:
  %v0 = load volatile i8, ptr %p
  br label %next2
else1:
  %p1 = getelementptr i8, ptr %p, i64 1
  %v1 = load volatile i8, ptr %p1
  br label %next2
next2:
  %sgt = icmp sgt i32 %a, %b
  br i1 %sgt, label %then2, label %next3
then2:
  %p2 = getelementptr i8, ptr %p, i64 2
  %v2 = load volatile i8, ptr %p2
  br label %next3
next3:
  %uge = icmp uge i32 %a, %b
  br i1 %uge, label %next4, label %else3
else3:
  %p3 = getelementptr i8, ptr %p, i64 3
  %v3 = load volatile i8, ptr %p3
  br label %next4
next4:
  %ugt = icmp ugt i32 %a, %b
  br i1 %ugt, label %next5, label %else4
else4:
  %p4 = getelementptr i8, ptr %p, i64 4
  %v4 = load volatile i8, ptr %p4
  br label %next5
next5:
  %ne = icmp ne i32 %a, %b
  br i1 %ne, label %then6, label %else5
else5:
  %p5 = getelementptr i8, ptr %p, i64 5
  %v5 = load volatile i8, ptr %p5
  br label %end
then6:
  %p6 = getelementptr i8, ptr %p, i64 6
  %v6 = load volatile i8, ptr %p6
  br label %end
end:
  ret void
}

; Both hold where `and` does, none where `or` does not; the other way round nothing is known.
; CHECK-LABEL: kernel parts
; CHECK: read of 1 at 0 if arg2 == 7, arg1 <s 5{{$}}
; CHECK: read of 1 at 1{{$}}
; CHECK: read of 1 at 2{{$}}
; CHECK: read of 1 at 3 if arg2 != 7, 5 <=s arg1{{$}}
; CHECK: read of 1 at 4 if arg1 <s 5{{$}}
; CHECK: read of 1 at 5 if 5 <=s arg1{{$}}
define ptx_kernel void @parts(ptr %p, i32 %a, i32 %b) {
  %less = icmp slt i32 %a, 5
  %equal = icmp eq i32 %b, 7
  %both = select i1 %less, i1 %equal, i1 false
  br i1 %both, label %then0, label %else1
then0:
  %v0 = load volatile i8, ptr %p
  br label %next
else1:
  %p1 = getelementptr i8, ptr %p, i64 1
  %v1 = load volatile i8, ptr %p1
  br label %next
next:
  %one = or i1 %less, %equal
  br i1 %one, label %then2, label %else3
then2:
  %p2 = getelementptr i8, ptr %p, i64 2
  %v2 = load volatile i8, ptr %p2
  br label %number
else3:
  %p3 = getelementptr i8, ptr %p, i64 3
  %v3 = load volatile i8, ptr %p3
  br label %number
number:
  %wide = zext i1 %less to i32
  %is = icmp ne i32 %wide, 0
  br i1 %is, label %then4, label %negated
then4:
  %p4 = getelementptr i8, ptr %p, i64 4
  %v4 = load volatile i8, ptr %p4
  br label %negated
negated:
  %not = xor i1 %less, true
  br i1 %not, label %then5, label %end
then5:
  %p5 = getelementptr i8, ptr %p, i64 5
  %v5 = load volatile i8, ptr %p5
  br label %end
end:
  ret void
}

; Behind the join and behind the loop nothing holds, and nothing names the rounds.
; CHECK-LABEL: kernel places
; CHECK: read of 1 at 0{{$}}
; CHECK: read of 4 at (0 + k0 * 4) if (0 + k0 * 1) <u arg1 in every round{{$}}
; CHECK: read of 4 at any{{$}}
; CHECK: read of 4 at (0 + k1 * 4){{$}}
; CHECK: read of 4 at (0 + k1 * 4) if (1 + k1 * 1) != arg1 in every round{{$}}
define ptx_kernel void @places(ptr %p, i32 %n) {
  %some = icmp slt i32 %n, 5
  br i1 %some, label %then, label %join
then:
  br label %join
join:
  %v0 = load volatile i8, ptr %p
  br label %loop
loop:
  %i = phi i32 [ 0, %join ], [ %i1, %body ]
  %p1 = phi ptr [ %p, %join ], [ %p2, %body ]
  %c = icmp ult i32 %i, %n
  br i1 %c, label %body, label %behind
body:
  %v1 = load volatile i32, ptr %p1
  %i1 = add i32 %i, 1
  %p2 = getelementptr i32, ptr %p1, i64 1
  br label %loop
behind:
  %v2 = load volatile i32, ptr %p1
  br label %second
second:
  %j = phi i32 [ 0, %behind ], [ %j1, %latch ]
  %q = phi ptr [ %p, %behind ], [ %q1, %latch ]
  %v3 = load volatile i32, ptr %q
  %j1 = add i32 %j, 1
  %d = icmp eq i32 %j1, %n
  br i1 %d, label %end, label %latch
latch:
  %v4 = load volatile i32, ptr %q
  %q1 = getelementptr i32, ptr %q, i64 1
  br label %second
end:
  ret void
}

; A guard of a round, which the earlier ones need not have passed: a branch within the
; loop that leads to its end on both sides. That of an inner loop is one of its own rounds.
; CHECK-LABEL: kernel rounds
; CHECK: read of 4 at (0 + k0 * 4) if (0 + k0 * 1) <u arg2, (0 + k0 * 1) <u arg1 in every round{{$}}
; CHECK: read of 4 at ((0 + k0 * 4) + k1 * 4) if ((0 + k0 * 1) + k1 * 1) <u arg2 in every round, (0 + k0 * 1) <u arg1 in every round{{$}}
define ptx_kernel void @rounds(ptr %p, i64 %n, i64 %m) {
  br label %outer
outer:
  %i = phi i64 [ 0, %0 ], [ %i1, %latch ]
  %c = icmp ult i64 %i, %n
  br i1 %c, label %body, label %end
body:
  %less = icmp ult i64 %i, %m
  br i1 %less, label %then, label %inner
then:
  %p1 = getelementptr i32, ptr %p, i64 %i
  %v1 = load volatile i32, ptr %p1
  br label %inner
inner:
  %j = phi i64 [ %i, %body ], [ %i, %then ], [ %j1, %round ]
  %d = icmp ult i64 %j, %m
  br i1 %d, label %round, label %latch
round:
  %p2 = getelementptr i32, ptr %p, i64 %j
  %v2 = load volatile i32, ptr %p2
  %j1 = add i64 %j, 1
  br label %inner
latch:
  %i1 = add i64 %i, 1
  br label %outer
end:
  ret void
}

; A case of a switch that no other leads to; nothing is known behind two, or the default.
; CHECK-LABEL: kernel choices
; CHECK: read of 1 at 0 if arg1 == 3{{$}}
; CHECK: read of 1 at 1{{$}}
; CHECK: read of 1 at 2{{$}}
define ptx_kernel void @choices(ptr %p, i32 %a) {
  switch i32 %a, label %other [ i32 3, label %three
                                i32 4, label %more
                                i32 5, label %more ]
three:
  %v0 = load volatile i8, ptr %p
  ret void
more:
  %p1 = getelementptr i8, ptr %p, i64 1
  %v1 = load volatile i8, ptr %p1
  ret void
other:
  %p2 = getelementptr i8, ptr %p, i64 2
  %v2 = load volatile i8, ptr %p2
  ret void
}
