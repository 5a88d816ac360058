# How our own code is compiled, in one place. Link a target of ours to rattleback_warnings.
add_library(rattleback_warnings INTERFACE)
target_compile_options(rattleback_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror
    # Fused multiply-add would change the bits from one compiler to the next.
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
    # A static library's private dependencies reach the programs at link time; compile options
    # do not, so every target of ours links to rattleback_warnings itself.
    target_link_options(rattleback_warnings INTERFACE -fsanitize=${sanitizers})
endif()
