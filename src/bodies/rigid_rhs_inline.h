/* The equations of motion of a rigid body, and its constraints: for one run or several in lanes. */
#ifndef RB_BODIES_RIGID_RHS_INLINE_H
#define RB_BODIES_RIGID_RHS_INLINE_H

#include "bodies/contact_compliant_inline.h"
#include "bodies/contact_no_slip_inline.h"
#include "bodies/contact_rigid_inline.h"
#include "bodies/contact_sized_inline.h"
#if RB_LANES == 1
#include "bodies/contact_pair_inline.h"
#endif

RB_INLINE void put_vec(rb_num *y, int i, rb_num3 v) {
    y[i] = v.x;
    y[i + 1] = v.y;
    y[i + 2] = v.z;
}

/* Stores two neighbouring doubles at once, so that code that reads both does not wait for two separate
   stores. */
RB_INLINE void put_pair(rb_num *y, int i, rb_num a, rb_num b) {
#if RB_LANES == 1
    typedef double pair __attribute__((vector_size(16)));
    pair both = {a, b};
    memcpy(y + i, &both, sizeof both);
#else
    y[i] = a;
    y[i + 1] = b;
#endif
}

/* dq/dt = q (0, omega)/2. */
RB_INLINE void put_quat_rate(rb_num *out, const rb_num *q, rb_num3 omega) {
    rb_num w = q[0], x = q[1], y = q[2], z = q[3];
    rb_num3 half = num3_scale(NUM(0.5), omega);
    put_pair(out, 0, -(x * half.x + y * half.y + z * half.z), w * half.x + y * half.z - z * half.y);
    put_pair(out, 2, w * half.y + z * half.x - x * half.z, w * half.z + x * half.y - y * half.x);
}

/* Evaluates the contacts by the contact mode of the scene. */
RB_INLINE rb_wrench act(const rb_num_model *model, const rb_kinematics *k, rb_contact_mode mode,
                        const rb_num *y, rb_num N_guess, rb_law_slopes *slopes) {
    (void)y;
    (void)N_guess;
    rb_wrench wrench = {0}; /* memset would keep it and all tangents in memory */
    rb_contact c;
    rb_press press;
    if (mode != RB_CONTACT_RIGID_PAIR) {
        wrench.gap[1] = NUM(INFINITY); /* unless there is a second contact */
    }
    switch (mode) {
    case RB_CONTACT_RIGID: rb_rigid_wrench(model, k, &c, &wrench, slopes); break;
    case RB_CONTACT_COMPLIANT:
        if (num_any(model->shape.radius[0] > 0)) {
            rb_spheres_wrench(model, k, &wrench, slopes);
        } else {
            rb_contact_find(model, k, 0, &c);
            rb_compliant_contact(model, k, 0, NUM_TRUE, &c, &press, &wrench, slopes);
            if (model->shape.contact_count > 1) {
                rb_contact_find(model, k, 1, &c);
                rb_compliant_contact(model, k, 1, NUM_TRUE, &c, &press, &wrench, slopes);
            }
        }
        rb_wrench_turn(model, k, &wrench);
        break;
    case RB_CONTACT_NO_SLIP: rb_no_slip_wrench(model, k, &c, &wrench, slopes); break;
    case RB_CONTACT_RIGID_SIZED: rb_sized_wrench(model, k, N_guess, &c, &wrench, slopes); break;
#if RB_LANES == 1
    case RB_CONTACT_RIGID_PAIR: {
        rb_contact pair[2];
        rb_pair_wrench(model, k, (rb_stand)(int)y[RB_Y_STAND], pair, &wrench, slopes);
        break;
    }
#else
    case RB_CONTACT_RIGID_PAIR: break; /* has no lanes */
#endif
    }
    return wrench;
}

/* m dv/dt = -m g n + force, K11 (8). */
RB_INLINE rb_t3 accelerate(const rb_num_model *model, const rb_wrench *wrench) {
    rb_t3 dv = t3_scale(model->per_m, wrench->force);
    dv.v.z = dv.v.z - model->g;
    return dv;
}

/* d/dt of -L.rho for a body of revolution on sphere 0: -torque.rho, to which forces through its
   contact point contribute nothing. */
RB_INLINE rb_t1 jellett_rate(const rb_num_model *model, const rb_kinematics *k, const rb_wrench *wrench) {
    rb_num R = model->shape.radius[0];
    if (!num_any(R > 0)) {
        return t1(NUM(0));
    }
    rb_t3 arm = t3_sub(t3_scale(R, k->n), t3(model->shape.k[0]));
    return t3_dot(wrench->torque, arm);
}

/* N_guess: start of the search for N (0: unknown). */
RB_INLINE void rhs_near_in(const rb_num_model *model, rb_contact_mode mode, const rb_num *y, rb_num N_guess,
                           rb_num *dydt) {
    rb_kinematics k = rb_kinematics_of(model, y, NULL);
    rb_wrench wrench = act(model, &k, mode, y, N_guess, NULL);
    rb_t3 dv = accelerate(model, &wrench);
    rb_num3 turning = wrench.omega_dot.v;
    put_pair(dydt, RB_Y_R, y[RB_Y_V], y[RB_Y_V + 1]);
    put_pair(dydt, RB_Y_R + 2, y[RB_Y_V + 2], dv.v.x);
    put_pair(dydt, RB_Y_V + 1, dv.v.y, dv.v.z);
    put_quat_rate(dydt + RB_Y_Q, y + RB_Y_Q, k.omega.v);
    put_pair(dydt, RB_Y_OMEGA, turning.x, turning.y);
    put_pair(dydt, RB_Y_OMEGA + 2, turning.z, wrench.slide.v);
    put_pair(dydt, RB_Y_W_DRILL, wrench.drill.v, wrench.roll.v);
    put_pair(dydt, RB_Y_W_PRESS, wrench.press.v, jellett_rate(model, &k, &wrench).v);
    dydt[RB_Y_STAND] = NUM(0);
    for (int i = 0; i < RB_CONTACTS_MAX; i++) {
        dydt[RB_Y_N + i] = wrench.N[i].v;
        dydt[RB_Y_GAP + i] = wrench.gap[i];
    }
}

RB_INLINE void rhs_in(const rb_num_model *model, rb_contact_mode mode, const rb_num *y, rb_num *dydt) {
    rhs_near_in(model, mode, y, NUM(0), dydt);
}

#if RB_LANES == 1
/* Derivative of the right-hand side along dy, from kinematics and contacts with tangents along dy. */
RB_INLINE void put_along(const rb_model *model, const rb_kinematics *k, const rb_wrench *wrench,
                         const double *y, const double *dy, double *out) {
    rb_t3 dv = accelerate(model, wrench);
    double turned[4];
    put_vec(out, RB_Y_R, rb_v3(dy[RB_Y_V], dy[RB_Y_V + 1], dy[RB_Y_V + 2]));
    put_vec(out, RB_Y_V, dv.d);
    put_quat_rate(out + RB_Y_Q, dy + RB_Y_Q, k->omega.v);
    put_quat_rate(turned, y + RB_Y_Q, k->omega.d);
    for (int i = 0; i < 4; i++) {
        out[RB_Y_Q + i] += turned[i];
    }
    put_vec(out, RB_Y_OMEGA, wrench->omega_dot.d);
    out[RB_Y_W_SLIDE] = wrench->slide.d;
    out[RB_Y_W_DRILL] = wrench->drill.d;
    out[RB_Y_W_ROLL] = wrench->roll.d;
    out[RB_Y_W_PRESS] = wrench->press.d;
    out[RB_Y_JELLETT] = jellett_rate(model, k, wrench).d;
    out[RB_Y_STAND] = 0;
}
#endif

/* Places contact `which` on the floor with a compatible velocity. Returns the gap before. */
RB_INLINE rb_num place_on(const rb_num_model *model, int which, rb_num *y) {
    rb_kinematics k = rb_kinematics_of(model, y, NULL);
    rb_touch t;
    rb_touch_at(model, &k, which, &t);
    rb_num low = num3_dot(t.rho.v, k.n.v);
    rb_num gap = y[RB_Y_R + 2] + low;
    y[RB_Y_R + 2] = -low;
    y[RB_Y_V + 2] = -num3_dot(num3_cross(k.omega.v, t.rho.v), k.n.v);
    return gap;
}

/* Sets the velocity for which the body point at the contact is at rest. */
RB_INLINE void start_rolling(const rb_num_model *model, rb_num *y) {
    rb_kinematics k = rb_kinematics_of(model, y, NULL);
    rb_touch t;
    rb_touch_at(model, &k, 0, &t);
    put_vec(y, RB_Y_V, rb_to_world(&k, t3_cross(t.rho, k.omega)).v);
}

RB_INLINE void normalize_quat(rb_num *q) {
    rb_num s = NUM(1) / num_sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int i = 0; i < 4; i++) {
        q[i] = s * q[i];
    }
}

#endif
