/* The largest explicit step for a body that creeps on spheres. */
#include <math.h>

#include "bodies/rigid_body.h"
#include "contact/hertz.h"

/* A tippe-top rises because its contact creeps: it rolls except for a slip so small that friction is
   still proportional to it. An explicit step follows that creep only while

       h lambda <= 3.3,   lambda = mu g (1 + m rho²/I) dT/dv

   (Dormand-Prince's stability on the real axis; rho the longest arm from the mass centre to a
   contact, I the smallest moment of inertia). Beyond this limit friction chatters between its bounds: the top
   still rises, but at a wrong rate, and the embedded error is small compared with its spin of 180 rad/s. For
   KA09's top and Coulomb's law, dT/dv = 1/delta, that is h <= 0.235 s/(m/s) delta. Measured at delta = 1e-4
   m/s: the stem touches at 37.8129 s for all steps up to 0.23 delta; at 39.4 s for 0.24 delta and at 32.3 s
   for 0.5 delta. (Rigid spheres: right up to 0.27, wrong at 0.3 delta.)

   A patch softens friction with spin, dT/dv ~ 1/(a omega), and exceeds this limit only near rest, where it
   has no effect. Celts roll whether friction chatters or not: at ten times the bound (K11's stone under
   Coulomb's law, 5e-4 s) the spin after the reversal is off by 2.6 %, which the embedded error shows. The
   limit therefore applies to tops with laws that spin does not soften. */
#define STABLE 3.3
#define FAST 1e6    /* rad/s: fast enough for laws that spin softens */
#define CREEP 1e-12 /* m/s: below the softening of any law */

double rb_spheres_creep(const rb_model *model, int contact, double omega) {
    rb_friction friction = model->friction;
    if (model->size != RB_PATCH_SIZE_CONSTANT) {
        double kappa = 1 / model->shape.radius[contact];
        double E_star = model->normal_params[RB_NORMAL_E_STAR];
        double a = rb_hertz_semi_axis(model->m * model->g, E_star, kappa, kappa, 1);
        rb_friction_set_patch(&friction, (rb_patch){a, 1});
    }
    rb_slip slip = {.u_x = CREEP / friction.patch.a, .omega = omega};
    rb_traction t;
    rb_friction_eval(&friction, &slip, &t, NULL);
    return t.T_x / CREEP;
}

double rb_spheres_longest_step(const rb_model *model, const char **what) {
    *what = "the creep of a top";
    if (model->friction.law->no_slip) {
        return INFINITY;
    }
    double arm = 0;
    for (int i = 0; i < model->shape.contact_count; i++) {
        arm = fmax(arm, model->shape.radius[i] + fabs(model->shape.k[i].z));
    }
    double inertia = fmin(model->B.m[0][0], model->B.m[2][2]);
    double gain = 1 + model->m * arm * arm / inertia;
    return STABLE / (model->mu * model->g * gain * rb_spheres_creep(model, 0, FAST));
}
