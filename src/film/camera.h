/* The camera of a film, from the dots themselves: distances between dots on a body that turns on a level
   table are the same at every heading, which shows the tilt of the camera; one measured distance gives the
   scale. Or from the four corners of a sheet of paper. */
#ifndef RB_FILM_CAMERA_H
#define RB_FILM_CAMERA_H

#include <rattleback/status.h>

#include "film/dots.h"

/* A pinhole camera over a plane: a ray r = ((u - centre) / focal, (v - centre) / focal, 1) meets the plane
   where n . X = distance. */
typedef struct rb_film_camera {
    double focal;              /* px */
    double centre_u, centre_v; /* px, principal point */
    double n[3];               /* unit normal of the plane, away from the camera, camera axes */
    double distance;           /* m, from the camera to the plane of the dots */
    double dot_height;         /* m, of the dots above the floor */
    double rms;                /* m, of the distances between dots about their means */
    double turned;             /* rad, range of headings that was seen */
} rb_film_camera;

/* Places of all dots in all frames, row by row. */
typedef struct rb_film_points {
    int dots, frames;
    rb_dot_place *places; /* frames x dots */
    double *t;            /* s, of each frame, increasing */
} rb_film_points;

/* The camera without a tilt and distance: guesses the focal length, 0.8 x width, if `focal` is 0. */
rb_film_camera rb_film_camera_default(int width, int height, double focal);

/* Finds tilt and distance from the turning body. `length`: measured distance between dots 1 and 2, m. Refuses
   films in which it cannot be found; *warning (may be empty) says what makes the result uncertain. */
rb_status rb_film_calibrate(rb_film_camera *camera, const rb_film_points *points, double length,
                            char *warning, size_t size, rb_error *err);
/* The same from the corners of a rectangle on the floor: (u, v) of each in a row around it; sides in m, the
   first one from the first to the second corner. */
rb_status rb_film_calibrate_sheet(rb_film_camera *camera, const double corners[8], const double sides[2],
                                  rb_error *err);

/* Marks dots whose distance to another dot is not that of most frames. Returns the number of frames marked.
 */
int rb_film_check_distances(const rb_film_camera *camera, rb_film_points *points);

/* The point of the floor behind a pixel, seen from the camera: metres from its foot, x to the right in the
   picture and y up. */
void rb_film_on_floor(const rb_film_camera *camera, double u, double v, double xy[2]);
/* The pixel in which a point of the floor is seen; false: it is behind the camera. */
bool rb_film_to_pixel(const rb_film_camera *camera, const double xy[2], double *u, double *v);
double rb_film_camera_height(const rb_film_camera *camera); /* m above the floor */
double rb_film_camera_tilt(const rb_film_camera *camera);   /* rad, from the vertical */

#endif
