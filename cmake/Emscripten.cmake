# emcc is a script that takes four times as long to start clang as clang takes to compile a small file. Without
# linking it only adds options, which it prints: clang is called with them directly and makes the same objects.
file(WRITE ${PROJECT_BINARY_DIR}/empty.c "")
execute_process(COMMAND ${CMAKE_C_COMPILER} -v -c empty.c -o empty.o
    WORKING_DIRECTORY ${PROJECT_BINARY_DIR} ERROR_VARIABLE command)
if(command MATCHES "^ *\"([^\"]+)\" (-target [^\n]*) -v -c ")
    set(CMAKE_C_COMPILE_OBJECT
        "${CMAKE_MATCH_1} ${CMAKE_MATCH_2} <DEFINES> <INCLUDES> <FLAGS> -o <OBJECT> -c <SOURCE>")
endif()
