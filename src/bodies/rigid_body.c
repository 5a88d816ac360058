#include "bodies/rigid_body.h"

#include "bodies/shape.h"

/* The motion at one instant, in body axes. */
typedef struct motion {
    rb_mat3 to_world;
    rb_vec3 n; /* vertical */
    rb_vec3 v; /* of the mass centre */
    rb_vec3 omega;
} motion;

/* What a contact exerts on the body for each newton of N, body axes, and what it dissipates. */
typedef struct load {
    rb_vec3 force;             /* n + friction */
    rb_vec3 torque;            /* about the mass centre */
    double slide, drill, roll; /* W per N */
} load;

/* A contact as its laws see it. */
typedef struct contact {
    rb_touch touch;
    rb_vec3 v_point; /* velocity of the body point at the contact, body axes */
    rb_patch patch;
    rb_rolling_motion rolling_motion;
    rb_rolling_result rolling;
    rb_slip slip;
    rb_traction traction;
} contact;

static rb_vec3 vec_at(const double *y, int i) {
    return rb_v3(y[i], y[i + 1], y[i + 2]);
}

static void put_vec(double *y, int i, rb_vec3 v) {
    y[i] = v.x;
    y[i + 1] = v.y;
    y[i + 2] = v.z;
}

static rb_quat quat_at(const double *y) {
    return (rb_quat){y[RB_Y_Q], y[RB_Y_Q + 1], y[RB_Y_Q + 2], y[RB_Y_Q + 3]};
}

static motion motion_of(const double *y) {
    motion s;
    s.to_world = rb_quat_matrix(quat_at(y));
    s.n = rb_v3(s.to_world.m[2][0], s.to_world.m[2][1], s.to_world.m[2][2]);
    s.v = rb_mul_t(&s.to_world, vec_at(y, RB_Y_V));
    s.omega = vec_at(y, RB_Y_OMEGA);
    return s;
}

/* Where contact `which` is and how its material point moves. */
static void contact_touch(const rb_model *model, const motion *s, int which, contact *c) {
    rb_shape_touch(&model->shape, which, s->n, s->omega, true, &c->touch);
    c->v_point = rb_add(s->v, rb_cross(s->omega, c->touch.rho));
}

/* Asks the rolling and the friction law. Only the tangential velocity enters, so that a state
   slightly off the contact constraint gives what its projection gives. */
static void contact_laws(const rb_model *model, const motion *s, contact *c) {
    const rb_touch *t = &c->touch;
    double per_a = 1 / c->patch.a;
    c->slip.u_x = per_a * rb_dot(c->v_point, t->e_x);
    c->slip.u_y = per_a * rb_dot(c->v_point, t->e_y);
    c->slip.omega = rb_dot(s->omega, s->n);
    c->rolling_motion.w_x = rb_dot(s->omega, t->e_x);
    c->rolling_motion.w_y = rb_dot(s->omega, t->e_y);
    c->rolling_motion.vr_x = c->slip.u_x + per_a * rb_dot(t->rho_dot, t->e_x);
    c->rolling_motion.vr_y = c->slip.u_y + per_a * rb_dot(t->rho_dot, t->e_y);
    model->rolling->evaluate(model->rolling_params, c->patch, &c->rolling_motion, &c->rolling,
                             NULL);
    c->slip.d_c = c->rolling.d_c;
    c->slip.d_s = c->rolling.d_s;
    c->slip.r_c = c->rolling.r_c;
    c->slip.r_s = c->rolling.r_s;
    rb_friction_eval(&model->friction, &c->slip, &c->traction, NULL);
    if (!model->torque) {
        c->traction.M = 0;
    }
}

static load contact_load(const rb_model *model, const motion *s, const contact *c) {
    const rb_touch *t = &c->touch;
    double a = c->patch.a;
    double mu = model->mu;
    load l;
    l.force = rb_add_scaled(rb_add_scaled(s->n, -mu * c->traction.T_x, t->e_x),
                            -mu * c->traction.T_y, t->e_y);
    l.torque = rb_add_scaled(rb_cross(t->rho, l.force), -mu * a * c->traction.M, s->n);
    l.torque = rb_add_scaled(l.torque, a * c->rolling.M_x, t->e_x);
    l.torque = rb_add_scaled(l.torque, a * c->rolling.M_y, t->e_y);
    l.slide = mu * a * (c->traction.T_x * c->slip.u_x + c->traction.T_y * c->slip.u_y);
    l.drill = mu * a * c->traction.M * c->slip.omega;
    l.roll = -a * (c->rolling.M_x * c->rolling_motion.w_x + c->rolling.M_y * c->rolling_motion.w_y);
    return l;
}

/* N from the constraint that the contact stays closed, differentiated twice:
   [dv/dt + domega/dt x rho + omega x drho/dt + omega x (omega x rho)].n = 0. Every load is
   proportional to N, so the equation is linear in it. */
static double constraint_force(const rb_model *model, const motion *s, const rb_touch *t,
                               const load *l, rb_vec3 gyro) {
    rb_vec3 lever = rb_cross(t->rho, s->n); /* (x x rho).n = x.(rho x n) */
    rb_vec3 convective = rb_cross(s->omega, rb_add(t->rho_dot, rb_cross(s->omega, t->rho)));
    double inertia =
        rb_dot(l->force, s->n) / model->m + rb_dot(rb_mul(&model->B_inverse, l->torque), lever);
    double needed =
        model->g + rb_dot(rb_mul(&model->B_inverse, gyro), lever) - rb_dot(convective, s->n);
    return needed / inertia;
}

void rb_rigid_body_rhs(const void *context, const double *y, double *dydt) {
    const rb_model *model = context;
    motion s = motion_of(y);
    rb_vec3 gyro = rb_cross(s.omega, rb_mul(&model->B, s.omega));

    contact c;
    contact_touch(model, &s, 0, &c);
    c.patch = model->friction.patch;
    contact_laws(model, &s, &c);
    load l = contact_load(model, &s, &c);
    double N = constraint_force(model, &s, &c.touch, &l, gyro);

    rb_vec3 acceleration = rb_mul(&s.to_world, rb_scale(N / model->m, l.force));
    acceleration.z -= model->g;
    rb_vec3 alpha = rb_mul(&model->B_inverse, rb_sub(rb_scale(N, l.torque), gyro));
    rb_quat q_dot = rb_quat_rate(quat_at(y), s.omega);

    put_vec(dydt, RB_Y_R, vec_at(y, RB_Y_V));
    put_vec(dydt, RB_Y_V, acceleration);
    dydt[RB_Y_Q] = q_dot.w;
    put_vec(dydt, RB_Y_Q + 1, rb_v3(q_dot.x, q_dot.y, q_dot.z));
    put_vec(dydt, RB_Y_OMEGA, alpha);
    dydt[RB_Y_W_SLIDE] = N * l.slide;
    dydt[RB_Y_W_DRILL] = N * l.drill;
    dydt[RB_Y_W_ROLL] = N * l.roll;
    dydt[RB_Y_W_DAMP] = 0;
    dydt[RB_Y_N] = N;
}

double rb_rigid_body_project(const rb_model *model, double *y) {
    rb_quat q = rb_quat_normalize(quat_at(y));
    y[RB_Y_Q] = q.w;
    put_vec(y, RB_Y_Q + 1, rb_v3(q.x, q.y, q.z));
    return rb_rigid_body_place(model, y);
}

double rb_rigid_body_place(const rb_model *model, double *y) {
    motion s = motion_of(y);
    rb_touch t;
    rb_shape_touch(&model->shape, 0, s.n, s.omega, false, &t);
    double gap = y[RB_Y_R + 2] + rb_dot(t.rho, s.n);
    y[RB_Y_R + 2] = -rb_dot(t.rho, s.n);
    y[RB_Y_V + 2] = -rb_dot(rb_cross(s.omega, t.rho), s.n);
    return gap;
}

void rb_rigid_body_start_rolling(const rb_model *model, double *y) {
    motion s = motion_of(y);
    rb_touch t;
    rb_shape_touch(&model->shape, 0, s.n, s.omega, false, &t);
    put_vec(y, RB_Y_V, rb_mul(&s.to_world, rb_cross(t.rho, s.omega)));
}

static void observe_contact(const rb_model *model, const motion *s, const contact *c, rb_vec3 r_C,
                            double N, rb_contact_state *out) {
    const rb_touch *t = &c->touch;
    double a = c->patch.a;
    rb_vec3 e_x = rb_mul(&s->to_world, t->e_x);
    rb_vec3 e_y = rb_mul(&s->to_world, t->e_y);
    out->touching = 1;
    out->point_body = t->rho;
    out->point = rb_add(r_C, rb_mul(&s->to_world, t->rho));
    out->gap = out->point.z;
    out->e_x = e_x;
    out->e_y = e_y;
    out->patch = c->patch;
    out->N = N;
    out->F = rb_scale(-model->mu * N,
                      rb_add_scaled(rb_scale(c->traction.T_x, e_x), c->traction.T_y, e_y));
    out->M_drill = rb_v3(0, 0, -model->mu * N * a * c->traction.M);
    out->M_roll =
        rb_scale(N * a, rb_add_scaled(rb_scale(c->rolling.M_x, e_x), c->rolling.M_y, e_y));
    /* M_roll = (S - A) x N n */
    out->S =
        rb_add_scaled(rb_add_scaled(out->point, -a * c->rolling.M_y, e_x), a * c->rolling.M_x, e_y);
    out->v_slip = rb_scale(a, rb_add_scaled(rb_scale(c->slip.u_x, e_x), c->slip.u_y, e_y));
    out->v_roll = rb_scale(
        a, rb_add_scaled(rb_scale(c->rolling_motion.vr_x, e_x), c->rolling_motion.vr_y, e_y));
    out->slip_speed = rb_norm(out->v_slip);
    out->omega_n = c->slip.omega;
    out->slip = c->slip;
    out->traction = c->traction;
}

static void observe_motion(const rb_model *model, const double *y, const motion *s,
                           rb_snapshot *out) {
    const rb_mat3 *A = &s->to_world;
    out->r_C = vec_at(y, RB_Y_R);
    out->v_C = vec_at(y, RB_Y_V);
    out->q = quat_at(y);
    out->omega = s->omega;
    out->n = s->n;
    rb_vec3 L = rb_mul(&model->B, s->omega);
    out->L = rb_mul(A, L);
    out->omega_n = rb_dot(s->omega, s->n);
    /* A = A3(psi) A1(theta) A2(phi) */
    out->theta = asin(fmax(-1, fmin(1, s->n.y)));
    out->phi = atan2(-s->n.x, s->n.z);
    out->psi = atan2(-A->m[0][1], A->m[1][1]);
    out->tilt = atan2(sqrt(s->n.x * s->n.x + s->n.y * s->n.y), s->n.z);
    out->E_kin_trans = model->m * rb_dot(out->v_C, out->v_C) / 2;
    out->E_kin_spin = rb_dot(s->n, rb_mul(&model->B, s->n)) * out->omega_n * out->omega_n / 2;
    out->E_kin = out->E_kin_trans + rb_dot(s->omega, L) / 2;
    out->E_kin_wobble = out->E_kin - out->E_kin_trans - out->E_kin_spin;
    out->E_pot = model->m * model->g * out->r_C.z;
    out->W_slide = y[RB_Y_W_SLIDE];
    out->W_drill = y[RB_Y_W_DRILL];
    out->W_roll = y[RB_Y_W_ROLL];
    out->W_damp = y[RB_Y_W_DAMP];
}

void rb_rigid_body_observe(const rb_model *model, const double *y, rb_snapshot *out) {
    motion s = motion_of(y);
    observe_motion(model, y, &s, out);
    contact c;
    contact_touch(model, &s, 0, &c);
    c.patch = model->friction.patch;
    contact_laws(model, &s, &c);
    load l = contact_load(model, &s, &c);
    rb_vec3 gyro = rb_cross(s.omega, rb_mul(&model->B, s.omega));
    double N = constraint_force(model, &s, &c.touch, &l, gyro);
    out->contact_count = 1;
    observe_contact(model, &s, &c, out->r_C, N, &out->contact[0]);
    out->E_elastic = 0;
    out->E = out->E_kin + out->E_pot + out->E_elastic;
}
