# Host sanitizers for our own code (-DWARPSAN_SANITIZE=address,undefined).
if(WARPSAN_SANITIZE)
  add_compile_options(-fsanitize=${WARPSAN_SANITIZE} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${WARPSAN_SANITIZE})
endif()
