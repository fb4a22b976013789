# warpsan_enable(<target> [MODE <mode>] [CPU] [OPTIONS <-warpsan-name=value>...]):
# compiles the CUDA sources of the target with the race detector (docs/cmake.md).
# The flags are those of warpsan++: its config files.
function(warpsan_enable target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "CPU" "MODE" "OPTIONS")
  _warpsan_check_arguments()
  _warpsan_check_compiler()
  # Sources may be added behind this call.
  cmake_language(EVAL CODE "cmake_language(DEFER CALL _warpsan_check_sources [[${target}]])")

  cmake_path(GET WARPSAN_CXX PARENT_PATH tools)
  set(config ${tools}/warpsan.cfg)
  if(arg_CPU OR WARPSAN_CPU)
    set(config ${tools}/warpsan-cpu.cfg)
    _warpsan_link_cpu_target()
  endif()
  # lines.cfg stands in front of the project's own -g.
  set(flags "--config=${CMAKE_CURRENT_FUNCTION_LIST_DIR}/lines.cfg" "--config=${config}")
  if(arg_MODE)
    list(PREPEND arg_OPTIONS -warpsan-mode=${arg_MODE})
  endif()
  list(TRANSFORM arg_OPTIONS PREPEND -mllvm= OUTPUT_VARIABLE options)
  _warpsan_add_cuda_flags()
  _warpsan_add_host_flags()
endfunction()

# The functions below see the variables of their callers.
function(_warpsan_fail)
  message(FATAL_ERROR "warpsan_enable(${target}): " ${ARGN})
endfunction()

function(_warpsan_check_arguments)
  if(NOT TARGET ${target})
    _warpsan_fail("there is no target of this name: add_executable or add_library comes first")
  endif()
  get_target_property(imported ${target} IMPORTED)
  get_target_property(aliased ${target} ALIASED_TARGET)
  if(imported OR aliased)
    _warpsan_fail("an imported target or an alias: name the target that compiles the sources")
  endif()
  if(arg_UNPARSED_ARGUMENTS OR arg_KEYWORDS_MISSING_VALUES)
    _warpsan_fail("unknown or incomplete: ${arg_UNPARSED_ARGUMENTS} ${arg_KEYWORDS_MISSING_VALUES}. "
                  "The form is warpsan_enable(<target> [MODE <mode>] [CPU] [OPTIONS <option>...])")
  endif()
  if(arg_MODE AND NOT arg_MODE IN_LIST WARPSAN_MODES)
    list(JOIN WARPSAN_MODES ", " modes)
    _warpsan_fail("no mode '${arg_MODE}': MODE is one of ${modes}")
  endif()
  foreach(option IN LISTS arg_OPTIONS)
    if(NOT option MATCHES "^-warpsan-[a-z-]+=.")
      _warpsan_fail("OPTIONS are -warpsan-<name>=<value>, not '${option}'")
    endif()
  endforeach()
endfunction()

function(_warpsan_check_compiler)
  if(NOT CMAKE_CUDA_COMPILER)
    _warpsan_fail("the project has no language CUDA: project(... LANGUAGES CXX CUDA)")
  endif()
  if(NOT CMAKE_CUDA_COMPILER_ID STREQUAL "Clang"
     OR NOT CMAKE_CUDA_COMPILER_VERSION MATCHES "^${WARPSAN_CLANG_MAJOR}\\.")
    _warpsan_fail(
      "CUDA sources are compiled by ${CMAKE_CUDA_COMPILER_ID} ${CMAKE_CUDA_COMPILER_VERSION} "
      "(${CMAKE_CUDA_COMPILER}), and the detector is a plugin of clang ${WARPSAN_CLANG_MAJOR}.\n"
      "Configure a new build folder with --toolchain ${WARPSAN_TOOLCHAIN}, or keep that compiler "
      "and build programs to check with ${WARPSAN_CXX}.")
  endif()
endfunction()

function(_warpsan_check_sources target)
  get_target_property(separable ${target} CUDA_SEPARABLE_COMPILATION)
  get_target_property(resolves ${target} CUDA_RESOLVE_DEVICE_SYMBOLS)
  if(separable AND NOT resolves STREQUAL "OFF")
    _warpsan_fail("CUDA_SEPARABLE_COMPILATION is for the CPU target only: for GPUs compile and "
                  "link with ${WARPSAN_CXX} -fgpu-rdc")
  endif()
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    if(source MATCHES "\\$<")
      string(REGEX MATCH "\\.cu[;>]" isCuda "${source}")
    else()
      get_source_file_property(language ${source} TARGET_DIRECTORY ${target} LANGUAGE)
      string(COMPARE EQUAL "${language}" "CUDA" isCuda)
    endif()
    if(isCuda)
      return()
    endif()
  endforeach()
  _warpsan_fail("the target has no CUDA source: name the target that has the kernels")
endfunction()

# The runtime of the CPU target stands in for cudart. It is an option, too, so
# that it comes before a cudart that the project or its users link. Properties
# go with both signatures of target_link_libraries.
function(_warpsan_link_cpu_target)
  set(library WarpSan::warpsan_cpu)
  set_property(TARGET ${target} APPEND PROPERTY LINK_LIBRARIES ${library})
  set_property(TARGET ${target} APPEND PROPERTY INTERFACE_LINK_LIBRARIES "$<LINK_ONLY:${library}>")
  set(first "LINKER:--push-state,--no-as-needed,$<TARGET_FILE:${library}>,--pop-state")
  target_link_options(${target} PUBLIC "$<BUILD_INTERFACE:${first}>")
  # The host's linker resolves those, too.
  set_target_properties(${target} PROPERTIES CUDA_RUNTIME_LIBRARY None
                                             CUDA_RESOLVE_DEVICE_SYMBOLS OFF)
endfunction()

function(_warpsan_add_cuda_flags)
  set(toolkit ${CMAKE_CUDA_COMPILER_TOOLKIT_ROOT})
  list(APPEND flags ${options} "SHELL:-isystem \"${toolkit}/include/cccl\""
                    "SHELL:-Xcuda-ptxas \"--cuda-path=${toolkit}\""
                    -Wno-unknown-cuda-version -Wno-unused-command-line-argument)
  target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CUDA>:${flags}>")
endfunction()

# Sees the CUDA calls of C++ sources, also of those that use a library, if the
# same clang compiles them.
function(_warpsan_add_host_flags)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang"
     OR NOT CMAKE_CXX_COMPILER_VERSION VERSION_EQUAL CMAKE_CUDA_COMPILER_VERSION)
    return()
  endif()
  target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:${flags};${options}>")
  if(NOT arg_MODE STREQUAL "off")
    target_compile_options(${target} INTERFACE
                           "$<BUILD_INTERFACE:$<$<COMPILE_LANGUAGE:CXX>:${flags}>>")
  endif()
endfunction()
