# cmake --toolchain .../toolchain.cmake [-DWARPSAN_CPU=ON]: the CUDA compiler is
# the clang of warpsan++, and so is the C++ compiler if no other one is named.
# With WARPSAN_CPU nothing runs the toolkit's tools, not even CMake's own checks
# of the compiler. find_package(WarpSan) finds the package it belongs to.
get_filename_component(prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
execute_process(COMMAND ${prefix}/bin/warpsan++ --print-toolchain
                OUTPUT_VARIABLE found RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "WarpSan found no clang or no CUDA toolkit (message above)")
endif()
string(REGEX MATCHALL "[^\n]+" found "${found}")
list(GET found 0 clang)
list(GET found 1 toolkit)

if(NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
  set(CMAKE_CUDA_COMPILER ${clang})
endif()
if(NOT CMAKE_CXX_COMPILER AND NOT DEFINED ENV{CXX})
  set(CMAKE_CXX_COMPILER ${clang})
endif()
if(NOT WarpSan_DIR)
  set(WarpSan_DIR ${CMAKE_CURRENT_LIST_DIR})
endif()
if(NOT CUDAToolkit_ROOT)
  set(CUDAToolkit_ROOT ${toolkit})
endif()
if(NOT CMAKE_CUDA_ARCHITECTURES AND NOT DEFINED ENV{CUDAARCHS})
  set(CMAKE_CUDA_ARCHITECTURES 80)
endif()

set(copying_tools "-B\"${prefix}/libexec/warpsan\"")
# CMake would try architectures that CUDA 13 does not know.
list(PREPEND CMAKE_CUDA_COMPILER_ID_TEST_FLAGS_FIRST
     "--cuda-path=\"${toolkit}\" --cuda-gpu-arch=sm_80 ${copying_tools}")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES WARPSAN_CPU)
if(WARPSAN_CPU)
  set(CMAKE_CUDA_FLAGS_INIT ${copying_tools})
  set(CMAKE_CUDA_RUNTIME_LIBRARY None)
  set(CMAKE_CUDA_RESOLVE_DEVICE_SYMBOLS OFF)
  # Programs of targets that are not enabled, and those without CUDA sources, link too.
  set(CMAKE_CUDA_STANDARD_LIBRARIES_INIT
      "\"${prefix}/lib/libwarpsan_cpu.so\" \"-Wl,-rpath,${prefix}/lib\"")
endif()
