# add_unit_test(<name> SOURCES <file>... [LIBRARIES <target>...]): one GoogleTest
# program, one ctest test. Single results go to test-results/<name>.xml.
function(add_unit_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBRARIES")
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE warpsan_headers warpsan_warnings ${arg_LIBRARIES}
                                        GTest::gmock GTest::gtest_main)
  add_test(NAME ${name}
           COMMAND ${name} --gtest_output=xml:${PROJECT_BINARY_DIR}/test-results/${name}.xml)
  set_tests_properties(${name} PROPERTIES LABELS unit TIMEOUT 600)
endfunction()
