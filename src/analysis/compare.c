#include "analysis/compare.h"

#include <math.h>
#include <string.h>

#include "rattleback/run.h"

typedef struct sampling {
    rb_comparison *out;
    const rb_compare_watch *watch;
} sampling;

static bool is_cancelled(void *context, double t) {
    const rb_compare_watch *watch = ((sampling *)context)->watch;
    return watch->cancelled(watch->context, t);
}

static bool keep_sample(void *context, const rb_moment *moment) {
    sampling *s = context;
    rb_comparison *out = s->out;
    if (out->sample_count < RB_COMPARE_SAMPLES) {
        out->sample[out->sample_count++] = rb_signal_value(out->signal, moment->now);
    }
    if (s->watch != NULL && s->watch->sampled != NULL) {
        s->watch->sampled(s->watch->context, moment->now);
    }
    return true;
}

rb_status rb_compare_run(const rb_scene *scene, const rb_friction_law *law, rb_comparison *out,
                         const rb_compare_watch *watch, rb_error *err) {
    rb_scene own = *scene;
    if (law != scene->friction) {
        rb_scene_set_friction(&own, law);
    }
    memset(out, 0, sizeof *out);
    out->law = law;
    out->signal = rb_signal_at(rb_signal_of(own.body, own.body->measure));
    const double *solver = own.values[RB_SECTION_SOLVER];
    double until = solver[RB_SOLVER_T_END], tick = solver[RB_SOLVER_TICK];
    out->sample_time = tick * fmax(1, ceil(until / tick / (RB_COMPARE_SAMPLES - 1)));
    sampling s = {out, watch};
    bool asked = watch != NULL && watch->cancelled != NULL;
    rb_observer observer = {.every = out->sample_time,
                            .observe = keep_sample,
                            .cancelled = asked ? is_cancelled : NULL,
                            .context = &s};
    rb_run_result result;
    rb_status status = rb_run(&own, until, &observer, &result, err);
    if (status == RB_OK) {
        out->summary = result.summary;
    }
    return status;
}

/* A run that ended at rest stays at rest. */
static double sample_at(const rb_comparison *row, int i) {
    return i < row->sample_count ? row->sample[i] : 0;
}

void rb_compare_differences(rb_comparison *rows, int count) {
    double scale = 0;
    for (int i = 0; i < rows[0].sample_count; i++) {
        scale = fmax(scale, fabs(rows[0].sample[i]));
    }
    rows[0].largest_difference = NAN;
    for (int k = 1; k < count; k++) {
        int most = rows[k].sample_count > rows[0].sample_count ? rows[k].sample_count : rows[0].sample_count;
        double worst = 0;
        for (int i = 0; i < most; i++) {
            worst = fmax(worst, fabs(sample_at(&rows[k], i) - sample_at(&rows[0], i)));
        }
        rows[k].largest_difference = scale > 0 ? worst / scale : NAN;
    }
}
