#include "reproduce/bearing.h"

#include <string.h>

#include "contact/hertz.h"
#include "rattleback/normal.h"

/* N of a compliant law at delta = 1 m, E_star = 1 Pa, kappa1 kappa2 = 1: its k in these units. */
static double stiffness(const char *id, bool bracket, double g) {
    const rb_normal_law *law = rb_normal_law_find(id);
    double params[RB_PARAMS_MAX];
    rb_param_defaults(law->params, params);
    params[RB_NORMAL_E_STAR] = 1;
    int row = rb_param_find(law->params, "bracket");
    if (row >= 0) {
        params[row] = bracket;
    }
    rb_normal_input in = {sqrt(g), 1 / sqrt(g), 1, 0};
    rb_normal_result out;
    law->evaluate(params, &in, &out);
    return out.N_elastic;
}

/* Removes laws for a circle or a point, which do not depend on the shape of this patch. */
static void keep_elliptic(rb_bearing *bearing, int count) {
    for (int i = 0; i < count; i++) {
        const rb_friction_law *law = bearing->laws[i].friction.law;
        if (law->shape == RB_PATCH_ELLIPSE) {
            rb_law_error_row row = bearing->laws[i];
            if (strcmp(law->id, "exact-ellipse") == 0 && bearing->law_count > 0) {
                bearing->laws[bearing->law_count++] = bearing->laws[0];
                bearing->laws[0] = row;
            } else {
                bearing->laws[bearing->law_count++] = row;
            }
        }
    }
}

void rb_bearing_compute(double g, rb_bearing *out) {
    memset(out, 0, sizeof *out);
    out->g = g;
    out->b = rb_hertz_axis_ratio(1 / g, RB_HERTZ_EXACT);
    out->e2 = 1 - out->b * out->b;
    out->k_hertz = stiffness("hertz", false, g);
    out->k_vilke_plain = stiffness("vilke", false, g);
    out->k_vilke = stiffness("vilke", true, g);
    rb_law_error_case at = {.patch = {1e-3, out->b}};
    int count = rb_law_errors(&at, out->laws);
    keep_elliptic(out, count);
}

void rb_bearing_traction(const rb_bearing *bearing, int law, double psi, double theta, double *T, double *M) {
    double u = sin(theta), c = cos(psi), s = sin(psi);
    rb_slip slip = {.u_x = u * c, .u_y = u * s, .omega = cos(theta)};
    rb_traction t;
    rb_friction_eval(&bearing->laws[law].friction, &slip, &t, NULL);
    *T = t.T_x * c + t.T_y * s;
    *M = t.M;
}
