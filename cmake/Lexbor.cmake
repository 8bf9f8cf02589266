# Defines facsim_lexbor: the HTML5 parser lexbor (Apache-2.0), as a library that is never used in
# public headers. It is searched in this order:
#
#   1. -DLEXBOR_SDIST=FILE   the source package selectolax-1.0.2.tar.gz, which holds lexbor 3.1.0
#   2. the system's lexbor 3 (not with -DLEXBOR_SYSTEM=OFF)
#   3. the same source package out of ${XDG_CACHE_HOME:-~/.cache}/facsim, when an earlier
#      configuration left it there
#   4. the same source package fetched by `python3 -m pip download` (3.6 MB), then stored there
#
# The package's SHA-256 is always checked, and only lexbor is unpacked from it.
set(LEXBOR_SDIST "" CACHE FILEPATH "selectolax-1.0.2.tar.gz, for machines without network")
option(LEXBOR_SYSTEM "use the system's lexbor where there is one" ON)

set(LEXBOR_SDIST_NAME selectolax-1.0.2.tar.gz)
set(LEXBOR_SDIST_SHA256 f0508ad927aa426425d4aa7a2bb2f8b21c01412534465bd227e241d4d0a6a418)
set(LEXBOR_MODULES core dom encoding html ns tag ports/posix)
set(LEXBOR_C_FILES 170)
set(LEXBOR_REMEDY "install lexbor 3 (liblexbor-dev), or pass -DLEXBOR_SDIST=FILE with a copy of \
${LEXBOR_SDIST_NAME} from the Python package index")

# Sets OUT to true if FILE is the expected source package.
function(lexbor_sdist_is_good FILE OUT)
  set(${OUT} FALSE PARENT_SCOPE)
  if(EXISTS "${FILE}" AND NOT IS_DIRECTORY "${FILE}")
    file(SHA256 "${FILE}" hash)
    if(hash STREQUAL LEXBOR_SDIST_SHA256)
      set(${OUT} TRUE PARENT_SCOPE)
    endif()
  endif()
endfunction()

# Sets OUT to the folder for downloads that outlive the build tree, or to nothing.
function(lexbor_cache_folder OUT)
  if(NOT "$ENV{XDG_CACHE_HOME}" STREQUAL "")
    set(${OUT} "$ENV{XDG_CACHE_HOME}/facsim" PARENT_SCOPE)
  elseif(NOT "$ENV{HOME}" STREQUAL "")
    set(${OUT} "$ENV{HOME}/.cache/facsim" PARENT_SCOPE)
  else()
    set(${OUT} "" PARENT_SCOPE)
  endif()
endfunction()

# Sets OUT to a Python that has pip. The user's own Python may not have it, so the Python of a
# wheel's build and the system's are tried, too, without the PYTHONPATH by which an isolated build
# hides packages from them.
function(lexbor_find_pip OUT)
  find_program(LEXBOR_PYTHON python3)
  mark_as_advanced(LEXBOR_PYTHON)
  foreach(python "${LEXBOR_PYTHON}" "${Python_EXECUTABLE}" /usr/bin/python3)
    if(python)
      execute_process(
        COMMAND ${CMAKE_COMMAND} -E env --unset=PYTHONPATH "${python}" -m pip --version
        RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
      if(status EQUAL 0)
        set(${OUT} "${python}" PARENT_SCOPE)
        return()
      endif()
    endif()
  endforeach()
  message(FATAL_ERROR "lexbor: no python3 with pip to fetch it; install python3-pip, or "
    "${LEXBOR_REMEDY}")
endfunction()

# Fetches the source package into FOLDER. The folder no_build/ prevents pip from compiling it.
function(lexbor_download FOLDER)
  lexbor_find_pip(python)
  message(STATUS "lexbor: fetching ${LEXBOR_SDIST_NAME} with ${python} -m pip download")
  set(here ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/lexbor)
  execute_process(
    COMMAND ${CMAKE_COMMAND} -E env PYTHONPATH=${here}/no_build PYTHONDONTWRITEBYTECODE=1
      "${python}" -m pip --disable-pip-version-check --no-input download --quiet
      --no-build-isolation --no-deps --no-binary selectolax --require-hashes
      -r ${here}/requirements.txt -d "${FOLDER}"
    RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  lexbor_sdist_is_good("${FOLDER}/${LEXBOR_SDIST_NAME}" good)
  if(NOT good)
    message(FATAL_ERROR "lexbor: pip download failed (status ${status}):\n${output}\n"
      "Check the network, or ${LEXBOR_REMEDY}")
  endif()
endfunction()

# Sets OUT to the path of the checked source package.
function(lexbor_obtain_sdist OUT)
  if(LEXBOR_SDIST)
    lexbor_sdist_is_good("${LEXBOR_SDIST}" good)
    if(NOT good)
      message(FATAL_ERROR "lexbor: ${LEXBOR_SDIST} is not ${LEXBOR_SDIST_NAME} with SHA-256 "
        "${LEXBOR_SDIST_SHA256}; correct -DLEXBOR_SDIST")
    endif()
    set(${OUT} "${LEXBOR_SDIST}" PARENT_SCOPE)
    return()
  endif()
  lexbor_cache_folder(cache)
  set(cached "${cache}/${LEXBOR_SDIST_NAME}")
  set(own "${PROJECT_BINARY_DIR}/lexbor/${LEXBOR_SDIST_NAME}")
  foreach(candidate "${own}" "${cached}")
    lexbor_sdist_is_good("${candidate}" good)
    if(good)
      set(${OUT} "${candidate}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
  lexbor_download("${PROJECT_BINARY_DIR}/lexbor")
  # The cache is optional; a home folder that is not writable is not an error.
  if(cache)
    execute_process(COMMAND ${CMAKE_COMMAND} -E make_directory "${cache}" ERROR_QUIET)
    execute_process(COMMAND ${CMAKE_COMMAND} -E copy "${own}" "${cached}" ERROR_QUIET)
  endif()
  set(${OUT} "${own}" PARENT_SCOPE)
endfunction()

# Sets OUT to the C files of the required modules in the unpacked folder SOURCE.
function(lexbor_list_files SOURCE OUT)
  set(files)
  foreach(module ${LEXBOR_MODULES})
    file(GLOB_RECURSE found "${SOURCE}/lexbor/${module}/*.c")
    list(APPEND files ${found})
  endforeach()
  set(${OUT} ${files} PARENT_SCOPE)
endfunction()

function(lexbor_from_source)
  set(root ${PROJECT_BINARY_DIR}/lexbor/selectolax-1.0.2/lexbor)
  set(stamp ${PROJECT_BINARY_DIR}/lexbor/unpacked)
  lexbor_list_files(${root}/source files)
  list(LENGTH files count)
  if(NOT EXISTS ${stamp} OR NOT count EQUAL LEXBOR_C_FILES)
    lexbor_obtain_sdist(sdist)
    message(STATUS "lexbor: unpacking ${sdist}")
    file(REMOVE_RECURSE ${root})
    file(ARCHIVE_EXTRACT INPUT "${sdist}" DESTINATION ${PROJECT_BINARY_DIR}/lexbor
      PATTERNS "selectolax-1.0.2/lexbor/source/*" "selectolax-1.0.2/lexbor/LICENSE"
        "selectolax-1.0.2/lexbor/NOTICE")
    lexbor_list_files(${root}/source files)
    list(LENGTH files count)
    if(NOT count EQUAL LEXBOR_C_FILES)
      message(FATAL_ERROR "lexbor: ${sdist} gave ${count} C files, not ${LEXBOR_C_FILES}; "
        "remove ${PROJECT_BINARY_DIR}/lexbor and configure again")
    endif()
    file(TOUCH ${stamp})
  endif()

  add_library(facsim_lexbor STATIC ${files})
  set_target_properties(facsim_lexbor PROPERTIES
    C_STANDARD 99 C_EXTENSIONS ON POSITION_INDEPENDENT_CODE ON C_CLANG_TIDY ""
    EXPORT_COMPILE_COMMANDS OFF)
  target_compile_options(facsim_lexbor PRIVATE -w)
  target_compile_definitions(facsim_lexbor PUBLIC $<BUILD_INTERFACE:LEXBOR_STATIC>)
  if(CMAKE_C_FLAGS MATCHES "-fsanitize=[a-z,]*address")
    # The arenas then mark free memory, and the sanitizer detects reads of it.
    target_compile_definitions(facsim_lexbor PRIVATE LEXBOR_HAVE_ADDRESS_SANITIZER)
  endif()
  target_include_directories(facsim_lexbor SYSTEM PUBLIC $<BUILD_INTERFACE:${root}/source>)
  target_link_libraries(facsim_lexbor PRIVATE m)
  install(FILES ${root}/LICENSE ${root}/NOTICE DESTINATION share/doc/facsim/lexbor)
endfunction()

# Sets OUT to true if the system has a supported lexbor: version 3, according to its header.
function(lexbor_find_system OUT)
  set(${OUT} FALSE PARENT_SCOPE)
  find_path(LEXBOR_INCLUDE_DIR lexbor/html/parser.h)
  find_library(LEXBOR_LIBRARY lexbor)
  mark_as_advanced(LEXBOR_INCLUDE_DIR LEXBOR_LIBRARY)
  if(NOT LEXBOR_INCLUDE_DIR OR NOT LEXBOR_LIBRARY)
    return()
  endif()
  file(STRINGS "${LEXBOR_INCLUDE_DIR}/lexbor/core/base.h" major
    REGEX "^#define LEXBOR_VERSION_MAJOR 3$")
  if(major)
    set(${OUT} TRUE PARENT_SCOPE)
  else()
    message(STATUS "lexbor: ${LEXBOR_LIBRARY} is not version 3; building it from source")
  endif()
endfunction()

set(LEXBOR_FOUND_SYSTEM FALSE)
if(LEXBOR_SYSTEM AND NOT LEXBOR_SDIST)
  lexbor_find_system(LEXBOR_FOUND_SYSTEM)
endif()
if(LEXBOR_FOUND_SYSTEM)
  message(STATUS "lexbor: ${LEXBOR_LIBRARY}")
  add_library(facsim_lexbor INTERFACE)
  target_include_directories(facsim_lexbor SYSTEM INTERFACE
    $<BUILD_INTERFACE:${LEXBOR_INCLUDE_DIR}>)
  target_link_libraries(facsim_lexbor INTERFACE "${LEXBOR_LIBRARY}")
else()
  lexbor_from_source()
endif()
