#include "plot/traces.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* The column of a signal, added if it is new; -1: the body has none of that name. */
static int column_of(rb_trace_plan *plan, const rb_body_kind *body, const char *name) {
    if (strcmp(name, "t") == 0) {
        return 0;
    }
    int index = rb_signal_of(body, name);
    if (index < 0) {
        return -1;
    }
    const rb_signal *signal = rb_signal_at(index);
    int column = 1;
    while (column < plan->column_count && plan->signals[column] != signal) {
        column++;
    }
    if (column == plan->column_count) {
        plan->signals[plan->column_count++] = signal;
    }
    return column;
}

static rb_status add_panel(rb_trace_plan *plan, const rb_body_kind *body, const char *option, char *item,
                           rb_error *err) {
    char *second = strchr(item, ':');
    const char *names[2] = {"t", item};
    if (second != NULL) {
        *second = '\0';
        names[0] = item;
        names[1] = second + 1;
    }
    if (plan->panel_count == RB_TRACE_PANELS) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected at most %d panels", option, RB_TRACE_PANELS);
    }
    int columns[2];
    for (int i = 0; i < 2; i++) {
        columns[i] = column_of(plan, body, names[i]);
        if (columns[i] < 0) {
            return rb_fail(err, RB_ERR_INPUT, "%s: expected signals of a %s, got \"%.40s\"", option, body->id,
                           names[i]);
        }
    }
    plan->panels[plan->panel_count].x = columns[0];
    plan->panels[plan->panel_count++].y = columns[1];
    return RB_OK;
}

rb_status rb_trace_plan_read(const rb_body_kind *body, const char *option, const char *text,
                             rb_trace_plan *out, rb_error *err) {
    *out = (rb_trace_plan){.column_count = 1};
    text = text != NULL ? text : body->measure;
    const rb_signal *measure = rb_signal_at(rb_signal_of(body, body->measure));
    out->has_unit = measure->unit[0] != '\0'; /* a body without units has none for time either */
    char item[96];
    for (const char *rest = text; rb_list_next(&rest, ',', item, sizeof item) && item[0] != '\0';) {
        rb_status status = add_panel(out, body, option, item, err);
        if (status != RB_OK || rest[0] == '\0') {
            return status;
        }
    }
    return rb_fail(err, RB_ERR_INPUT, "%s: expected names like omega3,omega1:omega2, got \"%.80s\"", option,
                   text);
}

/* ---------------------------------------------------------------- samples */

bool rb_trace_plan_equal(const rb_trace_plan *a, const rb_trace_plan *b) {
    bool equal = a->column_count == b->column_count && a->panel_count == b->panel_count;
    for (int c = 0; equal && c < a->column_count; c++) {
        equal = a->signals[c] == b->signals[c];
    }
    for (int p = 0; equal && p < a->panel_count; p++) {
        equal = a->panels[p].x == b->panels[p].x && a->panels[p].y == b->panels[p].y;
    }
    return equal && a->has_unit == b->has_unit;
}

void rb_trace_begin(rb_trace *trace, const rb_trace_plan *plan, const char *name) {
    *trace = (rb_trace){.plan = plan, .name = name, .stride = 1};
}

static bool grow(rb_trace *trace) {
    int capacity = trace->capacity > 0 ? 2 * trace->capacity : 1024;
    for (int c = 0; c < trace->plan->column_count; c++) {
        double *larger = realloc(trace->columns[c], (size_t)capacity * sizeof *larger);
        if (larger == NULL) {
            return false;
        }
        trace->columns[c] = larger;
    }
    trace->capacity = capacity;
    return true;
}

static void drop_every_second(rb_trace *trace) {
    int kept = (trace->rows + 1) / 2;
    for (int c = 0; c < trace->plan->column_count; c++) {
        for (int i = 0; i < kept; i++) {
            trace->columns[c][i] = trace->columns[c][2 * i];
        }
    }
    trace->rows = kept;
    trace->stride *= 2;
}

bool rb_trace_add(rb_trace *trace, const rb_snapshot *now) {
    if (trace->seen++ % trace->stride != 0) {
        return true;
    }
    if (trace->rows == RB_TRACE_ROWS) {
        drop_every_second(trace);
    }
    if (trace->rows == trace->capacity && !grow(trace)) {
        return false;
    }
    trace->columns[0][trace->rows] = now->t;
    for (int c = 1; c < trace->plan->column_count; c++) {
        trace->columns[c][trace->rows] = rb_signal_value(trace->plan->signals[c], now);
    }
    trace->rows++;
    return true;
}

void rb_trace_free(rb_trace *trace) {
    for (int c = 0; c < RB_TRACE_COLUMNS; c++) {
        free(trace->columns[c]);
        trace->columns[c] = NULL;
    }
}

/* ---------------------------------------------------------------- charts */

static void label_of(const rb_trace_plan *plan, int column, char *text, size_t size) {
    const rb_signal *signal = plan->signals[column];
    if (signal == NULL) {
        snprintf(text, size, plan->has_unit ? "t, s" : "t");
    } else {
        snprintf(text, size, "%s%s%s", signal->symbol, signal->unit[0] != '\0' ? ", " : "", signal->unit);
    }
}

static void make_plots(const rb_trace *traces, int count, rb_plot *plots, rb_curve *curves,
                       rb_trace_label *labels) {
    const rb_trace_plan *plan = traces[0].plan;
    for (int p = 0; p < plan->panel_count; p++) {
        int x = plan->panels[p].x, y = plan->panels[p].y;
        label_of(plan, x, labels[2 * p], sizeof labels[0]);
        label_of(plan, y, labels[2 * p + 1], sizeof labels[0]);
        for (int k = 0; k < count; k++) {
            curves[p * count + k] = (rb_curve){.name = traces[k].name,
                                               .x = traces[k].columns[x],
                                               .y = traces[k].columns[y],
                                               .count = traces[k].rows,
                                               .size = x > 0 ? 1 : 1.5};
        }
        plots[p] = (rb_plot){.x = {.label = labels[2 * p]},
                             .y = {.label = labels[2 * p + 1]},
                             .curves = curves + (ptrdiff_t)p * count,
                             .curve_count = count};
    }
}

bool rb_traces_draw(const rb_trace *traces, int count, const char *title, const char *subtitle,
                    bool (*draw)(void *context, const rb_sheet *sheet, rb_error *err), void *context,
                    rb_error *err) {
    int panels = traces[0].plan->panel_count;
    rb_plot plots[RB_TRACE_PANELS];
    rb_trace_label labels[2 * RB_TRACE_PANELS];
    rb_curve *curves = calloc((size_t)panels * (size_t)count, sizeof *curves);
    if (curves == NULL) {
        rb_fail(err, RB_ERR_MEMORY, "chart: out of memory");
        return false;
    }
    make_plots(traces, count, plots, curves, labels);
    rb_sheet sheet = {title, subtitle, plots, panels, panels > 3 ? 2 : 1};
    bool ok = draw(context, &sheet, err);
    free(curves);
    return ok;
}
