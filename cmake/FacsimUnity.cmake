# facsim_unity(TARGET): the sources of a target are compiled some at a time (a unity build), since most
# of the time of one alone goes into headers that the others read too (docs/decisions/0020). With
# FACSIM_UNITY=OFF each is compiled by itself, as an editor wants it (the preset dev) and as clang-tidy
# reads it.
#
# So no two sources of a target may have a private name in common: give the newer one a name that says
# more. FACSIM_UNITY_SOURCES=0 makes one of all sources of a target, which shows every clash.
option(FACSIM_UNITY "compile several sources of a target at once" ON)
set(FACSIM_UNITY_SOURCES 8 CACHE STRING "how many sources are compiled at once, of tests twice as many; 0: all of a target")
mark_as_advanced(FACSIM_UNITY_SOURCES)

function(facsim_unity TARGET)
  if(NOT FACSIM_UNITY)
    return()
  endif()
  # Tests share more headers than what they test: 16 at once take .85 of the CPU of 8 and 8.
  set(sources ${FACSIM_UNITY_SOURCES})
  if("${TARGET}" MATCHES "_test$")
    math(EXPR sources "2 * ${sources}")
  endif()
  set_target_properties(${TARGET} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${sources})
  # CMake includes sources by their whole paths; without this an assertion, which says its file,
  # would be another one in each clone, and ccache would find nothing of the others.
  target_compile_options(${TARGET} PRIVATE -ffile-prefix-map=${PROJECT_SOURCE_DIR}/=)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # g++ takes a source for a header where another one includes it, and warns of its classes that
    # hold private ones. Of headers the preset dev warns as before.
    target_compile_options(${TARGET} PRIVATE -Wno-subobject-linkage)
  endif()
endfunction()
