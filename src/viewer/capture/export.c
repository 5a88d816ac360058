#include "viewer/capture/export.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/platform/clipboard.h"
#include "viewer/platform/paths.h"

enum { DIGITS = 12 };

/* ---------------------------------------------------------------- CSV of the history */

/* The next rows of a run; thinning may have moved them, so they are found by their time. */
static void write_rows(rb_csv_log *log, const rb_session *session, int run, int limit) {
    const rb_history *history = &session->history;
    const rb_history_run *past = &history->runs[run];
    int next = log->written[run] > 0 ? rb_history_find(history, run, log->t[run]) + 1 : 0;
    int end = past->count - next > limit ? next + limit : past->count;
    rb_csv csv = {.out = log->files[run], .digits = DIGITS};
    for (; next < end; next++) {
        rb_csv_signals(&csv, session->runs[run].scene.body, past->items[next]);
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

static bool taken_back(const rb_csv_log *log, const rb_session *session) {
    return log->cuts != session->history.cuts || log->count != session->count;
}

void rb_export_csv_close(rb_csv_log *log, const rb_session *session, rb_messages *messages) {
    if (log->count == 0) {
        return;
    }
    bool cut = taken_back(log, session);
    for (int run = 0; !cut && run < log->count; run++) {
        write_rows(log, session, run, INT_MAX);
    }
    bool good = close_files(log);
    if (!good) {
        rb_messages_add(messages, RB_LEVEL_PROBLEM, "%s: not written completely (disk full?)",
                        log->name);
    } else if (cut && log->behind) {
        rb_messages_add(messages, RB_LEVEL_PROBLEM,
                        "%s: not complete, the run was begun anew before all was written",
                        log->name);
    } else {
        rb_messages_add(messages, RB_LEVEL_INFO, "Data saved%s: %s",
                        cut ? ", up to the new beginning" : "", log->name);
    }
}

static bool open_files(rb_csv_log *log, const rb_session *session, rb_messages *messages) {
    char stem[900];
    rb_path_new(stem, sizeof stem, "rattleback", "");
    for (log->count = 0; log->count < session->count; log->count++) {
        int run = log->count;
        if (session->count == 1) {
            snprintf(log->name, sizeof log->name, "%s.csv", stem);
        } else {
            snprintf(log->name, sizeof log->name, "%s-%d-%s.csv", stem, run + 1,
                     rb_session_label(session, run));
        }
        log->files[run] = fopen(log->name, "w");
        if (log->files[run] == NULL) {
            rb_messages_add(messages, RB_LEVEL_PROBLEM, "%s: cannot be written: %s", log->name,
                            strerror(errno));
            return false;
        }
        rb_csv csv = {.out = log->files[run], .digits = DIGITS};
        rb_csv_signal_names(&csv, session->runs[run].scene.body);
        log->written[run] = 0;
        log->seen[run] = session->history.runs[run].seen;
    }
    log->cuts = session->history.cuts;
    return true;
}

void rb_export_csv(rb_csv_log *log, const rb_session *session, rb_messages *messages) {
    if (log->count > 0) {
        rb_export_csv_close(log, session, messages);
    } else if (!open_files(log, session, messages)) {
        close_files(log);
    } else {
        rb_messages_add(messages, RB_LEVEL_INFO, "Everything recorded is being written to %s",
                        log->name);
    }
}

/* A few rows per frame and run besides the new ones, so that a long history does not stop the
   picture and a fast run is not left behind. */
void rb_export_csv_update(rb_csv_log *log, const rb_session *session, rb_messages *messages,
                          bool flush) {
    bool failed = false;
    if (log->count > 0 && taken_back(log, session)) {
        rb_export_csv_close(log, session,
                            messages); /* restarted or branched: this record has ended */
    }
    log->behind = false;
    for (int run = 0; run < log->count; run++) {
        uint64_t seen = session->history.runs[run].seen;
        write_rows(log, session, run, 64 + (int)(seen - log->seen[run]));
        log->seen[run] = seen;
        if (flush) {
            fflush(log->files[run]);
        }
        failed = failed || ferror(log->files[run]);
    }
    if (failed) {
        rb_export_csv_close(log, session, messages); /* told at once, not when it is too late */
    }
}

/* ---------------------------------------------------------------- CSV of signals */

static void write_signals(const rb_session *session, FILE *file, const int *signals, int count,
                          double t0, double t1) {
    rb_csv csv = {.out = file, .digits = DIGITS};
    rb_csv_text(&csv, "run");
    rb_csv_text(&csv, "law");
    rb_csv_text(&csv, "t");
    for (int i = 0; i < count; i++) {
        rb_csv_text(&csv, rb_signal_at(signals[i])->name);
    }
    rb_csv_end_row(&csv);
    for (int run = 0; run < session->shown_count; run++) {
        const rb_history_run *past = &session->history.runs[run];
        for (int k = 0; k < past->count; k++) {
            const rb_snapshot *s = past->items[k];
            if (s->t < t0 || s->t > t1) {
                continue;
            }
            rb_csv_number(&csv, run + 1);
            rb_csv_text(&csv, rb_session_label(session, run));
            rb_csv_number(&csv, s->t);
            for (int i = 0; i < count; i++) {
                rb_csv_number(&csv, rb_signal_value(rb_signal_at(signals[i]), s));
            }
            rb_csv_end_row(&csv);
        }
    }
}

void rb_export_signals(const rb_session *session, rb_messages *messages, const int *signals,
                       int count, double t0, double t1) {
    char name[RB_PATH_MAX];
    rb_path_new(name, sizeof name, "rattleback-plot", ".csv");
    FILE *file = fopen(name, "w");
    if (file == NULL) {
        rb_messages_add(messages, RB_LEVEL_PROBLEM, "%s: cannot be written: %s", name,
                        strerror(errno));
        return;
    }
    write_signals(session, file, signals, count, t0, t1);
    bool good = !ferror(file);
    good = fclose(file) == 0 && good;
    rb_messages_add(messages, good ? RB_LEVEL_INFO : RB_LEVEL_PROBLEM,
                    good ? "Plotted data saved: %s" : "%s: not written completely (disk full?)",
                    name);
}

/* ---------------------------------------------------------------- state and scene */

/* JSON knows no infinity and nothing that is not a number. */
static void write_value(FILE *out, const char *name, double value) {
    fprintf(out, isfinite(value) ? ",\n  \"%s\": %.17g" : ",\n  \"%s\": null", name, value);
}

void rb_export_state(const rb_session *session, rb_messages *messages) {
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
            rb_session_label(session, session->selected));
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
    rb_messages_add(messages, RB_LEVEL_INFO, "The state at t = %.4f s is on the clipboard", s->t);
}

void rb_export_scene(const rb_session *session, rb_messages *messages, const char *path) {
    char name[RB_PATH_MAX];
    rb_error err;
    if (path != NULL) {
        snprintf(name, sizeof name, "%s", path);
    } else {
        rb_path_new(name, sizeof name, session->runs[session->selected].scene.id, ".json");
    }
    const rb_scene *scene = &session->runs[session->selected].scene;
    if (rb_scene_write_file(scene, name, &err) == RB_OK) {
        rb_messages_add(messages, RB_LEVEL_INFO, "Scene saved: %s", name);
    } else {
        rb_messages_add(messages, RB_LEVEL_PROBLEM, "%s", err.text);
    }
}
