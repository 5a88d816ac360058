/* The table of compared runs. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/language/language.h"
#include "app/session/units.h"
#include "sim/csv.h"
#include "viewer/gui/gui.h"
#include "viewer/panels/parts.h"
#include "viewer/world/body_view.h"

static const char *phase_note(const rb_snapshot *s) {
    switch (s->phase) {
    case RB_PHASE_AT_REST: return rb_tr("at rest");
    case RB_PHASE_LIFTED_OFF: return rb_tr("lifted off");
    case RB_PHASE_DIVERGED: return rb_tr("diverged");
    default: break;
    }
    switch (s->energy_warning) {
    case RB_ENERGY_UNBALANCED: return rb_tr("energy error");
    default: return s->step_too_large ? rb_tr("step too large") : "";
    }
}

/* Number, law and state. */
static void run_title(const rb_session *session, int run, char *text, size_t size) {
    const char *note = phase_note(session->shown[run]);
    snprintf(text, size, "     %d: %s%s%s", run + 1, rb_session_label(session, run),
             note[0] != '\0' ? "  " : "", note);
}

/* A mark on a run whose laws feed energy to the body. */
static void fed_badge(const rb_session *session, int run) {
    char fed[32];
    if (!rb_energy_fed_text(session->drawn[run].body, session->shown[run], fed, sizeof fed)) {
        return;
    }
    igSameLine(0, rb_em(0.8f));
    igTextColored(rb_role4(RB_COLOR_WARNING), "%s", fed);
    rb_tooltip(rb_tr(
        "Friction or rolling resistance has given this energy to the body instead of taking it: the laws "
        "do not suit these parameters, and the motion cannot be trusted"));
}

static void name_cell(rb_session *session, int run) {
    ImVec2 at;
    igGetCursorScreenPos(&at);
    float line = igGetTextLineHeight();
    float middle = 0.5f * fmaxf(line, rb_gui_target());
    rb_draw_run_marker(igGetWindowDrawList(), run, rb_im2(at.x + 0.45f * line, at.y + middle), 0.33f * line);
    char label[160];
    run_title(session, run, label, sizeof label);
    if (igSelectable_Bool(label, run == session->selected,
                          ImGuiSelectableFlags_SpanAllColumns | ImGuiSelectableFlags_AllowOverlap,
                          rb_im2(0, rb_gui_target()))) {
        session->selected = run;
    }
    const rb_scene *scene = &session->runs[run].scene;
    rb_tooltip(rb_tr("%s\n%s\n\nClick: show its parameters."), rb_tr(scene->friction->name),
               rb_tr(scene->friction->help));
    fed_badge(session, run);
}

static void reference_cell(rb_ui *ui, const rb_session *session, int run, float width) {
    if (!rb_gui_fingers()) { /* as high as the text */
        igPushStyleVar_Vec2(ImGuiStyleVar_FramePadding, rb_im2(0, 0));
    }
    igSetCursorPosX(igGetCursorPosX() + fmaxf(0.5f * (width - igGetFrameHeight()), 0));
    igPushStyleVar_Float(ImGuiStyleVar_FrameBorderSize, 1); /* a ring, to be seen on every row */
    if (igRadioButton_Bool("##reference", run == session->reference)) {
        rb_ui_run(ui, "reference %d", run + 1);
    }
    igPopStyleVar(1);
    rb_ui_mark(ui, "reference.%d", run + 1);
    if (!rb_gui_fingers()) {
        igPopStyleVar(1);
    }
    rb_tooltip(rb_tr("Make this the reference: differences (Δ) are taken from it"));
}

/* Breaks a long title into two lines of nearly equal length, so that the columns stay narrow. */
static void break_title(rb_runs_column *column) {
    size_t length = strlen(column->title), best = 0;
    const size_t long_title = 13;
    for (size_t i = 1; length > long_title && i < length; i++) {
        size_t rest = length - i, longest = i > rest ? i : rest;
        size_t before = best > length - best ? best : length - best;
        best = column->title[i] == ' ' && longest < before ? i : best;
    }
    if (best > 0) {
        column->title[best] = '\n';
    }
}

static float column_width(const rb_session *session, const rb_runs_column *column) {
    float width = fmaxf(rb_text_width(column->title), rb_text_width("−0.00000"));
    if (column->kind == RB_COLUMN_NAME) {
        width = fmaxf(width, rb_text_width("run copy CSV") + rb_em(3.5f));
    } else if (column->kind == RB_COLUMN_REFERENCE) {
        width = fmaxf(rb_text_width(column->title), igGetFrameHeight());
    }
    for (int run = 0; column->kind == RB_COLUMN_NAME && run < session->shown_count; run++) {
        char title[160], fed[32];
        run_title(session, run, title, sizeof title);
        bool feeds = rb_energy_fed_text(session->drawn[run].body, session->shown[run], fed, sizeof fed);
        width = fmaxf(width, rb_text_width(title) + (feeds ? rb_text_width(fed) + rb_em(0.8f) : 0));
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

/* Buttons for the whole table, in the header of the first column. */
static void table_buttons(const rb_ui *ui) {
    igSameLine(0, rb_em(1.2f));
    if (rb_small_button(rb_tr("copy"))) {
        rb_ui_run(ui, "copy-table");
    }
    rb_tooltip(rb_tr("Copy the table, for a spreadsheet"));
    igSameLine(0, -1);
    if (rb_small_button("CSV")) {
        rb_ui_run(ui, "table-csv");
    }
    rb_tooltip(rb_tr("Save the table as a CSV file"));
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

void rb_runs_draw(rb_ui *ui, rb_session *session) {
    if (!rb_begin_panel("##runs", ui->rects.runs, 0)) {
        rb_end_panel();
        return;
    }
    int flags = ImGuiTableFlags_RowBg | ImGuiTableFlags_BordersInnerV | ImGuiTableFlags_ScrollY |
                ImGuiTableFlags_ScrollX | ImGuiTableFlags_SizingFixedFit;
    rb_runs_column columns[RB_RUNS_COLUMNS];
    int count = rb_runs_columns(session, ui->still, columns);
    for (int i = 0; i < count; i++) {
        break_title(&columns[i]);
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
                if (columns[i].kind == RB_COLUMN_REFERENCE) {
                    reference_cell(ui, session, run, columns[i].width);
                } else {
                    value_cell(session, run, &columns[i]);
                }
            }
            igTableNextColumn();
            if (rb_small_button("×")) {
                rb_session_remember(session);
                rb_session_remove(session, run);
            }
            rb_tooltip(rb_tr("Remove this run from the comparison"));
            igPopID();
        }
        igEndTable();
    }
    rb_end_panel();
}

/* ---------------------------------------------------------------- contents */

static const struct {
    const char *title, *help;
    const char *name;
    rb_runs_column_kind kind;
    unsigned traits; /* rb_trait: of the bodies it belongs to */
} own_columns[] = {
    {RB_N("run"), RB_N("Click selects the run whose panels are shown"), "run", RB_COLUMN_NAME, 0},
    {RB_N("ref"),
     RB_N("The reference run, from which differences (Δ) are taken: the exact law unless you choose another"),
     "reference", RB_COLUMN_REFERENCE, 0},
    {RB_N("* now"), RB_N("At the time shown: @"), "#", RB_COLUMN_NOW, 0},
    {RB_N("θ now °"), RB_N("Inclination of the axis at the time shown; 180° is upside down"), "theta",
     RB_COLUMN_THETA, RB_TRAIT_INVERTS},
    {NULL, NULL, NULL, RB_COLUMN_OUTCOME, 0}, /* place of the outcomes */
    {RB_N("Δt reversal, s"),
     RB_N("Reversal of this run after that of the reference run, s; negative: earlier"),
     "difference_first_reversal_time", RB_COLUMN_DIFF_TIME, RB_TRAIT_REVERSES},
    {RB_N("Δt stands, s"), RB_N("Stands on its stem after the reference run does, s; negative: earlier"),
     "difference_large_last_off", RB_COLUMN_DIFF_TIME, RB_TRAIT_INVERTS},
    {RB_N("Δ* now"), RB_N("Difference from the reference run at the time shown: @"), "difference_#",
     RB_COLUMN_DIFF_NOW, 0},
    {RB_N("Δ* max"), RB_N("Largest difference from the reference run so far: @"), "largest_difference_#",
     RB_COLUMN_DIFF_MAX, 0},
    {RB_N("cost µs"),
     RB_N("Price of the law: processor time on this machine for one evaluation of the equations of motion, "
          "friction "
          "law included, µs (median of many). A run needs thousands per simulated second"),
     "cost", RB_COLUMN_COST, 0},
};

/* The signal that the runs are compared by. */
static const rb_signal *measure_of(const rb_session *session) {
    const rb_body_kind *body = session->runs[0].applied.body;
    return rb_signal_at(rb_signal_of(body, body->measure));
}

/* Replaces * by the measure's symbol, # by its name and @ by its description. */
static void fill_in(char *out, size_t size, const char *text, const rb_signal *measure) {
    size_t used = 0;
    for (; *text != '\0' && used < size; text++) {
        if (*text == '@') {
            used += (size_t)snprintf(out + used, size - used, "%s, %s", rb_tr(measure->help),
                                     rb_ui_unit_of(measure->unit).name);
        } else if (*text == '*' || *text == '#') {
            used += (size_t)snprintf(out + used, size - used, "%s",
                                     *text == '*' ? measure->symbol : measure->name);
        } else {
            used += (size_t)snprintf(out + used, size - used, "%c", *text);
        }
    }
}

/* ---------------------------------------------------------------- cells */

/* NAN for a frozen run. */
static double difference_now(const rb_session *session, int run) {
    const rb_snapshot *s = &session->readout.at[run];
    const rb_snapshot *base = &session->readout.at[session->reference];
    const rb_signal *measure = measure_of(session);
    return rb_phase_frozen(s->phase) || rb_phase_frozen(base->phase)
               ? NAN
               : rb_signal_value(measure, s) - rb_signal_value(measure, base);
}

/* NAN unless it happened in both runs. */
static double difference_of_times(const rb_session *session, int run, const rb_runs_column *column) {
    return rb_outcome_value(column->outcome, rb_session_summary(session, run)) -
           rb_outcome_value(column->outcome, rb_session_summary(session, session->reference));
}

double rb_runs_value(const rb_session *session, int run, const rb_runs_column *column) {
    const rb_snapshot *s = &session->readout.at[run];
    bool reference = run == session->reference;
    switch (column->kind) {
    case RB_COLUMN_OUTCOME: return rb_outcome_value(column->outcome, rb_session_summary(session, run));
    case RB_COLUMN_NOW: return rb_signal_value(measure_of(session), s);
    case RB_COLUMN_REFERENCE: return reference;
    case RB_COLUMN_DIFF_TIME: return reference ? NAN : difference_of_times(session, run, column);
    case RB_COLUMN_THETA: return s->theta;
    case RB_COLUMN_DIFF_NOW: return reference ? NAN : difference_now(session, run);
    case RB_COLUMN_DIFF_MAX: /* the shown instant may be newer than the last sample */
        return reference ? NAN : fmax(session->compare.largest[run], fabs(difference_now(session, run)));
    case RB_COLUMN_COST: return s->rhs_seconds > 0 ? s->rhs_seconds : (double)NAN;
    case RB_COLUMN_NAME: break;
    }
    return run + 1;
}

/* Conversion factor to display units. */
static double factor_of(const rb_session *session, const rb_runs_column *column) {
    switch (column->kind) {
    case RB_COLUMN_THETA: return rb_ui_unit_of("rad").factor;
    case RB_COLUMN_COST: return 1e6;
    case RB_COLUMN_REFERENCE:
    case RB_COLUMN_DIFF_TIME: return 1;
    default: return rb_ui_unit_of(measure_of(session)->unit).factor;
    }
}

void rb_runs_cell(const rb_session *session, int run, const rb_runs_column *column, char *text, size_t size) {
    if (column->kind == RB_COLUMN_OUTCOME) {
        rb_outcome_text(column->outcome, rb_session_summary(session, run), text, size);
        rb_typeset(text, size);
        return;
    }
    bool now = column->kind == RB_COLUMN_NOW || column->kind == RB_COLUMN_THETA;
    int digits = now ? 4 : column->kind == RB_COLUMN_COST ? 2 : 3;
    rb_format_digits(text, size, rb_runs_value(session, run, column) * factor_of(session, column), digits);
}

/* ---------------------------------------------------------------- columns */

/* Is energy lost in the normal direction? With a compliant normal law, or when a second contact hits
   the floor. */
static bool any_damping(const rb_session *session) {
    for (int run = 0; run < session->count; run++) {
        const rb_scene *scene = &session->runs[run].applied;
        if (!scene->normal->rigid || scene->body->contacts[1] != NULL) {
            return true;
        }
    }
    return false;
}

static void add_outcomes(const rb_session *session, rb_runs_column *columns, int *count) {
    bool damping = any_damping(session);
    for (int i = 0; i < rb_outcome_count(); i++) {
        const rb_outcome *outcome = rb_outcome_at(i);
        bool wanted = damping || strcmp(outcome->name, "damp_share") != 0;
        if (wanted && (outcome->flags & RB_OUTCOME_COMPARED) &&
            rb_outcome_fits(outcome, session->runs[0].scene.body)) {
            rb_runs_column *column = &columns[(*count)++];
            *column = (rb_runs_column){.kind = RB_COLUMN_OUTCOME, .outcome = outcome};
            snprintf(column->help, sizeof column->help, "%s", rb_tr(outcome->help));
            snprintf(column->name, sizeof column->name, "%s", outcome->name);
            rb_outcome_title(outcome, column->title, sizeof column->title);
        }
    }
}

int rb_runs_columns(const rb_session *session, bool still, rb_runs_column columns[RB_RUNS_COLUMNS]) {
    int count = 0;
    const rb_signal *measure = measure_of(session);
    for (size_t i = 0; i < sizeof own_columns / sizeof own_columns[0]; i++) {
        if (own_columns[i].kind == RB_COLUMN_OUTCOME) {
            add_outcomes(session, columns, &count);
        } else if (rb_body_has(session->runs[0].scene.body, own_columns[i].traits) &&
                   !(still && own_columns[i].kind == RB_COLUMN_COST)) {
            rb_runs_column *column = &columns[count++];
            *column = (rb_runs_column){.kind = own_columns[i].kind};
            fill_in(column->title, sizeof column->title, rb_tr(own_columns[i].title), measure);
            fill_in(column->help, sizeof column->help, rb_tr(own_columns[i].help), measure);
            fill_in(column->name, sizeof column->name, own_columns[i].name, measure);
            if (column->kind == RB_COLUMN_DIFF_TIME) {
                column->outcome = rb_outcome_find(column->name + strlen("difference_"));
            }
        }
    }
    return count;
}

/* ---------------------------------------------------------------- files */

static void write_number(FILE *out, double value) {
    if (isfinite(value)) {
        fprintf(out, "%.12g", value);
    }
}

static const char *unit_of(const rb_session *session, const rb_runs_column *column) {
    return column->outcome != NULL               ? column->outcome->unit
           : column->kind == RB_COLUMN_THETA     ? "rad"
           : column->kind == RB_COLUMN_REFERENCE ? ""
                                                 : measure_of(session)->unit;
}

void rb_runs_write(const rb_session *session, FILE *out, char separator) {
    rb_runs_column columns[RB_RUNS_COLUMNS];
    int count = rb_runs_columns(session, true, columns);
    rb_csv csv = {.out = out};
    for (int i = 1; separator == ',' && i < count; i++) {
        rb_csv_unit(&csv, columns[i].name, unit_of(session, &columns[i]));
    }
    if (csv.begun) {
        rb_csv_end_row(&csv);
    }
    fprintf(out, "run%cname%ct", separator, separator);
    for (int i = 1; i < count; i++) {
        fprintf(out, "%c%s", separator, columns[i].name);
    }
    for (int run = 0; run < session->shown_count; run++) {
        fprintf(out, "\n%d%c\"%s\"%c", run + 1, separator, rb_session_run_name(session, run), separator);
        write_number(out, session->readout.at[run].t);
        for (int i = 1; i < count; i++) {
            fputc(separator, out);
            write_number(out, rb_runs_value(session, run, &columns[i]));
        }
    }
    fputc('\n', out);
}
