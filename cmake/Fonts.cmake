# Fonts that come with the program where the system may have none: those of Debian, reduced to the glyphs in use.
# Sets fonts (files in PROJECT_BINARY_DIR/fonts, made by the target reduced_fonts) and assets.
set(make_fonts ${PROJECT_SOURCE_DIR}/src/viewer/platform/web/make_fonts.py)
# The system's Python has fonttools: it is preferred to any other in PATH.
find_program(RB_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(RB_PYTHON python3 REQUIRED)
set(fonts)
set(font_sources)
function(rb_reduce_fonts folder)
    foreach(font IN LISTS ARGN)
        list(APPEND fonts ${PROJECT_BINARY_DIR}/fonts/${font}.ttf)
        list(APPEND font_sources ${folder}/${font}.ttf)
    endforeach()
    set(fonts ${fonts} PARENT_SCOPE)
    set(font_sources ${font_sources} PARENT_SCOPE)
endfunction()
find_path(RB_DEJAVU DejaVuSans.ttf PATHS /usr/share/fonts/truetype/dejavu REQUIRED NO_CMAKE_FIND_ROOT_PATH)
find_path(RB_OPEN_SANS OpenSans-Regular.ttf PATHS /usr/share/fonts/truetype/open-sans NO_CMAKE_FIND_ROOT_PATH)
rb_reduce_fonts(${RB_DEJAVU} DejaVuSans DejaVuSansMono)
if(RB_OPEN_SANS)
    rb_reduce_fonts(${RB_OPEN_SANS} OpenSans-Regular OpenSans-Semibold)
else()
    rb_reduce_fonts(${RB_DEJAVU} DejaVuSans-Bold)
endif()
file(GLOB_RECURSE assets CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/assets/*)
add_custom_command(
    OUTPUT ${fonts}
    COMMAND ${RB_PYTHON} ${make_fonts} ${PROJECT_BINARY_DIR}/fonts
        ${PROJECT_SOURCE_DIR} ${font_sources}
    DEPENDS ${make_fonts} rattleback_viewer rattleback_app ${assets} ${font_sources}
    COMMENT "Reducing fonts"
    VERBATIM)
add_custom_target(reduced_fonts DEPENDS ${fonts})
