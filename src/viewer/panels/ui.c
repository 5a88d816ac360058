#include "viewer/panels/ui.h"

#include <stdarg.h>
#include <stdio.h>

#include "viewer/actions/grammar.h"

void rb_ui_run(const rb_ui *ui, const char *format, ...) {
    char line[RB_LINE_MAX];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    ui->program.run(ui->program.self, line);
}

void rb_ui_run_on(const rb_ui *ui, const char *action, const char *what) {
    char word[RB_LINE_MAX];
    rb_action_quote(what, word, sizeof word);
    rb_ui_run(ui, "%s %s", action, word);
}

bool rb_ui_on(const rb_ui *ui, const char *line) {
    return ui->program.on(ui->program.self, line);
}
