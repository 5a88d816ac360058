/* Permanent contact with a patch size that depends on N (K15's AH). For one run only: see
   docs/threads.md#lanes. */
#ifndef RB_BODIES_CONTACT_SIZED_INLINE_H
#define RB_BODIES_CONTACT_SIZED_INLINE_H

#include <string.h>

#include "bodies/contact_rigid_inline.h"
#include "bodies/patch_size_inline.h"

/* The quantities that determine N, except for the laws: the contact's motion in m/s, and the constraint
   gain N = needed with

       gain = g_0 - g_x T_x - g_y T_y - a (g_m M - r_x M_x - r_y M_y),

   which is rb_constraint_gain expressed by the results of the laws. */
typedef struct rb_sized {
    double v_x, v_y, vr_x, vr_y;
    double needed, g_0, g_x, g_y, g_m, r_x, r_y;
    double cube; /* a^3/N, m^3/N */
} rb_sized;

RB_INLINE rb_sized rb_sized_of(const rb_model *model, const rb_kinematics *k, const rb_contact *c,
                               double cube) {
    const rb_touch *t = &c->touch;
    rb_num3 n = k->n.v, rho = t->rho.v, e_x = t->e_x.v, e_y = t->e_y.v;
    rb_num3 turn = num3_mul(&model->B_inverse, num3_cross(rho, n)); /* B_inverse is symmetric */
    rb_num3 pull = num3_cross(turn, rho);                           /* (rho x f).turn = f.pull */
    double mu = model->mu;
    rb_sized s = {.v_x = c->v_x.v,
                  .v_y = c->v_y.v,
                  .needed = rb_constraint_needed(model, k, t).v,
                  .g_0 = model->per_m + num3_dot(pull, n),
                  .g_x = mu * num3_dot(pull, e_x),
                  .g_y = mu * num3_dot(pull, e_y),
                  .g_m = model->torque ? mu * num3_dot(turn, n) : 0,
                  .r_x = num3_dot(turn, e_x),
                  .r_y = num3_dot(turn, e_y),
                  .cube = cube};
    s.vr_x = s.v_x + t->drift_x.v;
    s.vr_y = s.v_y + t->drift_y.v;
    return s;
}

/* Computes the patch, its motion in the quantities of the laws, and rolling. */
RB_INLINE void rb_sized_at(const rb_model *model, const rb_sized *s, double a, rb_contact *c) {
    double per_a = 1 / a;
    c->a = t1(a);
    c->u_x = t1(s->v_x * per_a), c->u_y = t1(s->v_y * per_a);
    c->vr_x = t1(s->vr_x * per_a), c->vr_y = t1(s->vr_y * per_a);
    rb_contact_rolling(model, c, NULL);
}

/* Returns a for a force larger by the share `more`: the first terms of (1 + more)^(1/3), accurate enough
   for a search that computes N from a. */
RB_INLINE double rb_sized_step(double a, double more) {
    double root = more * (1. / 3 - more * (1. / 9 - more * (5. / 81 - more * (10. / 243))));
    a = fabs(more) < 0.5 ? a + a * root : a * rb_cbrt(more > -0.99 ? 1 + more : 0.01);
    return a > RB_PATCH_MIN ? a : RB_PATCH_MIN;
}

/* Returns N by the constraint, from the results of the laws. */
RB_INLINE double rb_sized_N(const rb_sized *s, const rb_contact *c) {
    double turning = s->g_m * c->M.v - s->r_x * c->M_x.v - s->r_y * c->M_y.v;
    return s->needed / (s->g_0 - s->g_x * c->T_x.v - s->g_y * c->T_y.v - c->a.v * turning);
}

/* Friction at the last values of N, the newest last. */
typedef struct rb_sized_points {
    int count;
    double N[3], T[3][3]; /* T_x, T_y, M */
} rb_sized_points;

RB_INLINE void rb_sized_add(rb_sized_points *p, double N, const rb_contact *c) {
    if (p->count == 3) {
        p->count = 2;
        for (int i = 0; i < 2; i++) {
            p->N[i] = p->N[i + 1];
            memcpy(p->T[i], p->T[i + 1], sizeof p->T[i]);
        }
    }
    p->N[p->count] = N;
    p->T[p->count][0] = c->T_x.v, p->T[p->count][1] = c->T_y.v, p->T[p->count][2] = c->M.v;
    p->count++;
}

/* Interpolates friction at N from two or three points (Newton) and estimates the error. Friction changes
   with the cube root of N, so one more point would change it by about the last term times the relative
   distance from the last point. */
RB_INLINE double rb_sized_between(const rb_sized_points *p, double N, rb_contact *c) {
    bool three = p->count == 3;
    double T[3], off = 0, way = N - p->N[0], way2 = way * (N - p->N[1]);
    double d01 = 1 / (p->N[1] - p->N[0]);
    double d12 = three ? 1 / (p->N[2] - p->N[1]) : 0, d02 = three ? 1 / (p->N[2] - p->N[0]) : 0;
    for (int i = 0; i < 3; i++) {
        double first = (p->T[1][i] - p->T[0][i]) * d01;
        double second = three ? ((p->T[2][i] - p->T[1][i]) * d12 - first) * d02 : 0;
        T[i] = p->T[0][i] + first * way + second * way2;
        double term = fabs(three ? second * way2 : first * way);
        off = term > off ? term : off;
    }
    c->T_x = t1(T[0]), c->T_y = t1(T[1]), c->M = t1(T[2]);
    return off * fabs(N - p->N[p->count - 1]) / N;
}

#define RB_SIZED_EXACT 1e-12 /* error of friction, which is about 1 */

/* Returns the start of the search: the force on a sliding point with a nearly round patch. */
RB_INLINE double rb_sized_begin(const rb_model *model, const rb_sized *s, double omega_n) {
    double N = s->needed / s->g_0; /* without friction */
    double a = rb_cbrt(s->cube * (N > 0 ? N : model->N_guess)), drill = a * omega_n;
    double size = sqrt(s->v_x * s->v_x + s->v_y * s->v_y + 0.4 * drill * drill + 1e-60);
    double more = (s->g_x * s->v_x + s->g_y * s->v_y) / (size * s->g_0);
    return rb_sized_step(a, fabs(more) < 0.5 ? more / (1 - more) : 0);
}

/* Returns N for a patch that depends on N (K15's AH): the root of g(N) = N, where g maps N to the patch
   and the patch to N. g is nearly constant, because a is proportional to N^(1/3) and friction changes N
   little. The secant method needs three evaluations of the law. Convergence is checked without another
   evaluation, because interpolated friction is accurate enough between these points. On return, c has
   friction and rolling for that N. */
RB_INLINE double rb_rigid_search(const rb_model *model, const rb_sized *s, double N_guess,
                                 rb_friction *friction, rb_contact *c) {
    double N = 0, last = 0, last_miss = 0, per_cube = 1 / s->cube;
    double a = N_guess > 0 && N_guess < INFINITY ? fmax(rb_cbrt(s->cube * N_guess), RB_PATCH_MIN)
                                                 : rb_sized_begin(model, s, c->omega_n.v);
    rb_sized_points points = {0};
    for (int i = 0; i < 40; i++) {
        N = a * a * a * per_cube;
        rb_sized_at(model, s, a, c);
        if (i >= 2 && rb_sized_between(&points, N, c) <= RB_SIZED_EXACT) {
            return rb_sized_N(s, c);
        }
        friction->patch.a = a;
        rb_contact_friction(model, friction, c, NULL);
        double next = rb_sized_N(s, c), miss = next - N;
        if (!(next > 0) ||
            fabs(miss) <= 3 * RB_SIZED_EXACT * next) { /* a has a third of the relative error */
            return next;
        }
        rb_sized_add(&points, N, c);
        double slope = i > 0 ? (miss - last_miss) / (N - last) : -1;
        last = N;
        last_miss = miss;
        a = rb_sized_step(a, (slope < -0.1 ? -miss / slope : miss) / N);
    }
    return N;
}

/* Collects the tangents of a load in one row. */
RB_INLINE void rb_load_tangents(const rb_load *l, double d[9]) {
    d[0] = l->force.d.x, d[1] = l->force.d.y, d[2] = l->force.d.z;
    d[3] = l->torque.d.x, d[4] = l->torque.d.y, d[5] = l->torque.d.z;
    d[6] = l->slide.d, d[7] = l->drill.d, d[8] = l->roll.d;
}

RB_INLINE void rb_load_add_tangents(rb_load *l, double s, const double d[9]) {
    l->force.d = rb_v3(l->force.d.x + s * d[0], l->force.d.y + s * d[1], l->force.d.z + s * d[2]);
    l->torque.d = rb_v3(l->torque.d.x + s * d[3], l->torque.d.y + s * d[4], l->torque.d.z + s * d[5]);
    l->slide.d += s * d[6], l->drill.d += s * d[7], l->roll.d += s * d[8];
}

/* Computes how N and the load change with a: from one tangent with a change of a and one without. */
RB_INLINE void rb_sized_by_a(const rb_model *model, const rb_friction *friction, const rb_kinematics *k,
                             rb_contact *c, const rb_load *l, double P, rb_law_slopes *slopes) {
    double without = c->a.d, before[9], *by_a = slopes->load_by_a;
    rb_load other;
    c->a.d = without + c->a.v;
    slopes->N_by_a = (rb_rigid_respond(model, friction, k, c, &other, slopes).d - P) / c->a.v;
    c->a.d = without;
    rb_load_tangents(l, before);
    rb_load_tangents(&other, by_a);
    for (int i = 0; i < 9; i++) {
        by_a[i] = (by_a[i] - before[i]) / c->a.v;
    }
    slopes->by_a_known = true;
}

/* The tangent by the implicit function: dN = P + Q da with da = a_N dN + a_x; P from da = a_x. */
RB_INLINE rb_t1 rb_rigid_respond_sized(const rb_model *model, const rb_kinematics *k, double N_guess,
                                       rb_contact *c, rb_load *l, rb_law_slopes *slopes) {
    rb_friction friction = model->friction;
    double N = slopes != NULL ? slopes->N : 0;
    if (slopes == NULL || !(N > 0)) {
        double cube = rb_patch_cube(model, c->touch.kappa1.v, c->touch.kappa2.v, &friction);
        rb_sized s = rb_sized_of(model, k, c, cube);
        c->a = t1(1), c->b = t1(friction.patch.b);
        rb_contact_motion(k, c);
        N = rb_rigid_search(model, &s, N_guess, &friction, c);
        if (slopes == NULL || !(N > 0)) {
            *l = rb_contact_load(model, k, c);
            return t1(N);
        }
    }
    rb_patch_t patch =
        rb_patch_under(rb_patch_of_one_newton(model, c->touch.kappa1, c->touch.kappa2, slopes), N);
    c->a = patch.a, c->b = patch.b;
    rb_friction_set_patch(&friction, (rb_patch){c->a.v, c->b.v});
    rb_t1 P = rb_rigid_respond(model, &friction, k, c, l, slopes);
    if (!slopes->by_a_known) {
        rb_sized_by_a(model, &friction, k, c, l, P.d, slopes);
    }
    double a_N = c->a.v / (3 * N);
    double dN = P.d / (1 - slopes->N_by_a * a_N);
    rb_load_add_tangents(l, a_N * dN, slopes->load_by_a);
    return (rb_t1){P.v, dN};
}

RB_INLINE void rb_sized_wrench(const rb_model *model, const rb_kinematics *k, double N_guess, rb_contact *c,
                               rb_wrench *wrench, rb_law_slopes *slopes) {
    rb_load l;
    rb_contact_find(model, k, 0, c);
    wrench->N[0] = rb_rigid_respond_sized(model, k, N_guess, c, &l, slopes);
    rb_wrench_add(wrench, wrench->N[0], &l);
    rb_wrench_turn(model, k, wrench);
}

#endif
