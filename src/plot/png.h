#ifndef RB_PLOT_PNG_H
#define RB_PLOT_PNG_H

#include <stdbool.h>
#include <stdio.h>

/* Writes an RGB picture, 3 bytes per pixel, rows from the top. False when out of memory; write errors
   show when the file is closed. */
bool rb_png_write(FILE *out, int width, int height, const unsigned char *rgb);

#endif
