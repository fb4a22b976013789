; A kernel has 63 roots; what is behind the next ones is open.
; RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -disable-output %s 2>&1 | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: kernel reads
; CHECK-NOT: open-stores
; CHECK-SAME: unrooted-checks reasons
; CHECK: root 62 arg62
; CHECK-NOT: root
; CHECK: form root 0 write of 4 at 0
; CHECK: form root 62 read of 4 at 0
; CHECK-NEXT: form root 0 read of 0 at any
; CHECK-LABEL: kernel writes
; CHECK-SAME: open-stores unrooted-checks reasons
define ptx_kernel void @reads(ptr %p0, ptr %p1, ptr %p2, ptr %p3, ptr %p4, ptr %p5, ptr %p6, ptr %p7, ptr %p8, ptr %p9, ptr %p10, ptr %p11, ptr %p12, ptr %p13, ptr %p14, ptr %p15, ptr %p16, ptr %p17, ptr %p18, ptr %p19, ptr %p20, ptr %p21, ptr %p22, ptr %p23, ptr %p24, ptr %p25, ptr %p26, ptr %p27, ptr %p28, ptr %p29, ptr %p30, ptr %p31, ptr %p32, ptr %p33, ptr %p34, ptr %p35, ptr %p36, ptr %p37, ptr %p38, ptr %p39, ptr %p40, ptr %p41, ptr %p42, ptr %p43, ptr %p44, ptr %p45, ptr %p46, ptr %p47, ptr %p48, ptr %p49, ptr %p50, ptr %p51, ptr %p52, ptr %p53, ptr %p54, ptr %p55, ptr %p56, ptr %p57, ptr %p58, ptr %p59, ptr %p60, ptr %p61, ptr %p62, ptr %p63) {
  store i32 1, ptr %p0, align 4
  %v1 = load i32, ptr %p1, align 4
  %v2 = load i32, ptr %p2, align 4
  %v3 = load i32, ptr %p3, align 4
  %v4 = load i32, ptr %p4, align 4
  %v5 = load i32, ptr %p5, align 4
  %v6 = load i32, ptr %p6, align 4
  %v7 = load i32, ptr %p7, align 4
  %v8 = load i32, ptr %p8, align 4
  %v9 = load i32, ptr %p9, align 4
  %v10 = load i32, ptr %p10, align 4
  %v11 = load i32, ptr %p11, align 4
  %v12 = load i32, ptr %p12, align 4
  %v13 = load i32, ptr %p13, align 4
  %v14 = load i32, ptr %p14, align 4
  %v15 = load i32, ptr %p15, align 4
  %v16 = load i32, ptr %p16, align 4
  %v17 = load i32, ptr %p17, align 4
  %v18 = load i32, ptr %p18, align 4
  %v19 = load i32, ptr %p19, align 4
  %v20 = load i32, ptr %p20, align 4
  %v21 = load i32, ptr %p21, align 4
  %v22 = load i32, ptr %p22, align 4
  %v23 = load i32, ptr %p23, align 4
  %v24 = load i32, ptr %p24, align 4
  %v25 = load i32, ptr %p25, align 4
  %v26 = load i32, ptr %p26, align 4
  %v27 = load i32, ptr %p27, align 4
  %v28 = load i32, ptr %p28, align 4
  %v29 = load i32, ptr %p29, align 4
  %v30 = load i32, ptr %p30, align 4
  %v31 = load i32, ptr %p31, align 4
  %v32 = load i32, ptr %p32, align 4
  %v33 = load i32, ptr %p33, align 4
  %v34 = load i32, ptr %p34, align 4
  %v35 = load i32, ptr %p35, align 4
  %v36 = load i32, ptr %p36, align 4
  %v37 = load i32, ptr %p37, align 4
  %v38 = load i32, ptr %p38, align 4
  %v39 = load i32, ptr %p39, align 4
  %v40 = load i32, ptr %p40, align 4
  %v41 = load i32, ptr %p41, align 4
  %v42 = load i32, ptr %p42, align 4
  %v43 = load i32, ptr %p43, align 4
  %v44 = load i32, ptr %p44, align 4
  %v45 = load i32, ptr %p45, align 4
  %v46 = load i32, ptr %p46, align 4
  %v47 = load i32, ptr %p47, align 4
  %v48 = load i32, ptr %p48, align 4
  %v49 = load i32, ptr %p49, align 4
  %v50 = load i32, ptr %p50, align 4
  %v51 = load i32, ptr %p51, align 4
  %v52 = load i32, ptr %p52, align 4
  %v53 = load i32, ptr %p53, align 4
  %v54 = load i32, ptr %p54, align 4
  %v55 = load i32, ptr %p55, align 4
  %v56 = load i32, ptr %p56, align 4
  %v57 = load i32, ptr %p57, align 4
  %v58 = load i32, ptr %p58, align 4
  %v59 = load i32, ptr %p59, align 4
  %v60 = load i32, ptr %p60, align 4
  %v61 = load i32, ptr %p61, align 4
  %v62 = load i32, ptr %p62, align 4
  %v63 = load i32, ptr %p63, align 4
  ret void
}
define ptx_kernel void @writes(ptr %p0, ptr %p1, ptr %p2, ptr %p3, ptr %p4, ptr %p5, ptr %p6, ptr %p7, ptr %p8, ptr %p9, ptr %p10, ptr %p11, ptr %p12, ptr %p13, ptr %p14, ptr %p15, ptr %p16, ptr %p17, ptr %p18, ptr %p19, ptr %p20, ptr %p21, ptr %p22, ptr %p23, ptr %p24, ptr %p25, ptr %p26, ptr %p27, ptr %p28, ptr %p29, ptr %p30, ptr %p31, ptr %p32, ptr %p33, ptr %p34, ptr %p35, ptr %p36, ptr %p37, ptr %p38, ptr %p39, ptr %p40, ptr %p41, ptr %p42, ptr %p43, ptr %p44, ptr %p45, ptr %p46, ptr %p47, ptr %p48, ptr %p49, ptr %p50, ptr %p51, ptr %p52, ptr %p53, ptr %p54, ptr %p55, ptr %p56, ptr %p57, ptr %p58, ptr %p59, ptr %p60, ptr %p61, ptr %p62, ptr %p63) {
  store i32 1, ptr %p0, align 4
  %v1 = load i32, ptr %p1, align 4
  %v2 = load i32, ptr %p2, align 4
  %v3 = load i32, ptr %p3, align 4
  %v4 = load i32, ptr %p4, align 4
  %v5 = load i32, ptr %p5, align 4
  %v6 = load i32, ptr %p6, align 4
  %v7 = load i32, ptr %p7, align 4
  %v8 = load i32, ptr %p8, align 4
  %v9 = load i32, ptr %p9, align 4
  %v10 = load i32, ptr %p10, align 4
  %v11 = load i32, ptr %p11, align 4
  %v12 = load i32, ptr %p12, align 4
  %v13 = load i32, ptr %p13, align 4
  %v14 = load i32, ptr %p14, align 4
  %v15 = load i32, ptr %p15, align 4
  %v16 = load i32, ptr %p16, align 4
  %v17 = load i32, ptr %p17, align 4
  %v18 = load i32, ptr %p18, align 4
  %v19 = load i32, ptr %p19, align 4
  %v20 = load i32, ptr %p20, align 4
  %v21 = load i32, ptr %p21, align 4
  %v22 = load i32, ptr %p22, align 4
  %v23 = load i32, ptr %p23, align 4
  %v24 = load i32, ptr %p24, align 4
  %v25 = load i32, ptr %p25, align 4
  %v26 = load i32, ptr %p26, align 4
  %v27 = load i32, ptr %p27, align 4
  %v28 = load i32, ptr %p28, align 4
  %v29 = load i32, ptr %p29, align 4
  %v30 = load i32, ptr %p30, align 4
  %v31 = load i32, ptr %p31, align 4
  %v32 = load i32, ptr %p32, align 4
  %v33 = load i32, ptr %p33, align 4
  %v34 = load i32, ptr %p34, align 4
  %v35 = load i32, ptr %p35, align 4
  %v36 = load i32, ptr %p36, align 4
  %v37 = load i32, ptr %p37, align 4
  %v38 = load i32, ptr %p38, align 4
  %v39 = load i32, ptr %p39, align 4
  %v40 = load i32, ptr %p40, align 4
  %v41 = load i32, ptr %p41, align 4
  %v42 = load i32, ptr %p42, align 4
  %v43 = load i32, ptr %p43, align 4
  %v44 = load i32, ptr %p44, align 4
  %v45 = load i32, ptr %p45, align 4
  %v46 = load i32, ptr %p46, align 4
  %v47 = load i32, ptr %p47, align 4
  %v48 = load i32, ptr %p48, align 4
  %v49 = load i32, ptr %p49, align 4
  %v50 = load i32, ptr %p50, align 4
  %v51 = load i32, ptr %p51, align 4
  %v52 = load i32, ptr %p52, align 4
  %v53 = load i32, ptr %p53, align 4
  %v54 = load i32, ptr %p54, align 4
  %v55 = load i32, ptr %p55, align 4
  %v56 = load i32, ptr %p56, align 4
  %v57 = load i32, ptr %p57, align 4
  %v58 = load i32, ptr %p58, align 4
  %v59 = load i32, ptr %p59, align 4
  %v60 = load i32, ptr %p60, align 4
  %v61 = load i32, ptr %p61, align 4
  %v62 = load i32, ptr %p62, align 4
  store i32 1, ptr %p63, align 4
  ret void
}
