/* A spot of one colour in a part of a frame: which samples belong to it, and its centroid. Lengths and places
   are in chroma samples, two pixels wide; the centre of sample x is at pixel 2 x + 0.5. */
#ifndef RB_FILM_BLOB_H
#define RB_FILM_BLOB_H

#include "film/dots.h"

enum { RB_WINDOW_SIDE = 160, RB_WINDOW_AREA = RB_WINDOW_SIDE * RB_WINDOW_SIDE }; /* at most: 320 px */

typedef struct rb_window {
    int x, y, width, height;               /* corner and size */
    float share[RB_WINDOW_AREA];           /* of the dot's colour, 0 to 1 */
    unsigned char in_blob[RB_WINDOW_AREA]; /* 1: belongs to the dot */
    unsigned char at_rim[RB_WINDOW_AREA];  /* 1: in it or within two samples of it */
    int stack[RB_WINDOW_AREA];             /* for the flood fill */
} rb_window;

typedef struct rb_blob {
    double x, y, sigma; /* samples */
    int area;
    bool at_edge; /* of the picture */
} rb_blob;

/* Share of the dot's colour above which a sample belongs to it. */
#define RB_BLOB_INSIDE 0.4

/* A square around (x, y), cut at the edges of the picture. */
void rb_window_place(rb_window *w, const rb_film_frame *frame, double x, double y, double reach);
/* Fills the share of the dot's colour in every sample; 0 for colours beside the line between both colours. */
void rb_window_fill(rb_window *w, const rb_film_frame *frame, const rb_film_dot *dot);
/* The best seed for a dot near (x, y): a high mean share of 3 x 3 samples, and not far away; -1: none. */
int rb_window_seed(const rb_window *w, double x, double y, double reach);
/* Marks the samples connected to the seed. Returns their number. */
int rb_window_flood(rb_window *w, int seed);
/* The centroid of the marked samples and their soft edge. */
rb_blob rb_window_measure(const rb_window *w, const rb_film_frame *frame, int area);

/* Blue and red chroma of a sample; outside the picture: of the nearest one. */
void rb_chroma_at(const rb_film_frame *frame, int x, int y, double c[2]);

static inline int rb_clamp(int value, int low, int high) {
    return value < low ? low : value > high ? high : value;
}

#endif
