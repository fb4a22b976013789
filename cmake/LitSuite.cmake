# add_lit_suite(<name> <folder>): one ctest test that runs a folder with lit.
# Single results go to test-results/<name>.xml, where scripts/count_tests.py
# finds them.
find_program(WARPSAN_LIT lit REQUIRED HINTS ${LLVM_TOOLS_BINARY_DIR} NO_DEFAULT_PATH)
find_package(Python3 3.11 REQUIRED COMPONENTS Interpreter)

# Where scripts/setup.sh puts it; tests that need it are skipped without.
find_file(WARPSAN_SARIF_SCHEMA sarif-2.1.0.json
          PATHS $ENV{XDG_CACHE_HOME}/warpsan $ENV{HOME}/.cache/warpsan NO_DEFAULT_PATH)

function(add_lit_suite name folder)
  set(WARPSAN_SUITE ${name})
  set(WARPSAN_SUITE_SOURCE ${folder})
  set(WARPSAN_SUITE_BUILD ${PROJECT_BINARY_DIR}/test/${name})
  configure_file(${PROJECT_SOURCE_DIR}/test/lit.site.cfg.py.in
                 ${WARPSAN_SUITE_BUILD}/lit.site.cfg.py @ONLY)
  add_test(NAME ${name}
           COMMAND ${WARPSAN_LIT} -v --workers 2
                   --xunit-xml-output ${PROJECT_BINARY_DIR}/test-results/${name}.xml
                   ${WARPSAN_SUITE_BUILD})
  # lit has its own workers: ctest runs nothing beside it with two jobs.
  set_tests_properties(${name} PROPERTIES LABELS lit PROCESSORS 2 TIMEOUT 3000)
endfunction()
