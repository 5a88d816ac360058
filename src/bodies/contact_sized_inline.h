/* Permanent contact with a patch size that depends on N (K15's AH), for one run or several in lanes. */
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
    rb_num v_x, v_y, vr_x, vr_y;
    rb_num needed, g_0, g_x, g_y, g_m, r_x, r_y;
    rb_num cube; /* a^3/N, m^3/N */
} rb_sized;

RB_INLINE rb_sized rb_sized_of(const rb_num_model *model, const rb_kinematics *k, const rb_contact *c,
                               rb_num cube) {
    const rb_touch *t = &c->touch;
    rb_num3 n = k->n.v, rho = t->rho.v, e_x = t->e_x.v, e_y = t->e_y.v;
    rb_num3 turn = num3_mul(&model->B_inverse, num3_cross(rho, n)); /* B_inverse is symmetric */
    rb_num3 pull = num3_cross(turn, rho);                           /* (rho x f).turn = f.pull */
    rb_num mu = model->mu;
    rb_sized s = {.v_x = c->v_x.v,
                  .v_y = c->v_y.v,
                  .needed = rb_constraint_needed(model, k, t).v,
                  .g_0 = model->per_m + num3_dot(pull, n),
                  .g_x = mu * num3_dot(pull, e_x),
                  .g_y = mu * num3_dot(pull, e_y),
                  .g_m = model->torque ? mu * num3_dot(turn, n) : NUM(0),
                  .r_x = num3_dot(turn, e_x),
                  .r_y = num3_dot(turn, e_y),
                  .cube = cube};
    s.vr_x = s.v_x + t->drift_x.v;
    s.vr_y = s.v_y + t->drift_y.v;
    return s;
}

/* Computes the patch, its motion in the quantities of the laws, and rolling. */
RB_INLINE void rb_sized_at(const rb_num_model *model, const rb_sized *s, rb_num a, rb_contact *c) {
    rb_num per_a = 1 / a;
    c->a = t1(a);
    c->u_x = t1(s->v_x * per_a), c->u_y = t1(s->v_y * per_a);
    c->vr_x = t1(s->vr_x * per_a), c->vr_y = t1(s->vr_y * per_a);
    rb_contact_rolling(model, c, NULL);
}

RB_INLINE rb_num rb_sized_not_small(rb_num a) {
    return NUM_CHOOSE(a > RB_PATCH_MIN, a, NUM(RB_PATCH_MIN));
}

/* Returns a for a force larger by the share `more`: the first terms of (1 + more)^(1/3), accurate enough
   for a search that computes N from a. */
RB_INLINE rb_num rb_sized_step(rb_num a, rb_num more) {
    rb_num root = more * (1. / 3 - more * (1. / 9 - more * (5. / 81 - more * (10. / 243))));
    rb_num next = a + a * root;
    rb_mask large = num_not(num_abs(more) < 0.5);
    if (num_any(large)) {
        rb_num factor = NUM_CHOOSE(more > -0.99, 1 + more, NUM(0.01));
        next = NUM_CHOOSE(large, a * num_cbrt(factor), next);
    }
    return rb_sized_not_small(next);
}

/* Returns N by the constraint, from the results of the laws. */
RB_INLINE rb_num rb_sized_N(const rb_sized *s, const rb_contact *c) {
    rb_num turning = s->g_m * c->M.v - s->r_x * c->M_x.v - s->r_y * c->M_y.v;
    return s->needed / (s->g_0 - s->g_x * c->T_x.v - s->g_y * c->T_y.v - c->a.v * turning);
}

/* Friction at the last values of N, the newest last. */
typedef struct rb_sized_points {
    int count;
    rb_num N[3], T[3][3]; /* T_x, T_y, M */
} rb_sized_points;

RB_INLINE void rb_sized_add(rb_sized_points *p, rb_num N, const rb_contact *c) {
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
RB_INLINE rb_num rb_sized_between(const rb_sized_points *p, rb_num N, rb_contact *c) {
    bool three = p->count == 3;
    rb_num T[3], off = NUM(0), way = N - p->N[0], way2 = way * (N - p->N[1]);
    rb_num d01 = 1 / (p->N[1] - p->N[0]);
    rb_num d12 = three ? 1 / (p->N[2] - p->N[1]) : NUM(0), d02 = three ? 1 / (p->N[2] - p->N[0]) : NUM(0);
    for (int i = 0; i < 3; i++) {
        rb_num first = (p->T[1][i] - p->T[0][i]) * d01;
        rb_num second = three ? ((p->T[2][i] - p->T[1][i]) * d12 - first) * d02 : NUM(0);
        T[i] = p->T[0][i] + first * way + second * way2;
        rb_num term = num_abs(three ? second * way2 : first * way);
        off = NUM_CHOOSE(term > off, term, off);
    }
    c->T_x = t1(T[0]), c->T_y = t1(T[1]), c->M = t1(T[2]);
    return off * num_abs(N - p->N[p->count - 1]) / N;
}

#define RB_SIZED_EXACT 1e-12 /* error of friction, which is about 1 */

/* Returns the start of the search: the force on a sliding point with a nearly round patch. */
RB_INLINE rb_num rb_sized_begin(const rb_num_model *model, const rb_sized *s, rb_num omega_n) {
    rb_num N = s->needed / s->g_0; /* without friction */
    N = NUM_CHOOSE(N > 0, N, model->N_guess);
    rb_num a = num_cbrt(s->cube * N), drill = a * omega_n;
    rb_num size = num_sqrt(s->v_x * s->v_x + s->v_y * s->v_y + 0.4 * drill * drill + 1e-60);
    rb_num more = (s->g_x * s->v_x + s->g_y * s->v_y) / (size * s->g_0);
    return rb_sized_step(a, NUM_CHOOSE(num_abs(more) < 0.5, more / (1 - more), NUM(0)));
}

/* Results of the search; in lanes they are found one after the other. */
typedef struct rb_sized_found {
    rb_mask open; /* not found yet */
    rb_num N, a, T_x, T_y, M, M_x, M_y;
} rb_sized_found;

/* Stores the results where the mask is set. Returns true if none is open any more. */
RB_INLINE bool rb_sized_store(rb_mask where, rb_num N, const rb_contact *c, rb_sized_found *found) {
    rb_mask now = where & found->open;
    found->N = NUM_CHOOSE(now, N, found->N);
    found->a = NUM_CHOOSE(now, c->a.v, found->a);
    found->T_x = NUM_CHOOSE(now, c->T_x.v, found->T_x);
    found->T_y = NUM_CHOOSE(now, c->T_y.v, found->T_y);
    found->M = NUM_CHOOSE(now, c->M.v, found->M);
    found->M_x = NUM_CHOOSE(now, c->M_x.v, found->M_x);
    found->M_y = NUM_CHOOSE(now, c->M_y.v, found->M_y);
    found->open = found->open & num_not(where);
    return !num_any(found->open);
}

/* Finds N for a patch that depends on N (K15's AH): the root of g(N) = N, where g maps N to the patch
   and the patch to N. g is nearly constant, because a is proportional to N^(1/3) and friction changes N
   little. The secant method needs three evaluations of the law. Convergence is checked without another
   evaluation, because interpolated friction is accurate enough between these points. once: one evaluation
   from N_guess, for callers that iterate themselves. */
RB_INLINE void rb_sized_search(const rb_num_model *model, const rb_sized *s, rb_num N_guess, bool once,
                               rb_num_friction *friction, rb_contact *c, rb_sized_found *found) {
    rb_num last = NUM(0), last_miss = NUM(0), per_cube = 1 / s->cube, a;
    if (num_all((N_guess > 0) & (N_guess < INFINITY))) {
        a = rb_sized_not_small(num_cbrt(s->cube * N_guess));
    } else {
        a = rb_sized_begin(model, s, c->omega_n.v);
        once = false;
    }
    rb_sized_points points = {0};
    *found = (rb_sized_found){.open = NUM_TRUE};
    for (int i = 0; i < 40; i++) {
        rb_num N = a * a * a * per_cube;
        rb_sized_at(model, s, a, c);
        if (i >= 2) {
            rb_mask exact = rb_sized_between(&points, N, c) <= RB_SIZED_EXACT;
            if (num_any(exact) && rb_sized_store(exact, rb_sized_N(s, c), c, found)) {
                return;
            }
        }
        friction->patch.a = a;
        rb_contact_friction(model, friction, c, NULL);
        rb_num next = rb_sized_N(s, c), miss = next - N;
        /* a has a third of the relative error */
        rb_mask exact = num_not(next > 0) | (num_abs(miss) <= 3 * RB_SIZED_EXACT * next);
        if (rb_sized_store(once ? NUM_TRUE : exact, next, c, found)) {
            return;
        }
        rb_sized_add(&points, N, c);
        rb_num slope = i > 0 ? (miss - last_miss) / (N - last) : NUM(-1);
        last = N;
        last_miss = miss;
        a = rb_sized_step(a, NUM_CHOOSE(slope < -0.1, -miss / slope, miss) / N);
    }
    rb_sized_store(NUM_TRUE, last, c, found);
}

/* The same with the patch made first. On return, c has friction and rolling for that N. */
RB_INLINE rb_num rb_sized_solve(const rb_num_model *model, const rb_kinematics *k, rb_num N_guess, bool once,
                                rb_num_friction *friction, rb_contact *c) {
    rb_num cube = rb_patch_cube(model, c->touch.kappa1.v, c->touch.kappa2.v, friction);
    rb_sized s = rb_sized_of(model, k, c, cube);
    rb_sized_found found;
    c->a = t1(NUM(1)), c->b = t1(friction->patch.b);
    rb_contact_motion(k, c);
    rb_sized_search(model, &s, N_guess, once, friction, c, &found);
    c->a = t1(found.a), c->T_x = t1(found.T_x), c->T_y = t1(found.T_y), c->M = t1(found.M);
    c->M_x = t1(found.M_x), c->M_y = t1(found.M_y);
    return found.N;
}

#if RB_LANES == 1
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
        N = rb_sized_solve(model, k, N_guess, false, &friction, c);
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
#else
/* In lanes there are no tangents. A guess is the N of the last iteration of a step's stages: one evaluation
   is enough, because N converges with the stages, and faster. */
RB_INLINE rb_t1 rb_rigid_respond_sized(const rb_num_model *model, const rb_kinematics *k, rb_num N_guess,
                                       rb_contact *c, rb_load *l, rb_law_slopes *slopes) {
    (void)slopes;
    rb_num_friction friction = model->friction;
    rb_num N = rb_sized_solve(model, k, N_guess, true, &friction, c);
    *l = rb_contact_load(model, k, c);
    return t1(N);
}
#endif

RB_INLINE void rb_sized_wrench(const rb_num_model *model, const rb_kinematics *k, rb_num N_guess,
                               rb_contact *c, rb_wrench *wrench, rb_law_slopes *slopes) {
    rb_load l;
    rb_contact_find(model, k, 0, c);
    wrench->N[0] = rb_rigid_respond_sized(model, k, N_guess, c, &l, slopes);
    rb_wrench_add(wrench, wrench->N[0], &l);
    rb_wrench_turn(model, k, wrench);
}

#endif
