/* Synthetic films for tests: a stone with three coloured dots on a table, seen by a tilted camera, with
   motion blur and noise. The truth is known exactly. */
#ifndef RB_TESTS_FILM_RENDER_H
#define RB_TESTS_FILM_RENDER_H

#include "film/camera.h"

enum { FILM_WIDTH = 480, FILM_HEIGHT = 320, FILM_BYTES = FILM_WIDTH * FILM_HEIGHT * 3 / 2 };

typedef struct film_scene {
    double focal, height, tilt, azimuth; /* camera: px, m, rad, rad */
    double spin, rate, exposure;         /* rad/s, frames per second, s */
    double drift;                        /* m/s, of the stone's centre */
    double radius;                       /* m, of the dots */
    double noise;                        /* levels */
    bool same_colours, dark;
    int hide_from, hide_until; /* frames in which dot 3 is covered */
    int decoy_from; /* frame from which a second spot of the first dot's colour is there; 0: none */
} film_scene;

film_scene film_default(void);
/* Fills planes with a frame, and truth with the places of the dots on the floor (m) in the axes of the
   camera's foot, and in the picture (px), at the middle of the exposure. */
void film_render(const film_scene *scene, int frame, unsigned char planes[FILM_BYTES], double floor[6],
                 double pixels[6]);

/* The pixel of a place on the floor. */
void film_project(const film_scene *scene, const double floor[2], double pixel[2]);

/* Writes a film with ffmpeg, and the places of the dots in its first frame as --dots wants them; false
   without ffmpeg. */
bool film_write(const char *path, const film_scene *scene, int frames, char *dots, size_t size);

#endif
