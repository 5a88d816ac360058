/* K12: Kudra & Awrejcewicz 2012, laws and orbits. The diagrams are in figures_k12_diagrams.c. */
#include "reproduce/figures_k12.h"

#include <math.h>
#include <string.h>

#include "reproduce/law_curves.h"

/* ---------------------------------------------------------------- Fig. 3 */

enum { LAWS = 6 };
static const char *const laws[LAWS] = {"exact-uniform", "k12-p1", "k12-p2", "k12-i", "k12-i1", "k12-iprime"};
static const char *const law_names[LAWS] = {"exact", "P1", "P2", "I", "I1", "I'"};

/* Curves over K12's angle: v = cos θ, ω = sin θ, the opposite of rb_law_curve. */
static void add_over_angle(rb_figure_data *d, const char *name, const double *y) {
    rb_curve *c = rb_figure_curve(d, name, NULL, y, RB_LAW_CURVE_POINTS);
    if (c != NULL) {
        c->x0 = 90;
        c->dx = -90.0 / (RB_LAW_CURVE_POINTS - 1);
    }
}

static rb_status make_3(rb_figure_data *d) {
    static const char *const components[] = {"T_sx", "M_s"};
    double *y[2][LAWS], *off[2][LAWS], worst[2][LAWS];
    d->columns = 2;
    for (int c = 0; c < 2; c++) {
        for (int k = 0; k < LAWS; k++) {
            rb_law_curve curve = {
                .law = laws[k], .patch = {1, 1}, .component = c == 0 ? RB_LAW_TX : RB_LAW_M};
            y[c][k] = rb_law_curve_values(d, &curve);
            off[c][k] = rb_figure_array(d, RB_LAW_CURVE_POINTS);
            if (y[c][k] == NULL || off[c][k] == NULL) {
                return RB_ERR_MEMORY;
            }
            for (int i = 0; i < RB_LAW_CURVE_POINTS; i++) {
                off[c][k][i] = fabs(y[c][k][i] - y[c][0][i]);
            }
            worst[c][k] = rb_largest_difference(y[c][k], y[c][0], RB_LAW_CURVE_POINTS);
        }
    }
    rb_figure_plot(d, "a: force and torque", "T_sx", "M_s");
    for (int k = 0; k < LAWS - 1; k++) { /* I' has the same curve as I */
        rb_figure_curve(d, law_names[k], y[0][k], y[1][k], RB_LAW_CURVE_POINTS);
    }
    for (int c = 0; c < 2; c++) {
        rb_figure_plot(d, NULL, "θ_s in degrees: v = cos θ_s, ω = sin θ_s", components[c])->x.to = 90;
        for (int k = 0; k < LAWS; k++) {
            add_over_angle(d, law_names[k], y[c][k]);
        }
    }
    for (int c = 0; c < 2; c++) {
        rb_figure_plot(d, NULL, "θ_s in degrees", c == 0 ? "error of T_sx" : "error of M_s")->x.to = 90;
        for (int k = 1; k < LAWS; k++) {
            add_over_angle(d, law_names[k], off[c][k]);
        }
    }
    static const double expected[2][LAWS] = {{0, 0.358326, 0.236447, 0.142897, 0.142897, 0.122685},
                                             {0, 0.267000, 0.145481, 0.203129, 0.148934, 0.100376}};
    for (int c = 0; c < 2; c++) {
        for (int k = 1; k < LAWS; k++) {
            rb_figure_number_add(
                d, rb_figure_text(d, "largest error of %s: %s", c == 0 ? "T" : "M", law_names[k]),
                worst[c][k], expected[c][k] - 2e-5, expected[c][k] + 2e-5);
        }
    }
    rb_figure_number_add(d, "larger error of T, M: I' over the best of the others",
                         fmax(worst[0][5], worst[1][5]) / fmax(worst[0][4], worst[1][4]), 0, 1);
    return RB_OK;
}

/* ---------------------------------------------------------------- orbits */

rb_status rb_k12_map(rb_figure_data *d, double mu0, int transient, int wanted, rb_map_point *points,
                     rb_map_result *out) {
    rb_scene scene;
    rb_map_request map = {.transient = transient, .points = wanted, .patience = 3000};
    rb_status status = rb_figure_scene(d, "disk-k12", "start.phi=-8", &scene);
    if (status == RB_OK) {
        char assignment[48];
        snprintf(assignment, sizeof assignment, "mu0=%.17g", mu0);
        status = rb_scene_assign(&scene, assignment, d->err);
    }
    if (status == RB_OK) {
        status = rb_section_read(scene.body, NULL, &map.section, d->err);
    }
    return status == RB_OK ? rb_poincare(&scene, &map, points, out, d->err) : status;
}

/* Phase plots of the periodic orbit, and its time histories if requested. The run starts at a point of its
   map, so there is no transient. */
static rb_status add_orbit(rb_figure_data *d, double mu0, int wanted, const char *signals,
                           rb_map_point *points, rb_map_result *map) {
    rb_status status = rb_k12_map(d, mu0, 300, wanted, points, map);
    if (status != RB_OK || map->found < wanted) {
        return status != RB_OK
                   ? status
                   : rb_fail(d->err, RB_ERR_INPUT, "%s: expected %d points at mu0 = %.9g, found %d",
                             d->figure->id, wanted, mu0, map->found);
    }
    rb_scene scene;
    char changes[120];
    snprintf(changes, sizeof changes, "mu0=%.17g start.x=%.17g start.phi=%.17g", mu0, points[0].at[0],
             points[0].at[1]);
    rb_run_result r;
    double time = map->period > 0 ? map->period_time : points[wanted / 2].t - points[0].t;
    status = rb_figure_scene(d, "disk-k12", changes, &scene);
    return status == RB_OK ? rb_figure_run(d, &scene, NULL, 0, time, fmin(0.05, time / 20000), signals, &r)
                           : status;
}

static rb_status make_periodic(rb_figure_data *d, double mu0, int period, double time, const char *signals,
                               rb_map_point *points) {
    rb_map_result map;
    d->columns = 2;
    rb_status status = add_orbit(d, mu0, 60, signals, points, &map);
    if (status == RB_OK) {
        rb_figure_number_add(d, "points of the map", map.period, period, period);
        rb_figure_number_add(d, "time of a period", map.period_time, time - 1e-3, time + 1e-3);
    }
    return status;
}

static rb_status make_8(rb_figure_data *d) {
    rb_map_point points[60];
    return make_periodic(d, 24.9, 1, 131.128856, "x:x_dot,phi:phi_dot", points);
}

static rb_status make_9(rb_figure_data *d) {
    rb_map_point points[60];
    return make_periodic(d, 23.06, 3, 387.494600, "x:x_dot,phi:phi_dot", points);
}

static rb_status make_10(rb_figure_data *d) {
    rb_map_point points[60];
    rb_status status = make_periodic(d, 13.5, 11, 901.229403, "x:x_dot,phi:phi_dot,x,phi", points);
    int falls = 0;
    for (int i = 0; status == RB_OK && i < 11; i++) {
        falls += points[i + 1].at[1] < points[i].at[1];
    }
    if (status == RB_OK) {
        rb_figure_number_add(d, "sticks, of 11, that start at a smaller angle than the one before", falls, 10,
                             10);
    }
    return status;
}

/* ---------------------------------------------------------------- Figs. 11 to 13: long orbits */

enum { LONG = 600 };
static const double special[2] = {23.0580008, 24.819906};

static rb_status make_11(rb_figure_data *d) {
    d->columns = 2;
    for (int k = 0; k < 2; k++) {
        rb_map_point points[LONG];
        rb_map_result map;
        rb_status status = rb_k12_map(d, special[k], 300, LONG, points, &map);
        double *x = rb_figure_array(d, LONG), *y = rb_figure_array(d, LONG);
        if (status != RB_OK || x == NULL || y == NULL) {
            return status != RB_OK ? status : RB_ERR_MEMORY;
        }
        for (int i = 0; i < map.found; i++) {
            x[i] = points[i].at[0];
            y[i] = points[i].at[1];
        }
        rb_figure_plot(d, rb_figure_text(d, "%c: μ₀ = %.9g", 'a' + k, special[k]), "x", "φ, rad");
        rb_curve *dots = rb_figure_curve(d, NULL, x, y, map.found);
        if (dots != NULL) {
            dots->mark = RB_MARK_DOTS;
            dots->size = 2;
        }
        rb_figure_number_add(d,
                             rb_figure_text(d, "%c: points of the map (0: more than %d)", 'a' + k, LONG / 2),
                             map.period, NAN, NAN);
    }
    return RB_OK;
}

static rb_status make_long(rb_figure_data *d, double mu0) {
    rb_map_point points[LONG];
    rb_map_result map;
    d->columns = 2;
    rb_status status = add_orbit(d, mu0, LONG, "x:x_dot,phi:phi_dot", points, &map);
    if (status == RB_OK) {
        rb_figure_number_add(d, "points of the map", map.period, NAN, NAN);
        rb_figure_number_add(d, "time of a period", map.period_time, NAN, NAN);
    }
    return status;
}

static rb_status make_12(rb_figure_data *d) {
    return make_long(d, special[0]);
}

static rb_status make_13(rb_figure_data *d) {
    return make_long(d, special[1]);
}

#define OURS                                                                                                 \
    "with c = 1e-5 and v_b = 0.15 instead of the printed c = 1e-4 and v_b = 5, which give no "               \
    "periodic "                                                                                              \
    "sticking; ours were found by a search that used the counts 1, 3 and 11"
#define LONG_ORBIT "the paper does not print the counts; ours change with tolerance and event location, " OURS

const rb_figure rb_figures_k12[] = {
    {"k12-3", "K12", "Fig. 3", "Approximants of force and torque under uniform pressure, and errors",
     "rbsim law k12-p1|k12-p2|k12-i|k12-i1|k12-iprime|exact-uniform",
     "P2 is more accurate than P1. I and I1 are about as accurate as P2. I' is the most accurate; "
     "its "
     "curve in panel a is that of I.",
     RB_VERDICT_AGREES, NULL, make_3, false},
    {"k12-6", "K12", "Fig. 6", "Bifurcation diagram over the static friction μ₀ from 11.2 to 25.2",
     "rbsim bifurcation disk-k12 --param mu0=11.2:25.2:400 --set start.phi=-8",
     "Orbits with many points, sometimes of very long period; no irregular attractor was found.",
     RB_VERDICT_DIFFERS, OURS, rb_k12_make_6, true},
    {"k12-7a", "K12", "Fig. 7a", "The diagram enlarged: μ₀ from 11.2 to 13.5",
     "rbsim bifurcation disk-k12 --param mu0=11.2:13.5:300 --set start.phi=-8",
     "The start of the diagram, with repeated period adding.", RB_VERDICT_DIFFERS, OURS, rb_k12_make_7a,
     true},
    {"k12-7b", "K12", "Fig. 7b", "The diagram enlarged: μ₀ from 22.5 to 25, for ε_λ = 1e-7 and 1e-5",
     "rbsim bifurcation disk-k12 --param mu0=22.5:25:300 --set eps_lambda=1e-7|1e-5",
     "The diagrams for both thresholds are almost identical.", RB_VERDICT_DIFFERS, OURS, rb_k12_make_7b,
     true},
    {"k12-8", "K12", "Fig. 8", "Periodic orbit at μ₀ = 24.9", "rbsim poincare disk-k12; rbsim run",
     "One point in the Poincaré section.", RB_VERDICT_DIFFERS, "the count agrees, " OURS, make_8, false},
    {"k12-9", "K12", "Fig. 9", "Periodic orbit at μ₀ = 23.06", "rbsim poincare disk-k12-three; rbsim run",
     "Three points in the Poincaré section.", RB_VERDICT_DIFFERS, "the count agrees, " OURS, make_9, false},
    {"k12-10", "K12", "Fig. 10", "Periodic orbit at μ₀ = 13.5 and its time histories",
     "rbsim poincare disk-k12-eleven; rbsim run",
     "Eleven points. From stick to stick the angle falls until the eleventh, after which it "
     "returns.",
     RB_VERDICT_DIFFERS, "counts and order agree, " OURS, make_10, false},
    {"k12-11", "K12", "Fig. 11", "Poincaré sections at μ₀ = 23.0580008 and 24.819906",
     "rbsim poincare disk-k12 --set mu0=... --transient 300 --points 600",
     "The number of points is large but finite.", RB_VERDICT_DIFFERS, LONG_ORBIT, make_11, false},
    {"k12-12", "K12", "Fig. 12", "Phase trajectory at μ₀ = 23.0580008", "rbsim run disk-k12",
     "A multi-periodic orbit.", RB_VERDICT_DIFFERS, LONG_ORBIT, make_12, false},
    {"k12-13", "K12", "Fig. 13", "Phase trajectory at μ₀ = 24.819906", "rbsim run disk-k12",
     "A multi-periodic orbit.", RB_VERDICT_DIFFERS, LONG_ORBIT, make_13, false},
    {"k12-14", "K12", "Fig. 14", "Error over 3000 units of time against ε_λ, for five orbits",
     "rbsim run disk-k12 from a point of each orbit, against ε_λ = 1e-10 at rtol 1e-13",
     "For small ε_λ the error is proportional to ε_λ. Above a threshold the solution differs: a "
     "high "
     "one for orbit 1, about 1e-7 for orbit 4, below it for orbit 5.",
     RB_VERDICT_DIFFERS,
     "the order of the thresholds agrees; where they lie depends on the point of the orbit from "
     "which "
     "the runs start (ours: 1e-7 to 3e-7 for orbits 4 and 5; from another point of orbit 5, below "
     "1e-7), " OURS,
     rb_k12_make_14, false},
    {.id = NULL}};
