#include "app/session/survey.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/study_private.h"
#include "analysis/study_table.h"
#include "app/language/language.h"
#include "app/session/session.h"
#include "app/session/units.h"
#include "base/text.h"
#include "plot/study_picture.h"

/* ---------------------------------------------------------------- rows */

static void see(rb_survey *s, int k, double value) {
    if (isfinite(value)) {
        s->low[k] = fmin(s->low[k], value);
        s->high[k] = fmax(s->high[k], value);
    }
}

void rb_survey_take(void *survey, int64_t job, const double *row) {
    rb_survey *s = survey;
    memcpy(s->rows + job * s->width, row, (size_t)s->width * sizeof *row);
    s->done_count += s->done[job] == 0;
    s->done[job] = 1;
    s->version++;
    if (rb_survey_is_basins(s)) {
        return;
    }
    if (s->kind != RB_SURVEY_DIAGRAM) {
        s->diverged += row[s->what.sweep.value_count] == RB_END_DIVERGED;
        for (int k = 0; k < s->what.sweep.value_count; k++) {
            see(s, k, row[k]);
        }
        return;
    }
    for (int i = 0; i < (int)row[RB_COLUMN_FOUND]; i++) {
        see(s, 0, row[RB_COLUMN_POINTS + 2 * i]);
    }
}

rb_status rb_survey_allocate(rb_survey *s, rb_error *err) {
    static uint64_t made; /* surveys, by the one thread that makes them */
    s->id = ++made;
    s->count = rb_sweep_count(&s->what.sweep);
    s->width = s->kind == RB_SURVEY_DIAGRAM ? RB_COLUMN_POINTS + 2 * s->what.points
               : rb_survey_is_basins(s)     ? rb_basins_width(&s->what)
                                            : rb_sweep_width(&s->what.sweep);
    for (int k = 0; k < s->what.sweep.axis_count; k++) {
        if (s->what.sweep.axes[k].count > RB_SURVEY_SIDE) {
            return rb_fail(err, RB_ERR_INPUT,
                           "study: %s: expected at most %d values in the window, got %d; \"rbsim "
                           "map\" does larger ones",
                           s->what.sweep.axes[k].name, RB_SURVEY_SIDE, s->what.sweep.axes[k].count);
        }
    }
    if (s->count > RB_SURVEY_JOBS) {
        return rb_fail(err, RB_ERR_INPUT,
                       "study: expected at most %d runs in the window, got %lld; \"rbsim map\" does "
                       "larger ones",
                       RB_SURVEY_JOBS, (long long)s->count);
    }
    s->rows = malloc((size_t)s->count * (size_t)s->width * sizeof *s->rows);
    s->done = calloc((size_t)s->count, 1);
    for (int k = 0; k < RB_SWEEP_VALUES; k++) {
        s->low[k] = INFINITY;
        s->high[k] = -INFINITY;
    }
    for (int64_t i = 0; s->rows != NULL && i < s->count * s->width; i++) {
        s->rows[i] = NAN;
    }
    return s->rows != NULL && s->done != NULL ? RB_OK : rb_fail(err, RB_ERR_MEMORY, "study: out of memory");
}

void rb_survey_free(rb_survey *s) {
    while (s != NULL) {
        rb_survey *before = s->before;
        rb_task_end(&s->task);
        rb_basins_free(&s->basins);
        free(s->rows);
        free(s->done);
        free(s);
        s = before;
    }
}

/* ---------------------------------------------------------------- computing */

static rb_status make(void *owner, rb_study *study, char **definition, rb_error *err) {
    rb_survey *s = owner;
    return rb_study_spec_study(&s->what, s->title, study, definition, err);
}

static const rb_task_ops ops = {make, rb_survey_take};

rb_status rb_survey_define(const rb_scene *scene, const rb_survey_words *words, rb_study_spec *spec,
                           rb_error *err) {
    rb_sweep *sweep = &spec->sweep;
    *spec = (rb_study_spec){.kind = words->value == NULL ? RB_SPEC_BIFURCATION : RB_SPEC_SWEEP,
                            .transient = words->transient,
                            .points = words->points};
    sweep->scene = *scene;
    if (words->until > 0) {
        sweep->scene.values[RB_SECTION_SOLVER][RB_SOLVER_T_END] = words->until;
    }
    rb_status status = rb_axis_parse(&sweep->axes[0], scene, "study", words->x, false, err);
    sweep->axis_count = 1;
    if (status == RB_OK && words->y != NULL) {
        status = rb_axis_parse(&sweep->axes[1], scene, "study", words->y, false, err);
        sweep->axis_count = 2;
    }
    if (status != RB_OK) {
        return status;
    }
    return words->value != NULL ? rb_sweep_add_values(sweep, "study", words->value, err)
                                : rb_section_read(scene->body, words->section, &spec->section, err);
}

/* The axis of the curves, if one of two axes is a list; else -1. */
static int list_of(const rb_sweep *sweep) {
    const rb_axis *axes = sweep->axes;
    return sweep->axis_count != 2 || axes[0].is_list == axes[1].is_list ? -1 : axes[0].is_list ? 0 : 1;
}

/* What the window can show: a grid over one or two ranges, curves, or a diagram of one branch. */
rb_status rb_survey_use(rb_survey *s, const char *where, rb_error *err) {
    const rb_sweep *sweep = &s->what.sweep;
    bool diagram = s->what.kind == RB_SPEC_BIFURCATION;
    if ((s->what.kind != RB_SPEC_SWEEP && !rb_survey_is_basins(s) && !diagram) || sweep->random_count > 0) {
        return rb_fail(err, RB_ERR_INPUT,
                       "%s: expected a sweep over a grid, a map, basins or a bifurcation diagram", where);
    }
    if (sweep->axis_count > (diagram ? 1 : 2) || s->what.follow != RB_FOLLOW_NONE) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected %s; the window does not show more", where,
                       diagram ? "a diagram of one branch" : "one or two parameters");
    }
    s->list_at = diagram ? -1 : list_of(sweep);
    s->x_at = s->list_at == 0;
    for (int k = 0; k < sweep->axis_count; k++) {
        if (sweep->axes[k].is_list && k != s->list_at) {
            return rb_fail(err, RB_ERR_INPUT, "%s: %s: expected a range, got a list", where,
                           sweep->axes[k].name);
        }
    }
    if (rb_survey_curves(s) > RB_SURVEY_CURVES) {
        return rb_fail(err, RB_ERR_INPUT, "%s: %s: expected at most %d curves in the window, got %d", where,
                       sweep->axes[s->list_at].name, RB_SURVEY_CURVES, rb_survey_curves(s));
    }
    s->kind = diagram                                    ? RB_SURVEY_DIAGRAM
              : sweep->axis_count == 2 && s->list_at < 0 ? RB_SURVEY_MAP
                                                         : RB_SURVEY_SWEEP;
    s->scene = sweep->scene;
    rb_study_spec_title(&s->what, s->title, sizeof s->title);
    return RB_OK;
}

static rb_status prepare(rb_survey *s, rb_error *err) {
    rb_sweep *sweep = &s->what.sweep;
    rb_status status = rb_survey_use(s, "study", err);
    for (int k = 0; status == RB_OK && k < sweep->axis_count; k++) {
        status = rb_axis_check(&sweep->axes[k], &sweep->scene, "study", err);
    }
    status = status == RB_OK ? rb_study_spec_check(&s->what, err) : status;
    status = status == RB_OK ? rb_survey_allocate(s, err) : status;
    if (status == RB_OK) {
        rb_scene middle = rb_sweep_scene(sweep, s->count / 2);
        status = rb_scene_check(&middle, "study", err);
    }
    return status;
}

rb_survey *rb_survey_begin(const rb_study_spec *spec, bool threaded, rb_error *err) {
    rb_survey *s = calloc(1, sizeof *s);
    if (s == NULL) {
        rb_fail(err, RB_ERR_MEMORY, "study: out of memory");
        return NULL;
    }
    s->what = *spec;
    rb_status status = prepare(s, err);
    if (status == RB_OK) {
        s->task.ops = &ops;
        s->task.owner = s;
        s->task.scene = &s->what.sweep.scene;
        status = rb_task_begin(&s->task, threaded, err);
    }
    if (status != RB_OK) {
        rb_survey_free(s);
        return NULL;
    }
    return s;
}

/* The number with six digits: one that people read. */
static double rounded(double value) {
    char text[RB_NUMBER_SIZE];
    rb_format(text, sizeof text, "%.6g", value);
    return rb_number_read(text, NULL);
}

/* Narrows an axis to the part between two values. */
static void narrow(rb_axis *axis, double a, double b) {
    double from = fmax(fmin(a, b), axis->from), to = fmin(fmax(a, b), axis->to);
    if (axis->row->flags & RB_PARAM_INTEGER) {
        from = ceil(from);
        to = fmax(floor(to), from);
        axis->count = (int)fmin(axis->count, to - from + 1);
    }
    axis->from = rounded(from);
    axis->to = rounded(to);
}

rb_survey *rb_survey_finer(const rb_survey *survey, double x0, double x1, double y0, double y1, bool threaded,
                           rb_error *err) {
    rb_study_spec spec = survey->what;
    spec.sweep.scene = survey->scene;
    narrow(&spec.sweep.axes[survey->x_at], x0, x1);
    if (survey->kind == RB_SURVEY_MAP) {
        narrow(&spec.sweep.axes[1], y0, y1);
    }
    return rb_survey_begin(&spec, threaded, err);
}

/* ---------------------------------------------------------------- reading it */

bool rb_survey_write(FILE *out, const rb_survey *s) {
    rb_study_rows found = {s->rows, s->done};
    return s->kind == RB_SURVEY_DIAGRAM ? rb_bifurcation_table_write(out, &s->what, found)
           : rb_survey_is_basins(s)     ? rb_basins_table_write(out, &s->what, found)
                                        : rb_sweep_table_write(out, &s->what, found);
}

bool rb_survey_draw(FILE *out, const rb_survey *s) {
    rb_study_rows found = {s->rows, s->done};
    return s->kind == RB_SURVEY_DIAGRAM ? rb_bifurcation_picture(out, RB_PICTURE_SVG, &s->what, found)
           : rb_survey_is_basins(s)     ? rb_basins_picture(out, RB_PICTURE_SVG, &s->what, found)
                                        : rb_sweep_picture(out, RB_PICTURE_SVG, &s->what, found, s->shown);
}

const rb_axis *rb_survey_x(const rb_survey *s) {
    return &s->what.sweep.axes[s->x_at];
}

const rb_axis *rb_survey_y(const rb_survey *s) {
    return s->kind == RB_SURVEY_MAP ? &s->what.sweep.axes[1] : NULL;
}

int rb_survey_index_at(const rb_axis *axis, double value) {
    for (int i = 0; axis->is_list && i < axis->count; i++) {
        if (fabs(axis->list[i] - value) <= 1e-9 * fabs(value)) {
            return i;
        }
    }
    double share = axis->logarithmic ? log(value / axis->from) / log(axis->to / axis->from)
                                     : (value - axis->from) / (axis->to - axis->from);
    double at = axis->count > 1 ? share * (axis->count - 1) : 0;
    return !axis->is_list && at > -0.5 && at < axis->count - 0.5 ? (int)lround(at) : -1;
}

int64_t rb_survey_job_at(const rb_survey *s, double x, double y) {
    int i = rb_survey_index_at(rb_survey_x(s), x);
    const rb_axis *y_axis = rb_survey_y(s);
    if (y_axis == NULL) {
        return i >= 0 && y >= 0 && y < rb_survey_curves(s) ? rb_survey_curve_job(s, (int)y, i) : -1;
    }
    int j = rb_survey_index_at(y_axis, y);
    return i < 0 || j < 0 ? -1 : (int64_t)i * y_axis->count + j;
}

int rb_survey_values(const rb_survey *s) {
    return s->kind == RB_SURVEY_DIAGRAM || rb_survey_is_basins(s) ? 1 : s->what.sweep.value_count;
}

void rb_survey_update_basins(rb_survey *s) {
    if (!rb_survey_is_basins(s) || s->basins_of == s->version) {
        return;
    }
    rb_basins_free(&s->basins);
    s->basins = (rb_basins){0};
    if (!rb_basins_find(&s->what, (rb_study_rows){s->rows, s->done}, &s->basins)) {
        s->basins = (rb_basins){0}; /* out of memory: all cells are unresolved until the next row */
    }
    s->basins_of = s->version;
}

int rb_survey_attractor(const rb_survey *s, int64_t job) {
    return s->done[job] && s->basins.cell != NULL ? s->basins.cell[job] : -1;
}

void rb_survey_basin_words(const rb_survey *survey, int64_t job, char *text, size_t size) {
    int attractor = rb_survey_attractor(survey, job);
    const double *row = attractor >= 0 ? survey->basins.attractors[attractor].row : NULL;
    if (!survey->done[job]) {
        snprintf(text, size, "%s", rb_tr("not computed yet"));
    } else if (row == NULL) {
        snprintf(text, size, "%s", rb_tr("unresolved: chaos, or a transient that is too short"));
    } else if (row[RB_BASIN_KIND] == RB_BASIN_EQUILIBRIUM) {
        snprintf(text, size, rb_tr("attractor %d: an equilibrium"), attractor + 1);
    } else {
        snprintf(text, size, rb_tr("attractor %d: an orbit of period %d"), attractor + 1,
                 (int)row[RB_BASIN_PERIOD]);
    }
}

double rb_survey_value(const rb_survey *s, int64_t job, int value) {
    return s->done[job] ? s->rows[job * s->width + value] : NAN;
}

int rb_survey_curves(const rb_survey *s) {
    return s->list_at < 0 ? 1 : s->what.sweep.axes[s->list_at].count;
}

void rb_survey_curve_name(const rb_survey *s, int curve, char *text, size_t size) {
    const rb_axis *axis = s->list_at < 0 ? NULL : &s->what.sweep.axes[s->list_at];
    if (axis == NULL) {
        rb_short_name(rb_tr(s->scene.friction->name), text, size);
    } else if (axis->is_law) {
        rb_short_name(rb_tr(rb_friction_law_at((int)axis->list[curve])->name), text, size);
    } else {
        rb_ui_unit unit = rb_ui_unit_of(axis->row->unit);
        snprintf(text, size, "%s %.6g%s%s", axis->row->symbol, unit.factor * axis->list[curve],
                 unit.name[0] != '\0' ? " " : "", unit.name);
    }
}

int64_t rb_survey_curve_job(const rb_survey *s, int curve, int index) {
    return s->list_at == 0 ? (int64_t)curve * rb_survey_x(s)->count + index
                           : (int64_t)index * rb_survey_curves(s) + curve;
}

int rb_survey_points(const rb_survey *s, int64_t job, const double **points) {
    const double *row = s->rows + job * s->width;
    *points = row + RB_COLUMN_POINTS;
    return s->done[job] ? (int)row[RB_COLUMN_FOUND] : 0;
}

int rb_survey_period(const rb_survey *s, int64_t job) {
    return s->done[job] ? (int)s->rows[job * s->width + RB_COLUMN_PERIOD] : 0;
}

rb_scene rb_survey_scene(const rb_survey *s, int64_t job) {
    rb_scene scene = rb_sweep_scene(&s->what.sweep, job);
    memcpy(scene.values[RB_SECTION_SOLVER], s->scene.values[RB_SECTION_SOLVER],
           sizeof scene.values[RB_SECTION_SOLVER]);
    for (int k = 0; k < s->what.sweep.axis_count; k++) { /* it may have been the method's own */
        const rb_axis *axis = &s->what.sweep.axes[k];
        if (axis->section == RB_SECTION_SOLVER) {
            double values[RB_SWEEP_AXES];
            rb_sweep_point(&s->what.sweep, job, values);
            scene.values[axis->section][axis->index] = values[k];
        }
    }
    return scene;
}
