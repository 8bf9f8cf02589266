# facsim_unity(TARGET): the sources of a target are compiled some at a time (a unity build), since most
# of the time of one alone goes into headers that the others read too (docs/decisions/0020). With
# FACSIM_UNITY=OFF each is compiled by itself, as an editor wants it (the preset dev) and as clang-tidy
# reads it.
#
# unity_alone.txt names sources that stay out, since a name of their own is also one of another source
# of the target. To take one out of that list, give the name that clashes a better one.
option(FACSIM_UNITY "compile several sources of a target at once" ON)

file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/unity_alone.txt FACSIM_UNITY_ALONE REGEX "^[^#]")
set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY
  CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/unity_alone.txt)
if(FACSIM_TESTS)  # else some of them may not be here, as in a source distribution for Python
  foreach(name ${FACSIM_UNITY_ALONE})
    if(NOT EXISTS ${PROJECT_SOURCE_DIR}/${name})
      message(FATAL_ERROR "cmake/unity_alone.txt names ${name}, which is not there")
    endif()
  endforeach()
endif()

function(facsim_unity TARGET)
  if(NOT FACSIM_UNITY)
    return()
  endif()
  # Tests share more headers than what they test: 16 at once take .85 of the CPU of 8 and 8.
  set(batch 8)
  if("${TARGET}" MATCHES "_test$")
    set(batch 16)
  endif()
  set_target_properties(${TARGET} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${batch})
  # CMake includes sources by their whole paths; without this an assertion, which says its file,
  # would be another one in each clone, and ccache would find nothing of the others.
  target_compile_options(${TARGET} PRIVATE -ffile-prefix-map=${PROJECT_SOURCE_DIR}/=)
  get_target_property(sources ${TARGET} SOURCES)
  foreach(source ${sources})
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE name)
    if(name IN_LIST FACSIM_UNITY_ALONE)
      set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
  endforeach()
endfunction()
