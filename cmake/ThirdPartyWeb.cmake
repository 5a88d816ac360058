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

rb_use_cglm_of_host()
