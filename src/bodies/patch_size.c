#include "bodies/patch_size.h"

#include "rattleback/hertz.h"

static double axis_ratio(double kappa1, double kappa2) {
    return rb_hertz_axis_ratio(kappa2 / kappa1, RB_HERTZ_EXACT);
}

rb_patch_t rb_patch_from_force(const rb_model *model, double N, rb_t1 kappa1, rb_t1 kappa2,
                               bool tangent) {
    double E_star = model->normal_params[RB_NORMAL_E_STAR];
    double k1 = kappa1.v, k2 = kappa2.v;
    double b = k2 > k1 ? axis_ratio(k1, k2) : 1;
    double a = rb_hertz_semi_axis(fmax(N, 0), E_star, k1, k2, b);
    rb_patch_t patch = {t1(fmax(a, RB_PATCH_MIN)), t1(b)};
    if (!tangent || !(k2 > k1) || a <= RB_PATCH_MIN) {
        return patch;
    }
    /* The eccentricity is the root of a transcendental equation: its slope by central differences,
       along the direction of the tangent. */
    const double h = 1e-5;
    double s1 = kappa1.d / k1, s2 = kappa2.d / k2;
    double p1 = k1 * (1 + h * s1), p2 = k2 * (1 + h * s2);
    double m1 = k1 * (1 - h * s1), m2 = k2 * (1 - h * s2);
    if (!(p2 > p1 && m2 > m1 && m1 > 0)) {
        return patch;
    }
    double b_plus = axis_ratio(p1, p2), b_minus = axis_ratio(m1, m2);
    patch.b.d = (b_plus - b_minus) / (2 * h);
    patch.a.d = (rb_hertz_semi_axis(N, E_star, p1, p2, b_plus) -
                 rb_hertz_semi_axis(N, E_star, m1, m2, b_minus)) /
                (2 * h);
    return patch;
}

rb_patch_t rb_patch_from_penetration(rb_t1 delta, rb_t1 kappa1, rb_t1 kappa2) {
    rb_t1 mean = t1_sqrt(t1_mul(kappa1, kappa2));
    rb_t1 a = t1_sqrt(t1_div(delta, mean));
    return (rb_patch_t){a.v > RB_PATCH_MIN ? a : t1(RB_PATCH_MIN), t1(1)};
}

void rb_contact_patch_slope(const rb_friction *friction, const rb_slip *slip, double da, double db,
                            rb_traction *slope) {
    rb_patch at = friction->patch;
    /* A step of 1e-5 along the tangent, short enough to stay within 0 < b <= 1. */
    double size = fmax(fabs(da) / at.a, fabs(db) / at.b);
    double h = 1e-5 / size;
    rb_friction plus = *friction, minus = *friction;
    rb_friction_set_patch(&plus, (rb_patch){at.a + h * da, fmin(at.b + h * db, 1)});
    rb_friction_set_patch(&minus, (rb_patch){at.a - h * da, fmin(at.b - h * db, 1)});
    rb_traction p, m;
    rb_friction_eval(&plus, slip, &p, NULL);
    rb_friction_eval(&minus, slip, &m, NULL);
    slope->T_x = (p.T_x - m.T_x) / (2 * h);
    slope->T_y = (p.T_y - m.T_y) / (2 * h);
    slope->M = (p.M - m.M) / (2 * h);
}
