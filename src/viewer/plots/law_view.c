#include "viewer/plots/law_view.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/session/units.h"
#include "contact/friction/laws.h"
#include "math/pi.h"
#include "viewer/gui/gui.h"
#include "viewer/world/body_view.h"

static const double degrees = 180 / RB_PI;
static const double most = 2; /* limit of the axes: the viscous law is unbounded */

/* The loaded contact, as in the microscope. */
static const rb_contact_state *carrying(const rb_snapshot *s) {
    return &s->contact[rb_contact_shown(s)];
}

static void make(rb_law_view *view, int index, const rb_friction_law *law, const double *values,
                 const rb_law_conditions *at) {
    rb_law_curve *curve = &view->curves[index];
    rb_law_curve_make(curve, law, values, at);
    for (int i = 0; curve->usable && i < RB_LAW_POINTS; i++) {
        view->low_T = fmin(view->low_T, floor(10 * curve->T[i] + 1e-6) / 10);
        view->low_M = fmin(view->low_M, floor(10 * curve->M[i] + 1e-6) / 10);
        view->high_T = fmax(view->high_T, fmin(ceil(10 * curve->T[i] - 1e-6) / 10, most));
        view->high_M = fmax(view->high_M, fmin(ceil(10 * curve->M[i] - 1e-6) / 10, most));
    }
}

/* Recomputes the curves when a scene or the conditions of a run changed visibly, at most every fourth
   frame. Each run's curve is for its own conditions, so that its point is on it; the exact curve is for
   those of the selected run. */
static void update(rb_law_view *view, const rb_session *session) {
    bool moved = false;
    bool changed = view->curve_count != session->count || view->selected != session->selected;
    rb_law_conditions now[RB_RUNS_MAX];
    for (int i = 0; i < session->count; i++) {
        now[i] = rb_law_conditions_of(carrying(session->shown[i]), view->curves[i].at.direction);
        moved = moved || rb_law_conditions_differ(&now[i], &view->curves[i].at);
        changed = changed || !rb_scene_same(&view->scenes[i], &session->runs[i].applied);
    }
    view->since++;
    if (!changed && (!moved || view->since < 4)) {
        return;
    }
    if (changed) {
        view->low_T = view->low_M = 0;
        view->high_T = 1;
        view->high_M = 0.6; /* Hertz, drilling alone: 3π/16 */
    }
    view->since = 0;
    view->curve_count = session->count;
    view->selected = session->selected;
    for (int i = 0; i < session->count; i++) {
        const rb_scene *scene = &session->runs[i].applied;
        view->scenes[i] = *scene;
        make(view, i, scene->friction, scene->values[RB_SECTION_FRICTION], &now[i]);
    }
    const rb_law_conditions *at = &now[session->selected];
    const rb_friction_law *law = session->runs[session->selected].applied.friction;
    make(view, RB_RUNS_MAX, rb_friction_exact(law, at->patch), NULL, at);
}

/* ---------------------------------------------------------------- drawing */

typedef enum rb_law_axis { LAW_T, LAW_M, LAW_LIMIT, LAW_WHOLE } rb_law_axis;

/* The whole limit curve: without rolling it is the same in all four quarters. */
static void draw_whole(const rb_law_curve *curve, const char *label, ImVec4 color, float weight) {
    double T[4 * RB_LAW_POINTS], M[4 * RB_LAW_POINTS];
    for (int i = 0; i < 4 * RB_LAW_POINTS; i++) {
        int quarter = i / RB_LAW_POINTS, k = i % RB_LAW_POINTS;
        k = quarter % 2 == 0 ? k : RB_LAW_POINTS - 1 - k;
        T[i] = quarter < 2 ? curve->T[k] : -curve->T[k];
        M[i] = quarter == 0 || quarter == 3 ? curve->M[k] : -curve->M[k];
    }
    ImPlot_SetNextLineStyle(color, weight);
    ImPlot_PlotLine_doublePtrdoublePtr(label, T, M, 4 * RB_LAW_POINTS, 0, 0, sizeof(double));
}

static void draw_curve(const rb_law_curve *curve, rb_law_axis axis, const char *label, ImVec4 color,
                       float weight) {
    if (!curve->usable) {
        return;
    }
    if (axis == LAW_WHOLE) {
        draw_whole(curve, label, color, weight);
        return;
    }
    const double *x = axis == LAW_LIMIT ? curve->T : curve->angle;
    const double *y = axis == LAW_T ? curve->T : curve->M;
    ImPlot_SetNextLineStyle(color, weight);
    ImPlot_PlotLine_doublePtrdoublePtr(label, x, y, RB_LAW_POINTS, 0, 0, sizeof(double));
}

/* The operating point at the time shown. A sticking contact is inside the curve, in the colour of
   sticking. */
static void draw_point(const rb_snapshot *snapshot, int run, bool comparing, rb_law_axis axis) {
    rb_law_point at;
    bool whole = axis == LAW_WHOLE;
    if (!rb_law_point_of(carrying(snapshot), &at) || (at.holds && axis < LAW_LIMIT)) {
        return;
    }
    double x = whole ? at.signed_T : axis == LAW_LIMIT ? at.T : at.angle;
    double y = whole ? at.signed_M : axis == LAW_T ? at.T : at.M;
    char id[16];
    snprintf(id, sizeof id, "##p%d", run);
    Color color = comparing ? rb_run_color(run)
                  : whole   ? rb_color(at.holds ? RB_COLOR_STICK : RB_COLOR_SLIP)
                            : rb_color(RB_COLOR_ACCENT);
    ImPlot_SetNextMarkerStyle(rb_run_marker(comparing ? run : 0), rb_em(0.42f), rb_im4(color), 2,
                              rb_role4(RB_COLOR_INK));
    ImPlot_PlotScatter_doublePtrdoublePtr(id, &x, &y, 1, ImPlotItemFlags_NoLegend, 0, sizeof(double));
}

static void draw_law_plot(const rb_law_view *view, const rb_session *session, rb_law_axis axis,
                          float height) {
    static const char *const titles[] = {"T: friction along sliding / μN", "M: drilling torque / μNa",
                                         "Limit curve: M over T", "Limit curve: sticks inside, slips on it"};
    static const char *const x_labels[] = {"", "0° drilling … 90° sliding", "", ""};
    static const char *const ids[] = {"##T", "##M", "##TM", "##whole"};
    bool comparing = session->count > 1;
    igTextUnformatted(titles[axis], NULL);
    static const char legend[] = "wide grey line: exact";
    if (axis == LAW_T && igGetWindowWidth() > rb_text_width(titles[axis]) + rb_text_width(legend) +
                                                  3 * igGetStyle()->WindowPadding.x) {
        igSameLine(0, -1);
        igTextDisabled("%s", legend);
    }
    if (!ImPlot_BeginPlot(ids[axis], rb_im2(-1, height),
                          ImPlotFlags_NoTitle | ImPlotFlags_NoMenus | ImPlotFlags_NoBoxSelect |
                              (axis == LAW_T && !comparing ? 0 : ImPlotFlags_NoLegend))) {
        return;
    }
    ImPlot_SetupAxes(x_labels[axis], "", axis == LAW_M ? 0 : ImPlotAxisFlags_NoLabel,
                     ImPlotAxisFlags_NoLabel);
    /* Distortion by rolling can make either negative. */
    double most_T = view->high_T + 0.08, most_M = view->high_M + 0.08;
    if (axis == LAW_WHOLE) {
        ImPlot_SetupAxesLimits(-most_T, most_T, -most_M, most_M, ImPlotCond_Always);
    } else {
        ImPlot_SetupAxesLimits(axis == LAW_LIMIT ? view->low_T - 0.02 : 0,
                               axis == LAW_LIMIT ? view->high_T + 0.05 : 90,
                               (axis == LAW_T ? view->low_T : view->low_M) - 0.03,
                               axis == LAW_T ? most_T : most_M, ImPlotCond_Always);
    }
    ImPlot_SetupLegend(ImPlotLocation_SouthEast, ImPlotLegendFlags_NoMenus);
    ImPlot_SetupFinish();
    float weight = ImPlot_GetStyle()->LineWeight;
    draw_curve(&view->curves[RB_RUNS_MAX], axis, "exact", rb_im4(rb_fade(rb_color(RB_COLOR_INK), 0.35f)),
               2.6f * weight);
    for (int i = 0; i < session->shown_count; i++) {
        char label[80];
        snprintf(label, sizeof label, "%s##%d", rb_session_label(session, i), i);
        Color color = comparing ? rb_run_color(i) : rb_color(RB_COLOR_ACCENT);
        draw_curve(&view->curves[i], axis, label, rb_im4(color), weight);
    }
    for (int i = 0; i < session->shown_count; i++) {
        draw_point(session->shown[i], i, comparing, axis);
    }
    ImPlot_EndPlot();
}

/* The curves are those of the laws; the drilling torque may be switched off. */
static void drilling_switch(const rb_session *session) {
    const rb_scene *scene = &session->drawn[session->selected];
    if (scene->values[RB_SECTION_CONTACT][RB_CONTACT_TORQUE] == 0) {
        igTextDisabled("drilling torque is off: M = 0");
    }
}

void rb_law_view_draw(rb_law_view *view, const rb_session *session) {
    if (session->shown_count == 0) {
        return;
    }
    update(view, session);
    const rb_contact_state *contact = carrying(session->shown[session->selected]);
    if (!view->curves[session->selected].usable) {
        igTextWrapped("%s is a constraint, not a law: there is no curve to draw.",
                      rb_session_label(session, session->selected));
    }
    igPushTextWrapPos(0);
    const rb_law_conditions *at = &view->curves[session->selected].at;
    double direction = at->mirror * at->direction * degrees;
    rb_ui_unit length = rb_ui_unit_of(rb_body_unit(session->drawn[session->selected].body, "m"));
    igTextDisabled("patch a %.3g %s, b %.3g; sliding at %s%.0f° to x", length.factor * contact->patch.a,
                   length.name, contact->patch.b, direction < -0.5 ? "−" : "", fabs(direction));
    igPopTextWrapPos();
    rb_tooltip("Each curve is for its run's current direction of sliding and distortion of the "
               "pressure by rolling, without the softening near rest; the exact curve is for the "
               "selected run. The markers show the contacts now, with softening.");
    drilling_switch(session);
    ImVec2 room;
    igGetContentRegionAvail(&room);
    float line = igGetTextLineHeightWithSpacing() + igGetStyle()->ItemSpacing.y;
    float height = fmaxf(room.y / 3 - line, rb_em(7));
    draw_law_plot(view, session, LAW_T, height);
    draw_law_plot(view, session, LAW_M, height);
    bool sticks = rb_body_has(session->drawn[session->selected].body, RB_TRAIT_STICKS);
    draw_law_plot(view, session, sticks ? LAW_WHOLE : LAW_LIMIT, height);
}

/* ---------------------------------------------------------------- curves */

static const double quarter = RB_PI / 2;

rb_law_conditions rb_law_conditions_of(const rb_contact_state *contact, double last_direction) {
    const rb_slip *slip = &contact->slip;
    double mirror = slip->omega < 0 ? -1 : 1;
    double speed = hypot(hypot(slip->u_x, slip->u_y), slip->omega);
    bool slides = contact->slip_speed > 1e-7;
    return (rb_law_conditions){
        .mirror = mirror,
        .direction = slides ? atan2(mirror * slip->u_y, slip->u_x) : last_direction,
        .speed = speed > 0 ? speed : 1,
        .d_c = slip->d_c,
        .d_s = mirror * slip->d_s,
        .r_c = slip->r_c,
        .r_s = mirror * slip->r_s,
        .patch = contact->patch,
    };
}

bool rb_law_conditions_differ(const rb_law_conditions *a, const rb_law_conditions *b) {
    return a->mirror != b->mirror || fabs(remainder(a->direction - b->direction, 4 * quarter)) > 0.02 ||
           fabs(a->speed - b->speed) > 0.02 * b->speed || fabs(a->d_c - b->d_c) > 0.01 ||
           fabs(a->d_s - b->d_s) > 0.01 || fabs(a->r_c - b->r_c) > 0.01 || fabs(a->r_s - b->r_s) > 0.01 ||
           fabs(a->patch.b - b->patch.b) > 0.005 || fabs(a->patch.a - b->patch.a) > 0.01 * b->patch.a;
}

static void init_printed(rb_friction *friction, const rb_friction_law *law, const double *values,
                         rb_patch patch) {
    double printed[RB_PARAMS_MAX] = {0};
    if (values != NULL) {
        memcpy(printed, values, (size_t)law->params.count * sizeof *printed);
    } else {
        rb_param_defaults(law->params, printed);
    }
    rb_friction_as_printed(law, printed);
    rb_friction_init(friction, law, printed, patch);
}

void rb_law_curve_make(rb_law_curve *curve, const rb_friction_law *law, const double *values,
                       const rb_law_conditions *at) {
    curve->at = *at;
    curve->usable = !law->no_slip && law->evaluate != NULL && at->patch.a > 0 && at->patch.b > 0;
    if (!curve->usable) {
        return;
    }
    rb_friction friction;
    init_printed(&friction, law, values, at->patch);
    double c = cos(at->direction);
    double s = sin(at->direction);
    for (int i = 0; i < RB_LAW_POINTS; i++) {
        double theta = quarter * i / (RB_LAW_POINTS - 1);
        double u = at->speed * sin(theta);
        rb_slip slip = {.u_x = u * c,
                        .u_y = u * s,
                        .omega = i == RB_LAW_POINTS - 1 ? 0 : at->speed * cos(theta),
                        .d_c = at->d_c,
                        .d_s = at->d_s,
                        .r_c = at->r_c,
                        .r_s = at->r_s};
        rb_traction out;
        rb_friction_eval(&friction, &slip, &out, NULL);
        curve->angle[i] = theta * 90 / quarter;
        curve->T[i] = out.T_x * c + out.T_y * s;
        curve->M[i] = out.M;
    }
}

bool rb_law_point_of(const rb_contact_state *contact, rb_law_point *point) {
    const rb_slip *slip = &contact->slip;
    const rb_traction *t = &contact->traction;
    double u = hypot(slip->u_x, slip->u_y);
    point->signed_T = t->T_x;
    point->signed_M = t->M;
    point->holds = contact->touching && u + fabs(slip->omega) <= 0;
    if (!contact->touching) {
        return false;
    }
    if (point->holds) { /* no direction of sliding: within the curve, in its quarter */
        point->angle = 90 * atan2(fabs(t->T_x), fabs(t->M)) / quarter;
        point->T = hypot(t->T_x, t->T_y);
        point->M = fabs(t->M);
        return point->T + point->M > 0;
    }
    point->angle = atan2(u, fabs(slip->omega)) * 90 / quarter;
    point->T = (t->T_x * slip->u_x + t->T_y * slip->u_y) / (u > 0 ? u : 1);
    point->M = slip->omega < 0 ? -t->M : t->M;
    return true;
}
