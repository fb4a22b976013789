# cmake -DMANIFEST=<install_manifest.txt> -P uninstall.cmake: removes what the
# last installation of this build wrote, and folders that are empty then.
if(NOT EXISTS "${MANIFEST}")
  message(FATAL_ERROR "${MANIFEST} is missing: nothing was installed from this build folder")
endif()
file(STRINGS ${MANIFEST} files)

# Folders above it, too; one that is not empty ends the way up.
function(remove_empty_folders folder)
  file(GLOB content ${folder}/*)
  while(NOT content)
    file(REMOVE_RECURSE ${folder})
    cmake_path(GET folder PARENT_PATH folder)
    file(GLOB content ${folder}/*)
  endwhile()
endfunction()

foreach(file IN LISTS files)
  message(STATUS "Removing ${file}")
  file(REMOVE ${file})
  cmake_path(GET file PARENT_PATH folder)
  remove_empty_folders(${folder})
endforeach()
file(REMOVE ${MANIFEST})
