/* The tippe-top (KA09 section 5; data of Leine & Glocker 2003, Friedl 1997): a body of revolution
   that touches the floor with two spheres on its axis e_3, the body and the tip of its stem.

       large sphere: radius R, centre at C + a0 e_3        theta = angle(e_3, up)
       small sphere: radius r, centre at C + a1 e_3        gap_i = z_C + a_i cos(theta) - R_i

   It stands on the large sphere with the stem up (theta = 0), and on the stem when upside down.
   Both touch where cos(theta) = -(R - r)/(a1 - a0). With r = 0 there is no stem: one eccentric sphere, for
   which Jellett's invariant always holds. */
#include <math.h>

#include "bodies/mass.h"
#include "bodies/rigid_body.h"
#include "math/elementary.h"
#include "math/pi.h"

enum { M, R_LARGE, R_SMALL, A0, A1, I1, I3 };

static const rb_param params[] = {
    {"m", "m", "kg", 0, 1e3, 0.006, "mass", "Leine & Glocker 2003", RB_PARAM_ABOVE | RB_PARAM_LOG, NULL},
    {"R", "R", "m", 0, 10, 0.015, "radius of the large sphere, the body", "Leine & Glocker 2003",
     RB_PARAM_ABOVE | RB_PARAM_LOG, NULL},
    {"r", "r", "m", 0, 10, 0.005, "radius of the small sphere, the tip of the stem; 0: no stem",
     "Leine & Glocker 2003", 0, NULL},
    {"a0", "a₀", "m", -10, 10, 0.003, "mass centre below the centre of the large sphere",
     "Leine & Glocker 2003", 0, NULL},
    {"a1", "a₁", "m", 0, 10, 0.016, "mass centre below the centre of the small sphere",
     "Leine & Glocker 2003", 0, NULL},
    {"I1", "I₁", "kg m2", 0, 1e3, 8e-7, "moment of inertia across the axis, about the mass centre",
     "Leine & Glocker 2003", RB_PARAM_ABOVE | RB_PARAM_LOG, NULL},
    {"I3", "I₃", "kg m2", 0, 1e3, 7e-7, "moment of inertia about the axis", "Leine & Glocker 2003",
     RB_PARAM_ABOVE | RB_PARAM_LOG, NULL},
};

enum { THETA, OMEGA1, OMEGA2, OMEGA3, HEIGHT };

static const rb_param start_params[] = {
    {"theta", "θ", "rad", 0, RB_PI, 0.1, "initial inclination of the axis; π is upside down",
     "KA09 section 5", RB_PARAM_RESTART, NULL},
    {"omega1", "ω₁", "rad/s", -1e4, 1e4, 0,
     "initial angular velocity about body axis 1, about which it is inclined", "KA09 section 5",
     RB_PARAM_RESTART, NULL},
    {"omega2", "ω₂", "rad/s", -1e4, 1e4, 0, "initial angular velocity about body axis 2", "KA09 section 5",
     RB_PARAM_RESTART, NULL},
    {"omega3", "ω₃", "rad/s", -1e4, 1e4, 180, "initial angular velocity about the axis (spin)",
     "KA09 section 5", RB_PARAM_RESTART, NULL},
    {"height", "h", "m", -1e3, 1e3, 0,
     "initial height of the lowest point over the floor; a single rigid sphere starts on it",
     "KA09 section 5", RB_PARAM_RESTART, NULL},
};

static rb_status check_spheres(const double *v, const char *where, rb_error *err) {
    if (fabs(v[A0]) >= v[R_LARGE]) {
        return rb_fail(err, RB_ERR_INPUT,
                       "%s: body: a0: expected the mass centre inside the large sphere, |a0| < R = "
                       "%g m, got %g",
                       where, v[R_LARGE], v[A0]);
    }
    if (v[R_SMALL] == 0) {
        return RB_OK;
    }
    if (v[R_SMALL] >= v[R_LARGE]) {
        return rb_fail(err, RB_ERR_INPUT,
                       "%s: body: r: expected the small sphere smaller than the large one, R = %g "
                       "m, or 0 for none, got %g",
                       where, v[R_LARGE], v[R_SMALL]);
    }
    double reach = v[A1] - v[A0] + v[R_SMALL]; /* distance of the tip of the stem from the large centre */
    if (reach <= v[R_LARGE]) {
        return rb_fail(err, RB_ERR_INPUT,
                       "%s: body: a1: expected the small sphere to protrude from the large one, a1 "
                       "> R - r + a0 = %g m, got %g: it lies inside and would never touch",
                       where, v[R_LARGE] - v[R_SMALL] + v[A0], v[A1]);
    }
    return RB_OK;
}

static int contacts_of(const rb_scene *scene) {
    return scene->values[RB_SECTION_BODY][R_SMALL] > 0 ? 2 : 1;
}

static rb_status check(const rb_scene *scene, const char *where, rb_error *err) {
    const double *v = scene->values[RB_SECTION_BODY], *start = scene->values[RB_SECTION_START];
    rb_status status = rb_rigid_body_check_size(scene, contacts_of(scene), where, err);
    if (status == RB_OK) {
        status = check_spheres(v, where, err);
    }
    if (status != RB_OK) {
        return status;
    }
    if (v[I3] > 2 * v[I1]) {
        return rb_fail(err, RB_ERR_INPUT,
                       "%s: body: I3: expected at most 2 I1 = %g kg m2 (no distribution of mass "
                       "has more), got %g",
                       where, 2 * v[I1], v[I3]);
    }
    if (start[HEIGHT] < 0) {
        return rb_fail(err, RB_ERR_INPUT,
                       "%s: start: height: expected at least 0 m, got %g: the top would start "
                       "below the floor",
                       where, start[HEIGHT]);
    }
    return RB_OK;
}

static rb_status law_fits(const rb_scene *scene, const rb_friction_law *law, rb_error *err) {
    return rb_rigid_body_law_fits(scene, law, (rb_contacts_of){contacts_of(scene), true, "body.r"}, err);
}

static double half_height(const double *v) {
    return v[R_LARGE];
}

static void prepare(const double *v, rb_model *model) {
    model->m = v[M];
    model->B = rb_mat3_diag(v[I1], v[I1], v[I3]);
    model->B_inverse = rb_mat3_inverse(&model->B);
    rb_shape *shape = &model->shape;
    shape->contact_count = v[R_SMALL] > 0 ? 2 : 1;
    shape->axis = rb_v3(1, 0, 0);
    shape->revolution = true;
    shape->radius[0] = v[R_LARGE];
    shape->radius[1] = v[R_SMALL];
    shape->k[0] = rb_v3(0, 0, v[A0]);
    shape->k[1] = rb_v3(0, 0, v[A1]);
    rb_rigid_body_finish(model);
}

/* Jellett's quantity of the large sphere, -L.rho = R (L_z - alpha L_3), alpha = a0/R. A force through the
   contact point does not change it; a vertical torque M_z changes it by R (1 - alpha cos theta) M_z. L
   about C, components along the vertical and the axis. */
static double jellett(const rb_model *model, int which, rb_vec3 n, rb_vec3 L) {
    return model->shape.radius[which] * rb_dot(L, n) - model->shape.k[which].z * L.z;
}

static double jellett_of_state(const rb_model *model, const double *y) {
    rb_mat3 to_world = rb_quat_matrix((rb_quat){y[RB_Y_Q], y[RB_Y_Q + 1], y[RB_Y_Q + 2], y[RB_Y_Q + 3]});
    rb_vec3 n = rb_mul_t(&to_world, rb_v3(0, 0, 1));
    rb_vec3 omega = rb_v3(y[RB_Y_OMEGA], y[RB_Y_OMEGA + 1], y[RB_Y_OMEGA + 2]);
    return jellett(model, 0, n, rb_mul(&model->B, omega));
}

/* C at rest, the lower sphere just touching. */
static void start(const double *v, const rb_model *model, double *y) {
    rb_quat q = {rb_cos(v[THETA] / 2), rb_sin(v[THETA] / 2), 0, 0};
    rb_rigid_body_turn(model, q, rb_v3(v[OMEGA1], v[OMEGA2], v[OMEGA3]), y);
    double height[2] = {0, 0};
    for (int i = 0; i < model->shape.contact_count; i++) {
        height[i] = model->shape.radius[i] - model->shape.k[i].z * rb_cos(v[THETA]);
    }
    y[RB_Y_R + 2] = fmax(height[0], height[1]) + v[HEIGHT];
    y[RB_Y_STAND] = height[1] > height[0] ? RB_STAND_SMALL : RB_STAND_LARGE;
    if (model->mode == RB_CONTACT_RIGID_PAIR && v[HEIGHT] > 0) {
        y[RB_Y_STAND] = RB_STAND_NONE;
    }
    y[RB_Y_JELLETT] = jellett_of_state(model, y);
    if (model->mode != RB_CONTACT_COMPLIANT) {
        rb_rigid_body_project(model, y);
    }
}

/* Euler angles instead of Cardan angles: inclination theta, precession psi, rotation phi. */
static void observe(const rb_model *model, const double *y, rb_snapshot *out) {
    rb_rigid_body_observe(model, y, out);
    rb_mat3 to_world = rb_quat_matrix(out->q);
    out->theta = out->tilt;
    out->phi = rb_atan2(out->n.x, out->n.y);
    out->psi = rb_atan2(to_world.m[0][2], -to_world.m[1][2]);
    rb_vec3 L = rb_mul(&model->B, out->omega);
    /* Uses the loaded sphere: the other contact violates the invariant. */
    int which = out->contact[1].N > out->contact[0].N;
    out->jellett = jellett(model, which, out->n, L);
    out->jellett_balance = y[RB_Y_JELLETT] - jellett(model, 0, out->n, L);
}

/* Mirrors in the plane x1 = 0, which does not change the inclination about axis 1; the body itself is one
   of revolution. */
static void mirror(double *body, double *start) {
    double *same = body;
    (void)same;
    if (start != NULL) {
        start[OMEGA2] = 0 - start[OMEGA2];
        start[OMEGA3] = 0 - start[OMEGA3];
    }
}

static void rebalance(const rb_snapshot *before, const rb_snapshot *after, double *y) {
    y[RB_Y_JELLETT] += before->jellett_balance - after->jellett_balance;
}

/* The solids are in axes with their origin at the centre of the large sphere and z along the axis. */
static const char *const mass_params[] = {"m", "a0", "I1", "I3", NULL};

static rb_status set_mass(const rb_mass *mass, double *v, const char *where, rb_error *err) {
    const rb_mat3 *I = &mass->inertia;
    rb_vec3 c = mass->centre;
    double tiny = 1e-9 * v[R_LARGE], small = 1e-9 * I->m[0][0];
    if (fabs(c.x) > tiny || fabs(c.y) > tiny || fabs(I->m[0][0] - I->m[1][1]) > small ||
        fabs(I->m[0][1]) > small || fabs(I->m[0][2]) > small || fabs(I->m[1][2]) > small) {
        return rb_fail(
            err, RB_ERR_INPUT,
            "%s: expected solids with the symmetry of a top about z, got a centre at (%g, %g) m and "
            "moments %g, %g kg m2 across",
            where, c.x, c.y, I->m[0][0], I->m[1][1]);
    }
    v[M] = mass->mass;
    v[A0] = 0 - c.z;
    v[I1] = I->m[0][0], v[I3] = I->m[2][2];
    return RB_OK;
}

static void get_mass(const double *v, rb_mass *mass) {
    rb_mat3 I = rb_mat3_diag(v[I1], v[I1], v[I3]);
    rb_moments m = rb_moments_of_inertia(v[M], rb_v3(0, 0, 0 - v[A0]), &I);
    rb_mass_finish(&m, rb_v3(1, 0, 0), mass);
}

static const rb_body_ops ops = {
    .state_count = RB_Y_TOP_COUNT,
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
    .longest_step = rb_spheres_longest_step,
    .event_values = rb_rigid_body_event_values,
    .cross = rb_pair_cross,
    .settled = rb_rigid_body_settled,
    .stop = rb_rigid_body_stop,
    .flick = rb_rigid_body_flick,
    .rebalance = rebalance,
    .observe = observe,
    .inclination = rb_rigid_body_inclination,
    .mirror = mirror,
    .mass_params = mass_params,
    .set_mass = set_mass,
    .get_mass = get_mass,
};

#define AT(field) offsetof(rb_snapshot, field)

static const rb_signal signals[] = {
    {"gap_large", "gap_R", "m", "height of the large sphere over the floor", AT(contact[0].gap)},
    {"gap_small", "gap_r", "m", "height of the small sphere over the floor", AT(contact[1].gap)},
    {"N_large", "N_R", "N", "normal force on the large sphere", AT(contact[0].N)},
    {"N_small", "N_r", "N", "normal force on the small sphere", AT(contact[1].N)},
    {"v_slip_small", "|v_r|", "m/s", "sliding speed of the small sphere", AT(contact[1].slip_speed)},
    {"jellett", "λ", "kg m3/s", "Jellett's R (L_z − α L₃), of the sphere that carries", AT(jellett)},
    {"jellett_balance", "Δλ", "kg m3/s", "Jellett's quantity lost by integration, torques accounted for",
     AT(jellett_balance)},
};
static const rb_signal_table own_signals = {signals, sizeof signals / sizeof signals[0]};
static const rb_signal_table *const signal_tables[] = {&rb_rigid_body_signals, &own_signals, NULL};

const rb_body_kind rb_body_top = {
    .id = "tippe-top",
    .name = "Tippe-top",
    .help = "a sphere with a stem that turns upside down and spins on its stem",
    .params = RB_PARAM_TABLE(params),
    .start = RB_PARAM_TABLE(start_params),
    .spin = "omega3",
    /* Upside down its spin has the opposite sign: this is not a reversal. */
    .traits = RB_TRAIT_SPINS | RB_TRAIT_SLIDES | RB_TRAIT_INVERTS,
    .signals = signal_tables,
    .energy = rb_rigid_body_energy,
    .energy_count = RB_RIGID_ENERGY,
    .measure = "omega3",
    .phase = {"omega2", "omega1"},
    .contacts = {"body", "stem"},
    .ops = &ops,
};
