/* Tracks coloured dots through the frames of a film. A dot is found by its chroma: each pixel is weighted by
   the share of the dot's colour between the colour beside the dot and the dot's own, so that the centroid of
   a dot that is blurred by motion stays its centre. No allocation, no system calls. */
#ifndef RB_FILM_DOTS_H
#define RB_FILM_DOTS_H

#include <stdbool.h>

#include <rattleback/status.h>

#define RB_DOTS_MAX 8

/* A frame as decoders give it: 8-bit YUV, chroma at half the width and height. Coordinates u (right) and v
   (down) are in pixels; the centre of the first pixel is (0, 0). */
typedef struct rb_film_frame {
    int width, height; /* even */
    const unsigned char *luma, *blue, *red;
} rb_film_frame;

/* The planes of a frame that are stored one after another. */
rb_film_frame rb_film_frame_of(int width, int height, const unsigned char *planes);

typedef enum rb_dot_problem {
    RB_DOT_FOUND,
    RB_DOT_LOST,     /* not found near where it was expected */
    RB_DOT_OUTSIDE,  /* at the edge of the picture */
    RB_DOT_DISTANCE, /* distance to another dot is wrong: probably something else of the same colour */
} rb_dot_problem;

typedef struct rb_dot_place {
    double u, v;  /* px; where it is expected if it was not found */
    double sigma; /* px, standard deviation of u and of v from the noise of the picture */
    rb_dot_problem problem;
} rb_dot_place;

typedef struct rb_film_dot {
    double colour[2], beside[2]; /* chroma of the dot and of the body around it: blue, red */
    double radius;               /* px, in the first frame */
    rb_dot_place place;          /* in the last frame */
    double du, dv;               /* px per frame */
    int failures;                /* frames since it was found */
} rb_film_dot;

typedef struct rb_dot_tracker {
    int count;
    rb_film_dot dots[RB_DOTS_MAX];
    double shape[RB_DOTS_MAX][2]; /* places when all dots were found last */
} rb_dot_tracker;

/* Finds the dots near these places (u, v of each) in the first frame. Refuses places without a dot, and dots
   of one colour, which could be confused. */
rb_status rb_dots_begin(rb_dot_tracker *tracker, const rb_film_frame *frame, const double *places, int count,
                        rb_error *err);
/* Finds them in the next frame: fills dots[i].place. */
void rb_dots_next(rb_dot_tracker *tracker, const rb_film_frame *frame);
/* Corrects the place of a dot in the current frame by hand. */
void rb_dots_correct(rb_dot_tracker *tracker, int dot, double u, double v);
/* Searches the whole frame for another spot of the colour and size of a dot. Returns true and its place. */
bool rb_dots_find_twin(const rb_dot_tracker *tracker, const rb_film_frame *frame, int dot, double *u,
                       double *v);

#endif
