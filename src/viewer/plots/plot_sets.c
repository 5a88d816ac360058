/* Which plots there are: one set for each kind of body, begun as the kind's row says and kept as the
   user left it when another kind is looked at. */
#include <math.h>
#include <string.h>

#include "viewer/plots/plots.h"

void rb_plots_put(rb_plots *plots, int place, const rb_plot *plot) {
    plots->items[place] = *plot;
    plots->count = place == plots->count ? place + 1 : plots->count;
    plots->reveal = place + 1;
}

void rb_plots_remove(rb_plots *plots, int place) {
    memmove(&plots->items[place], &plots->items[place + 1],
            (size_t)(plots->count - place - 1) * sizeof plots->items[0]);
    plots->count--;
}

int rb_plots_find(const rb_plots *plots, const rb_plot *plot) {
    for (int i = 0; i < plots->count; i++) {
        const rb_plot *other = &plots->items[i];
        if (other->kind == plot->kind && other->count == plot->count &&
            other->differs == plot->differs &&
            memcmp(other->signals, plot->signals, (size_t)plot->count * sizeof(int)) == 0) {
            return i;
        }
    }
    return -1;
}

bool rb_plots_add(rb_plots *plots, rb_plot_kind kind, const char *signal, const char *other) {
    if (plots->count == RB_PLOTS_MAX) {
        return false;
    }
    rb_plot plot = {.kind = kind};
    const char *names[] = {signal, other};
    for (int i = 0; i < 2; i++) {
        int index = names[i] != NULL ? rb_signal_of(plots->body, names[i]) : -1;
        if (index >= 0) {
            plot.signals[plot.count++] = index;
        }
    }
    rb_plots_put(plots, plots->count, &plot);
    return true;
}

void rb_plots_begin(rb_plots *plots, const rb_body_kind *body) {
    plots->body = body;
    plots->count = 0;
    for (int i = 0; i < RB_BODY_PLOTS && body->plots[i][0] != NULL; i++) {
        rb_plots_add(plots, RB_PLOT_TIME, body->plots[i][0], body->plots[i][1]);
    }
    if (body->last_point[0] != NULL) {
        rb_plots_add(plots, RB_PLOT_PHASE, body->last_point[0], body->last_point[1]);
    }
    rb_plots_add(plots, RB_PLOT_ENERGY, NULL, NULL);
    plots->reveal = 0; /* one looks at the first of a new set */
}

static rb_plot_set *set_of(rb_plots *plots, const rb_body_kind *body) {
    for (int i = 0; i < rb_body_kind_count(); i++) {
        if (rb_body_kind_at(i) == body) {
            return &plots->sets[i];
        }
    }
    return NULL;
}

void rb_plots_default(rb_plots *plots, const rb_body_kind *body) {
    memset(plots, 0, sizeof *plots);
    plots->follow = true;
    plots->alone = -1;
    plots->csv_wanted = -1;
    plots->cursor = plots->cursor_next = NAN;
    rb_plots_begin(plots, body);
}

void rb_plots_use(rb_plots *plots, const rb_body_kind *body) {
    if (plots->body == body) {
        return;
    }
    rb_plot_set *left = set_of(plots, plots->body);
    rb_plot_set *entered = set_of(plots, body);
    if (left != NULL) {
        memcpy(left->items, plots->items, sizeof left->items);
        left->count = plots->count;
        left->used = true;
    }
    if (entered != NULL && entered->used) {
        memcpy(plots->items, entered->items, sizeof plots->items);
        plots->count = entered->count;
    } else {
        rb_plots_begin(plots, body);
    }
    plots->body = body;
}

bool rb_plots_alone_done(rb_plots *plots) {
    enum { fits = 3 }; /* frames until a plot has fitted its axes to the size of the window */
    if (plots->alone < 0 || ++plots->alone_frames <= fits) {
        return false;
    }
    plots->alone = -1;
    plots->alone_frames = 0;
    return true;
}
