/* Everything one can do, in one table: it drives the keys, the menu and the help page. */
#ifndef RB_VIEWER_ACTIONS_H
#define RB_VIEWER_ACTIONS_H

#include <stdbool.h>
#include <stddef.h>

struct rb_app;

typedef struct rb_action {
    const char *id;    /* for tests and the hidden --press option */
    const char *group; /* heading in menu and help */
    const char *name;
    int key;  /* ImGuiKey; 0: none */
    int mods; /* ImGuiMod bits */
    void (*run)(struct rb_app *app, int argument);
    int argument;
    bool repeats;                                       /* while the key is held */
    bool (*on)(const struct rb_app *app, int argument); /* for a tick in the menu; may be NULL */
} rb_action;

int rb_action_count(void);
const rb_action *rb_action_at(int index);
const rb_action *rb_action_find(const char *id);
/* "Ctrl+Shift+Z" */
void rb_action_key_name(const rb_action *action, char *text, size_t size);
/* "Play or pause (Space)" for tooltips. */
const char *rb_action_tip(const char *id, char *text, size_t size);
/* Runs whatever action has its key pressed now; while someone types, of function keys and Ctrl+Q
   only. */
void rb_actions_poll(struct rb_app *app, bool typing);
void rb_action_run(struct rb_app *app, const char *id);

#endif
