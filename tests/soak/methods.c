/* Every method against every other, on random scenes: at the default and at a tight tolerance all of them
   give one motion, or say that they do not. */
#include <math.h>

#include "bodies/ops.h"
#include "sim/model_build.h"
#include "soak.h"

#define LONGEST 0.1        /* s of simulated time */
#define TIGHT 1e-9         /* rtol of the reference */
#define ALLOWED 50         /* times rtol, of scale plus size */
#define ALLOWED_FIXED 0.02 /* of the speed, of dp5, whose step no tolerance chooses: it warns beyond 1 % */
#define SLOW 0.1           /* rad/s, added to velocities that differences are a share of */
#define COMPARABLE 0.05    /* where more than that is allowed, nothing is compared */
#define NUDGE 1e-7         /* share of a velocity by which it is changed to find the condition */
#define KICKS 48           /* on the way */
#define EVALUATIONS_MAX 500000 /* of a run, then it is left out */

static const rb_solver_method methods[] = {RB_METHOD_DP5,     RB_METHOD_RODAS, RB_METHOD_DOP853,
                                           RB_METHOD_LOBATTO, RB_METHOD_RADAU, RB_METHOD_AUTO};
static const char *const names[] = {"dp5", "rodas", "dop853", "lobatto", "radau", "auto"};
static const double tolerances[] = {1e-6, 1e-8};

/* How a run ended. */
typedef struct outcome {
    bool has_warning; /* it diverged, has a warning or took too long: it does not claim to be right */
    bool bad_time;    /* it ended outside of the time it was given */
    rb_end_reason end;
    double t;
    double start[RB_ODE_MAX], y[RB_ODE_MAX];
} outcome;

static void kick(rb_simulation *sim, rb_test_rng *rng);

static bool takes_too_long(void *sim) {
    return rb_simulation_evaluations(sim) > EVALUATIONS_MAX;
}

/* rng: for kicks on the way; NULL: none. */
static outcome run(const rb_scene *drawn, rb_solver_method method, double rtol, double until,
                   rb_test_rng *rng) {
    rb_scene scene = *drawn;
    scene.values[RB_SECTION_SOLVER][RB_SOLVER_METHOD] = method;
    scene.values[RB_SECTION_SOLVER][RB_SOLVER_RTOL] = rtol;
    rb_simulation *sim = NULL;
    rb_error err = {""};
    soak_require(rb_simulation_create(&scene, &sim, &err) == RB_OK, "%s", err.text);
    rb_simulation_set_interrupt(sim, takes_too_long, sim);
    double step = rb_simulation_step_length(sim);
    int kicks = 0;
    rb_run_state first, last;
    rb_simulation_save(sim, &first);
    while (rb_simulation_phase(sim) == RB_PHASE_RUNNING && !takes_too_long(sim) &&
           rb_simulation_time(sim) < until - 0.5 * step) {
        if (rng != NULL && rb_simulation_time(sim) >= kicks * until / KICKS - 0.5 * step) {
            kick(sim, rng);
            kicks++;
        }
        rb_simulation_step(sim);
    }
    rb_summary s;
    rb_simulation_summary(sim, &s);
    rb_simulation_save(sim, &last);
    bool too_long = takes_too_long(sim);
    rb_simulation_destroy(sim);
    outcome out = {.end = s.end_reason, .t = s.t_end};
    out.has_warning = too_long || s.end_reason == RB_END_DIVERGED ||
                      s.energy_warning == RB_ENERGY_UNBALANCED || s.step_too_large_since >= 0;
    out.bad_time = !(s.t_end >= 0 && s.t_end <= until + 1e-9);
    memcpy(out.start, first.numbers, sizeof out.start);
    memcpy(out.y, last.numbers, sizeof out.y);
    return out;
}

/* The largest difference of a component, in units of its scale plus size. */
static double distance(const rb_model *model, const double *scale, const outcome *a, const outcome *b) {
    double most = 0;
    for (int i = model->coupled.first; i < model->coupled.first + model->coupled.count; i++) {
        double d = fabs(a->y[i] - b->y[i]) / (scale[i] + fabs(b->y[i]));
        most = d > most || isnan(d) ? d : most;
    }
    return most;
}

/* The difference of the velocities, as a share of the speed: what the warning of dp5 is about. It is given
   only while the speed is above a tenth of the largest (sim/observation.c); below that, as a share of the
   speed at the start. */
static double speed_distance(const rb_model *model, const outcome *a, const outcome *b) {
    const rb_body_follows *follows = &model->ops->follows;
    double apart = 0, size = 0, first = 0;
    for (int i = follows->speed; i < follows->speed + follows->speed_count; i++) {
        apart += (a->y[i] - b->y[i]) * (a->y[i] - b->y[i]);
        size += b->y[i] * b->y[i];
        first += b->start[i] * b->start[i];
    }
    bool watched = sqrt(size) > 0.1 * sqrt(first);
    return sqrt(apart) / (follows->slow + sqrt(watched ? size : first));
}

/* How much the motion makes of differences: no method can be better than that. Times also.

   Differences at the start, and errors on the way. A method with local errors of rtol has the global error of
   KICKS random kicks of rtol / sqrt(KICKS) each, which keep the size of rtol where the motion neither
   enlarges nor damps them. A motion may forget its start and still be sensitive later (a growing wobble,
   impacts), so that both are needed. */
typedef struct condition {
    double of_state, of_time;
    bool known; /* false: a tiny change makes it end otherwise */
} condition;

/* Changes the angular velocity by NUDGE / sqrt(KICKS) of each component, of random signs. */
static void kick(rb_simulation *sim, rb_test_rng *rng) {
    rb_snapshot now;
    rb_simulation_snapshot(sim, &now);
    const double omega[3] = {now.omega.x, now.omega.y, now.omega.z};
    double delta[3];
    for (int i = 0; i < 3; i++) {
        double sign = rb_test_int(rng, 2) == 0 ? -1 : 1;
        delta[i] = sign * NUDGE / sqrt(KICKS) * (fabs(omega[i]) + SLOW);
    }
    rb_simulation_flick(sim, (rb_vec3){delta[0], delta[1], delta[2]}, NULL);
}

/* The scene with changed velocities at the start and a little less friction. */
static void nudge_start(rb_scene *scene, int sign) {
    rb_param_table table = rb_scene_table(scene, RB_SECTION_START);
    double *start = scene->values[RB_SECTION_START], *mu = &scene->values[RB_SECTION_CONTACT][RB_CONTACT_MU];
    for (int i = 0; i < table.count; i++) {
        bool velocity = strncmp(table.rows[i].name, "omega", 5) == 0;
        if (velocity && fabs(start[i]) < 0.9 * table.rows[i].max) {
            start[i] += sign * NUDGE * (fabs(start[i]) + SLOW);
        }
    }
    *mu *= 1 - NUDGE * (sign > 0);
}

static condition find_condition(const rb_scene *scene, const rb_model *model, const double *scale,
                                const outcome *reference, double until) {
    condition c = {1, 1, true};
    for (int i = 0; i < 4; i++) {
        rb_scene other = *scene;
        rb_test_rng rng = {88172645463325252U + (uint64_t)i};
        bool kicked = i >= 2;
        if (!kicked) {
            nudge_start(&other, i == 0 ? -1 : 1);
        }
        outcome nudged = run(&other, RB_METHOD_AUTO, TIGHT, until, kicked ? &rng : NULL);
        c.known = c.known && !nudged.has_warning && nudged.end == reference->end;
        c.of_state = fmax(c.of_state, distance(model, scale, &nudged, reference) / NUDGE);
        c.of_time = fmax(c.of_time, fabs(nudged.t - reference->t) / NUDGE);
    }
    return c;
}

static void complain(const rb_scene *scene, double until) {
    char *text = rb_scene_to_text(scene);
    fprintf(stderr, "%s\nuntil t = %g s\n", text != NULL ? text : "", until);
    free(text);
}

/* What one method gives; false if it is wrong and does not say so. */
static bool is_right(const rb_scene *scene, const rb_model *model, const double *scale,
                     const outcome *reference, condition c, int method, double rtol, double until) {
    outcome out = run(scene, methods[method], rtol, until, NULL);
    bool fixed = methods[method] == RB_METHOD_DP5;
    double share = fixed ? ALLOWED_FIXED : ALLOWED * (rtol + TIGHT); /* the reference has an error, too */
    double allowed = share * c.of_state;
    double late =
        share * fmax(c.of_time, until) + (fixed ? scene->values[RB_SECTION_SOLVER][RB_SOLVER_STEP] : 0);
    double off = fixed ? speed_distance(model, &out, reference) : distance(model, scale, &out, reference);
    double off_time = fabs(out.t - reference->t);
    bool ended = reference->end == RB_END_LIFT_OFF;
    bool right = out.end == reference->end && (ended ? off_time <= late : off <= allowed);
    if (out.bad_time || (!out.has_warning && !right)) {
        complain(scene, until);
        fprintf(stderr,
                "%s at rtol %g: end %d at %.9g s, reference %d at %.9g s; off by %.3g, allowed %.3g; "
                "condition %.3g\n",
                names[method], rtol, out.end, out.t, reference->end, reference->t, off, allowed, c.of_state);
        return false;
    }
    return true;
}

/* Any scene with any friction law that fits, sometimes as printed: without softening near rest. */
static bool draw_scene(rb_test_rng *rng, const rb_library *library, rb_scene *scene) {
    bool valid = soak_random_scene(rng, library, scene);
    int law = rb_test_int(rng, 2 * rb_friction_law_count());
    bool printed = rb_test_int(rng, 8) == 0;
    if (law < rb_friction_law_count()) {
        rb_scene_set_friction(scene, rb_friction_law_at(law));
    }
    if (printed) {
        rb_friction_as_printed(scene->friction, scene->values[RB_SECTION_FRICTION]);
    }
    return valid && rb_scene_check(scene, "soak", NULL) == RB_OK;
}

/* A stone on two ends claps: an error of when one end lands changes the next impact, which kicks of the
   angular velocity alone show a third of (test_two_ends compares its methods). */
static bool has_two_ends(const rb_scene *scene) {
    rb_param_table table = rb_scene_table(scene, RB_SECTION_BODY);
    int ends = rb_param_find(table, "ends");
    return ends >= 0 && scene->values[RB_SECTION_BODY][ends] > 0;
}

int soak_compare(const rb_scene *scene, double until, soak_tally *tally) {
    rb_model model;
    double scale[RB_ODE_MAX];
    bool is_large = scene->body->ops->large != NULL; /* more than RB_ODE_MAX numbers, by rodas only */
    if (is_large || has_two_ends(scene)) {
        tally->not_compared++;
        return 0;
    }
    outcome reference = run(scene, RB_METHOD_AUTO, TIGHT, until, NULL);
    rb_model_build(scene, &model);
    model.ops->scale(&model, scale);
    if (reference.has_warning) {
        tally->not_compared++;
        return 0;
    }
    condition c = find_condition(scene, &model, scale, &reference, until);
    if (!c.known || ALLOWED * tolerances[1] * c.of_state > COMPARABLE) {
        tally->not_compared++;
        return 0;
    }
    tally->compared++;
    int wrong = 0;
    for (int m = 0; m < (int)(sizeof methods / sizeof methods[0]); m++) {
        for (int k = ALLOWED * tolerances[0] * c.of_state > COMPARABLE; k < (m == 0 ? 1 : 2); k++) {
            wrong += !is_right(scene, &model, scale, &reference, c, m, tolerances[k], until);
        }
    }
    return wrong;
}

int soak_methods(rb_test_rng *rng, const rb_library *library, soak_tally *tally) {
    rb_scene scene;
    if (!draw_scene(rng, library, &scene)) {
        tally->not_valid++;
        return 0;
    }
    double tick = scene.values[RB_SECTION_SOLVER][RB_SOLVER_TICK];
    double until = tick * ceil(rb_test_real(rng, 0, 1) * LONGEST / tick);
    return soak_compare(&scene, until, tally);
}
