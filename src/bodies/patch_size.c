#include "bodies/patch_size_inline.h"

#include "bodies/contact_compliant_inline.h"
#include "contact/friction/laws.h"
#include "contact/hertz.h"

double rb_patch_cube(const rb_model *model, double kappa1, double kappa2, rb_friction *friction) {
    rb_elliptic e;
    double E_star = model->normal_params[RB_NORMAL_E_STAR], slope;
    if (model->size == RB_PATCH_SIZE_HERTZ_K15) {
        double b = rb_hertz_shape_k15(kappa2 / kappa1, &e, &slope);
        rb_friction_set_shape(friction, (rb_patch){friction->patch.a, b}, &e);
        return rb_hertz_cube_of(E_star, kappa1, kappa2, b, &e);
    }
    double b = rb_hertz_shape(kappa2 / kappa1, &e);
    rb_friction_set_shape(friction, (rb_patch){friction->patch.a, b}, &e);
    return rb_hertz_cube(E_star, kappa1, &e);
}

rb_patch_t rb_patch_of_curvatures(const rb_model *model, double k1, double dk1, double k2, double dk2,
                                  rb_law_slopes *slopes) {
    if (slopes == NULL) {
        rb_elliptic e;
        double E_star = model->normal_params[RB_NORMAL_E_STAR], slope;
        if (model->size == RB_PATCH_SIZE_HERTZ_K15) {
            double b = rb_hertz_shape_k15(k2 / k1, &e, &slope);
            return (rb_patch_t){t1(rb_cbrt(rb_hertz_cube_of(E_star, k1, k2, b, &e))), t1(b)};
        }
        double b = rb_hertz_shape(k2 / k1, &e);
        return (rb_patch_t){t1(rb_cbrt(rb_hertz_cube(E_star, k1, &e))), t1(b)};
    }
    const rb_hertz_slopes *s = rb_hertz_slopes_at(&slopes->hertz, model, k1, k2);
    return (rb_patch_t){{s->a, s->a_1 * dk1 + s->a_2 * dk2}, {s->b, s->b_1 * dk1 + s->b_2 * dk2}};
}

double rb_normal_curvature_slope(const rb_model *model, const rb_normal_input *at, double dk1, double dk2) {
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
