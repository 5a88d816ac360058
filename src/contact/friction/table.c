/* The one visible table of friction laws. Adding a law: its file, its declaration in laws.h, one
   line here, one test. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "contact/friction/laws.h"

static const rb_friction_law *const laws[] = {
    &rb_law_exact_circle, &rb_law_exact_ellipse,  &rb_law_exact_uniform, &rb_law_k11_p1,
    &rb_law_k11_p2,       &rb_law_k11_tanh,       &rb_law_k12_p1,        &rb_law_k12_p2,
    &rb_law_k12_i,        &rb_law_k12_i1,         &rb_law_k12_iprime,    &rb_law_k15_a0,
    &rb_law_k15_a1,       &rb_law_k15_a2,         &rb_law_k15_ah,        &rb_law_k15_b1,
    &rb_law_k15_b2,       &rb_law_k15_c1,         &rb_law_k15_c2,        &rb_law_k15_d1,
    &rb_law_k15_d2,       &rb_law_k15_e0,         &rb_law_k15_e1,        &rb_law_k15_e2,
    &rb_law_ak18,         &rb_law_ka09_contensou, &rb_law_ka09_pade,     &rb_law_coulomb,
    &rb_law_viscous,      &rb_law_none,           &rb_law_no_slip,
};

int rb_friction_law_count(void) {
    return (int)(sizeof laws / sizeof laws[0]);
}

const rb_friction_law *rb_friction_law_at(int index) {
    return laws[index];
}

const rb_friction_law *rb_friction_law_find(const char *id) {
    for (int i = 0; i < rb_friction_law_count(); i++) {
        if (strcmp(laws[i]->id, id) == 0) {
            return laws[i];
        }
    }
    return NULL;
}

void rb_friction_init(rb_friction *f, const rb_friction_law *law, const double *values,
                      rb_patch patch) {
    memset(f, 0, sizeof *f);
    f->law = law;
    f->patch = patch;
    if (values != NULL) {
        memcpy(f->params, values, (size_t)law->params.count * sizeof *values);
    } else {
        rb_param_defaults(law->params, f->params);
    }
    if (law->prepare != NULL) {
        law->prepare(f);
    }
}

void rb_friction_as_printed(const rb_friction_law *law, double *values) {
    for (int i = 0; i < law->params.count; i++) {
        if (law->params.rows[i].flags & RB_PARAM_SHARP) {
            values[i] = 0;
        }
    }
}

void rb_friction_set_patch(rb_friction *f, rb_patch patch) {
    bool reshaped = patch.b != f->patch.b;
    f->patch = patch;
    if (reshaped && f->law->prepare != NULL) {
        f->law->prepare(f);
    }
}

/* As printed, and so homogeneous of degree 0? */
static bool is_printed(const rb_friction *f) {
    for (int i = 0; i < f->law->params.count; i++) {
        if ((f->law->params.rows[i].flags & RB_PARAM_SHARP) && f->params[i] != 0) {
            return false;
        }
    }
    return true;
}

/* Velocities whose squares and cubes leave the range of double. Every bounded law is homogeneous of
   degree 0 as far as its softening does not matter: huge velocities are scaled down, and tiny ones
   up when there is no softening. Where there is, tiny velocities are rest. */
void rb_friction_eval_extreme(const rb_friction *f, const rb_slip *slip, rb_traction *out,
                              rb_traction_jacobian *jac) {
    double size = fmax(fmax(fabs(slip->u_x), fabs(slip->u_y)), fabs(slip->omega));
    if (f->law->unbounded || !isfinite(size)) {
        f->law->evaluate(f, slip, out, jac);
        return;
    }
    if (size < 1 && (size == 0 || !is_printed(f))) {
        rb_slip rest = *slip;
        rest.u_x = rest.u_y = rest.omega = 0;
        f->law->evaluate(f, &rest, out, jac);
        return;
    }
    int exponent;
    frexp(size, &exponent);
    int shift = (size > 1 ? 150 : 0) - exponent; /* to 2^150, far above any softening, or to 1 */
    rb_slip s = *slip;
    s.u_x = ldexp(s.u_x, shift);
    s.u_y = ldexp(s.u_y, shift);
    s.omega = ldexp(s.omega, shift);
    f->law->evaluate(f, &s, out, jac);
    if (jac != NULL) {
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) { /* the slope of a step may overflow: the largest finite */
                double d = ldexp(jac->d[i][j], shift);
                jac->d[i][j] = fmin(fmax(d, -DBL_MAX), DBL_MAX);
            }
        }
    }
}
