/* Equations of motion of the bearing, and their Jacobian in blocks. */
#include <math.h>
#include <string.h>

#include "bodies/bearing.h"
#include "math/elementary.h"

/* ---- drives and loads -------------------------------------------------------------------------------- */

static rb_vec3 gravity(const rb_model *model) {
    double tilt = model->own[RB_BEARING_TILT];
    return rb_v3(0, -model->g * rb_cos(tilt), -model->g * rb_sin(tilt));
}

static rb_vec3 load_of(const rb_model *model) {
    return rb_v3(0, -model->own[RB_BEARING_F_RADIAL], model->own[RB_BEARING_F_AXIAL]);
}

/* The parameters of a ring: 0 inner, 1 outer. */
static bool is_given(const rb_model *model, int which) {
    return model->own[which == 0 ? RB_BEARING_DRIVE_I : RB_BEARING_DRIVE_O] == RB_BEARING_BY_SPEED;
}

static double inertia_of(const rb_model *model, int which) {
    return model->own[which == 0 ? RB_BEARING_I_I : RB_BEARING_I_O];
}

/* Time until the end of the run-up, s; 0 after it, also by rounding. */
static double run_up_left(const rb_model *model, const double *follow) {
    double ramp = model->own[RB_BEARING_RAMP], left = ramp - follow[RB_FOLLOW_CLOCK];
    return left > 1e-12 * ramp ? left : 0;
}

/* Angular acceleration of a ring with a given speed: it runs up linearly. */
static double run_up(const rb_model *model, const double *follow, int which) {
    double ramp = model->own[RB_BEARING_RAMP];
    return run_up_left(model, follow) > 0
               ? (follow[RB_FOLLOW_TARGET + which] - follow[RB_FOLLOW_BASE + which]) / ramp
               : 0;
}

/* Computes the angular acceleration of a ring from the torque of its contacts, and the drive's torque. */
static double turn(const rb_model *model, const double *follow, int which, double contacts, double *drive) {
    if (is_given(model, which)) {
        double rate = run_up(model, follow, which);
        *drive = inertia_of(model, which) * rate - contacts;
        return rate;
    }
    *drive = model->own[which == 0 ? RB_BEARING_TORQUE_I : RB_BEARING_TORQUE_O];
    return (*drive + contacts) / inertia_of(model, which);
}

/* ---- forces ------------------------------------------------------------------------------------------ */

rb_bearing_motion rb_bearing_motion_of(const double *y, const double *ball, int which) {
    rb_bearing_motion m = {.r = rb_v3_at(ball + RB_BALL_R),
                           .v = rb_v3_at(ball + RB_BALL_V),
                           .omega = rb_v3_at(ball + RB_BALL_OMEGA),
                           .spin = y[RB_RING_OMEGA_I + which]};
    if (which == 0) {
        m.r = rb_sub(m.r, rb_v3_at(y + RB_RING_R));
        m.v = rb_sub(m.v, rb_v3_at(y + RB_RING_V));
    }
    return m;
}

static void add_at(double *to, double factor, rb_vec3 v) {
    to[0] += factor * v.x;
    to[1] += factor * v.y;
    to[2] += factor * v.z;
}

static void put_at(double *to, rb_vec3 v) {
    to[0] = v.x, to[1] = v.y, to[2] = v.z;
}

/* dq/dt for an angular velocity in world axes: (0, omega) q/2. */
static void turn_ball(const double *ball, double *rate) {
    const double *w = ball + RB_BALL_OMEGA, *q = ball + RB_BALL_Q;
    rate[0] = 0.5 * (-w[0] * q[1] - w[1] * q[2] - w[2] * q[3]);
    rate[1] = 0.5 * (w[0] * q[0] + w[1] * q[3] - w[2] * q[2]);
    rate[2] = 0.5 * (w[1] * q[0] + w[2] * q[1] - w[0] * q[3]);
    rate[3] = 0.5 * (w[2] * q[0] + w[0] * q[2] - w[1] * q[1]);
}

/* Adds the powers of one contact; b and a have the same members. */
#define ADD_POWERS(follow, from)                                                                             \
    do {                                                                                                     \
        (follow)[RB_FOLLOW_SLIDE] += (from).slide;                                                           \
        (follow)[RB_FOLLOW_DRILL] += (from).drill;                                                           \
        (follow)[RB_FOLLOW_ROLL] += (from).roll;                                                             \
        (follow)[RB_FOLLOW_PRESS] += (from).press;                                                           \
    } while (0)

static void add_pairs(const rb_model *model, const double *y, double *f) {
    int n = rb_bearing_balls(model);
    double per_m = 1 / model->own[RB_BEARING_M_BALL], per_I = 1 / model->own[RB_BEARING_I_BALL];
    for (int k = 0; k < n; k++) {
        int at[2] = {rb_bearing_ball(k), rb_bearing_ball((k + 1) % n)};
        rb_bearing_pair_forces pair;
        double energy;
        if (rb_bearing_pair(model, y + at[0], y + at[1], &pair, &energy)) {
            for (int i = 0; i < 2; i++) {
                add_at(f + at[i] + RB_BALL_V, per_m, pair.force[i]);
                add_at(f + at[i] + RB_BALL_OMEGA, per_I, pair.torque[i]);
            }
            ADD_POWERS(f + rb_bearing_follow(model), pair);
        }
    }
}

void rb_bearing_rhs(const void *context, const double *y, double *f) {
    const rb_model *model = context;
    const double *p = model->own;
    int n = rb_bearing_balls(model), behind = rb_bearing_follow(model);
    double *follow = f + behind, torque[2] = {0}, drive;
    double per_m = 1 / p[RB_BEARING_M_BALL], per_I = 1 / p[RB_BEARING_I_BALL];
    rb_vec3 g = gravity(model), on_ring = rb_add_scaled(load_of(model), p[RB_BEARING_M_I], g);
    memset(f, 0, (size_t)(behind + RB_FOLLOW_COUNT) * sizeof *f);
    for (int k = 0; k < n; k++) {
        const double *ball = y + rb_bearing_ball(k);
        double *rate = f + rb_bearing_ball(k);
        memcpy(rate + RB_BALL_R, ball + RB_BALL_V, 3 * sizeof *ball);
        put_at(rate + RB_BALL_V, g);
        turn_ball(ball, rate + RB_BALL_Q);
        for (int which = 0; which < 2; which++) {
            rb_bearing_motion motion = rb_bearing_motion_of(y, ball, which);
            rb_bearing_forces forces;
            if (rb_bearing_contact(model, which, &motion, &forces, NULL, NULL)) {
                add_at(rate + RB_BALL_V, per_m, forces.force);
                add_at(rate + RB_BALL_OMEGA, per_I, forces.torque);
                torque[which] += forces.reaction.z;
                ADD_POWERS(follow, forces);
                on_ring = which == 0 ? rb_sub(on_ring, forces.force) : on_ring;
            }
        }
    }
    add_pairs(model, y, f);
    memcpy(f + RB_RING_R, y + RB_RING_V, 3 * sizeof *y);
    put_at(f + RB_RING_V, rb_scale(1 / p[RB_BEARING_M_I], on_ring));
    for (int which = 0; which < 2; which++) {
        f[RB_RING_OMEGA_I + which] = turn(model, y + behind, which, torque[which], &drive);
        follow[RB_FOLLOW_ANGLE_I + which] = y[RB_RING_OMEGA_I + which];
        follow[RB_FOLLOW_DRIVE] += drive * y[RB_RING_OMEGA_I + which];
    }
    follow[RB_FOLLOW_CLOCK] = 1;
}

double rb_bearing_elastic(const rb_model *model, const double *y) {
    int n = rb_bearing_balls(model);
    double sum = 0, energy;
    for (int k = 0; k < n; k++) {
        const double *ball = y + rb_bearing_ball(k);
        rb_bearing_pair_forces pair;
        for (int which = 0; which < 2; which++) {
            rb_vec3 normal;
            rb_bearing_static_force(model, which, rb_bearing_motion_of(y, ball, which).r, &normal, &energy);
            sum += energy;
        }
        rb_bearing_pair(model, ball, y + rb_bearing_ball((k + 1) % n), &pair, &energy);
        sum += energy;
    }
    return sum;
}

double rb_bearing_drive_torque(const rb_model *model, const double *y, int which) {
    double contacts = 0, drive;
    for (int k = 0; k < rb_bearing_balls(model); k++) {
        rb_bearing_motion motion = rb_bearing_motion_of(y, y + rb_bearing_ball(k), which);
        rb_bearing_forces forces;
        rb_bearing_contact(model, which, &motion, &forces, NULL, NULL);
        contacts += forces.reaction.z;
    }
    turn(model, y + rb_bearing_follow(model), which, contacts, &drive);
    return drive;
}

/* ---- the Jacobian ------------------------------------------------------------------------------------ */

static int state_count(const rb_model *model) {
    return rb_bearing_follow(model) + RB_FOLLOW_COUNT;
}

/* Blocks, in the order of elimination: orientations and positions of the balls, position of the inner ring;
   velocities of the balls; velocities of the rings. Positions change with their own velocities alone and
   nothing depends on orientations, so that their elimination creates no further blocks. */
static void layout_of(const rb_model *model, rb_block_layout *layout) {
    int n = rb_bearing_balls(model), place = 2 * n, ring = 3 * n + 1;
    layout->count = 3 * n + 2;
    memset(layout->at, -1, sizeof layout->at);
    layout->size[place] = RB_RING_V;
    layout->first[place] = RB_RING_R;
    layout->size[ring] = RB_RING_COUNT - RB_RING_V;
    layout->first[ring] = RB_RING_V;
    layout->at[place][ring] = layout->at[ring][place] = 0;
    for (int k = 0; k < n; k++) {
        int turn = k, r = n + k, v = 2 * n + 1 + k, next = (k + 1) % n, next_v = 2 * n + 1 + next;
        layout->size[turn] = RB_BALL_COUNT - RB_BALL_Q;
        layout->first[turn] = rb_bearing_ball(k) + RB_BALL_Q;
        layout->size[r] = RB_BALL_V;
        layout->first[r] = rb_bearing_ball(k) + RB_BALL_R;
        layout->size[v] = RB_BALL_Q - RB_BALL_V;
        layout->first[v] = rb_bearing_ball(k) + RB_BALL_V;
        layout->at[turn][v] = layout->at[r][v] = layout->at[v][r] = 0;
        layout->at[v][place] = layout->at[ring][r] = 0;
        layout->at[v][ring] = layout->at[ring][v] = 0;
        layout->at[v][next_v] = layout->at[next_v][v] = 0;
        layout->at[v][n + next] = layout->at[next_v][r] = 0;
    }
}

/* Where derivatives go. */
typedef struct slots {
    const rb_model *model;
    const rb_block_layout *layout;
    double *J, *follow;
    int coupled; /* columns of follow */
    int n;
} slots;

static double *entry(const slots *s, int row, int column) {
    return rb_block_entry(s->layout, s->J, row, column);
}

/* Adds the derivatives of a vector, in three rows. */
static void add_column(const slots *s, int row, int column, double factor, rb_vec3 d) {
    *entry(s, row, column) += factor * d.x;
    *entry(s, row + 1, column) += factor * d.y;
    *entry(s, row + 2, column) += factor * d.z;
}

/* Adds the effect of a component of the state through ball k's contact with a ring. */
static void add_contact(const slots *s, int k, int which, int column, double sign, double spin,
                        const rb_bearing_forces *d) {
    const double *p = s->model->own;
    int ball = rb_bearing_ball(k);
    add_column(s, ball + RB_BALL_V, column, sign / p[RB_BEARING_M_BALL], d->force);
    add_column(s, ball + RB_BALL_OMEGA, column, sign / p[RB_BEARING_I_BALL], d->torque);
    if (which == 0) {
        add_column(s, RB_RING_V, column, -sign / p[RB_BEARING_M_I], d->force);
    }
    double *follow = s->follow + column;
    follow[RB_FOLLOW_SLIDE * s->coupled] += sign * d->slide;
    follow[RB_FOLLOW_DRILL * s->coupled] += sign * d->drill;
    follow[RB_FOLLOW_ROLL * s->coupled] += sign * d->roll;
    follow[RB_FOLLOW_PRESS * s->coupled] += sign * d->press;
    if (is_given(s->model, which)) {
        follow[RB_FOLLOW_DRIVE * s->coupled] -= sign * spin * d->reaction.z;
    } else {
        *entry(s, RB_RING_OMEGA_I + which, column) += sign / inertia_of(s->model, which) * d->reaction.z;
    }
}

static void add_contacts_of(const slots *s, const double *y, int k) {
    int ball = rb_bearing_ball(k);
    for (int which = 0; which < 2; which++) {
        rb_bearing_motion motion = rb_bearing_motion_of(y, y + ball, which);
        rb_bearing_forces slopes[RB_BEARING_COLUMNS];
        if (!rb_bearing_contact_slopes(s->model, which, &motion, slopes)) {
            continue;
        }
        for (int i = 0; i < RB_BALL_Q; i++) {
            add_contact(s, k, which, ball + i, 1, motion.spin, &slopes[i]);
            if (which == 0 && i < RB_BALL_OMEGA) { /* only differences of positions and velocities count */
                add_contact(s, k, which, i, -1, motion.spin, &slopes[i]);
            }
        }
        add_contact(s, k, which, RB_RING_OMEGA_I + which, 1, motion.spin, &slopes[RB_BALL_Q]);
    }
}

static void add_pair_of(const slots *s, const double *y, int k) {
    const double *p = s->model->own;
    int ball[2] = {rb_bearing_ball(k), rb_bearing_ball((k + 1) % s->n)};
    rb_bearing_pair_forces slopes[2 * RB_BALL_Q];
    if (!rb_bearing_pair_slopes(s->model, y + ball[0], y + ball[1], slopes)) {
        return;
    }
    for (int i = 0; i < 2 * RB_BALL_Q; i++) {
        int column = ball[i / RB_BALL_Q] + i % RB_BALL_Q;
        const rb_bearing_pair_forces *d = &slopes[i];
        for (int j = 0; j < 2; j++) {
            add_column(s, ball[j] + RB_BALL_V, column, 1 / p[RB_BEARING_M_BALL], d->force[j]);
            add_column(s, ball[j] + RB_BALL_OMEGA, column, 1 / p[RB_BEARING_I_BALL], d->torque[j]);
        }
        double *follow = s->follow + column;
        follow[RB_FOLLOW_SLIDE * s->coupled] += d->slide;
        follow[RB_FOLLOW_DRILL * s->coupled] += d->drill;
        follow[RB_FOLLOW_ROLL * s->coupled] += d->roll;
        follow[RB_FOLLOW_PRESS * s->coupled] += d->press;
    }
}

/* The derivatives of dq/dt, which is linear in omega and in q. */
static void add_turning(const slots *s, const double *y, int k) {
    int ball = rb_bearing_ball(k);
    for (int j = RB_BALL_OMEGA; j < RB_BALL_COUNT; j++) {
        double unit[RB_BALL_COUNT], rate[4];
        bool by_q = j >= RB_BALL_Q;
        memcpy(unit, y + ball, sizeof unit);
        for (int i = by_q ? RB_BALL_Q : RB_BALL_OMEGA; i < (by_q ? RB_BALL_COUNT : RB_BALL_Q); i++) {
            unit[i] = i == j;
        }
        turn_ball(unit, rate);
        for (int i = 0; i < 4; i++) {
            *entry(s, ball + RB_BALL_Q + i, ball + j) = rate[i];
        }
    }
}

static void jacobian(const rb_model *model, const double *y, const rb_block_layout *layout, double *J,
                     double *follow) {
    slots s = {model, layout, J, follow, layout->rows, rb_bearing_balls(model)};
    memset(J, 0, (size_t)layout->values * sizeof *J);
    memset(follow, 0, (size_t)(RB_FOLLOW_COUNT * s.coupled) * sizeof *follow);
    for (int i = 0; i < 3; i++) {
        *entry(&s, RB_RING_R + i, RB_RING_V + i) = 1;
    }
    for (int k = 0; k < s.n; k++) {
        for (int i = 0; i < 3; i++) {
            *entry(&s, rb_bearing_ball(k) + RB_BALL_R + i, rb_bearing_ball(k) + RB_BALL_V + i) = 1;
        }
        add_turning(&s, y, k);
        add_contacts_of(&s, y, k);
        add_pair_of(&s, y, k);
    }
    for (int which = 0; which < 2; which++) {
        double drive = rb_bearing_drive_torque(model, y, which);
        follow[(RB_FOLLOW_ANGLE_I + which) * s.coupled + RB_RING_OMEGA_I + which] = 1;
        follow[RB_FOLLOW_DRIVE * s.coupled + RB_RING_OMEGA_I + which] += drive;
    }
}

/* ---- gaps -------------------------------------------------------------------------------------------- */

static int gaps(const rb_model *model, const double *y, double *out) {
    int n = rb_bearing_balls(model);
    for (int k = 0; k < n; k++) {
        const double *ball = y + rb_bearing_ball(k), *next = y + rb_bearing_ball((k + 1) % n);
        out[k] = rb_bearing_gap(model, 0, rb_bearing_motion_of(y, ball, 0).r);
        out[n + k] = rb_bearing_gap(model, 1, rb_bearing_motion_of(y, ball, 1).r);
        out[2 * n + k] =
            rb_norm(rb_sub(rb_v3_at(next), rb_v3_at(ball))) - 2 * model->own[RB_BEARING_BALL_RADIUS];
    }
    return 3 * n;
}

/* The events of bearing.c come in pairs: closes, opens. */
static int gap_event(const rb_model *model, int gap, bool closes, double *value) {
    int n = rb_bearing_balls(model);
    *value = gap % n + 1;
    return 2 * (gap / n) + !closes;
}

static double smooth_for(const rb_model *model, const double *y) {
    double left = run_up_left(model, y + rb_bearing_follow(model));
    return left > 0 ? left : INFINITY;
}

const rb_large_ops rb_bearing_large = {
    .state_count = state_count,
    .layout = layout_of,
    .jacobian = jacobian,
    .smooth_for = smooth_for,
    .gaps = gaps,
    .gap_event = gap_event,
};
