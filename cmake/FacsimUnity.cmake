# facsim_unity(TARGET): compiles several sources of a target together (a unity build), since most of
# the time for a single source goes into headers that the others include, too (docs/decisions/0020).
# With FACSIM_UNITY=OFF each source is compiled by itself, as editors (the preset dev) and
# clang-tidy need it.
#
# Two sources of a target must therefore not share a private name: give the newer one a more
# specific name. FACSIM_UNITY_SOURCES=0 compiles all sources of a target together, which shows every
# clash.
option(FACSIM_UNITY "compile several sources of a target at once" ON)
set(FACSIM_UNITY_SOURCES 8 CACHE STRING "how many sources are compiled at once, of tests twice as many; 0: all of a target")
mark_as_advanced(FACSIM_UNITY_SOURCES)

function(facsim_unity TARGET)
  if(NOT FACSIM_UNITY)
    return()
  endif()
  # Tests share more headers than the code that they test: compiling 16 at once takes 0.85 of the
  # CPU time of 8 and 8.
  set(sources ${FACSIM_UNITY_SOURCES})
  if("${TARGET}" MATCHES "_test$")
    math(EXPR sources "2 * ${sources}")
  endif()
  set_target_properties(${TARGET} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${sources})
  # CMake includes sources by absolute path. Without this, an assertion, which contains its file
  # name, would differ in each clone, and ccache would not share results between clones.
  target_compile_options(${TARGET} PRIVATE -ffile-prefix-map=${PROJECT_SOURCE_DIR}/=)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # g++ treats an included source as a header, and warns about its classes that contain private
    # ones. The preset dev still gives this warning for headers.
    target_compile_options(${TARGET} PRIVATE -Wno-subobject-linkage)
  endif()
endfunction()
