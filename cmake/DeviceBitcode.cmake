# add_device_bitcode(<target> <source.cu> <output.bc>): CUDA source to NVPTX
# bitcode with the one list of flags that all device code is built with.
set(WARPSAN_DEVICE_FLAGS
    -x cuda --cuda-device-only -emit-llvm -c -O2 -std=c++20
    # The oldest architecture of CUDA 13; the code is relinked into modules of any newer one.
    --cuda-gpu-arch=sm_75 --cuda-path=${WARPSAN_CUDA_PATH}
    # clang 22 takes CUDA 13 for 12.9 and says so.
    -Wno-unknown-cuda-version
    # libdevice would be linked in a second time.
    -nogpulib -Xclang -target-sdk-version=12.9
    -Wall -Wextra -I${PROJECT_SOURCE_DIR} -I${PROJECT_SOURCE_DIR}/include)

function(add_device_bitcode target source output)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${WARPSAN_CLANGXX} ${WARPSAN_DEVICE_FLAGS} -MD -MF ${output}.d -MT ${output}
            ${CMAKE_CURRENT_SOURCE_DIR}/${source} -o ${output}
    DEPENDS ${source}
    DEPFILE ${output}.d
    COMMENT "Device bitcode ${source}"
    VERBATIM)
  add_custom_target(${target} DEPENDS ${output})
endfunction()
