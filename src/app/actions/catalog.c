/* The tables of actions and shortcuts, without what runs them: whoever only reads lines (checks a
   lesson, writes the documentation) needs no window. */
#include <stdio.h>
#include <string.h>

#include "app/actions/grammar.h"

static const rb_action actions[] = {
#define ACTION(id, group, usage, help, run, on) {id, group, usage, help},
#include "app/actions/table.inc"
#undef ACTION
};

enum { CTRL = RB_KEY_CTRL, SHIFT = RB_KEY_SHIFT, ALT = RB_KEY_ALT };

static const rb_shortcut shortcuts[] = {
#define SHORTCUT(id, line, name, key, mods, repeats) {id, line, name, #key, mods, repeats},
#include "app/actions/shortcuts.inc"
#undef SHORTCUT
};

static const rb_spare_key spares[] = {
#define SPARE(id, key, mods) {id, #key, mods},
#include "app/actions/spare_keys.inc"
#undef SPARE
};

static bool spares_shown; /* one keyboard, and one who keeps keys of it, per process */

int rb_action_count(void) {
    return (int)(sizeof actions / sizeof actions[0]);
}

const rb_action *rb_action_at(int index) {
    return &actions[index];
}

int rb_action_find(const char *id) {
    for (int i = 0; i < rb_action_count(); i++) {
        if (strcmp(actions[i].id, id) == 0) {
            return i;
        }
    }
    return -1;
}

int rb_shortcut_count(void) {
    return (int)(sizeof shortcuts / sizeof shortcuts[0]);
}

const rb_shortcut *rb_shortcut_at(int index) {
    return &shortcuts[index];
}

int rb_shortcut_find(const char *id) {
    for (int i = 0; i < rb_shortcut_count(); i++) {
        if (strcmp(shortcuts[i].id, id) == 0) {
            return i;
        }
    }
    return -1;
}

const char *rb_shortcut_group(int index) {
    char name[32];
    const char *line = shortcuts[index].line;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(line, " "), line);
    return actions[rb_action_find(name)].group;
}

int rb_spare_key_count(void) {
    return (int)(sizeof spares / sizeof spares[0]);
}

const rb_spare_key *rb_spare_key_at(int index) {
    return &spares[index];
}

void rb_spare_keys_show(bool shown) {
    spares_shown = shown;
}

static void write_key(const char *name, unsigned mods, char *text, size_t size) {
    static const char *const written[][2] = {
        {"LeftArrow", "←"},     {"RightArrow", "→"},   {"UpArrow", "↑"},    {"DownArrow", "↓"},
        {"LeftBracket", "["},   {"RightBracket", "]"}, {"Backslash", "\\"}, {"Equal", "+"},
        {"Minus", "−"},         {"Period", "."},       {"Comma", ","},      {"Slash", "/"},
        {"PageDown", "Page ↓"}, {"PageUp", "Page ↑"},  {"Escape", "Esc"},
    };
    const char *key = name;
    for (size_t i = 0; i < sizeof written / sizeof written[0]; i++) {
        key = strcmp(written[i][0], name) == 0 ? written[i][1] : key;
    }
    snprintf(text, size, "%s%s%s%s", mods & CTRL ? "Ctrl+" : "", mods & SHIFT ? "Shift+" : "",
             mods & ALT ? "Alt+" : "", key);
}

void rb_shortcut_key(int index, char *text, size_t size) {
    const rb_shortcut *shortcut = &shortcuts[index];
    write_key(shortcut->key, shortcut->mods, text, size);
    for (int i = 0; spares_shown && i < rb_spare_key_count(); i++) {
        if (strcmp(spares[i].id, shortcut->id) == 0) {
            write_key(spares[i].key, spares[i].mods, text, size);
        }
    }
}

const char *rb_shortcut_tip(const char *id, char *text, size_t size) {
    int index = rb_shortcut_find(id);
    char key[48] = "";
    if (index < 0) {
        return "";
    }
    rb_shortcut_key(index, key, sizeof key);
    snprintf(text, size, "%s (%s)", rb_shortcut_at(index)->name, key);
    return text;
}
