# Files of an installation besides programs and library, and the Debian package (./run package).
set(packaging ${PROJECT_SOURCE_DIR}/packaging)

# The date of a version is in its notes; unreleased changes may be above it.
file(STRINGS ${PROJECT_SOURCE_DIR}/CHANGELOG.md newest REGEX "^## [0-9]" LIMIT_COUNT 1)
if(NOT newest MATCHES "^## ${RB_FULL_VERSION} \\(([0-9-]+)\\)$")
    message(FATAL_ERROR "CHANGELOG.md: expected \"## ${RB_FULL_VERSION} (YEAR-MONTH-DAY)\" as the "
        "newest version, as in include/rattleback/base.h, got \"${newest}\"")
endif()
set(RB_RELEASE_DATE ${CMAKE_MATCH_1})
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS CHANGELOG.md)

install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(RB_PORTABLE)
    install(FILES ${RB_CJSON_SOURCE}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR}/licenses RENAME cjson.txt)
endif()
if(RB_VIEWER)
    # The licences of the viewer's libraries require that they are named.
    install(DIRECTORY ${RB_THIRD_PARTY}/share/licenses DESTINATION ${CMAKE_INSTALL_DOCDIR})
    configure_file(${packaging}/rattleback.metainfo.xml.in rattleback.metainfo.xml @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/rattleback.metainfo.xml
        DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
    install(FILES ${packaging}/rattleback.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
    install(FILES ${packaging}/rattleback.svg
        DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
endif()

# Manual pages, generated from the output of the programs.
if(NOT CMAKE_CROSSCOMPILING AND NOT RB_SANITIZE)
    set(pages)
    file(GLOB scenes assets/scenes/*.json) # and their folder
    foreach(program ${programs})
        set(page ${PROJECT_BINARY_DIR}/man/${program}.1)
        add_custom_command(
            OUTPUT ${page}
            COMMAND ${CMAKE_COMMAND} -E env RATTLEBACK_DATA=${PROJECT_SOURCE_DIR}/assets
                    ${packaging}/man.sh ${packaging}/${program}.1.in ${RB_FULL_VERSION}
                    ${RB_RELEASE_DATE} $<TARGET_FILE:rbsim> $<TARGET_FILE:${program}> >${page}
            DEPENDS ${packaging}/man.sh ${packaging}/${program}.1.in rbsim ${program}
                    ${PROJECT_SOURCE_DIR}/assets/scenes ${scenes}
            COMMENT "Writing ${program}.1")
        list(APPEND pages ${page})
    endforeach()
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/man)
    add_custom_target(manual_pages ALL DEPENDS ${pages})
    install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)

    # Completion for bash and zsh, printed by rbsim.
    set(completions ${PROJECT_BINARY_DIR}/completion)
    file(MAKE_DIRECTORY ${completions})
    foreach(shell bash zsh)
        add_custom_command(
            OUTPUT ${completions}/rbsim.${shell}
            COMMAND rbsim completion ${shell} >${completions}/rbsim.${shell}
            DEPENDS rbsim
            COMMENT "Writing completion for ${shell}")
    endforeach()
    add_custom_target(shell_completion ALL
        DEPENDS ${completions}/rbsim.bash ${completions}/rbsim.zsh)
    install(FILES ${completions}/rbsim.bash RENAME rbsim
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
    foreach(folder site-functions vendor-completions) # Debian's zsh searches the latter below /usr
        install(FILES ${completions}/rbsim.zsh RENAME _rbsim
            DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/${folder})
    endforeach()
endif()

set(CPACK_GENERATOR DEB)
string(REPLACE "-" "~" CPACK_PACKAGE_VERSION "${RB_FULL_VERSION}") # a candidate sorts before its release
set(CPACK_PACKAGE_CONTACT "The Rattleback developers <developers@rattleback.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"A rattleback is a stone that minds which way it is spun; a tippe-top is a toy
that stands up on its stem. Both live off friction in a contact patch smaller
than a pinhead. A viewer shows bodies, forces and the inside of the patch live
and compares friction laws side by side; rbsim does the same without a window;
the library behind both is here for programs in C and C++.")
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${packaging}/triggers)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
if(RB_VIEWER)
    # Loaded at run time, so that dpkg-shlibdeps does not find them.
    set(CPACK_DEBIAN_PACKAGE_DEPENDS
        "libgl1, libxcursor1, libxi6, libxinerama1, libxrandr2, fonts-dejavu-core")
    set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "ffmpeg, fonts-open-sans")
endif()
if(RB_SHARED) # the Python module
    list(APPEND CPACK_DEBIAN_PACKAGE_DEPENDS "python3:any")
    list(APPEND CPACK_DEBIAN_PACKAGE_RECOMMENDS python3-numpy)
    list(JOIN CPACK_DEBIAN_PACKAGE_DEPENDS ", " CPACK_DEBIAN_PACKAGE_DEPENDS)
    list(JOIN CPACK_DEBIAN_PACKAGE_RECOMMENDS ", " CPACK_DEBIAN_PACKAGE_RECOMMENDS)
endif()
# For using the Python module and linking the static library.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "python3-numpy, libcjson-dev")
set(CPACK_RB_PACKAGING ${packaging})
set(CPACK_RB_RELEASE_DATE ${RB_RELEASE_DATE})
set(CPACK_PRE_BUILD_SCRIPTS ${packaging}/debian.cmake)
include(CPack)
