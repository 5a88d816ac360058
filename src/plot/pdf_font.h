/* Maps Unicode characters to characters of the standard PDF fonts, with their widths. */
#ifndef RB_PLOT_PDF_FONT_H
#define RB_PLOT_PDF_FONT_H

#include <stdbool.h>

typedef struct rb_pdf_glyph {
    int font;           /* 0: Helvetica with WinAnsiEncoding, 1: Symbol */
    unsigned code;      /* in that font's encoding */
    double width;       /* of the font size */
    double scale, rise; /* of the font size: sub- and superscripts are small, and low or high */
} rb_pdf_glyph;

/* The next glyph of a UTF-8 text, moving text past it; false at the end. Characters that neither font
   has become question marks. */
bool rb_pdf_next_glyph(const char **text, rb_pdf_glyph *glyph);

#endif
