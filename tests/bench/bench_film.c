/* Cost of tracking three dots in a frame of 1280x720: milliseconds of CPU time, without decoding. The stone
   turns by 8 degrees from frame to frame. Limits: 4 natively, 12 in WebAssembly. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "film/dots.h"
#include "math/pi.h"
#include "timing.h"

enum { WIDTH = 1280, HEIGHT = 720, BYTES = WIDTH * HEIGHT * 3 / 2, FRAMES = 90, DOTS = 3 };

static const double dots[DOTS][2] = {{-86, 0}, {86, 0}, {0, 24}}; /* px from the middle */
/* Y, Cb, Cr: table, stone, dots. */
static const unsigned char colours[2 + DOTS][3] = {
    {120, 110, 145}, {190, 122, 131}, {95, 105, 200}, {110, 112, 82}, {80, 190, 105}};

static int colour_at(double x, double y, double heading) {
    double c = cos(heading), s = sin(heading), u = c * x + s * y, v = c * y - s * x;
    for (int i = 0; i < DOTS; i++) {
        if (hypot(u - dots[i][0], v - dots[i][1]) < 10) {
            return 2 + i;
        }
    }
    return hypot(u / 120, v / 40) < 1;
}

static void draw(unsigned char *planes, double heading) {
    for (int y = 0; y < HEIGHT; y += 2) {
        for (int x = 0; x < WIDTH; x += 2) {
            const unsigned char *colour =
                colours[colour_at(x + 0.5 - WIDTH / 2.0, y + 0.5 - HEIGHT / 2.0, heading)];
            size_t at = (size_t)y * WIDTH + (size_t)x, chroma = (size_t)y / 2 * (WIDTH / 2) + (size_t)x / 2;
            planes[at] = planes[at + 1] = planes[at + WIDTH] = planes[at + WIDTH + 1] = colour[0];
            planes[WIDTH * HEIGHT + chroma] = colour[1];
            planes[WIDTH * HEIGHT * 5 / 4 + chroma] = colour[2];
        }
    }
}

int main(void) {
    unsigned char *planes = calloc(1, BYTES);
    double times[FRAMES], places[2 * DOTS], largest = 0;
    rb_dot_tracker tracker = {0};
    rb_error err = {""};
    if (planes == NULL) {
        return 1;
    }
    rb_film_frame frame = rb_film_frame_of(WIDTH, HEIGHT, planes);
    for (int f = 0; f <= FRAMES; f++) {
        double heading = f * 8 * RB_PI / 180, c = cos(heading), s = sin(heading);
        draw(planes, heading);
        for (int i = 0; i < DOTS; i++) {
            places[2 * i] = WIDTH / 2.0 + c * dots[i][0] - s * dots[i][1];
            places[2 * i + 1] = HEIGHT / 2.0 + s * dots[i][0] + c * dots[i][1];
        }
        if (f == 0) {
            if (rb_dots_begin(&tracker, &frame, places, DOTS, &err) != RB_OK) {
                fprintf(stderr, "bench_film: %s\n", err.text);
                return 1;
            }
            continue;
        }
        double begun = cpu_seconds();
        rb_dots_next(&tracker, &frame);
        times[f - 1] = cpu_seconds() - begun;
        for (int i = 0; i < DOTS; i++) {
            const rb_dot_place *place = &tracker.dots[i].place;
            largest = fmax(largest, hypot(place->u - places[2 * i], place->v - places[2 * i + 1]));
        }
    }
    spread cost = spread_of(times, FRAMES);
    printf("tracking of three dots, 1280x720 (promised: 4 ms, in WebAssembly 12 ms)\n");
    printf("%-10s %12s %14s %18s\n", "frames", "least, ms", "median, ms", "largest error, px");
    printf("%-10d %12.3f %14.3f %18.2f\n", FRAMES, 1e3 * cost.least, 1e3 * cost.median, largest);
    free(planes);
    return 0;
}
