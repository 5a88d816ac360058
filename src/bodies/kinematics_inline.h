/* The motion of a rigid body at one instant, in body axes, with tangents. */
#ifndef RB_BODIES_KINEMATICS_INLINE_H
#define RB_BODIES_KINEMATICS_INLINE_H

#include "bodies/model_num_inline.h"
#include "bodies/rigid_state.h"
#include "math/tangent_inline.h"

typedef struct rb_kinematics {
    rb_t3 row[3]; /* world axes in body axes: the rows of the matrix body -> world */
    rb_t3 n;      /* vertical, row[2] */
    rb_t3 v;      /* of the mass centre */
    rb_t3 omega;
    rb_t3 gyro; /* omega x B omega */
    rb_t1 z;    /* height of the mass centre */
} rb_kinematics;

/* y with its tangent dy, read together; dy is NULL where no tangents are wanted. */
RB_INLINE rb_t1 rb_state_at(const rb_num *y, const rb_num *dy, int i) {
    return (rb_t1){y[i], dy != NULL ? dy[i] : NUM(0)};
}

RB_INLINE rb_t3 rb_state_vec(const rb_num *y, const rb_num *dy, int i) {
    return t3_of(rb_state_at(y, dy, i), rb_state_at(y, dy, i + 1), rb_state_at(y, dy, i + 2));
}

/* Rotation matrix of q/|q|, so that a quaternion off the unit sphere turns like its projection. */
RB_INLINE void rb_rotation_rows(const rb_num *y, const rb_num *dy, rb_t3 row[3]) {
    rb_t1 w = rb_state_at(y, dy, RB_Y_Q), a = rb_state_at(y, dy, RB_Y_Q + 1);
    rb_t1 b = rb_state_at(y, dy, RB_Y_Q + 2), c = rb_state_at(y, dy, RB_Y_Q + 3);
    rb_t1 norm2 = t1_add(t1_add(t1_mul(w, w), t1_mul(a, a)), t1_add(t1_mul(b, b), t1_mul(c, c)));
    rb_t1 s = t1_div(t1(NUM(2)), norm2);
    rb_t1 sa = t1_mul(s, a), sb = t1_mul(s, b), sc = t1_mul(s, c);
    rb_t1 aa = t1_mul(sa, a), bb = t1_mul(sb, b), cc = t1_mul(sc, c);
    rb_t1 ab = t1_mul(sa, b), ac = t1_mul(sa, c), bc = t1_mul(sb, c);
    rb_t1 wa = t1_mul(sa, w), wb = t1_mul(sb, w), wc = t1_mul(sc, w);
    row[0] = t3_of(t1_sub(t1(NUM(1)), t1_add(bb, cc)), t1_sub(ab, wc), t1_add(ac, wb));
    row[1] = t3_of(t1_add(ab, wc), t1_sub(t1(NUM(1)), t1_add(aa, cc)), t1_sub(bc, wa));
    row[2] = t3_of(t1_sub(ac, wb), t1_add(bc, wa), t1_sub(t1(NUM(1)), t1_add(aa, bb)));
}

RB_INLINE rb_kinematics rb_kinematics_of(const rb_num_model *model, const rb_num *y,
                                         const rb_num *dy) {
    rb_kinematics k;
    rb_rotation_rows(y, dy, k.row);
    k.n = k.row[2];
    rb_t3 v = t3_mul(rb_state_at(y, dy, RB_Y_V), k.row[0]);
    v = t3_add_scaled(v, rb_state_at(y, dy, RB_Y_V + 1), k.row[1]);
    k.v = t3_add_scaled(v, rb_state_at(y, dy, RB_Y_V + 2), k.row[2]);
    k.omega = rb_state_vec(y, dy, RB_Y_OMEGA);
    k.gyro = t3_cross(k.omega, t3_map(&model->B, k.omega));
    k.z = rb_state_at(y, dy, RB_Y_R + 2);
    return k;
}

RB_INLINE rb_t3 rb_to_world(const rb_kinematics *k, rb_t3 a) {
    return t3_of(t3_dot(k->row[0], a), t3_dot(k->row[1], a), t3_dot(k->row[2], a));
}

#endif
