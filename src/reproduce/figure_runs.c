/* Runs and studies of figures. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/pi.h"
#include "reproduce/figure.h"

typedef struct sampling {
    rb_figure_data *data;
    rb_trace *trace;
    double from, until;
    bool lost;
} sampling;

static bool keep_sample(void *context, const rb_moment *moment) {
    sampling *s = context;
    if (moment->now->t >= s->from) {
        s->lost = !rb_trace_add(s->trace, moment->now);
    }
    return !s->lost;
}

static bool is_cancelled(void *context, double t) {
    sampling *s = context;
    rb_figure_options *o = &s->data->options;
    if (o->cancelled != NULL && o->cancelled(o->context, t / s->until)) {
        s->data->stopped = true;
    }
    return s->data->stopped;
}

/* Moves the columns of a trace to the figure: charts of the first run, curves of later ones. Curves of one
   chart are contiguous: those after it are moved by one. */
static rb_status add_curves(rb_figure_data *data, rb_trace *trace, int first, const char *name) {
    for (int c = 0; c < trace->plan->column_count; c++) {
        if (data->block_count == RB_FIGURE_BLOCKS) {
            return rb_fail(data->err, RB_ERR_MEMORY, "%s: out of memory", data->figure->id);
        }
        data->blocks[data->block_count++] = trace->columns[c];
    }
    for (int p = 0; p < trace->plan->panel_count; p++) {
        rb_plot *plot = &data->plots[first + p];
        if (data->curve_count == RB_FIGURE_CURVES) {
            return rb_fail(data->err, RB_ERR_MEMORY, "%s: too many curves", data->figure->id);
        }
        ptrdiff_t at = plot->curves - data->curves + plot->curve_count;
        memmove(&data->curves[at + 1], &data->curves[at],
                (size_t)(data->curve_count - at) * sizeof data->curves[0]);
        for (int k = first + p + 1; k < data->plot_count; k++) {
            data->plots[k].curves++;
        }
        data->curve_count++;
        plot->curve_count++;
        int x = trace->plan->panels[p].x, y = trace->plan->panels[p].y;
        data->curves[at] = (rb_curve){.name = name,
                                      .x = trace->columns[x],
                                      .y = trace->columns[y],
                                      .count = trace->rows,
                                      .size = x > 0 ? 1 : 1.3};
    }
    return RB_OK;
}

static const char *label_of(rb_figure_data *data, const rb_trace_plan *plan, int column) {
    const rb_signal *signal = plan->signals[column];
    if (signal == NULL) {
        return plan->has_unit ? "t, s" : "t";
    }
    return rb_figure_text(data, "%s%s%s", signal->symbol, signal->unit[0] != '\0' ? ", " : "", signal->unit);
}

/* The chart from which this plan's curves start: those of the run before if it had the same plan. */
static int first_chart(rb_figure_data *data, const rb_trace_plan *plan) {
    if (rb_trace_plan_equal(plan, &data->plan)) {
        return data->plot_count - plan->panel_count;
    }
    data->plan = *plan;
    int first = data->plot_count;
    for (int p = 0; p < plan->panel_count; p++) {
        rb_figure_plot(data, NULL, label_of(data, plan, plan->panels[p].x),
                       label_of(data, plan, plan->panels[p].y));
    }
    return first;
}

/* Unwraps a heading that passes half a turn. */
static void unwrap(rb_trace *trace) {
    for (int c = 1; c < trace->plan->column_count; c++) {
        if (strcmp(trace->plan->signals[c]->name, "psi") == 0) {
            double *y = trace->columns[c];
            for (int i = 1; i < trace->rows; i++) {
                y[i] -= 2 * RB_PI * round((y[i] - y[i - 1]) / (2 * RB_PI));
            }
        }
    }
}

rb_status rb_figure_run(rb_figure_data *data, const rb_scene *scene, const char *name, double from,
                        double until, double every, const char *signals, rb_run_result *out) {
    rb_trace_plan plan;
    rb_trace trace;
    memset(&plan, 0, sizeof plan);
    if (rb_trace_plan_read(scene->body, data->figure->id, signals, &plan, data->err) != RB_OK) {
        return RB_ERR_INPUT;
    }
    int first = first_chart(data, &plan);
    rb_trace_begin(&trace, &data->plan, name);
    sampling s = {data, &trace, from, until, false};
    rb_observer observer = {.every = every, .observe = keep_sample, .cancelled = is_cancelled, .context = &s};
    rb_status status = rb_run(scene, until, &observer, out, data->err);
    if (status == RB_OK && s.lost) {
        status = rb_fail(data->err, RB_ERR_MEMORY, "%s: out of memory", data->figure->id);
    }
    if (status != RB_OK || first + plan.panel_count > data->plot_count) {
        rb_trace_free(&trace);
        return status != RB_OK ? status : RB_ERR_MEMORY;
    }
    unwrap(&trace);
    return add_curves(data, &trace, first, name);
}

/* ---------------------------------------------------------------- studies */

static bool watch_study(void *context, const rb_study_progress *progress) {
    rb_figure_data *data = context;
    rb_figure_options *o = &data->options;
    double share = (double)progress->done / (double)progress->total;
    if (o->cancelled != NULL && o->cancelled(o->context, share)) {
        data->stopped = true;
    }
    return !data->stopped;
}

void rb_figure_remove_journals(rb_figure_data *data) {
    for (int i = 0; i < data->journal_count; i++) {
        rb_study_remove_journal(data->journals[i]);
    }
    data->journal_count = 0;
}

/* The path of a study's journal; NULL: none is kept. */
static const char *journal_of(rb_figure_data *data, const char *part) {
    if (data->options.journal == NULL || data->journal_count == RB_FIGURE_STUDIES) {
        return NULL;
    }
    char *path = data->journals[data->journal_count++];
    snprintf(path, sizeof data->journals[0], "%s/%s%s%s.journal", data->options.journal, data->figure->id,
             part[0] != '\0' ? "-" : "", part);
    return path;
}

rb_status rb_figure_study(rb_figure_data *data, const char *part, const rb_study *study,
                          rb_study_result *result) {
    memset(result, 0, sizeof *result);
    rb_study_options options = {.threads = data->options.threads,
                                .journal = journal_of(data, part),
                                .resume = true,
                                .watch = watch_study,
                                .context = data};
    if (options.journal != NULL && rb_study_check(study, &options, data->err) != RB_OK) {
        rb_study_remove_journal(options.journal); /* of another version: the study starts again */
    }
    rb_status status = rb_study_run(study, &options, result, data->err);
    if (status == RB_OK && result->done_count < study->job_count) {
        data->stopped = true;
    }
    if (status != RB_OK || data->stopped) {
        rb_study_free(result);
        memset(result, 0, sizeof *result);
    }
    return status;
}
