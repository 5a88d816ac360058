/* Runs actions in the viewer. For their names and grammar see app/actions/grammar.h. */
#ifndef RB_VIEWER_ACTIONS_ACTIONS_H
#define RB_VIEWER_ACTIONS_ACTIONS_H

#include <rattleback/status.h>
#include <stdbool.h>

struct rb_app;

/* Runs one line, such as "law k11-p2". On failure err says what is wrong with it or why it is impossible. */
rb_status rb_action_try(struct rb_app *app, const char *line, rb_error *err);
/* The same for keys, menus and buttons: failures are shown as messages in the window. */
void rb_action_run(struct rb_app *app, const char *line);
/* True if the line would change nothing, for check marks in menus. */
bool rb_action_on(const struct rb_app *app, const char *line);

/* Runs the shortcuts whose keys are pressed; while the user types in a field, only function keys and
   Ctrl+Q. */
void rb_actions_poll(struct rb_app *app, bool typing);

/* Lines that run one after another, each when the one before it has finished. */
typedef struct rb_script {
    const char *rest; /* lines that are still to be run; NULL or "": none */
} rb_script;

/* Runs the next line without waiting. On failure the rest is dropped. */
rb_status rb_script_line(struct rb_app *app, rb_script *script, rb_error *err);
/* True while a command, a time to be reached or a picture is pending. */
bool rb_app_waits(const struct rb_app *app);
/* True until the last line has finished: its picture is written, its time is reached. */
bool rb_script_waits(const struct rb_app *app);
/* Runs the next line if the one before it has finished. On failure the rest is dropped. */
rb_status rb_script_update(struct rb_app *app, rb_script *script, rb_error *err);

#endif
