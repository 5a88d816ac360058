/* Many runs in one thread: in lanes where their kind has them (lanes.h), else one after the other. Both
   give the bits of rb_run. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/system.h"
#include "rattleback/run.h"
#include "sim/control.h"
#include "sim/lanes.h"
#include "sim/model_build.h"

enum { LANES_MAX = 4, STEPS_BETWEEN_CHECKS = 500 };

/* A lane and its run. */
typedef struct lane {
    rb_simulation *sim; /* reused by the next run */
    int index;          /* scene; -1: empty */
    double begun;
} lane;

typedef struct batch_run {
    const rb_scene *scenes;
    int count;
    const rb_batch *batch;
    bool checked; /* rb_scene_check has accepted the scenes */
    rb_summary *summaries;
    bool *taken; /* scenes that have run or are running */
    int first;   /* first scene that has not run and is not running */
    int cursor;  /* all scenes before it have been started */
    const rb_lanes_code *code;
    void *block;
    lane lanes[LANES_MAX];
    int live;
    rb_model kind; /* kind of the runs in the lanes */
    bool cancelled;
    rb_error *err;
} batch_run;

static bool is_cancelled(batch_run *r) {
    r->cancelled = r->cancelled || (r->batch->cancelled != NULL && r->batch->cancelled(r->batch->context));
    return r->cancelled;
}

static void report_finished(const batch_run *r, int index) {
    if (r->batch->finished != NULL) {
        r->batch->finished(r->batch->context, index);
    }
}

/* ---- one after the other ----------------------------------------------------------------------- */

static bool is_batch_cancelled(void *context, double t) {
    (void)t;
    return is_cancelled(context);
}

static rb_status run_alone(batch_run *r, int index) {
    rb_observer observer = {.cancelled = r->batch->cancelled != NULL ? is_batch_cancelled : NULL,
                            .context = r};
    rb_run_result result;
    rb_status status = rb_run_checked(&r->scenes[index], r->batch->until, &observer, &result, r->err);
    if (status == RB_OK) {
        r->summaries[index] = result.summary;
        report_finished(r, index);
    }
    return status;
}

/* Continues the run of a lane alone. */
static void leave_lane(batch_run *r, lane *l) {
    rb_observer observer = {.cancelled = r->batch->cancelled != NULL ? is_batch_cancelled : NULL,
                            .context = r};
    rb_run_result result;
    rb_run_simulation(l->sim, r->batch->until, &observer, &result);
    r->summaries[l->index] = result.summary;
    r->summaries[l->index].wall_seconds = rb_wall_clock() - l->begun;
    report_finished(r, l->index);
}

/* ---- in lanes ---------------------------------------------------------------------------------- */

static bool is_running(const batch_run *r, const rb_simulation *sim) {
    double half = rb_simulation_step_length(sim) / 2;
    return rb_simulation_phase(sim) == RB_PHASE_RUNNING && rb_simulation_time(sim) < r->batch->until - half;
}

/* Builds the model of a scene that may run in lanes. */
static bool model_for_lanes(const batch_run *r, int index, rb_model *model) {
    const rb_scene *scene = &r->scenes[index];
    rb_model_build(scene, model);
    return scene->values[RB_SECTION_SOLVER][RB_SOLVER_METHOD] == RB_METHOD_DP5 && !model->base.acts &&
           r->code->fits(model);
}

/* Returns the next scene of the present kind; -1 if there is none. */
static int next_of_kind(batch_run *r) {
    for (; r->cursor < r->count; r->cursor++) {
        rb_model model;
        if (!r->taken[r->cursor] && model_for_lanes(r, r->cursor, &model) &&
            rb_lanes_same_kind(&model, &r->kind)) {
            return r->cursor;
        }
    }
    return -1;
}

static void take(batch_run *r, int index) {
    r->taken[index] = true;
    while (r->first < r->count && r->taken[r->first]) {
        r->first++;
    }
}

static void finish(batch_run *r, lane *l) {
    rb_summary *s = &r->summaries[l->index];
    rb_simulation_summary(l->sim, s);
    if (s->end_reason == RB_END_RUNNING) {
        s->end_reason = r->cancelled ? RB_END_INTERRUPTED : RB_END_TIME;
    }
    s->wall_seconds = rb_wall_clock() - l->begun;
    report_finished(r, l->index);
}

/* Loads the next run into a lane, or leaves it empty. */
static rb_status fill(batch_run *r, int which) {
    lane *l = &r->lanes[which];
    while ((l->index = next_of_kind(r)) >= 0) {
        const rb_scene *scene = &r->scenes[l->index];
        rb_status status = l->sim == NULL ? rb_simulation_create_checked(scene, &l->sim, r->err)
                                          : rb_simulation_reset_checked(l->sim, scene, r->err);
        if (status != RB_OK) {
            return status;
        }
        take(r, l->index);
        l->begun = rb_wall_clock();
        if (is_running(r, l->sim)) {
            rb_lane_view view = rb_simulation_lane_view(l->sim);
            r->code->load(r->block, which, &view, r->batch->until);
            r->live++;
            return RB_OK;
        }
        finish(r, l); /* end time 0 */
    }
    r->code->empty(r->block, which);
    return RB_OK;
}

/* Completes a step that the lane could not complete itself. */
static void look(batch_run *r, int which, bool again) {
    rb_simulation *sim = r->lanes[which].sim;
    rb_lane_view view = rb_simulation_lane_view(sim);
    r->code->store(r->block, which, &view, again);
    if (again) {
        rb_simulation_step(sim);
        return;
    }
    double y0[RB_ODE_MAX], f0[RB_ODE_MAX];
    double t = view.t0 + (double)(*view.step - view.step0) * view.h;
    r->code->before(r->block, which, y0, f0);
    view.stepper->rhs_evaluations += 6;
    rb_simulation_end_step(sim, rb_stepper_report(view.stepper, t, view.h, y0, f0, view.event_log));
}

/* After a step: handles the lanes that need attention, and refills those whose run has ended. */
static rb_status handle_lanes(batch_run *r, rb_lanes_report report) {
    rb_status status = RB_OK;
    for (int i = 0; i < r->code->width && status == RB_OK; i++) {
        unsigned bit = 1u << i;
        lane *l = &r->lanes[i];
        if (report.ended & bit) {
            rb_lane_view view = rb_simulation_lane_view(l->sim);
            r->code->store(r->block, i, &view, false);
        } else if ((report.again | report.event_log) & bit) {
            look(r, i, (report.again & bit) != 0);
        } else {
            continue;
        }
        if (is_running(r, l->sim)) {
            rb_lane_view view = rb_simulation_lane_view(l->sim);
            r->code->resume(r->block, i, &view);
            continue;
        }
        finish(r, l);
        r->live--;
        status = fill(r, i);
    }
    return status;
}

/* Continues the remaining runs alone: too few for lanes, or the batch was cancelled. */
static void empty_lanes(batch_run *r) {
    for (int i = 0; i < r->code->width; i++) {
        lane *l = &r->lanes[i];
        if (l->index < 0) {
            continue;
        }
        rb_lane_view view = rb_simulation_lane_view(l->sim);
        r->code->store(r->block, i, &view, false);
        leave_lane(r, l);
    }
}

/* All runs of one kind. */
static rb_status run_kind(batch_run *r) {
    rb_status status = RB_OK;
    r->live = 0;
    r->cursor = r->first;
    for (int i = 0; i < r->code->width && status == RB_OK; i++) {
        status = fill(r, i);
    }
    while (status == RB_OK && r->live > 1 && !is_cancelled(r)) {
        status = handle_lanes(r, r->code->advance(r->block, STEPS_BETWEEN_CHECKS));
    }
    if (status == RB_OK) {
        empty_lanes(r);
    }
    return status;
}

/* ---- all runs ----------------------------------------------------------------------------------- */

static rb_status run_all(batch_run *r) {
    rb_status status = RB_OK;
    while (status == RB_OK && r->first < r->count && !is_cancelled(r)) {
        if (r->code != NULL && model_for_lanes(r, r->first, &r->kind)) {
            status = run_kind(r);
        } else {
            int index = r->first;
            take(r, index);
            status = run_alone(r, index);
        }
    }
    return status;
}

static rb_status begin(batch_run *r) {
    for (int i = 0; i < r->count; i++) {
        rb_status status = r->checked ? RB_OK : rb_scene_check(&r->scenes[i], r->scenes[i].id, r->err);
        if (status != RB_OK) {
            return status;
        }
        memset(&r->summaries[i], 0, sizeof r->summaries[i]);
        r->summaries[i].end_reason = RB_END_INTERRUPTED; /* unless it has been started */
        r->summaries[i].t_end = r->summaries[i].wall_seconds = NAN;
    }
    r->taken = calloc((size_t)r->count + 1, sizeof *r->taken);
    r->block = r->code != NULL ? rb_aligned_alloc(64, (r->code->block_size + 63) / 64 * 64) : NULL;
    if (r->taken == NULL || (r->code != NULL && r->block == NULL)) {
        return rb_fail(r->err, RB_ERR_MEMORY, "batch of runs: out of memory");
    }
    if (r->block != NULL) {
        memset(r->block, 0, r->code->block_size);
    }
    return RB_OK;
}

static rb_status run_batch(const rb_scene *scenes, int count, const rb_batch *batch, bool checked,
                           rb_summary *summaries, rb_error *err) {
    batch_run r = {.checked = checked,
                   .scenes = scenes,
                   .count = count,
                   .batch = batch,
                   .summaries = summaries,
                   .code = rb_lanes_find(batch->lanes),
                   .err = err};
    rb_body_kinds_close();
    rb_status status = begin(&r);
    if (status == RB_OK) {
        status = run_all(&r);
    }
    for (int i = 0; i < LANES_MAX; i++) {
        rb_simulation_destroy(r.lanes[i].sim);
    }
    rb_aligned_free(r.block);
    free(r.taken);
    return status;
}

rb_status rb_run_batch(const rb_scene *scenes, int count, const rb_batch *batch, rb_summary *summaries,
                       rb_error *err) {
    if (scenes == NULL || batch == NULL || summaries == NULL) {
        return rb_fail(err, RB_ERR_INPUT, "batch: expected scenes, a batch and room for summaries");
    }
    return run_batch(scenes, count, batch, false, summaries, err);
}

rb_status rb_run_batch_checked(const rb_scene *scenes, int count, const rb_batch *batch,
                               rb_summary *summaries, rb_error *err) {
    return run_batch(scenes, count, batch, true, summaries, err);
}
