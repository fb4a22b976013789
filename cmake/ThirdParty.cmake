# Libraries from the distribution (scripts/setup.sh installs them).
set(Boost_USE_STATIC_LIBS ON) # the CPU runtime carries its fibers with it
find_package(Boost 1.74 REQUIRED COMPONENTS context)
if(WARPSAN_TESTS)
  find_package(GTest 1.12 REQUIRED)
  find_package(nlohmann_json 3.11 REQUIRED)
endif()
