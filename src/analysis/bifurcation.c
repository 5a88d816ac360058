#include "rattleback/bifurcation.h"

#include <math.h>
#include <stdlib.h>

static bool is_cancelled(void *context, double t) {
    (void)t;
    return rb_study_cancelled(context);
}

static rb_status run_column(const rb_bifurcation *d, int64_t job, const rb_study_control *control,
                            rb_map_point *points, double *row, rb_error *err) {
    rb_scene scene = rb_sweep_scene(&d->sweep, job);
    row[RB_COLUMN_FOUND] = row[RB_COLUMN_PERIOD] = 0;
    row[RB_COLUMN_PERIOD_TIME] = NAN;
    for (int i = 0; i < 2 * d->points; i++) {
        row[RB_COLUMN_POINTS + i] = NAN;
    }
    if (rb_scene_check(&scene, scene.id, NULL) != RB_OK) {
        return RB_OK;
    }
    rb_map_request request = {.section = d->section,
                              .transient = d->transient,
                              .points = d->points,
                              .patience = scene.values[RB_SECTION_SOLVER][RB_SOLVER_T_END],
                              .cancelled = is_cancelled,
                              .context = (void *)control};
    rb_map_result found;
    rb_status status = rb_poincare(&scene, &request, points, &found, err);
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

static rb_status run_columns(const void *context, int64_t first, int count,
                             const rb_study_control *control, double *rows, rb_error *err) {
    const rb_bifurcation *d = context;
    size_t width = RB_COLUMN_POINTS + 2 * (size_t)d->points;
    rb_map_point *points = calloc((size_t)d->points, sizeof *points);
    if (points == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "bifurcation: out of memory");
    }
    rb_status status = RB_OK;
    for (int i = 0; status == RB_OK && i < count; i++) {
        status = run_column(d, first + i, control, points, rows + (size_t)i * width, err);
    }
    free(points);
    return status;
}

rb_status rb_bifurcation_study(const rb_bifurcation *diagram, const char *title, rb_study *study,
                               char **definition, rb_error *err) {
    rb_status status = rb_sweep_study(&diagram->sweep, title, study, definition, err);
    study->width = RB_COLUMN_POINTS + 2 * diagram->points;
    study->chunk = 1;
    study->work = run_columns;
    study->context = diagram;
    return status;
}
