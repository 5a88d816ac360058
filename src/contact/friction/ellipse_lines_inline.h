/* The sums of ellipse_lines.h, four lines at a time. */
#ifndef RB_CONTACT_FRICTION_ELLIPSE_LINES_INLINE_H
#define RB_CONTACT_FRICTION_ELLIPSE_LINES_INLINE_H

#define RB_LANES 4
#include "contact/friction/ellipse_lines.h"

#include <math.h>

#include "math/elementary.h"
#include "math/num_inline.h"
#include "math/pi.h"

/* The sums of each lane. */
typedef struct sums {
    rb_num value[3], by_c[3], by_s[3], hessian[6];
} sums;

/* Quantities common to a direction l = (l_x, l_y) and its mirror image. S is R Delta. */
typedef struct sizes {
    rb_num R2, S2, inv_RS2, inv_R2, inv_R3S;
} sizes;

RB_INLINE sizes sizes_of(rb_num b, rb_num l_x, rb_num l_y) {
    rb_num x2 = l_x * l_x, y2 = l_y * l_y;
    sizes z = {.R2 = x2 + y2, .S2 = x2 + b * b * y2};
    z.inv_RS2 = 1 / (z.R2 * z.S2);
    z.inv_R2 = z.S2 * z.inv_RS2;
    z.inv_R3S = z.inv_R2 * num_sqrt(z.inv_RS2);
    return z;
}

/* The patch and the centre in each lane. */
typedef struct rb_place {
    rb_num b, g, X0, Y0, d_c, d_s, skew; /* skew: 1 - b² */
} rb_place;

RB_INLINE rb_place place_of(const rb_lines *w) {
    return (rb_place){NUM(w->b),   NUM(w->g),   NUM(w->X0),          NUM(w->Y0),
                      NUM(w->d_c), NUM(w->d_s), NUM(1 - w->b * w->b)};
}

/* A direction; weight is R² dt. */
typedef struct line {
    rb_num l_x, l_y, Q, H, weight;
} line;

RB_INLINE void add_line(const rb_place *w, const sizes *z, line at, bool derivatives, sums *sum) {
    rb_num l_x = at.l_x, l_y = at.l_y, Q = at.Q;
    rb_num P = w->X0 * l_x + w->Y0 * l_y; /* p R */
    rb_num QR = Q * z->inv_R2;
    rb_num h = at.H * z->inv_R2, quarter = 0.25 * h;
    rb_num rest = 1 + QR * (w->d_s * l_x - w->d_c * l_y); /* 1 + D0 */
    rb_num D = w->d_c * l_x + w->d_s * l_y;               /* D1 R² */
    rb_num k = at.weight * h * z->inv_R3S;
    rb_num spin = z->S2 * quarter;
    rb_num arm = w->skew * l_x * l_y * QR; /* of T about the patch centre */
    rb_num J1 = k * (quarter * D - P * rest);
    sum->value[0] -= l_y * J1; /* the factor b is applied at the end */
    sum->value[1] += l_x * J1;
    sum->value[2] += k * spin * (rest - P * D * z->inv_R2) - arm * J1;
    if (!derivatives) {
        return;
    }
    rb_num bl_y = w->b * l_y;
    rb_num J_c = P * QR * l_y + quarter * l_x;
    rb_num J_s = quarter * l_y - P * QR * l_x;
    sum->by_c[0] -= k * bl_y * J_c;
    sum->by_c[1] += k * l_x * J_c;
    sum->by_c[2] -= k * (spin * (QR * l_y + P * l_x * z->inv_R2) + arm * J_c);
    sum->by_s[0] -= k * bl_y * J_s;
    sum->by_s[1] += k * l_x * J_s;
    sum->by_s[2] += k * (spin * (QR * l_x - P * l_y * z->inv_R2) - arm * J_s);
    rb_num J0 = k * z->R2 * z->R2 * z->inv_RS2 * rest;
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

/* Nodes s = (i + 1/2) pi/(2 pairs), by rotation: i to i + 3 in the lanes. */
RB_INLINE void sweep_inside(rb_lines *w, int pairs, double c0, double s0, bool derivatives) {
    const rb_place at = place_of(w);
    double c1 = c0 * c0 - s0 * s0, s1 = 2 * c0 * s0; /* one step, two steps, four steps */
    double c2 = c1 * c1 - s1 * s1, s2 = 2 * c1 * s1;
    const rb_num c4 = NUM(c2 * c2 - s2 * s2), s4 = NUM(2 * c2 * s2);
    double cb = c0 * c1 - s0 * s1, sb = s0 * c1 + c0 * s1; /* the second node */
    rb_num c = {c0, cb, c0 * c2 - s0 * s2, cb * c2 - sb * s2};
    rb_num s = {s0, sb, s0 * c2 + c0 * s2, sb * c2 + cb * s2};
    rb_num weight = NUM(w->g * RB_PI / (2 * pairs));
    sums sum = {0};
    for (int i = 0; i < pairs; i += 4) {
        for (int lane = pairs - i; lane < 4; lane++) {
            weight[lane] = 0;
        }
        rb_num l_x = at.g * c;
        sizes z = sizes_of(at.b, l_x, s);
        rb_num along = at.Y0 * l_x, across = at.X0 * s;
        rb_num Q = along - across, mirrored = along + across;
        line one = {l_x, s, Q, z.R2 - Q * Q, weight};
        line other = {l_x, -s, mirrored, z.R2 - mirrored * mirrored, weight};
        add_line(&at, &z, one, derivatives, &sum);
        add_line(&at, &z, other, derivatives, &sum);
        rb_num next = c * c4 - s * s4;
        s = s * c4 + c * s4;
        c = next;
    }
    put(w, &sum, derivatives);
}

static void lines_inside(rb_lines *w, int pairs, double c, double s, bool derivatives) {
    if (derivatives) {
        sweep_inside(w, pairs, c, s, true);
    } else {
        sweep_inside(w, pairs, c, s, false);
    }
}

/* ---- outside ----------------------------------------------------------------------------------- */

/* Lines through a centre outside of the patch that meet it: s = s0 + chi, |chi| <= m, Q = A cos(chi) + B
   sin(chi), H = H0 cos²(tau). The mixed term of H vanishes at s0, which gives A without cancellation. */
typedef struct rb_fan {
    double c0, s0, sin_m, A, B, H0;
} rb_fan;

static rb_fan fan_of(double g, double X0, double Y0) {
    double h11 = g * g * (1 - Y0 * Y0);
    double h22 = 1 - X0 * X0;
    double h12 = g * X0 * Y0;
    double mean = 0.5 * (h11 + h22);
    double diff = 0.5 * (h11 - h22);
    double amp = sqrt(diff * diff + h12 * h12); /* H = mean + amp cos 2(s - s0) */
    double minus_det = g * g * (X0 * X0 + Y0 * Y0 - 1);
    rb_fan a;
    double cos_2 = diff / amp;
    double sin_2 = h12 / amp;
    if (cos_2 > 0) {
        a.c0 = sqrt(0.5 * (1 + cos_2));
        a.s0 = 0.5 * sin_2 / a.c0;
    } else {
        a.s0 = sqrt(0.5 * (1 - cos_2));
        a.c0 = 0.5 * sin_2 / a.s0;
    }
    a.sin_m = mean > 0 ? sqrt(1 - fmin(1, minus_det / (2 * amp * (amp + mean))))
                       : sqrt(minus_det / (2 * amp * (amp - mean)));
    a.B = -(a.c0 * X0 + g * a.s0 * Y0);
    a.A = (1 - g * g) * a.c0 * a.s0 / a.B;
    a.H0 = g * g * a.c0 * a.c0 + a.s0 * a.s0 - a.A * a.A;
    return a;
}

/* Adds the lines at these tau; weight is dtau, cos_chi = sqrt(1 - sin_chi²). */
RB_INLINE void add_from(const rb_place *at, const rb_fan *a, rb_num sin_chi, rb_num cos_chi, rb_num cos_tau,
                        rb_num weight, bool derivatives, sums *sum) {
    rb_num l_x = at->g * (a->c0 * cos_chi - a->s0 * sin_chi);
    rb_num l_y = a->s0 * cos_chi + a->c0 * sin_chi;
    rb_num ds = at->g * weight * a->sin_m * cos_tau / cos_chi;
    sizes z = sizes_of(at->b, l_x, l_y);
    line l = {l_x, l_y, a->A * cos_chi + a->B * sin_chi, a->H0 * cos_tau * cos_tau, ds};
    add_line(at, &z, l, derivatives, sum);
}

/* +-tau of two nodes; every rule has an even number of nodes. */
RB_INLINE rb_num both(double a, double b) {
    return (rb_num){a, a, b, b};
}

RB_INLINE void sweep_outside(rb_lines *w, const rb_gauss_rule *rule, bool derivatives) {
    const rb_place at = place_of(w);
    const rb_fan fan = fan_of(w->g, w->X0, w->Y0);
    const rb_num sides = {-fan.sin_m, fan.sin_m, -fan.sin_m, fan.sin_m};
    sums sum = {0};
    for (int i = 0; i < rule->half; i += 2) {
        const rb_gauss_node *n = &rule->nodes[i], *m = n + 1;
        rb_num sin_chi = both(n->sin, m->sin) * sides;
        rb_num cos_chi = num_sqrt(1 - sin_chi * sin_chi);
        add_from(&at, &fan, sin_chi, cos_chi, both(n->cos, m->cos), both(n->weight, m->weight), derivatives,
                 &sum);
    }
    put(w, &sum, derivatives);
}

static void lines_outside(rb_lines *w, const rb_gauss_rule *rule, bool derivatives) {
    if (derivatives) {
        sweep_outside(w, rule, true);
    } else {
        sweep_outside(w, rule, false);
    }
}

/* ---- very long patches ------------------------------------------------------------------------- */

/* The lines at s (inside: fan is NULL) or at tau of the lanes. */
static void add_graded(const rb_place *at, const rb_fan *a, const double x[4], rb_num weight,
                       bool derivatives, sums *sum) {
    rb_num sine, cosine;
    for (int i = 0; i < 4; i++) {
        sine[i] = rb_sin(x[i]);
        cosine[i] = rb_cos(x[i]);
    }
    if (a == NULL) {
        rb_num l_x = at->g * cosine, Q = at->Y0 * l_x - at->X0 * sine;
        sizes z = sizes_of(at->b, l_x, sine);
        add_line(at, &z, (line){l_x, sine, Q, z.R2 - Q * Q, at->g * weight}, derivatives, sum);
        return;
    }
    rb_num sin_chi = a->sin_m * sine;
    rb_num cos_chi = num_sqrt(1 - sin_chi * sin_chi);
    add_from(at, a, sin_chi, cos_chi, cosine, weight, derivatives, sum);
}

/* |ds/dtau| within 1 of the real axis is below 1.54 sin m/|cos chi|, and |cos chi| > 0.6 for sin m <
   1/2. */
#define FAN_SLOPE 2.4

/* Returns a lower bound of the distance from x to the nearest singularity, in units of x. s changes by at
   most slope times the change of x (tau), also slightly off the real axis, and the sine of a distance is
   below the distance. Seen from far outside, the fan is narrow and the slope small; ignoring this would
   cut a patch of b = 1e-6 into ten thousand parts. */
static double clearance(const rb_lines *w, const rb_fan *a, double x, double half) {
    double c = rb_cos(x), s = rb_sin(x), rim = 1, slope = 1;
    if (a != NULL) {
        double sin_chi = a->sin_m * s, cos_chi = sqrt(1 - sin_chi * sin_chi);
        double cos_m = sqrt((1 - a->sin_m) * (1 + a->sin_m));
        rim = rb_hypot(fmax(0, RB_PI / 2 - fabs(x) - half), fmax(cos_m, 1e-3));
        c = a->c0 * cos_chi - a->s0 * sin_chi;
        s = a->s0 * cos_chi + a->c0 * sin_chi;
        slope = fmin(1, FAN_SLOPE * a->sin_m);
    }
    double reach = slope * half;
    double long_way = rb_hypot(fmax(0, fabs(c) - reach), w->b / w->g);
    double short_way = rb_hypot(fmax(0, fabs(s) - reach), w->g);
    return fmin(rim, fmin(long_way, short_way) / slope);
}

/* Sums over parts of [-pi/2, pi/2], each halved until it is at most twice as long as its distance from a
   singularity. */
static void lines_graded(rb_lines *w, const rb_gauss_rule *rule, bool derivatives) {
    enum { HALVINGS = 40 };
    struct {
        double x, half;
    } parts[HALVINGS + 2] = {{0, RB_PI / 2}};
    bool inside = w->X0 * w->X0 + w->Y0 * w->Y0 <= 1;
    const rb_fan around = inside ? (rb_fan){0} : fan_of(w->g, w->X0, w->Y0);
    const rb_fan *fan = inside ? NULL : &around;
    const rb_place at = place_of(w);
    sums sum = {0};
    for (int left = 1; left > 0;) {
        double x = parts[left - 1].x, half = parts[left - 1].half;
        if (left < HALVINGS && half > clearance(w, fan, x, half)) {
            parts[left - 1].x = x + half / 2;
            parts[left - 1].half = parts[left].half = half / 2;
            parts[left++].x = x - half / 2;
            continue;
        }
        left--;
        double unit = half * (2 / RB_PI);
        for (int i = 0; i < rule->half; i += 2) {
            const rb_gauss_node *n = &rule->nodes[i], *m = n + 1;
            double off = rb_atan2(n->sin, n->cos) * unit, far = rb_atan2(m->sin, m->cos) * unit;
            const double at_x[4] = {x - off, x + off, x - far, x + far};
            add_graded(&at, fan, at_x, both(n->weight * unit, m->weight * unit), derivatives, &sum);
        }
    }
    put(w, &sum, derivatives);
}

#define RB_LINES_CODE                                                                                        \
    { lines_inside, lines_outside, lines_graded }

#endif
