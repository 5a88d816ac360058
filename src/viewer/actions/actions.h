/* Runs actions on the program. Their names and grammar: grammar.h. */
#ifndef RB_VIEWER_ACTIONS_ACTIONS_H
#define RB_VIEWER_ACTIONS_ACTIONS_H

#include <rattleback/status.h>
#include <stdbool.h>

struct rb_app;

/* One line, "law k11-p2"; on failure err tells what is wrong with it or why it cannot be done. */
rb_status rb_action_try(struct rb_app *app, const char *line, rb_error *err);
/* The same for keys, menus and buttons: what fails is told in the window. */
void rb_action_run(struct rb_app *app, const char *line);
/* Is what the line asks for so already? For ticks in menus. */
bool rb_action_on(const struct rb_app *app, const char *line);

/* Runs whatever has its key pressed now; while someone types, function keys and Ctrl+Q only. */
void rb_actions_poll(struct rb_app *app, bool typing);

/* Lines run one after the other, each when what the one before it asked for has happened. */
typedef struct rb_script {
    const char *rest; /* what is still to be run; NULL or "": nothing */
} rb_script;

/* Runs the next line, whatever is waited for. On failure the rest is dropped. */
rb_status rb_script_line(struct rb_app *app, rb_script *script, rb_error *err);
/* Is anything under way: a command, a time to be reached, a picture to be written? */
bool rb_app_waits(const struct rb_app *app);
/* Has the last line been done? A picture is written, a time is reached. */
bool rb_script_waits(const struct rb_app *app);
/* Runs the next line if there is one and nothing is waited for. On failure the rest is dropped. */
rb_status rb_script_update(struct rb_app *app, rb_script *script, rb_error *err);

#endif
