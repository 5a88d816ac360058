# The targets of ThirdParty.cmake for Windows: all built by cmake/third-party.sh, except for cglm, which is
# headers only and taken from the system.
rb_build_third_party(--windows)

add_library(cjson STATIC IMPORTED GLOBAL)
set_target_properties(cjson PROPERTIES IMPORTED_LOCATION ${RB_THIRD_PARTY}/lib/libcjson.a)
target_include_directories(cjson SYSTEM INTERFACE ${RB_THIRD_PARTY}/include)
target_compile_definitions(cjson INTERFACE CJSON_HIDE_SYMBOLS) # else declared as imported from a DLL

if(NOT RB_VIEWER)
    return()
endif()
add_library(raylib STATIC IMPORTED GLOBAL)
set_target_properties(raylib PROPERTIES IMPORTED_LOCATION ${RB_THIRD_PARTY}/lib/libraylib.a)
target_include_directories(raylib SYSTEM INTERFACE ${RB_THIRD_PARTY}/include)
target_link_libraries(raylib INTERFACE opengl32 gdi32 winmm)

rb_use_imgui(stdc++)
rb_use_cglm_of_host()
