# The targets of ThirdParty.cmake for a web page: all built by cmake/third-party.sh, except for cglm, which is
# headers only and taken from the system.
rb_build_third_party(--web)

add_library(cjson STATIC IMPORTED GLOBAL)
set_target_properties(cjson PROPERTIES IMPORTED_LOCATION ${RB_THIRD_PARTY}/lib/libcjson.a)
target_include_directories(cjson SYSTEM INTERFACE ${RB_THIRD_PARTY}/include)

# All of raylib except its core, which platform/web/raylib_core.c includes.
add_library(raylib STATIC IMPORTED GLOBAL)
set_target_properties(raylib PROPERTIES IMPORTED_LOCATION ${RB_THIRD_PARTY}/lib/libraylib_parts.a)
target_include_directories(raylib SYSTEM INTERFACE ${RB_THIRD_PARTY}/include)

rb_use_imgui(c++)

# Not the system's include folder: its libc is not that of emscripten.
find_path(RB_cglm_FOLDER cglm/cglm.h PATHS /usr/include /usr/local/include NO_CMAKE_FIND_ROOT_PATH)
mark_as_advanced(RB_cglm_FOLDER)
if(NOT RB_cglm_FOLDER)
    message(FATAL_ERROR "cglm is missing. On Debian: apt-get install libcglm-dev (./run web does it for you).")
endif()
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/headers)
file(CREATE_LINK ${RB_cglm_FOLDER}/cglm ${PROJECT_BINARY_DIR}/headers/cglm SYMBOLIC)
add_library(cglm INTERFACE IMPORTED GLOBAL)
target_include_directories(cglm SYSTEM INTERFACE ${PROJECT_BINARY_DIR}/headers)
