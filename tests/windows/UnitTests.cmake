# Unit tests in the cross-build for Windows: the target unit_tests; ctest starts them with wine (unit.sh).
# excluded.txt lists the programs that are not built and the reasons.
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/excluded.txt RB_TESTS_EXCLUDED REGEX "^test_")
list(TRANSFORM RB_TESTS_EXCLUDED REPLACE " .*" "")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/excluded.txt)
add_custom_target(unit_tests)
add_library(cmocka STATIC support/windows/cmocka.c support/windows/posix.c)
target_include_directories(cmocka PUBLIC support/windows PRIVATE support ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(cmocka PRIVATE rattleback_physics rattleback_warnings)
target_compile_options(cmocka PUBLIC "SHELL:-include \"${CMAKE_CURRENT_SOURCE_DIR}/support/windows/posix.h\"")
