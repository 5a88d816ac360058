#include "rattleback/bifurcation.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/study_private.h"
#include "base/macros.h"

/* ---------------------------------------------------------------- columns and branches */

int rb_bifurcation_columns(const rb_study_spec *d) {
    RB_CHECK_ARGUMENTS_OR(d != NULL, 0);
    return d->sweep.axes[0].count;
}

static int start_count(const rb_study_spec *d) {
    int count = 1;
    for (int k = 1; k < d->sweep.axis_count; k++) {
        count *= d->sweep.axes[k].count;
    }
    return count;
}

int rb_bifurcation_branches(const rb_study_spec *d) {
    RB_CHECK_ARGUMENTS_OR(d != NULL, 0);
    return start_count(d) * (d->follow == RB_FOLLOW_BOTH ? 2 : 1);
}

static size_t column_width(const rb_study_spec *d) {
    return RB_COLUMN_POINTS + 2 * (size_t)d->points;
}

const double *rb_bifurcation_column(const rb_study_spec *d, const double *rows, const unsigned char *done,
                                    int column, int branch) {
    RB_CHECK_ARGUMENTS_OR(d != NULL && done != NULL, NULL);
    bool follows = d->follow != RB_FOLLOW_NONE;
    size_t columns = (size_t)rb_bifurcation_columns(d), starts = (size_t)start_count(d);
    size_t job = follows ? (size_t)branch : (size_t)column * starts + (size_t)branch;
    size_t at = follows ? job * columns + (size_t)column : job;
    return done[job] ? rows + at * column_width(d) : NULL;
}

int rb_bifurcation_empty(const rb_study_spec *d, const double *rows, const unsigned char *done) {
    RB_CHECK_ARGUMENTS_OR(d != NULL, 0);
    int empty = 0;
    for (int column = 0; column < rb_bifurcation_columns(d); column++) {
        for (int branch = 0; branch < rb_bifurcation_branches(d); branch++) {
            const double *found = rb_bifurcation_column(d, rows, done, column, branch);
            empty += found != NULL && found[RB_COLUMN_FOUND] == 0;
        }
    }
    return empty;
}

rb_status rb_bifurcation_check(const rb_study_spec *d, rb_error *err) {
    RB_CHECK_ARGUMENTS(d != NULL, err);
    const rb_axis *first = &d->sweep.axes[0];
    if (d->follow != RB_FOLLOW_NONE &&
        (first->is_law || rb_param_needs_restart(first->row, first->section))) {
        return rb_fail(err, RB_ERR_INPUT, "follow: %s: expected a parameter that can change during a run",
                       first->name);
    }
    for (int k = 1; k < d->sweep.axis_count; k++) {
        if (d->sweep.axes[k].section != RB_SECTION_START || !d->sweep.axes[k].is_list) {
            return rb_fail(err, RB_ERR_INPUT, "start: %s: expected a list of start values",
                           d->sweep.axes[k].name);
        }
    }
    double points = (double)d->points * rb_bifurcation_columns(d) * rb_bifurcation_branches(d);
    return points <= 1e8 ? RB_OK
                         : rb_fail(err, RB_ERR_INPUT,
                                   "bifurcation: expected at most 1e8 points in all, got %g", points);
}

/* ---------------------------------------------------------------- computing */

static bool is_cancelled(void *context, double t) {
    (void)t;
    return rb_study_cancelled(context);
}

/* Initialises the numbers of a column as empty. */
static void clear_column(const rb_study_spec *d, double *row) {
    for (size_t i = 0; i < column_width(d); i++) {
        row[i] = NAN;
    }
    row[RB_COLUMN_FOUND] = row[RB_COLUMN_PERIOD] = 0;
}

/* Samples a column from the present state of the simulation. */
static rb_status sample_column(const rb_study_spec *d, rb_simulation *sim, const rb_study_control *control,
                               rb_map_point *points, double *row, rb_error *err) {
    const rb_scene *scene = rb_simulation_scene(sim);
    rb_map_request request = {.section = d->section,
                              .transient = d->transient,
                              .points = d->points,
                              .patience = scene->values[RB_SECTION_SOLVER][RB_SOLVER_T_END],
                              .cancelled = is_cancelled,
                              .context = (void *)control};
    rb_map_result found;
    rb_status status = rb_poincare_continue(sim, &request, points, &found, err);
    if (status != RB_OK) {
        return status;
    }
    row[RB_COLUMN_FOUND] = found.found;
    row[RB_COLUMN_PERIOD] = found.period;
    row[RB_COLUMN_PERIOD_TIME] = found.period_time;
    for (int i = 0; i < found.found; i++) {
        row[RB_COLUMN_POINTS + 2 * i] = points[i].at[0];
        row[RB_COLUMN_POINTS + 2 * i + 1] = points[i].at[1];
    }
    return RB_OK;
}

/* One column from its own start. A scene that is not valid gives an empty column. */
static rb_status run_column(const rb_study_spec *d, int64_t job, const rb_study_control *control,
                            rb_map_point *points, double *row, rb_error *err) {
    rb_scene scene = rb_sweep_scene(&d->sweep, job);
    rb_simulation *sim = NULL;
    clear_column(d, row);
    rb_status status = rb_simulation_create(&scene, &sim, err);
    if (status != RB_OK) {
        return status == RB_ERR_INPUT ? RB_OK : status;
    }
    status = sample_column(d, sim, control, points, row, err);
    rb_simulation_destroy(sim);
    return status;
}

/* Computes the columns of one branch, each from the end of the one before it. A column with an invalid
   combination of parameters stays empty and is skipped. */
static rb_status run_branch(const rb_study_spec *d, int64_t job, const rb_study_control *control,
                            rb_map_point *points, double *rows, rb_error *err) {
    int columns = rb_bifurcation_columns(d), starts = start_count(d);
    bool down = d->follow == RB_FOLLOW_DOWN || job >= starts;
    rb_simulation *sim = NULL;
    rb_status status = RB_OK;
    for (int i = 0; i < columns; i++) {
        clear_column(d, rows + (size_t)i * column_width(d));
    }
    for (int i = 0; status == RB_OK && i < columns && !rb_study_cancelled(control); i++) {
        int column = down ? columns - 1 - i : i;
        rb_scene scene = rb_sweep_scene(&d->sweep, (int64_t)column * starts + job % starts);
        rb_status ready =
            sim == NULL ? rb_simulation_create(&scene, &sim, err) : rb_simulation_edit(sim, &scene, err);
        if (ready == RB_OK) {
            double *row = rows + (size_t)column * column_width(d);
            status = sample_column(d, sim, control, points, row, err);
            rb_simulation_tick(sim); /* an interrupted tick is completed before the next edit */
        } else if (ready != RB_ERR_INPUT) {
            status = ready;
        }
    }
    rb_simulation_destroy(sim);
    return status;
}

static rb_status run_jobs(const void *context, int64_t first, int count, const rb_study_control *control,
                          double *rows, rb_error *err) {
    const rb_study_spec *d = context;
    bool follows = d->follow != RB_FOLLOW_NONE;
    size_t width = column_width(d) * (follows ? (size_t)rb_bifurcation_columns(d) : 1);
    rb_map_point *points = calloc((size_t)d->points, sizeof *points);
    if (points == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "bifurcation: out of memory");
    }
    rb_status status = RB_OK;
    for (int i = 0; status == RB_OK && i < count; i++) {
        status =
            (follows ? run_branch : run_column)(d, first + i, control, points, rows + (size_t)i * width, err);
    }
    free(points);
    return status;
}

void rb_bifurcation_prepare(const rb_study_spec *spec, rb_study *study) {
    bool follows = spec->follow != RB_FOLLOW_NONE;
    study->width = (int)column_width(spec) * (follows ? rb_bifurcation_columns(spec) : 1);
    study->job_count = follows ? rb_bifurcation_branches(spec) : rb_sweep_count(&spec->sweep);
    study->work = run_jobs;
    study->context = spec;
}

rb_status rb_bifurcation_study(const rb_study_spec *d, const char *title, rb_study *study, char **definition,
                               rb_error *err) {
    RB_CHECK_ARGUMENTS(d != NULL && d->sweep.scene.body != NULL && study != NULL && definition != NULL, err);
    return rb_study_spec_study_as(d, RB_SPEC_BIFURCATION, title, study, definition, err);
}
