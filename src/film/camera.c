#include "film/camera.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "math/least_squares.h"
#include "math/pi.h"

static const double guess = 0.8;        /* focal length / width of a telephone or a webcam */
static const double max_tilt = 0.9;     /* tangent of the tilt, a component */
static const double enough_turn = 1.57; /* rad: below it the tilt is uncertain */

rb_film_camera rb_film_camera_default(int width, int height, double focal) {
    return (rb_film_camera){.focal = focal > 0 ? focal : guess * (width > height ? width : height),
                            .centre_u = 0.5 * (width - 1),
                            .centre_v = 0.5 * (height - 1),
                            .n = {0, 0, 1},
                            .distance = 1};
}

/* ---------------------------------------------------------------- geometry */

/* Where the ray of a pixel meets the plane at distance 1, camera axes. */
static void on_plane(const rb_film_camera *camera, double u, double v, double X[3]) {
    double r[3] = {(u - camera->centre_u) / camera->focal, (v - camera->centre_v) / camera->focal, 1};
    double s = camera->n[0] * r[0] + camera->n[1] * r[1] + camera->n[2] * r[2];
    for (int i = 0; i < 3; i++) {
        X[i] = r[i] / s;
    }
}

static double apart(const rb_film_camera *camera, const rb_dot_place *a, const rb_dot_place *b) {
    double A[3], B[3];
    on_plane(camera, a->u, a->v, A);
    on_plane(camera, b->u, b->v, B);
    return sqrt((A[0] - B[0]) * (A[0] - B[0]) + (A[1] - B[1]) * (A[1] - B[1]) +
                (A[2] - B[2]) * (A[2] - B[2]));
}

static void set_tilt(rb_film_camera *camera, double p, double q) {
    double length = sqrt(p * p + q * q + 1);
    camera->n[0] = p / length;
    camera->n[1] = q / length;
    camera->n[2] = 1 / length;
}

/* Axes of the plane: x to the right in the picture, y up. */
static void plane_axes(const rb_film_camera *camera, double x[3], double y[3]) {
    const double *n = camera->n;
    double length = sqrt(1 - n[0] * n[0]);
    x[0] = length;
    x[1] = -n[0] * n[1] / length;
    x[2] = -n[0] * n[2] / length;
    /* y = x cross n: towards the top of the picture, where v decreases. */
    y[0] = x[1] * n[2] - x[2] * n[1];
    y[1] = x[2] * n[0] - x[0] * n[2];
    y[2] = x[0] * n[1] - x[1] * n[0];
}

void rb_film_on_floor(const rb_film_camera *camera, double u, double v, double xy[2]) {
    double X[3], x[3], y[3], height = rb_film_camera_height(camera);
    on_plane(camera, u, v, X);
    plane_axes(camera, x, y);
    xy[0] = height * (X[0] * x[0] + X[1] * x[1] + X[2] * x[2]);
    xy[1] = height * (X[0] * y[0] + X[1] * y[1] + X[2] * y[2]);
}

bool rb_film_to_pixel(const rb_film_camera *camera, const double xy[2], double *u, double *v) {
    double x[3], y[3], X[3], height = rb_film_camera_height(camera);
    plane_axes(camera, x, y);
    for (int k = 0; k < 3; k++) {
        X[k] = xy[0] / height * x[k] + xy[1] / height * y[k] + camera->n[k];
    }
    *u = camera->centre_u + camera->focal * X[0] / X[2];
    *v = camera->centre_v + camera->focal * X[1] / X[2];
    return X[2] > 0;
}

double rb_film_camera_height(const rb_film_camera *camera) {
    return camera->distance + camera->dot_height;
}

double rb_film_camera_tilt(const rb_film_camera *camera) {
    return acos(fmin(camera->n[2], 1));
}

/* ---------------------------------------------------------------- the turning body */

typedef struct calibration {
    rb_film_camera *camera;
    const rb_film_points *points;
    double *spread; /* distances of one pair of dots */
    double robust;  /* residuals beyond this share count less; INFINITY: never */
} calibration;

static bool both_found(const rb_dot_place *row, int a, int b) {
    return row[a].problem == RB_DOT_FOUND && row[b].problem == RB_DOT_FOUND;
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The median distance of a pair of dots, in units of the distance to the plane; NAN: never both found. */
static double usual_distance(const calibration *c, int a, int b, double *room) {
    int count = 0;
    for (int f = 0; f < c->points->frames; f++) {
        const rb_dot_place *row = c->points->places + (size_t)f * (size_t)c->points->dots;
        if (both_found(row, a, b)) {
            room[count++] = apart(c->camera, &row[a], &row[b]);
        }
    }
    if (count == 0) {
        return NAN;
    }
    qsort(room, (size_t)count, sizeof *room, by_value);
    return room[count / 2];
}

/* Residuals: relative differences of the distances from their medians, for all pairs and frames. */
static bool residuals_of(void *context, const double *p, double *residuals) {
    calibration *c = context;
    const rb_film_points *points = c->points;
    if (!(hypot(p[0], p[1]) < max_tilt)) {
        return false;
    }
    set_tilt(c->camera, p[0], p[1]);
    int n = 0;
    for (int a = 0; a < points->dots; a++) {
        for (int b = 0; b < a; b++) {
            double usual = usual_distance(c, a, b, c->spread);
            for (int f = 0; f < points->frames; f++) {
                const rb_dot_place *row = points->places + (size_t)f * (size_t)points->dots;
                double e = both_found(row, a, b) ? apart(c->camera, &row[a], &row[b]) / usual - 1 : 0;
                /* Huber's weight: a wrong dot does not decide. */
                residuals[n++] = fabs(e) > c->robust ? copysign(sqrt(c->robust * fabs(e)), e) : e;
            }
        }
    }
    return true;
}

/* The range of headings of the line from dot 1 to dot 2, at most a turn. */
static double turned(const rb_film_points *points) {
    double low = 0, high = 0, heading = 0, last = NAN;
    for (int f = 0; f < points->frames; f++) {
        const rb_dot_place *row = points->places + (size_t)f * (size_t)points->dots;
        if (!both_found(row, 0, 1)) {
            continue;
        }
        double now = atan2(row[1].v - row[0].v, row[1].u - row[0].u);
        heading += isnan(last) ? 0 : remainder(now - last, 2 * RB_PI);
        last = now;
        low = fmin(low, heading);
        high = fmax(high, heading);
    }
    return fmin(high - low, 2 * RB_PI);
}

static double rms_of(calibration *c, int pairs, double *residuals) {
    double p[2] = {c->camera->n[0] / c->camera->n[2], c->camera->n[1] / c->camera->n[2]}, sum = 0;
    int n = pairs * c->points->frames;
    if (!residuals_of(c, p, residuals)) {
        return INFINITY;
    }
    for (int i = 0; i < n; i++) {
        sum += residuals[i] * residuals[i];
    }
    return sqrt(sum / n);
}

static bool search_tilt(calibration *c, int pairs) {
    double p[2] = {0, 0};
    rb_least_squares problem = {.parameters = 2,
                                .residuals = pairs * c->points->frames,
                                .evaluate = residuals_of,
                                .context = c,
                                .difference = 1e-5,
                                .enough = 1e-9,
                                .iterations = 60};
    rb_least_squares_result result;
    bool found = rb_least_squares_solve(&problem, p, &result);
    if (found) {
        set_tilt(c->camera, p[0], p[1]);
    }
    return found;
}

rb_status rb_film_calibrate(rb_film_camera *camera, const rb_film_points *points, double length,
                            char *warning, size_t size, rb_error *err) {
    int pairs = points->dots * (points->dots - 1) / 2;
    calibration c = {.camera = camera, .points = points, .robust = 0.01};
    double *residuals = calloc((size_t)pairs * (size_t)points->frames, sizeof *residuals);
    warning[0] = '\0';
    c.spread = malloc((size_t)points->frames * sizeof *c.spread);
    rb_status status = c.spread != NULL && residuals != NULL ? RB_OK : RB_ERR_MEMORY;
    if (status != RB_OK) {
        rb_fail(err, status, "film: out of memory");
    } else if (!isfinite(usual_distance(&c, 0, 1, c.spread))) {
        status = rb_fail(err, RB_ERR_INPUT, "film: dots 1 and 2 are never seen together");
    } else if (!search_tilt(&c, pairs)) {
        status = rb_fail(err, RB_ERR_INPUT, "film: the tilt of the camera was not found");
    } else {
        double usual = usual_distance(&c, 0, 1, c.spread);
        camera->distance = length / usual;
        camera->rms = rms_of(&c, pairs, residuals) * length;
        camera->turned = turned(points);
        if (camera->turned < enough_turn) {
            snprintf(warning, size,
                     "the body turned by %.0f degrees only: the tilt of the camera is uncertain; film more "
                     "of a turn, or use --sheet",
                     camera->turned * 180 / RB_PI);
        } else if (camera->distance < 0.05 || camera->distance > 10) {
            snprintf(warning, size, "the camera would be %.3g m away: is --distance in the right unit?",
                     camera->distance);
        } else if (camera->rms > 0.02 * length) {
            snprintf(warning, size,
                     "distances between the dots vary by %.1f %%: is the table level, and are all dots on "
                     "one flat body?",
                     100 * camera->rms / length);
        }
    }
    free(c.spread);
    free(residuals);
    return status;
}

int rb_film_check_distances(const rb_film_camera *camera, rb_film_points *points) {
    rb_film_camera copy = *camera;
    calibration c = {.camera = &copy, .points = points};
    int marked = 0;
    double usual[RB_DOTS_MAX][RB_DOTS_MAX], limit = fmax(6 * camera->rms, 1e-3) / camera->distance;
    c.spread = malloc((size_t)points->frames * sizeof *c.spread);
    if (c.spread == NULL) {
        return -1;
    }
    for (int a = 0; a < points->dots; a++) {
        for (int b = 0; b < a; b++) {
            usual[a][b] = usual_distance(&c, a, b, c.spread);
        }
    }
    free(c.spread);
    for (int f = 0; f < points->frames; f++) {
        rb_dot_place *row = points->places + (size_t)f * (size_t)points->dots;
        int wrong[RB_DOTS_MAX] = {0}, most = 0;
        for (int a = 0; a < points->dots; a++) {
            for (int b = 0; b < a; b++) {
                bool bad =
                    both_found(row, a, b) && fabs(apart(camera, &row[a], &row[b]) - usual[a][b]) > limit;
                wrong[a] += bad, wrong[b] += bad;
            }
        }
        for (int a = 0; a < points->dots; a++) {
            most = wrong[a] > most ? wrong[a] : most;
        }
        for (int a = 0; most > 0 && a < points->dots; a++) {
            row[a].problem = wrong[a] == most ? RB_DOT_DISTANCE : row[a].problem;
        }
        marked += most > 0;
    }
    return marked;
}

/* ---------------------------------------------------------------- a sheet of paper */

typedef struct sheet {
    rb_film_camera *camera;
    const double *corners, *sides;
} sheet;

/* Lengths of the four sides and two diagonals, in units of the distance to the plane, against those of the
   rectangle: p are the tilt and the logarithm of the distance. */
static bool sheet_residuals(void *context, const double *p, double *residuals) {
    const sheet *s = context;
    static const int ends[6][2] = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 2}, {1, 3}};
    if (!(hypot(p[0], p[1]) < 3)) {
        return false;
    }
    set_tilt(s->camera, p[0], p[1]);
    s->camera->distance = exp(p[2]);
    for (int i = 0; i < 6; i++) {
        const double *a = s->corners + 2 * ends[i][0], *b = s->corners + 2 * ends[i][1];
        rb_dot_place A = {.u = a[0], .v = a[1]}, B = {.u = b[0], .v = b[1]};
        double wanted = i < 4 ? s->sides[i % 2] : hypot(s->sides[0], s->sides[1]);
        residuals[i] = s->camera->distance * apart(s->camera, &A, &B) / wanted - 1;
    }
    return true;
}

rb_status rb_film_calibrate_sheet(rb_film_camera *camera, const double corners[8], const double sides[2],
                                  rb_error *err) {
    sheet s = {camera, corners, sides};
    double p[3] = {0, 0, 0}, residuals[6], sum = 0;
    rb_dot_place A = {.u = corners[0], .v = corners[1]}, B = {.u = corners[2], .v = corners[3]};
    rb_least_squares problem = {.parameters = 3,
                                .residuals = 6,
                                .evaluate = sheet_residuals,
                                .context = &s,
                                .difference = 1e-5,
                                .enough = 1e-12,
                                .iterations = 100};
    rb_least_squares_result result;
    set_tilt(camera, 0, 0);
    p[2] = log(sides[0] / fmax(apart(camera, &A, &B), 1e-9));
    if (!rb_least_squares_solve(&problem, p, &result) || !sheet_residuals(&s, p, residuals)) {
        return rb_fail(err, RB_ERR_INPUT, "sheet: no camera sees these corners");
    }
    for (int i = 0; i < 6; i++) {
        sum += residuals[i] * residuals[i];
    }
    if (!(sqrt(sum / 6) < 0.05)) {
        return rb_fail(
            err, RB_ERR_INPUT,
            "sheet: the corners do not fit a rectangle of %g x %g m; expected them in a row around "
            "it, beginning with the side of %g m",
            sides[0], sides[1], sides[0]);
    }
    camera->distance -= camera->dot_height; /* the sheet is on the floor */
    camera->turned = 2 * RB_PI;
    return camera->distance > 0 ? RB_OK
                                : rb_fail(err, RB_ERR_INPUT, "sheet: the dots would be above the camera");
}
