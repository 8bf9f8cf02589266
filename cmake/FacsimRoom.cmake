# facsim_room(NAME ROOMS r1 r2 ... USES lib1 lib2 ...)
#
# A room is a static library facsim_NAME of all *.cc beside the CMakeLists.txt (and in kernels/,
# codec/), and a test program of its *_test.cc. ROOMS are the rooms below it that it may include;
# USES are foreign libraries, which its headers must not include.
function(facsim_room NAME)
  cmake_parse_arguments(ROOM "" "" "ROOMS;USES" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cc)
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_test\\.cc$")
  list(FILTER tests INCLUDE REGEX "_test\\.cc$")

  if(sources)
    add_library(facsim_${NAME} STATIC ${sources})
    facsim_unity(facsim_${NAME})
    set(scope PUBLIC)
  else()
    add_library(facsim_${NAME} INTERFACE)
    set(scope INTERFACE)
  endif()
  set_target_properties(facsim_${NAME} PROPERTIES EXPORT_NAME ${NAME})
  target_include_directories(facsim_${NAME} ${scope}
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<INSTALL_INTERFACE:include>)
  target_compile_features(facsim_${NAME} ${scope} cxx_std_20)
  foreach(room ${ROOM_ROOMS})
    target_link_libraries(facsim_${NAME} ${scope} facsim_${room})
  endforeach()
  if(sources)
    target_link_libraries(facsim_${NAME} PRIVATE ${ROOM_USES} $<BUILD_INTERFACE:facsim_warnings>)
  else()
    target_link_libraries(facsim_${NAME} INTERFACE ${ROOM_USES})
  endif()
  set_property(GLOBAL APPEND PROPERTY FACSIM_ROOMS facsim_${NAME})

  if(FACSIM_TESTS AND tests)
    add_executable(facsim_${NAME}_test ${tests})
    facsim_unity(facsim_${NAME}_test)
    target_link_libraries(facsim_${NAME}_test PRIVATE facsim_${NAME} ${ROOM_USES}
      GTest::gtest_main GTest::gmock rapidcheck facsim_warnings facsim_test_flags)
    facsim_link_first(facsim_${NAME}_test facsim_${NAME})
    add_test(NAME ${NAME} COMMAND facsim_${NAME}_test)
    set_tests_properties(${NAME} PROPERTIES LABELS "quick;test;check")
    if(FACSIM_SANITIZE AND NAME STREQUAL seen)  # minutes: halves, side by side
      add_test(NAME seen_other_half COMMAND facsim_seen_test)
      set_tests_properties(seen PROPERTIES
        ENVIRONMENT "GTEST_TOTAL_SHARDS=2;GTEST_SHARD_INDEX=0")
      set_tests_properties(seen_other_half PROPERTIES LABELS check
        ENVIRONMENT "GTEST_TOTAL_SHARDS=2;GTEST_SHARD_INDEX=1" COST 210)
    endif()
    set_property(GLOBAL APPEND PROPERTY FACSIM_QUICK facsim_${NAME}_test)
    if(NAME MATCHES "^(known|seen|index|features)$")  # long ones begin early (tests/CMakeLists.txt)
      set_tests_properties(${NAME} PROPERTIES COST 210)
    elseif(NAME MATCHES "^(files|output|store|extract|page)$")
      set_tests_properties(${NAME} PROPERTIES COST 100)
    endif()
  endif()
endfunction()
