# The web page: links the program, and creates the folder that a host serves (target `site`).
set(here ${CMAKE_CURRENT_LIST_DIR})

# raylib's own code, without our warnings.
set_source_files_properties(${here}/raylib_core.c PROPERTIES
    COMPILE_OPTIONS "-w;-I${RB_THIRD_PARTY}/raylib_core"
    COMPILE_DEFINITIONS "GRAPHICS_API_OPENGL_ES3;SUPPORT_SCREEN_CAPTURE=0;SUPPORT_AUTOMATION_EVENTS=0;SUPPORT_GESTURES_SYSTEM=0;SUPPORT_CUSTOM_FRAME_CONTROL=1")

# The physics of live display is compiled for speed, the rest for size.
foreach(target rattleback rattleback_viewer rattleback_world rattleback_platform rattleback_app rattleback_print rattleback_plot rattleback_film)
    target_compile_options(${target} PRIVATE -Oz)
endforeach()
file(GLOB small ${PROJECT_SOURCE_DIR}/src/analysis/*.c ${PROJECT_SOURCE_DIR}/src/base/*.c
    ${PROJECT_SOURCE_DIR}/src/bodies/mass*.c ${PROJECT_SOURCE_DIR}/src/bodies/mesh*.c
    ${PROJECT_SOURCE_DIR}/src/sim/*scene*.c ${PROJECT_SOURCE_DIR}/src/sim/*csv*.c ${PROJECT_SOURCE_DIR}/src/sim/*checkpoint*.c)
set_property(SOURCE ${small} TARGET_DIRECTORY rattleback_physics APPEND PROPERTY COMPILE_OPTIONS -Oz)
# Right-hand sides of shaken tables, and what is computed once per sample: without inlined copies (base/macros.h),
# a third of the size.
foreach(name driven observe)
    set_property(SOURCE ${PROJECT_SOURCE_DIR}/src/bodies/${name}.c TARGET_DIRECTORY rattleback_physics
        APPEND PROPERTY COMPILE_DEFINITIONS RB_FEW_COPIES)
endforeach()
set_property(SOURCE ${PROJECT_SOURCE_DIR}/src/math/dop853.c ${PROJECT_SOURCE_DIR}/src/math/rodas.c
    TARGET_DIRECTORY rattleback_physics APPEND PROPERTY COMPILE_OPTIONS -Os)

include(${PROJECT_SOURCE_DIR}/cmake/Fonts.cmake)

set(data ${PROJECT_BINARY_DIR}/bin/rattleback.data)
add_dependencies(rattleback reduced_fonts)
set_target_properties(rattleback PROPERTIES LINK_DEPENDS "${fonts};${assets};${here}/library.js")
target_link_options(rattleback PRIVATE
    -Oz
    -sENVIRONMENT=web
    -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2
    -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=64MB -sTOTAL_STACK=2MB
    -sEXIT_RUNTIME=1
    -sMODULARIZE=1 -sEXPORT_NAME=createRattleback
    -sABORTING_MALLOC=0 # malloc returns NULL when memory is exhausted
    -sINCOMING_MODULE_JS_API=canvas,instantiateWasm,getPreloadedPackage,preRun,printErr,print,onAbort,onExit,onRuntimeInitialized,arguments
    -sEXPORTED_RUNTIME_METHODS=ccall,FS,ENV
    "SHELL:--js-library \"${here}/library.js\""
    "SHELL:--preload-file \"${PROJECT_SOURCE_DIR}/assets@/data\""
    "SHELL:--exclude-file */languages" # make_site.py shortens catalogues; the page loads the one in use
    "SHELL:--preload-file \"${PROJECT_BINARY_DIR}/fonts@/fonts\"")

set(RB_SITE ${PROJECT_SOURCE_DIR}/build/web CACHE PATH "Where the page goes")
set(page check.js controls.js element.js embed.js files.js film.js index.html input.js language.js load.js page.css page.js resolution.js sound.js webm.js worker.js)
list(TRANSFORM page PREPEND ${here}/page/)
file(GLOB catalogues CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/assets/languages/*.po)
set(files ${page} ${PROJECT_SOURCE_DIR}/packaging/rattleback.svg
    ${PROJECT_BINARY_DIR}/bin/rattleback.js ${PROJECT_BINARY_DIR}/bin/rattleback.wasm ${data} ${catalogues})
add_custom_command(
    OUTPUT ${RB_SITE}/index.html
    COMMAND ${RB_PYTHON} ${here}/make_site.py ${RB_SITE} ${files}
    DEPENDS rattleback ${page} ${catalogues} ${here}/make_site.py ${PROJECT_SOURCE_DIR}/packaging/rattleback.svg
    COMMENT "Creating the web page"
    VERBATIM)
add_custom_target(site DEPENDS ${RB_SITE}/index.html)
