/* Contacts of a bearing: ball and groove, ball and ball, and the cage. */
#include <math.h>
#include <string.h>

#include "bodies/bearing.h"
#include "bodies/patch_size_inline.h"
#include "math/elementary.h"
#include "math/pi.h"

/* ---- one contact, from the motion of its patch ------------------------------------------------------ */

/* A contact. The ball is on the side of n. */
typedef struct touch {
    rb_vec3 n, e_x, e_y; /* e_y = n x e_x */
    double kappa1, kappa2;
    double delta, delta_dot; /* penetration, m, and its rate */
    rb_vec3 arm;             /* contact point from the centre of the ball, m */
    rb_vec3 other;           /* contact point from the centre of the other body */
    rb_vec3 v, w;            /* velocity of the ball at the contact point, and its rotation, both relative */
    rb_vec3 v_roll;          /* velocity of the contact point over the other body */
} touch;

/* The normal force and what the friction law needs. */
typedef struct pressed {
    rb_normal_result normal;
    double cube; /* a^3/N; 0: the patch is constant */
    rb_friction friction;
} pressed;

static void press(const rb_model *model, const touch *t, pressed *p) {
    rb_normal_input in = {t->kappa1, t->kappa2, t->delta, t->delta_dot};
    model->normal->evaluate(model->normal_params, &in, &p->normal);
    p->friction = model->friction;
    p->cube =
        model->size == RB_PATCH_SIZE_CONSTANT ? 0 : rb_patch_cube(model, t->kappa1, t->kappa2, &p->friction);
}

static double in_plane(rb_vec3 v, rb_vec3 e) {
    return rb_dot(v, e);
}

/* Fills what is shown of the contact. */
static void show(const rb_model *model, const touch *t, const pressed *p, const rb_slip *slip,
                 const rb_traction *traction, rb_vec3 rolling, rb_contact_state *out) {
    double N = p->normal.N, mu = model->mu;
    rb_patch patch = p->friction.patch;
    out->touching = true;
    out->e_x = t->e_x;
    out->e_y = t->e_y;
    out->patch = patch;
    out->gap = -t->delta;
    out->N = N;
    out->F = rb_add(rb_scale(-mu * N * traction->T_x, t->e_x), rb_scale(-mu * N * traction->T_y, t->e_y));
    out->M_drill = rb_scale(model->torque ? -mu * N * patch.a * traction->M : 0, t->n);
    out->M_roll = rolling;
    out->v_slip = rb_add(rb_scale(in_plane(t->v, t->e_x), t->e_x), rb_scale(in_plane(t->v, t->e_y), t->e_y));
    out->v_roll = t->v_roll;
    out->slip_speed = rb_norm(out->v_slip);
    out->omega_n = slip->omega;
    out->slip = *slip;
    out->traction = *traction;
    out->point_body = t->arm;
}

/* Computes the forces of a contact with a known normal force. */
static void respond(const rb_model *model, const touch *t, pressed *p, rb_bearing_forces *out,
                    rb_contact_state *state) {
    double N = p->normal.N, mu = model->mu;
    out->press = N * t->delta_dot;
    if (!(N > 0)) {
        return;
    }
    if (p->cube > 0) {
        p->friction.patch.a = fmax(rb_cbrt(p->cube * N), RB_PATCH_MIN);
    }
    rb_patch patch = p->friction.patch;
    double a = patch.a, v_x = in_plane(t->v, t->e_x), v_y = in_plane(t->v, t->e_y);
    rb_rolling_motion motion = {in_plane(t->w, t->e_x), in_plane(t->w, t->e_y),
                                in_plane(t->v_roll, t->e_x) / a, in_plane(t->v_roll, t->e_y) / a};
    rb_rolling_result roll;
    model->rolling->evaluate(model->rolling_params, patch, &motion, &roll, NULL);
    rb_slip slip = {v_x / a, v_y / a, rb_dot(t->w, t->n), roll.d_c, roll.d_s, roll.r_c, roll.r_s};
    rb_traction traction;
    rb_friction_eval(&p->friction, &slip, &traction, NULL);
    double M = model->torque ? traction.M : 0;
    rb_vec3 F = rb_add(rb_scale(-mu * N * traction.T_x, t->e_x), rb_scale(-mu * N * traction.T_y, t->e_y));
    rb_vec3 rolling = rb_add(rb_scale(a * N * roll.M_x, t->e_x), rb_scale(a * N * roll.M_y, t->e_y));
    rb_vec3 moment = rb_add_scaled(rolling, -mu * N * a * M, t->n);
    out->force = rb_add_scaled(F, N, t->n);
    out->torque = rb_add(rb_cross(t->arm, F), moment); /* the normal force has no arm */
    out->reaction = rb_scale(-1, rb_add(rb_cross(t->other, out->force), moment));
    out->slide = mu * N * (traction.T_x * v_x + traction.T_y * v_y);
    out->drill = mu * N * a * M * slip.omega;
    out->roll = -a * N * (roll.M_x * motion.w_x + roll.M_y * motion.w_y);
    if (state != NULL) {
        show(model, t, p, &slip, &traction, rolling, state);
    }
}

/* ---- ball and groove --------------------------------------------------------------------------------- */

/* Where a ball touches a groove. */
typedef struct place {
    double rho;      /* of the centre of the ball, m */
    double s;        /* its distance from the centre of the groove, m */
    double e_r, e_z; /* direction from there to the ball and the contact point, in the meridian plane */
    double gap;
} place;

static place place_of(const rb_model *model, int which, rb_vec3 r) {
    const double *p = model->own;
    place at = {.rho = sqrt(r.x * r.x + r.y * r.y)};
    double out = at.rho - p[RB_BEARING_CENTRE + which];
    at.s = sqrt(out * out + r.z * r.z);
    at.e_r = at.s > 0 ? out / at.s : which == 0 ? -1 : 1;
    at.e_z = at.s > 0 ? r.z / at.s : 0;
    at.gap = p[RB_BEARING_GROOVE + which] - p[RB_BEARING_BALL_RADIUS] - at.s;
    return at;
}

double rb_bearing_gap(const rb_model *model, int which, rb_vec3 r) {
    return place_of(model, which, r).gap;
}

/* Fills what depends on the position: curvatures, axes of the patch, contact point. */
static void locate(const rb_model *model, int which, const place *at, rb_vec3 r, touch *t) {
    const double *p = model->own;
    double radius = p[RB_BEARING_BALL_RADIUS], groove = p[RB_BEARING_GROOVE + which];
    rb_vec3 out = rb_v3(r.x / at->rho, r.y / at->rho, 0), along = rb_v3(-out.y, out.x, 0);
    rb_vec3 e = rb_v3(at->e_r * out.x, at->e_r * out.y, at->e_z);
    double across = 1 / radius - 1 / groove;
    double round = 1 / radius - at->e_r / (p[RB_BEARING_CENTRE + which] + groove * at->e_r);
    t->n = rb_scale(-1, e);
    bool usual = across <= round; /* the patch is longer across the groove */
    t->kappa1 = usual ? across : round;
    t->kappa2 = usual ? round : across;
    t->e_x = usual ? rb_cross(along, t->n) : along;
    t->e_y = rb_cross(t->n, t->e_x);
    t->delta = -at->gap;
    t->arm = rb_scale(radius - t->delta / 2, e);
    t->other = rb_add(r, t->arm);
}

/* Fills what depends on the velocities. */
static void move(const rb_model *model, int which, const place *at, const rb_bearing_motion *m, touch *t) {
    rb_vec3 along = rb_v3(-m->r.y / at->rho, m->r.x / at->rho, 0);
    rb_vec3 ring = rb_v3(-m->spin * t->other.y, m->spin * t->other.x, 0);
    double reach = sqrt(t->other.x * t->other.x + t->other.y * t->other.y);
    rb_vec3 across = rb_cross(along, t->n);
    double turning = (rb_dot(m->v, along) / at->rho - m->spin) * reach;
    double climbing = model->own[RB_BEARING_GROOVE + which] / at->s * rb_dot(m->v, across);
    t->delta_dot = -rb_dot(t->n, m->v);
    t->v = rb_sub(rb_add(m->v, rb_cross(m->omega, t->arm)), ring);
    t->w = rb_v3(m->omega.x, m->omega.y, m->omega.z - m->spin);
    t->v_roll = rb_add_scaled(rb_scale(turning, along), climbing, across);
}

bool rb_bearing_contact(const rb_model *model, int which, const rb_bearing_motion *motion,
                        rb_bearing_forces *out, rb_contact_state *state, double *energy) {
    memset(out, 0, sizeof *out);
    place at = place_of(model, which, motion->r);
    if (energy != NULL) {
        *energy = 0;
    }
    if (state != NULL) {
        state->gap = at.gap;
    }
    if (at.gap >= 0) {
        return false;
    }
    touch t;
    pressed p;
    locate(model, which, &at, motion->r, &t);
    move(model, which, &at, motion, &t);
    press(model, &t, &p);
    respond(model, &t, &p, out, state);
    if (energy != NULL) {
        *energy = p.normal.energy;
    }
    return true;
}

/* Differences are taken over these shares of the typical penetration and of a typical sliding velocity. */
#define DEPTH_SHARE 1e-5
#define SPEED_STEP 1e-10 /* m/s */

static void difference_widths(const rb_model *model, double widths[3]) {
    widths[0] = DEPTH_SHARE * model->own[RB_BEARING_DEPTH];
    widths[1] = SPEED_STEP;
    widths[2] = SPEED_STEP / model->own[RB_BEARING_BALL_RADIUS];
}

static void quotients(const double *from, const double *to, double width, int count, double *out) {
    for (int i = 0; i < count; i++) {
        out[i] = (to[i] - from[i]) / width;
    }
}

static double *component(rb_bearing_motion *m, int i) {
    rb_vec3 *v = i < 3 ? &m->r : i < 6 ? &m->v : &m->omega;
    return i == 9 ? &m->spin : i % 3 == 0 ? &v->x : i % 3 == 1 ? &v->y : &v->z;
}

bool rb_bearing_contact_slopes(const rb_model *model, int which, const rb_bearing_motion *motion,
                               rb_bearing_forces slopes[RB_BEARING_COLUMNS]) {
    place at = place_of(model, which, motion->r);
    if (at.gap >= 0) {
        return false;
    }
    rb_bearing_forces here, there;
    touch t;
    pressed p;
    locate(model, which, &at, motion->r, &t);
    move(model, which, &at, motion, &t);
    press(model, &t, &p);
    memset(&here, 0, sizeof here);
    respond(model, &t, &p, &here, NULL);
    const rb_normal_result normal = p.normal;
    double rate = t.delta_dot;
    double widths[3];
    difference_widths(model, widths);
    for (int i = 0; i < RB_BEARING_COLUMNS; i++) {
        rb_bearing_motion moved = *motion;
        double *x = component(&moved, i), from = *x;
        *x += widths[i / 3 < 2 ? i / 3 : 2];
        memset(&there, 0, sizeof there);
        if (i < 3) {
            rb_bearing_contact(model, which, &moved, &there, NULL, NULL);
        } else { /* the patch keeps its place and shape */
            move(model, which, &at, &moved, &t);
            p.normal.N = fmax(0, normal.N + normal.dN_ddelta_dot * (t.delta_dot - rate));
            respond(model, &t, &p, &there, NULL);
        }
        quotients((const double *)&here, (const double *)&there, *x - from, RB_BEARING_FORCES,
                  (double *)&slopes[i]);
    }
    return true;
}

double rb_bearing_static_force(const rb_model *model, int which, rb_vec3 r, rb_vec3 *normal, double *energy) {
    place at = place_of(model, which, r);
    *energy = 0;
    *normal = rb_v3(0, 0, 0);
    if (at.gap >= 0) {
        return 0;
    }
    touch t;
    locate(model, which, &at, r, &t);
    rb_normal_input in = {t.kappa1, t.kappa2, t.delta, 0};
    rb_normal_result result;
    model->normal->evaluate(model->normal_params, &in, &result);
    *normal = rb_scale(-1, t.n);
    *energy = result.energy;
    return result.N_elastic;
}

/* ---- neighbours -------------------------------------------------------------------------------------- */

/* Two balls that touch: ball a rests on ball b. */
static void touch_balls(const rb_model *model, const double *a, const double *b, double distance,
                        rb_bearing_pair_forces *out, double *energy) {
    double radius = model->own[RB_BEARING_BALL_RADIUS];
    rb_vec3 between = rb_sub(rb_v3_at(a + RB_BALL_R), rb_v3_at(b + RB_BALL_R));
    rb_vec3 wa = rb_v3_at(a + RB_BALL_OMEGA), wb = rb_v3_at(b + RB_BALL_OMEGA);
    rb_vec3 v = rb_sub(rb_v3_at(a + RB_BALL_V), rb_v3_at(b + RB_BALL_V));
    touch t = {.n = rb_scale(1 / distance, between), .kappa1 = 2 / radius, .kappa2 = 2 / radius};
    rb_vec3 e_x = rb_cross(rb_v3(0, 0, 1), t.n);
    t.e_x = rb_scale(1 / rb_norm(e_x), e_x);
    t.e_y = rb_cross(t.n, t.e_x);
    t.delta = 2 * radius - distance;
    t.delta_dot = -rb_dot(t.n, v);
    t.arm = rb_scale(-distance / 2, t.n);
    t.other = rb_scale(distance / 2, t.n);
    t.v = rb_sub(rb_add(v, rb_cross(wa, t.arm)), rb_cross(wb, t.other));
    t.w = rb_sub(wa, wb);
    pressed p;
    rb_bearing_forces f;
    memset(&f, 0, sizeof f);
    press(model, &t, &p);
    respond(model, &t, &p, &f, NULL);
    *out = (rb_bearing_pair_forces){
        {f.force, rb_scale(-1, f.force)}, {f.torque, f.reaction}, f.slide, f.drill, f.roll, f.press};
    *energy = p.normal.energy;
}

/* The massless cage: springs and dampers between the azimuths of neighbours, at the pitch radius. They exert
   opposite torques about the axis. */
static void hold(const rb_model *model, const double *a, const double *b, rb_bearing_pair_forces *out,
                 double *energy) {
    const double *p = model->own;
    double R = p[RB_BEARING_PITCH_RADIUS], apart = 2 * RB_PI / p[RB_BEARING_N];
    double across = a[0] * b[1] - a[1] * b[0], along = a[0] * b[0] + a[1] * b[1];
    double a2 = a[0] * a[0] + a[1] * a[1], b2 = b[0] * b[0] + b[1] * b[1];
    double rate_a = (a[0] * a[4] - a[1] * a[3]) / a2, rate_b = (b[0] * b[4] - b[1] * b[3]) / b2;
    double stretch = R * (rb_atan2(across, along) - apart), rate = R * (rate_b - rate_a);
    double pull = p[RB_BEARING_K_CAGE] * stretch + p[RB_BEARING_C_CAGE] * rate;
    out->force[0] = rb_scale(pull * R / a2, rb_v3(-a[1], a[0], 0));
    out->force[1] = rb_scale(-pull * R / b2, rb_v3(-b[1], b[0], 0));
    out->press = pull * rate;
    *energy = 0.5 * p[RB_BEARING_K_CAGE] * stretch * stretch;
}

bool rb_bearing_pair(const rb_model *model, const double *a, const double *b, rb_bearing_pair_forces *out,
                     double *energy) {
    memset(out, 0, sizeof *out);
    *energy = 0;
    if (model->own[RB_BEARING_CAGE] != 0) {
        hold(model, a, b, out, energy);
        return true;
    }
    double distance = rb_norm(rb_sub(rb_v3_at(a + RB_BALL_R), rb_v3_at(b + RB_BALL_R)));
    if (distance < 2 * model->own[RB_BEARING_BALL_RADIUS]) {
        touch_balls(model, a, b, distance, out, energy);
        return true;
    }
    return false;
}

bool rb_bearing_pair_slopes(const rb_model *model, const double *a, const double *b,
                            rb_bearing_pair_forces slopes[2 * RB_BALL_Q]) {
    enum { COUNT = sizeof(rb_bearing_pair_forces) / sizeof(double) };
    rb_bearing_pair_forces here, there;
    double widths[3], energy, ball[2][RB_BALL_Q];
    difference_widths(model, widths);
    if (!rb_bearing_pair(model, a, b, &here, &energy)) {
        return false;
    }
    memcpy(ball[0], a, sizeof ball[0]);
    memcpy(ball[1], b, sizeof ball[1]);
    for (int i = 0; i < 2 * RB_BALL_Q; i++) {
        double *x = &ball[i / RB_BALL_Q][i % RB_BALL_Q], from = *x;
        *x += widths[i % RB_BALL_Q / 3];
        rb_bearing_pair(model, ball[0], ball[1], &there, &energy);
        quotients((const double *)&here, (const double *)&there, *x - from, COUNT, (double *)&slopes[i]);
        *x = from;
    }
    return true;
}
