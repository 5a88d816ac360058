# Compiler options of our own code. Every target of ours links to rattleback_warnings.
add_library(rattleback_warnings INTERFACE)
target_compile_options(rattleback_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror
    # -Wconversion as in gcc: emscripten's clang also warns about signs, even of enumerations.
    $<$<BOOL:${EMSCRIPTEN}>:-Wno-sign-conversion>
    # mingw's isfinite and isnan have a branch for every type; the ones not taken narrow.
    $<$<BOOL:${WIN32}>:-Wno-float-conversion>
    # Fused multiply-add would give different bits with different compilers.
    -ffp-contract=off)
target_compile_definitions(rattleback_warnings INTERFACE _XOPEN_SOURCE=700)

if(RB_SANITIZE)
    set(sanitizers ${RB_SANITIZE})
    if(RB_SANITIZE STREQUAL "address")
        set(sanitizers address,undefined)
    elseif(RB_SANITIZE STREQUAL "fuzz")
        set(sanitizers fuzzer-no-link,address,undefined,float-cast-overflow)
    endif()
    target_compile_options(rattleback_warnings INTERFACE
        -fsanitize=${sanitizers} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_compile_definitions(rattleback_warnings INTERFACE RB_FEW_COPIES)
    # A static library's private dependencies reach the programs at link time; compile options
    # do not, so every target of ours links to rattleback_warnings itself.
    target_link_options(rattleback_warnings INTERFACE -fsanitize=${sanitizers})
endif()

# rb_check_casts(TARGET): checks casts of floats out of range, which gcc's "undefined" does not include. The
# fuzzer's build checks them everywhere.
function(rb_check_casts target)
    if(RB_SANITIZE STREQUAL "address")
        target_compile_options(${target} PRIVATE -fsanitize=float-cast-overflow)
    endif()
endfunction()
