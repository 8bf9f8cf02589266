# What `cmake --install` leaves: the program, the library of all rooms with the promised headers,
# and a package for find_package(facsim CONFIG), whose one target is facsim::facsim.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

get_property(rooms GLOBAL PROPERTY FACSIM_ROOMS)

add_library(facsim_library INTERFACE)
add_library(facsim::facsim ALIAS facsim_library)
set_target_properties(facsim_library PROPERTIES EXPORT_NAME facsim)
target_link_libraries(facsim_library INTERFACE ${rooms})

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/facsim)
install(TARGETS ${rooms} facsim_library EXPORT facsimTargets)
# Promised are the doors (facsim/*.h) and the nouns of the list, which tests/tidy_rules.py reads too.
file(GLOB doors RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/facsim/*.h)
file(STRINGS ${PROJECT_SOURCE_DIR}/cmake/promised_nouns.txt nouns)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS cmake/promised_nouns.txt)
foreach(header IN LISTS doors nouns)
  cmake_path(GET header PARENT_PATH folder)
  install(FILES ${PROJECT_SOURCE_DIR}/${header}
          DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/${folder})
endforeach()

# lexbor is ours to deliver where we compiled it; a system's lexbor is found again by the package.
set(FACSIM_LEXBOR_PACKAGED FALSE)
if(TARGET facsim_lexbor)
  get_target_property(imported facsim_lexbor IMPORTED)
  if(NOT imported)
    set_target_properties(facsim_lexbor PROPERTIES EXPORT_NAME lexbor)
    install(TARGETS facsim_lexbor EXPORT facsimTargets)
    set(FACSIM_LEXBOR_PACKAGED TRUE)
  endif()
endif()

install(EXPORT facsimTargets NAMESPACE facsim:: DESTINATION ${package_dir})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/facsimConfig.cmake.in
  ${PROJECT_BINARY_DIR}/facsimConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/facsimConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/facsimConfig.cmake
              ${PROJECT_BINARY_DIR}/facsimConfigVersion.cmake
        DESTINATION ${package_dir})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/CHANGELOG.md
        DESTINATION ${CMAKE_INSTALL_DOCDIR})

if(TARGET facsim)
  # The program lies at the top of the build folder, where README and scripts look for it.
  set_target_properties(facsim PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
  install(TARGETS facsim)
endif()
