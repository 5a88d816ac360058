#include "rattleback/compare.h"

#include <math.h>
#include <string.h>

rb_status rb_compare_run(const rb_scene *scene, const rb_friction_law *law, rb_comparison *out,
                         bool (*cancelled)(void *context, double t), void *context, rb_error *err) {
    rb_scene own = *scene;
    if (law != scene->friction) {
        rb_scene_set_friction(&own, law);
    }
    rb_simulation *sim = NULL;
    rb_status status = rb_simulation_create(&own, &sim, err);
    if (status != RB_OK) {
        return status;
    }
    memset(out, 0, sizeof *out);
    out->law = law;
    double until = own.values[RB_SECTION_SOLVER][RB_SOLVER_T_END];
    double tick = rb_simulation_step_length(sim) * rb_simulation_steps_per_tick(sim);
    int stride = (int)fmax(1, ceil(until / tick / (RB_COMPARE_SAMPLES - 1)));
    out->sample_time = stride * tick;
    out->end_reason = NULL;
    rb_snapshot now;
    for (long i = 0; rb_simulation_time(sim) < until - tick / 2; i++) {
        if (i % stride == 0 && out->sample_count < RB_COMPARE_SAMPLES) {
            rb_simulation_snapshot(sim, &now);
            out->omega3[out->sample_count++] = now.omega.z;
        }
        if (rb_simulation_phase(sim) != RB_PHASE_RUNNING) {
            break;
        }
        if (cancelled != NULL && i % 64 == 0 && cancelled(context, rb_simulation_time(sim))) {
            out->end_reason = "interrupted";
            break;
        }
        rb_simulation_tick(sim);
    }
    rb_simulation_snapshot(sim, &now);
    rb_simulation_summary(sim, &out->summary);
    bool running = rb_simulation_phase(sim) == RB_PHASE_RUNNING;
    if (out->end_reason == NULL) {
        out->end_reason = running ? "time" : out->summary.end_reason;
    }
    out->t_end = now.t;
    out->W_slide = now.W_slide;
    out->W_drill = now.W_drill;
    out->W_roll = now.W_roll;
    rb_simulation_destroy(sim);
    return RB_OK;
}

/* A run that ended at rest stays at rest. */
static double omega3_at(const rb_comparison *row, int i) {
    return i < row->sample_count ? row->omega3[i] : 0;
}

void rb_compare_differences(rb_comparison *rows, int count) {
    double scale = 0;
    for (int i = 0; i < rows[0].sample_count; i++) {
        scale = fmax(scale, fabs(rows[0].omega3[i]));
    }
    rows[0].largest_difference = NAN;
    for (int k = 1; k < count; k++) {
        int most = rows[k].sample_count > rows[0].sample_count ? rows[k].sample_count
                                                               : rows[0].sample_count;
        double worst = 0;
        for (int i = 0; i < most; i++) {
            worst = fmax(worst, fabs(omega3_at(&rows[k], i) - omega3_at(&rows[0], i)));
        }
        rows[k].largest_difference = scale > 0 ? worst / scale : NAN;
    }
}
