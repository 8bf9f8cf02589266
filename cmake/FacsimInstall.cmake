# `cmake --install` installs the program with its manual page, completions and a unit for systemd
# (the component `program`), the library of all rooms with the promised headers, and a package for
# find_package(facsim CONFIG), whose one target is facsim::facsim. cpack makes a Debian package of
# the component `program`, which includes the portable plug-in for Parquet; the plug-in that `cmake
# --install` installs is the component `parquet`, which is for this machine only.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

get_property(rooms GLOBAL PROPERTY FACSIM_ROOMS)
# Not part of the public interface; users of the library need no Boost.
list(REMOVE_ITEM rooms facsim_serve)

add_library(facsim_library INTERFACE)
add_library(facsim::facsim ALIAS facsim_library)
set_target_properties(facsim_library PROPERTIES EXPORT_NAME facsim)
target_link_libraries(facsim_library INTERFACE ${rooms})

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/facsim)
install(TARGETS ${rooms} facsim_library EXPORT facsimTargets)
# The promised headers are facsim/*.h and the headers in this list, which tests/tidy_rules.py reads,
# too.
file(GLOB doors RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/facsim/*.h)
file(STRINGS ${PROJECT_SOURCE_DIR}/cmake/promised_nouns.txt nouns)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS cmake/promised_nouns.txt)
foreach(header IN LISTS doors nouns)
  cmake_path(GET header PARENT_PATH folder)
  install(FILES ${PROJECT_SOURCE_DIR}/${header}
          DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/${folder})
endforeach()

# A lexbor that was compiled here is installed; a system's lexbor is found again by the package.
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
        DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)

if(TARGET facsim)
  # The program is at the top of the build folder, where README and scripts expect it.
  set_target_properties(facsim PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
  install(TARGETS facsim COMPONENT program)
  # systemd searches this folder in /usr and /usr/local on every processor.
  install(FILES ${PROJECT_SOURCE_DIR}/packaging/facsim.service
          DESTINATION lib/systemd/system COMPONENT program)

  # The same program for machines without the libraries, which scripts/package.sh puts into
  # lib/facsim beside bin. The old kind of run path (DT_RPATH) also applies to their own
  # dependencies.
  get_target_property(program_sources facsim SOURCES)
  get_target_property(program_libraries facsim LINK_LIBRARIES)
  add_executable(facsim_portable ${program_sources})
  target_link_libraries(facsim_portable PRIVATE ${program_libraries})
  target_link_options(facsim_portable PRIVATE -Wl,--disable-new-dtags)
  set_target_properties(facsim_portable PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/portable OUTPUT_NAME facsim
    BUILD_RPATH "\$ORIGIN/../lib/facsim")

  # The manual page and completions, as printed by the program itself.
  if(NOT CMAKE_CROSSCOMPILING OR CMAKE_CROSSCOMPILING_EMULATOR)
    set(printed ${PROJECT_BINARY_DIR}/printed)
    file(MAKE_DIRECTORY ${printed})
    add_custom_command(
      OUTPUT ${printed}/facsim.1 ${printed}/facsim ${printed}/_facsim ${printed}/facsim.fish
      COMMAND facsim man > ${printed}/facsim.1
      COMMAND facsim completion bash > ${printed}/facsim
      COMMAND facsim completion zsh > ${printed}/_facsim
      COMMAND facsim completion fish > ${printed}/facsim.fish
      DEPENDS facsim VERBATIM)
    add_custom_target(facsim_printed ALL DEPENDS ${printed}/facsim.1)
    install(FILES ${printed}/facsim.1
            DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
    install(FILES ${printed}/facsim
            DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT program)
    install(FILES ${printed}/facsim.fish
            DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT program)
    # Debian's zsh searches site-functions only under /usr/local.
    set(from ${printed}/_facsim)
    set(to ${CMAKE_INSTALL_DATADIR}/zsh)
    install(CODE "
      set(folder site-functions)
      if(CMAKE_INSTALL_PREFIX MATCHES \"/usr$\" AND EXISTS /etc/debian_version)
        set(folder vendor-completions)
      endif()
      file(INSTALL \"${from}\" DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${to}/\${folder}\")"
      COMPONENT program)
  else()
    message(STATUS "facsim: cross compiled, so no manual page and no completions are made")
  endif()
endif()

# The targets that `cmake --install` and scripts/wheel.sh need; `make build` builds them.
add_custom_target(install_parts)
foreach(part IN LISTS rooms ITEMS facsim facsim_lexbor facsim_parquet facsim_parquet_portable
        facsim_printed facsim_jieba_tables)
  if(TARGET ${part})
    add_dependencies(install_parts ${part})
  endif()
endforeach()

# The targets that scripts/package.sh needs.
add_custom_target(package_parts DEPENDS facsim facsim_portable)
foreach(part IN ITEMS facsim_printed facsim_jieba_tables facsim_parquet_portable)
  if(TARGET ${part})
    add_dependencies(package_parts ${part})
  endif()
endforeach()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "the facsim authors <facsim@example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "find near-duplicate web pages and documents")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/package)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL program)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME facsim)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${FACSIM_ARROW_LIBRARIES})
include(CPack)
