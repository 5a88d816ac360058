/* Data export: CSV of the whole history while it grows, CSV of some signals, the current state as
   JSON. */
#ifndef RB_VIEWER_CAPTURE_EXPORT_H
#define RB_VIEWER_CAPTURE_EXPORT_H

#include <stdio.h>

#include "app/session/messages.h"
#include "app/session/session.h"
#include "viewer/platform/files.h"

/* One CSV file per run. It starts with the recorded history and grows with new samples. */
typedef struct rb_csv_log {
    FILE *files[RB_RUNS_MAX];
    int count;
    int written[RB_RUNS_MAX]; /* rows written */
    double t[RB_RUNS_MAX];    /* time of the last row */
    uint64_t seen[RB_RUNS_MAX];
    uint64_t cuts;
    bool behind; /* stored instants wait to be written */
    char names[RB_RUNS_MAX][1024];
} rb_csv_log;

/* Begins or ends the log. */
void rb_export_csv(rb_csv_log *log, const rb_session *session, rb_messages *messages);
/* Call once a frame. flush: make the rows visible to other programs. */
void rb_export_csv_update(rb_csv_log *log, const rb_session *session, rb_messages *messages, bool flush);
void rb_export_csv_close(rb_csv_log *log, const rb_session *session, rb_messages *messages);

/* Writes the head of a table of all runs: the scene of each, with every parameter and unit. */
void rb_export_head(FILE *out, const rb_session *session);
/* These signals of all shown runs, from t0 to t1. */
void rb_export_signals(const rb_session *session, rb_messages *messages, const int *signals, int count,
                       double t0, double t1);
/* The state of the selected run as JSON, to be freed; NULL when out of memory. */
char *rb_export_state_text(const rb_session *session);
void rb_export_state(const rb_session *session, rb_messages *messages); /* to the clipboard */
/* The scene of the selected run; path NULL: a new file. written: the path, if that succeeds. */
void rb_export_scene(const rb_session *session, rb_messages *messages, const char *path,
                     char written[RB_PATH_MAX]);

#endif
