#include "rattleback/sweep.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/expression.h"
#include "analysis/lyapunov.h"
#include "analysis/stability.h"
#include "analysis/study_private.h"
#include "base/macros.h"
#include "base/text.h"
#include "bodies/ops.h"
#include "math/random.h"
#include "rattleback/run.h"
#include "sim/control.h"

/* Jobs of a chunk: twice the number of lanes; with few jobs as many as there are lanes, so that more threads
   share them. Only dp5 has lanes. */
enum { SWEEP_CHUNK = 8, SWEEP_LANES = 4, SWEEP_FEW = 256 };
_Static_assert(RB_SOBOL_DIMENSIONS >= RB_SWEEP_AXES && RB_STUDY_JOBS_MAX <= UINT32_MAX,
               "every axis is a dimension of Sobol's sequence, and every run one of its points");

/* ---------------------------------------------------------------- values */

static bool ends_with(const char *text, const char *end) {
    size_t length = strlen(text), size = strlen(end);
    return length >= size && strcmp(text + length - size, end) == 0;
}

/* Values that only studies have: each needs computations of its own. */
enum { LYAPUNOV, WOBBLE_GROWTH, WOBBLE_THEORY, STUDY_VALUES };
static const rb_outcome *const study_values[STUDY_VALUES] = {&rb_outcome_lyapunov, &rb_outcome_wobble_growth,
                                                             &rb_outcome_wobble_theory};

/* Returns STUDY_VALUES for any other outcome. */
static int study_value(const rb_outcome *o) {
    int i = 0;
    while (i < STUDY_VALUES && study_values[i] != o) {
        i++;
    }
    return i;
}

/* Outcomes of all runs come first. */
const rb_outcome *rb_sweep_value_at(int index) {
    int more = index - rb_outcome_count();
    return more < 0 ? rb_outcome_at(index) : more < STUDY_VALUES ? study_values[more] : NULL;
}

bool rb_sweep_value_fits(const rb_outcome *outcome, const rb_body_kind *body) {
    bool rigid = body == &rb_body_celt || body == &rb_body_top;
    int studied = study_value(outcome);
    return studied == LYAPUNOV       ? body->ops->large == NULL
           : studied == STUDY_VALUES ? rb_outcome_fits(outcome, body)
                                     : rigid;
}

const rb_outcome *rb_sweep_find_value(const rb_body_kind *body, const char *name) {
    for (int pass = 0; pass < 3; pass++) {
        const rb_outcome *o;
        for (int i = 0; (o = rb_sweep_value_at(i)) != NULL; i++) {
            if (rb_sweep_value_fits(o, body) && !(o->flags & RB_OUTCOME_MACHINE) &&
                (pass == 0   ? strcmp(o->name, name) == 0
                 : pass == 1 ? strncmp(o->name, name, strlen(name)) == 0
                             : ends_with(o->name, name))) {
                return o;
            }
        }
    }
    return NULL;
}

rb_status rb_sweep_add_values(rb_sweep *sweep, const char *option, const char *names, rb_error *err) {
    RB_CHECK_ARGUMENTS(sweep != NULL && sweep->scene.body != NULL && option != NULL && names != NULL, err);
    char name[RB_EXPRESSION_TEXT + 1];
    while (rb_expression_next(&names, name, sizeof name)) {
        bool expression = rb_is_expression(name);
        const rb_outcome *found = expression        ? rb_expression_outcome(&sweep->scene, option, name, err)
                                  : name[0] != '\0' ? rb_sweep_find_value(sweep->scene.body, name)
                                                    : NULL;
        if (found == NULL && expression) {
            return RB_ERR_INPUT;
        }
        if (found == NULL) {
            return rb_fail(err, RB_ERR_INPUT,
                           "%s: expected an outcome that this body has (\"rbsim outcomes\" lists "
                           "them), got \"%s\"",
                           option, name);
        }
        if (sweep->value_count == RB_SWEEP_VALUES) {
            return rb_fail(err, RB_ERR_INPUT, "%s: expected at most %d outcomes", option, RB_SWEEP_VALUES);
        }
        for (int i = 0; i < sweep->value_count; i++) {
            if (sweep->values[i] == found) {
                return rb_fail(err, RB_ERR_INPUT, "%s: duplicate outcome %s", option, found->name);
            }
        }
        sweep->values[sweep->value_count++] = found;
    }
    return RB_OK;
}

/* ---------------------------------------------------------------- runs */

rb_status rb_sweep_check_axes(const rb_sweep *sweep, rb_error *err) {
    RB_CHECK_ARGUMENTS(sweep != NULL, err);
    for (int i = 0; i < sweep->axis_count; i++) {
        const rb_axis *a = &sweep->axes[i];
        for (int k = 0; k < sweep->axis_count; k++) {
            const rb_axis *b = &sweep->axes[k];
            if (i != k && a->section == b->section && a->index == b->index) {
                return rb_fail(err, RB_ERR_INPUT, "%s is varied twice", a->name);
            }
            if (i != k && a->is_law && b->section == RB_SECTION_FRICTION) {
                return rb_fail(err, RB_ERR_INPUT,
                               "%s: expected no parameter of the friction law beside a list of laws",
                               b->name);
            }
        }
    }
    return RB_OK;
}

int64_t rb_sweep_count(const rb_sweep *sweep) {
    RB_CHECK_ARGUMENTS_OR(sweep != NULL, (int64_t)0);
    if (sweep->random_count > 0) {
        return sweep->random_count;
    }
    int64_t count = 1;
    for (int k = 0; k < sweep->axis_count; k++) {
        if (count > INT64_MAX / sweep->axes[k].count) {
            return INT64_MAX;
        }
        count *= sweep->axes[k].count;
    }
    return count;
}

/* Position of a random run in the range of its axis, in [0, 1). Depends only on seed, run and axis. */
static double share_of(const rb_sweep *sweep, int64_t job, int axis) {
    if (sweep->sobol) {
        return rb_sobol((uint32_t)job, axis, sweep->seed);
    }
    uint64_t place = (uint64_t)(job * RB_SWEEP_AXES + axis + 1);
    return (double)(rb_mix(sweep->seed + RB_MIX_STEP * place) >> 11) * 0x1p-53;
}

void rb_sweep_point(const rb_sweep *sweep, int64_t job, double *values) {
    if (sweep == NULL) {
        return;
    }
    int64_t left = job;
    for (int k = sweep->axis_count - 1; k >= 0; k--) {
        const rb_axis *axis = &sweep->axes[k];
        if (sweep->random_count > 0) {
            values[k] = rb_axis_at(axis, share_of(sweep, job, k));
            if (axis->row->flags & RB_PARAM_INTEGER) {
                values[k] = floor(values[k] + 0.5);
            }
        } else {
            values[k] = rb_axis_value(axis, (int)(left % axis->count));
            left /= axis->count;
        }
    }
}

rb_scene rb_sweep_scene(const rb_sweep *sweep, int64_t job) {
    RB_CHECK_ARGUMENTS_OR(sweep != NULL, (rb_scene){0});
    rb_scene scene = sweep->scene;
    double values[RB_SWEEP_AXES];
    rb_sweep_point(sweep, job, values);
    for (int pass = 0; pass < 2; pass++) { /* a law comes first: it may reset parameters */
        for (int k = 0; k < sweep->axis_count; k++) {
            if (sweep->axes[k].is_law == (pass == 0)) {
                rb_axis_set(&sweep->axes[k], &scene, values[k]);
            }
        }
    }
    return scene;
}

int rb_sweep_width(const rb_sweep *sweep) {
    RB_CHECK_ARGUMENTS_OR(sweep != NULL, 0);
    return sweep->value_count + 1;
}

static bool is_cancelled(void *context) {
    return rb_study_cancelled(context);
}

/* The runs of a chunk with a valid combination of parameters. */
typedef struct runs {
    int count;
    int jobs[SWEEP_CHUNK]; /* of the chunk */
    rb_scene scenes[SWEEP_CHUNK];
    rb_summary summaries[SWEEP_CHUNK];
    double studied[SWEEP_CHUNK][STUDY_VALUES]; /* those that are wanted */
    double expressions[SWEEP_CHUNK][RB_SWEEP_VALUES];
} runs;

static double until_of(const rb_scene *scene) {
    return scene->values[RB_SECTION_SOLVER][RB_SOLVER_T_END];
}

/* Runs with the same end time form a batch. */
static rb_status run_batches(runs *r, const rb_study_control *control, rb_error *err) {
    rb_status status = RB_OK;
    for (int i = 0, end; status == RB_OK && i < r->count; i = end) {
        rb_batch batch = {
            .until = until_of(&r->scenes[i]), .cancelled = is_cancelled, .context = (void *)control};
        for (end = i + 1; end < r->count && until_of(&r->scenes[end]) == batch.until;) {
            end++;
        }
        status = rb_run_batch_checked(&r->scenes[i], end - i, &batch, &r->summaries[i], err);
    }
    return status;
}

static bool is_cancelled_at(void *context, double t) {
    (void)t;
    return rb_study_cancelled(context);
}

/* The largest exponent of a run. */
static rb_status find_exponent(const rb_scene *scene, const rb_study_control *control, rb_summary *summary,
                               double *exponent, rb_error *err) {
    rb_lyapunov *l = malloc(sizeof *l);
    if (l == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "sweep: out of memory");
    }
    double until = until_of(scene);
    rb_lyapunov_request request = {.until = until,
                                   .transient = rb_lyapunov_transient(until),
                                   .cancelled = is_cancelled_at,
                                   .context = (void *)control};
    rb_status status = rb_lyapunov_of(scene, &request, l, err);
    if (status == RB_OK) {
        *summary = l->summary;
        *exponent = l->exponents[0];
    }
    free(l);
    return status;
}

static bool wants(const rb_sweep *sweep, int studied) {
    for (int k = 0; k < sweep->value_count; k++) {
        if (study_value(sweep->values[k]) == studied) {
            return true;
        }
    }
    return false;
}

/* Is a value that of a plain run? */
static bool wants_plain_runs(const rb_sweep *sweep) {
    for (int k = 0; k < sweep->value_count; k++) {
        if (study_value(sweep->values[k]) == STUDY_VALUES) {
            return true;
        }
    }
    return false;
}

/* The values of studies, one run after the other. With exponents the other outcomes are those of the run that
   has them. */
static rb_status run_studied(const rb_sweep *sweep, runs *r, const rb_study_control *control, rb_error *err) {
    rb_status status = RB_OK;
    for (int i = 0; status == RB_OK && i < r->count; i++) {
        const rb_scene *scene = &r->scenes[i];
        double *studied = r->studied[i];
        if (wants(sweep, WOBBLE_THEORY)) {
            studied[WOBBLE_THEORY] = rb_wobble_theory(scene);
        }
        if (wants(sweep, WOBBLE_GROWTH)) {
            rb_summary wobble;
            status = rb_wobble_growth(scene, is_cancelled_at, (void *)control, &wobble,
                                      &studied[WOBBLE_GROWTH], err);
            r->summaries[i] = wants_plain_runs(sweep) ? r->summaries[i] : wobble;
        }
        if (status == RB_OK && wants(sweep, LYAPUNOV)) {
            status = find_exponent(scene, control, &r->summaries[i], &studied[LYAPUNOV], err);
        }
    }
    return status;
}

static bool wants_expressions(const rb_sweep *sweep) {
    for (int k = 0; k < sweep->value_count; k++) {
        if (rb_expression_of(sweep->values[k]) != NULL) {
            return true;
        }
    }
    return false;
}

/* One after the other, observed. The summaries are those of a batch, to the bit. */
static rb_status run_with_expressions(const rb_sweep *sweep, runs *r, const rb_study_control *control,
                                      rb_error *err) {
    rb_status status = RB_OK;
    for (int i = 0; status == RB_OK && i < r->count; i++) {
        rb_run_result result;
        rb_expression_request request = {.until = until_of(&r->scenes[i]),
                                         .outcomes = sweep->values,
                                         .count = sweep->value_count,
                                         .cancelled = is_cancelled_at,
                                         .context = (void *)control};
        status = rb_expressions_run(&r->scenes[i], &request, &result, r->expressions[i], err);
        r->summaries[i] = result.summary;
    }
    return status;
}

/* Runs as the wanted values need it. */
static rb_status run_all(const rb_sweep *sweep, runs *r, const rb_study_control *control, rb_error *err) {
    rb_status status = RB_OK;
    if (wants_expressions(sweep)) {
        status = run_with_expressions(sweep, r, control, err);
    } else if (!wants(sweep, LYAPUNOV) && (wants_plain_runs(sweep) || !wants(sweep, WOBBLE_GROWTH))) {
        status = run_batches(r, control, err);
    }
    return status == RB_OK ? run_studied(sweep, r, control, err) : status;
}

static rb_status run_jobs(const void *context, int64_t first, int count, const rb_study_control *control,
                          double *rows, rb_error *err) {
    const rb_sweep *sweep = context;
    int width = rb_sweep_width(sweep), values = sweep->value_count;
    runs *r = calloc(1, sizeof *r);
    if (r == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "sweep: out of memory");
    }
    r->count = 0;
    for (int i = 0; i < count; i++) {
        double *row = rows + (size_t)i * (size_t)width;
        for (int k = 0; k < values; k++) {
            row[k] = NAN;
        }
        row[values] = RB_SWEEP_UNSOUND;
        r->scenes[r->count] = rb_sweep_scene(sweep, first + i);
        if (rb_scene_check(&r->scenes[r->count], sweep->scene.id, NULL) == RB_OK) {
            r->jobs[r->count++] = i;
        }
    }
    rb_status status = run_all(sweep, r, control, err);
    for (int i = 0; status == RB_OK && i < r->count; i++) {
        double *row = rows + (size_t)r->jobs[i] * (size_t)width;
        for (int k = 0; k < values; k++) {
            int studied = study_value(sweep->values[k]);
            row[k] = studied < STUDY_VALUES ? r->studied[i][studied]
                     : rb_expression_of(sweep->values[k]) != NULL
                         ? r->expressions[i][k]
                         : rb_outcome_value(sweep->values[k], &r->summaries[i]);
        }
        row[values] = r->summaries[i].end_reason;
    }
    free(r);
    return status;
}

static void prepare(const rb_sweep *sweep, rb_study *study) {
    study->job_count = rb_sweep_count(sweep);
    study->width = rb_sweep_width(sweep);
    bool lanes = sweep->scene.values[RB_SECTION_SOLVER][RB_SOLVER_METHOD] == RB_METHOD_DP5;
    study->chunk = study->job_count >= SWEEP_FEW ? SWEEP_CHUNK : lanes ? SWEEP_LANES : 1;
    study->work = run_jobs;
    study->context = sweep;
}

void rb_sweep_prepare(const rb_study_spec *spec, rb_study *study) {
    prepare(&spec->sweep, study);
}

rb_status rb_sweep_study(const rb_sweep *sweep, const char *title, rb_study *study, char **definition,
                         rb_error *err) {
    RB_CHECK_ARGUMENTS(sweep != NULL && sweep->scene.body != NULL && study != NULL && definition != NULL,
                       err);
    rb_study_spec *spec = calloc(1, sizeof *spec);
    *definition = NULL;
    if (spec != NULL) {
        spec->sweep = *sweep;
        *definition = rb_study_spec_to_line(spec);
    }
    free(spec);
    *study = (rb_study){.definition = *definition, .title = title};
    prepare(sweep, study);
    return *definition != NULL ? RB_OK : rb_fail(err, RB_ERR_MEMORY, "sweep: out of memory");
}
