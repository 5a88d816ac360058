/* The formulas of exact_ellipse.c that do not depend on how its lines are summed, for one contact or several
   in lanes, and the sums for several contacts, which have the bits of ellipse_lines.h: that adds four lines
   at a time, here four partial sums are kept for each contact. */
#ifndef RB_CONTACT_FRICTION_EXACT_ELLIPSE_INLINE_H
#define RB_CONTACT_FRICTION_EXACT_ELLIPSE_INLINE_H

#include "contact/friction/compose_inline.h"
#include "contact/friction/ellipse_line_inline.h"
#include "contact/friction/far_inline.h"
#include "math/gauss.h"
#include "math/pi.h"

enum { ELLIPSE_EPS, ELLIPSE_QUALITY };
enum { ELLIPSE_FAST, ELLIPSE_ACCURATE, ELLIPSE_REFERENCE };

/* Number of directions for each quality; measured in test_contact_exact.c. */
static const struct {
    double base, slope; /* outside: base + slope x tan_quarter x scale */
    int narrow, tiny;   /* outside, narrow fans */
    double b_min[18];   /* inside: 8, 16, 24, … from this b on */
} ellipse_effort[] = {
    [ELLIPSE_FAST] = {.base = 6,
                      .slope = 16,
                      .narrow = 12,
                      .tiny = 8,
                      .b_min = {0.8, 0.1, 0.06, 5e-3, 1.2e-3, 1e-3, 3e-4, 1e-5}},
    [ELLIPSE_ACCURATE] = {.base = 10,
                          .slope = 20,
                          .narrow = 16,
                          .tiny = 12,
                          .b_min = {0.95, 0.6, 0.1, 0.06, 0.01, 1.2e-3, 1.2e-3, 1e-3, 3e-4, 1e-4, 1e-5}},
    [ELLIPSE_REFERENCE] = {.base = 14,
                           .slope = 26,
                           .narrow = 20,
                           .tiny = 12,
                           .b_min = {0.99, 0.8, 0.3, 0.12, 0.06, 0.02, 5e-3, 1.2e-3, 1.2e-3, 1e-3, 3e-4, 1e-4,
                                     1e-5, 1e-5, 1e-5}},
};

/* Below this, rounding errors exceed the promised accuracy. */
#define ELLIPSE_B_MIN 1e-6

/* |omega| << |u|: uses the expansion; beyond this ratio its fourth order is below 1e-15. */
#define ELLIPSE_FAR 4000.0

/* Transformations are made while b is below the first or, once one is made, below the second. */
#define LANDEN_FIRST 0.7
#define LANDEN_NEXT 0.5

/* Values that prepare computes from b and the quality: the transformations, the number of blocks of 8
   nodes inside, cosine and sine of half a trapezoidal step. */
enum {
    ELLIPSE_LEVELS,
    ELLIPSE_K,
    ELLIPSE_B_TOP = ELLIPSE_K + RB_LANDEN_MAX,
    ELLIPSE_SCALE,
    ELLIPSE_BLOCKS,
    ELLIPSE_COS,
    ELLIPSE_SIN
};

RB_INLINE rb_num ellipse_b(const rb_num_friction *f) {
    rb_num b = f->patch.b; /* a patch that follows the load may be longer */
    return NUM_CHOOSE(b > ELLIPSE_B_MIN, b, NUM(ELLIPSE_B_MIN));
}

/* For angles up to pi/16: the first omitted terms are below 2e-19. */
RB_INLINE rb_num small_sin(rb_num x) {
    rb_num y = x * x;
    return x - x * y * (1. / 6 - y * (1. / 120 - y * (1. / 5040 - y * (1. / 362880 - y / NUM(39916800)))));
}

RB_INLINE rb_num small_cos(rb_num x) {
    rb_num y = x * x;
    return 1 - y * (0.5 - y * (1. / 24 - y * (1. / 720 - y * (1. / 40320 - y / NUM(3628800)))));
}

/* A patch whose size follows the load may have another shape in every right-hand side: no powers, and
   short series for sine and cosine. In lanes the quality of the first counts (exact_ellipse_body). */
static void exact_ellipse_prepare(rb_num_friction *f, const rb_num_elliptic *e) {
    (void)e;
    const double *b_min = ellipse_effort[(int)num_first(f->params[ELLIPSE_QUALITY])].b_min;
    const rb_num zero = NUM(0), one = NUM(1);
    rb_num b = ellipse_b(f), level = b, scale = one, levels = zero, blocks = one;
    for (int i = 0; i < RB_LANDEN_MAX; i++) {
        rb_mask more = level < (i == 0 ? LANDEN_FIRST : LANDEN_NEXT);
        f->coeffs[ELLIPSE_K + i] = zero;
        if (num_any(more)) {
            rb_num inv = 1 / (1 + level), k = (1 - level) * inv;
            f->coeffs[ELLIPSE_K + i] = NUM_CHOOSE(more, k, zero);
            scale = NUM_CHOOSE(more, scale * (1 + k), scale);
            level = NUM_CHOOSE(more, 2 * num_sqrt(level) * inv, level);
            levels = NUM_CHOOSE(more, levels + 1, levels);
        }
    }
    for (int i = 0; num_any(b < b_min[i]); i++) {
        blocks = NUM_CHOOSE(b < b_min[i], blocks + 1, blocks);
    }
    rb_num x = RB_PI / (16 * blocks);
    f->coeffs[ELLIPSE_LEVELS] = levels;
    f->coeffs[ELLIPSE_B_TOP] = level;
    f->coeffs[ELLIPSE_SCALE] = scale;
    f->coeffs[ELLIPSE_BLOCKS] = blocks;
    f->coeffs[ELLIPSE_COS] = small_cos(x);
    f->coeffs[ELLIPSE_SIN] = small_sin(x);
}

RB_INLINE rb_num_landen ellipse_landen(const rb_num *c) {
    rb_num own = c[ELLIPSE_LEVELS];
    int levels = (int)num_first(own);
    bool uniform = num_all(own == num_first(own));
    return (rb_num_landen){.levels = uniform ? levels : RB_LANDEN_MAX,
                           .uniform = uniform,
                           .own = own,
                           .k = {c[ELLIPSE_K], c[ELLIPSE_K + 1], c[ELLIPSE_K + 2]},
                           .b_top = c[ELLIPSE_B_TOP],
                           .scale = c[ELLIPSE_SCALE]};
}

RB_INLINE void far_field(const rb_num_friction *f, const rb_num_slip *slip, rb_num_traction *out,
                         rb_num_traction_jacobian *jac) {
    rb_polar p = polar_of(slip);
    rb_num sgn = NUM_CHOOSE(slip->omega < 0, NUM(-1), NUM(1));
    rb_far a =
        far_expansion(dual_scale(sgn, p.e_x), dual_scale(sgn, p.e_y), f->patch.b, slip->d_c, slip->d_s);
    rb_dual x = dual_div(p.w, p.n);
    const rb_dual T[3] = {dual_scale(sgn, dual_cubic(a.T_x, x)), dual_scale(sgn, dual_cubic(a.T_y, x)),
                          dual_scale(sgn, dual_parabola(a.M, x))};
    dual_traction(T, out, jac);
}

/* ---- the directions of a centre outside --------------------------------------------------------- */

/* A range of phi, as rb_fan. */
typedef struct rb_num_fan {
    rb_num cos_middle, sin_middle, tan_quarter;
} rb_num_fan;

/* Returns the direction (x, y), turned to the side of the centre, as cosine and sine of phi. */
RB_INLINE void ascend(const rb_num_landen *map, rb_num X0, rb_num Y0, rb_num x, rb_num y, rb_num *cosine,
                      rb_num *sine) {
    rb_num turn = NUM_CHOOSE(x * X0 + y * Y0 < 0, NUM(-1), NUM(1)), inv = turn / num_sqrt(x * x + y * y);
    rb_num C = x * inv, S = y * inv;
    for (int i = 0; i < map->levels; i++) {
        rb_num k = map->k[i], b = (1 - k) / (1 + k);
        rb_num D = num_sqrt(C * C + b * b * S * S);
        rb_num C1 = C * num_sqrt(2 * (1 + b) / ((1 + D) * (D + b))), S1 = S * ((1 + b) / (1 + D));
        rb_mask has = map->uniform ? NUM_TRUE : map->own > i;
        C = NUM_CHOOSE(has, C1, C);
        S = NUM_CHOOSE(has, S1, S);
    }
    *cosine = C;
    *sine = S;
}

/* Returns the fan between the tangents from a centre outside. Their directions are the roots of H =
   (1 - Y0²) l_x² + 2 X0 Y0 l_x l_y + (1 - X0²) l_y². */
RB_INLINE rb_num_fan fan_of(const rb_num_landen *map, rb_num X0, rb_num Y0, rb_num d2) {
    rb_num A = (1 - Y0) * (1 + Y0), C = (1 - X0) * (1 + X0), B = X0 * Y0;
    rb_num root =
        num_from_bits(num_bits(num_sqrt(d2 - 1)) | (num_bits(B) & num_bits(NUM(-0.0)))); /* sign of B */
    rb_num q = -(B + root);
    rb_num c1, s1, c2, s2;
    ascend(map, X0, Y0, q, A, &c1, &s1);
    ascend(map, X0, Y0, C, q, &c2, &s2);
    rb_num cosine = c1 * c2 + s1 * s2, sine = c1 * s2 - s1 * c2; /* of the whole width */
    rb_num large = num_sqrt(0.5 * (1 + num_abs(cosine))), small = 0.5 * num_abs(sine) / large;
    rb_num c = NUM_CHOOSE(cosine < 0, small, large), s = NUM_CHOOSE(cosine < 0, large, small);
    rb_num turn = NUM_CHOOSE(sine < 0, -s, s);
    return (rb_num_fan){c1 * c - s1 * turn, s1 * c + c1 * turn, s / (1 + c)};
}

#if RB_LANES > 1

/* ---- sums for several contacts ------------------------------------------------------------------ */

enum { PARTS = 4 }; /* partial sums */

RB_INLINE void put_parts(const rb_place *at, const sums part[PARTS], rb_num_traction *out) {
    rb_num total[3];
    for (int i = 0; i < 3; i++) {
        total[i] = (part[0].value[i] + part[1].value[i]) + (part[2].value[i] + part[3].value[i]);
    }
    *out = (rb_num_traction){at->b * total[0], total[1], total[2]};
}

/* The centre is inside: nodes phi = +-(i + 1/2) pi/(8 blocks), by rotation; node i belongs to part i % 4. */
static void contacts_inside(const rb_place *at, const rb_num_landen *map, const rb_num *coeffs,
                            rb_num_traction *out) {
    rb_num blocks = coeffs[ELLIPSE_BLOCKS], c0 = coeffs[ELLIPSE_COS], s0 = coeffs[ELLIPSE_SIN];
    rb_num c1 = c0 * c0 - s0 * s0, s1 = 2 * c0 * s0; /* one step, two steps, four steps */
    rb_num c2 = c1 * c1 - s1 * s1, s2 = 2 * c1 * s1;
    rb_num c4 = c2 * c2 - s2 * s2, s4 = 2 * c2 * s2;
    rb_num cb = c0 * c1 - s0 * s1, sb = s0 * c1 + c0 * s1; /* the second node */
    rb_num c[PARTS] = {c0, cb, c0 * c2 - s0 * s2, cb * c2 - sb * s2};
    rb_num s[PARTS] = {s0, sb, s0 * c2 + c0 * s2, sb * c2 + cb * s2};
    rb_num dphi = map->scale * RB_PI / (8 * blocks);
    sums part[PARTS] = {0};
    for (int i = 0; num_any(blocks > i); i++) {
        rb_num weight = NUM_CHOOSE(blocks > i, dphi, NUM(0));
        for (int j = 0; j < PARTS; j++) {
            line l = line_at(map, c[j], s[j], NUM(1), weight);
            rb_num along = at->Y0 * l.l_x, across = at->X0 * l.l_y;
            add_line(at, &l, l.l_y, along - across, false, &part[j]);
            add_line(at, &l, -l.l_y, along + across, false, &part[j]);
            rb_num next = c[j] * c4 - s[j] * s4;
            s[j] = s[j] * c4 + c[j] * s4;
            c[j] = next;
        }
    }
    put_parts(at, part, out);
}

/* Row i of the rules of all contacts; beyond the end of a rule its weight is 0. */
RB_INLINE void gauss_row(const rb_gauss_rule *const rule[RB_LANES], int i, rb_num *x, rb_num *weight) {
    for (int lane = 0; lane < RB_LANES; lane++) {
        bool has = i < rule[lane]->half;
        (*x)[lane] = has ? rule[lane]->nodes[i].x : 0;
        (*weight)[lane] = has ? rule[lane]->nodes[i].weight : 0;
    }
}

/* The centre is outside: Gauss rule over the directions between the tangents. narrow: the middle of the fan
   points to the centre, at this distance, and phi is the direction itself. */
static void contacts_outside(const rb_place *at, const rb_num_landen *map, const rb_num_fan *fan,
                             rb_mask narrow, rb_num distance, const rb_gauss_rule *const rule[RB_LANES],
                             rb_num_traction *out) {
    rb_num step = 2 * map->scale * fan->tan_quarter;
    int rows = 0;
    for (int lane = 0; lane < RB_LANES; lane++) {
        rows = rule[lane]->half > rows ? rule[lane]->half : rows;
    }
    sums part[PARTS] = {0};
    for (int i = 0; i < rows; i += 2) {
        for (int j = 0; j < PARTS; j++) {
            rb_num x, weight;
            gauss_row(rule, i + j / 2, &x, &weight);
            rb_num y = fan->tan_quarter * (j % 2 == 0 ? -x : x), y2 = y * y;
            rb_num c = 1 - y2, s = 2 * y;
            line l = line_at(map, fan->cos_middle * c - fan->sin_middle * s,
                             fan->sin_middle * c + fan->cos_middle * s, 1 + y2, step * weight);
            rb_num Q = NUM_CHOOSE(narrow, -distance * s, at->Y0 * l.l_x - at->X0 * l.l_y);
            add_line(at, &l, l.l_y, Q, false, &part[j]);
        }
    }
    put_parts(at, part, out);
}

/* Chooses fan and rule of each contact, as exact_ellipse.c for one. Where that would use two fans, the
   result is left to doubles. */
static void find_outside(const rb_place *at, const rb_num_landen *whole, rb_num d2, rb_mask outside,
                         int quality, rb_num_traction *out) {
    rb_num by = at->b * at->Y0, slip2 = at->X0 * at->X0 + by * by; /* u²/omega² */
    rb_num d = num_sqrt(d2), base = NUM(ellipse_effort[quality].base);
    rb_num_fan fan = {at->X0 / d, at->Y0 / d, 1 / (d + num_sqrt(d2 - 1))};
    rb_num_landen map = *whole;
    rb_mask narrow = slip2 > 4;
    rb_num nodes =
        NUM_CHOOSE(slip2 > 100, NUM(ellipse_effort[quality].tiny), NUM(ellipse_effort[quality].narrow));
    if (num_all(narrow | num_not(outside))) {
        map = (rb_num_landen){.uniform = true, .b_top = at->b, .scale = NUM(1)};
        narrow = NUM_TRUE;
    } else {
        rb_num_fan wide = fan_of(whole, at->X0, at->Y0, d2);
        fan.cos_middle = NUM_CHOOSE(narrow, fan.cos_middle, wide.cos_middle);
        fan.sin_middle = NUM_CHOOSE(narrow, fan.sin_middle, wide.sin_middle);
        fan.tan_quarter = NUM_CHOOSE(narrow, fan.tan_quarter, wide.tan_quarter);
        rb_num more = ellipse_effort[quality].slope * fan.tan_quarter * whole->scale;
        nodes = NUM_CHOOSE(narrow, nodes, base + more);
        map.uniform = map.uniform && !num_any(narrow);
        map.own = NUM_CHOOSE(narrow, NUM(0), map.own);
        map.b_top = NUM_CHOOSE(narrow, at->b, map.b_top);
        map.scale = NUM_CHOOSE(narrow, NUM(1), map.scale);
    }
    rb_mask fits = nodes <= RB_GAUSS_MAX;
    const rb_gauss_rule *rule[RB_LANES];
    for (int lane = 0; lane < RB_LANES; lane++) {
        rule[lane] = rb_gauss(outside[lane] != 0 && fits[lane] != 0 ? (int)nodes[lane] : 0);
    }
    contacts_outside(at, &map, &fan, narrow, d, rule, out);
    num_rarely(num_not(fits), &out->T_x);
}

/* T and M without the factor 3/4 and the sign of omega. */
static void near_field(const rb_num_friction *f, const rb_num_slip *slip, rb_num_traction *out) {
    rb_num b = ellipse_b(f), inv = 1 / slip->omega;
    rb_place at = {b, -slip->u_y * inv, slip->u_x * inv / b, slip->d_c, slip->d_s, 1 - b * b};
    rb_num_landen map = ellipse_landen(f->coeffs);
    rb_num d2 = at.X0 * at.X0 + at.Y0 * at.Y0;
    rb_mask inside = d2 <= 1;
    if (num_any(inside)) {
        contacts_inside(&at, &map, f->coeffs, out);
    }
    if (!num_all(inside)) {
        rb_num_traction beyond;
        int quality = (int)num_first(f->params[ELLIPSE_QUALITY]);
        find_outside(&at, &map, d2, num_not(inside), quality, &beyond);
        out->T_x = NUM_CHOOSE(inside, out->T_x, beyond.T_x);
        out->T_y = NUM_CHOOSE(inside, out->T_y, beyond.T_y);
        out->M = NUM_CHOOSE(inside, out->M, beyond.M);
    }
    rb_num C = NUM_CHOOSE(slip->omega < 0, NUM(-0.75), NUM(0.75));
    *out = (rb_num_traction){C * out->T_x, C * out->T_y, C * out->M};
}

RB_INLINE void exact_ellipse_body(const rb_num_friction *f, const rb_num_slip *slip, rb_num_traction *out,
                                  rb_num_traction_jacobian *jac) {
    rb_num u2 = slip->u_x * slip->u_x + slip->u_y * slip->u_y, w2 = slip->omega * slip->omega;
    rb_num lambda2 = u2 + w2, quality = f->params[ELLIPSE_QUALITY];
    rb_mask is_far = u2 > ELLIPSE_FAR * ELLIPSE_FAR * w2;
    num_rarely(num_not((lambda2 > 0) & (quality == num_first(quality))), &lambda2);
    *out = (rb_num_traction){NUM(0), NUM(0), NUM(0)};
    if (!num_all(is_far)) {
        near_field(f, slip, out);
    }
    if (num_any(is_far)) {
        rb_num_traction beyond;
        far_field(f, slip, &beyond, NULL);
        out->T_x = NUM_CHOOSE(is_far, beyond.T_x, out->T_x);
        out->T_y = NUM_CHOOSE(is_far, beyond.T_y, out->T_y);
        out->M = NUM_CHOOSE(is_far, beyond.M, out->M);
    }
    soften(f->params[ELLIPSE_EPS], lambda2, slip, out, jac);
}
RB_EVALUATE(exact_ellipse)

#endif

#endif
