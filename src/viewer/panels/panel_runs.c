/* The table of compared runs. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "viewer/gui/gui.h"
#include "viewer/panels/panels.h"
#include "viewer/world/body_view.h"

/* What a column shows: an outcome of the run so far, or one of these. */
typedef enum rb_column_kind {
    COLUMN_NAME,
    COLUMN_NOW,
    COLUMN_THETA,
    COLUMN_OUTCOME,
    COLUMN_DIFF_NOW,
    COLUMN_DIFF_MAX,
    COLUMN_COST,
} rb_column_kind;

typedef struct rb_runs_column {
    char title[32];
    char help[160];
    rb_column_kind kind;
    const rb_outcome *outcome;
    float width;
} rb_runs_column;

enum { COLUMNS_MAX = COLUMN_COST + 1 + RB_OUTCOMES_MAX };

static const struct {
    const char *title, *help;
    rb_column_kind kind;
    unsigned traits; /* rb_trait: of the bodies it belongs to */
} own_columns[] = {
    {"run", "Click selects the run whose panels are shown; double click makes it the reference",
     COLUMN_NAME, 0},
    {"* now", "At the shown moment: @", COLUMN_NOW, 0},
    {"θ now", "Inclination of the axis at the shown moment, rad; π is upside down", COLUMN_THETA,
     RB_TRAIT_INVERTS},
    {NULL, NULL, COLUMN_OUTCOME, 0}, /* here stand the outcomes */
    {"Δ* now", "Difference to the reference run now: @", COLUMN_DIFF_NOW, 0},
    {"Δ* max", "Largest difference to the reference run so far: @", COLUMN_DIFF_MAX, 0},
    {"cost µs", "Time of one evaluation of the equations of motion, microseconds", COLUMN_COST, 0},
};

/* The signal by which these runs are told apart. */
static const rb_signal *measure_of(const rb_session *session) {
    const rb_body_kind *body = session->runs[0].applied.body;
    return rb_signal_at(rb_signal_of(body, body->measure));
}

/* A text of the table, with the measure's symbol for * and what it is for @. */
static void fill_in(char *out, size_t size, const char *text, const rb_signal *measure) {
    size_t used = 0;
    for (; *text != '\0' && used < size; text++) {
        if (*text == '@') {
            used +=
                (size_t)snprintf(out + used, size - used, "%s, %s", measure->help, measure->unit);
        } else if (*text == '*') {
            used += (size_t)snprintf(out + used, size - used, "%s", measure->symbol);
        } else {
            used += (size_t)snprintf(out + used, size - used, "%c", *text);
        }
    }
}

/* NAN where there is none: a frozen run has no now. */
static double difference_now(const rb_session *session, int run) {
    const rb_snapshot *s = session->shown[run];
    const rb_snapshot *base = session->shown[session->reference];
    const rb_signal *measure = measure_of(session);
    return rb_phase_frozen(s->phase) || rb_phase_frozen(base->phase)
               ? NAN
               : rb_signal_value(measure, s) - rb_signal_value(measure, base);
}

static void cell_text(const rb_session *session, bool still, int run, const rb_runs_column *column,
                      char *text, size_t size) {
    const rb_snapshot *s = session->shown[run];
    bool reference = run == session->reference;
    double value = NAN;
    int digits = 3;
    switch (column->kind) {
    case COLUMN_OUTCOME:
        rb_outcome_text(column->outcome, rb_session_summary(session, run), text, size);
        rb_typeset(text, size);
        return;
    case COLUMN_NOW: value = rb_signal_value(measure_of(session), s), digits = 4; break;
    case COLUMN_THETA: value = s->theta, digits = 4; break;
    case COLUMN_DIFF_NOW: value = reference ? NAN : difference_now(session, run); break;
    case COLUMN_DIFF_MAX: /* what is shown may be newer than the last sample */
        value = reference ? NAN
                          : fmax(session->compare.largest[run], fabs(difference_now(session, run)));
        break;
    case COLUMN_COST: value = still ? NAN : 1e6 * s->rhs_seconds; break;
    case COLUMN_NAME: break;
    }
    rb_format(text, size, value, digits);
}

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
    snprintf(text, size, "     %d %s%s%s%s", run + 1, rb_session_label(session, run),
             run == session->reference ? "  reference" : "", note[0] != '\0' ? "  " : "", note);
}

static void name_cell(rb_session *session, int run) {
    ImVec2 at;
    igGetCursorScreenPos(&at);
    float line = igGetTextLineHeight();
    rb_draw_run_marker(igGetWindowDrawList(), run, rb_im2(at.x + 0.45f * line, at.y + 0.5f * line),
                       0.33f * line);
    char label[160];
    run_title(session, run, label, sizeof label);
    if (igSelectable_Bool(label, run == session->selected,
                          ImGuiSelectableFlags_SpanAllColumns |
                              ImGuiSelectableFlags_AllowDoubleClick |
                              ImGuiSelectableFlags_AllowOverlap,
                          rb_im2(0, 0))) {
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
    for (int run = 0; column->kind == COLUMN_NAME && run < session->shown_count; run++) {
        char title[160];
        run_title(session, run, title, sizeof title);
        width = fmaxf(width, rb_text_width(title));
    }
    return width;
}

static void value_cell(const rb_session *session, bool still, int run,
                       const rb_runs_column *column) {
    char text[32];
    cell_text(session, still, run, column, text, sizeof text);
    float room = column->width - rb_text_width(text);
    igSetCursorPosX(igGetCursorPosX() + fmaxf(room, 0));
    igTextUnformatted(text, NULL);
}

/* Energy is lost in the normal direction where something gives way, or where a second contact
   strikes the floor. */
static bool any_damping(const rb_session *session) {
    for (int run = 0; run < session->count; run++) {
        const rb_scene *scene = &session->runs[run].applied;
        if (!scene->normal->rigid || scene->body->contacts[1] != NULL) {
            return true;
        }
    }
    return false;
}

static void add_column(const rb_session *session, rb_runs_column *columns, int *count,
                       rb_runs_column column) {
    column.width = column_width(session, &column);
    columns[(*count)++] = column;
}

static void add_outcomes(const rb_session *session, rb_runs_column *columns, int *count) {
    bool damping = any_damping(session);
    for (int i = 0; i < rb_outcome_count(); i++) {
        const rb_outcome *outcome = rb_outcome_at(i);
        bool wanted = damping || strcmp(outcome->name, "damp_share") != 0;
        if (wanted && (outcome->flags & RB_OUTCOME_COMPARED) &&
            rb_outcome_fits(outcome, session->runs[0].scene.body)) {
            rb_runs_column column = {"", "", COLUMN_OUTCOME, outcome, 0};
            snprintf(column.help, sizeof column.help, "%s", outcome->help);
            rb_outcome_head(outcome, column.title, sizeof column.title);
            add_column(session, columns, count, column);
        }
    }
}

/* The columns that mean something for the compared bodies; returns how many. */
static int fitting_columns(const rb_session *session, rb_runs_column columns[COLUMNS_MAX]) {
    int count = 0;
    for (size_t i = 0; i < sizeof own_columns / sizeof own_columns[0]; i++) {
        if (own_columns[i].kind == COLUMN_OUTCOME) {
            add_outcomes(session, columns, &count);
        } else if (rb_body_has(session->runs[0].scene.body, own_columns[i].traits)) {
            const rb_signal *measure = measure_of(session);
            rb_runs_column column = {"", "", own_columns[i].kind, NULL, 0};
            fill_in(column.title, sizeof column.title, own_columns[i].title, measure);
            fill_in(column.help, sizeof column.help, own_columns[i].help, measure);
            add_column(session, columns, &count, column);
        }
    }
    return count;
}

static void table_head(const rb_runs_column *columns, int count) {
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
    }
}

void rb_runs_draw(const rb_ui *ui, rb_session *session) {
    if (!rb_begin_panel("##runs", ui->rects.runs, 0)) {
        rb_end_panel();
        return;
    }
    int flags = ImGuiTableFlags_RowBg | ImGuiTableFlags_BordersInnerV | ImGuiTableFlags_ScrollY |
                ImGuiTableFlags_ScrollX | ImGuiTableFlags_SizingFixedFit;
    rb_runs_column columns[COLUMNS_MAX];
    int count = fitting_columns(session, columns);
    if (igBeginTable("runs", count + 1, flags, rb_im2(0, 0), 0)) {
        table_head(columns, count);
        for (int run = 0; run < session->shown_count; run++) {
            igPushID_Int(run);
            igTableNextRow(0, 0);
            igTableNextColumn();
            name_cell(session, run);
            for (int i = 1; i < count; i++) {
                igTableNextColumn();
                value_cell(session, ui->still, run, &columns[i]);
            }
            igTableNextColumn();
            if (igSmallButton("×")) {
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
