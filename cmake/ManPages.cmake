# Man pages, by help2man: what tools say to --help, and warpsan(7) from the tables
# of options. tools/man has what these texts do not say.
find_program(WARPSAN_HELP2MAN help2man)
if(NOT WARPSAN_HELP2MAN)
  message(STATUS "no man pages: help2man is missing")
  return()
endif()
set(man_source ${PROJECT_SOURCE_DIR}/tools/man)
set(man_scripts ${PROJECT_SOURCE_DIR}/scripts)

# The text is what SCRIPT prints, given ARGUMENT; further arguments are what it depends on.
function(warpsan_man_page name section script argument)
  set(folder share/man/man${section})
  set(output ${PROJECT_BINARY_DIR}/${folder}/${name}.${section})
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/${folder}
    COMMAND ${WARPSAN_HELP2MAN} --no-info --section=${section} --manual=WarpSan
            "--version-string=WarpSan ${PROJECT_VERSION}" "--help-option=${argument}"
            --include=${man_source}/${name}.h2m --include=${man_source}/see_also.h2m
            --output=${output} ${man_scripts}/${script}
    DEPENDS ${man_source}/${name}.h2m ${man_source}/see_also.h2m ${man_scripts}/${script} ${ARGN}
    VERBATIM)
  install(FILES ${output} DESTINATION ${folder})
  add_custom_target(${name}.${section} DEPENDS ${output})
  add_dependencies(man ${name}.${section})
endfunction()

add_custom_target(man ALL)
file(GLOB python_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tools/warpsan_*/*.py)
foreach(tool warpsan++ warpsan-nvcc warpsan-repair warpsan-replay)
  set(program ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/${tool})
  warpsan_man_page(${tool} 1 help_text.py ${program} ${program} ${python_files})
endforeach()
warpsan_man_page(warpsan-report 1 help_text.py $<TARGET_FILE:warpsan-report> warpsan-report)
warpsan_man_page(warpsan 7 manual_text.py --help
                 ${man_scripts}/options_doc.py ${PROJECT_SOURCE_DIR}/README.md
                 ${PROJECT_SOURCE_DIR}/include/warpsan/annotations.h
                 ${PROJECT_SOURCE_DIR}/rt/runtime_options.def ${PROJECT_SOURCE_DIR}/passes/PassOptions.def)
