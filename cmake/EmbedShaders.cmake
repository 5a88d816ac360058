# rb_embed_shaders(TARGET FILE...)
#
# Compiles the text of GLSL files into TARGET, so that the program needs no files beside it.
# stone.fs becomes `extern const char rb_shader_stone_fs[];`, declared in "shaders.h". Editing a
# shader rebuilds the generated file. A line `#include "part.glsl"` is replaced by that file beside it;
# list such parts too, they are depended on and not compiled in by themselves. This same file is the generator when run with `cmake -P`.
set(RB_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_FILE})

function(rb_embed_shaders target)
    set(folder ${CMAKE_CURRENT_BINARY_DIR}/embedded)
    set(inputs)
    foreach(file IN LISTS ARGN)
        cmake_path(ABSOLUTE_PATH file NORMALIZE OUTPUT_VARIABLE absolute)
        list(APPEND inputs ${absolute})
    endforeach()
    list(JOIN inputs "|" joined)
    add_custom_command(
        OUTPUT ${folder}/shaders.c ${folder}/shaders.h
        COMMAND ${CMAKE_COMMAND} "-DINPUTS=${joined}" -DFOLDER=${folder} -P ${RB_EMBED_SCRIPT}
        DEPENDS ${inputs} ${RB_EMBED_SCRIPT}
        COMMENT "Embedding shaders"
        VERBATIM)
    target_sources(${target} PRIVATE ${folder}/shaders.c ${folder}/shaders.h)
    target_include_directories(${target} PRIVATE ${folder})
endfunction()

# A literal of a whole shader could exceed what C17 promises for strings (4095 characters), so the
# text becomes an array of characters instead, one line of it per line of C.
function(rb_text_as_array file result)
    file(READ ${file} hex HEX)
    cmake_path(GET file PARENT_PATH folder)
    file(GLOB shared ${folder}/*.glsl)
    foreach(part IN LISTS shared)
        cmake_path(GET part FILENAME name)
        string(HEX "#include \"${name}\"\n" line)
        file(READ ${part} text HEX)
        string(REPLACE "${line}" "${text}" hex "${hex}")
    endforeach()
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1', " bytes "${hex}")
    string(REGEX REPLACE "('\\\\x0a', )" "\\1\n    " bytes "${bytes}")
    set(${result} "${bytes}'\\0'" PARENT_SCOPE)
endfunction()

if(CMAKE_SCRIPT_MODE_FILE)
    string(REPLACE "|" ";" files "${INPUTS}")
    set(header "/* Generated from the files in shaders/. */\n#ifndef RB_SHADERS_H\n#define RB_SHADERS_H\n\n")
    set(source "/* Generated from the files in shaders/. */\n#include \"shaders.h\"\n")
    list(FILTER files EXCLUDE REGEX "[.]glsl$")
    foreach(file IN LISTS files)
        cmake_path(GET file FILENAME name)
        string(MAKE_C_IDENTIFIER rb_shader_${name} symbol)
        rb_text_as_array(${file} bytes)
        string(APPEND header "extern const char ${symbol}[];\n")
        string(APPEND source "\nconst char ${symbol}[] = {\n    ${bytes}};\n")
    endforeach()
    file(WRITE ${FOLDER}/shaders.h "${header}\n#endif\n")
    file(WRITE ${FOLDER}/shaders.c "${source}")
endif()
