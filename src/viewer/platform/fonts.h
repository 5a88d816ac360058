/* Where the system keeps its fonts. Panels and world find the same files here. */
#ifndef RB_VIEWER_PLATFORM_FONTS_H
#define RB_VIEWER_PLATFORM_FONTS_H

#include <stdbool.h>
#include <stddef.h>

typedef enum rb_font {
    RB_FONT_BODY,    /* panels */
    RB_FONT_HEADING, /* bold and larger */
    RB_FONT_MONO,    /* columns of numbers */
    RB_FONT_CAPTION, /* what is read from afar */
    RB_FONT_COUNT,
    RB_FONT_SIGNS = RB_FONT_COUNT /* none to write with: has the signs that the others lack */
} rb_font;

/* The file of a font by its use; RATTLEBACK_FONT names one to prefer for the body text. False when
   the system has none we know. */
bool rb_font_file(rb_font font, char *path, size_t size);
/* How much larger its letters are to be made than those of RB_FONT_SIGNS for lines of the same height:
   faces differ in the room that they leave above and below. */
float rb_font_growth(const char *path);

#endif
