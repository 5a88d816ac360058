/* Text and an arrow on the flat top of a stone, sunk or raised: the strokes of the font (plot/stroke_font.c)
   on a grid of square cells, whose surface is closed where cells of different height meet. */
#ifndef RB_PRINT_LETTERING_H
#define RB_PRINT_LETTERING_H

#include "print/design.h"

typedef struct rb_stone_lettering {
    char text[64]; /* "": none */
    double height; /* of capitals, m; 0: the largest that fits */
    double depth;  /* m; negative: raised */
    int arrow;     /* of the preferred direction: 1 anticlockwise seen from above, -1 clockwise, 0: none */
} rb_stone_lettering;

enum {
    RB_LETTERING_COLUMNS = 420,
    RB_LETTERING_ROWS = 30,
    RB_LETTERING_RIM = 2 * (RB_LETTERING_COLUMNS + RB_LETTERING_ROWS)
};

typedef struct rb_lettering_grid {
    int columns, rows;
    double cell, depth; /* m */
    double x, y;        /* lower left corner, m */
    bool ink[RB_LETTERING_COLUMNS]
            [RB_LETTERING_ROWS]; /* never at the margin, never touching at corners only */
} rb_lettering_grid;

/* Draws the text in the middle of the top, beside the holes. */
rb_status rb_lettering_make(const rb_stone_design *design, const rb_stone_lettering *lettering,
                            rb_lettering_grid *grid, rb_error *err);
/* Adds its surface to a mesh, and returns its rim, clockwise seen from above, at z = 0; *count: its corners.
   False: out of memory. */
bool rb_lettering_add(const rb_lettering_grid *grid, rb_mesh *mesh, uint32_t rim[RB_LETTERING_RIM],
                      int *count);

#endif
