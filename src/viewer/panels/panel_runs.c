/* The table of compared runs. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "viewer/app.h"
#include "viewer/gui/gui.h"
#include "viewer/world/body_view.h"

typedef struct rb_runs_column {
    const char *title, *help;
    int digits;
    const char *body; /* id of the only kind of body it belongs to; NULL: all */
} rb_runs_column;

enum {
    COLUMN_NAME,
    COLUMN_NOW,
    COLUMN_THETA,
    COLUMN_REVERSAL,
    COLUMN_EXTREME,
    COLUMN_STEM,
    COLUMN_OFF,
    COLUMN_INVERTED,
    COLUMN_FALLBACK,
    COLUMN_REST,
    COLUMN_SLIDE,
    COLUMN_DRILL,
    COLUMN_ROLL,
    COLUMN_DAMP,
    COLUMN_DIFF_NOW,
    COLUMN_DIFF_MAX,
    COLUMN_RHS,
    COLUMN_COUNT
};

static const rb_runs_column columns[COLUMN_COUNT] = {
    {"run", "Click selects the run whose panels are shown; double click makes it the reference", 0,
     NULL},
    {"ω₃ now", "Spin at the shown moment, rad/s", 4, NULL},
    {"θ now", "Inclination of the axis at the shown moment, rad; π is upside down", 4, RB_BODY_TOP},
    {"reversal s", "First zero of the spin ω₃, s", 4, RB_BODY_CELT},
    {"extreme", "Largest spin of opposite sense after the reversal, rad/s", 4, RB_BODY_CELT},
    {"stem s", "The stem touches the floor for the first time, s", 4, RB_BODY_TOP},
    {"stands s", "The body leaves the floor and the top stands on its stem, s", 4, RB_BODY_TOP},
    {"inverted", "Has it stood on its stem for a tenth of a second?", 0, RB_BODY_TOP},
    {"back s", "The top falls back onto its body, s", 4, RB_BODY_TOP},
    {"rest s", "Last time |ω| exceeded 0.1 rad/s, s (– while it still does)", 4, NULL},
    {"slid %", "Share of the lost energy that went into sliding", 3, NULL},
    {"drilled %", "Share of the lost energy that went into drilling", 3, NULL},
    {"rolled %", "Share of the lost energy that went into rolling resistance", 3, NULL},
    {"damped %", "Share of the lost energy that went into damping of the normal motion", 3, NULL},
    {"Δω₃ now", "Difference of the spin to the reference run now, rad/s", 3, NULL},
    {"Δω₃ max", "Largest difference of the spin to the reference run so far, rad/s", 3, NULL},
    {"cost µs", "Time of one evaluation of the equations of motion, microseconds", 3, NULL},
};

static double share(double part, const rb_snapshot *s) {
    double all = s->W_slide + s->W_drill + s->W_roll + s->W_damp;
    return all > 0 ? 100 * part / all : NAN;
}

/* NAN where there is none: a frozen run has no now. */
static double difference_now(const rb_session *session, int run) {
    const rb_snapshot *s = session->shown[run];
    const rb_snapshot *base = session->shown[session->reference];
    return rb_phase_frozen(s->phase) || rb_phase_frozen(base->phase) ? NAN
                                                                     : s->omega.z - base->omega.z;
}

static double cell_value(const rb_app *app, int run, int column) {
    const rb_session *session = &app->session;
    const rb_snapshot *s = session->shown[run];
    const rb_summary *summary = rb_session_summary(session, run);
    bool reference = run == session->reference;
    switch (column) {
    case COLUMN_NOW: return s->omega.z;
    case COLUMN_THETA: return s->theta;
    case COLUMN_STEM: return summary->first_small_contact;
    case COLUMN_OFF: return summary->large_last_off;
    case COLUMN_FALLBACK: return summary->fallback_time;
    case COLUMN_REVERSAL: return summary->first_reversal_time;
    case COLUMN_EXTREME: return summary->extreme_after_reversal;
    case COLUMN_REST:
        return rb_norm(rb_session_now(session, run)->omega) > 0.1 ? NAN : summary->rest_time_0p1;
    case COLUMN_SLIDE: return share(s->W_slide, s);
    case COLUMN_DRILL: return share(s->W_drill, s);
    case COLUMN_ROLL: return share(s->W_roll, s);
    case COLUMN_DAMP: return share(s->W_damp, s);
    case COLUMN_DIFF_NOW: return reference ? NAN : difference_now(session, run);
    case COLUMN_DIFF_MAX: /* what is shown may be newer than the last sample */
        return reference
                   ? NAN
                   : fmax(app->session.compare.largest[run], fabs(difference_now(session, run)));
    case COLUMN_RHS: return app->offscreen ? NAN : 1e6 * s->rhs_seconds;
    default: return NAN;
    }
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
static void run_title(const rb_app *app, int run, char *text, size_t size) {
    const char *note = phase_note(app->session.shown[run]);
    snprintf(text, size, "     %d %s%s%s%s", run + 1, rb_session_label(&app->session, run),
             run == app->session.reference ? "  reference" : "", note[0] != '\0' ? "  " : "", note);
}

static void name_cell(rb_app *app, int run) {
    rb_session *session = &app->session;
    ImVec2 at;
    igGetCursorScreenPos(&at);
    float line = igGetTextLineHeight();
    rb_draw_run_marker(igGetWindowDrawList(), run, rb_im2(at.x + 0.45f * line, at.y + 0.5f * line),
                       0.33f * line);
    char label[160];
    run_title(app, run, label, sizeof label);
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

static float column_width(const rb_app *app, int column) {
    float width = fmaxf(rb_text_width(columns[column].title), rb_text_width("−0.00000"));
    for (int run = 0; column == COLUMN_NAME && run < app->session.shown_count; run++) {
        char title[160];
        run_title(app, run, title, sizeof title);
        width = fmaxf(width, rb_text_width(title));
    }
    return width;
}

static void value_cell(const rb_app *app, int run, int column, float width) {
    char text[32];
    if (column == COLUMN_INVERTED) {
        snprintf(text, sizeof text, "%s",
                 rb_session_summary(&app->session, run)->inverted ? "yes" : "no");
    } else {
        rb_format(text, sizeof text, cell_value(app, run, column), columns[column].digits);
    }
    float room = width - rb_text_width(text);
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

/* The columns that mean something for the compared bodies; returns how many. */
static int fitting_columns(const rb_app *app, int fitting[COLUMN_COUNT]) {
    bool damping = any_damping(&app->session);
    int count = 0;
    for (int c = 0; c < COLUMN_COUNT; c++) {
        if (rb_body_has(app->session.runs[0].scene.body, columns[c].body) &&
            (c != COLUMN_DAMP || damping)) {
            fitting[count++] = c;
        }
    }
    return count;
}

static void table_head(const int *fitting, const float *widths, int count) {
    igTableSetupScrollFreeze(1, 1);
    for (int i = 0; i < count; i++) {
        igTableSetupColumn(columns[fitting[i]].title, ImGuiTableColumnFlags_WidthFixed, widths[i],
                           0);
    }
    igTableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, rb_em(1), 0);
    igTableNextRow(ImGuiTableRowFlags_Headers, 0);
    for (int i = 0; i < count; i++) {
        igTableNextColumn();
        igTextDisabled("%s", columns[fitting[i]].title);
        rb_tooltip("%s", columns[fitting[i]].help);
    }
}

void rb_runs_draw(rb_app *app) {
    rb_session *session = &app->session;
    if (!rb_begin_panel("##runs", app->rects.runs, 0)) {
        rb_end_panel();
        return;
    }
    int flags = ImGuiTableFlags_RowBg | ImGuiTableFlags_BordersInnerV | ImGuiTableFlags_ScrollY |
                ImGuiTableFlags_ScrollX | ImGuiTableFlags_SizingFixedFit;
    int fitting[COLUMN_COUNT];
    int count = fitting_columns(app, fitting);
    float widths[COLUMN_COUNT];
    for (int i = 0; i < count; i++) {
        widths[i] = column_width(app, fitting[i]);
    }
    if (igBeginTable("runs", count + 1, flags, rb_im2(0, 0), 0)) {
        table_head(fitting, widths, count);
        for (int run = 0; run < session->shown_count; run++) {
            igPushID_Int(run);
            igTableNextRow(0, 0);
            igTableNextColumn();
            name_cell(app, run);
            for (int i = 1; i < count; i++) {
                igTableNextColumn();
                value_cell(app, run, fitting[i], widths[i]);
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
