# Where `cmake --install` puts things: what a distribution expects.
set(programs rbsim)
if(RB_VIEWER)
    list(APPEND programs rattleback)
endif()
install(TARGETS rattleback_physics ${programs}
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/rattleback DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
    FILES_MATCHING PATTERN "*.h")
install(DIRECTORY assets/ DESTINATION ${CMAKE_INSTALL_DATADIR}/rattleback OPTIONAL)
install(DIRECTORY shaders DESTINATION ${CMAKE_INSTALL_DATADIR}/rattleback OPTIONAL)
install(FILES LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR} OPTIONAL)
