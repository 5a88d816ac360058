/* Snapshot of a rigid body: the contacts of the equations of motion, in world axes. */
#include <string.h>

#include "bodies/contact_compliant_inline.h"
#include "bodies/contact_no_slip_inline.h"
#include "bodies/contact_pair_inline.h"
#include "bodies/contact_rigid_inline.h"
#include "bodies/contact_sized_inline.h"
#include "bodies/rigid_body.h"
#include "math/elementary.h"

static rb_vec3 world(const rb_kinematics *k, rb_vec3 a) {
    return rb_to_world(k, t3(a)).v;
}

/* x e_x + y e_y in world axes. */
static rb_vec3 in_plane(const rb_contact_state *out, double x, double y) {
    return rb_add_scaled(rb_scale(x, out->e_x), y, out->e_y);
}

static void observe_place(const rb_kinematics *k, const rb_contact *c, rb_vec3 r_C, rb_contact_state *out) {
    out->point_body = c->touch.rho.v;
    out->point = rb_add(r_C, world(k, c->touch.rho.v));
    out->S = out->point;
    out->gap = out->point.z;
    out->e_x = world(k, c->touch.e_x.v);
    out->e_y = world(k, c->touch.e_y.v);
}

static void observe_forces(const rb_model *model, const rb_contact *c, double N, rb_contact_state *out) {
    double a = c->a.v;
    out->touching = true;
    out->patch = (rb_patch){a, c->b.v};
    out->N = N;
    out->F = in_plane(out, -model->mu * N * c->T_x.v, -model->mu * N * c->T_y.v);
    out->M_drill = rb_v3(0, 0, -model->mu * N * a * c->M.v);
    out->M_roll = in_plane(out, N * a * c->M_x.v, N * a * c->M_y.v);
    /* M_roll = (S - A) x N n */
    out->S = rb_add(out->point, in_plane(out, -a * c->M_y.v, a * c->M_x.v));
    out->v_slip = in_plane(out, a * c->u_x.v, a * c->u_y.v);
    out->v_roll = in_plane(out, a * c->vr_x.v, a * c->vr_y.v);
    out->slip_speed = rb_norm(out->v_slip);
    out->omega_n = c->omega_n.v;
    out->slip = (rb_slip){c->u_x.v, c->u_y.v, c->omega_n.v, c->d_c.v, c->d_s.v, c->r_c.v, c->r_s.v};
    out->traction = (rb_traction){c->T_x.v, c->T_y.v, c->M.v};
}

static void observe_pair(const rb_model *model, const rb_kinematics *k, rb_stand stand, rb_snapshot *out) {
    rb_wrench wrench;
    memset(&wrench, 0, sizeof wrench);
    rb_contact c[2];
    memset(c, 0, sizeof c);
    rb_pair_wrench(model, k, stand, c, &wrench, NULL);
    for (int i = 0; i < 2; i++) {
        observe_place(k, &c[i], out->r_C, &out->contact[i]);
        if (rb_stands_on(stand, i)) {
            observe_forces(model, &c[i], wrench.N[i].v, &out->contact[i]);
        }
    }
}

void rb_rigid_body_observe_contacts(const rb_model *model, const struct rb_kinematics *k, const double *y,
                                    rb_snapshot *out) {
    memset(out->contact, 0, sizeof out->contact);
    out->E_elastic = 0;
    rb_wrench wrench;
    memset(&wrench, 0, sizeof wrench);
    rb_contact c;
    memset(&c, 0, sizeof c);
    out->contact_count = model->shape.contact_count;
    if (model->mode == RB_CONTACT_RIGID_PAIR) {
        observe_pair(model, k, (rb_stand)(int)y[RB_Y_STAND], out);
        return;
    }
    if (model->mode != RB_CONTACT_COMPLIANT) {
        bool rolls = model->mode == RB_CONTACT_NO_SLIP;
        if (rolls) {
            rb_no_slip_wrench(model, k, &c, &wrench, NULL);
        } else if (model->mode == RB_CONTACT_RIGID_SIZED) {
            rb_sized_wrench(model, k, 0, &c, &wrench, NULL);
        } else {
            rb_rigid_wrench(model, k, &c, &wrench, NULL);
        }
        observe_place(k, &c, out->r_C, &out->contact[0]);
        observe_forces(model, &c, wrench.N[0].v, &out->contact[0]);
        if (rolls) { /* the constraint force in the plane is the friction */
            out->contact[0].F = rb_v3(wrench.force.v.x, wrench.force.v.y, 0);
        }
        return;
    }
    for (int i = 0; i < model->shape.contact_count; i++) {
        rb_press press;
        rb_contact_find(model, k, i, &c);
        rb_compliant_contact(model, k, i, true, &c, &press, &wrench, NULL);
        observe_place(k, &c, out->r_C, &out->contact[i]);
        if (press.N.v > 0) {
            observe_forces(model, &c, press.N.v, &out->contact[i]);
        }
        out->E_elastic += press.energy;
    }
}

static void observe_energy(const rb_model *model, const double *y, rb_snapshot *out) {
    rb_vec3 L = rb_mul(&model->B, out->omega);
    out->E_kin_trans = model->m * rb_dot(out->v_C, out->v_C) / 2;
    out->E_kin_spin = rb_dot(out->n, rb_mul(&model->B, out->n)) * out->omega_n * out->omega_n / 2;
    out->E_kin = out->E_kin_trans + rb_dot(out->omega, L) / 2;
    out->E_kin_wobble = out->E_kin - out->E_kin_trans - out->E_kin_spin;
    out->E_pot = model->m * model->g * out->r_C.z;
    out->E = out->E_kin + out->E_pot + out->E_elastic;
    out->W_slide = y[RB_Y_W_SLIDE];
    out->W_drill = y[RB_Y_W_DRILL];
    out->W_roll = y[RB_Y_W_ROLL];
    /* For an ellipsoid, whose curvature changes under load, the normal force is not the gradient of the
       stored energy. The difference also counts as damping. */
    out->W_damp = y[RB_Y_W_PRESS] - out->E_elastic;
}

void rb_rigid_body_observe(const rb_model *model, const double *y, rb_snapshot *out) {
    rb_kinematics k = rb_kinematics_of(model, y, NULL);
    out->r_C = rb_v3(y[RB_Y_R], y[RB_Y_R + 1], y[RB_Y_R + 2]);
    out->v_C = rb_v3(y[RB_Y_V], y[RB_Y_V + 1], y[RB_Y_V + 2]);
    out->q = (rb_quat){y[RB_Y_Q], y[RB_Y_Q + 1], y[RB_Y_Q + 2], y[RB_Y_Q + 3]};
    out->omega = k.omega.v;
    out->n = k.n.v;
    out->L = world(&k, rb_mul(&model->B, k.omega.v));
    out->omega_n = rb_dot(out->omega, out->n);
    /* A = A3(psi) A1(theta) A2(phi), K15 (4) */
    out->theta = rb_asin(fmax(-1, fmin(1, out->n.y)));
    out->phi = rb_atan2(-out->n.x, out->n.z);
    out->psi = rb_atan2(-k.row[0].v.y, k.row[1].v.y);
    out->tilt = rb_atan2(sqrt(out->n.x * out->n.x + out->n.y * out->n.y), out->n.z);
    rb_rigid_body_observe_contacts(model, &k, y, out);
    observe_energy(model, y, out);
}
