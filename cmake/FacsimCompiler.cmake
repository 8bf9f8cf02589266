# Compiler settings shared by every target of ours. Generic x86-64: kernels are chosen at run time.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_C_COMPILER_LAUNCHER ${CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

add_library(facsim_warnings INTERFACE)
target_compile_options(facsim_warnings INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow)
if(FACSIM_WERROR)
  target_compile_options(facsim_warnings INTERFACE -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  # libstdc++ 12's stable_sort uses a function that clang 19 calls deprecated.
  target_compile_options(facsim_warnings INTERFACE -Wno-error=deprecated-declarations)
endif()
