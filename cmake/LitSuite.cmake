# add_lit_suite(<name> <folder>): one ctest test that runs a folder with lit.
find_program(WARPSAN_LIT lit REQUIRED HINTS ${LLVM_TOOLS_BINARY_DIR} NO_DEFAULT_PATH)

function(add_lit_suite name folder)
  configure_file(${PROJECT_SOURCE_DIR}/test/lit.site.cfg.py.in
                 ${PROJECT_BINARY_DIR}/test/${name}/lit.site.cfg.py @ONLY)
  add_test(NAME ${name} COMMAND ${WARPSAN_LIT} -sv ${PROJECT_BINARY_DIR}/test/${name})
endfunction()
