# Z3 for proofs (scripts/setup.sh installs it). Debian's package has no CMake file.
find_path(WARPSAN_Z3_INCLUDE z3++.h REQUIRED)
find_library(WARPSAN_Z3_LIBRARY z3 REQUIRED)
add_library(Z3::Z3 UNKNOWN IMPORTED)
set_target_properties(Z3::Z3 PROPERTIES IMPORTED_LOCATION ${WARPSAN_Z3_LIBRARY}
                                        INTERFACE_INCLUDE_DIRECTORIES ${WARPSAN_Z3_INCLUDE})

# JSON of reports (headers only; scripts/setup.sh installs them).
find_package(nlohmann_json 3.11 REQUIRED)

# Libraries that only tests need (scripts/setup.sh installs them).
if(WARPSAN_TESTS)
  find_package(GTest 1.12 REQUIRED)
endif()
