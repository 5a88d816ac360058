/* A plot as text: "omega3,N" over time, "diff:omega3,N" their differences to the reference run,
   "omega2:omega1" the first against the second, "energy". */
#include <stdio.h>
#include <string.h>

#include "viewer/plots/plots.h"

static rb_status read_signal(const char *name, const rb_body_kind *body, int *index,
                             rb_error *err) {
    *index = rb_signal_of(body, name);
    if (*index > 0) { /* the first one is the time itself */
        return RB_OK;
    }
    if (rb_signal_find(name) <= 0) {
        return rb_fail(err, RB_ERR_INPUT,
                       "expected names of signals (the menu of a plot lists them), got \"%.40s\"",
                       name);
    }
    return rb_fail(err, RB_ERR_INPUT, "expected a signal of a %s, got \"%s\"", body->id, name);
}

rb_status rb_plot_parse(const char *text, const rb_body_kind *body, rb_plot *plot, rb_error *err) {
    bool differs = strncmp(text, "diff:", 5) == 0;
    text += differs ? 5 : 0;
    *plot = (rb_plot){.kind = strchr(text, ':') != NULL ? RB_PLOT_PHASE : RB_PLOT_TIME,
                      .differs = differs};
    if (differs && (plot->kind == RB_PLOT_PHASE || strcmp(text, "energy") == 0)) {
        return rb_fail(err, RB_ERR_INPUT, "expected signals over time after diff:, got \"%.40s\"",
                       text);
    }
    if (strcmp(text, "energy") == 0) {
        plot->kind = RB_PLOT_ENERGY;
        return RB_OK;
    }
    bool phase = plot->kind == RB_PLOT_PHASE;
    for (;;) {
        char name[48];
        size_t length = strcspn(text, phase ? ":" : ",");
        if (plot->count == (phase ? 2 : RB_PLOT_SIGNALS)) {
            return rb_fail(err, RB_ERR_INPUT, "expected at most %d signals%s, got more",
                           phase ? 2 : RB_PLOT_SIGNALS, phase ? " with a colon" : " in a plot");
        }
        snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name),
                 text);
        rb_status status = read_signal(name, body, &plot->signals[plot->count++], err);
        if (status != RB_OK) {
            return status;
        }
        if (text[length] == '\0') {
            break;
        }
        text += length + 1;
    }
    if (phase) { /* written y:x, kept x, y */
        int y = plot->signals[0];
        plot->signals[0] = plot->signals[1];
        plot->signals[1] = y;
    }
    return RB_OK;
}

void rb_plot_write(const rb_plot *plot, char *text, size_t size) {
    if (plot->kind == RB_PLOT_ENERGY) {
        snprintf(text, size, "energy");
        return;
    }
    bool phase = plot->kind == RB_PLOT_PHASE;
    size_t used = (size_t)snprintf(text, size, "%s", plot->differs ? "diff:" : "");
    for (int i = 0; i < plot->count && used < size; i++) {
        int signal = plot->signals[phase ? plot->count - 1 - i : i];
        used += (size_t)snprintf(text + used, size - used, "%s%s",
                                 i == 0  ? ""
                                 : phase ? ":"
                                         : ",",
                                 rb_signal_at(signal)->name);
    }
}
