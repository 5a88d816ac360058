/* Transitions of a body of two rigid spheres between standing on one, on the other, on both, and flight.

   When a free sphere reaches the floor with the velocity -w of its lowest point, a normal impulse P = (1 + e)
   w/r_11 acts on it, with the coefficient of restitution e and

       r_ij = 1/m + (rho_i x n).B^-1 (rho_j x n).

   With impact_friction the friction law acts as well (impact.c). With e > 0 the body flies until it lands on
   either sphere; a rebound below HOP_SPEED is ended at once. With e = 0 the sphere stops there. The impulse
   lifts the other sphere by r_01 P > 0. The body hops from one sphere to the other, and each hop reduces that
   velocity to the share r_01^2/(r_00 r_11) < 1 (0.72 for KA09's top). If it does not tip over, the hops
   shrink geometrically towards standing on both. Hops are simulated as long as they are visible. A hop below
   HOP_SPEED^2/2g, less than the elastic penetration of the spheres under the weight, is ended at once: the
   body stands on both, without chatter. It leaves a sphere when that contact would have to pull. The energy
   that impulses dissipate counts as damping. */
#include <math.h>
#include <string.h>

#include "bodies/contact_pair_inline.h"
#include "bodies/rigid_body.h"
#include "math/elementary.h"

#define HOP_SPEED 1e-3 /* m/s: hops of 5e-8 m */
#define LOWER 1e-8     /* m: larger than the gap that events leave */

static rb_stand stand_of(const double *y) {
    return (rb_stand)(int)y[RB_Y_STAND];
}

/* Quantities of impulses: levers rho_i x n, gains r_ij, and the rates of the gaps. */
typedef struct impact {
    rb_vec3 lever[2];
    double r[2][2];
    double rate[2];
} impact;

static impact impact_of(const rb_model *model, const double *y) {
    impact at;
    rb_kinematics k = rb_kinematics_of(model, y, NULL);
    for (int i = 0; i < 2; i++) {
        rb_contact c;
        rb_contact_find(model, &k, i, &c);
        at.lever[i] = rb_cross(c.touch.rho.v, k.n.v);
        at.rate[i] = rb_contact_rising(&k, &c.touch).v;
    }
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++) {
            at.r[i][j] = model->per_m + rb_dot(at.lever[i], rb_mul(&model->B_inverse, at.lever[j]));
        }
    }
    return at;
}

/* The height of the lowest point of a sphere over the floor. */
static double gap_of(const rb_model *model, int which, const double *y) {
    double n3 = rb_kinematics_of(model, y, NULL).n.v.z;
    return y[RB_Y_R + 2] + model->shape.k[which].z * n3 - model->shape.radius[which];
}

static void push(const rb_model *model, const impact *at, int which, double P, double *y) {
    rb_vec3 turn = rb_scale(P, rb_mul(&model->B_inverse, at->lever[which]));
    y[RB_Y_V + 2] += P * model->per_m;
    y[RB_Y_OMEGA] += turn.x;
    y[RB_Y_OMEGA + 1] += turn.y;
    y[RB_Y_OMEGA + 2] += turn.z;
}

/* Sets the velocities for which both gaps stay constant: the limit of the series of hops. */
static void settle(const rb_model *model, double *y) {
    impact at = impact_of(model, y);
    double det = at.r[0][0] * at.r[1][1] - at.r[0][1] * at.r[1][0];
    double P0 = (at.r[0][1] * at.rate[1] - at.r[1][1] * at.rate[0]) / det;
    double P1 = (at.r[1][0] * at.rate[0] - at.r[0][0] * at.rate[1]) / det;
    push(model, &at, 0, P0, y);
    push(model, &at, 1, P1, y);
}

/* Computes the normal forces for standing on both. */
static void forces_on_both(const rb_model *model, const double *y, double N[2]) {
    double z[RB_ODE_MAX], f[RB_ODE_MAX];
    memcpy(z, y, sizeof z);
    z[RB_Y_STAND] = RB_STAND_BOTH;
    settle(model, z);
    rb_rigid_body_rhs(model, z, f);
    N[0] = f[RB_Y_N];
    N[1] = f[RB_Y_N + 1];
}

/* The sphere `which` hits the floor. The impulse with friction is without closed form; where friction would
   jam the contact, the impact is frictionless. */
static void strike(const rb_model *model, const impact *at, int which, double *y) {
    double e = model->normal_params[RB_NORMAL_RESTITUTION];
    double P = fmax(0, -at->rate[which]) / at->r[which][which];
    bool rubs = model->normal_params[RB_NORMAL_IMPACT_FRICTION] != 0 && P > 0;
    if (!rubs || !rb_impact_with_friction(model, which, e, P, y)) {
        push(model, at, which, (1 + e) * P, y);
    }
}

/* Sets how the body stands after the sphere `which` has hit the floor: it flies if the sphere rebounds. A
   flight begins above the floor: the event was located up to 1e-9 m below it. */
static void stand_after(const rb_model *model, int which, double *y) {
    impact at = impact_of(model, y);
    bool flies = at.rate[which] > HOP_SPEED;
    y[RB_Y_STAND] = flies ? RB_STAND_NONE : which;
    if (flies) {
        y[RB_Y_R + 2] -= fmin(0, fmin(gap_of(model, 0, y), gap_of(model, 1, y)));
    }
}

/* A sphere ends the flight. */
static void land(const rb_model *model, double *y) {
    impact at = impact_of(model, y);
    int which = gap_of(model, 1, y) < gap_of(model, 0, y);
    strike(model, &at, which, y);
    stand_after(model, which, y);
}

/* The free sphere has reached the floor. */
static void touch_down(const rb_model *model, int from, double *y) {
    int to = 1 - from;
    impact at = impact_of(model, y);
    double P = fmax(0, -at.rate[to]) / at.r[to][to];
    double N[2];
    forces_on_both(model, y, N);
    bool hops = at.r[from][to] * P > HOP_SPEED;
    if (!hops && N[0] > 0 && N[1] > 0) {
        settle(model, y);
        y[RB_Y_STAND] = RB_STAND_BOTH;
    } else if (hops || N[from] <= 0) {
        strike(model, &at, to, y);
        stand_after(model, to, y);
    } else { /* grazing contact: the free sphere would have to pull */
        settle(model, y);
    }
}

static double lost_by_friction(const double *y) {
    return y[RB_Y_W_SLIDE] + y[RB_Y_W_DRILL] + y[RB_Y_W_ROLL];
}

/* The spheres that the body stands on determine the event. */
void rb_pair_cross(const rb_model *model, int event, double *y) {
    (void)event;
    rb_snapshot before, after;
    memset(&before, 0, sizeof before);
    memset(&after, 0, sizeof after);
    model->ops->observe(model, y, &before);
    rb_stand stand = stand_of(y);
    double lost = lost_by_friction(y);
    if (stand == RB_STAND_NONE) {
        land(model, y);
    } else if (stand == RB_STAND_BOTH) {
        double N[2];
        forces_on_both(model, y, N);
        y[RB_Y_STAND] = N[0] < N[1] ? RB_STAND_SMALL : RB_STAND_LARGE;
    } else {
        touch_down(model, (int)stand, y);
    }
    model->ops->project(model, y);
    model->ops->observe(model, y, &after);
    y[RB_Y_W_PRESS] += before.E - after.E - (lost_by_friction(y) - lost);
    if (model->ops->rebalance != NULL) { /* not on a moving table */
        model->ops->rebalance(&before, &after, y);
    }
}

/* Sets the attitude at which both touch, and removes velocities that would change it. */
static void keep_angle(const rb_model *model, double *y) {
    const rb_shape *shape = &model->shape;
    rb_kinematics k = rb_kinematics_of(model, y, NULL);
    rb_vec3 n = k.n.v;
    rb_vec3 across = rb_v3(-n.y, n.x, 0); /* e_3 x n: rotation about it changes theta */
    double sine = rb_norm(across);
    if (!(sine > 0)) {
        return;
    }
    across = rb_scale(1 / sine, across);
    double cosine = -(shape->radius[0] - shape->radius[1]) / (shape->k[1].z - shape->k[0].z);
    double off = rb_atan2(sine, n.z) - rb_acos(cosine);
    rb_quat q = {y[RB_Y_Q], y[RB_Y_Q + 1], y[RB_Y_Q + 2], y[RB_Y_Q + 3]};
    q = rb_quat_mul(q, rb_quat_from_axis_angle(across, off));
    y[RB_Y_Q] = q.w;
    y[RB_Y_Q + 1] = q.x;
    y[RB_Y_Q + 2] = q.y;
    y[RB_Y_Q + 3] = q.z;
    double rate = rb_dot(across, k.omega.v);
    y[RB_Y_OMEGA] -= rate * across.x;
    y[RB_Y_OMEGA + 1] -= rate * across.y;
}

/* A state from another contact law may stand on the wrong sphere. */
static void stand_on_lower(const rb_model *model, double *y) {
    const rb_shape *shape = &model->shape;
    double n3 = rb_kinematics_of(model, y, NULL).n.v.z;
    double above = (shape->k[1].z - shape->k[0].z) * n3 + shape->radius[0] - shape->radius[1];
    if (above < -LOWER && y[RB_Y_STAND] != RB_STAND_SMALL) {
        y[RB_Y_STAND] = RB_STAND_SMALL;
    } else if (above > LOWER && y[RB_Y_STAND] != RB_STAND_LARGE) {
        y[RB_Y_STAND] = RB_STAND_LARGE;
    }
}

double rb_pair_project(const rb_model *model, double *y) {
    if (stand_of(y) == RB_STAND_NONE) {
        return 0;
    }
    stand_on_lower(model, y);
    rb_stand stand = stand_of(y);
    if (stand == RB_STAND_BOTH) {
        keep_angle(model, y);
    }
    return rb_rigid_body_place_on(model, stand == RB_STAND_SMALL ? 1 : 0, y);
}
