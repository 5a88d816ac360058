/* The celt (rattleback): an ellipsoid with principal axes of inertia that are rotated against its axes of
   curvature. K11 section 3, K15 section 2. */
#include <math.h>

#include "bodies/mass.h"
#include "bodies/rigid_body.h"
#include "math/elementary.h"
#include "math/pi.h"

enum { M, A1, A2, A3, ALPHA, B1, B2, B3, B12, B13, B23, K1, K2, K3, APPEARANCE };

static const char *const looks[] = {"plain", "rod", NULL};

static const rb_param params[] = {
    {"m", "m", "kg", 0, 1e3, 0.25, "mass", "K11 (8)", RB_PARAM_ABOVE | RB_PARAM_LOG, NULL},
    {"a1", "a₁", "m", 0, 10, 0.080, "ellipsoid semi-axis along its x", "K11 (16)",
     RB_PARAM_ABOVE | RB_PARAM_LOG, NULL},
    {"a2", "a₂", "m", 0, 10, 0.016, "ellipsoid semi-axis along its y", "K11 (16)",
     RB_PARAM_ABOVE | RB_PARAM_LOG, NULL},
    {"a3", "a₃", "m", 0, 10, 0.012, "ellipsoid semi-axis along its z", "K11 (16)",
     RB_PARAM_ABOVE | RB_PARAM_LOG, NULL},
    {"alpha", "α", "rad", -RB_PI, RB_PI, -0.3, "turn of the body axes against the ellipsoid's about axis 3",
     "K11 section 3", 0, NULL},
    {"B1", "B₁", "kg m2", 0, 1e3, 1e-4, "moment of inertia about axis 1", "K11 (8)",
     RB_PARAM_ABOVE | RB_PARAM_LOG, NULL},
    {"B2", "B₂", "kg m2", 0, 1e3, 8e-4, "moment of inertia about axis 2", "K11 (8)",
     RB_PARAM_ABOVE | RB_PARAM_LOG, NULL},
    {"B3", "B₃", "kg m2", 0, 1e3, 10e-4, "moment of inertia about axis 3", "K11 (8)",
     RB_PARAM_ABOVE | RB_PARAM_LOG, NULL},
    {"B12", "B₁₂", "kg m2", -1e3, 1e3, 0, "product of inertia (tensor element is its negative)", "K15 (5)", 0,
     NULL},
    {"B13", "B₁₃", "kg m2", -1e3, 1e3, 0, "product of inertia (tensor element is its negative)", "K15 (5)", 0,
     NULL},
    {"B23", "B₂₃", "kg m2", -1e3, 1e3, 0, "product of inertia (tensor element is its negative)", "K15 (5)", 0,
     NULL},
    {"k1", "k₁", "m", -10, 10, 0, "mass centre to ellipsoid centre, along axis 1", "K15 (3)", 0, NULL},
    {"k2", "k₂", "m", -10, 10, 0, "mass centre to ellipsoid centre, along axis 2", "K15 (3)", 0, NULL},
    {"k3", "k₃", "m", -10, 10, 0.002, "mass centre to ellipsoid centre, along axis 3", "K15 (3)", 0, NULL},
    {"look", "", "", 0, 0, 0, "how the stone is drawn: plain, or with the experiment's rod", "K15 Fig. 4",
     RB_PARAM_CHOICE, looks},
};

enum { OMEGA1, OMEGA2, OMEGA3, THETA, PHI, PSI, VELOCITY };

static const char *const velocities[] = {"zero", "rolling", NULL};

static const rb_param start_params[] = {
    {"omega1", "ω₁", "rad/s", -1e3, 1e3, 0, "initial angular velocity about body axis 1", "K11 section 4",
     RB_PARAM_RESTART, NULL},
    {"omega2", "ω₂", "rad/s", -1e3, 1e3, 1, "initial angular velocity about body axis 2", "K11 section 4",
     RB_PARAM_RESTART, NULL},
    {"omega3", "ω₃", "rad/s", -1e3, 1e3, 4, "initial angular velocity about body axis 3 (spin)",
     "K11 section 4", RB_PARAM_RESTART, NULL},
    {"theta", "θ", "rad", -1.5, 1.5, 0, "initial Cardan angle about axis 1", "K15 (4)", RB_PARAM_RESTART,
     NULL},
    {"phi", "φ", "rad", -1.5, 1.5, 0, "initial Cardan angle about axis 2", "K15 (4)", RB_PARAM_RESTART, NULL},
    {"psi", "ψ", "rad", -RB_PI, RB_PI, 0, "initial heading about axis 3", "K15 (4)", RB_PARAM_RESTART, NULL},
    {"velocity", "v", "", 0, 0, 0,
     "initial velocity: zero (mass centre at rest, K11) or rolling (contact at rest, ours)",
     "K11 section 4; rolling: ours", RB_PARAM_CHOICE | RB_PARAM_RESTART, velocities},
};

static rb_mat3 inertia_of(const double *v) {
    return (rb_mat3){{{v[B1], -v[B12], -v[B13]}, {-v[B12], v[B2], -v[B23]}, {-v[B13], -v[B23], v[B3]}}};
}

static rb_status check(const rb_scene *scene, const char *where, rb_error *err) {
    rb_status status = rb_rigid_body_check_size(scene, 1, where, err);
    if (status != RB_OK) {
        return status;
    }
    const double *v = scene->values[RB_SECTION_BODY];
    rb_mat3 B = inertia_of(v);
    rb_mat3 vectors;
    double moment[3];
    rb_mat3_eigen_symmetric(&B, moment, &vectors);
    /* Only positive moments are required: K11's own stone (1, 8, 10) violates the triangle inequality of
       real bodies. */
    if (moment[0] <= 0) {
        return rb_fail(err, RB_ERR_INPUT,
                       "%s: body: B12, B13, B23: expected products of inertia small enough for "
                       "positive principal moments, got principal moments %g, %g, %g kg m2",
                       where, moment[0], moment[1], moment[2]);
    }
    double c = rb_cos(v[ALPHA]), s = rb_sin(v[ALPHA]);
    double x = (c * v[K1] - s * v[K2]) / v[A1];
    double y = (s * v[K1] + c * v[K2]) / v[A2];
    double z = v[K3] / v[A3];
    double inside = x * x + y * y + z * z;
    if (inside >= 1) {
        return rb_fail(err, RB_ERR_INPUT,
                       "%s: body: k1, k2, k3: expected the mass centre inside the ellipsoid, got a "
                       "point outside",
                       where);
    }
    return RB_OK;
}

static rb_status law_fits(const rb_scene *scene, const rb_friction_law *law, rb_error *err) {
    return rb_rigid_body_law_fits(scene, law, (rb_contacts_of){1, false}, err);
}

static double half_height(const double *v) {
    return v[A3];
}

static void prepare(const double *v, rb_model *model) {
    model->m = v[M];
    model->B = inertia_of(v);
    model->B_inverse = rb_mat3_inverse(&model->B);
    double c = rb_cos(v[ALPHA]), s = rb_sin(v[ALPHA]);
    rb_mat3 Q = {{{c, s, 0}, {-s, c, 0}, {0, 0, 1}}}; /* ellipsoid axes -> body axes, K11 section 3 */
    rb_mat3 D = rb_mat3_diag(v[A1] * v[A1], v[A2] * v[A2], v[A3] * v[A3]);
    rb_mat3 QD = rb_mat3_mul(&Q, &D);
    rb_mat3 Qt = rb_mat3_transpose(&Q);
    rb_shape *shape = &model->shape;
    shape->contact_count = 1;
    shape->R = rb_mat3_mul(&QD, &Qt);
    shape->axis = rb_v3(c, -s, 0);
    shape->revolution = v[A2] == v[A3];
    shape->radius[0] = shape->radius[1] = 0;
    shape->k[0] = rb_v3(v[K1], v[K2], v[K3]);
    rb_rigid_body_finish(model);
}

static void start(const double *v, const rb_model *model, double *y) {
    rb_quat turn = rb_quat_from_axis_angle(rb_v3(0, 0, 1), v[PSI]);
    rb_quat nod = rb_quat_from_axis_angle(rb_v3(1, 0, 0), v[THETA]);
    rb_quat roll = rb_quat_from_axis_angle(rb_v3(0, 1, 0), v[PHI]);
    rb_quat q = rb_quat_mul(rb_quat_mul(turn, nod), roll);
    rb_rigid_body_turn(model, q, rb_v3(v[OMEGA1], v[OMEGA2], v[OMEGA3]), y);
    if (v[VELOCITY] != 0 || model->mode == RB_CONTACT_NO_SLIP) { /* no-slip allows no other start */
        rb_rigid_body_start_rolling(model, y);
    }
    rb_rigid_body_place(model, y);
}

/* Reflection at the plane x2 = 0, P = diag(1, -1, 1): polar vectors become P v, axial ones -P w. (0 - x
   instead of -x: -0 would be written to files with its sign.) */
static void mirror(double *body, double *start) {
    static const int odd_of_body[] = {ALPHA, B12, B23, K2};
    static const int odd_of_start[] = {OMEGA1, OMEGA3, THETA, PSI};
    for (int i = 0; i < 4; i++) {
        if (body != NULL) {
            body[odd_of_body[i]] = 0 - body[odd_of_body[i]];
        }
        if (start != NULL) {
            start[odd_of_start[i]] = 0 - start[odd_of_start[i]];
        }
    }
}

/* The solids are in the ellipsoid's axes, which become the body's: alpha = 0. */
static const char *const mass_params[] = {"m",   "alpha", "B1", "B2", "B3", "B12",
                                          "B13", "B23",   "k1", "k2", "k3", NULL};

static rb_status set_mass(const rb_mass *mass, double *v, const char *where, rb_error *err) {
    (void)where, (void)err;
    const rb_mat3 *B = &mass->inertia;
    v[M] = mass->mass;
    v[ALPHA] = 0;
    v[B1] = B->m[0][0], v[B2] = B->m[1][1], v[B3] = B->m[2][2];
    v[B12] = 0 - B->m[0][1], v[B13] = 0 - B->m[0][2], v[B23] = 0 - B->m[1][2];
    v[K1] = 0 - mass->centre.x, v[K2] = 0 - mass->centre.y, v[K3] = 0 - mass->centre.z;
    return RB_OK;
}

static void get_mass(const double *v, rb_mass *mass) {
    rb_mat3 B = inertia_of(v);
    rb_moments m = rb_moments_of_inertia(v[M], rb_v3(0 - v[K1], 0 - v[K2], 0 - v[K3]), &B);
    rb_mass_finish(&m, rb_v3(rb_cos(v[ALPHA]), -rb_sin(v[ALPHA]), 0), mass);
}

static const rb_body_ops ops = {
    .state_count = RB_Y_COUNT,
    .coupled = RB_Y_COUPLED,
    .follows = RB_RIGID_FOLLOWS,
    .rest = RB_RIGID_REST,
    .events = rb_rigid_body_events,
    .event_count = RB_RIGID_EVENTS,
    .check = check,
    .law_fits = law_fits,
    .half_height = half_height,
    .prepare = prepare,
    .start = start,
    .rhs = rb_rigid_body_rhs,
    .rhs_near = rb_rigid_body_rhs_near,
    .jacobian = rb_rigid_body_jacobian,
    .scale = rb_rigid_body_scale,
    .project = rb_rigid_body_project,
    .rough = rb_rigid_body_rough,
    .event_values = rb_rigid_body_event_values,
    .settled = rb_rigid_body_settled,
    .stop = rb_rigid_body_stop,
    .flick = rb_rigid_body_flick,
    .observe = rb_rigid_body_observe,
    .inclination = rb_rigid_body_inclination,
    .mirror = mirror,
    .mass_params = mass_params,
    .set_mass = set_mass,
    .get_mass = get_mass,
};

static const rb_signal_table *const signal_tables[] = {&rb_rigid_body_signals, NULL};

const rb_body_kind rb_body_celt = {
    .id = "celt",
    .name = "Celt (rattleback)",
    .help = "an ellipsoidal stone with skew inertia that prefers one sense of spin",
    .params = RB_PARAM_TABLE(params),
    .start = RB_PARAM_TABLE(start_params),
    .spin = "omega3",
    .traits = RB_TRAIT_SPINS | RB_TRAIT_SLIDES | RB_TRAIT_REVERSES,
    .signals = signal_tables,
    .energy = rb_rigid_body_energy,
    .energy_count = RB_RIGID_ENERGY,
    .measure = "omega3",
    .phase = {"omega2", "omega1"},
    .ops = &ops,
};
