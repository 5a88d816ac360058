/* The ball bearing: parameters, checks, events and its row of the table. */
#include "bodies/bearing.h"

#include <math.h>
#include <string.h>

#include "bodies/patch_size_inline.h"
#include "math/elementary.h"
#include "math/pi.h"

/* ---- parameters -------------------------------------------------------------------------------------- */

static const char *const drives[] = {"speed", "torque", NULL};
static const char *const cages[] = {"none", "springs", NULL};

#define RESTART RB_PARAM_RESTART

static const rb_param params[] = {
    {"n", "n", "", 3, RB_BEARING_BALLS_MAX, 8, "number of balls", "KA09 section 5",
     RB_PARAM_INTEGER | RESTART, NULL},
    {"ball_radius", "r", "m", 1e-4, 1, 4e-3, "radius of a ball", "ours", RB_PARAM_LOG | RESTART, NULL},
    {"pitch_radius", "R", "m", 1e-4, 10, 0.02, "radius of the circle of the centres of the balls", "ours",
     RB_PARAM_LOG | RESTART, NULL},
    {"f_i", "f_i", "", 0.5, 10, 0.52, "radius of the inner groove / diameter of a ball", "ours",
     RB_PARAM_ABOVE | RESTART, NULL},
    {"f_o", "f_o", "", 0.5, 10, 0.52, "radius of the outer groove / diameter of a ball", "ours",
     RB_PARAM_ABOVE | RESTART, NULL},
    {"clearance", "P_d", "m", -1e-2, 1e-2, 0, "diametral clearance; negative: preload", "ours", RESTART,
     NULL},
    {"m_ball", "m_b", "kg", 0, 100, 2.09e-3, "mass of a ball", "steel", RB_PARAM_ABOVE | RB_PARAM_LOG, NULL},
    {"m_i", "m_i", "kg", 0, 1000, 0.05, "mass of the inner ring and what it carries", "ours",
     RB_PARAM_ABOVE | RB_PARAM_LOG, NULL},
    {"I_i", "I_i", "kg m2", 0, 1000, 1e-5, "its moment of inertia about the axis", "ours",
     RB_PARAM_ABOVE | RB_PARAM_LOG, NULL},
    {"I_o", "I_o", "kg m2", 0, 1000, 3e-5, "moment of inertia of the outer ring", "ours",
     RB_PARAM_ABOVE | RB_PARAM_LOG, NULL},
    {"drive_i", "", "", 0, 0, 0, "is the inner ring driven at a speed or by a torque (0: free)", "ours",
     RB_PARAM_CHOICE, drives},
    {"speed_i", "ω_i", "rad/s", -1e5, 1e5, 104.72, "speed of the inner ring, if it is given", "1000 rpm", 0,
     NULL},
    {"torque_i", "M_i", "N m", -1e5, 1e5, 0, "torque on the inner ring, if that is given", "ours", 0, NULL},
    {"drive_o", "", "", 0, 0, 0, "is the outer ring driven at a speed (0: fixed) or by a torque", "ours",
     RB_PARAM_CHOICE, drives},
    {"speed_o", "ω_o", "rad/s", -1e5, 1e5, 0, "speed of the outer ring, if it is given", "ours", 0, NULL},
    {"torque_o", "M_o", "N m", -1e5, 1e5, 0, "torque on the outer ring, if that is given", "ours", 0, NULL},
    {"ramp", "t_r", "s", 0, 1e4, 0.1, "duration of the run-up to given speeds; 0: at once", "ours", 0, NULL},
    {"F_radial", "F_r", "N", 0, 1e7, 100, "radial load on the inner ring, down if the axis is horizontal",
     "ours", 0, NULL},
    {"F_axial", "F_a", "N", -1e7, 1e7, 0, "axial load on the inner ring", "ours", 0, NULL},
    {"tilt", "τ", "rad", -RB_PI / 2, RB_PI / 2, 0, "inclination of the axis: 0 horizontal, pi/2 vertical",
     "ours", 0, NULL},
    {"cage", "", "", 0, 0, 1, "springs: a massless cage spaces the balls; none: they may touch", "ours",
     RB_PARAM_CHOICE | RESTART, cages},
    {"k_cage", "k_c", "N/m", 0, 1e10, 1e4, "stiffness of the cage between two balls", "ours", RB_PARAM_LOG,
     NULL},
    {"c_cage", "c_c", "N s/m", 0, 1e6, 1, "damping of the cage between two balls", "ours", 0, NULL},
    {"shown", "", "", 1, RB_BEARING_BALLS_MAX, 1, "ball whose contacts are shown in detail", "",
     RB_PARAM_INTEGER, NULL},
};
_Static_assert(sizeof params / sizeof params[0] == RB_BEARING_PARAMS, "one row for each");

static const rb_param start_params[] = {
    {"omega_i", "ω_i", "rad/s", -1e5, 1e5, 0, "speed of the inner ring at the start of its run-up", "ours", 0,
     NULL},
    {"omega_o", "ω_o", "rad/s", -1e5, 1e5, 0, "speed of the outer ring at the start of its run-up", "ours", 0,
     NULL},
    {"azimuth", "φ", "rad", -10, 10, -RB_PI / 2, "azimuth of ball 1; -pi/2 is the bottom", "ours", 0, NULL},
    {"pure_rolling", "", "", 0, 1, 1, "do the balls start with pure rolling", "ours", RB_PARAM_BOOL, NULL},
    {"settled", "", "", 0, 1, 1, "does the run start in static equilibrium", "ours", RB_PARAM_BOOL, NULL},
};

/* ---- checks ------------------------------------------------------------------------------------------ */

static rb_status law_fits(const rb_scene *scene, const rb_friction_law *law, rb_error *err) {
    const double *contact = scene->values[RB_SECTION_CONTACT];
    bool constant = contact[RB_CONTACT_SIZE] == RB_PATCH_SIZE_CONSTANT;
    if (law->no_slip) {
        return rb_fail(err, RB_ERR_INPUT, "friction law %s is a constraint; a bearing has many contacts",
                       law->id);
    }
    if (law->shape == RB_PATCH_CIRCLE && !law->any_patch && !(constant && contact[RB_CONTACT_B] == 1)) {
        return rb_fail(err, RB_ERR_INPUT,
                       "friction law %s is for a circular patch; the patches of a bearing are ellipses "
                       "(expected contact.size = constant and contact.b = 1)",
                       law->id);
    }
    return RB_OK;
}

static rb_status check_scene(const rb_scene *scene, const char *where, rb_error *err) {
    rb_solver_method method = rb_scene_method(scene);
    if (method != RB_METHOD_AUTO && method != RB_METHOD_RODAS) {
        return rb_fail(err, RB_ERR_INPUT,
                       "%s: solver.method: expected auto or rodas: other methods do not integrate a state as "
                       "large as that of a bearing",
                       where);
    }
    if (scene->normal->rigid) {
        return rb_fail(err, RB_ERR_INPUT,
                       "%s: normal: expected a compliant law (hertz or vilke): balls between two rings "
                       "are statically indeterminate, got %s",
                       where, scene->normal->id);
    }
    if (scene->values[RB_SECTION_CONTACT][RB_CONTACT_SIZE] == RB_PATCH_SIZE_PENETRATION) {
        return rb_fail(err, RB_ERR_INPUT,
                       "%s: contact.size: expected hertz, hertz-k15 or constant, got penetration: that is a "
                       "circle",
                       where);
    }
    return RB_OK;
}

static rb_status check(const rb_scene *scene, const char *where, rb_error *err) {
    const double *v = scene->values[RB_SECTION_BODY];
    double r = v[RB_BEARING_BALL_RADIUS], R = v[RB_BEARING_PITCH_RADIUS], n = v[RB_BEARING_N];
    double needed = r / rb_sin(RB_PI / n), play = (v[RB_BEARING_F_I] + v[RB_BEARING_F_O] - 1) * 2 * r;
    if (!(R > needed)) {
        return rb_fail(
            err, RB_ERR_INPUT,
            "%s: body.pitch_radius: expected more than %g m, where %g balls of radius %g m fit side "
            "by side, got %g",
            where, needed, n, r, R);
    }
    if (v[RB_BEARING_CLEARANCE] >= 2 * play) {
        return rb_fail(err, RB_ERR_INPUT,
                       "%s: body.clearance: expected less than %g m: with more, the grooves do not hold the "
                       "balls axially, got %g",
                       where, 2 * play, v[RB_BEARING_CLEARANCE]);
    }
    if (v[RB_BEARING_CLEARANCE] < -0.04 * r) {
        return rb_fail(err, RB_ERR_INPUT,
                       "%s: body.clearance: expected at least %g m (1 %% of the diameter of a ball at each "
                       "contact): a tighter bearing locks, got %g",
                       where, -0.04 * r, v[RB_BEARING_CLEARANCE]);
    }
    if (v[RB_BEARING_SHOWN] > n) {
        return rb_fail(err, RB_ERR_INPUT, "%s: body.shown: expected a ball from 1 to %g, got %g", where, n,
                       v[RB_BEARING_SHOWN]);
    }
    return check_scene(scene, where, err);
}

/* ---- the model --------------------------------------------------------------------------------------- */

/* Typical force and penetration of a contact, for scales and differences. */
static void find_scales(rb_model *model) {
    double *p = model->own, r = p[RB_BEARING_BALL_RADIUS], R = p[RB_BEARING_PITCH_RADIUS];
    rb_normal_input in = {1 / r - 1 / p[RB_BEARING_GROOVE], 1 / r + 1 / (R - r), 1e-6, 0};
    rb_normal_result result = {0};
    if (!model->normal->rigid) {
        model->normal->evaluate(model->normal_params, &in, &result);
    }
    double k = fmax(result.N_elastic, 1e-300) * 1e9;
    double force =
        (5 * p[RB_BEARING_F_RADIAL] + 5 * model->g * p[RB_BEARING_M_I] + fabs(p[RB_BEARING_F_AXIAL])) /
        p[RB_BEARING_N];
    force += model->g * p[RB_BEARING_M_BALL];
    double depth = rb_cbrt(force / k * (force / k));
    depth = fmax(depth, -p[RB_BEARING_CLEARANCE] / 4);
    p[RB_BEARING_DEPTH] = depth;
    p[RB_BEARING_FORCE] = k * depth * sqrt(depth);
}

/* Laws soften friction by an angular velocity ε near rest; their default, 1e-4 rad/s, is for the patches of
   stones, which are larger. With a patch of a tenth of a millimetre a ε is some nanometres per second, below
   the tolerance of velocities, and runs stop as diverged. Therefore a ε is at least this velocity, with the
   typical semi-axis a, whatever the scene says (docs/bearing.md). */
#define SOFT 1e-5 /* m/s */

static void soften(rb_model *model) {
    const double *p = model->own;
    double r = p[RB_BEARING_BALL_RADIUS], across = 1 / r - 1 / p[RB_BEARING_GROOVE];
    double along = 1 / r + 1 / (p[RB_BEARING_PITCH_RADIUS] - r), a = model->friction.patch.a;
    rb_param_table table = model->friction.law->params;
    if (model->size != RB_PATCH_SIZE_CONSTANT && !model->normal->rigid) {
        rb_friction shape = model->friction;
        double cube = rb_patch_cube(model, fmin(across, along), fmax(across, along), &shape);
        a = fmax(rb_cbrt(cube * p[RB_BEARING_FORCE]), RB_PATCH_MIN);
    }
    for (int i = 0; i < table.count; i++) {
        const rb_param *row = &table.rows[i];
        if ((row->flags & RB_PARAM_SOFTENS) && strcmp(row->unit, "rad/s") == 0) {
            model->friction.params[i] = fmax(model->friction.params[i], SOFT / a);
        }
    }
}

static void prepare(const double *v, rb_model *model) {
    double *p = model->own, r = v[RB_BEARING_BALL_RADIUS], R = v[RB_BEARING_PITCH_RADIUS];
    memcpy(p, v, RB_BEARING_PARAMS * sizeof *v);
    p[RB_BEARING_GROOVE] = 2 * r * v[RB_BEARING_F_I];
    p[RB_BEARING_GROOVE + 1] = 2 * r * v[RB_BEARING_F_O];
    p[RB_BEARING_CENTRE] = R - r + p[RB_BEARING_GROOVE] - v[RB_BEARING_CLEARANCE] / 4;
    p[RB_BEARING_CENTRE + 1] = R + r - p[RB_BEARING_GROOVE + 1] + v[RB_BEARING_CLEARANCE] / 4;
    p[RB_BEARING_I_BALL] = 0.4 * v[RB_BEARING_M_BALL] * r * r;
    find_scales(model);
    soften(model);
    model->events = 0; /* contacts are found by their gaps (bearing_rhs.c) */
}

/* The tolerance is relative to these: errors of positions matter in proportion to the penetration, those of
   velocities to the speed of the balls. With these factors the energy balance of a run-up closes to a tenth
   of rtol. */
#define DEPTHS 300
#define SPEEDS 10

static void scale(const rb_model *model, double *scale) {
    const double *p = model->own;
    int n = rb_bearing_balls(model), behind = rb_bearing_follow(model);
    double r = p[RB_BEARING_BALL_RADIUS], R = p[RB_BEARING_PITCH_RADIUS];
    double turning = fmax(fmax(fabs(p[RB_BEARING_SPEED_I]), fabs(p[RB_BEARING_SPEED_O])), 1);
    double length = DEPTHS * p[RB_BEARING_DEPTH], speed = SPEEDS * turning * R;
    double energy = n * p[RB_BEARING_M_BALL] * speed * turning * R + p[RB_BEARING_FORCE] * length;
    for (int i = 0; i < behind + RB_FOLLOW_COUNT; i++) {
        int of_ball = i >= RB_RING_COUNT && i < behind ? (i - RB_RING_COUNT) % RB_BALL_COUNT : -1;
        scale[i] = of_ball >= RB_BALL_Q       ? SPEEDS
                   : of_ball >= RB_BALL_OMEGA ? speed / r
                   : of_ball >= RB_BALL_V     ? speed
                   : of_ball >= RB_BALL_R     ? length
                   : i >= RB_RING_OMEGA_I     ? SPEEDS * turning
                   : i >= RB_RING_V           ? speed
                                              : length;
    }
    for (int i = 0; i < RB_FOLLOW_COUNT; i++) {
        scale[behind + i] = i >= RB_FOLLOW_SLIDE && i <= RB_FOLLOW_DRIVE ? energy : 1;
    }
}

/* Returns the given speed of a ring; NAN if a torque is given. */
static double given_speed(const rb_model *model, int which) {
    bool given = model->own[which == 0 ? RB_BEARING_DRIVE_I : RB_BEARING_DRIVE_O] == RB_BEARING_BY_SPEED;
    return given ? model->own[which == 0 ? RB_BEARING_SPEED_I : RB_BEARING_SPEED_O] : NAN;
}

/* Orientations stay unit quaternions. */
static double project(const rb_model *model, double *y) {
    for (int k = 0; k < rb_bearing_balls(model); k++) {
        double *q = y + rb_bearing_ball(k) + RB_BALL_Q;
        double size = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
        for (int i = 0; i < 4; i++) {
            q[i] /= size;
        }
    }
    return 0;
}

/* After an edit of a given speed, the rings run up or down to it. */
static void refit(const rb_model *model, double *y) {
    double *follow = y + rb_bearing_follow(model);
    double speed[2] = {given_speed(model, 0), given_speed(model, 1)};
    bool changed = false;
    for (int which = 0; which < 2; which++) {
        changed = changed || (!isnan(speed[which]) && follow[RB_FOLLOW_TARGET + which] != speed[which]);
    }
    for (int which = 0; changed && which < 2; which++) {
        follow[RB_FOLLOW_BASE + which] = y[RB_RING_OMEGA_I + which];
        follow[RB_FOLLOW_TARGET + which] = speed[which];
        follow[RB_FOLLOW_CLOCK] = 0;
    }
}

static const rb_body_event events[] = {
    {.name = "inner contact closes"}, {.name = "inner contact opens"}, {.name = "outer contact closes"},
    {.name = "outer contact opens"},  {.name = "balls touch"},         {.name = "balls part"},
};

static const rb_body_ops ops = {
    .size = sizeof(rb_body_ops),
    .state_count = RB_RING_COUNT + RB_BEARING_BALLS_MAX * RB_BALL_COUNT + RB_FOLLOW_COUNT,
    .longest_step_adaptive = 0.01,
    .bound = 1e9,
    .follows =
        {.spin = RB_RING_OMEGA_I, .speed = RB_RING_OMEGA_I, .speed_count = 1, .slow = 1, .N = -1, .gap = -1},
    .events = events,
    .event_count = sizeof events / sizeof events[0],
    .check = check,
    .law_fits = law_fits,
    .prepare = prepare,
    .start = rb_bearing_start,
    .rhs = rb_bearing_rhs,
    .scale = scale,
    .project = project,
    .refit = refit,
    .observe = rb_bearing_observe,
    .large = &rb_bearing_large,
};

/* ---- its row ----------------------------------------------------------------------------------------- */

#define AT(field) offsetof(rb_snapshot, field)
#define OWN(which) (AT(own) + RB_BEARING_OWN_##which * sizeof(double))

static const rb_energy_part energy[] = {
    {.signal = "E_pot", .name = "height and loads", .offset = AT(E_pot)},
    {.signal = "E_elastic", .name = "elastic", .offset = AT(E_elastic)},
    {.signal = "E_kin_trans", .name = "moving", .offset = AT(E_kin_trans)},
    {.signal = "E_kin_spin", .name = "spin", .offset = AT(E_kin_spin)},
    {.signal = "W_slide", .name = "sliding", .lost = true, .offset = AT(W_slide)},
    {.signal = "W_drill", .name = "drilling", .lost = true, .offset = AT(W_drill), .shares = true},
    {.signal = "W_roll", .name = "rolling", .lost = true, .offset = AT(W_roll)},
    {.signal = "W_damp", .name = "damping", .lost = true, .offset = AT(W_damp)},
    {.signal = "W_drive", .name = "drive", .given = true, .offset = OWN(W_DRIVE)},
};

/* Outcomes: numbers at the end of the run. */
#define READS(name, value)                                                                                   \
    static double read_##name(const rb_summary *s) {                                                         \
        const double *own = s->own;                                                                          \
        return (value);                                                                                      \
    }
READS(cage_ratio,
      own[RB_BEARING_OWN_OMEGA_I] != 0 ? own[RB_BEARING_OWN_OMEGA_C] / own[RB_BEARING_OWN_OMEGA_I] : NAN)
READS(skid_final, own[RB_BEARING_OWN_SKID])
READS(load_final, own[RB_BEARING_OWN_Q_MAX])
READS(loaded_final, own[RB_BEARING_OWN_LOADED])
READS(torque_final, own[RB_BEARING_OWN_TORQUE_I])
READS(W_drive, own[RB_BEARING_OWN_W_DRIVE])
READS(sliding_loss, own[RB_BEARING_OWN_W_DRIVE] > 0 ? 100 * s->W_slide / own[RB_BEARING_OWN_W_DRIVE] : NAN)

#define COMPARED RB_OUTCOME_COMPARED

static const rb_outcome outcomes[] = {
    {"cage_ratio", "cage/ring", "ω_c/ω_i", "",
     "orbital speed of the balls by that of the inner ring, at the end", 4, COMPARED, 0, read_cage_ratio},
    {"skid_final", "skid", "s", "", "skidding at the end: 1 - omega_c / omega_c_roll", 4, COMPARED, 0,
     read_skid_final},
    {"load_final", "largest N", "N_max", "N", "largest force of a ball on the inner ring at the end", 2,
     COMPARED, 0, read_load_final},
    {"loaded_final", "loaded", "n_l", "", "balls that the inner ring presses at the end", 0,
     RB_OUTCOME_COMPARED | RB_OUTCOME_WHOLE, 0, read_loaded_final},
    {"torque_final", "torque", "M_i", "N m", "torque that drives the inner ring at the end", 6, 0, 0,
     read_torque_final},
    {"W_drive", "W drive", "W_M", "J", "work of the drives", 4, 0, 0, read_W_drive},
    {"sliding_loss", "slid away", "W_s/W_M", "%", "work of sliding friction by that of the drives", 3,
     COMPARED, 0, read_sliding_loss},
};

const rb_body_kind rb_body_bearing = {
    .size = sizeof(rb_body_kind),
    .id = "bearing",
    .name = "Ball bearing",
    .help = "balls between two grooved rings, each with two elliptic contacts",
    .params = RB_PARAM_TABLE(params),
    .start = RB_PARAM_TABLE(start_params),
    .traits = RB_TRAIT_SLIDES,
    .signals = rb_bearing_signals,
    .energy = energy,
    .energy_count = sizeof energy / sizeof energy[0],
    .outcomes = outcomes,
    .outcome_count = sizeof outcomes / sizeof outcomes[0],
    .measure = "omega_c",
    .phase = {"x_i", "y_i"},
    .contacts = {"inner ring", "outer ring"},
    .ops = &ops,
};
