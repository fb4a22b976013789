# Host sanitizers for our own code (-DWARPSAN_SANITIZE=address,undefined). They
# cover the unit tests: clang and CUDA programs that load a sanitized plugin or
# runtime would need the sanitizer's own runtime first, so the lit suites are
# left out of such a build (test/CMakeLists.txt).
if(WARPSAN_SANITIZE)
  add_compile_options(-fsanitize=${WARPSAN_SANITIZE} -fno-omit-frame-pointer
                      -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${WARPSAN_SANITIZE})
endif()
