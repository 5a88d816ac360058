/* The table of compared runs. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "viewer/gui/gui.h"
#include "viewer/panels/panels.h"
#include "viewer/panels/runs_table.h"

static const char *phase_note(const rb_snapshot *s) {
    switch (s->phase) {
    case RB_PHASE_AT_REST: return "at rest";
    case RB_PHASE_LIFTED_OFF: return "lifted off";
    case RB_PHASE_DIVERGED: return "diverged";
    default: break;
    }
    switch ((rb_energy_doubt)s->energy_doubt) {
    case RB_ENERGY_OFF: return "energy off";
    case RB_ENERGY_FED: return "fed by friction";
    default: return s->step_too_large > 0 ? "step too large" : "";
    }
}

/* Number, law, whether it is the reference, and what has become of it. */
static void run_title(const rb_session *session, int run, char *text, size_t size) {
    const char *note = phase_note(session->shown[run]);
    snprintf(text, size, "     %d: %s%s%s%s", run + 1, rb_session_label(session, run),
             run == session->reference ? "  reference" : "", note[0] != '\0' ? "  " : "", note);
}

static void name_cell(rb_session *session, int run) {
    ImVec2 at;
    igGetCursorScreenPos(&at);
    float line = igGetTextLineHeight();
    float middle = 0.5f * fmaxf(line, rb_gui_target());
    rb_draw_run_marker(igGetWindowDrawList(), run, rb_im2(at.x + 0.45f * line, at.y + middle),
                       0.33f * line);
    char label[160];
    run_title(session, run, label, sizeof label);
    if (igSelectable_Bool(label, run == session->selected,
                          ImGuiSelectableFlags_SpanAllColumns |
                              ImGuiSelectableFlags_AllowDoubleClick |
                              ImGuiSelectableFlags_AllowOverlap,
                          rb_im2(0, rb_gui_target()))) {
        session->selected = run;
        if (igIsMouseDoubleClicked_Nil(ImGuiMouseButton_Left)) {
            session->reference = run;
        }
    }
    const rb_scene *scene = &session->runs[run].scene;
    rb_tooltip("%s\n%s\n\nClick: show its panels. Double click: compare the others with it.",
               scene->friction->name, scene->friction->help);
}

static float column_width(const rb_session *session, const rb_runs_column *column) {
    float width = fmaxf(rb_text_width(column->title), rb_text_width("−0.00000"));
    if (column->kind == RB_COLUMN_NAME) {
        width = fmaxf(width, rb_text_width("run copy CSV") + rb_em(3.5f));
    }
    for (int run = 0; column->kind == RB_COLUMN_NAME && run < session->shown_count; run++) {
        char title[160];
        run_title(session, run, title, sizeof title);
        width = fmaxf(width, rb_text_width(title));
    }
    return width;
}

static void value_cell(const rb_session *session, int run, const rb_runs_column *column) {
    char text[32];
    rb_runs_cell(session, run, column, text, sizeof text);
    float room = column->width - rb_text_width(text);
    igSetCursorPosX(igGetCursorPosX() + fmaxf(room, 0));
    if (rb_gui_fingers()) {
        igAlignTextToFramePadding(); /* in the middle of a high row */
    }
    igTextUnformatted(text, NULL);
}

/* What can be done with the table as a whole, in the head of its names. */
static void table_buttons(const rb_ui *ui) {
    igSameLine(0, rb_em(1.2f));
    if (rb_small_button("copy")) {
        rb_ui_run(ui, "copy-table");
    }
    rb_tooltip("Copy the table, for a spreadsheet");
    igSameLine(0, -1);
    if (rb_small_button("CSV")) {
        rb_ui_run(ui, "table-csv");
    }
    rb_tooltip("Save the table as a CSV file");
}

static void table_head(const rb_ui *ui, const rb_runs_column *columns, int count) {
    igTableSetupScrollFreeze(1, 1);
    for (int i = 0; i < count; i++) {
        igTableSetupColumn(columns[i].title, ImGuiTableColumnFlags_WidthFixed, columns[i].width, 0);
    }
    igTableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, rb_em(1), 0);
    igTableNextRow(ImGuiTableRowFlags_Headers, 0);
    for (int i = 0; i < count; i++) {
        igTableNextColumn();
        igTextDisabled("%s", columns[i].title);
        rb_tooltip("%s", columns[i].help);
        if (i == 0 && !ui->still) {
            table_buttons(ui);
        }
    }
}

void rb_runs_draw(const rb_ui *ui, rb_session *session) {
    if (!rb_begin_panel("##runs", ui->rects.runs, 0)) {
        rb_end_panel();
        return;
    }
    int flags = ImGuiTableFlags_RowBg | ImGuiTableFlags_BordersInnerV | ImGuiTableFlags_ScrollY |
                ImGuiTableFlags_ScrollX | ImGuiTableFlags_SizingFixedFit;
    rb_runs_column columns[RB_RUNS_COLUMNS];
    int count = rb_runs_columns(session, ui->still, columns);
    for (int i = 0; i < count; i++) {
        columns[i].width = column_width(session, &columns[i]);
    }
    if (igBeginTable("runs", count + 1, flags, rb_im2(0, 0), 0)) {
        table_head(ui, columns, count);
        for (int run = 0; run < session->shown_count; run++) {
            igPushID_Int(run);
            igTableNextRow(0, 0);
            igTableNextColumn();
            name_cell(session, run);
            for (int i = 1; i < count; i++) {
                igTableNextColumn();
                value_cell(session, run, &columns[i]);
            }
            igTableNextColumn();
            if (rb_small_button("×")) {
                rb_session_remember(session);
                rb_session_remove(session, run);
            }
            rb_tooltip("Take this run out of the comparison; the others go on");
            igPopID();
        }
        igEndTable();
    }
    rb_end_panel();
}
