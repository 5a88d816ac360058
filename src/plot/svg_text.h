#ifndef RB_PLOT_SVG_TEXT_H
#define RB_PLOT_SVG_TEXT_H

#include <stdio.h>

/* Writes text for an SVG: characters special to XML are escaped, and what XML forbids (control
   characters, bytes that are no UTF-8) becomes a replacement character. Used for every text
   that comes from a scene or a law. */
void rb_svg_text(FILE *out, const char *text);

#endif
