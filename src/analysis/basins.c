#include "analysis/basins.h"

#include <math.h>
#include <stdlib.h>

#include "base/json.h"

static int points_kept(const rb_study_spec *spec) {
    return spec->points / 2; /* of the longest period that can be recognised */
}

int rb_basins_width(const rb_study_spec *spec) {
    return RB_BASIN_POINTS + 2 * points_kept(spec);
}

rb_status rb_basins_check(const rb_study_spec *spec, rb_error *err) {
    const rb_sweep *sweep = &spec->sweep;
    if (sweep->axis_count != 2) {
        return rb_fail(err, RB_ERR_INPUT, "basins: expected two start values, got %d", sweep->axis_count);
    }
    for (int k = 0; k < 2; k++) {
        if (sweep->axes[k].section != RB_SECTION_START || sweep->axes[k].is_law) {
            return rb_fail(err, RB_ERR_INPUT, "basins: %s: expected a start value", sweep->axes[k].name);
        }
    }
    return spec->points >= 2
               ? RB_OK
               : rb_fail(err, RB_ERR_INPUT, "basins: expected at least 2 points, got %d", spec->points);
}

/* ---------------------------------------------------------------- computing */

static bool is_cancelled(void *context, double t) {
    (void)t;
    return rb_study_cancelled(context);
}

/* The two signals now. */
static void read_signals(const rb_simulation *sim, double *at) {
    const rb_body_kind *body = rb_simulation_scene(sim)->body;
    rb_snapshot now;
    rb_simulation_snapshot(sim, &now);
    for (int i = 0; i < 2; i++) {
        at[i] = rb_signal_value(rb_signal_at(rb_signal_of(body, rb_map_signals(body)[i])), &now);
    }
}

/* A motion is an equilibrium if its signals stay within the tolerance of periods for this time, s: one
   without points of the section, or a decaying oscillation, whose points seem to have the period 1. */
static void find_equilibrium(rb_simulation *sim, double time, const rb_study_control *control, double *row) {
    double before[2], after[2];
    rb_observer observer = rb_default_observer();
    rb_run_result run;
    observer.cancelled = is_cancelled;
    observer.context = (void *)control;
    read_signals(sim, before);
    if (rb_simulation_phase(sim) == RB_PHASE_RUNNING) {
        rb_run_simulation(sim, rb_simulation_time(sim) + time, &observer, &run);
    }
    read_signals(sim, after);
    if (fabs(after[0] - before[0]) <= RB_MAP_REPEATS && fabs(after[1] - before[1]) <= RB_MAP_REPEATS) {
        row[RB_BASIN_KIND] = RB_BASIN_EQUILIBRIUM;
        row[RB_BASIN_PERIOD] = 0;
        row[RB_BASIN_PERIOD_TIME] = NAN;
        row[RB_BASIN_POINTS] = after[0];
        row[RB_BASIN_POINTS + 1] = after[1];
    }
}

static rb_status run_start(const rb_study_spec *spec, rb_simulation *sim, const rb_study_control *control,
                           rb_map_point *points, double *row, rb_error *err) {
    double patience = spec->sweep.scene.values[RB_SECTION_SOLVER][RB_SOLVER_T_END];
    rb_map_request request = {.section = spec->section,
                              .transient = spec->transient,
                              .points = spec->points,
                              .patience = patience,
                              .cancelled = is_cancelled,
                              .context = (void *)control};
    rb_map_result found;
    rb_status status = rb_poincare_continue(sim, &request, points, &found, err);
    if (status != RB_OK) {
        return status;
    }
    if (found.found == spec->points && found.period > 0) {
        row[RB_BASIN_KIND] = RB_BASIN_ORBIT;
        row[RB_BASIN_PERIOD] = found.period;
        row[RB_BASIN_PERIOD_TIME] = found.period_time;
        for (int i = 0; i < found.period; i++) {
            const rb_map_point *p = &points[found.found - found.period + i];
            row[RB_BASIN_POINTS + 2 * i] = p->at[0];
            row[RB_BASIN_POINTS + 2 * i + 1] = p->at[1];
        }
        if (found.period == 1) {
            find_equilibrium(sim, 0.37 * found.period_time, control,
                             row); /* not half: orbits are symmetric */
        }
    } else if (found.end_reason == RB_END_TIME || found.end_reason == RB_END_REST) {
        find_equilibrium(sim, patience / 10, control, row);
    }
    return RB_OK;
}

static rb_status run_jobs(const void *context, int64_t first, int count, const rb_study_control *control,
                          double *rows, rb_error *err) {
    const rb_study_spec *spec = context;
    rb_map_point *points = calloc((size_t)spec->points, sizeof *points);
    if (points == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "basins: out of memory");
    }
    rb_status status = RB_OK;
    for (int i = 0; status == RB_OK && i < count; i++) {
        double *row = rows + (ptrdiff_t)i * rb_basins_width(spec);
        rb_scene scene = rb_sweep_scene(&spec->sweep, first + i);
        rb_simulation *sim = NULL;
        for (int k = 0; k < rb_basins_width(spec); k++) {
            row[k] = NAN;
        }
        row[RB_BASIN_KIND] = RB_BASIN_UNRESOLVED;
        row[RB_BASIN_PERIOD] = 0;
        status = rb_simulation_create(&scene, &sim, err);
        if (status == RB_ERR_INPUT) {
            row[RB_BASIN_KIND] = RB_BASIN_INVALID;
            status = RB_OK;
        } else if (status == RB_OK) {
            status = run_start(spec, sim, control, points, row, err);
            rb_simulation_destroy(sim);
        }
    }
    free(points);
    return status;
}

void rb_basins_prepare(const rb_study_spec *spec, rb_study *study) {
    study->width = rb_basins_width(spec);
    study->job_count = rb_sweep_count(&spec->sweep);
    study->work = run_jobs;
    study->context = spec;
}

/* ---------------------------------------------------------------- attractors */

static bool is_near(const double *a, const double *b) {
    for (int i = 0; i < 2; i++) {
        if (!(fabs(a[i] - b[i]) <= RB_BASIN_SAME * fmax(1, fabs(a[i])))) {
            return false;
        }
    }
    return true;
}

/* The same orbit, from whichever of its points. */
static bool is_same(const double *a, const double *b) {
    int period = a[RB_BASIN_KIND] == RB_BASIN_ORBIT ? (int)a[RB_BASIN_PERIOD] : 1;
    if (a[RB_BASIN_KIND] != b[RB_BASIN_KIND] || a[RB_BASIN_PERIOD] != b[RB_BASIN_PERIOD]) {
        return false;
    }
    for (int shift = 0; shift < period; shift++) {
        int i = 0;
        while (i < period &&
               is_near(&a[RB_BASIN_POINTS + 2 * i], &b[RB_BASIN_POINTS + 2 * ((i + shift) % period)])) {
            i++;
        }
        if (i == period) {
            return true;
        }
    }
    return false;
}

/* The attractor of a row; -1: too many. */
static int attractor_of(rb_basins *b, const double *row) {
    for (int k = 0; k < b->count; k++) {
        if (is_same(b->attractors[k].row, row)) {
            b->attractors[k].cells++;
            return k;
        }
    }
    if (b->count == RB_ATTRACTORS_MAX) {
        return -1;
    }
    b->attractors[b->count] = (rb_attractor){row, 1};
    return b->count++;
}

bool rb_basins_find(const rb_study_spec *spec, rb_study_rows found, rb_basins *out) {
    int64_t jobs = rb_sweep_count(&spec->sweep);
    *out = (rb_basins){.attractors = calloc(RB_ATTRACTORS_MAX, sizeof *out->attractors),
                       .cell = calloc((size_t)jobs, sizeof *out->cell)};
    if (out->attractors == NULL || out->cell == NULL) {
        rb_basins_free(out);
        return false;
    }
    for (int64_t job = 0; job < jobs; job++) {
        const double *row = found.rows + job * rb_basins_width(spec);
        bool known = found.done[job] && row[RB_BASIN_KIND] > RB_BASIN_UNRESOLVED;
        out->cell[job] = known ? attractor_of(out, row) : -1;
        out->computed += found.done[job] != 0;
        out->unresolved += found.done[job] && out->cell[job] < 0;
    }
    return true;
}

void rb_basins_free(rb_basins *basins) {
    free(basins->attractors);
    free(basins->cell);
    *basins = (rb_basins){0};
}

/* ---------------------------------------------------------------- files */

bool rb_basins_table_write(FILE *out, const rb_study_spec *spec, rb_study_rows found) {
    const rb_sweep *sweep = &spec->sweep;
    rb_basins basins;
    if (!rb_basins_find(spec, found, &basins)) {
        return false;
    }
    bool known = rb_spec_table_head(out, spec, RB_SPEC_BASINS);
    rb_csv csv = {.out = out, .digits = 15};
    rb_csv_text(&csv, sweep->axes[0].name);
    rb_csv_text(&csv, sweep->axes[1].name);
    rb_csv_text(&csv, "attractor");
    rb_csv_text(&csv, "period");
    rb_csv_end_row(&csv);
    for (int64_t job = 0; job < rb_sweep_count(sweep); job++) {
        double point[RB_SWEEP_AXES];
        if (found.done[job]) {
            rb_sweep_point(sweep, job, point);
            rb_csv_number(&csv, point[0]);
            rb_csv_number(&csv, point[1]);
            rb_csv_number(&csv, basins.cell[job] + 1);
            rb_csv_number(&csv, found.rows[job * rb_basins_width(spec) + RB_BASIN_PERIOD]);
            rb_csv_end_row(&csv);
        }
    }
    rb_basins_free(&basins);
    return known;
}

static void write_attractor(const rb_attractor *a, int64_t cells, rb_json *json) {
    bool orbit = a->row[RB_BASIN_KIND] == RB_BASIN_ORBIT;
    int points = orbit ? (int)a->row[RB_BASIN_PERIOD] : 1;
    rb_json_begin_object(json, NULL);
    rb_json_text(json, "kind", orbit ? "orbit" : "equilibrium");
    rb_json_number(json, "period", a->row[RB_BASIN_PERIOD]);
    rb_json_number(json, "period_time", a->row[RB_BASIN_PERIOD_TIME]);
    rb_json_number(json, "share", (double)a->cells / (double)cells);
    rb_json_begin_list(json, "points");
    for (int i = 0; i < points; i++) {
        rb_json_begin_list(json, NULL);
        rb_json_number(json, NULL, a->row[RB_BASIN_POINTS + 2 * i]);
        rb_json_number(json, NULL, a->row[RB_BASIN_POINTS + 2 * i + 1]);
        rb_json_end(json);
    }
    rb_json_end(json);
    rb_json_end(json);
}

bool rb_basins_summary_write(FILE *out, const rb_study_spec *spec, rb_study_rows found) {
    rb_basins basins;
    rb_json json = {0};
    if (!rb_basins_find(spec, found, &basins)) {
        return false;
    }
    double cells = (double)basins.computed;
    rb_json_begin_object(&json, NULL);
    rb_json_text(&json, "scene", spec->sweep.scene.id);
    rb_json_number(&json, "count", basins.count);
    rb_json_number(&json, "cells", cells);
    rb_json_number(&json, "unresolved", cells > 0 ? (double)basins.unresolved / cells : NAN);
    rb_json_begin_list(&json, "signals");
    for (int i = 0; i < 2; i++) {
        rb_json_text(&json, NULL, rb_map_signals(spec->sweep.scene.body)[i]);
    }
    rb_json_end(&json);
    rb_json_begin_list(&json, "attractors");
    for (int k = 0; k < basins.count; k++) {
        write_attractor(&basins.attractors[k], basins.computed, &json);
    }
    rb_json_end(&json);
    rb_json_end(&json);
    char *text = rb_json_finish(&json);
    if (text != NULL) {
        fputs(text, out);
    }
    free(text);
    rb_basins_free(&basins);
    return text != NULL;
}
