/* K15: Kudra & Awrejcewicz 2015. Its measured series, their starts and the camera's height are not
   published: starts are ours. */
#include <math.h>
#include <string.h>

#include "contact/hertz.h"

#include "reproduce/figure.h"

/* ---------------------------------------------------------------- Fig. 3 */

static rb_status make_3(rb_figure_data *d) {
    enum { POINTS = 397 };
    static const rb_hertz_method methods[] = {RB_HERTZ_EXACT, RB_HERTZ_TWO_THIRDS, RB_HERTZ_POWER_0_652,
                                              RB_HERTZ_TWO_POWERS};
    static const char *const names[] = {"exact (45)", "a1: κ^(−2/3)", "a2: κ^(−0.652)", "a3: (47)"};
    double *kappa = rb_figure_array(d, POINTS), *b[4], *off[4];
    d->columns = 2;
    for (int k = 0; k < 4; k++) {
        b[k] = rb_figure_array(d, POINTS);
        off[k] = rb_figure_array(d, POINTS);
    }
    if (off[3] == NULL || kappa == NULL) {
        return RB_ERR_MEMORY;
    }
    double worst[4] = {0}, relative[4] = {0};
    for (int i = 0; i < POINTS; i++) {
        kappa[i] = 1 + 0.25 * i;
        for (int k = 0; k < 4; k++) {
            b[k][i] = rb_hertz_axis_ratio(kappa[i], methods[k]);
            off[k][i] = b[k][i] - b[0][i];
            worst[k] = fmax(worst[k], fabs(off[k][i]));
            relative[k] = fmax(relative[k], fabs(off[k][i]) / b[0][i]);
        }
    }
    rb_figure_plot(d, "a: axis ratio of the patch", "κ", "b");
    rb_figure_curve(d, names[0], kappa, b[0], POINTS);
    rb_figure_plot(d, "b: errors of approximations", "κ", "b − exact b");
    for (int k = 1; k < 4; k++) {
        rb_figure_curve(d, names[k], kappa, off[k], POINTS);
    }
    rb_figure_number_add(d, "largest error, κ ≤ 100: a1", worst[1], worst[2], 1);
    rb_figure_number_add(d, "largest error, κ ≤ 100: a2", worst[2], worst[3], 1);
    rb_figure_number_add(d, "largest error, κ ≤ 100: a3", worst[3], 0, 1e-3);
    rb_figure_number_add(d, "largest relative error: a1", relative[1], 0.15, 0.156);
    rb_figure_number_add(d, "largest relative error: a2", relative[2], 0.096, 0.097);
    rb_figure_number_add(d, "largest relative error: a3", relative[3], 0.0032, 0.0033);
    rb_figure_number_add(d, "b at rest (κ = 19.36), exact", rb_hertz_axis_ratio(19.36, methods[0]), 0.147245,
                         0.147247);
    rb_figure_number_add(d, "b at rest, (47); AK18 prints 0.148", rb_hertz_axis_ratio(19.36, methods[3]),
                         0.1475, 0.1485);
    return RB_OK;
}

/* ---------------------------------------------------------------- Figs. 6, 8, 9 */

/* Adds the runs of several models from one start. */
static rb_status add_models(rb_figure_data *d, const char *const *scenes, const char *const *names, int count,
                            const char *start, const char *signals, double until, rb_summary *summaries) {
    rb_status status = RB_OK;
    for (int k = 0; k < count && status == RB_OK && !d->stopped; k++) {
        rb_scene scene;
        rb_run_result r;
        status = rb_figure_scene(d, scenes[k], "method=auto rtol=1e-8", &scene);
        if (status == RB_OK) {
            status = rb_scene_use_start(&scene, start, d->err);
        }
        if (status == RB_OK) {
            status = rb_figure_run(d, &scene, names[k], 0, until, 0.004, signals, &r);
        }
        if (status == RB_OK) {
            summaries[k] = r.summary;
        }
    }
    memset(&d->plan, 0, sizeof d->plan); /* the next start has charts of its own */
    return status;
}

static void title_last(rb_figure_data *d, int count, const char *title) {
    for (int i = d->plot_count - count; i < d->plot_count; i++) {
        d->plots[i].title = title;
    }
}

static rb_status make_6(rb_figure_data *d) {
    static const char *const scenes[] = {"k15-a0", "k15-a2", "k15-e0"};
    static const char *const names[] = {"A0", "A2", "E0"};
    rb_summary s[3];
    d->columns = 3;
    for (int start = 1; start <= 3; start++) {
        rb_status status = add_models(d, scenes, names, 3,
                                      start == 1   ? "1"
                                      : start == 2 ? "2"
                                                   : "3",
                                      "psi,theta,phi", 6, s);
        if (status != RB_OK || d->stopped) {
            return status;
        }
        title_last(d, 3, rb_figure_text(d, "start %d", start));
        if (start == 1) {
            rb_figure_number_add(d, "start 1, A2: spin reverses at, s", s[1].first_reversal_time, 1, 1.3);
            rb_figure_number_add(d, "start 1, A0: spin reverses at, s", s[0].first_reversal_time, NAN, NAN);
        }
    }
    return RB_OK;
}

static rb_status make_8(rb_figure_data *d) {
    static const char *const scenes[] = {"k15-a2"};
    static const char *const names[] = {NULL};
    d->columns = 3;
    for (int start = 1; start <= 2; start++) {
        rb_summary s;
        rb_status status = add_models(d, scenes, names, 1, start == 1 ? "1" : "2", "omega3,N,E", 8, &s);
        if (status != RB_OK || d->stopped) {
            return status;
        }
        title_last(d, 3, rb_figure_text(d, "start %d", start));
        rb_figure_number_add(d, rb_figure_text(d, "start %d: smallest N, N", start), s.N_min, 0, 5.34);
        rb_figure_number_add(d, rb_figure_text(d, "start %d: largest N, N", start), s.N_max, 5.33, 100);
        rb_figure_number_add(d, rb_figure_text(d, "start %d: energy lost, mJ", start),
                             1e3 * (s.E_initial - s.E_final), 0, INFINITY);
    }
    return RB_OK;
}

static rb_status make_9(rb_figure_data *d) {
    static const char *const scenes[] = {"k15-a0", "k15-a2"};
    static const char *const names[] = {"A0", "A2"};
    d->columns = 3;
    for (int start = 1; start <= 2; start++) {
        rb_summary s[2];
        rb_status status = add_models(d, scenes, names, 2, start == 1 ? "1" : "2", "F1,F2,M_drill", 3, s);
        if (status != RB_OK || d->stopped) {
            return status;
        }
        title_last(d, 3, rb_figure_text(d, "start %d", start));
        double square[2][2] = {{0}}; /* of force and torque, by model */
        for (int k = 0; k < 2; k++) {
            for (int p = 0; p < 3; p++) {
                const rb_curve *c = &d->plots[d->plot_count - 3 + p].curves[k];
                for (int i = 0; i < c->count; i++) {
                    square[p == 2][k] += c->y[i] * c->y[i] / c->count;
                }
            }
        }
        rb_figure_number_add(d, rb_figure_text(d, "start %d: rms force, A0 over A2", start),
                             sqrt(square[0][0] / square[0][1]), NAN, NAN);
        rb_figure_number_add(d, rb_figure_text(d, "start %d: rms torque, A0 over A2", start),
                             sqrt(square[1][0] / square[1][1]), NAN, NAN);
    }
    return RB_OK;
}

/* ---------------------------------------------------------------- Fig. 7, Table 1 */

static const rb_experiment experiment = {.truth = "k15-ah",
                                         .until = 3,
                                         .restarts = 1,
                                         .count = 12,
                                         .models = {{"k15-a0", "contact", {{"k15-e0", NULL, 0}}},
                                                    {"k15-a1",
                                                     "contact",
                                                     {{"k15-b1", "m_T=1 m_M=1", 0},
                                                      {"k15-c1", "contact.b=1", 0},
                                                      {"k15-d1", NULL, 1},
                                                      {"k15-d1", NULL, 4}}},
                                                    {"k15-a2",
                                                     "contact",
                                                     {{"k15-b2", "m_T=1 m_M=1", 0},
                                                      {"k15-c2", "contact.b=1", 0},
                                                      {"k15-d2", NULL, 1},
                                                      {"k15-d2", NULL, 4}}},
                                                    {"k15-b1", "contact", {{0}}},
                                                    {"k15-b2", "contact", {{0}}},
                                                    {"k15-c1", "contact", {{"k15-e1", NULL, 0}}},
                                                    {"k15-c2", "contact", {{"k15-e2", NULL, 0}}},
                                                    {"k15-d1", "contact", {{0}}},
                                                    {"k15-d2", "contact", {{0}}},
                                                    {"k15-e0", "contact", {{0}}},
                                                    {"k15-e1", "contact", {{0}}},
                                                    {"k15-e2", "contact", {{0}}}}};

static rb_status make_7(rb_figure_data *d) {
    static const char *const names[] = {"A0", "A1", "A2", "B1", "B2", "C1",
                                        "C2", "D1", "D2", "E0", "E1", "E2"};
    double *F = rb_figure_array(d, 12);
    rb_status status = F != NULL ? rb_experiment_run(d, &experiment, F) : RB_ERR_MEMORY;
    if (status != RB_OK || d->stopped) {
        return status;
    }
    rb_plot *plot = rb_figure_plot(d, NULL, "model", "F_o, mm²");
    rb_curve *bars = rb_figure_curve(d, NULL, NULL, F, 12);
    if (plot == NULL || bars == NULL) {
        return RB_ERR_MEMORY;
    }
    plot->x.names = names;
    plot->x.name_count = 12;
    plot->y.logarithmic = true;
    bars->dx = 1;
    bars->mark = RB_MARK_BARS;
    double good = 0, bad = fmin(F[0], F[9]);
    for (int i = 1; i < 9; i++) { /* A1 to D2 */
        good = fmax(good, F[i]);
    }
    for (int i = 0; i < 12; i++) {
        rb_figure_number_add(d, rb_figure_text(d, "F_o of %s, mm² (numerical experiment)", names[i]), F[i],
                             NAN, NAN);
    }
    rb_figure_number_add(d, "smaller F_o of A0, E0 over the largest of A1 ... D2", bad / good, 5, INFINITY);
    rb_figure_number_add(d, "smaller F_o of E1, E2 over the larger of C1, C2",
                         fmin(F[10], F[11]) / fmax(F[5], F[6]), 2, INFINITY);
    rb_figure_number_add(d, "F_o over that of special cases (B, C in A; E in C; E0 in A0), largest",
                         fmax(fmax(fmax(F[1] / fmin(F[3], F[5]), F[2] / fmin(F[4], F[6])), F[0] / F[9]),
                              fmax(F[5] / F[10], F[6] / F[11])),
                         0, 1.0001);
    return RB_OK;
}

/* A printed number of Table 1 and its parameter in a scene. */
typedef struct printed {
    const char *scene, *name;
    double value, unit;
} printed;

/* Holds the scenes against the printed numbers. */
static rb_status compare_with_print(rb_figure_data *d, const printed *rows, int count) {
    double *ratio = rb_figure_array(d, count);
    if (ratio == NULL) {
        return RB_ERR_MEMORY;
    }
    double worst = 0;
    for (int i = 0; i < count; i++) {
        rb_scene scene;
        rb_section section;
        int index = 0;
        rb_status status = rb_figure_scene(d, rows[i].scene, NULL, &scene);
        if (status == RB_OK) {
            status = rb_scene_find(&scene, rows[i].name, &section, &index, d->err);
        }
        if (status != RB_OK) {
            return status;
        }
        double ours = scene.values[section][index] / rows[i].unit;
        rb_figure_number_add(d, rb_figure_text(d, "%s: %s", rows[i].scene, rows[i].name), ours,
                             rows[i].value - 1e-9, rows[i].value + 1e-9);
        ratio[i] = rows[i].value != 0 ? ours / rows[i].value - 1 : ours;
        worst = fmax(worst, fabs(ratio[i]));
    }
    rb_figure_plot(d, NULL, "printed number, in the order of the table", "ours / printed − 1");
    rb_curve *dots = rb_figure_curve(d, NULL, NULL, ratio, count);
    if (dots != NULL) {
        dots->dx = 1;
        dots->mark = RB_MARK_DOTS;
    }
    rb_figure_number_add(d, "largest relative difference from print", worst, 0, 1e-9);
    return RB_OK;
}

static rb_status make_table(rb_figure_data *d) {
    static const printed rows[] = {{"k15-ah", "mu", 0.2341, 1},          {"k15-ah", "d_a", 0.4848, 1},
                                   {"k15-ah", "b_r", 1.289, 1},          {"k15-ah", "E_star", 28.05, 1e6},
                                   {"k15-a0", "a", 1.713, 1e-3},         {"k15-a0", "contact.b", 1, 1},
                                   {"k15-a0", "mu", 0.2924, 1},          {"k15-a0", "d_a", 3.069, 1},
                                   {"k15-a0", "b_r", 0.1014, 1},         {"k15-a1", "a", 6.119, 1e-3},
                                   {"k15-a1", "contact.b", 0.1702, 1},   {"k15-a1", "mu", 0.2307, 1},
                                   {"k15-a1", "d_a", 0.4363, 1},         {"k15-a1", "b_r", 1.217, 1},
                                   {"k15-a1", "friction.I2", 0.1041, 1}, {"k15-a1", "friction.I3", 0.0632, 1},
                                   {"k15-a1", "rolling.I3", 0.0632, 1},  {"k15-a1", "b_T", 0.5814, 1},
                                   {"k15-a1", "b_M", 0.2526, 1},         {"k15-a1", "m_T", 1.951, 1},
                                   {"k15-a1", "m_M", 1.541, 1},          {"k15-a2", "a", 6.192, 1e-3},
                                   {"k15-a2", "contact.b", 0.1813, 1},   {"k15-a2", "mu", 0.2241, 1},
                                   {"k15-a2", "d_a", 0.4345, 1},         {"k15-a2", "b_r", 1.196, 1},
                                   {"k15-a2", "friction.I0", 0.1498, 1}, {"k15-a2", "friction.I2", 0.1121, 1},
                                   {"k15-a2", "friction.I3", 0.0589, 1}, {"k15-a2", "rolling.I3", 0.0589, 1},
                                   {"k15-a2", "b_T", 0.5305, 1},         {"k15-a2", "b_M", 0.2476, 1},
                                   {"k15-a2", "m_T", 0.8161, 1},         {"k15-a2", "m_M", 0.5366, 1},
                                   {"k15-a2", "eps_R", 0.1, 1}};
    return compare_with_print(d, rows, sizeof rows / sizeof rows[0]);
}

#define STARTS                                                                                               \
    "the measured series and their starts are not published; ours are ω = (0, 3, −8), (0, 0.5, "          \
    "−10), (0, 0.5, 10)"

const rb_figure rb_figures_k15[] = {
    {"k15-3", "K15", "Fig. 3", "Axis ratio b of the Hertz patch over κ, and errors of approximations",
     "rb_hertz_axis_ratio", "b(a2) is better than b(a1), and b(a3) is better still.", RB_VERDICT_AGREES, NULL,
     make_3, false},
    {"k15-6", "K15", "Fig. 6", "Angles ψ, θ, φ of models A0, A2, E0 from three starts",
     "rbsim run k15-a0|k15-a2|k15-e0 --start 1|2|3",
     "After fitting, A2 follows the measured angles; A0 and E0 do so much worse.", RB_VERDICT_UNPUBLISHED,
     STARTS, make_6, false},
    {"k15-7", "K15", "Fig. 7", "F_o of twelve models fitted to three runs of AH (Fig. 7b)",
     "rbsim fit on rbsim track k15-ah, 3 s at 100 frames/s",
     "A1, A2, B1, B2, C1, C2, D1, D2 do nearly equally well, A2 best with 0.0048 mm²; A0 and E0 "
     "are "
     "far worse. Fig. 7a, for measured data: A2 1.70 mm², AH 2.30 mm².",
     RB_VERDICT_DIFFERS,
     "A2 is best, A0 and E0 are far worse, E1 and E2 are worse than C1 and C2, as the paper says; but A2's "
     "minimum "
     "is 0.046 mm² instead of 0.0048, and B1 (1.98 mm²) fits worse than E1. The starts and the duration of "
     "the runs "
     "are not published, and AH needs joints u0(b) that are not published (ours are a fit). The data of Fig. "
     "7a are "
     "not published",
     make_7, true},
    {"k15-8", "K15", "Fig. 8", "Spin, normal force and energy of A2 from two starts",
     "rbsim run k15-a2 --start 1|2 --signals omega3,N,E",
     "Shown without a claim: the spin reverses, the normal force varies, energy falls.",
     RB_VERDICT_UNPUBLISHED, STARTS, make_8, false},
    {"k15-9", "K15", "Fig. 9", "Friction force and torque of A0 and A2 from two starts",
     "rbsim run k15-a0|k15-a2 --start 1|2 --signals F1,F2,M_drill",
     "The models differ most visibly in the friction torque.", RB_VERDICT_UNPUBLISHED, STARTS, make_9, false},
    {"k15-table1", "K15", "Table 1", "Parameters of AH, A0, A1, A2: our scenes against print",
     "rbsim params k15-ah|k15-a0|k15-a1|k15-a2", "The table itself.", RB_VERDICT_AGREES, NULL, make_table,
     false},
    {.id = NULL}};
