#include "viewer/plots/law_curve.h"

#include <math.h>
#include <string.h>

#include "math/pi.h"

static const double quarter = RB_PI / 2;

rb_law_conditions rb_law_conditions_of(const rb_contact_state *contact, double last_direction) {
    const rb_slip *slip = &contact->slip;
    double mirror = slip->omega < 0 ? -1 : 1;
    double speed = hypot(hypot(slip->u_x, slip->u_y), slip->omega);
    bool slides = contact->slip_speed > 1e-7;
    return (rb_law_conditions){
        .mirror = mirror,
        .direction = slides ? atan2(mirror * slip->u_y, slip->u_x) : last_direction,
        .speed = speed > 0 ? speed : 1,
        .d_c = slip->d_c,
        .d_s = mirror * slip->d_s,
        .r_c = slip->r_c,
        .r_s = mirror * slip->r_s,
        .patch = contact->patch,
    };
}

bool rb_law_conditions_differ(const rb_law_conditions *a, const rb_law_conditions *b) {
    return a->mirror != b->mirror ||
           fabs(remainder(a->direction - b->direction, 4 * quarter)) > 0.02 ||
           fabs(a->speed - b->speed) > 0.02 * b->speed || fabs(a->d_c - b->d_c) > 0.01 ||
           fabs(a->d_s - b->d_s) > 0.01 || fabs(a->r_c - b->r_c) > 0.01 ||
           fabs(a->r_s - b->r_s) > 0.01 || fabs(a->patch.b - b->patch.b) > 0.005 ||
           fabs(a->patch.a - b->patch.a) > 0.01 * b->patch.a;
}

static void init_printed(rb_friction *friction, const rb_friction_law *law, const double *values,
                         rb_patch patch) {
    double printed[RB_PARAMS_MAX] = {0};
    if (values != NULL) {
        memcpy(printed, values, (size_t)law->params.count * sizeof *printed);
    } else {
        rb_param_defaults(law->params, printed);
    }
    rb_friction_as_printed(law, printed);
    rb_friction_init(friction, law, printed, patch);
}

void rb_law_curve_make(rb_law_curve *curve, const rb_friction_law *law, const double *values,
                       const rb_law_conditions *at) {
    curve->at = *at;
    curve->usable = !law->no_slip && law->evaluate != NULL && at->patch.a > 0 && at->patch.b > 0;
    if (!curve->usable) {
        return;
    }
    rb_friction friction;
    init_printed(&friction, law, values, at->patch);
    double c = cos(at->direction);
    double s = sin(at->direction);
    for (int i = 0; i < RB_LAW_POINTS; i++) {
        double theta = quarter * i / (RB_LAW_POINTS - 1);
        double u = at->speed * sin(theta);
        rb_slip slip = {.u_x = u * c,
                        .u_y = u * s,
                        .omega = i == RB_LAW_POINTS - 1 ? 0 : at->speed * cos(theta),
                        .d_c = at->d_c,
                        .d_s = at->d_s,
                        .r_c = at->r_c,
                        .r_s = at->r_s};
        rb_traction out;
        rb_friction_eval(&friction, &slip, &out, NULL);
        curve->angle[i] = theta * 90 / quarter;
        curve->T[i] = out.T_x * c + out.T_y * s;
        curve->M[i] = out.M;
    }
}

const rb_friction_law *rb_law_exact(const rb_friction_law *law, rb_patch patch) {
    return rb_friction_law_find(law->pressure == RB_PRESSURE_UNIFORM ? "exact-uniform"
                                : patch.b < 1                        ? "exact-ellipse"
                                                                     : "exact-circle");
}

bool rb_law_point_of(const rb_contact_state *contact, rb_law_point *point) {
    const rb_slip *slip = &contact->slip;
    const rb_traction *t = &contact->traction;
    double u = hypot(slip->u_x, slip->u_y);
    point->signed_T = t->T_x;
    point->signed_M = t->M;
    point->holds = contact->touching != 0 && u + fabs(slip->omega) <= 0;
    if (contact->touching == 0) {
        return false;
    }
    if (point->holds) { /* no direction of sliding: within the curve, in its quarter */
        point->angle = 90 * atan2(fabs(t->T_x), fabs(t->M)) / quarter;
        point->T = hypot(t->T_x, t->T_y);
        point->M = fabs(t->M);
        return point->T + point->M > 0;
    }
    point->angle = atan2(u, fabs(slip->omega)) * 90 / quarter;
    point->T = (t->T_x * slip->u_x + t->T_y * slip->u_y) / (u > 0 ? u : 1);
    point->M = slip->omega < 0 ? -t->M : t->M;
    return true;
}
