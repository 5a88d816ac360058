/* The motion of a rigid body at one instant, in body axes, with tangents. */
#ifndef RB_BODIES_KINEMATICS_INLINE_H
#define RB_BODIES_KINEMATICS_INLINE_H

#include "bodies/model_num_inline.h"
#include "bodies/rigid_state.h"
#include "math/tangent_inline.h"

typedef struct rb_kinematics {
    rb_t3 row[3];      /* world axes in body axes: the rows of the matrix body -> world */
    rb_t3 n;           /* vertical, row[2] */
    rb_t3 long_row[3]; /* the rows times q2: for directions only, without a division */
    rb_t1 q2;          /* |q|^2 */
    rb_t1 per_q2;
    rb_t3 v; /* of the mass centre, world axes */
    rb_t3 omega;
    rb_t1 omega_n; /* about the vertical */
    rb_t3 gyro;    /* omega x B omega */
    rb_t1 z;       /* height of the mass centre */
} rb_kinematics;

/* Reads y with its tangent dy; dy is NULL where no tangents are needed. */
RB_INLINE rb_t1 rb_state_at(const rb_num *y, const rb_num *dy, int i) {
    return (rb_t1){y[i], dy != NULL ? dy[i] : NUM(0)};
}

RB_INLINE rb_t3 rb_state_vec(const rb_num *y, const rb_num *dy, int i) {
    return t3_of(rb_state_at(y, dy, i), rb_state_at(y, dy, i + 1), rb_state_at(y, dy, i + 2));
}

/* The rotation matrix of q/|q|, so that a quaternion that is not normalised gives the same rotation. */
RB_INLINE void rb_rotation_rows(const rb_num *y, const rb_num *dy, rb_kinematics *k) {
    rb_t1 w = rb_state_at(y, dy, RB_Y_Q), a = rb_state_at(y, dy, RB_Y_Q + 1);
    rb_t1 b = rb_state_at(y, dy, RB_Y_Q + 2), c = rb_state_at(y, dy, RB_Y_Q + 3);
    rb_t1 a2 = t1_add(a, a), b2 = t1_add(b, b), c2 = t1_add(c, c);
    rb_t1 ww = t1_mul(w, w), aa = t1_mul(a, a), bb = t1_mul(b, b), cc = t1_mul(c, c);
    rb_t1 ab = t1_mul(a2, b), ac = t1_mul(a2, c), bc = t1_mul(b2, c);
    rb_t1 wa = t1_mul(a2, w), wb = t1_mul(b2, w), wc = t1_mul(c2, w);
    rb_t1 wa_sum = t1_add(ww, aa), bc_sum = t1_add(bb, cc);
    rb_t1 wa_diff = t1_sub(ww, aa), bc_diff = t1_sub(bb, cc);
    k->q2 = t1_add(wa_sum, bc_sum);
    k->long_row[0] = t3_of(t1_sub(wa_sum, bc_sum), t1_sub(ab, wc), t1_add(ac, wb));
    k->long_row[1] = t3_of(t1_add(ab, wc), t1_add(wa_diff, bc_diff), t1_sub(bc, wa));
    k->long_row[2] = t3_of(t1_sub(ac, wb), t1_add(bc, wa), t1_sub(wa_diff, bc_diff));
    k->per_q2 = t1_div(t1(NUM(1)), k->q2);
    k->row[0] = t3_mul(k->per_q2, k->long_row[0]);
    k->row[1] = t3_mul(k->per_q2, k->long_row[1]);
    k->row[2] = t3_mul(k->per_q2, k->long_row[2]);
    k->n = k->row[2];
}

RB_INLINE rb_kinematics rb_kinematics_of(const rb_num_model *model, const rb_num *y, const rb_num *dy) {
    rb_kinematics k;
    rb_rotation_rows(y, dy, &k);
    k.v = rb_state_vec(y, dy, RB_Y_V);
    k.omega = rb_state_vec(y, dy, RB_Y_OMEGA);
    k.omega_n = t3_dot(k.omega, k.n);
    k.gyro = t3_cross(k.omega, t3_map(&model->B, k.omega));
    k.z = rb_state_at(y, dy, RB_Y_R + 2);
    return k;
}

RB_INLINE rb_t3 rb_to_world(const rb_kinematics *k, rb_t3 a) {
    return t3_of(t3_dot(k->row[0], a), t3_dot(k->row[1], a), t3_dot(k->row[2], a));
}

#endif
