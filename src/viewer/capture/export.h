/* Data out: CSV of the whole history as it is made, CSV of a plot, the present state as JSON. */
#ifndef RB_VIEWER_CAPTURE_EXPORT_H
#define RB_VIEWER_CAPTURE_EXPORT_H

#include <rattleback/rattleback.h>
#include <stdio.h>

/* One CSV file per run, begun with what is recorded already and added to as samples come in. */
typedef struct rb_csv_log {
    FILE *files[RB_RUNS_MAX];
    int count;
    int written[RB_RUNS_MAX]; /* rows that are in the file */
    double t[RB_RUNS_MAX];    /* of the last one */
    uint64_t seen[RB_RUNS_MAX];
    uint64_t cuts;
    bool behind; /* stored instants wait to be written */
    char name[1024];
} rb_csv_log;

struct rb_app;

void rb_export_csv(struct rb_app *app); /* begins or ends the log */
void rb_export_csv_update(struct rb_app *app);
void rb_export_csv_close(struct rb_app *app);
void rb_export_plot_csv(struct rb_app *app, int index);
void rb_export_state(struct rb_app *app);                   /* to the clipboard */
void rb_export_scene(struct rb_app *app, const char *path); /* NULL: a new file */

#endif
