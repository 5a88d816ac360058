#include "bodies/law_slopes.h"

#include <string.h>

#include "contact/hertz.h"
#include "math/elementary.h"

#define SHIFT 1e-5 /* relative step of the differences: truncation and rounding errors of 1e-10 */

static bool same_patch(rb_patch a, rb_patch b) {
    return a.a == b.a && a.b == b.b;
}

static bool same_slip(const rb_slip *a, const rb_slip *b) {
    return a->u_x == b->u_x && a->u_y == b->u_y && a->omega == b->omega && a->d_c == b->d_c &&
           a->d_s == b->d_s && a->r_c == b->r_c && a->r_s == b->r_s;
}

static bool same_motion(const rb_rolling_motion *a, const rb_rolling_motion *b) {
    return a->w_x == b->w_x && a->w_y == b->w_y && a->vr_x == b->vr_x && a->vr_y == b->vr_y;
}

/* Makes two patches that differ from `at` in one of its parameters. Returns their difference. */
static double beside(rb_patch at, bool in_b, rb_patch *plus, rb_patch *minus) {
    *plus = *minus = at;
    if (in_b) {
        plus->b = fmin(at.b * (1 + SHIFT), 1);
        minus->b = at.b * (1 - SHIFT);
        return plus->b - minus->b;
    }
    plus->a = at.a * (1 + SHIFT);
    minus->a = at.a * (1 - SHIFT);
    return plus->a - minus->a;
}

static rb_traction friction_beside(const rb_friction *friction, const rb_slip *slip, bool in_b) {
    rb_patch patch[2];
    double length = beside(friction->patch, in_b, &patch[0], &patch[1]);
    rb_traction t[2];
    for (int i = 0; i < 2; i++) {
        rb_friction f = *friction;
        rb_friction_set_patch(&f, patch[i]);
        rb_friction_eval(&f, slip, &t[i], NULL);
    }
    return (rb_traction){(t[0].T_x - t[1].T_x) / length, (t[0].T_y - t[1].T_y) / length,
                         (t[0].M - t[1].M) / length};
}

const rb_friction_slopes *rb_friction_slopes_at(rb_friction_slopes *s, const rb_friction *friction,
                                                const rb_slip *slip, bool patch_varies) {
    bool here = s->known && same_slip(&s->slip, slip) && same_patch(s->patch, friction->patch);
    if (!here) {
        s->slip = *slip;
        s->patch = friction->patch;
        rb_friction_eval(friction, slip, &s->value, &s->by_slip);
        s->known = true;
        s->patch_known = false;
    }
    if (patch_varies && !s->patch_known) {
        s->by_a = friction->law->scale_free ? (rb_traction){0} : friction_beside(friction, slip, false);
        s->by_b = friction_beside(friction, slip, true);
        s->patch_known = true;
    }
    return s;
}

static rb_rolling_result rolling_beside(const rb_model *model, rb_patch at, const rb_rolling_motion *motion,
                                        bool in_b) {
    rb_patch patch[2];
    double length = beside(at, in_b, &patch[0], &patch[1]);
    rb_rolling_result r[2];
    for (int i = 0; i < 2; i++) {
        model->rolling->evaluate(model->rolling_params, patch[i], motion, &r[i], NULL);
    }
    return (rb_rolling_result){
        (r[0].d_c - r[1].d_c) / length, (r[0].d_s - r[1].d_s) / length, (r[0].M_x - r[1].M_x) / length,
        (r[0].M_y - r[1].M_y) / length, (r[0].r_c - r[1].r_c) / length, (r[0].r_s - r[1].r_s) / length,
    };
}

const rb_rolling_slopes *rb_rolling_slopes_at(rb_rolling_slopes *s, const rb_model *model, rb_patch patch,
                                              const rb_rolling_motion *motion, bool patch_varies) {
    bool here = s->known && same_motion(&s->motion, motion) && same_patch(s->patch, patch);
    if (!here) {
        s->motion = *motion;
        s->patch = patch;
        model->rolling->evaluate(model->rolling_params, patch, motion, &s->value, &s->by_motion);
        s->known = true;
        s->patch_known = false;
    }
    if (patch_varies && !s->patch_known) {
        s->by_a = rolling_beside(model, patch, motion, false);
        s->by_b = rolling_beside(model, patch, motion, true);
        s->patch_known = true;
    }
    return s;
}

double rb_hertz_ratio(double kappa1, double kappa2) {
    return kappa2 > kappa1 ? rb_hertz_axis_ratio(kappa2 / kappa1, RB_HERTZ_EXACT) : 1;
}

const rb_hertz_slopes *rb_hertz_slopes_at(rb_hertz_slopes *s, const rb_model *model, double kappa1,
                                          double kappa2) {
    if (s->known && s->kappa1 == kappa1 && s->kappa2 == kappa2) {
        return s;
    }
    double E_star = model->normal_params[RB_NORMAL_E_STAR];
    memset(s, 0, sizeof *s);
    s->known = true;
    s->kappa1 = kappa1;
    s->kappa2 = kappa2;
    rb_elliptic e;
    bool k15 = model->size == RB_PATCH_SIZE_HERTZ_K15;
    double by_log = NAN; /* d ln b/d ln(kappa2/kappa1) */
    double b = k15 ? rb_hertz_shape_k15(kappa2 / kappa1, &e, &by_log) : rb_hertz_shape(kappa2 / kappa1, &e);
    s->b = b;
    s->a = rb_cbrt(k15 ? rb_hertz_cube_of(E_star, kappa1, kappa2, b, &e) : rb_hertz_cube(E_star, kappa1, &e));
    if (!(kappa2 * (1 - SHIFT) > kappa1)) {
        return s; /* round patch: the major axis may change */
    }
    /* By ln b: ln(b² G/H) = -ln(kappa2/kappa1), and a³ is proportional to sqrt(G H/(kappa1 kappa2))/b. */
    double D = rb_elliptic_integrals(b).D;
    double of_G = D / e.G - 1, of_H = -b * b * D / e.H;
    by_log = k15 ? by_log : -1 / (2 + of_G - of_H);
    s->b_2 = b * by_log / kappa2;
    s->a_2 = s->a / (3 * kappa2) * ((0.5 * (of_G + of_H) - 1) * by_log - 0.5);
    /* b is homogeneous of degree 0 in the curvatures, a of degree -1/3 */
    s->b_1 = -kappa2 / kappa1 * s->b_2;
    s->a_1 = (-s->a / 3 - kappa2 * s->a_2) / kappa1;
    return s;
}
