/* An impact with friction: velocities change with the normal impulse P while the body keeps its place,

       m dv/dP = n + F/N,   B domega/dP = torque/N,

   with the loads per newton of the scene's friction law (Routh's method, with a law instead of a direction).
   The compression ends where the contact point no longer approaches, at P_c; the impact ends at (1 + e) P_c
   (Poisson). Where the law sticks the equations are stiff: Rodas5P with exact Jacobians. */
#include <math.h>
#include <string.h>

#include "bodies/contact_pair_inline.h"
#include "bodies/rigid_body.h"

enum { COUNT = RB_Y_W_PRESS, STEPS = 20000 };

#define TOLERANCE 1e-10 /* relative to the velocities before the impact */

/* The contact that is hit. */
typedef struct hit {
    const rb_model *model;
    int which;
} hit;

static rb_load load_along(const hit *at, const double *y, const double *dy, rb_law_slopes *slopes) {
    rb_kinematics k = rb_kinematics_of(at->model, y, dy);
    rb_contact c;
    rb_contact_find_sphere(at->model, &k, at->which, &c);
    return rb_pair_respond(at->model, &k, &c, slopes);
}

static void put(const hit *at, rb_vec3 force, rb_vec3 torque, double *out) {
    rb_vec3 dv = rb_scale(at->model->per_m, force), turn = rb_mul(&at->model->B_inverse, torque);
    out[RB_Y_V] = dv.x, out[RB_Y_V + 1] = dv.y, out[RB_Y_V + 2] = dv.z;
    out[RB_Y_OMEGA] = turn.x, out[RB_Y_OMEGA + 1] = turn.y, out[RB_Y_OMEGA + 2] = turn.z;
}

static void rhs(const void *context, const double *y, double *dydP) {
    rb_load l = load_along(context, y, NULL, NULL);
    memset(dydP, 0, COUNT * sizeof *dydP);
    put(context, l.force.v, l.torque.v, dydP);
    dydP[RB_Y_W_SLIDE] = l.slide.v;
    dydP[RB_Y_W_DRILL] = l.drill.v;
    dydP[RB_Y_W_ROLL] = l.roll.v;
}

static void jacobian(const hit *at, const double *y, double *J) {
    rb_law_slopes slopes;
    rb_law_slopes_clear(&slopes);
    memset(J, 0, (size_t)(COUNT * COUNT) * sizeof *J);
    for (int j = RB_Y_V; j < RB_Y_OMEGA + 3; j++) {
        double dy[RB_ODE_MAX] = {0}, column[COUNT] = {0};
        if (j >= RB_Y_Q && j < RB_Y_OMEGA) {
            continue; /* the attitude does not change */
        }
        dy[j] = 1;
        rb_load l = load_along(at, y, dy, &slopes);
        put(at, l.force.d, l.torque.d, column);
        column[RB_Y_W_SLIDE] = l.slide.d;
        column[RB_Y_W_DRILL] = l.drill.d;
        column[RB_Y_W_ROLL] = l.roll.d;
        for (int i = 0; i < COUNT; i++) {
            J[i * COUNT + j] = column[i];
        }
    }
}

/* The velocity of the contact point along n. */
static double rising(const hit *at, const double *y) {
    rb_kinematics k = rb_kinematics_of(at->model, y, NULL);
    rb_touch t;
    rb_sphere_touch(&at->model->shape, at->which, &k, &t);
    return rb_contact_rising(&k, &t).v;
}

/* Root mean square of the error relative to the allowed one. */
static double error_of(const double *error, const double *allowed) {
    double sum = 0;
    for (int i = RB_Y_V; i < COUNT; i++) {
        double share = error[i] / allowed[i];
        sum += share * share;
    }
    return sqrt(sum / (COUNT - RB_Y_V));
}

/* Units of the velocities, and of the work per unit of impulse. */
static void allow(const rb_model *model, const double *y, double *allowed) {
    double speed = 0;
    for (int i = 0; i < 3; i++) {
        double arm = model->shape.radius[0];
        speed += fabs(y[RB_Y_V + i]) + arm * fabs(y[RB_Y_OMEGA + i]);
    }
    for (int i = 0; i < COUNT; i++) {
        bool turns = i >= RB_Y_OMEGA && i < RB_Y_W_SLIDE;
        allowed[i] = TOLERANCE * (turns ? speed / model->shape.radius[0] : 1);
        allowed[i] *= i < RB_Y_Q ? speed : i >= RB_Y_W_SLIDE ? model->m * speed * speed : 1;
    }
}

/* The share of the step at which the contact point no longer approaches. */
static double turning_point(const hit *at, const rb_dense *dense, const double *y0) {
    double low = 0, high = 1, y[RB_ODE_MAX];
    for (int i = 0; i < 60; i++) {
        double middle = (low + high) / 2;
        rb_dense_state(dense, y0, COUNT, middle, y);
        *(rising(at, y) < 0 ? &low : &high) = middle;
    }
    return high;
}

/* Integrates up to the impulse P (INFINITY: to the end of compression) and returns the impulse; NAN if it
   cannot. guess: length of the first step. */
static double integrate(const hit *at, double P, double guess, double *y) {
    const rb_system system = {rhs, at, COUNT, RB_Y_V, RB_Y_W_SLIDE - RB_Y_V};
    double J[COUNT * COUNT], f[RB_ODE_MAX], next[RB_ODE_MAX], error[RB_ODE_MAX], allowed[RB_ODE_MAX];
    double done = 0, h = guess;
    allow(at->model, y, allowed);
    memcpy(next, y, sizeof next);
    for (int i = 0; i < STEPS && done < P; i++) {
        rb_rodas step;
        h = fmin(h, P - done);
        rhs(at, y, f);
        jacobian(at, y, J);
        double off = rb_rodas_step(&system, h, y, f, J, &step, next, error) ? error_of(error, allowed) : 1e9;
        if (off <= 1) {
            bool turned = P == INFINITY && rising(at, next) >= 0;
            rb_dense dense;
            rb_rodas_dense(&step, COUNT, y, next, &dense);
            double share = turned ? turning_point(at, &dense, y) : 1;
            double from[RB_ODE_MAX];
            memcpy(from, y, sizeof from);
            rb_dense_state(&dense, from, COUNT, share, y);
            done += share * h;
            if (turned) {
                return done;
            }
        }
        h *= fmax(0.2, fmin(5, 0.9 / sqrt(sqrt(off + 1e-6))));
    }
    return done >= P ? done : NAN;
}

bool rb_impact_with_friction(const rb_model *model, int which, double restitution, double guess, double *y) {
    const hit at = {model, which};
    double z[RB_ODE_MAX];
    memcpy(z, y, sizeof z);
    double compression = integrate(&at, INFINITY, guess / 16, z);
    double rebound = restitution * compression;
    if (!(compression > 0) || !(rebound == 0 || integrate(&at, rebound, rebound / 16, z) > 0)) {
        return false;
    }
    memcpy(y, z, sizeof z);
    return true;
}
