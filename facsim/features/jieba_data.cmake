# Makes jieba.tables in the build folder from the system's package python3-jieba, and installs it as
# share/facsim/jieba.tables. Without the package it reports that, and the target does not exist.
#
# FACSIM_JIEBA_TABLES   the file, or empty
include_guard(GLOBAL)
include(GNUInstallDirs)

set(maker ${PROJECT_SOURCE_DIR}/scripts/make_jieba_tables.py)
# The package belongs to the system's Python, but any will do: it is read and not imported.
find_program(FACSIM_SYSTEM_PYTHON NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH)
if(NOT FACSIM_SYSTEM_PYTHON)
  find_program(FACSIM_SYSTEM_PYTHON NAMES python3)
endif()

set(package "")
if(FACSIM_SYSTEM_PYTHON)
  execute_process(COMMAND ${FACSIM_SYSTEM_PYTHON} ${maker} --find
    OUTPUT_VARIABLE package OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()

if(package)
  set(tables ${PROJECT_BINARY_DIR}/jieba.tables)
  set(sources dict.txt analyse/idf.txt
    finalseg/prob_start.py finalseg/prob_trans.py finalseg/prob_emit.py)
  list(TRANSFORM sources PREPEND ${package}/)
  add_custom_command(OUTPUT ${tables}
    COMMAND ${FACSIM_SYSTEM_PYTHON} ${maker} --package ${package} -o ${tables}
    DEPENDS ${maker} ${sources} VERBATIM COMMENT "Making jieba.tables")
  add_custom_target(facsim_jieba_tables ALL DEPENDS ${tables})
  install(FILES ${tables} DESTINATION ${CMAKE_INSTALL_DATADIR}/facsim COMPONENT program)
else()
  set(tables "")
  message(STATUS "jieba.tables are not made: python3-jieba is not installed (no jieba words)")
endif()
set(FACSIM_JIEBA_TABLES "${tables}" CACHE INTERNAL "the table of jieba's words, if it is made")
