# Warnings for our targets only: target_link_libraries(x PRIVATE warpsan_warnings).
add_library(warpsan_warnings INTERFACE)
target_compile_options(warpsan_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow
                                                  -Wno-unused-parameter)
option(WARPSAN_WERROR "Treat warnings as errors" OFF)
if(WARPSAN_WERROR)
  target_compile_options(warpsan_warnings INTERFACE -Werror)
endif()
# A tool for soundness keeps its assertions in every build type.
foreach(type RELEASE RELWITHDEBINFO MINSIZEREL)
  string(REPLACE "-DNDEBUG" "" CMAKE_CXX_FLAGS_${type} "${CMAKE_CXX_FLAGS_${type}}")
endforeach()
