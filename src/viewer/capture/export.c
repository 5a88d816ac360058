#include "viewer/capture/export.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "app/language/language.h"
#include "base/file.h"
#include "base/json.h"
#include "base/system.h"
#include "sim/csv.h"
#include "viewer/platform/files.h"
#include "viewer/platform/window.h"

enum { DIGITS = 12 };

/* ---------------------------------------------------------------- CSV of the history */

/* Writes the next rows of a run, found by their time because thinning may have moved them. */
static void write_rows(rb_csv_log *log, const rb_session *session, int run, int limit) {
    const rb_history *history = &session->history;
    const rb_history_run *past = &history->runs[run];
    int next = log->written[run] > 0 ? rb_history_find(history, run, log->t[run]) + 1 : 0;
    int end = past->count - next > limit ? next + limit : past->count;
    rb_csv csv = {.out = log->files[run], .digits = DIGITS};
    for (; next < end; next++) {
        rb_snapshot s;
        rb_history_read(history, past, next, &s);
        rb_csv_signals(&csv, session->runs[run].scene.body, &s);
        log->t[run] = s.t;
        log->written[run]++;
    }
    log->behind = log->behind || end < past->count;
}

/* Messages name the last file. */
static const char *last_name(const rb_csv_log *log) {
    return log->names[log->count > 0 ? log->count - 1 : 0];
}

static bool close_files(rb_csv_log *log) {
    bool good = true;
    for (int i = 0; i < log->count; i++) {
        good = !ferror(log->files[i]) && good; /* fclose does not report earlier errors */
        good = fclose(log->files[i]) == 0 && good;
    }
    log->count = 0;
    return good;
}

static bool was_restarted(const rb_csv_log *log, const rb_session *session) {
    return log->cuts != session->history.cuts || log->count != session->count;
}

void rb_export_csv_close(rb_csv_log *log, const rb_session *session, rb_messages *messages) {
    if (log->count == 0) {
        return;
    }
    bool cut = was_restarted(log, session);
    for (int run = 0; !cut && run < log->count; run++) {
        write_rows(log, session, run, INT_MAX);
    }
    int count = log->count;
    const char *name = last_name(log);
    bool good = close_files(log);
    if (!good) {
        rb_messages_add(messages, RB_LEVEL_PROBLEM, rb_tr("%s: incomplete (is the disk full?)"), name);
    } else if (cut && log->behind) {
        rb_messages_add(messages, RB_LEVEL_PROBLEM,
                        rb_tr("%s: incomplete, the run restarted before everything was written"), name);
    } else {
        char place[2 * RB_PATH_MAX];
        rb_messages_add(messages, RB_LEVEL_INFO,
                        cut ? rb_tr("Data saved, up to the restart: %s") : rb_tr("Data saved: %s"),
                        rb_path_describe(name, place, sizeof place));
    }
    for (int run = 0; run < count; run++) {
        rb_files_offer_download(log->names[run]);
    }
}

/* "-2-mu=0.05.csv": distinguishes the files of several runs. */
static void ending_of(const rb_session *session, int run, char *ending, size_t size) {
    if (session->count == 1) {
        snprintf(ending, size, ".csv");
    } else {
        char name[RB_RUN_NAME_MAX];
        rb_session_file_label(session, run, name, sizeof name);
        snprintf(ending, size, "-%d-%s.csv", run + 1, name);
    }
}

static bool open_files(rb_csv_log *log, const rb_session *session, rb_messages *messages) {
    char ending[160], stem[sizeof log->names[0] - sizeof ending];
    ending_of(session, 0, ending, sizeof ending);
    rb_path_new(stem, sizeof stem, "rattleback", ending); /* of the first file, if it is free */
    stem[strlen(stem) - strlen(ending)] = '\0';
    for (log->count = 0; log->count < session->count; log->count++) {
        int run = log->count;
        ending_of(session, run, ending, sizeof ending);
        snprintf(log->names[run], sizeof log->names[run], "%s%s", stem, ending);
        log->files[run] = rb_stream_open(log->names[run], "wbx"); /* never overwrites a file */
        if (log->files[run] == NULL) {
            rb_messages_add(messages, RB_LEVEL_PROBLEM, rb_tr("%s: cannot be written: %s"), log->names[run],
                            strerror(errno));
            return false;
        }
        rb_csv csv = {.out = log->files[run], .digits = DIGITS};
        rb_csv_head(csv.out, rb_session_run_name(session, run), &session->runs[run].applied, NULL);
        rb_csv_signal_units(&csv, session->runs[run].scene.body);
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
        char place[2 * RB_PATH_MAX];
        rb_messages_add(messages, RB_LEVEL_INFO, rb_tr("Everything recorded is being written to %s"),
                        rb_path_describe(last_name(log), place, sizeof place));
    }
}

/* Writes the new rows and some older ones per frame, so that a long history does not block the display
   and a fast run does not fall behind. */
void rb_export_csv_update(rb_csv_log *log, const rb_session *session, rb_messages *messages, bool flush) {
    bool failed = false;
    if (log->count > 0 && was_restarted(log, session)) {
        rb_export_csv_close(log, session, messages); /* restarted or branched: this record has ended */
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
        rb_export_csv_close(log, session, messages); /* report the error at once */
    }
}

/* ---------------------------------------------------------------- CSV of signals */

void rb_export_head(FILE *out, const rb_session *session) {
    for (int run = 0; run < session->count; run++) {
        char title[RB_RUN_NAME_MAX + 16];
        snprintf(title, sizeof title, "run %d: %s", run + 1, rb_session_run_name(session, run));
        rb_csv_head(out, title, &session->runs[run].applied, run > 0 ? &session->runs[0].applied : NULL);
    }
}

static void write_signals(const rb_session *session, FILE *file, const int *signals, int count, double t0,
                          double t1) {
    rb_csv csv = {.out = file, .digits = DIGITS};
    rb_export_head(file, session);
    rb_csv_unit(&csv, "t", "s");
    for (int i = 0; i < count; i++) {
        rb_csv_unit(&csv, rb_signal_at(signals[i])->name, rb_signal_at(signals[i])->unit);
    }
    rb_csv_end_row(&csv);
    rb_csv_text(&csv, "run");
    rb_csv_text(&csv, "name");
    rb_csv_text(&csv, "law");
    rb_csv_text(&csv, "t");
    for (int i = 0; i < count; i++) {
        rb_csv_text(&csv, rb_signal_at(signals[i])->name);
    }
    rb_csv_end_row(&csv);
    for (int run = 0; run < session->shown_count; run++) {
        const rb_history_run *past = &session->history.runs[run];
        for (int k = 0; k < past->count; k++) {
            double t = past->items[k].t;
            if (t < t0 || t > t1) {
                continue;
            }
            rb_snapshot s;
            rb_history_read(&session->history, past, k, &s);
            rb_csv_number(&csv, run + 1);
            rb_csv_text(&csv, rb_session_run_name(session, run));
            rb_csv_text(&csv, session->runs[run].applied.friction->id);
            rb_csv_number(&csv, s.t);
            for (int i = 0; i < count; i++) {
                rb_csv_number(&csv, rb_signal_value(rb_signal_at(signals[i]), &s));
            }
            rb_csv_end_row(&csv);
        }
    }
}

void rb_export_signals(const rb_session *session, rb_messages *messages, const int *signals, int count,
                       double t0, double t1) {
    char name[RB_PATH_MAX];
    rb_path_new(name, sizeof name, "rattleback-plot", ".csv");
    rb_file *file = NULL;
    rb_error err;
    rb_status status = rb_file_create(name, &file, &err);
    if (status == RB_OK) {
        write_signals(session, rb_file_stream(file), signals, count, t0, t1);
        status = rb_file_commit(file, &err);
    }
    if (status == RB_OK) {
        char place[2 * RB_PATH_MAX];
        rb_messages_add(messages, RB_LEVEL_INFO, rb_tr("Plotted data saved: %s"),
                        rb_path_describe(name, place, sizeof place));
        rb_files_offer_download(name);
    } else {
        rb_messages_add(messages, RB_LEVEL_PROBLEM, "%s", err.text);
    }
}

/* ---------------------------------------------------------------- state and scene */

char *rb_export_state_text(const rb_session *session) {
    const rb_snapshot *s = session->shown[session->selected];
    const rb_scene *scene = &session->drawn[session->selected];
    const double q[] = {s->q.w, s->q.x, s->q.y, s->q.z};
    rb_json json = {0};
    rb_json_begin_object(&json, NULL);
    rb_json_text(&json, "scene", scene->id);
    rb_json_text(&json, "run", rb_session_run_name(session, session->selected));
    rb_json_text(&json, "law", scene->friction->id);
    for (int i = 0; i < rb_signal_count(); i++) {
        const rb_signal *signal = rb_signal_at(i);
        if (rb_signal_fits(signal, scene->body)) {
            rb_json_number(&json, signal->name, rb_signal_value(signal, s));
        }
    }
    rb_json_begin_list(&json, "q");
    for (int i = 0; i < 4; i++) {
        rb_json_number(&json, NULL, q[i]);
    }
    rb_json_end(&json);
    rb_json_end(&json);
    return rb_json_finish(&json);
}

void rb_export_state(const rb_session *session, rb_messages *messages) {
    if (session->shown_count == 0) {
        return;
    }
    char *text = rb_export_state_text(session);
    if (text == NULL) {
        rb_messages_add(messages, RB_LEVEL_PROBLEM, rb_tr("The state cannot be copied: out of memory"));
        return;
    }
    rb_clipboard_set(text);
    free(text);
    rb_messages_add(messages, RB_LEVEL_INFO, rb_tr("The state at t = %.4f s is on the clipboard"),
                    session->shown[session->selected]->t);
}

void rb_export_scene(const rb_session *session, rb_messages *messages, const char *path,
                     char written[RB_PATH_MAX]) {
    const rb_scene *scene = &session->runs[session->selected].scene;
    char name[RB_PATH_MAX];
    rb_error err;
    rb_status status = RB_OK;
    if (path != NULL) {
        snprintf(name, sizeof name, "%s", path);
    } else if ((status = rb_scene_check_id(scene->id, "this scene", &err)) == RB_OK) {
        rb_path_new(name, sizeof name, scene->id, ".json"); /* an id contains no path */
    }
    if (status == RB_OK) {
        status = rb_scene_write_file(scene, name, &err);
    }
    if (status == RB_OK) {
        char place[2 * RB_PATH_MAX];
        rb_messages_add(messages, RB_LEVEL_INFO, rb_tr("Scene saved: %s"),
                        rb_path_describe(name, place, sizeof place));
        snprintf(written, RB_PATH_MAX, "%s", name);
        rb_files_offer_download(name);
    } else {
        rb_messages_add(messages, RB_LEVEL_PROBLEM, "%s", err.text);
    }
}
