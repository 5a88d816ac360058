/* K11: Kudra & Awrejcewicz 2011, the figures with data. */
#include <math.h>
#include <stdlib.h>

#include <rattleback/sweep.h>

#include "math/pi.h"
#include "reproduce/figure.h"

/* ---------------------------------------------------------------- Fig. 2 */

static rb_status make_2(rb_figure_data *d) {
    static const char *const laws[] = {"exact-circle", "k11-p1", "k11-p2", "k11-tanh"};
    static const char *const names[] = {"exact", "P1", "P2", "tanh"};
    static const char *const parts[] = {"T₀x", "T_rx / (k_r sin β)", "T_ry / (k_r cos β)", "M₀",
                                        "M_r / (k_r sin β)"};
    /* Law, component and distortion of each panel. */
    static const struct {
        rb_law_component component;
        double d_c, d_s;
    } cases[] = {{RB_LAW_TX, 0, 0}, {RB_LAW_TX, 0, 1}, {RB_LAW_TY, 1, 0}, {RB_LAW_M, 0, 0}, {RB_LAW_M, 0, 1}};
    double worst[4] = {0}, first[4] = {0}, torque[4] = {0};
    d->columns = 2;
    for (int p = 0; p < 5; p++) {
        const double *exact = NULL;
        rb_plot *plot = rb_figure_plot(d, NULL, "θ in degrees: u = sin θ, ω = cos θ", parts[p]);
        plot->x.to = 90;
        for (int k = 0; k < 4; k++) {
            rb_law_curve curve = {.law = laws[k],
                                  .patch = {1e-3, 1},
                                  .component = cases[p].component,
                                  .d_c = cases[p].d_c,
                                  .d_s = cases[p].d_s,
                                  .difference = cases[p].d_c + cases[p].d_s > 0};
            const double *y = rb_law_curve_add(d, names[k], &curve);
            if (y == NULL) {
                return RB_ERR_MEMORY;
            }
            exact = k == 0 ? y : exact;
            double off = rb_largest_difference(y, exact, RB_LAW_CURVE_POINTS);
            worst[k] = fmax(worst[k], off);
            first[k] = p == 0 ? off : first[k];
            torque[k] = p == 3 ? off : torque[k];
        }
    }
    rb_figure_number_add(d, "largest error of T0x: P1", first[1], 0.3435, 0.3445);
    rb_figure_number_add(d, "largest error of T0x: P2", first[2], 0.1975, 0.1985);
    rb_figure_number_add(d, "largest error of T0x: tanh", first[3], 0.0595, 0.0605);
    rb_figure_number_add(d, "largest error of M0: P1", torque[1], 0.2300, 0.2310);
    rb_figure_number_add(d, "largest error of M0: P2", torque[2], 0.1170, 0.1185);
    rb_figure_number_add(d, "largest error of M0: tanh", torque[3], 0.0105, 0.0115);
    rb_figure_number_add(d, "largest error of any component: P1", worst[1], worst[2], 1);
    rb_figure_number_add(d, "largest error of any component: P2", worst[2], worst[3], 1);
    rb_figure_number_add(d, "largest error of any component: tanh", worst[3], 0, 0.5 * worst[2]);
    return RB_OK;
}

/* ---------------------------------------------------------------- Fig. 3 */

static rb_status make_3(rb_figure_data *d) {
    enum { POINTS = 121 };
    const double alpha = -0.3;
    rb_plot *plot = rb_figure_plot(d, NULL, "x₁e, mm", "x₂e, mm");
    double *x = rb_figure_array(d, POINTS), *y = rb_figure_array(d, POINTS);
    double *axes = rb_figure_array(d, 8);
    if (plot == NULL || x == NULL || y == NULL || axes == NULL) {
        return RB_ERR_MEMORY;
    }
    for (int i = 0; i < POINTS; i++) {
        x[i] = 80 * cos(2 * RB_PI * i / (POINTS - 1));
        y[i] = 16 * sin(2 * RB_PI * i / (POINTS - 1));
    }
    plot->x.from = -90;
    plot->x.to = 90;
    plot->y.from = -45;
    plot->y.to = 45;
    rb_figure_curve(d, "ellipsoid from above", x, y, POINTS);
    for (int k = 0; k < 2; k++) { /* axes of inertia: turned by alpha from the ellipsoid's */
        double c = k == 0 ? cos(alpha) : -sin(alpha), s = k == 0 ? sin(alpha) : cos(alpha);
        double length = k == 0 ? 88 : 44;
        axes[2 * k] = -length * c;
        axes[2 * k + 1] = length * c;
        axes[4 + 2 * k] = -length * s;
        axes[5 + 2 * k] = length * s;
        rb_figure_curve(d, k == 0 ? "axis x₁ of inertia" : "axis x₂ of inertia", axes + 2 * k,
                        axes + 4 + 2 * k, 2);
    }
    return RB_OK;
}

/* ---------------------------------------------------------------- Figs. 4 and 5 */

static rb_status make_4(rb_figure_data *d) {
    static const char *const laws[] = {"k11-p1", "k11-p2", "k11-tanh"};
    static const char *const names[] = {"P1", "P2", "tanh"};
    double reversal[3], rest[3];
    for (int k = 0; k < 3; k++) {
        rb_scene scene;
        rb_run_result r;
        rb_status status = rb_figure_scene(d, "k11-fig4", "method=auto rtol=1e-8", &scene);
        if (status == RB_OK) {
            rb_scene_set_friction(&scene, rb_friction_law_find(laws[k]));
            status = rb_figure_run(d, &scene, names[k], 0, 20, 0.005, "omega1,omega2,omega3", &r);
        }
        if (status != RB_OK || d->stopped) {
            return status;
        }
        reversal[k] = r.summary.first_reversal_time;
        rest[k] = r.summary.rest_time_0p1;
        rb_figure_number_add(d, rb_figure_text(d, "%s: spin reverses at, s", names[k]), reversal[k], 0.5,
                             1.5);
        rb_figure_number_add(d, rb_figure_text(d, "%s: at rest (|ω| < 0.1) from, s", names[k]), rest[k], 1,
                             20);
        rb_figure_number_add(d, rb_figure_text(d, "%s: extreme reverse spin, rad/s", names[k]),
                             r.summary.extreme_after_reversal, -20, 0);
    }
    rb_figure_number_add(d, "|rest of P1 - rest of tanh| / |rest of P2 - rest of tanh|",
                         fabs(rest[0] - rest[2]) / fabs(rest[1] - rest[2]), 2, INFINITY);
    return RB_OK;
}

/* Largest difference of omega3 before a time, of the first two curves of a chart. */
static double early_difference(const rb_plot *plot, double until) {
    const rb_curve *a = &plot->curves[0], *b = &plot->curves[1];
    double worst = 0;
    for (int i = 0; i < a->count && i < b->count && a->x[i] <= until; i++) {
        worst = fmax(worst, fabs(a->y[i] - b->y[i]));
    }
    return worst;
}

static rb_status make_5(rb_figure_data *d) {
    static const char *const scenes[] = {"k11-fig5", "k11-fig5-no-torque"};
    static const char *const names[] = {"with M_t", "without M_t"};
    rb_run_result r[2];
    d->columns = 2;
    for (int k = 0; k < 2; k++) {
        rb_scene scene;
        rb_status status = rb_figure_scene(d, scenes[k], "method=auto rtol=1e-8", &scene);
        if (status == RB_OK) {
            status = rb_figure_run(d, &scene, names[k], 0, 10, 0.004, "omega1,omega2,omega3,N", &r[k]);
        }
        if (status != RB_OK || d->stopped) {
            return status;
        }
    }
    const rb_summary *with = &r[0].summary, *without = &r[1].summary;
    rb_figure_number_add(d, "with M_t: spin reverses at, s", with->first_reversal_time, 0.70037, 0.70039);
    rb_figure_number_add(d, "with M_t: at rest (|ω| < 0.1) from, s", with->rest_time_0p1, 8.76, 8.78);
    rb_figure_number_add(d, "without M_t: spin reverses at, s", without->first_reversal_time, 0.70865,
                         0.70867);
    rb_figure_number_add(d, "without M_t: ω₃ at 10 s, rad/s", r[1].last.omega.z, -3.62, -3.60);
    rb_figure_number_add(d, "without M_t: wobble √(ω₁² + ω₂²) at 10 s, rad/s",
                         hypot(r[1].last.omega.x, r[1].last.omega.y), 0, 0.05);
    rb_figure_number_add(d, "difference of ω₃ before 0.5 s, rad/s", early_difference(&d->plots[2], 0.5), 0,
                         0.4);
    rb_figure_number_add(d, "N, smallest, N", with->N_min, 1.28, 1.29);
    rb_figure_number_add(d, "N, largest, N", with->N_max, 5.73, 5.74);
    return RB_OK;
}

/* ---------------------------------------------------------------- Fig. 6 */

enum { GRID = 25 };

static rb_status add_map(rb_figure_data *d, const char *part, const char *title, const char *fixed,
                         const char *x, const char *y, const double **values) {
    rb_sweep sweep = {0};
    rb_study study;
    rb_study_result result;
    char *definition = NULL, axis[64];
    rb_status status = rb_figure_scene(d, "k11-fig6", fixed, &sweep.scene);
    const char *const axes[2] = {x, y};
    for (int i = 0; i < 2 && status == RB_OK; i++) {
        snprintf(axis, sizeof axis, "%s:%d", axes[i], GRID);
        status = rb_axis_parse(&sweep.axes[i], &sweep.scene, d->figure->id, axis, false, d->err);
        sweep.axis_count++;
    }
    if (status == RB_OK) {
        status = rb_sweep_add_values(&sweep, d->figure->id, "omega3_final", d->err);
    }
    if (status == RB_OK) {
        status = rb_sweep_study(&sweep, d->figure->id, &study, &definition, d->err);
    }
    if (status == RB_OK) {
        status = rb_figure_study(d, part, &study, &result);
    }
    double *map = status == RB_OK && !d->stopped ? rb_figure_array(d, GRID * GRID) : NULL;
    if (map != NULL) {
        for (int i = 0; i < GRID * GRID; i++) {
            map[i] = result.rows[i * rb_sweep_width(&sweep)];
        }
        rb_plot *plot = rb_figure_plot(d, title, sweep.axes[0].row->symbol, sweep.axes[1].row->symbol);
        double hx = (sweep.axes[0].to - sweep.axes[0].from) / (GRID - 1) / 2;
        double hy = (sweep.axes[1].to - sweep.axes[1].from) / (GRID - 1) / 2;
        plot->x.from = sweep.axes[0].from - hx;
        plot->x.to = sweep.axes[0].to + hx;
        plot->y.from = sweep.axes[1].from - hy;
        plot->y.to = sweep.axes[1].to + hy;
        plot->field = (rb_field){map, GRID, GRID, "final ω₃"};
    }
    if (status == RB_OK && !d->stopped) {
        rb_study_free(&result);
    }
    free(definition);
    *values = map;
    return status;
}

/* Share of the cells in which the final spin has this sign. */
static double share_of_sign(const double *map, double sign) {
    int count = 0;
    for (int i = 0; i < GRID * GRID; i++) {
        count += sign * map[i] > 0.05;
    }
    return count / (double)(GRID * GRID);
}

static rb_status make_6(rb_figure_data *d) {
    const double *a = NULL, *b = NULL, *c = NULL;
    d->columns = 2;
    rb_status status = add_map(d, "a", "a: ω₃₀ = 2", "omega3=2 method=auto t_end=6", "omega1=-1.2:1.2",
                               "omega2=-1.2:1.2", &a);
    if (status == RB_OK && !d->stopped) {
        status = add_map(d, "b", "b: ω₃₀ = −3", "omega3=-3 method=auto t_end=6", "omega1=-1.2:1.2",
                         "omega2=-1.2:1.2", &b);
    }
    if (status == RB_OK && !d->stopped) {
        status = add_map(d, "c", "c: ω₁₀ = 0", "omega1=0 method=auto t_end=6", "omega2=-1.5:1.5",
                         "omega3=-6:6", &c);
    }
    if (status != RB_OK || c == NULL) {
        return status;
    }
    const int middle = GRID / 2 * GRID + GRID / 2; /* no wobble */
    double stays = 0;
    for (int i = 0; i < GRID; i++) { /* without wobble every spin of c is kept */
        double start = -6 + 12.0 * i / (GRID - 1);
        stays = fmax(stays, fabs(c[middle - GRID / 2 + i] - start));
    }
    rb_figure_number_add(d, "a: final spin from the smallest wobble, rad/s", a[middle], 1.9, 2.01);
    rb_figure_number_add(d, "a: share of starts that reverse", share_of_sign(a, -1), 0.2, 0.95);
    rb_figure_number_add(d, "b: share of starts that reverse", share_of_sign(b, 1), 0, 0.02);
    rb_figure_number_add(d, "c: largest change of spin without wobble, rad/s", stays, 0, 0.1);
    return RB_OK;
}

const rb_figure rb_figures_k11[] = {
    {"k11-2", "K11", "Fig. 2", "Components of the friction model: exact integrals and approximants",
     "rbsim law ID --b 1, on the quarter circle (u, ω) = (sin θ, cos θ)",
     "The tanh approximation is closest to the exact integrals, much closer than the Padé "
     "approximant of second order.",
     RB_VERDICT_AGREES, NULL, make_2, false},
    {"k11-3", "K11", "Fig. 3", "The stone from above: ellipsoid and axes of inertia",
     "a sketch; α = −0.3 rad, semi-axes 80, 16, 12 mm", "No claim: a sketch of the axes.", RB_VERDICT_DRAWING,
     NULL, make_3, false},
    {"k11-4", "K11", "Fig. 4", "ω₁, ω₂, ω₃ from ω = (0, 1, 20) under three approximants",
     "rbsim run k11-fig4 --law k11-p1|k11-p2|k11-tanh --solver auto --rtol 1e-8",
     "The spin changes its sign after some time, then the motion dies out. P1 differs from the "
     "other two most.",
     RB_VERDICT_AGREES, NULL, make_4, false},
    {"k11-5", "K11", "Fig. 5", "ω and N from ω = (0, 1, 4), tanh, with and without friction torque",
     "rbsim run k11-fig5, k11-fig5-no-torque --solver auto --rtol 1e-8",
     "The spin reverses. Without the torque the stone ends spinning steadily without wobble, and "
     "its first motion hardly differs.",
     RB_VERDICT_AGREES, NULL, make_5, false},
    {"k11-6", "K11", "Fig. 6", "Final spin over the start, tanh without friction torque",
     "rbsim map k11-fig6, 25 x 25 runs for each panel; ranges of the axes are ours",
     "At ω₃₀ = 2 there is a region around no wobble that does not reverse; outside it the spin "
     "reverses. At ω₃₀ = −3 hardly anything reverses. A small enough wobble leaves any spin as it "
     "is.",
     RB_VERDICT_AGREES, NULL, make_6, true},
    {.id = NULL}};
