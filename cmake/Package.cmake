# The installed tree: what warpsan++ needs is installed where it is made; here
# are headers, documents, the CMake package, the target `uninstall` and archives.
# Nothing in the tree names its place, so it may be moved.
include(CMakePackageConfigHelpers)
set(package_folder lib/cmake/WarpSan)
set(package_source ${PROJECT_SOURCE_DIR}/cmake/package)

add_library(warpsan_annotations INTERFACE)
target_include_directories(warpsan_annotations INTERFACE $<INSTALL_INTERFACE:include>)
set_target_properties(warpsan_annotations PROPERTIES EXPORT_NAME headers)
install(TARGETS warpsan_annotations EXPORT WarpSan)
install(EXPORT WarpSan NAMESPACE WarpSan:: FILE WarpSanTargets.cmake DESTINATION ${package_folder})

# The modes stand in one place, the table of options.
file(STRINGS ${PROJECT_SOURCE_DIR}/passes/PassOptions.def mode_rows
     REGEX "^WARPSAN_PASS_CHOICE\\(Mode, .*true\\)")
list(TRANSFORM mode_rows REPLACE "^[^\"]*\"([a-z]+)\".*" "\\1" OUTPUT_VARIABLE WARPSAN_MODES)
configure_package_config_file(${package_source}/WarpSanConfig.cmake.in
                              ${PROJECT_BINARY_DIR}/package/WarpSanConfig.cmake
                              INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/WarpSanConfigVersion.cmake
                                 COMPATIBILITY SameMajorVersion)
install(FILES ${PROJECT_BINARY_DIR}/package/WarpSanConfig.cmake
              ${PROJECT_BINARY_DIR}/package/WarpSanConfigVersion.cmake
              ${package_source}/WarpSanEnable.cmake
              ${package_source}/toolchain.cmake
              ${package_source}/lines.cfg
        DESTINATION ${package_folder})

install(FILES README.md CHANGELOG.md LICENSE DESTINATION share/doc/warpsan)
install(DIRECTORY docs examples DESTINATION share/doc/warpsan)

# All that is installed, without tests and benchmarks.
add_custom_target(product DEPENDS RaceInstrument warpsan warpsan_cpu warpsan-ptxas warpsan-report)
if(TARGET man)
  add_dependencies(product man)
endif()

add_custom_target(uninstall
  COMMAND ${CMAKE_COMMAND} -DMANIFEST=${PROJECT_BINARY_DIR}/install_manifest.txt
          -P ${PROJECT_SOURCE_DIR}/cmake/uninstall.cmake
  VERBATIM)

set(CPACK_GENERATOR TGZ DEB)
set(CPACK_PACKAGE_NAME warpsan)
set(CPACK_PACKAGE_CONTACT "WarpSan developers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Data race detector for CUDA programs")
set(CPACK_PACKAGING_INSTALL_PREFIX /opt/warpsan)
set(CPACK_DEBIAN_PACKAGE_DEPENDS
    "clang-${LLVM_VERSION_MAJOR}, clang-tools-${LLVM_VERSION_MAJOR}") # it links CUDA code
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
include(CPack)
