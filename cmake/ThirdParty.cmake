# Libraries that only tests need (scripts/setup.sh installs them).
if(WARPSAN_TESTS)
  find_package(GTest 1.12 REQUIRED)
  find_package(nlohmann_json 3.11 REQUIRED)
endif()
