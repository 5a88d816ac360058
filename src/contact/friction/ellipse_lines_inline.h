/* The sums of ellipse_lines.h, four lines at a time. */
#ifndef RB_CONTACT_FRICTION_ELLIPSE_LINES_INLINE_H
#define RB_CONTACT_FRICTION_ELLIPSE_LINES_INLINE_H

#define RB_LANES 4
#include "contact/friction/ellipse_line_inline.h"
#include "math/pi.h"

RB_INLINE rb_place place_of(const rb_lines *w) {
    return (rb_place){NUM(w->b), NUM(w->X0), NUM(w->Y0), NUM(w->d_c), NUM(w->d_s), NUM(1 - w->b * w->b)};
}

RB_INLINE rb_num_landen landen_of(const rb_landen *map) {
    return (rb_num_landen){.levels = map->levels,
                           .uniform = true,
                           .k = {NUM(map->k[0]), NUM(map->k[1]), NUM(map->k[2])},
                           .b_top = NUM(map->b_top),
                           .scale = NUM(map->scale)};
}

RB_INLINE double sum_of(rb_num x) {
    return (x[0] + x[1]) + (x[2] + x[3]);
}

RB_INLINE void put(rb_lines *w, const sums *sum, bool derivatives) {
    w->value[0] = w->b * sum_of(sum->value[0]);
    w->value[1] = sum_of(sum->value[1]);
    w->value[2] = sum_of(sum->value[2]);
    for (int i = 0; derivatives && i < 3; i++) {
        w->by_c[i] = sum_of(sum->by_c[i]);
        w->by_s[i] = sum_of(sum->by_s[i]);
    }
    for (int i = 0; derivatives && i < 6; i++) {
        w->hessian[i] = sum_of(sum->hessian[i]);
    }
}

/* ---- the centre inside ------------------------------------------------------------------------- */

/* Nodes phi = +-(i + 1/2) pi/(8 blocks), by rotation: i to i + 3 in the lanes. */
RB_INLINE void sweep_inside(rb_lines *w, int blocks, double c0, double s0, bool derivatives) {
    const rb_place at = place_of(w);
    const rb_num_landen map = landen_of(&w->map);
    double c1 = c0 * c0 - s0 * s0, s1 = 2 * c0 * s0; /* one step, two steps, four steps */
    double c2 = c1 * c1 - s1 * s1, s2 = 2 * c1 * s1;
    const rb_num c4 = NUM(c2 * c2 - s2 * s2), s4 = NUM(2 * c2 * s2);
    double cb = c0 * c1 - s0 * s1, sb = s0 * c1 + c0 * s1; /* the second node */
    rb_num c = {c0, cb, c0 * c2 - s0 * s2, cb * c2 - sb * s2};
    rb_num s = {s0, sb, s0 * c2 + c0 * s2, sb * c2 + cb * s2};
    const rb_num dphi = NUM(w->map.scale * RB_PI / (8 * blocks));
    sums sum = {0};
    for (int i = 0; i < blocks; i++) {
        line l = line_at(&map, c, s, NUM(1), dphi);
        rb_num along = at.Y0 * l.l_x, across = at.X0 * l.l_y;
        add_line(&at, &l, l.l_y, along - across, derivatives, &sum);
        add_line(&at, &l, -l.l_y, along + across, derivatives, &sum);
        rb_num next = c * c4 - s * s4;
        s = s * c4 + c * s4;
        c = next;
    }
    put(w, &sum, derivatives);
}

static void lines_inside(rb_lines *w, int blocks, double c, double s, bool derivatives) {
    if (derivatives) {
        sweep_inside(w, blocks, c, s, true);
    } else {
        sweep_inside(w, blocks, c, s, false);
    }
}

/* ---- outside ----------------------------------------------------------------------------------- */

/* The nodes +-x of two rows of a rule at a time: tan(chi/2) = x tan(half/2). */
RB_INLINE void add_fan(const rb_lines *w, const rb_place *at, const rb_fan *fan, const rb_gauss_rule *rule,
                       bool derivatives, sums *sum) {
    bool narrow = fan->distance > 0;
    rb_landen own = narrow ? (rb_landen){.b_top = w->b, .scale = 1} : w->map;
    const rb_num_landen map = landen_of(&own);
    const rb_num step = NUM(2 * own.scale * fan->tan_quarter);
    for (int i = 0; i < rule->half; i += 2) {
        const rb_gauss_node *n = &rule->nodes[i], *m = n + 1;
        rb_num y = fan->tan_quarter * (rb_num){-n->x, n->x, -m->x, m->x}, y2 = y * y;
        rb_num c = 1 - y2, s = 2 * y;
        line l = line_at(&map, fan->cos_middle * c - fan->sin_middle * s,
                         fan->sin_middle * c + fan->cos_middle * s, 1 + y2,
                         step * (rb_num){n->weight, n->weight, m->weight, m->weight});
        rb_num Q = narrow ? -fan->distance * s : at->Y0 * l.l_x - at->X0 * l.l_y;
        add_line(at, &l, l.l_y, Q, derivatives, sum);
    }
}

static void lines_outside(rb_lines *w, const rb_fan fans[], int count, const rb_gauss_rule *rule,
                          bool derivatives) {
    const rb_place at = place_of(w);
    sums sum = {0};
    for (int i = 0; i < count; i++) {
        if (derivatives) {
            add_fan(w, &at, &fans[i], rule, true, &sum);
        } else {
            add_fan(w, &at, &fans[i], rule, false, &sum);
        }
    }
    put(w, &sum, derivatives);
}

#define RB_LINES_CODE                                                                                        \
    { lines_inside, lines_outside }

#endif
