#include "reproduce/law_curves.h"

#include <math.h>

#include "math/pi.h"

static double component(const rb_friction *f, const rb_slip *slip, rb_law_component which) {
    rb_traction t;
    rb_friction_eval(f, slip, &t, NULL);
    return which == RB_LAW_TX ? t.T_x : which == RB_LAW_TY ? t.T_y : t.M;
}

double *rb_law_curve_values(rb_figure_data *data, const rb_law_curve *curve) {
    const rb_friction_law *law = rb_friction_law_find(curve->law);
    double values[RB_PARAMS_MAX], *y = rb_figure_array(data, RB_LAW_CURVE_POINTS);
    rb_friction f;
    if (y == NULL) {
        return NULL;
    }
    rb_param_defaults(law->params, values);
    rb_friction_as_printed(law, values);
    rb_friction_init(&f, law, values, curve->patch);
    for (int i = 0; i < RB_LAW_CURVE_POINTS; i++) {
        double theta = RB_PI / 2 * i / (RB_LAW_CURVE_POINTS - 1);
        rb_slip slip = {.u_x = sin(theta) * cos(curve->psi),
                        .u_y = sin(theta) * sin(curve->psi),
                        .omega = i == RB_LAW_CURVE_POINTS - 1 ? 0 : cos(theta)};
        double without = curve->difference ? component(&f, &slip, curve->component) : 0;
        slip.d_c = curve->d_c;
        slip.d_s = curve->d_s;
        y[i] = component(&f, &slip, curve->component) - without;
    }
    return y;
}

const double *rb_law_curve_add(rb_figure_data *data, const char *name, const rb_law_curve *curve) {
    double *y = rb_law_curve_values(data, curve);
    rb_curve *added = y != NULL ? rb_figure_curve(data, name, NULL, y, RB_LAW_CURVE_POINTS) : NULL;
    if (added == NULL) {
        return NULL;
    }
    added->dx = 90.0 / (RB_LAW_CURVE_POINTS - 1);
    return y;
}

double rb_largest_difference(const double *a, const double *b, int count) {
    double worst = 0;
    for (int i = 0; i < count; i++) {
        worst = fmax(worst, fabs(a[i] - b[i]));
    }
    return worst;
}
