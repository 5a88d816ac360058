/* Initial states of the bearing: static equilibrium without friction, then velocities of pure rolling. */
#include <math.h>
#include <string.h>

#include "bodies/bearing.h"
#include "math/elementary.h"
#include "math/pi.h"

/* ---- the minimum of an energy in two or three dimensions ----------------------------------------------- */

/* Returns the energy at x, and the force, its negative gradient. */
typedef double energy_of(void *context, const double *x, double *force);

typedef struct search {
    energy_of *energy;
    void *context;
    int dim;
    double force;   /* N: unit of the forces */
    double width;   /* m: of differences */
    double longest; /* m: of one step */
} search;

static double size_of(const double *v, int dim) {
    double sum = 0;
    for (int i = 0; i < dim; i++) {
        sum += v[i] * v[i];
    }
    return sqrt(sum);
}

/* Newton's step at x, where the force is F; along F where the stiffness is not positive. */
static void direction_at(const search *s, const double *x, const double *F, double *step) {
    rb_mat3 K = rb_mat3_diag(1, 1, 1);
    for (int j = 0; j < s->dim; j++) {
        double at[3] = {0}, up[3] = {0}, down[3] = {0};
        memcpy(at, x, (size_t)s->dim * sizeof *x);
        at[j] = x[j] + s->width;
        s->energy(s->context, at, up);
        at[j] = x[j] - s->width;
        s->energy(s->context, at, down);
        for (int i = 0; i < s->dim; i++) {
            K.m[i][j] = (down[i] - up[i]) / (2 * s->width);
        }
    }
    rb_mat3 inverse = rb_mat3_inverse(&K);
    rb_vec3 d = rb_mul(&inverse, rb_v3(F[0], F[1], s->dim > 2 ? F[2] : 0));
    double ahead = d.x * F[0] + d.y * F[1] + (s->dim > 2 ? d.z * F[2] : 0), force = size_of(F, s->dim);
    step[0] = d.x, step[1] = d.y, step[2] = d.z;
    double length = size_of(step, s->dim);
    bool newton = ahead > 0 && isfinite(length);
    for (int i = 0; i < s->dim; i++) {
        double limited = newton ? step[i] * fmin(1, s->longest / length) : F[i] / force * s->longest;
        step[i] = limited;
    }
}

#define CONVERGED 1e-13
#define ROUNDS 200

static double minimise(const search *s, double *x) {
    double F[3] = {0}, E = s->energy(s->context, x, F);
    for (int round = 0; round < ROUNDS && size_of(F, s->dim) > CONVERGED * s->force; round++) {
        double step[3] = {0}, to[3] = {0}, there[3] = {0}, share = 1;
        direction_at(s, x, F, step);
        bool better = false;
        for (int k = 0; k < 40 && !better; k++, share /= 2) {
            for (int i = 0; i < s->dim; i++) {
                to[i] = x[i] + share * step[i];
            }
            double next = s->energy(s->context, to, there);
            better = next < E || size_of(there, s->dim) < size_of(F, s->dim);
            E = better ? next : E;
        }
        if (!better) {
            break;
        }
        memcpy(x, to, (size_t)s->dim * sizeof *x);
        memcpy(F, there, (size_t)s->dim * sizeof *F);
    }
    return E;
}

/* ---- static equilibrium -------------------------------------------------------------------------------- */

typedef struct balance {
    const rb_model *model;
    rb_vec3 g;
    double soft; /* N/m: of springs that hold what nothing else holds */
    search ball; /* of one ball */
    double azimuth[RB_BEARING_BALLS_MAX];
    double place[RB_BEARING_BALLS_MAX][2]; /* rho, z of the balls */
    int k;                                 /* the ball that is sought */
    rb_vec3 ring;
} balance;

static rb_vec3 centre_of(const balance *b, int k, const double *place) {
    return rb_v3(place[0] * rb_cos(b->azimuth[k]), place[0] * rb_sin(b->azimuth[k]), place[1]);
}

static double ball_energy(void *context, const double *x, double *force) {
    const balance *b = context;
    const double *p = b->model->own;
    rb_vec3 r = centre_of(b, b->k, x), out = centre_of(b, b->k, (const double[]){1, 0}), e[2];
    rb_vec3 weight = rb_scale(p[RB_BEARING_M_BALL], b->g);
    double U[2], N[2] = {rb_bearing_static_force(b->model, 0, rb_sub(r, b->ring), &e[0], &U[0]),
                         rb_bearing_static_force(b->model, 1, r, &e[1], &U[1])};
    double off = x[0] - p[RB_BEARING_PITCH_RADIUS];
    rb_vec3 F = rb_add_scaled(rb_add_scaled(weight, -N[0], e[0]), -N[1], e[1]);
    force[0] = rb_dot(F, out) - b->soft * off;
    force[1] = F.z - b->soft * x[1];
    return U[0] + U[1] - rb_dot(weight, r) + 0.5 * b->soft * (off * off + x[1] * x[1]);
}

static double ring_energy(void *context, const double *x, double *force) {
    balance *b = context;
    const double *p = b->model->own;
    rb_vec3 load = rb_v3(0, -p[RB_BEARING_F_RADIAL], p[RB_BEARING_F_AXIAL]);
    rb_vec3 F = rb_add_scaled(load, p[RB_BEARING_M_I], b->g);
    b->ring = rb_v3(x[0], x[1], x[2]);
    double E = -rb_dot(F, b->ring) + 0.5 * b->soft * rb_dot(b->ring, b->ring);
    F = rb_add_scaled(F, -b->soft, b->ring);
    for (b->k = 0; b->k < rb_bearing_balls(b->model); b->k++) {
        rb_vec3 e;
        double U;
        E += minimise(&b->ball, b->place[b->k]);
        rb_vec3 r = rb_sub(centre_of(b, b->k, b->place[b->k]), b->ring);
        double N = rb_bearing_static_force(b->model, 0, r, &e, &U);
        F = rb_add_scaled(F, N, e);
    }
    force[0] = F.x, force[1] = F.y, force[2] = F.z;
    return E;
}

#define SOFT_SHARE 1e-10 /* of the stiffness of a contact */
#define WIDTH_SHARE 1e-3 /* of the typical penetration */

static void settle(balance *b) {
    const double *p = b->model->own;
    double depth = p[RB_BEARING_DEPTH], force = p[RB_BEARING_FORCE];
    double longest = fmax(10 * depth, 0.25 * fabs(p[RB_BEARING_CLEARANCE]));
    b->soft = SOFT_SHARE * 1.5 * force / depth;
    b->ball = (search){ball_energy, b, 2, force, WIDTH_SHARE * depth, longest};
    search whole = {ring_energy, b, 3, force, WIDTH_SHARE * depth, longest};
    double x[3] = {0}, F[3];
    minimise(&whole, x);
    ring_energy(b, x, F); /* leaves the balls at their places */
}

/* ---- the start ----------------------------------------------------------------------------------------- */

/* Gives a ball the velocities of pure rolling on both rings. */
static void roll(const rb_model *model, const double *y, double *ball) {
    double radius = model->own[RB_BEARING_BALL_RADIUS];
    rb_vec3 r = rb_v3_at(ball), inner = rb_sub(r, rb_v3_at(y + RB_RING_R));
    double rho = sqrt(r.x * r.x + r.y * r.y);
    rb_vec3 out = rb_v3(r.x / rho, r.y / rho, 0), along = rb_v3(-out.y, out.x, 0);
    double gap_i = rb_bearing_gap(model, 0, inner), gap_o = rb_bearing_gap(model, 1, r);
    double off = rho - model->own[RB_BEARING_CENTRE + 1], s = sqrt(off * off + r.z * r.z);
    rb_vec3 e = s > 0 ? rb_add_scaled(rb_scale(off / s, out), r.z / s, rb_v3(0, 0, 1)) : out;
    double arm_i = radius + fmin(gap_i, 0) / 2, arm_o = radius + fmin(gap_o, 0) / 2, slope = rb_dot(e, out);
    double v_i = y[RB_RING_OMEGA_I] * (rho - arm_i * slope), v_o = y[RB_RING_OMEGA_O] * (rho + arm_o * slope);
    double spin = (v_o - v_i) / (arm_i + arm_o), v = v_i + spin * arm_i;
    rb_vec3 axis = rb_cross(e, along);
    for (int i = 0; i < 3; i++) {
        ball[RB_BALL_V + i] = v * (i == 0 ? along.x : i == 1 ? along.y : along.z);
        ball[RB_BALL_OMEGA + i] = spin * (i == 0 ? axis.x : i == 1 ? axis.y : axis.z);
    }
}

static void start_ring(const double *start, const rb_model *model, int which, double *y) {
    const double *p = model->own;
    double *follow = y + rb_bearing_follow(model);
    bool given = p[which == 0 ? RB_BEARING_DRIVE_I : RB_BEARING_DRIVE_O] == RB_BEARING_BY_SPEED;
    double target = p[which == 0 ? RB_BEARING_SPEED_I : RB_BEARING_SPEED_O];
    double omega = start[which == 0 ? RB_BEARING_START_OMEGA_I : RB_BEARING_START_OMEGA_O];
    y[RB_RING_OMEGA_I + which] = given && p[RB_BEARING_RAMP] == 0 ? target : omega;
    follow[RB_FOLLOW_BASE + which] = y[RB_RING_OMEGA_I + which];
    follow[RB_FOLLOW_TARGET + which] = given ? target : omega;
}

void rb_bearing_start(const double *start, const rb_model *model, double *y) {
    const double *p = model->own;
    int n = rb_bearing_balls(model);
    balance b = {
        .model = model,
        .g = rb_v3(0, -model->g * rb_cos(p[RB_BEARING_TILT]), -model->g * rb_sin(p[RB_BEARING_TILT]))};
    memset(y, 0, (size_t)(rb_bearing_follow(model) + RB_FOLLOW_COUNT) * sizeof *y);
    for (int k = 0; k < n; k++) {
        b.azimuth[k] = start[RB_BEARING_START_AZIMUTH] + 2 * RB_PI * k / n;
        b.place[k][0] = p[RB_BEARING_PITCH_RADIUS];
    }
    if (start[RB_BEARING_START_SETTLED] != 0) {
        settle(&b);
        y[RB_RING_R] = b.ring.x, y[RB_RING_R + 1] = b.ring.y, y[RB_RING_R + 2] = b.ring.z;
    }
    start_ring(start, model, 0, y);
    start_ring(start, model, 1, y);
    for (int k = 0; k < n; k++) {
        double *ball = y + rb_bearing_ball(k);
        rb_vec3 r = centre_of(&b, k, b.place[k]);
        ball[0] = r.x, ball[1] = r.y, ball[2] = r.z;
        ball[RB_BALL_Q] = 1;
        if (start[RB_BEARING_START_ROLLING] != 0) {
            roll(model, y, ball);
        }
    }
    y[rb_bearing_follow(model) + RB_FOLLOW_PRESS] = rb_bearing_elastic(model, y);
}
