/* The fonts of the panels, found on the system at run time. */
#ifndef RB_VIEWER_GUI_IMGUI_FONTS_H
#define RB_VIEWER_GUI_IMGUI_FONTS_H

#include "viewer/gui/imgui_layer.h"

#define RB_CAPTION_SIZE 1.45f /* of letters to be read from afar, relative to body text */

/* Fills ImGui's font atlas for text of `size` pixels at 100 % and the given scale, and `fonts` with
   one font per use. RATTLEBACK_FONT names a font file to prefer for the body text. Where no font
   file is found ImGui's built-in font stands in: legible, but without Greek letters. */
void rb_imgui_build_fonts(float size, float scale, ImFont *fonts[RB_FONT_COUNT]);

#endif
