#include "viewer/panels/ui.h"

#include <stdarg.h>
#include <stdio.h>

#include "app/actions/grammar.h"

void rb_ui_run(const rb_ui *ui, const char *format, ...) {
    char line[RB_LINE_MAX];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    ui->program.run(ui->program.self, line);
}

void rb_ui_run_all(const rb_ui *ui, const char *lines) {
    char line[RB_LINE_MAX];
    while (rb_action_next(&lines, line)) {
        ui->program.run(ui->program.self, line);
    }
}

void rb_ui_run_on(const rb_ui *ui, const char *action, const char *what) {
    char word[RB_LINE_MAX];
    rb_action_quote(what, word, sizeof word);
    rb_ui_run(ui, "%s %s", action, word);
}

void rb_ui_tell(const rb_ui *ui, const char *text) {
    ui->program.tell(ui->program.self, text);
}

bool rb_ui_on(const rb_ui *ui, const char *line) {
    return ui->program.on(ui->program.self, line);
}

/* ---------------------------------------------------------------- panels or drawers */

bool rb_ui_left(const rb_ui *ui) {
    return ui->small ? ui->drawer == RB_DRAWER_LEFT : ui->left;
}

bool rb_ui_right(const rb_ui *ui) {
    return ui->small ? ui->drawer == RB_DRAWER_RIGHT : ui->right;
}

/* A drawer that is pulled out pushes the other one in. */
static void pull(rb_ui *ui, rb_drawer drawer, bool shown) {
    if (shown) {
        ui->drawer = drawer;
    } else if (ui->drawer == drawer) {
        ui->drawer = RB_DRAWER_NONE;
    }
}

void rb_ui_show_left(rb_ui *ui, bool shown) {
    if (ui->small) {
        pull(ui, RB_DRAWER_LEFT, shown);
    } else {
        ui->left = shown;
    }
}

void rb_ui_show_right(rb_ui *ui, bool shown) {
    if (ui->small) {
        pull(ui, RB_DRAWER_RIGHT, shown);
    } else {
        ui->right = shown;
    }
}
