# Protection against memory errors in everything that is shipped, as Debian builds its packages: stack
# canaries, checked string and memory functions, control-flow marks, relocations resolved at start and then
# read-only. The preset "release" switches it on; distributions pass such flags of their own.
# tests/lint/package.sh checks the installed files. No flag changes a result.
option(RB_HARDEN "Protect programs and library against memory errors" OFF)
if(NOT RB_HARDEN OR EMSCRIPTEN OR RB_SANITIZE)
    return() # WebAssembly has no such flags; sanitizers replace them
endif()

set(RB_HARDENING -fstack-protector-strong)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
    list(APPEND RB_HARDENING -fcf-protection)
endif()
target_compile_options(rattleback_warnings INTERFACE ${RB_HARDENING})
if(CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT RB_RELEASE_FLAGS MATCHES "-O0")
    target_compile_options(rattleback_warnings INTERFACE -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
endif()
if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
    target_link_options(rattleback_warnings INTERFACE LINKER:-z,relro,-z,now)
endif()
