/* AK18: Awrejcewicz & Kudra 2018. The measured series are those of K15, which are not published. */
#include <math.h>
#include <string.h>

#include "math/pi.h"
#include "reproduce/figure.h"

enum { MODELS = 8 };
static const char *const scenes[MODELS] = {"ak18-a", "ak18-b",  "ak18-c", "ak18-c1",
                                           "ak18-d", "ak18-d1", "ak18-e", "ak18-f"};
static const char *const names[MODELS] = {"A", "B", "C", "C1", "D", "D1", "E", "F"};

/* Table 1 as printed, in the units of the table. */
static const struct {
    const char *name;
    double unit, values[MODELS];
} table[] = {{"mu", 1, {0.231, 0.231, 0.233, 0.238, 0.234, 0.241, 0.235, 0.189}},
             {"rolling.f", 1e-3, {0.482, 0.481, 0.485, 0.738, 0.494, 0.725, 0.407, 0.476}},
             {"b1", 1e-3, {4.29, 4.30, 4.28, 3.01, 4.50, 3.06, 4.02, 0}},
             {"b2", 1e-3, {2.46, 2.45, 2.45, 2.45, 2.46, 2.43, 2.43, 2.56}},
             {"b3", 1e3, {0.667, 0.657, 0.700, 1.62, 0.771, 1.58, 0.520, 0}},
             {"b4", 1, {2.27, 2.20, 1, 1, 0.234, 0.148, 1, 2.42}},
             {"b5", 1, {9.46, 9.71, 4.23, 6.76, 1, 1, 1, 10.2}},
             {"eps2", 1, {0.0530, 1e-5, 0.0209, 0.0310, 0.00490, 0.00333, 0.0756, 0.0478}}};
enum { ROWS = sizeof table / sizeof table[0] };
static const double printed_F[MODELS] = {1.25, 1.52, 1.48, 1.73, 2.05, 2.13, 3.55, 3.47};

static rb_status value_of(rb_figure_data *d, const rb_scene *scene, const char *name, double *value) {
    rb_section section;
    int index = 0;
    rb_status status = rb_scene_find(scene, name, &section, &index, d->err);
    if (status == RB_OK) {
        *value = scene->values[section][index];
    }
    return status;
}

/* ---------------------------------------------------------------- Fig. 3 */

static rb_status make_3(rb_figure_data *d) {
    enum { POINTS = 361 };
    rb_scene scene;
    double f = 0, b4 = 0, b5 = 0;
    rb_status status = rb_figure_scene(d, "ak18-a", NULL, &scene);
    status = status == RB_OK ? value_of(d, &scene, "rolling.f", &f) : status;
    status = status == RB_OK ? value_of(d, &scene, "b4", &b4) : status;
    status = status == RB_OK ? value_of(d, &scene, "b5", &b5) : status;
    double *s[2] = {rb_figure_array(d, POINTS), rb_figure_array(d, POINTS)};
    double *m[2] = {rb_figure_array(d, POINTS), rb_figure_array(d, POINTS)};
    if (status != RB_OK || s[0] == NULL || s[1] == NULL || m[0] == NULL || m[1] == NULL) {
        return status != RB_OK ? status : RB_ERR_MEMORY;
    }
    double most[2] = {0};
    for (int i = 0; i < POINTS; i++) { /* (14) for every direction of v_A, without eps2 */
        double angle = 2 * RB_PI * i / (POINTS - 1), vx = cos(angle), vy = sin(angle);
        double den = hypot(vx, b5 * vy);
        m[0][i] = 1e3 * f * b4 * vy / den; /* M_r / N, mm */
        m[1][i] = -1e3 * f * vx / den;
        s[0][i] = -m[1][i]; /* M_r = (S - A) x N n */
        s[1][i] = m[0][i];
        most[0] = fmax(most[0], fabs(s[0][i]));
        most[1] = fmax(most[1], fabs(s[1][i]));
    }
    d->columns = 2;
    rb_figure_plot(d, "centre of pressure S", "x, mm", "y, mm");
    rb_figure_curve(d, NULL, s[0], s[1], POINTS);
    rb_figure_plot(d, "rolling resistance M_r / N", "x, mm", "y, mm");
    rb_figure_curve(d, NULL, m[0], m[1], POINTS);
    rb_figure_number_add(d, "semi-axis of S along x, mm (f)", most[0], 0.4819, 0.4821);
    rb_figure_number_add(d, "semi-axis of S along y over that along x; printed b4/b5 = 0.240",
                         most[1] / most[0], 0.2395, 0.2405);
    return RB_OK;
}

/* ---------------------------------------------------------------- Figs. 5 to 7 */

static rb_status make_start(rb_figure_data *d, const char *start) {
    rb_scene scene;
    rb_run_result r;
    d->columns = 2;
    rb_status status = rb_figure_scene(d, "ak18-a", "method=auto rtol=1e-8", &scene);
    if (status == RB_OK) {
        status = rb_scene_use_start(&scene, start, d->err);
    }
    if (status == RB_OK) {
        status = rb_figure_run(d, &scene, NULL, 0, 8, 0.004, "psi,theta,phi,omega3", &r);
    }
    if (status == RB_OK && start[0] == '1') {
        rb_figure_number_add(d, "spin reverses at, s", r.summary.first_reversal_time, 1.16641, 1.16642);
        rb_figure_number_add(d, "extreme reverse spin, rad/s", r.summary.extreme_after_reversal, 0.5953,
                             0.5954);
    } else if (status == RB_OK) {
        rb_figure_number_add(d, "reversals", r.summary.reversal_count, NAN, NAN);
        rb_figure_number_add(d, "spin at 8 s, rad/s", r.summary.omega3_final, NAN, NAN);
    }
    return status;
}

static rb_status make_5(rb_figure_data *d) {
    return make_start(d, "1");
}

static rb_status make_6(rb_figure_data *d) {
    return make_start(d, "2");
}

static rb_status make_7(rb_figure_data *d) {
    return make_start(d, "3");
}

/* ---------------------------------------------------------------- Fig. 8, Table 1 */

static rb_status make_8(rb_figure_data *d) {
    /* What section 3 leaves free in each model. */
    static const rb_experiment experiment = {
        .truth = "ak18-a",
        .until = 3,
        .restarts = 0,
        .count = MODELS,
        .models = {{"ak18-a", "mu,f,b1,b2,b3,b4,b5,eps2", {{0}}},
                   {"ak18-b", "mu,f,b1,b2,b3,b4,b5", {{0}}},
                   {"ak18-c", "mu,f,b1,b2,b3,b5,eps2", {{"ak18-c1", NULL, 0}, {"ak18-e", NULL, 0}}},
                   {"ak18-c1", "mu,f,b1,b2,b3,eps2", {{0}}},
                   {"ak18-d", "mu,f,b1,b2,b3,b4,eps2", {{"ak18-d1", NULL, 0}, {"ak18-e", NULL, 0}}},
                   {"ak18-d1", "mu,f,b1,b2,b3,eps2", {{0}}},
                   {"ak18-e", "mu,f,b1,b2,b3,eps2", {{0}}},
                   {"ak18-f", "mu,f,b2,b4,b5,eps2", {{0}}}}};
    double *F = rb_figure_array(d, MODELS), *shown = rb_figure_array(d, MODELS);
    rb_status status = F != NULL && shown != NULL ? rb_experiment_run(d, &experiment, F) : RB_ERR_MEMORY;
    if (status != RB_OK || d->stopped) {
        return status;
    }
    d->columns = 2;
    for (int p = 0; p < 2; p++) {
        rb_plot *plot = rb_figure_plot(
            d, p == 0 ? "printed, measured data" : "ours, fitted to runs of model A", "model", "F_o, mm²");
        memcpy(shown, printed_F, sizeof printed_F);
        rb_curve *bars = rb_figure_curve(d, NULL, NULL, p == 0 ? shown : F, MODELS);
        if (plot == NULL || bars == NULL) {
            return RB_ERR_MEMORY;
        }
        plot->x.names = names;
        plot->x.name_count = MODELS;
        bars->dx = 1;
        bars->mark = RB_MARK_BARS;
    }
    for (int i = 0; i < MODELS; i++) {
        rb_figure_number_add(d, rb_figure_text(d, "F_o of %s, mm² (numerical experiment)", names[i]), F[i],
                             NAN, NAN);
    }
    rb_figure_number_add(d, "F_o of A, mm²", F[0], 0, 1e-3);
    /* C contains C1 and E, D contains D1 and E. */
    double worst = fmax(F[2] / fmin(F[3], F[6]), F[4] / fmin(F[5], F[6]));
    rb_figure_number_add(d, "F_o of C, D over that of their special cases, largest", worst, 0, 1.0001);
    rb_figure_number_add(d, "smaller F_o of E and F over the largest of B, C",
                         fmin(F[6], F[7]) / fmax(F[1], F[2]), 1, INFINITY);
    return RB_OK;
}

static rb_status make_table(rb_figure_data *d) {
    double *ratio = rb_figure_array(d, ROWS * MODELS), worst = 0;
    if (ratio == NULL) {
        return RB_ERR_MEMORY;
    }
    for (int m = 0; m < MODELS; m++) {
        rb_scene scene;
        rb_status status = rb_figure_scene(d, scenes[m], NULL, &scene);
        for (int r = 0; r < ROWS && status == RB_OK; r++) {
            double ours = 0, print = table[r].values[m];
            status = value_of(d, &scene, table[r].name, &ours);
            ours /= table[r].unit;
            ratio[r * MODELS + m] = print != 0 ? ours / print - 1 : ours;
            worst = fmax(worst, fabs(ratio[r * MODELS + m]));
            rb_figure_number_add(d, rb_figure_text(d, "%s: %s", scenes[m], table[r].name), ours, print - 1e-9,
                                 print + 1e-9);
        }
        if (status != RB_OK) {
            return status;
        }
    }
    rb_figure_plot(d, NULL, "printed number, in the order of the table", "ours / printed − 1");
    rb_curve *dots = rb_figure_curve(d, NULL, NULL, ratio, ROWS * MODELS);
    if (dots != NULL) {
        dots->dx = 1;
        dots->mark = RB_MARK_DOTS;
    }
    rb_figure_number_add(d, "largest relative difference from print", worst, 0, 1e-9);
    return RB_OK;
}

#define STARTS "the measured series and their starts are not published; the start is ours, ω = "

const rb_figure rb_figures_ak18[] = {
    {"ak18-3", "AK18", "Fig. 3", "Paths of the centre of pressure S and of the rolling moment",
     "AK18 (14) for every direction of rolling, parameters of model A",
     "S lies on an ellipse with semi-axes f and f b4/b5; b4/b5 = 0.240 in model A.", RB_VERDICT_AGREES, NULL,
     make_3, false},
    {"ak18-5", "AK18", "Fig. 5", "First solution, model A: angles and spin", "rbsim run ak18-a --start 1",
     "Model A follows the first measured series.", RB_VERDICT_UNPUBLISHED, STARTS "(0, 3, −8)", make_5,
     false},
    {"ak18-6", "AK18", "Fig. 6", "Second solution, model A: angles and spin", "rbsim run ak18-a --start 2",
     "Model A follows the second measured series.", RB_VERDICT_UNPUBLISHED, STARTS "(0, 0.5, −10)", make_6,
     false},
    {"ak18-7", "AK18", "Fig. 7", "Third solution, model A: angles and spin", "rbsim run ak18-a --start 3",
     "Model A follows the third measured series.", RB_VERDICT_UNPUBLISHED, STARTS "(0, 0.5, 10)", make_7,
     false},
    {"ak18-8", "AK18", "Fig. 8", "F_o of eight models: printed, and fitted to runs of model A",
     "rbsim fit on rbsim track ak18-a, 3 s at 100 frames/s",
     "A is best. Dependence on the direction of rolling matters (E is worse than A to D), and so "
     "does "
     "the coupling of force and torque (F).",
     RB_VERDICT_UNPUBLISHED,
     "F_o of measured data cannot be recomputed. Ours is a numerical experiment in which A is the truth and "
     "the "
     "starts are known. The paper's order is A, C, B, C1, D, D1, F, E; ours is A, B, D, C, C1, E, D1, F: a "
     "wrong coupling (F) costs more where the starts cannot make up for it",
     make_8, true},
    {"ak18-table1", "AK18", "Table 1", "Parameters of the eight models: our scenes against print",
     "rbsim params ak18-a ... ak18-f", "The table itself.", RB_VERDICT_AGREES, NULL, make_table, false},
    {.id = NULL}};
