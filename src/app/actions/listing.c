/* All actions in words, for --actions and the documentation. */
#include <rattleback/variant.h>
#include <string.h>

#include "app/actions/grammar.h"

/* Keys of an action, each with the words it adds to the name: "F2: default, F3: top". */
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

/* A bar would end the cell of a table. */
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
    fprintf(out, "%*s %s", width < 40 ? 40 - width : 0, "", action->help);
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
            fprintf(out, table ? "| `%s` | `%s` |\n" : "  %-38s %s\n", shortcut->id,
                    shortcut->line);
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
            fprintf(out, table ? "%s| %s | | |\n|---|---|---|\n" : "%s%s\n",
                    group[0] != '\0' ? "\n" : "", action->group);
            group = action->group;
        }
        (table ? put_row : put_line)(out, action, keys);
    }
    put_variants(out, table);
    put_short_names(out, table);
}
