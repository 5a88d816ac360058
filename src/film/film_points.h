/* A film as a table of points: reads every frame, tracks the dots, finds the camera, marks wrong distances.
 */
#ifndef RB_FILM_FILM_POINTS_H
#define RB_FILM_FILM_POINTS_H

#include <stdio.h>

#include <rattleback/fit.h>

#include "film/camera.h"

#define RB_FILM_SECONDS 300    /* of a film at most */
#define RB_FILM_CORRECTIONS 64 /* by hand, at most */

/* The place of a dot in a frame, given by a person. */
typedef struct rb_film_correction {
    int frame, dot; /* from 0 */
    double u, v;    /* px */
} rb_film_correction;

typedef struct rb_film_request {
    const char *path;
    int dots;
    double places[2 * RB_DOTS_MAX]; /* px: u, v of each dot in the first frame */
    double distance;                /* m, measured between dots 1 and 2 */
    double dot_height;              /* m, of the dots above the floor */
    double focal;                   /* px; 0: 0.8 x the longer side of the picture */
    double corners[8], sides[2];    /* of a sheet on the floor: px, m; sides 0: none */
    double readout;                 /* s, from the first to the last line of a frame (rolling shutter) */
    double rate;                    /* frames per second in reality; 0: as the time stamps say */
    int correction_count;
    rb_film_correction corrections[RB_FILM_CORRECTIONS];
} rb_film_request;

typedef struct rb_film_track {
    rb_film_points points;
    rb_film_camera camera;
    int width, height;        /* px */
    int lost, wrong_distance; /* frames with a dot that was not found, and with a wrong distance */
    double seconds;           /* CPU time for tracking, without decoding */
    char warning[200];        /* what makes the result uncertain; "": nothing */
} rb_film_track;

/* Called after each frame with the share that is done, 0 to 1; true ends the reading. */
typedef bool rb_film_progress(void *context, double share);

/* Tracks a film. A film that ends early gives what was read. Free the result in any case. */
rb_status rb_film_track_file(const rb_film_request *request, rb_film_progress *progress, void *context,
                             rb_film_track *out, rb_error *err);
void rb_film_track_free(rb_film_track *track);

/* The place of a dot on the floor, m, at the time stamp of its frame; false: not known. */
bool rb_film_track_point(const rb_film_track *track, const rb_film_request *request, int frame, int dot,
                         double xy[2]);
/* Standard deviation of its coordinates, m. */
double rb_film_track_sigma(const rb_film_track *track, int frame, int dot);

/* Guesses the places of the dots on the body from the distances between them: dots 1 and 2 on its x axis at
   equal distances from its centre, all at the height z. */
rb_status rb_film_guess_markers(const rb_film_track *track, const rb_film_request *request, double z,
                                rb_vec3 *markers, rb_error *err);

/* What a fit to films of a scene's body frees if nothing is asked for: contact, skew, places of the dots,
 * start. */
void rb_film_fit_default(rb_fit_spec *fit, const rb_scene *scene);
/* Sets camera, markers and their prior, where they are not set yet. error: standard deviation of the places
   of the dots, m; 0: 1 mm, or 5 mm if they are guessed. */
rb_status rb_film_fit_camera(rb_fit_spec *fit, const rb_scene *scene, const rb_film_track *track,
                             const rb_film_request *request, double error, rb_error *err);

/* Writes the table: t, x1, y1, ... (m; empty: not known), then u1, v1, ... (px), sigma1, ... (m) and
   problem1, ... (rb_dot_problem). `rbsim fit` reads it. */
void rb_film_track_write(const rb_film_track *track, const rb_film_request *request, FILE *out);

#endif
