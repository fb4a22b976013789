# Headers of LLVM parsed once for each library that has many files: half of the time of a build
# and of clang-tidy. Off by default, so that a source that forgets an include does not compile.
option(WARPSAN_PRECOMPILED_HEADERS "Parse headers of LLVM once for each library" OFF)

# add_precompiled_headers(<target> [<header>...]): those of LLVM, and more.
function(add_precompiled_headers target)
  if(WARPSAN_PRECOMPILED_HEADERS)
    target_precompile_headers(${target} PRIVATE
      "$<$<COMPILE_LANGUAGE:CXX>:${PROJECT_SOURCE_DIR}/cmake/llvm_headers.h>" ${ARGN})
  endif()
endfunction()
