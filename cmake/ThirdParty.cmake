# Finds what others wrote and gives every library one target name:
#   cjson     scene files            cglm    the viewer's matrices
#   raylib    window and drawing     imgui_c ImGui and ImPlot through cimgui and cimplot
#   cmocka    unit tests
# All headers are SYSTEM: our warnings are for our code.
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)

# A library that the distribution packages: target NAME from a header and, if given, a library.
function(rb_find_packaged name header library debian_package)
    find_path(RB_${name}_INCLUDE ${header})
    mark_as_advanced(RB_${name}_INCLUDE)
    set(found ${RB_${name}_INCLUDE})
    add_library(${name} INTERFACE IMPORTED GLOBAL)
    if(library)
        find_library(RB_${name}_LIBRARY ${library})
        mark_as_advanced(RB_${name}_LIBRARY)
        target_link_libraries(${name} INTERFACE ${RB_${name}_LIBRARY})
        if(NOT RB_${name}_LIBRARY)
            set(found FALSE)
        endif()
    endif()
    if(NOT found)
        message(FATAL_ERROR "${name} is missing: wanted the header ${header}. "
            "On Debian: apt-get install ${debian_package} (./run does it for you).")
    endif()
    target_include_directories(${name} SYSTEM INTERFACE ${RB_${name}_INCLUDE})
endfunction()

# cJSON compiled into programs and library, its names hidden: what is shipped then needs no other file.
function(rb_compile_cjson)
    execute_process(COMMAND ${PROJECT_SOURCE_DIR}/cmake/third-party.sh --cjson
        OUTPUT_VARIABLE source OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    file(COPY ${source}/cJSON.h DESTINATION ${PROJECT_BINARY_DIR}/headers/cjson)
    add_library(cjson_objects STATIC ${source}/cJSON.c)
    set_target_properties(cjson_objects PROPERTIES POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)
    target_compile_options(cjson_objects PRIVATE -fstack-protector-strong -w)
    add_library(cjson INTERFACE IMPORTED GLOBAL)
    target_link_libraries(cjson INTERFACE cjson_objects)
    target_include_directories(cjson SYSTEM INTERFACE ${PROJECT_BINARY_DIR}/headers)
    set(RB_CJSON_SOURCE ${source} PARENT_SCOPE) # its licence is installed
endfunction()

# Sets RB_THIRD_PARTY to the folder that cmake/third-party.sh has built. The script returns at once if the
# cache is filled; its progress goes to stderr.
macro(rb_build_third_party)
    execute_process(
        COMMAND ${PROJECT_SOURCE_DIR}/cmake/third-party.sh ${ARGN}
        OUTPUT_VARIABLE RB_THIRD_PARTY OUTPUT_STRIP_TRAILING_WHITESPACE
        RESULT_VARIABLE third_party_failed)
    if(third_party_failed)
        message(FATAL_ERROR "The third-party libraries are not available; the reason is above.")
    endif()
    # For `run`, which configures again if this folder is missing.
    set(RB_THIRD_PARTY_PREFIX ${RB_THIRD_PARTY} CACHE INTERNAL "Where the third-party libraries are")
endmacro()

# ImGui and ImPlot of that folder are C++ while the project is C only: they need the C++ run-time library.
macro(rb_use_imgui)
    add_library(imgui_c STATIC IMPORTED GLOBAL)
    set_target_properties(imgui_c PROPERTIES IMPORTED_LOCATION ${RB_THIRD_PARTY}/lib/libimgui_c.a)
    target_include_directories(imgui_c SYSTEM INTERFACE ${RB_THIRD_PARTY}/include/imgui_c)
    target_compile_definitions(imgui_c INTERFACE
        CIMGUI_DEFINE_ENUMS_AND_STRUCTS CIMGUI_NO_EXPORT CIMGUI_USE_OPENGL3)
    target_link_libraries(imgui_c INTERFACE ${ARGN})
endmacro()

# For another system: cglm is headers only. Not the whole include folder, whose libc is that of this system.
macro(rb_use_cglm_of_host)
    find_path(RB_cglm_FOLDER cglm/cglm.h PATHS /usr/include /usr/local/include NO_CMAKE_FIND_ROOT_PATH)
    mark_as_advanced(RB_cglm_FOLDER)
    if(NOT RB_cglm_FOLDER)
        message(FATAL_ERROR "cglm is missing. On Debian: apt-get install libcglm-dev (./run does it for you).")
    endif()
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/headers)
    file(CREATE_LINK ${RB_cglm_FOLDER}/cglm ${PROJECT_BINARY_DIR}/headers/cglm SYMBOLIC)
    add_library(cglm INTERFACE IMPORTED GLOBAL)
    target_include_directories(cglm SYSTEM INTERFACE ${PROJECT_BINARY_DIR}/headers)
endmacro()

if(EMSCRIPTEN AND RB_VIEWER)
    include(${CMAKE_CURRENT_LIST_DIR}/ThirdPartyWeb.cmake)
    return()
endif()
if(WIN32)
    include(${CMAKE_CURRENT_LIST_DIR}/ThirdPartyWindows.cmake)
    return()
endif()
if(RB_PORTABLE)
    rb_compile_cjson()
else()
    rb_find_packaged(cjson cjson/cJSON.h cjson libcjson-dev)
endif()
if(BUILD_TESTING)
    rb_find_packaged(cmocka cmocka.h cmocka libcmocka-dev)
endif()
if(NOT RB_VIEWER)
    return()
endif()
rb_find_packaged(cglm cglm/cglm.h "" libcglm-dev)

# Uses an installed raylib if it is new enough, else the one in the cache.
find_package(raylib 6 CONFIG QUIET)
if(raylib_FOUND)
    message(NOTICE "raylib ${raylib_VERSION}: installed on this system (${raylib_DIR})")
    set(third_party_options --system-raylib)
else()
    set(third_party_options)
endif()

rb_build_third_party(${third_party_options})

if(NOT raylib_FOUND)
    add_library(raylib STATIC IMPORTED GLOBAL)
    set_target_properties(raylib PROPERTIES IMPORTED_LOCATION ${RB_THIRD_PARTY}/lib/libraylib.a)
    target_include_directories(raylib SYSTEM INTERFACE ${RB_THIRD_PARTY}/include)
    # raylib calls X11 directly; GLFW loads OpenGL and the rest of X11 at run time.
    find_package(X11 REQUIRED)
    target_link_libraries(raylib INTERFACE X11::X11 Threads::Threads ${CMAKE_DL_LIBS} m)
endif()

# The C++ run-time library differs between distributions; the static one needs libc only.
set(run_time $<IF:$<PLATFORM_ID:Darwin>,c++,$<IF:$<BOOL:${RB_PORTABLE}>,-l:libstdc++.a,stdc++>>)
rb_use_imgui(${run_time} m ${CMAKE_DL_LIBS})
