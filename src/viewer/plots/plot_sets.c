/* The set of plots for each kind of body. It starts with the kind's defaults and keeps the user's
   changes while another kind is shown. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/appearance/appearance.h"
#include "base/text.h"
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
            other->diff_chosen == plot->diff_chosen &&
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

void rb_plots_reset(rb_plots *plots, const rb_body_kind *body) {
    plots->body = body;
    plots->count = 0;
    const char *signals[2];
    for (int i = 0; rb_appearance_plot(body, i, signals); i++) {
        rb_plots_add(plots, RB_PLOT_TIME, signals[0], signals[1]);
    }
    if (body->last_point[0] != NULL) {
        rb_plots_add(plots, RB_PLOT_PHASE, body->last_point[0], body->last_point[1]);
    }
    rb_plots_add(plots, RB_PLOT_ENERGY, NULL, NULL);
    plots->reveal = 0; /* a new set starts with its first plot */
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
    rb_plots_reset(plots, body);
}

static void store_set(rb_plots *plots) {
    rb_plot_set *set = set_of(plots, plots->body);
    if (set != NULL) {
        memcpy(set->items, plots->items, sizeof set->items);
        set->count = plots->count;
        set->used = true;
    }
}

static void enter_set(rb_plots *plots, const rb_body_kind *body) {
    const rb_plot_set *set = set_of(plots, body);
    if (set != NULL && set->used) {
        memcpy(plots->items, set->items, sizeof plots->items);
        plots->count = set->count;
    } else {
        rb_plots_reset(plots, body);
    }
    plots->body = body;
}

void rb_plots_use(rb_plots *plots, const rb_body_kind *body) {
    if (plots->body != body) {
        store_set(plots);
        enter_set(plots, body);
    }
}

rb_plot_sets rb_plots_save(rb_plots *plots) {
    rb_plot_sets kept = {.window = plots->window, .theory = plots->theory.shown};
    store_set(plots);
    memcpy(kept.sets, plots->sets, sizeof kept.sets);
    return kept;
}

void rb_plots_restore(rb_plots *plots, const rb_plot_sets *kept) {
    memcpy(plots->sets, kept->sets, sizeof plots->sets);
    plots->window = kept->window;
    plots->theory.shown = kept->theory;
    enter_set(plots, plots->body);
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

/* ---------------------------------------------------------------- plots as text */

/* A plot as text: "omega3,N" over time, "diff:omega3,N" differences from the reference run,
   "omega2:omega1" the first against the second, "energy". */

static rb_status read_signal(const char *name, const rb_body_kind *body, int *index, rb_error *err) {
    *index = rb_signal_of(body, name);
    if (*index > 0) { /* the first one is the time itself */
        return RB_OK;
    }
    if (rb_signal_find(name) <= 0) {
        return rb_fail(err, RB_ERR_INPUT,
                       "expected names of signals (the menu of a plot lists them), got \"%.40s\"", name);
    }
    return rb_fail(err, RB_ERR_INPUT, "expected a signal of a %s, got \"%s\"", body->id, name);
}

rb_status rb_plot_parse(const char *text, const rb_body_kind *body, rb_plot *plot, rb_error *err) {
    bool differs = strncmp(text, "diff:", 5) == 0;
    text += differs ? 5 : 0;
    *plot =
        (rb_plot){.kind = strchr(text, ':') != NULL ? RB_PLOT_PHASE : RB_PLOT_TIME, .diff_chosen = differs};
    if (differs && (plot->kind == RB_PLOT_PHASE || strcmp(text, "energy") == 0)) {
        return rb_fail(err, RB_ERR_INPUT, "expected signals over time after diff:, got \"%.40s\"", text);
    }
    if (strcmp(text, "energy") == 0) {
        plot->kind = RB_PLOT_ENERGY;
        return RB_OK;
    }
    bool phase = plot->kind == RB_PLOT_PHASE;
    char name[48] = "";
    while (rb_list_next(&text, phase ? ':' : ',', name, sizeof name)) {
        if (plot->count == (phase ? 2 : RB_PLOT_SIGNALS)) {
            return rb_fail(err, RB_ERR_INPUT, "expected at most %d signals%s, got more",
                           phase ? 2 : RB_PLOT_SIGNALS, phase ? " with a colon" : " in a plot");
        }
        rb_status status = read_signal(name, body, &plot->signals[plot->count++], err);
        if (status != RB_OK) {
            return status;
        }
    }
    if (plot->count < (phase ? 2 : 1)) {
        return read_signal("", body, &plot->signals[0], err);
    }
    if (phase) { /* written y:x, kept x, y */
        int y = plot->signals[0];
        plot->signals[0] = plot->signals[1];
        plot->signals[1] = y;
    }
    return RB_OK;
}

void rb_plot_text(const rb_plot *plot, char *text, size_t size) {
    if (plot->kind == RB_PLOT_ENERGY) {
        snprintf(text, size, "energy");
        return;
    }
    bool phase = plot->kind == RB_PLOT_PHASE;
    size_t used = (size_t)snprintf(text, size, "%s", plot->diff_chosen ? "diff:" : "");
    for (int i = 0; i < plot->count && used < size; i++) {
        int signal = plot->signals[phase ? plot->count - 1 - i : i];
        used += (size_t)snprintf(text + used, size - used, "%s%s",
                                 i == 0  ? ""
                                 : phase ? ":"
                                         : ",",
                                 rb_signal_at(signal)->name);
    }
}
