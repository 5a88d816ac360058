# Installation layout as distributions expect it. No installed file contains the prefix; everything is found
# relative to the program, so that a prefix can be moved.
include(CMakePackageConfigHelpers)

set(libraries rattleback_physics)
if(RB_SHARED)
    list(APPEND libraries rattleback_shared)
endif()
set(programs rbsim)
if(RB_VIEWER)
    list(APPEND programs rattleback)
endif()
install(TARGETS ${programs} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS ${libraries} EXPORT rattleback
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} # a DLL
    INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY include/rattleback DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
    FILES_MATCHING PATTERN "*.h")
install(DIRECTORY assets/ DESTINATION ${CMAKE_INSTALL_DATADIR}/rattleback)
if(RB_SHARED) # the Python module loads it
    install(DIRECTORY python/rattleback DESTINATION lib/python3/dist-packages
        FILES_MATCHING PATTERN "*.py" PATTERN "py.typed")
    install(DIRECTORY examples/ python/examples/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples)
endif()

# find_package(rattleback): targets rattleback::rattleback (shared) and rattleback::rattleback_static.
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/rattleback)
install(EXPORT rattleback FILE rattlebackTargets.cmake NAMESPACE rattleback:: DESTINATION ${package})
configure_package_config_file(
    ${CMAKE_CURRENT_LIST_DIR}/rattlebackConfig.cmake.in ${PROJECT_BINARY_DIR}/rattlebackConfig.cmake
    INSTALL_DESTINATION ${package})
write_basic_package_version_file(
    ${PROJECT_BINARY_DIR}/rattlebackConfigVersion.cmake COMPATIBILITY SameMajorVersion)
install(FILES ${PROJECT_BINARY_DIR}/rattlebackConfig.cmake
    ${PROJECT_BINARY_DIR}/rattlebackConfigVersion.cmake DESTINATION ${package})

# pkg-config: rattleback.pc.
file(RELATIVE_PATH to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" to_prefix ${to_prefix})
configure_file(${CMAKE_CURRENT_LIST_DIR}/rattleback.pc.in ${PROJECT_BINARY_DIR}/rattleback.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/rattleback.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
