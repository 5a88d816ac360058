/* The tables of actions and shortcuts, their listing for people, and suggestions for misspelt names. */

#include "app/language/language.h"
#include "sim/scene_private.h"
#include <stdbool.h>
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

static bool spares_shown; /* there is one keyboard per process */

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
    snprintf(text, size, "%s (%s)", rb_tr(rb_shortcut_at(index)->name), key);
    return text;
}

/* ---------------------------------------------------------------- listing */

/* The keys of an action, each with the words that it adds to the name: "F2: default, F3: top". */
static void keys_of(const char *id, char *text, size_t size) {
    size_t length = strlen(id);
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < rb_shortcut_count() && used < size; i++) {
        const char *line = rb_shortcut_at(i)->line;
        if (strncmp(line, id, length) != 0 || (line[length] != '\0' && line[length] != ' ')) {
            continue;
        }
        char key[48];
        rb_shortcut_key(i, key, sizeof key);
        const char *words = line + length + (line[length] == ' ');
        bool plain = words[0] == '\0' || strcmp(words, key) == 0; /* 1: run 1 */
        used += (size_t)snprintf(text + used, size - used, "%s%s%s%s", used > 0 ? ", " : "", key,
                                 plain ? "" : ": ", plain ? "" : words);
    }
}

/* "|" is escaped: it would end the cell of a Markdown table. */
static void put_cell(FILE *out, const char *text) {
    for (; *text != '\0'; text++) {
        if (*text == '|') {
            fputc('\\', out);
        }
        fputc(*text, out);
    }
}

static void put_row(FILE *out, const rb_action *action, const char *keys) {
    fputs("| `", out);
    put_cell(out, action->id);
    if (action->usage[0] != '\0') {
        fputc(' ', out);
        put_cell(out, action->usage);
    }
    fputs("` | ", out);
    put_cell(out, action->help);
    fprintf(out, " | %s%s%s |\n", keys[0] != '\0' ? "`" : "", keys, keys[0] != '\0' ? "`" : "");
}

static void put_line(FILE *out, const rb_action *action, const char *keys) {
    int width = fprintf(out, "  %s %s", action->id, action->usage);
    fprintf(out, "%*s %s", width < 40 ? 40 - width : 1, "", action->help);
    fprintf(out, "%s%s%s\n", keys[0] != '\0' ? "  [" : "", keys, keys[0] != '\0' ? "]" : "");
}

/* ---------------------------------------------------------------- what words stand for */

static void put_variants(FILE *out, bool table) {
    fprintf(out, table ? "\n| KIND | |\n|---|---|\n" : "\nKIND\n");
    fprintf(out, table ? "| `%s` | %s |\n" : "  %-38s %s\n", "law",
            "the law that is named, else the next one that fits");
    for (int i = 0; i < rb_variant_count(); i++) {
        const rb_variant *variant = rb_variant_at(i);
        fprintf(out, table ? "| `%s` | %s |\n" : "  %-38s %s\n", variant->id, variant->help);
    }
}

static void put_short_names(FILE *out, bool table) {
    fprintf(out, table ? "\n| short name | stands for |\n|---|---|\n" : "\nShort names\n");
    for (int i = 0; i < rb_shortcut_count(); i++) {
        const rb_shortcut *shortcut = rb_shortcut_at(i);
        if (strcmp(shortcut->id, shortcut->line) != 0) {
            fprintf(out, table ? "| `%s` | `%s` |\n" : "  %-38s %s\n", shortcut->id, shortcut->line);
        }
    }
}

void rb_actions_list(FILE *out, bool table) {
    const char *group = "";
    for (int i = 0; i < rb_action_count(); i++) {
        const rb_action *action = rb_action_at(i);
        char keys[512];
        keys_of(action->id, keys, sizeof keys);
        if (strcmp(group, action->group) != 0) {
            fprintf(out, table ? "%s| %s | | |\n|---|---|---|\n" : "%s%s\n", group[0] != '\0' ? "\n" : "",
                    action->group);
            group = action->group;
        }
        (table ? put_row : put_line)(out, action, keys);
    }
    put_variants(out, table);
    put_short_names(out, table);
}

/* ---------------------------------------------------------------- suggestions */

enum { longest = 32, most = 3 };

static int least(int a, int b, int c) {
    int d = a < b ? a : b;
    return d < c ? d : c;
}

/* Levenshtein distance: number of letters to change, add or remove. */
static int distance(const char *a, const char *b) {
    int n = (int)strlen(b);
    int row[longest + 1];
    if (strlen(a) > longest || n > longest) {
        return longest;
    }
    for (int j = 0; j <= n; j++) {
        row[j] = j;
    }
    for (int i = 1; a[i - 1] != '\0'; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= n; j++) {
            int other = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = least(row[j] + 1, row[j - 1] + 1, other);
        }
    }
    return row[n];
}

/* A name that starts with the given one counts as having one wrong letter. */
static int far_from(const char *name, const char *candidate) {
    size_t length = strlen(name);
    bool begins = length > 1 && strncmp(name, candidate, length) == 0;
    return begins ? 1 : distance(name, candidate);
}

void rb_nearest_names(const char *name, const char *const *names, int count, char *text, size_t size) {
    int nearest = 2 + (int)strlen(name) / 3; /* names farther away are not suggested */
    int named = 0;
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < count; i++) {
        int far = far_from(name, names[i]);
        if (far < nearest) {
            nearest = far;
            named = 0;
            used = 0;
            text[0] = '\0';
        } else if (far > nearest || named == 0 || named == most || strstr(text, names[i]) != NULL) {
            continue;
        }
        int length = snprintf(text + used, size - used, "%s%s", named > 0 ? " or " : "", names[i]);
        used += (size_t)length < size - used ? (size_t)length : 0;
        named++;
    }
}
