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
    const char *help;
    rb_column_kind kind;
    const rb_outcome *outcome;
    float width;
} rb_runs_column;

enum { COLUMNS_MAX = COLUMN_COST + 1 + RB_OUTCOMES_MAX };

static const struct {
    const char *title, *help;
    rb_column_kind kind;
    const char *body; /* id of the only kind of body it belongs to; NULL: all */
} own_columns[] = {
    {"run", "Click selects the run whose panels are shown; double click makes it the reference",
     COLUMN_NAME, NULL},
    {"ω₃ now", "Spin at the shown moment, rad/s", COLUMN_NOW, NULL},
    {"θ now", "Inclination of the axis at the shown moment, rad; π is upside down", COLUMN_THETA,
     RB_BODY_TOP},
    {NULL, NULL, COLUMN_OUTCOME, NULL}, /* here stand the outcomes */
    {"Δω₃ now", "Difference of the spin to the reference run now, rad/s", COLUMN_DIFF_NOW, NULL},
    {"Δω₃ max", "Largest difference of the spin to the reference run so far, rad/s",
     COLUMN_DIFF_MAX, NULL},
    {"cost µs", "Time of one evaluation of the equations of motion, microseconds", COLUMN_COST,
     NULL},
};

/* NAN where there is none: a frozen run has no now. */
static double difference_now(const rb_session *session, int run) {
    const rb_snapshot *s = session->shown[run];
    const rb_snapshot *base = session->shown[session->reference];
    return rb_phase_frozen(s->phase) || rb_phase_frozen(base->phase) ? NAN
                                                                     : s->omega.z - base->omega.z;
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
    case COLUMN_NOW: value = s->omega.z, digits = 4; break;
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
        if (!scene->normal->rigid || rb_body_view_of(scene->body)->touching[1] != NULL) {
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
            rb_runs_column column = {"", outcome->help, COLUMN_OUTCOME, outcome, 0};
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
        } else if (rb_body_has(session->runs[0].scene.body, own_columns[i].body)) {
            rb_runs_column column = {"", own_columns[i].help, own_columns[i].kind, NULL, 0};
            snprintf(column.title, sizeof column.title, "%s", own_columns[i].title);
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
