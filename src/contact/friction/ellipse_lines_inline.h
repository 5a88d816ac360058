/* The sums of ellipse_lines.h, four lines at a time. */
#ifndef RB_CONTACT_FRICTION_ELLIPSE_LINES_INLINE_H
#define RB_CONTACT_FRICTION_ELLIPSE_LINES_INLINE_H

#define RB_LANES 4
#include "contact/friction/ellipse_lines.h"

#include "math/num_inline.h"
#include "math/pi.h"

/* The sums of each lane. */
typedef struct sums {
    rb_num value[3], by_c[3], by_s[3], hessian[6];
} sums;

/* The patch and the centre in each lane. */
typedef struct rb_place {
    rb_num b, X0, Y0, d_c, d_s, skew; /* skew: 1 - b² */
} rb_place;

RB_INLINE rb_place place_of(const rb_lines *w) {
    return (rb_place){NUM(w->b), NUM(w->X0), NUM(w->Y0), NUM(w->d_c), NUM(w->d_s), NUM(1 - w->b * w->b)};
}

/* A direction l = (l_x, l_y) of length R, with S = R Delta; weight is dt/Delta. */
typedef struct line {
    rb_num l_x, l_y, R, S, R2, inv_R2, weight;
} line;

/* Returns the direction t that belongs to phi, by descending Landen transformations without division:
   sin t, cos t, 1 and Delta are l_y, l_x, R and S up to a common factor, as sin phi, cos phi and 1 are S, C
   and N. dphi is that of N = 1. */
RB_INLINE line line_at(const rb_landen *map, rb_num C, rb_num S, rb_num N, rb_num dphi) {
    rb_num top = num_sqrt(C * C + map->b_top * map->b_top * S * S), D = top;
    for (int i = map->levels - 1; i >= 0; i--) {
        double k = map->k[i];
        rb_num s2 = S * S, n2 = N * N, c2 = C * C;
        C = C * D;
        S = (1 + k) * S * N;
        N = n2 + k * s2;
        D = c2 + (1 - k) * s2; /* n2 - k s2 without cancellation */
    }
    line l = {.l_x = C, .l_y = S, .R = N, .S = D, .R2 = N * N};
    rb_num inv = 1 / (l.R2 * top);
    l.inv_R2 = top * inv;
    l.weight = dphi * l.R2 * inv;
    return l;
}

/* Adds one line; Q = Y0 l_x - X0 l_y, up to the sign of l_y its only part that differs for the mirrored
   direction. */
RB_INLINE void add_line(const rb_place *w, const line *at, rb_num l_y, rb_num Q, bool derivatives,
                        sums *sum) {
    rb_num l_x = at->l_x, inv_R2 = at->inv_R2;
    rb_num P = w->X0 * l_x + w->Y0 * l_y; /* p R */
    rb_num QR = Q * inv_R2;
    rb_num h = (at->R - Q) * (at->R + Q) * inv_R2, quarter = 0.25 * h;
    rb_num rest = 1 + QR * (w->d_s * l_x - w->d_c * l_y); /* 1 + D0 */
    rb_num D = w->d_c * l_x + w->d_s * l_y;               /* D1 R² */
    rb_num k = at->weight * h * inv_R2;
    rb_num spin = at->S * at->S * quarter;
    rb_num arm = w->skew * l_x * l_y * QR; /* of T about the patch centre */
    rb_num J1 = k * (quarter * D - P * rest);
    sum->value[0] -= l_y * J1; /* the factor b is applied at the end */
    sum->value[1] += l_x * J1;
    sum->value[2] += k * spin * (rest - P * D * inv_R2) - arm * J1;
    if (!derivatives) {
        return;
    }
    rb_num bl_y = w->b * l_y;
    rb_num J_c = P * QR * l_y + quarter * l_x;
    rb_num J_s = quarter * l_y - P * QR * l_x;
    sum->by_c[0] -= k * bl_y * J_c;
    sum->by_c[1] += k * l_x * J_c;
    sum->by_c[2] -= k * (spin * (QR * l_y + P * l_x * inv_R2) + arm * J_c);
    sum->by_s[0] -= k * bl_y * J_s;
    sum->by_s[1] += k * l_x * J_s;
    sum->by_s[2] += k * (spin * (QR * l_x - P * l_y * inv_R2) - arm * J_s);
    rb_num J0 = k * at->R2 * rest / (at->S * at->S);
    const rb_num e[3] = {l_x, bl_y, -w->b * Q};
    for (int i = 0, n = 0; i < 3; i++) {
        for (int j = i; j < 3; j++) {
            sum->hessian[n++] += J0 * e[i] * e[j];
        }
    }
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
    const rb_landen map = w->map;
    double c1 = c0 * c0 - s0 * s0, s1 = 2 * c0 * s0; /* one step, two steps, four steps */
    double c2 = c1 * c1 - s1 * s1, s2 = 2 * c1 * s1;
    const rb_num c4 = NUM(c2 * c2 - s2 * s2), s4 = NUM(2 * c2 * s2);
    double cb = c0 * c1 - s0 * s1, sb = s0 * c1 + c0 * s1; /* the second node */
    rb_num c = {c0, cb, c0 * c2 - s0 * s2, cb * c2 - sb * s2};
    rb_num s = {s0, sb, s0 * c2 + c0 * s2, sb * c2 + cb * s2};
    const rb_num dphi = NUM(map.scale * RB_PI / (8 * blocks));
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
    rb_landen map = narrow ? (rb_landen){.b_top = w->b, .scale = 1} : w->map;
    const rb_num step = NUM(2 * map.scale * fan->tan_quarter);
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
