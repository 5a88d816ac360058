#include "analysis/stability.h"

#include <math.h>
#include <string.h>

#include "bodies/ops.h"
#include "bodies/rigid_body.h"
#include "math/eigen.h"
#include "math/pi.h"
#include "sim/control.h"
#include "sim/model_build.h"

#define TILT 1e-4    /* rad, at the start */
#define LARGEST 0.05 /* rad: no longer a small wobble */
#define SMALLEST (1e-3 * TILT)

static double read_none(const rb_summary *s) {
    (void)s;
    return NAN;
}

const rb_outcome rb_outcome_wobble_growth = {
    .name = "wobble_growth",
    .title = "growth of wobble",
    .symbol = "λ",
    .unit = "1/s",
    .help = "growth rate of a small wobble about steady spin, simulated (in studies)",
    .decimals = 4,
    .read = read_none,
};

const rb_outcome rb_outcome_wobble_theory = {
    .name = "wobble_theory",
    .title = "growth by theory",
    .symbol = "λ",
    .unit = "1/s",
    .help = "growth rate of a small wobble about steady spin, by linear theory (in studies)",
    .decimals = 4,
    .read = read_none,
};

/* ---------------------------------------------------------------- simulation */

static double start_value(const rb_scene *scene, const char *name) {
    int i = rb_param_find(rb_scene_table(scene, RB_SECTION_START), name);
    return i >= 0 ? scene->values[RB_SECTION_START][i] : 0;
}

static bool is_inverted(const rb_scene *scene) {
    return scene->body == &rb_body_top && start_value(scene, "theta") > RB_PI / 2;
}

/* The scene in steady spin, slightly tilted. */
static rb_scene tilted(const rb_scene *scene) {
    const struct {
        const char *name;
        double value;
    } rows[] = {{"theta", is_inverted(scene) ? RB_PI - TILT : TILT},
                {"phi", TILT},
                {"psi", 0},
                {"omega1", 0},
                {"omega2", 0},
                {"velocity", 1}, /* rolling */
                {"energy", 0},
                {"height", 0}};
    rb_scene out = *scene;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int k = rb_param_find(rb_scene_table(scene, RB_SECTION_START), rows[i].name);
        if (k >= 0) {
            out.values[RB_SECTION_START][k] = rows[i].value;
        }
    }
    return out;
}

/* The largest tilt in equal parts of the time. */
enum { PARTS = 90, SAMPLES = 20, PARTS_MIN = 15 };

typedef struct envelope {
    bool inverted;
    int count; /* parts that are complete */
    double tilt[PARTS + 1];
    bool (*cancelled)(void *context, double t);
    void *context;
} envelope;

static bool observe(void *context, const rb_moment *moment) {
    envelope *e = context;
    double tilt = e->inverted ? RB_PI - moment->now->tilt : moment->now->tilt;
    int part = (int)(moment->index / SAMPLES);
    bool decayed = part > e->count && e->tilt[e->count] < SMALLEST;
    e->count = part;
    e->tilt[part] = fmax(e->tilt[part], tilt);
    return tilt < LARGEST && part < PARTS && !decayed;
}

static bool is_cancelled(void *context, double t) {
    const envelope *e = context;
    return e->cancelled != NULL && e->cancelled(e->context, t);
}

static double largest(const envelope *e, int from, int end) {
    double tilt = 0;
    for (int i = from; i < end; i++) {
        tilt = fmax(tilt, e->tilt[i]);
    }
    return tilt;
}

/* Follows the tilt up to `until`. Returns the rate; NAN if it became too large within a few parts of this
 * time. */
static rb_status follow(const rb_scene *start, double until, envelope *e, rb_run_result *result,
                        double *growth, rb_error *err) {
    double part = until / PARTS;
    rb_observer observer = {
        .every = part / SAMPLES, .observe = observe, .cancelled = is_cancelled, .context = e};
    rb_status status = rb_run_checked(start, until, &observer, result, err);
    int third = e->count / 3;
    double before = largest(e, third, 2 * third), after = largest(e, 2 * third, 3 * third);
    bool known = e->count >= PARTS_MIN && before > 0 && after > 0;
    *growth = known ? log(after / before) / (third * part) : NAN;
    return status;
}

rb_status rb_wobble_growth(const rb_scene *scene, bool (*cancelled)(void *context, double t), void *context,
                           rb_summary *summary, double *growth, rb_error *err) {
    enum { ATTEMPTS = 4 };
    rb_scene start = tilted(scene);
    double until = scene->values[RB_SECTION_SOLVER][RB_SOLVER_T_END];
    rb_status status = rb_scene_check(&start, start.id, err);
    *growth = NAN;
    for (int i = 0; status == RB_OK && isnan(*growth) && i < ATTEMPTS; i++) {
        envelope e = {.inverted = is_inverted(scene), .cancelled = cancelled, .context = context};
        rb_run_result result;
        status = follow(&start, until, &e, &result, growth, err);
        if (status != RB_OK) {
            break;
        }
        *summary = result.summary;
        if (result.summary.end_reason != RB_END_STOPPED || !(result.last.t < until)) {
            break;
        }
        until = result.last.t; /* it changes fast */
    }
    return status;
}

/* ---------------------------------------------------------------- theory */

bool rb_steady_spin_model(const rb_scene *scene, rb_model *model) {
    rb_scene rolling = *scene;
    rb_scene_set_friction(&rolling, rb_friction_law_find("no-slip"));
    rb_scene_set_rolling(&rolling, rb_rolling_law_find("none"));
    rb_scene_set_normal(&rolling, rb_normal_law_find("rigid"));
    rb_model_build(&rolling, model);
    return model->shape.contact_count == 1 && model->B.m[0][2] == 0 && model->B.m[1][2] == 0 &&
           model->shape.k[0].x == 0 && model->shape.k[0].y == 0;
}

/* The largest real part of the n eigenvalues of A. */
static double largest_rate(double A[RB_ODE_MAX][RB_ODE_MAX], int n) {
    double re[RB_ODE_MAX], im[RB_ODE_MAX], most = -INFINITY;
    if (!rb_eigenvalues(A, n, re, im)) {
        return NAN;
    }
    for (int i = 0; i < n; i++) {
        most = fmax(most, re[i]);
    }
    return most;
}

static double celt_theory(const rb_scene *scene) {
    rb_model model;
    double near[4][4], A[RB_ODE_MAX][RB_ODE_MAX] = {{0}};
    if (!rb_steady_spin_model(scene, &model)) {
        return NAN;
    }
    rb_rigid_body_near_spin(&model, start_value(scene, "omega3"), near);
    for (int i = 0; i < 4; i++) {
        memcpy(A[i], near[i], sizeof near[i]);
    }
    return largest_rate(A, 4);
}

static double top_theory(const rb_scene *scene) {
    rb_model model;
    double A[RB_ODE_MAX][RB_ODE_MAX] = {{0}};
    rb_model_build(scene, &model);
    if (model.friction.law->no_slip) {
        return NAN;
    }
    rb_spheres_near_spin(&model, is_inverted(scene), fabs(start_value(scene, "omega3")), A);
    return largest_rate(A, RB_SPHERES_NEAR_SPIN);
}

double rb_wobble_theory(const rb_scene *scene) {
    return scene->body == &rb_body_celt  ? celt_theory(scene)
           : scene->body == &rb_body_top ? top_theory(scene)
                                         : NAN;
}
