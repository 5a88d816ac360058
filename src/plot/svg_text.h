#ifndef RB_PLOT_SVG_TEXT_H
#define RB_PLOT_SVG_TEXT_H

#include <stdio.h>

/* Text as an SVG may hold it: what means something to XML is escaped, and what XML forbids (control
   characters, bytes that are no UTF-8) becomes a replacement character. Every text that a scene or
   a law brings along goes this way. */
void rb_svg_text(FILE *out, const char *text);

#endif
