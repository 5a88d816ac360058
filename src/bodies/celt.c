/* The celt (rattleback): a stone with an ellipsoidal or other convex underside and principal axes of inertia
   that are rotated against its axes of curvature. K11 section 3, K15 section 2. */
#include <math.h>
#include <string.h>

#include "bodies/mass.h"
#include "bodies/rigid_body.h"
#include "math/elementary.h"
#include "math/pi.h"

enum {
    M,
    A1,
    A2,
    A3,
    ALPHA,
    B1,
    B2,
    B3,
    B12,
    B13,
    B23,
    K1,
    K2,
    K3,
    APPEARANCE,
    SURFACE,
    EXPONENT,
    ROUNDING,
    A1_BACK,
    JOINT,
    ENDS,
};

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
    {"surface", "", "", 0, 0, 0,
     "contact surface: ellipsoid, paraboloid (the same radii at the lowest point, open above), "
     "superellipsoid, "
     "or two half-ellipsoids; a1, a2, a3 are its semi-axes",
     "Borisov & Mamaev 2003; ours", RB_PARAM_CHOICE | RB_PARAM_OPTIONAL, rb_surface_ids},
    {"exponent", "p", "", 1.2, 8, 2.5,
     "superellipsoid: |x/a1|^p + |y/a2|^p + |z/a3|^p = 1; 2 is the ellipsoid", "Barr 1981", RB_PARAM_OPTIONAL,
     NULL},
    {"rounding", "ε", "", 0.02, 1, 0.2,
     "superellipsoid: rounds |u|^p to (u² + ε²)^(p/2) near the planes of symmetry, where it is flat or sharp",
     "ours", RB_PARAM_OPTIONAL, NULL},
    {"a1_back", "a₁′", "m", 0, 10, 0.06, "two half-ellipsoids: semi-axis along −x", "ours",
     RB_PARAM_ABOVE | RB_PARAM_LOG | RB_PARAM_OPTIONAL, NULL},
    {"joint", "j", "", 0.01, 1, 0.1,
     "two half-ellipsoids: slope of the floor within which their curvatures blend", "ours", RB_PARAM_OPTIONAL,
     NULL},
    {"ends", "l", "m", 0, 10, 0,
     "two ends: distance along a1 between the centres of two equal surfaces that may both touch the floor; "
     "0: one",
     "ours", RB_PARAM_OPTIONAL, NULL},
};

enum { OMEGA1, OMEGA2, OMEGA3, THETA, PHI, PSI, VELOCITY, ENERGY };

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
    {"energy", "E", "J", 0, 1e9, 0,
     "initial energy, height included: scales the angular velocity to reach it; 0: as given",
     "Borisov & Mamaev 2003", RB_PARAM_RESTART | RB_PARAM_OPTIONAL, NULL},
};

static rb_mat3 inertia_of(const double *v) {
    return (rb_mat3){{{v[B1], -v[B12], -v[B13]}, {-v[B12], v[B2], -v[B23]}, {-v[B13], -v[B23], v[B3]}}};
}

static rb_quat attitude(const double *start) {
    rb_quat turn = rb_quat_from_axis_angle(rb_v3(0, 0, 1), start[PSI]);
    rb_quat nod = rb_quat_from_axis_angle(rb_v3(1, 0, 0), start[THETA]);
    rb_quat roll = rb_quat_from_axis_angle(rb_v3(0, 1, 0), start[PHI]);
    return rb_quat_mul(rb_quat_mul(turn, nod), roll);
}

static void shape_of(const double *v, rb_shape *shape) {
    double c = rb_cos(v[ALPHA]), s = rb_sin(v[ALPHA]);
    rb_mat3 Q = {{{c, s, 0}, {-s, c, 0}, {0, 0, 1}}}; /* ellipsoid axes -> body axes, K11 section 3 */
    rb_mat3 D = rb_mat3_diag(v[A1] * v[A1], v[A2] * v[A2], v[A3] * v[A3]);
    rb_mat3 QD = rb_mat3_mul(&Q, &D);
    rb_mat3 Qt = rb_mat3_transpose(&Q);
    int kind = (int)v[SURFACE];
    shape->contact_count = v[ENDS] > 0 ? 2 : 1;
    shape->R = rb_mat3_mul(&QD, &Qt);
    shape->axis = rb_v3(c, -s, 0);
    shape->revolution = kind == RB_SURFACE_ELLIPSOID && v[A2] == v[A3];
    shape->paraboloid = kind == RB_SURFACE_PARABOLOID;
    shape->a3 = v[A3];
    shape->surface = kind > RB_SURFACE_PARABOLOID ? rb_surface_at(kind) : NULL;
    shape->values = rb_celt_surface(v);
    shape->radius[0] = shape->radius[1] = 0;
    rb_vec3 k = rb_v3(v[K1], v[K2], v[K3]);
    shape->k[0] = rb_add_scaled(k, v[ENDS] / 2, shape->axis);
    shape->k[1] = rb_add_scaled(k, -v[ENDS] / 2, shape->axis);
}

rb_surface_values rb_celt_surface(const double *body) {
    return (rb_surface_values){.a = {body[A1], body[A2], body[A3]},
                               .exponent = body[EXPONENT],
                               .rounding = body[ROUNDING],
                               .a1_back = body[A1_BACK],
                               .joint = body[JOINT]};
}

static rb_status refuse_centre(const char *where, const char *what, rb_error *err) {
    return rb_fail(err, RB_ERR_INPUT,
                   "%s: body: k1, k2, k3: expected the mass centre inside the %s, got a point outside", where,
                   what);
}

/* The point of the segment between the centres of two ends that is nearest to the mass centre, which is
   inside the convex hull of the ends if it is inside a surface about that point. */
static double nearest_end(const double *v, double x) {
    return fmax(-v[ENDS] / 2, fmin(v[ENDS] / 2, -x));
}

/* A surface without a closed form must be strictly convex where the stone may touch the floor, and the mass
   centre (at -k in its axes) above the floor: checked at inclinations up to 80 degrees, closer together near
   the upright position. */
static rb_status check_underside(const double *v, rb_vec3 k, const char *where, rb_error *err) {
    enum { ROWS = 20, AROUND = 24 };
    const rb_surface_kind *kind = rb_surface_at((int)v[SURFACE]);
    rb_surface_values values = rb_celt_surface(v);
    for (int i = 0; i < ROWS * AROUND; i++) {
        int row = i / AROUND;
        double share = (double)row / (ROWS - 1), tilt = 80 * RB_PI / 180 * share * share;
        double turn = 2 * RB_PI * (i % AROUND) / AROUND, out = rb_sin(tilt);
        const double d[3] = {out * rb_cos(turn), out * rb_sin(turn), -rb_cos(tilt)};
        rb_surface_point at;
        rb_error reason = {0};
        if (rb_surface_find_point(kind, &values, d, &at, &reason) != RB_OK) {
            return rb_fail(err, RB_ERR_INPUT, "%s: body: surface: expected a strictly convex underside: %s",
                           where, reason.text);
        }
        double height = (k.x + at.x[0]) * d[0] + (k.y + at.x[1]) * d[1] + (k.z + at.x[2]) * d[2];
        if (height + v[ENDS] / 2 * fabs(d[0]) <= 0) {
            return refuse_centre(where, "surface", err);
        }
    }
    return RB_OK;
}

static rb_status check_surface(const double *v, const char *where, rb_error *err) {
    double c = rb_cos(v[ALPHA]), s = rb_sin(v[ALPHA]);
    rb_vec3 k = rb_v3(c * v[K1] - s * v[K2], s * v[K1] + c * v[K2], v[K3]); /* axes of the surface */
    double x = (k.x + nearest_end(v, k.x)) / v[A1], y = k.y / v[A2], z = k.z / v[A3];
    if (v[SURFACE] == RB_SURFACE_ELLIPSOID) {
        return x * x + y * y + z * z < 1 ? RB_OK : refuse_centre(where, "ellipsoid", err);
    }
    if (v[SURFACE] == RB_SURFACE_PARABOLOID) {
        return (x * x + y * y) / 2 + z < 1 ? RB_OK : refuse_centre(where, "paraboloid", err);
    }
    return check_underside(v, k, where, err);
}

/* Scales all velocities, which are linear in the angular velocity, to a given energy. */
static void scale_to_energy(const rb_model *model, double energy, double *y) {
    rb_vec3 omega = rb_v3(y[RB_Y_OMEGA], y[RB_Y_OMEGA + 1], y[RB_Y_OMEGA + 2]);
    rb_vec3 v = rb_v3(y[RB_Y_V], y[RB_Y_V + 1], y[RB_Y_V + 2]);
    double kinetic = (model->m * rb_dot(v, v) + rb_dot(omega, rb_mul(&model->B, omega))) / 2;
    double s = sqrt((energy - model->m * model->g * y[RB_Y_R + 2]) / kinetic);
    for (int i = 0; i < 3; i++) {
        y[RB_Y_V + i] *= s;
        y[RB_Y_OMEGA + i] *= s;
    }
}

/* Puts the lower of two ends on the floor. */
static void place(const rb_model *model, double *y) {
    double other[RB_ODE_MAX];
    memcpy(other, y, RB_Y_COUNT * sizeof *y);
    rb_rigid_body_place(model, y);
    if (model->shape.contact_count > 1) {
        rb_rigid_body_place_on(model, 1, other);
        if (other[RB_Y_R + 2] > y[RB_Y_R + 2]) {
            memcpy(y, other, RB_Y_COUNT * sizeof *y);
        }
    }
}

static void start(const double *v, const rb_model *model, double *y) {
    rb_rigid_body_turn(model, attitude(v), rb_v3(v[OMEGA1], v[OMEGA2], v[OMEGA3]), y);
    if (v[VELOCITY] != 0 || model->mode == RB_CONTACT_NO_SLIP) { /* no-slip allows no other start */
        rb_rigid_body_start_rolling(model, y);
    }
    place(model, y);
    if (v[ENERGY] > 0) {
        scale_to_energy(model, v[ENERGY], y);
    }
}

/* The initial state must have a direction of rotation, and enough energy for its height but not too much for
   the range of angular velocities. */
static rb_status check_energy(const rb_scene *scene, const char *where, rb_error *err) {
    const double *body = scene->values[RB_SECTION_BODY], *from = scene->values[RB_SECTION_START];
    if (from[ENERGY] == 0) {
        return RB_OK;
    }
    rb_model model;
    double y[RB_ODE_MAX];
    memset(&model, 0, sizeof model);
    model.ops = scene->body->ops;
    model.g = scene->values[RB_SECTION_WORLD][RB_WORLD_G];
    rb_base_make(scene->values[RB_SECTION_BASE], &model.g, &model.base);
    model.mode = scene->friction->no_slip ? RB_CONTACT_NO_SLIP : RB_CONTACT_RIGID;
    model.m = body[M];
    model.B = inertia_of(body);
    shape_of(body, &model.shape);
    start(from, &model, y);
    double least = model.m * model.g * y[RB_Y_R + 2], most = start_params[OMEGA3].max;
    double spin = rb_norm(rb_v3(y[RB_Y_OMEGA], y[RB_Y_OMEGA + 1], y[RB_Y_OMEGA + 2]));
    if (from[ENERGY] > least && spin <= most) { /* false for NaN: nothing rotates */
        return RB_OK;
    }
    return rb_fail(err, RB_ERR_INPUT,
                   "%s: start: energy: expected more than m g times the initial height, %g J, and an angular "
                   "velocity to scale that is not 0 and stays below %g rad/s, got %g J",
                   where, least, most, from[ENERGY]);
}

static rb_status check(const rb_scene *scene, const char *where, rb_error *err) {
    rb_status status = rb_rigid_body_check_size(scene, 1, where, err);
    if (status != RB_OK) {
        return status;
    }
    const double *v = scene->values[RB_SECTION_BODY];
    if (v[ENDS] > 0 && scene->normal->rigid) {
        return rb_fail(
            err, RB_ERR_INPUT,
            "%s: body: ends: expected 0 with the normal law %s, which allows one contact (two ends: hertz "
            "or vilke), got %g",
            where, scene->normal->id, v[ENDS]);
    }
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
    status = check_surface(v, where, err);
    return status == RB_OK ? check_energy(scene, where, err) : status;
}

static rb_status law_fits(const rb_scene *scene, const rb_friction_law *law, rb_error *err) {
    double ends = scene->values[RB_SECTION_BODY][ENDS];
    return rb_rigid_body_law_fits(scene, law,
                                  (rb_contacts_of){.count = ends > 0 ? 2 : 1, .single = "body.ends"}, err);
}

static double half_height(const double *v) {
    return v[A3];
}

static void prepare(const double *v, rb_model *model) {
    model->m = v[M];
    model->B = inertia_of(v);
    model->B_inverse = rb_mat3_inverse(&model->B);
    shape_of(v, &model->shape);
    rb_rigid_body_finish(model);
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

#define AT(field) offsetof(rb_snapshot, field)

/* Of the end along -a1; the signals of all rigid bodies are those of the other one. */
static const rb_signal signals[] = {
    {"N_2", "N₂", "N", "normal force on the second of two ends", AT(contact[1].N)},
    {"gap_2", "gap₂", "m", "height of the second of two ends over the floor", AT(contact[1].gap)},
    {"v_slip_2", "|v₂|", "m/s", "sliding speed of the second of two ends", AT(contact[1].slip_speed)},
};
static const rb_signal_table own_signals = {signals, sizeof signals / sizeof signals[0]};
static const rb_signal_table *const signal_tables[] = {&rb_rigid_body_signals, &own_signals, NULL};

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
