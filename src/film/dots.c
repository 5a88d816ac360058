#include "film/dots.h"

#include <math.h>

#include "film/blob.h"

/* Lengths in this file are in chroma samples, two pixels wide, unless they say px. */
static const double min_contrast = 14;    /* chroma levels between a dot and what is beside it */
static const double same_colour = 0.45;   /* colours closer than this share of their contrast are the same */
static const double max_change = 0.12;    /* of a distance between two dots from frame to frame */
static const double smallest_sigma = 0.1; /* px: of the centroid; compression adds this much */

rb_film_frame rb_film_frame_of(int width, int height, const unsigned char *planes) {
    size_t size = (size_t)width * (size_t)height;
    return (rb_film_frame){width, height, planes, planes + size, planes + size + size / 4};
}

/* ---------------------------------------------------------------- the first frame */

static double distance(const double a[2], const double b[2]) {
    return hypot(a[0] - b[0], a[1] - b[1]);
}

/* Mean chroma of the samples whose distance from (x, y) is between these limits, without the quarter that
   is farthest from the mean. */
static void mean_chroma(const rb_film_frame *frame, double x, double y, double from, double to, double c[2]) {
    double spread = INFINITY, mean[2] = {0, 0};
    for (int pass = 0; pass < 4; pass++) {
        double sum[2] = {0, 0}, square = 0;
        int count = 0, r = (int)ceil(to);
        for (int j = -r; j <= r; j++) {
            for (int i = -r; i <= r; i++) {
                double d = hypot(i, j), one[2];
                rb_chroma_at(frame, (int)lround(x) + i, (int)lround(y) + j, one);
                if (d < from || d > to || distance(one, mean) > spread) {
                    continue;
                }
                sum[0] += one[0], sum[1] += one[1];
                square += pass > 0 ? distance(one, mean) * distance(one, mean) : 0;
                count++;
            }
        }
        if (count == 0) {
            break;
        }
        mean[0] = sum[0] / count, mean[1] = sum[1] / count;
        spread = pass == 0 ? INFINITY : 1.2 * sqrt(square / count) + 0.5;
    }
    c[0] = mean[0], c[1] = mean[1];
}

/* Finds colour, surroundings and size of the dot near (x, y). Returns false if there is none. */
static bool learn_dot(rb_film_dot *dot, const rb_film_frame *frame, rb_window *w, double x, double y) {
    mean_chroma(frame, x, y, 0, 1.5, dot->colour);
    mean_chroma(frame, x, y, 12, 16, dot->beside); /* until its size is known */
    rb_blob found = {.x = x, .y = y};
    for (int pass = 0; pass < 4; pass++) {
        if (distance(dot->colour, dot->beside) < min_contrast) {
            return false;
        }
        rb_window_place(w, frame, found.x, found.y, RB_WINDOW_SIDE / 2.0 - 1);
        rb_window_fill(w, frame, dot);
        int seed = rb_window_seed(w, found.x, found.y, 8);
        if (seed < 0) {
            return false;
        }
        found = rb_window_measure(w, frame, rb_window_flood(w, seed));
        double r = sqrt(found.area / 3.1416);
        if (r > RB_WINDOW_SIDE / 5.0 || hypot(found.x - x, found.y - y) > r + 6) {
            return false;
        }
        mean_chroma(frame, found.x, found.y, 0, fmax(0.6 * r, 1), dot->colour);
        mean_chroma(frame, found.x, found.y, r + 1.5, r + 3.5, dot->beside);
        dot->radius = 2 * r;
    }
    dot->place = (rb_dot_place){2 * found.x + 0.5, 2 * found.y + 0.5, hypot(2 * found.sigma, smallest_sigma),
                                RB_DOT_FOUND};
    return found.area >= 5;
}

static double mean_luma(const rb_film_frame *frame, const rb_film_dot *dot) {
    int r = rb_clamp((int)(0.5 * dot->radius), 1, 40);
    double sum = 0;
    for (int j = -r; j <= r; j++) {
        for (int i = -r; i <= r; i++) {
            int x = rb_clamp((int)lround(dot->place.u) + i, 0, frame->width - 1);
            int y = rb_clamp((int)lround(dot->place.v) + j, 0, frame->height - 1);
            sum += frame->luma[y * frame->width + x];
        }
    }
    return sum / ((2 * r + 1) * (2 * r + 1));
}

static rb_status check_colours(const rb_dot_tracker *tracker, rb_error *err) {
    for (int a = 0; a < tracker->count; a++) {
        for (int b = 0; b < a; b++) {
            const rb_film_dot *p = &tracker->dots[a], *q = &tracker->dots[b];
            double apart = hypot(p->place.u - q->place.u, p->place.v - q->place.v);
            if (apart < 0.5 * (p->radius + q->radius)) {
                return rb_fail(err, RB_ERR_INPUT, "dots %d and %d are the same spot at (%.0f, %.0f)", b + 1,
                               a + 1, p->place.u, p->place.v);
            }
            double contrast = fmin(distance(p->colour, p->beside), distance(q->colour, q->beside));
            if (distance(p->colour, q->colour) < same_colour * contrast) {
                return rb_fail(err, RB_ERR_INPUT,
                               "dots %d and %d have the same colour and could be confused; use dots of "
                               "different saturated colours, such as red, green and blue",
                               b + 1, a + 1);
            }
        }
    }
    return RB_OK;
}

static void remember_shape(rb_dot_tracker *tracker) {
    for (int i = 0; i < tracker->count; i++) {
        tracker->shape[i][0] = tracker->dots[i].place.u;
        tracker->shape[i][1] = tracker->dots[i].place.v;
    }
}

rb_status rb_dots_begin(rb_dot_tracker *tracker, const rb_film_frame *frame, const double *places, int count,
                        rb_error *err) {
    static _Thread_local rb_window w;
    *tracker = (rb_dot_tracker){.count = count};
    for (int i = 0; i < count; i++) {
        rb_film_dot *dot = &tracker->dots[i];
        double u = places[2 * i], v = places[2 * i + 1];
        if (!(u >= 0 && v >= 0 && u < frame->width && v < frame->height)) {
            return rb_fail(err, RB_ERR_INPUT, "dot %d: (%g, %g) is outside the picture of %d x %d pixels",
                           i + 1, u, v, frame->width, frame->height);
        }
        bool found = learn_dot(dot, frame, &w, (u - 0.5) / 2, (v - 0.5) / 2);
        if (found && mean_luma(frame, dot) < 28) {
            return rb_fail(err, RB_ERR_INPUT, "dot %d: the film is too dark at (%g, %g); use more light",
                           i + 1, u, v);
        }
        if (!found) {
            return rb_fail(err, RB_ERR_INPUT,
                           "dot %d: no coloured dot at (%g, %g) of the first frame; expected a saturated "
                           "colour that differs from what is beside it",
                           i + 1, u, v);
        }
    }
    remember_shape(tracker);
    return check_colours(tracker, err);
}

/* ---------------------------------------------------------------- further frames */

/* Where a dot is expected from two other dots that were found, by the last complete shape turned and scaled;
   false if there are no two. */
static bool expect_from_others(const rb_dot_tracker *tracker, int dot, double *u, double *v) {
    int a = -1, b = -1;
    for (int i = 0; i < tracker->count; i++) {
        if (i != dot && tracker->dots[i].place.problem == RB_DOT_FOUND) {
            b = a;
            a = i;
        }
    }
    if (b < 0) {
        return false;
    }
    const double *p = tracker->shape[a], *q = tracker->shape[b], *r = tracker->shape[dot];
    const rb_dot_place *P = &tracker->dots[a].place, *Q = &tracker->dots[b].place;
    double x = q[0] - p[0], y = q[1] - p[1], X = Q->u - P->u, Y = Q->v - P->v, square = x * x + y * y;
    if (square < 1) {
        return false;
    }
    double c = (x * X + y * Y) / square, s = (x * Y - y * X) / square;
    double dx = r[0] - p[0], dy = r[1] - p[1];
    *u = P->u + c * dx - s * dy;
    *v = P->v + s * dx + c * dy;
    return true;
}

static bool find_dot(rb_film_dot *dot, const rb_film_frame *frame, rb_window *w, double u, double v,
                     double reach) {
    double x = (u - 0.5) / 2, y = (v - 0.5) / 2, r = dot->radius / 2, usual = 3.1416 * r * r;
    dot->place = (rb_dot_place){u, v, 0, RB_DOT_LOST};
    rb_window_place(w, frame, x, y, reach / 2 + 2 * r + 3);
    rb_window_fill(w, frame, dot);
    int seed = rb_window_seed(w, x, y, fmax(reach / 2, 4));
    if (seed < 0) {
        bool outside = u < 0 || v < 0 || u >= frame->width || v >= frame->height;
        dot->place.problem = outside ? RB_DOT_OUTSIDE : RB_DOT_LOST;
        return false;
    }
    rb_blob found = rb_window_measure(w, frame, rb_window_flood(w, seed));
    if (found.at_edge || found.area < 0.3 * usual || found.area > 4 * usual + 4 * reach * r) {
        dot->place.problem = found.at_edge ? RB_DOT_OUTSIDE : RB_DOT_LOST;
        return false;
    }
    dot->place = (rb_dot_place){2 * found.x + 0.5, 2 * found.y + 0.5, hypot(2 * found.sigma, smallest_sigma),
                                RB_DOT_FOUND};
    return true;
}

/* Marks dots whose distances to others have changed too much since the shape was complete. */
static void check_shape(rb_dot_tracker *tracker, double allowed) {
    int wrong[RB_DOTS_MAX] = {0}, pairs[RB_DOTS_MAX] = {0};
    for (int a = 0; a < tracker->count; a++) {
        for (int b = 0; b < a; b++) {
            const rb_dot_place *p = &tracker->dots[a].place, *q = &tracker->dots[b].place;
            if (p->problem != RB_DOT_FOUND || q->problem != RB_DOT_FOUND) {
                continue;
            }
            double before = distance(tracker->shape[a], tracker->shape[b]);
            double now = hypot(p->u - q->u, p->v - q->v);
            bool bad = fabs(now - before) > allowed * before + 2;
            wrong[a] += bad, wrong[b] += bad;
            pairs[a]++, pairs[b]++;
        }
    }
    int most = 0;
    for (int i = 0; i < tracker->count; i++) {
        most = wrong[i] > most ? wrong[i] : most;
    }
    for (int i = 0; i < tracker->count; i++) {
        if (wrong[i] > 0 && wrong[i] == most) {
            tracker->dots[i].place.problem = RB_DOT_DISTANCE;
        }
    }
}

void rb_dots_next(rb_dot_tracker *tracker, const rb_film_frame *frame) {
    static _Thread_local rb_window w;
    rb_dot_place before[RB_DOTS_MAX];
    bool complete = true;
    int longest = 0;
    for (int i = 0; i < tracker->count; i++) {
        rb_film_dot *dot = &tracker->dots[i];
        before[i] = dot->place;
        double speed = hypot(dot->du, dot->dv);
        double reach = dot->radius + 0.6 * speed + 6 + 10 * (dot->failures < 8 ? dot->failures : 8);
        find_dot(dot, frame, &w, dot->place.u + dot->du, dot->place.v + dot->dv, reach);
        longest = dot->failures > longest ? dot->failures : longest;
    }
    double allowed = max_change * (1 + (longest < 4 ? longest : 4));
    check_shape(tracker, allowed);
    for (int i = 0; i < tracker->count; i++) { /* a second try where the other dots say it must be */
        rb_film_dot *dot = &tracker->dots[i];
        double u, v;
        if (dot->place.problem != RB_DOT_FOUND && expect_from_others(tracker, i, &u, &v) &&
            find_dot(dot, frame, &w, u, v, 0.5 * dot->radius + 4)) {
            check_shape(tracker, allowed);
        }
    }
    for (int i = 0; i < tracker->count; i++) {
        rb_film_dot *dot = &tracker->dots[i];
        bool found = dot->place.problem == RB_DOT_FOUND;
        if (!found) {
            double u = before[i].u + dot->du, v = before[i].v + dot->dv;
            expect_from_others(tracker, i, &u, &v);
            dot->place.u = u, dot->place.v = v;
        }
        dot->du = dot->place.u - before[i].u;
        dot->dv = dot->place.v - before[i].v;
        dot->failures = found ? 0 : dot->failures + 1;
        complete = complete && found;
    }
    if (complete) {
        remember_shape(tracker);
    }
}

void rb_dots_correct(rb_dot_tracker *tracker, int dot, double u, double v) {
    rb_film_dot *one = &tracker->dots[dot];
    one->du += u - one->place.u;
    one->dv += v - one->place.v;
    one->place = (rb_dot_place){u, v, 0.1 * one->radius, RB_DOT_FOUND};
    one->failures = 0;
    for (int i = 0; i < tracker->count; i++) {
        if (tracker->dots[i].place.problem != RB_DOT_FOUND) {
            return;
        }
    }
    remember_shape(tracker);
}

bool rb_dots_find_twin(const rb_dot_tracker *tracker, const rb_film_frame *frame, int dot, double *u,
                       double *v) {
    static _Thread_local rb_window w;
    const rb_film_dot *one = &tracker->dots[dot];
    double r = one->radius / 2, usual = 3.1416 * r * r;
    double step = RB_WINDOW_SIDE - 4 * r - 4;
    for (double y = RB_WINDOW_SIDE / 2.0; step > 0 && y < frame->height / 2.0 + RB_WINDOW_SIDE / 2.0;
         y += step) {
        for (double x = RB_WINDOW_SIDE / 2.0; x < frame->width / 2.0 + RB_WINDOW_SIDE / 2.0; x += step) {
            rb_window_place(&w, frame, x, y, RB_WINDOW_SIDE / 2.0 - 1);
            if (w.width < 3 || w.height < 3) {
                continue;
            }
            rb_window_fill(&w, frame, one);
            for (int i = 0; i < w.width * w.height; i++) {
                if ((double)w.share[i] <= 0.7) {
                    continue;
                }
                int area = rb_window_flood(&w, i);
                if (area > 0.5 * usual && area < 2 * usual) {
                    rb_blob found = rb_window_measure(&w, frame, area);
                    *u = 2 * found.x + 0.5, *v = 2 * found.y + 0.5;
                    if (hypot(*u - one->place.u, *v - one->place.v) > 2 * one->radius) {
                        return true;
                    }
                }
                for (int k = 0; k < w.width * w.height; k++) {
                    w.share[k] = w.in_blob[k] ? 0 : w.share[k]; /* each blob once */
                }
            }
        }
    }
    return false;
}
