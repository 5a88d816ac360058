#include <math.h>
#include <string.h>

#include "base/text.h"
#include "contact/friction/laws.h"
#include "math/pi.h"
#include "plot/plot.h"
#include "sim/csv.h"
#include "viewer/plots/law_view.h"

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

/* ---------------------------------------------------------------- files */

static const char *curve_name(const rb_session *session, int run) {
    return run == RB_RUNS_MAX ? "exact" : rb_session_label(session, run);
}

/* The curves in the order of files: the exact one, then each run's. Returns -1 after the last. */
static int next_curve(const rb_law_view *view, int after) {
    int next = after == RB_RUNS_MAX ? 0 : after + 1;
    while (next < view->curve_count && !view->curves[next].usable) {
        next++;
    }
    return next < view->curve_count ? next : -1;
}

static const rb_law_curve *exact_of(const rb_law_view *view) {
    return &view->curves[RB_RUNS_MAX];
}

bool rb_law_view_write(FILE *out, const rb_law_view *view, const rb_session *session) {
    rb_csv csv = {.out = out, .digits = 12};
    bool known = true;
    for (int run = 0; run < view->curve_count; run++) {
        const rb_law_conditions *at = &view->curves[run].at;
        known = rb_csv_head(out, rb_session_run_name(session, run), &view->scenes[run],
                            run > 0 ? &view->scenes[0] : NULL) &&
                known;
        rb_print(out, "# contact: a=%g m, b=%g, sliding at %g rad to x, d_c=%g, d_s=%g\n", at->patch.a,
                 at->patch.b, at->direction, at->d_c, at->d_s);
    }
    fputs(
        "# T: friction along sliding / (mu N); M: drilling torque / (mu N a); angle: 0 drilling, 90 sliding\n"
        "# units: angle deg, all others 1\n",
        out);
    for (int curve = RB_RUNS_MAX; curve >= 0; curve = next_curve(view, curve)) {
        char name[32], text[64];
        snprintf(name, sizeof name, curve == RB_RUNS_MAX ? "exact" : "run%d", curve + 1);
        if (curve == RB_RUNS_MAX) {
            rb_csv_text(&csv, "angle");
        }
        for (int k = 0; k < 2; k++) {
            snprintf(text, sizeof text, "%s_%c", name, k == 0 ? 'T' : 'M');
            rb_csv_text(&csv, text);
        }
    }
    rb_csv_end_row(&csv);
    for (int i = 0; i < RB_LAW_POINTS; i++) {
        rb_csv_number(&csv, exact_of(view)->angle[i]);
        for (int curve = RB_RUNS_MAX; curve >= 0; curve = next_curve(view, curve)) {
            rb_csv_number(&csv, view->curves[curve].T[i]);
            rb_csv_number(&csv, view->curves[curve].M[i]);
        }
        rb_csv_end_row(&csv);
    }
    return known;
}

void rb_law_errors(const rb_law_view *view, int run, bool torque, double error[RB_LAW_POINTS]) {
    const rb_law_curve *curve = &view->curves[run], *exact = exact_of(view);
    for (int i = 0; i < RB_LAW_POINTS; i++) {
        error[i] = torque ? curve->M[i] - exact->M[i] : curve->T[i] - exact->T[i];
    }
}

/* What the panels of a picture show, in its order. */
enum { PANEL_T, PANEL_M, PANEL_T_ERROR, PANEL_M_ERROR, PANEL_LIMIT, PANELS };

static rb_curve panel_curve(const rb_law_view *view, const char *name, int panel, int curve, double *error) {
    const rb_law_curve *c = &view->curves[curve];
    bool torque = panel == PANEL_M || panel == PANEL_M_ERROR || panel == PANEL_LIMIT;
    bool errors = panel == PANEL_T_ERROR || panel == PANEL_M_ERROR;
    if (errors) {
        rb_law_errors(view, curve, torque, error);
    }
    return (rb_curve){.name = name,
                      .x = panel == PANEL_LIMIT ? c->T : c->angle,
                      .y = errors   ? error
                           : torque ? c->M
                                    : c->T,
                      .count = RB_LAW_POINTS};
}

bool rb_law_view_picture(FILE *out, const rb_law_view *view, const rb_session *session, bool png) {
    static const char *const titles[PANELS] = {"T: friction along sliding / μN", "M: drilling torque / μNa",
                                               "T − exact T", "M − exact M", "Limit curve: M over T"};
    static const char *const labels[PANELS] = {"T", "M", "ΔT", "ΔM", "M"};
    static const char angle[] = "0° drilling … 90° sliding";
    rb_plot plots[PANELS];
    rb_curve curves[PANELS][RB_LAW_CURVES];
    double errors[2][RB_LAW_CURVES][RB_LAW_POINTS];
    for (int p = 0; p < PANELS; p++) {
        int count = 0;
        for (int c = RB_RUNS_MAX; c >= 0; c = next_curve(view, c)) {
            bool own = (p == PANEL_T_ERROR || p == PANEL_M_ERROR) && c == RB_RUNS_MAX;
            if (!own) {
                curves[p][count++] =
                    panel_curve(view, curve_name(session, c), p, c, errors[p == PANEL_M_ERROR][c]);
            }
        }
        plots[p] = (rb_plot){.title = titles[p],
                             .x = {.label = p == PANEL_LIMIT ? "T" : angle},
                             .y = {.label = labels[p]},
                             .curves = curves[p],
                             .curve_count = count};
        if (p != PANEL_LIMIT) {
            plots[p].x.to = 90;
        }
    }
    rb_sheet sheet = {session->runs[session->selected].applied.name,
                      session->runs[session->selected].applied.friction->name, plots, PANELS, 2};
    return rb_sheet_write(out, png ? RB_PICTURE_PNG : RB_PICTURE_SVG, &sheet);
}
