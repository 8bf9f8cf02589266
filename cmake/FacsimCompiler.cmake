# Compiler settings shared by all targets of facsim. Generic x86-64: kernels are chosen at run time.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release, RelWithDebInfo or MinSizeRel" FORCE)
endif()

find_program(CCACHE ccache)
mark_as_advanced(CCACHE)
if(CCACHE)
  # Paths are relative to the project, so that clones share the results of the compiler cache.
  set(launcher env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
endif()

# Warnings are for facsim's own code; foreign sources are compiled without this target.
add_library(facsim_warnings INTERFACE)
target_compile_options(facsim_warnings INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # g++ 12 wrongly reports "text" + std::to_string(n) at -O2 (GCC bug 105651).
  target_compile_options(facsim_warnings INTERFACE -Wno-restrict)
endif()
if(FACSIM_WERROR)
  target_compile_options(facsim_warnings INTERFACE -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  # libstdc++ 12's stable_sort uses a function that clang 19 considers deprecated. g++ reports other
  # deprecated functions.
  target_compile_options(facsim_warnings INTERFACE -Wno-deprecated-declarations)
  # Reports members that are used without the mutex that guards them (facsim/base/mutex.h).
  target_compile_options(facsim_warnings INTERFACE -Wthread-safety)
endif()

# In debug and sanitizer builds, reading a container past its end stops the program.
if(CMAKE_BUILD_TYPE STREQUAL Debug OR FACSIM_SANITIZE OR FACSIM_FUZZ)
  add_compile_definitions($<$<COMPILE_LANGUAGE:CXX>:_GLIBCXX_ASSERTIONS>)
endif()

# Sanitizers only check foreign code that is built with them, so these flags are set for all
# targets.
function(facsim_add_flags)
  list(JOIN ARGN " " flags)
  foreach(variable IN ITEMS CMAKE_C_FLAGS CMAKE_CXX_FLAGS)
    set(${variable} "${${variable}} ${flags}" PARENT_SCOPE)
  endforeach()
endfunction()
if(FACSIM_SANITIZE)
  facsim_add_flags(-fsanitize=${FACSIM_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
endif()
if(FACSIM_SANITIZE MATCHES thread AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  facsim_add_flags(-Wno-tsan)
endif()
if(FACSIM_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
    message(FATAL_ERROR "FACSIM_FUZZ needs clang (libFuzzer); use the preset asan")
  endif()
  facsim_add_flags(-fsanitize=fuzzer-no-link)
endif()
# A test's own sources compile in half the time with less optimization; the code that they test is
# compiled as usual. In fuzz builds they are not traced for coverage.
add_library(facsim_test_flags INTERFACE)
if(FACSIM_SANITIZE)
  target_compile_options(facsim_test_flags INTERFACE -O0)
  target_compile_definitions(facsim_test_flags INTERFACE FACSIM_SANITIZED)
elseif(CMAKE_BUILD_TYPE STREQUAL Release)
  target_compile_options(facsim_test_flags INTERFACE -O1)
endif()
if(FACSIM_FUZZ)
  target_compile_options(facsim_test_flags INTERFACE -fno-sanitize=fuzzer-no-link)
endif()
# facsim_link_first(TEST LIBRARY...): if several objects contain a function, such as the instance of
# a template, the linker uses the first. That must be the one of the library, not that of a test
# that was compiled without optimization (sanitized tests of features: 1.6 times as fast).
function(facsim_link_first TEST)
  if(NOT FACSIM_SANITIZE)
    return()
  endif()
  foreach(library IN LISTS ARGN)
    get_target_property(type ${library} TYPE)
    if(type STREQUAL STATIC_LIBRARY)
      target_link_options(${TEST} PRIVATE
        "SHELL:-Wl,--whole-archive $<TARGET_FILE:${library}> -Wl,--no-whole-archive")
    endif()
  endforeach()
endfunction()
if(FACSIM_COVERAGE)
  facsim_add_flags(--coverage)
endif()
