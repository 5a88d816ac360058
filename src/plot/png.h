#ifndef RB_PLOT_PNG_H
#define RB_PLOT_PNG_H

#include <stdbool.h>
#include <stdio.h>

/* Writes a picture, 3 bytes a pixel, rows from the top. False when out of memory; what cannot be
   written is found where the file is closed. */
bool rb_png_write(FILE *out, int width, int height, const unsigned char *rgb);

#endif
