# LLVM 22 and the clang of the same release, CUDA headers, language level.
# find_package(LLVM 22) fails: the version file of LLVM wants major.minor.
find_package(LLVM 22.1 REQUIRED CONFIG HINTS /usr/lib/llvm-22/lib/cmake/llvm NO_DEFAULT_PATH)
find_program(WARPSAN_CLANGXX clang++ REQUIRED HINTS ${LLVM_TOOLS_BINARY_DIR} NO_DEFAULT_PATH)
execute_process(COMMAND ${WARPSAN_CLANGXX} -dumpversion OUTPUT_VARIABLE WARPSAN_CLANG_VERSION
                OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT WARPSAN_CLANG_VERSION VERSION_EQUAL LLVM_PACKAGE_VERSION)
  message(FATAL_ERROR "clang ${WARPSAN_CLANG_VERSION} and LLVM ${LLVM_PACKAGE_VERSION} differ: "
                      "the device bitcode would not load")
endif()

# The first CUDA 13 toolkit of: an explicit path, the conventional variables and
# place, the wheels of scripts/setup.sh (which looks in the same order).
function(warpsan_find_cuda result)
  if(DEFINED ENV{XDG_CACHE_HOME})
    set(cache $ENV{XDG_CACHE_HOME})
  else()
    set(cache $ENV{HOME}/.cache)
  endif()
  foreach(root IN ITEMS "$ENV{WARPSAN_CUDA_PATH}" "$ENV{CUDA_HOME}" "$ENV{CUDA_PATH}"
                        /usr/local/cuda ${cache}/warpsan/cuda-13.0)
    if(EXISTS "${root}/include/cuda.h")
      file(STRINGS ${root}/include/cuda.h version REGEX "^#define CUDA_VERSION 13[0-9][0-9][0-9]")
      if(version)
        set(${result} ${root} PARENT_SCOPE)
        return()
      endif()
    endif()
  endforeach()
endfunction()

set(WARPSAN_CUDA_PATH "" CACHE PATH "CUDA toolkit, 13.0 or later 13.x")
if(NOT WARPSAN_CUDA_PATH)
  warpsan_find_cuda(WARPSAN_CUDA_FOUND)
  set_property(CACHE WARPSAN_CUDA_PATH PROPERTY VALUE "${WARPSAN_CUDA_FOUND}")
endif()
if(NOT EXISTS "${WARPSAN_CUDA_PATH}/include/cuda.h")
  message(FATAL_ERROR "No CUDA 13 toolkit found: run scripts/setup.sh or set WARPSAN_CUDA_PATH")
endif()
message(STATUS "CUDA toolkit: ${WARPSAN_CUDA_PATH}")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)

# Headers of the project, for every target.
add_library(warpsan_headers INTERFACE)
target_include_directories(warpsan_headers INTERFACE ${PROJECT_SOURCE_DIR}
                                                     ${PROJECT_SOURCE_DIR}/include)

# LLVM headers and flags, without linking libLLVM: a plugin uses its host's.
add_library(warpsan_llvm INTERFACE)
target_link_libraries(warpsan_llvm INTERFACE warpsan_headers)
target_include_directories(warpsan_llvm SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
separate_arguments(WARPSAN_LLVM_DEFINITIONS NATIVE_COMMAND "${LLVM_DEFINITIONS}")
target_compile_options(warpsan_llvm INTERFACE ${WARPSAN_LLVM_DEFINITIONS}
                                              $<$<NOT:$<BOOL:$<TARGET_PROPERTY:WARPSAN_EXCEPTIONS>>>:-fno-exceptions>
                                              $<$<NOT:$<BOOL:${LLVM_ENABLE_RTTI}>>:-fno-rtti>)
