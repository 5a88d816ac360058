#include "viewer/capture/export.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/app.h"
#include "viewer/platform/clipboard.h"

enum { DIGITS = 12 };

/* ---------------------------------------------------------------- CSV of the history */

/* The next rows of a run; thinning may have moved them, so they are found by their time. */
static void write_rows(rb_app *app, int run, int limit) {
    rb_csv_log *log = &app->csv;
    const rb_history *history = &app->session.history;
    const rb_history_run *past = &history->runs[run];
    int next = log->written[run] > 0 ? rb_history_find(history, run, log->t[run]) + 1 : 0;
    int end = past->count - next > limit ? next + limit : past->count;
    rb_csv csv = {.out = log->files[run], .digits = DIGITS};
    for (; next < end; next++) {
        rb_csv_signals(&csv, app->session.runs[run].scene.body, past->items[next]);
        log->t[run] = past->items[next]->t;
        log->written[run]++;
    }
    log->behind = log->behind || end < past->count;
}

static bool close_files(rb_csv_log *log) {
    bool good = true;
    for (int i = 0; i < log->count; i++) {
        good = !ferror(log->files[i]) && good; /* fclose forgets what went wrong before */
        good = fclose(log->files[i]) == 0 && good;
    }
    log->count = 0;
    return good;
}

static bool taken_back(const rb_app *app) {
    return app->csv.cuts != app->session.history.cuts || app->csv.count != app->session.count;
}

void rb_export_csv_close(rb_app *app) {
    rb_csv_log *log = &app->csv;
    if (log->count == 0) {
        return;
    }
    bool cut = taken_back(app);
    for (int run = 0; !cut && run < log->count; run++) {
        write_rows(app, run, INT_MAX);
    }
    bool good = close_files(log);
    if (!good) {
        rb_messages_add(&app->messages, RB_LEVEL_PROBLEM, "%s: not written completely (disk full?)",
                        log->name);
    } else if (cut && log->behind) {
        rb_messages_add(&app->messages, RB_LEVEL_PROBLEM,
                        "%s: not complete, the run was begun anew before all was written",
                        log->name);
    } else {
        rb_messages_add(&app->messages, RB_LEVEL_INFO, "Data saved%s: %s",
                        cut ? ", up to the new beginning" : "", log->name);
    }
}

static bool open_files(rb_app *app) {
    rb_csv_log *log = &app->csv;
    char stem[900];
    rb_path_new(stem, sizeof stem, "rattleback", "");
    for (log->count = 0; log->count < app->session.count; log->count++) {
        int run = log->count;
        if (app->session.count == 1) {
            snprintf(log->name, sizeof log->name, "%s.csv", stem);
        } else {
            snprintf(log->name, sizeof log->name, "%s-%d-%s.csv", stem, run + 1,
                     rb_session_label(&app->session, run));
        }
        log->files[run] = fopen(log->name, "w");
        if (log->files[run] == NULL) {
            rb_messages_add(&app->messages, RB_LEVEL_PROBLEM, "%s: cannot be written: %s",
                            log->name, strerror(errno));
            return false;
        }
        rb_csv csv = {.out = log->files[run], .digits = DIGITS};
        rb_csv_signal_names(&csv, app->session.runs[run].scene.body);
        log->written[run] = 0;
        log->seen[run] = app->session.history.runs[run].seen;
    }
    log->cuts = app->session.history.cuts;
    return true;
}

void rb_export_csv(rb_app *app) {
    if (app->csv.count > 0) {
        rb_export_csv_close(app);
    } else if (!open_files(app)) {
        close_files(&app->csv);
    } else {
        rb_messages_add(&app->messages, RB_LEVEL_INFO, "Everything recorded is being written to %s",
                        app->csv.name);
    }
}

/* A few rows per frame and run besides the new ones, so that a long history does not stop the
   picture and a fast run is not left behind. */
void rb_export_csv_update(rb_app *app) {
    rb_csv_log *log = &app->csv;
    bool failed = false;
    if (log->count > 0 && taken_back(app)) {
        rb_export_csv_close(app); /* restarted or branched: this record has ended */
    }
    log->behind = false;
    for (int run = 0; run < log->count; run++) {
        uint64_t seen = app->session.history.runs[run].seen;
        write_rows(app, run, 64 + (int)(seen - log->seen[run]));
        log->seen[run] = seen;
        if (app->frames % 60 == 0) {
            fflush(log->files[run]);
        }
        failed = failed || ferror(log->files[run]);
    }
    if (failed) {
        rb_export_csv_close(app); /* told at once, not when it is too late */
    }
}

/* ---------------------------------------------------------------- CSV of a plot */

/* The signals that a plot shows; returns how many. */
static int signals_of(const rb_plot *plot, int signals[RB_PLOT_SIGNALS_MAX]) {
    int count = plot->kind == RB_PLOT_ENERGY ? RB_ENERGY_COUNT : plot->count;
    for (int i = 0; i < count; i++) {
        signals[i] = plot->kind == RB_PLOT_ENERGY
                         ? rb_signal_find(rb_energy_part_at((rb_energy)i)->signal)
                         : plot->signals[i];
    }
    return count;
}

static void write_plot(const rb_app *app, int index, FILE *file) {
    int signals[RB_PLOT_SIGNALS_MAX];
    int count = signals_of(&app->plots.items[index], signals);
    rb_csv csv = {.out = file, .digits = DIGITS};
    rb_csv_text(&csv, "run");
    rb_csv_text(&csv, "law");
    rb_csv_text(&csv, "t");
    for (int i = 0; i < count; i++) {
        rb_csv_text(&csv, rb_signal_at(signals[i])->name);
    }
    rb_csv_end_row(&csv);
    for (int run = 0; run < app->session.shown_count; run++) {
        const rb_history_run *past = &app->session.history.runs[run];
        for (int k = 0; k < past->count; k++) {
            const rb_snapshot *s = past->items[k];
            if (s->t < app->plots.t0 || s->t > app->plots.t1) {
                continue;
            }
            rb_csv_number(&csv, run + 1);
            rb_csv_text(&csv, rb_session_label(&app->session, run));
            rb_csv_number(&csv, s->t);
            for (int i = 0; i < count; i++) {
                rb_csv_number(&csv, rb_signal_value(rb_signal_at(signals[i]), s));
            }
            rb_csv_end_row(&csv);
        }
    }
}

void rb_export_plot_csv(rb_app *app, int index) {
    char name[RB_PATH_MAX];
    rb_path_new(name, sizeof name, "rattleback-plot", ".csv");
    FILE *file = fopen(name, "w");
    if (file == NULL) {
        rb_messages_add(&app->messages, RB_LEVEL_PROBLEM, "%s: cannot be written: %s", name,
                        strerror(errno));
        return;
    }
    write_plot(app, index, file);
    bool good = !ferror(file);
    good = fclose(file) == 0 && good;
    rb_messages_add(&app->messages, good ? RB_LEVEL_INFO : RB_LEVEL_PROBLEM,
                    good ? "Plotted data saved: %s" : "%s: not written completely (disk full?)",
                    name);
}

/* ---------------------------------------------------------------- state and scene */

/* JSON knows no infinity and nothing that is not a number. */
static void write_value(FILE *out, const char *name, double value) {
    fprintf(out, isfinite(value) ? ",\n  \"%s\": %.17g" : ",\n  \"%s\": null", name, value);
}

void rb_export_state(rb_app *app) {
    const rb_session *session = &app->session;
    if (session->shown_count == 0) {
        return;
    }
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL) {
        return;
    }
    const rb_snapshot *s = session->shown[session->selected];
    fprintf(out, "{\n  \"scene\": \"%s\",\n  \"law\": \"%s\"", session->drawn[session->selected].id,
            rb_session_label(&app->session, session->selected));
    const rb_body_kind *body = session->drawn[session->selected].body;
    for (int i = 0; i < rb_signal_count(); i++) {
        if (rb_signal_fits(rb_signal_at(i), body)) {
            write_value(out, rb_signal_at(i)->name, rb_signal_value(rb_signal_at(i), s));
        }
    }
    fprintf(out, ",\n  \"q\": [%.17g, %.17g, %.17g, %.17g]\n}\n", s->q.w, s->q.x, s->q.y, s->q.z);
    fclose(out);
    rb_clipboard_set(text);
    free(text);
    rb_messages_add(&app->messages, RB_LEVEL_INFO, "The state at t = %.4f s is on the clipboard",
                    s->t);
}

void rb_export_scene(rb_app *app, const char *path) {
    char name[RB_PATH_MAX];
    rb_error err;
    if (path != NULL) {
        snprintf(name, sizeof name, "%s", path);
    } else {
        rb_path_new(name, sizeof name, app->session.runs[app->session.selected].scene.id, ".json");
    }
    const rb_scene *scene = &app->session.runs[app->session.selected].scene;
    if (rb_scene_write_file(scene, name, &err) == RB_OK) {
        rb_messages_add(&app->messages, RB_LEVEL_INFO, "Scene saved: %s", name);
    } else {
        rb_messages_add(&app->messages, RB_LEVEL_PROBLEM, "%s", err.text);
    }
}
