#include "render.h"

#include <math.h>

#include "film/process.h"
#include "support.h"

/* Dots on the stone, m; the first two are 72 mm apart. */
static const double dots[3][2] = {{-0.036, 0}, {0.036, 0}, {0.004, 0.012}};
/* Y, Cb, Cr of what is in the picture. */
static const double table_colour[3] = {120, 110, 145}, stone_colour[3] = {190, 122, 131};
static const double dot_colours[3][3] = {{95, 105, 200}, {110, 112, 82}, {80, 190, 105}};

film_scene film_default(void) {
    return (film_scene){.focal = 384,
                        .height = 0.3,
                        .tilt = 0.2,
                        .azimuth = 0.7,
                        .spin = 8,
                        .rate = 60,
                        .exposure = 0.004,
                        .drift = 0.004,
                        .radius = 0.005,
                        .noise = 2};
}

/* The pose of the stone: heading and centre. */
static void pose(const film_scene *s, double t, double *heading, double centre[2]) {
    *heading = 0.3 + s->spin * t;
    centre[0] = 0.04 + s->drift * t;
    centre[1] = 0.035 - 0.5 * s->drift * t;
}

/* Camera axes in the world: right, down, forward. World axes at the camera's foot: x is the horizontal
   direction to the right of the picture. */
static void axes(const film_scene *s, double R[3][3]) {
    /* The optical axis is tilted by `tilt` towards the azimuth, measured in the picture. */
    double forward[3] = {sin(s->tilt) * cos(s->azimuth), sin(s->tilt) * sin(s->azimuth), -cos(s->tilt)};
    /* right: horizontal part along x, perpendicular to forward: the plane's x axis seen by the camera. */
    double right[3] = {1, 0, 0}, along = forward[0];
    double length = 0;
    for (int i = 0; i < 3; i++) {
        right[i] -= along * forward[i];
        length += right[i] * right[i];
    }
    for (int i = 0; i < 3; i++) {
        R[0][i] = right[i] / sqrt(length);
        R[2][i] = forward[i];
    }
    for (int i = 0; i < 3; i++) { /* down = forward x right */
        int j = (i + 1) % 3, k = (i + 2) % 3;
        R[1][i] = R[2][j] * R[0][k] - R[2][k] * R[0][j];
    }
}

void film_project(const film_scene *s, const double floor[2], double pixel[2]) {
    double R[3][3], X[3] = {floor[0], floor[1], -s->height}, c[3] = {0, 0, 0};
    axes(s, R);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            c[i] += R[i][j] * X[j];
        }
    }
    pixel[0] = 0.5 * (FILM_WIDTH - 1) + s->focal * c[0] / c[2];
    pixel[1] = 0.5 * (FILM_HEIGHT - 1) + s->focal * c[1] / c[2];
}

static void unproject(const film_scene *s, double R[3][3], double u, double v, double floor[2]) {
    double r[3] = {(u - 0.5 * (FILM_WIDTH - 1)) / s->focal, (v - 0.5 * (FILM_HEIGHT - 1)) / s->focal, 1};
    double w[3];
    for (int i = 0; i < 3; i++) {
        w[i] = R[0][i] * r[0] + R[1][i] * r[1] + R[2][i] * r[2];
    }
    floor[0] = -w[0] * s->height / w[2];
    floor[1] = -w[1] * s->height / w[2];
}

enum { TIMES = 5, SUB = 2, SAMPLES = SUB * SUB, PIXELS = FILM_WIDTH * FILM_HEIGHT };

typedef struct pixel_samples {
    double at[SAMPLES][2]; /* places of the floor, m */
} pixel_samples;

/* What each pixel sees, for the camera of the last call. */
static const pixel_samples *floor_map(const film_scene *s) {
    static pixel_samples map[PIXELS];
    static double camera[4];
    const double now[4] = {s->focal, s->height, s->tilt, s->azimuth};
    bool same = true;
    for (int i = 0; i < 4; i++) {
        same = same && camera[i] == now[i];
    }
    if (!same) {
        double R[3][3];
        memcpy(camera, now, sizeof now);
        axes(s, R);
        for (int k = 0; k < PIXELS; k++) {
            for (int n = 0; n < SAMPLES; n++) {
                int i = n % SUB, j = n / SUB, u = k % FILM_WIDTH, v = k / FILM_WIDTH;
                unproject(s, R, u + (i + 0.5) / SUB - 0.5, v + (j + 0.5) / SUB - 0.5, map[k].at[n]);
            }
        }
    }
    return map;
}

/* The colour at (x, y) from the stone's centre in its own axes. */
static const double *colour_of_stone(const film_scene *s, int frame, double x, double y) {
    for (int i = 0; i < 3; i++) {
        bool hidden = i == 2 && frame >= s->hide_from && frame < s->hide_until;
        double dx = x - dots[i][0], dy = y - dots[i][1];
        if (!hidden && dx * dx + dy * dy < s->radius * s->radius) {
            return s->same_colours ? dot_colours[0] : dot_colours[i];
        }
    }
    return x * x / (0.055 * 0.055) + y * y / (0.024 * 0.024) < 1 ? stone_colour : table_colour;
}

/* Adds the mean colour of a pixel at one of the instants. turn: cosine and sine of the heading. */
static void add_pixel(const film_scene *s, int frame, const pixel_samples *pixel, const double turn[2],
                      const double centre[2], double sum[3]) {
    for (int n = 0; n < SAMPLES; n++) {
        double x = pixel->at[n][0] - centre[0], y = pixel->at[n][1] - centre[1];
        bool decoy = s->decoy_from > 0 && frame >= s->decoy_from && hypot(x, y - 0.045) < s->radius;
        const double *colour =
            decoy ? dot_colours[0]
                  : colour_of_stone(s, frame, turn[0] * x + turn[1] * y, turn[0] * y - turn[1] * x);
        for (int i = 0; i < 3; i++) {
            sum[i] += colour[i] / (TIMES * SAMPLES);
        }
    }
}

static void expose(const film_scene *s, int frame, double sum[PIXELS][3]) {
    const pixel_samples *map = floor_map(s);
    memset(sum, 0, PIXELS * sizeof *sum);
    for (int k = 0; k < TIMES; k++) {
        double heading, centre[2];
        pose(s, frame / s->rate + s->exposure * (k + 0.5) / TIMES, &heading, centre);
        const double turn[2] = {cos(heading), sin(heading)};
        for (int p = 0; p < PIXELS; p++) {
            double x = map[p].at[0][0] - centre[0], y = map[p].at[0][1] - centre[1];
            if (x * x + y * y < 0.065 * 0.065) {
                add_pixel(s, frame, &map[p], turn, centre, sum[p]);
                continue;
            }
            for (int i = 0; i < 3; i++) {
                sum[p][i] += table_colour[i] / TIMES;
            }
        }
    }
}

void film_render(const film_scene *s, int frame, unsigned char planes[FILM_BYTES], double floor[6],
                 double pixels[6]) {
    static double sum[PIXELS][3];
    double heading, centre[2], middle = frame / s->rate + 0.5 * s->exposure;
    rb_test_rng rng = {0x9e3779b97f4a7c15u + (uint64_t)frame};
    expose(s, frame, sum);
    unsigned char *out = planes;
    for (int i = 0; i < 3; i++) {
        int step = i == 0 ? 1 : 2;
        for (int v = 0; v < FILM_HEIGHT; v += step) {
            for (int u = 0; u < FILM_WIDTH; u += step) {
                int p = v * FILM_WIDTH + u, q = p + FILM_WIDTH;
                double value =
                    i == 0 ? sum[p][0] : 0.25 * (sum[p][i] + sum[p + 1][i] + sum[q][i] + sum[q + 1][i]);
                value = s->dark ? (i == 0 ? 16 + 0.05 * value : 128 + 0.35 * (value - 128)) : value;
                value += s->noise * rb_test_real(&rng, -1.7, 1.7); /* standard deviation `noise` */
                *out++ = (unsigned char)lround(fmin(fmax(value, 0), 255));
            }
        }
    }
    pose(s, middle, &heading, centre);
    for (int i = 0; i < 3; i++) {
        floor[2 * i] = centre[0] + cos(heading) * dots[i][0] - sin(heading) * dots[i][1];
        floor[2 * i + 1] = centre[1] + sin(heading) * dots[i][0] + cos(heading) * dots[i][1];
        film_project(s, floor + 2 * i, pixels + 2 * i);
    }
}

bool film_write(const char *path, const film_scene *scene, int frames, char *text, size_t size) {
    char program[512];
    static unsigned char planes[FILM_BYTES];
    double floor[6], pixels[6];
    rb_process process;
    if (!rb_process_find("ffmpeg", program, sizeof program)) {
        return false;
    }
    const char *const arguments[] = {program,   "-v",    "quiet",   "-y", "-f", "rawvideo", "-pix_fmt",
                                     "yuv420p", "-s",    "480x320", "-r", "60", "-i",       "pipe:0",
                                     "-c:v",    "mpeg4", "-q:v",    "2",  path, NULL};
    if (rb_process_start(&process, arguments, NULL) != RB_OK) {
        return false;
    }
    bool written = true;
    for (int f = 0; f < frames; f++) {
        film_render(scene, f, planes, floor, pixels);
        if (f == 0) {
            snprintf(text, size, "%.0f %.0f, %.0f %.0f, %.0f %.0f", pixels[0], pixels[1], pixels[2],
                     pixels[3], pixels[4], pixels[5]);
        }
        written = written && rb_process_write(&process, planes, sizeof planes);
    }
    return rb_process_finish(&process) && written;
}
