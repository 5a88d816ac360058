/* One line through the instantaneous centre, for the exact law of an ellipse (exact_ellipse.c): in lanes,
   which are lines of one contact (ellipse_lines_inline.h) or contacts (exact_ellipse_inline.h). */
#ifndef RB_CONTACT_FRICTION_ELLIPSE_LINE_INLINE_H
#define RB_CONTACT_FRICTION_ELLIPSE_LINE_INLINE_H

#include "contact/friction/ellipse_lines.h"
#include "math/num_inline.h"

/* The sums of each lane. */
typedef struct sums {
    rb_num value[3], by_c[3], by_s[3], hessian[6];
} sums;

/* The patch and the centre in each lane. */
typedef struct rb_place {
    rb_num b, X0, Y0, d_c, d_s, skew; /* skew: 1 - b² */
} rb_place;

/* Landen's transformations (ellipse_lines.h) in lanes, which may have different numbers of levels. */
typedef struct rb_num_landen {
    int levels;   /* the largest number */
    bool uniform; /* the same in all lanes */
    rb_num own;   /* the number in each lane */
    rb_num k[RB_LANDEN_MAX], b_top, scale;
} rb_num_landen;

/* A direction l = (l_x, l_y) of length R, with S = R Delta; weight is dt/Delta. */
typedef struct line {
    rb_num l_x, l_y, R, S, R2, inv_R2, weight;
} line;

/* Returns the direction t that belongs to phi, by descending Landen transformations without division:
   sin t, cos t, 1 and Delta are l_y, l_x, R and S up to a common factor, as sin phi, cos phi and 1 are S, C
   and N. dphi is that of N = 1. */
RB_INLINE line line_at(const rb_num_landen *map, rb_num C, rb_num S, rb_num N, rb_num dphi) {
    rb_num top = num_sqrt(C * C + map->b_top * map->b_top * S * S), D = top;
    for (int i = map->levels - 1; i >= 0; i--) {
        rb_num k = map->k[i];
        rb_num s2 = S * S, n2 = N * N, c2 = C * C;
        rb_num C1 = C * D, S1 = (1 + k) * S * N, N1 = n2 + k * s2;
        rb_num D1 = c2 + (1 - k) * s2; /* n2 - k s2 without cancellation */
        if (map->uniform) {
            C = C1, S = S1, N = N1, D = D1;
        } else {
            rb_mask has = map->own > i;
            C = NUM_CHOOSE(has, C1, C), S = NUM_CHOOSE(has, S1, S);
            N = NUM_CHOOSE(has, N1, N), D = NUM_CHOOSE(has, D1, D);
        }
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

#endif
