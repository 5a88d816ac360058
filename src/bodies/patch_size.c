#include "bodies/patch_size.h"

#include "bodies/contact_compliant.h"
#include "rattleback/hertz.h"

static double axis_ratio(double kappa1, double kappa2) {
    return rb_hertz_axis_ratio(kappa2 / kappa1, RB_HERTZ_EXACT);
}

rb_patch_t rb_patch_of_one_newton(const rb_model *model, rb_t1 kappa1, rb_t1 kappa2, bool tangent) {
    double E_star = model->normal_params[RB_NORMAL_E_STAR];
    double k1 = kappa1.v, k2 = kappa2.v;
    double b = k2 > k1 ? axis_ratio(k1, k2) : 1;
    rb_patch_t one = {t1(rb_hertz_semi_axis(1, E_star, k1, k2, b)), t1(b)};
    if (!tangent || !(k2 > k1)) {
        return one;
    }
    /* The eccentricity is the root of a transcendental equation: its slope by central differences,
       along the direction of the tangent. */
    const double h = 1e-5;
    double s1 = kappa1.d / k1, s2 = kappa2.d / k2;
    double p1 = k1 * (1 + h * s1), p2 = k2 * (1 + h * s2);
    double m1 = k1 * (1 - h * s1), m2 = k2 * (1 - h * s2);
    if (!(p2 > p1 && m2 > m1 && m1 > 0)) {
        return one;
    }
    double b_plus = axis_ratio(p1, p2), b_minus = axis_ratio(m1, m2);
    one.b.d = (b_plus - b_minus) / (2 * h);
    one.a.d = (rb_hertz_semi_axis(1, E_star, p1, p2, b_plus) -
               rb_hertz_semi_axis(1, E_star, m1, m2, b_minus)) /
              (2 * h);
    return one;
}

/* Two patches beside `at`, a relative step of 1e-5 along (da, db) apart; returns the difference's
   length in units of the direction. */
static double patches_beside(rb_patch at, double da, double db, rb_patch *plus, rb_patch *minus) {
    double h = 1e-5 / fmax(fabs(da) / at.a, fabs(db) / at.b);
    *plus = (rb_patch){at.a + h * da, fmin(at.b + h * db, 1)};
    *minus = (rb_patch){at.a - h * da, fmin(at.b - h * db, 1)};
    return 2 * h;
}

void rb_friction_patch_slope(const rb_friction *friction, const rb_slip *slip, double da, double db,
                             rb_traction *slope) {
    rb_patch beside[2];
    double length = patches_beside(friction->patch, da, db, &beside[0], &beside[1]);
    rb_traction t[2];
    for (int i = 0; i < 2; i++) {
        rb_friction f = *friction;
        rb_friction_set_patch(&f, beside[i]);
        rb_friction_eval(&f, slip, &t[i], NULL);
    }
    slope->T_x = (t[0].T_x - t[1].T_x) / length;
    slope->T_y = (t[0].T_y - t[1].T_y) / length;
    slope->M = (t[0].M - t[1].M) / length;
}

void rb_rolling_patch_slope(const rb_model *model, rb_patch at, const rb_rolling_motion *motion,
                            double da, double db, rb_rolling_result *slope) {
    rb_patch beside[2];
    double length = patches_beside(at, da, db, &beside[0], &beside[1]);
    rb_rolling_result r[2];
    for (int i = 0; i < 2; i++) {
        model->rolling->evaluate(model->rolling_params, beside[i], motion, &r[i], NULL);
    }
    slope->d_c = (r[0].d_c - r[1].d_c) / length;
    slope->d_s = (r[0].d_s - r[1].d_s) / length;
    slope->M_x = (r[0].M_x - r[1].M_x) / length;
    slope->M_y = (r[0].M_y - r[1].M_y) / length;
    slope->r_c = (r[0].r_c - r[1].r_c) / length;
    slope->r_s = (r[0].r_s - r[1].r_s) / length;
}

double rb_normal_curvature_slope(const rb_model *model, const rb_normal_input *at, double dk1,
                                 double dk2) {
    double h = 1e-5 / fmax(fabs(dk1) / at->kappa1, fabs(dk2) / at->kappa2);
    double N[2];
    for (int i = 0; i < 2; i++) {
        rb_normal_input in = *at;
        in.kappa1 += (i == 0 ? h : -h) * dk1;
        in.kappa2 += (i == 0 ? h : -h) * dk2;
        rb_normal_result r;
        model->normal->evaluate(model->normal_params, &in, &r);
        N[i] = r.N;
    }
    return (N[0] - N[1]) / (2 * h);
}
