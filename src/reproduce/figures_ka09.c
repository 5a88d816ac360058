/* KA09: Kosenko & Aleksandrov 2009. */
#include <math.h>
#include <stdlib.h>

#include "reproduce/figure.h"
#include "reproduce/ka09.h"

static const char *const laws[] = {"exact-ellipse", "ka09-contensou", "ka09-pade"};
static const char *const law_names[] = {"exact", "simplified Contensou", "linear Padé"};

/* ---------------------------------------------------------------- Figs. 2 and 3 */

/* Largest errors of a law over the quarter circle, sliding along x. */
static rb_status add_errors(rb_figure_data *d, double b, rb_law_component component, double *off) {
    const double *exact = NULL;
    for (int k = 0; k < 3; k++) {
        rb_law_curve curve = {.law = laws[k], .patch = {1e-3, b}, .component = component};
        const double *y = rb_law_curve_values(d, &curve);
        if (y == NULL) {
            return RB_ERR_MEMORY;
        }
        exact = k == 0 ? y : exact;
        off[k] = rb_largest_difference(y, exact, RB_LAW_CURVE_POINTS);
    }
    return RB_OK;
}

/* Force or torque over u = v/(a omega), at the bearing's eccentricity. */
static rb_status make_over_u(rb_figure_data *d, rb_law_component component, const char *label) {
    enum { POINTS = 301 };
    double *u = rb_figure_array(d, POINTS);
    if (u == NULL || rb_figure_plot(d, NULL, "u = v/(a ω)", label) == NULL) {
        return RB_ERR_MEMORY;
    }
    rb_bearing *bearing = malloc(sizeof *bearing);
    if (bearing == NULL) {
        return rb_fail(d->err, RB_ERR_MEMORY, "%s: out of memory", d->figure->id);
    }
    rb_bearing_compute(RB_BEARING_G, bearing);
    double b = bearing->b;
    for (int k = 0; k < 3; k++) {
        int row = 0;
        while (bearing->laws[row].friction.law != rb_friction_law_find(laws[k])) {
            row++;
        }
        double *y = rb_figure_array(d, POINTS);
        for (int i = 0; y != NULL && i < POINTS; i++) {
            rb_slip slip = {.u_x = u[i] = 0.01 * i, .omega = 1};
            rb_traction t;
            rb_friction_eval(&bearing->laws[row].friction, &slip, &t, NULL);
            y[i] = component == RB_LAW_M ? t.M : t.T_x;
        }
        rb_figure_curve(d, law_names[k], u, y, y != NULL ? POINTS : 0);
    }
    free(bearing);
    static const double shapes[] = {1, 0, 0.18};
    for (int s = 0; s < 3; s++) {
        double at = s == 1 ? b : shapes[s], off[3];
        rb_status status = add_errors(d, at, component, off);
        if (status != RB_OK) {
            return status;
        }
        rb_figure_number_add(d, rb_figure_text(d, "largest error, b = %.4g: Contensou", at), off[1], NAN,
                             NAN);
        rb_figure_number_add(d, rb_figure_text(d, "largest error, b = %.4g: Padé", at), off[2], NAN, NAN);
        if (s == 0) {
            rb_figure_number_add(d, "Contensou over Padé on a circle", off[1] / off[2], 0, 1);
        }
    }
    return RB_OK;
}

static rb_status make_2(rb_figure_data *d) {
    return make_over_u(d, RB_LAW_TX, "F_x / μN");
}

static rb_status make_3(rb_figure_data *d) {
    return make_over_u(d, RB_LAW_M, "T_z / μNa");
}

/* ---------------------------------------------------------------- Figs. 6 to 8 */

static rb_status run_top(rb_figure_data *d, const char *law, const char *name, const char *signals,
                         double until, double every, rb_run_result *r) {
    rb_scene scene;
    char changes[80];
    snprintf(changes, sizeof changes, "method=auto friction=%s", law);
    rb_status status = rb_figure_scene(d, "tippetop-ka09", changes, &scene);
    return status == RB_OK ? rb_figure_run(d, &scene, name, 0, until, every, signals, r) : status;
}

static rb_status make_6(rb_figure_data *d) {
    rb_run_result r;
    rb_status status = run_top(d, "ka09-contensou", NULL, "theta", 4, 0.001, &r);
    if (status == RB_OK) {
        rb_figure_number_add(d, "θ at 4 s, rad", r.last.theta, 2.9, 3.15);
        rb_figure_number_add(d, "small sphere first touches at, s", r.summary.first_small_contact, 1.8472,
                             1.8474);
    }
    return status;
}

/* Zooms of one chart. */
static rb_status zoom(rb_figure_data *d, const char *title, double x0, double x1, double y0, double y1) {
    rb_plot *plot = rb_figure_plot(d, title, "t, s", "gap, m");
    if (plot == NULL) {
        return RB_ERR_MEMORY;
    }
    const rb_plot *whole = &d->plots[0];
    for (int k = 0; k < 2; k++) {
        const rb_curve *c = &whole->curves[k];
        int from = 0, to = c->count;
        while (from < c->count && c->x[from] < x0) {
            from++;
        }
        while (to > from && c->x[to - 1] > x1) {
            to--;
        }
        rb_curve *part = rb_figure_curve(d, c->name, c->x + from, c->y + from, to - from);
        if (part == NULL) {
            return RB_ERR_MEMORY;
        }
        part->size = 1;
    }
    plot->x.from = x0;
    plot->x.to = x1;
    plot->y.from = y0;
    plot->y.to = y1;
    return RB_OK;
}

/* Counts the changes of contact from the large sphere alone to the small one alone. */
static int attempts(const rb_curve *large, const rb_curve *small) {
    int count = 0;
    bool on_large = true;
    for (int i = 0; i < large->count; i++) {
        if (large->y[i] > 0 && small->y[i] <= 0 && on_large) {
            count++;
            on_large = false;
        } else if (large->y[i] <= 0 && small->y[i] > 0) {
            on_large = true;
        }
    }
    return count;
}

static rb_status make_7(rb_figure_data *d) {
    rb_run_result r;
    d->columns = 2;
    rb_status status = run_top(d, "ka09-contensou", "large sphere", "gap_large,gap_small", 3, 0.0001, &r);
    if (status != RB_OK || d->stopped) {
        return status;
    }
    /* One chart with both gaps instead of two. */
    rb_curve small = d->curves[1];
    d->plot_count = 1;
    d->curve_count = 1;
    d->plots[0].curve_count = 1;
    d->plots[0].y.label = "gap, m";
    rb_curve *second = rb_figure_curve(d, "small sphere", small.x, small.y, small.count);
    if (second == NULL) {
        return RB_ERR_MEMORY;
    }
    int count = attempts(&d->curves[0], &d->curves[1]);
    status = zoom(d, "penetration", 0, 3, -6e-7, 2e-7);
    status = status == RB_OK ? zoom(d, "the two attempts", 1.83, 1.92, -2e-6, 6e-5) : status;
    rb_figure_number_add(d, "attempts: changes from the large to the small sphere", count, 2, 2);
    rb_figure_number_add(d, "first attempt at, s (the paper's zoom is around 1.825)",
                         r.summary.first_small_contact, 1.8472, 1.8474);
    rb_figure_number_add(d, "large sphere leaves for good at, s", r.summary.large_last_off, 1.8968, 1.8970);
    return status;
}

static rb_status make_8(rb_figure_data *d) {
    static const char *const ids[] = {"exact-circle", "ka09-contensou", "ka09-pade"};
    static const double expected[] = {1.74358, 1.84730, NAN};
    double touch[3];
    for (int k = 0; k < 3; k++) {
        rb_run_result r;
        rb_status status = run_top(d, ids[k], law_names[k], "theta", 3, 0.001, &r);
        if (status != RB_OK || d->stopped) {
            return status;
        }
        touch[k] = r.summary.first_small_contact;
        rb_figure_number_add(d, rb_figure_text(d, "%s: small sphere first touches at, s", law_names[k]),
                             touch[k], expected[k] - 1e-4, expected[k] + 1e-4);
    }
    rb_figure_number_add(d, "deviation of the touch from exact: Contensou over Padé",
                         fabs(touch[1] - touch[0]) / fabs(touch[2] - touch[0]), 0, 0.5);
    return RB_OK;
}

/* ---------------------------------------------------------------- Fig. 10 */

/* The bearing with both normal forces, and with friction at a point: a component of the friction force
   between a ball and the inner ring. */
static rb_status run_bearings(rb_figure_data *d) {
    static const struct {
        const char *name, *changes;
    } cases[] = {
        {"Hertz, Contensou", "normal=hertz"},
        {"Vil'ke, Contensou", "normal=vilke"},
        {"Hertz, point Coulomb", "normal=hertz friction=coulomb friction.delta=1e-3"},
    };
    enum { CASES = sizeof cases / sizeof cases[0] };
    rb_run_result r[CASES];
    d->columns = 2;
    for (int k = 0; k < CASES; k++) {
        rb_scene scene;
        rb_status status = rb_figure_scene(d, "bearing-ka09", cases[k].changes, &scene);
        status = status == RB_OK ? rb_figure_run(d, &scene, cases[k].name, 0, 0.03, 1e-4,
                                                 "F_along_i,F_across_i,e2_i", &r[k])
                                 : status;
        if (status != RB_OK || d->stopped) {
            return status;
        }
    }
    const rb_plot *along = &d->plots[0], *e2 = &d->plots[2];
    int count = along->curves[0].count;
    double largest = 0, squares = 0, low = INFINITY, high = 0;
    for (int i = 0; i < count; i++) {
        double off = along->curves[1].y[i] - along->curves[0].y[i];
        squares += off * off;
        largest = fmax(largest, fabs(along->curves[0].y[i]));
        low = fmin(low, e2->curves[0].y[i]);
        high = fmax(high, e2->curves[0].y[i]);
    }
    rb_figure_number_add(d, "friction force: Vil'ke minus Hertz, root mean square / largest",
                         sqrt(squares / count) / largest, 0, 0.05);
    rb_figure_number_add(d, "smallest e² of the inner patch; printed 0.687", low, 0.685, 0.689);
    rb_figure_number_add(d, "largest e² of the inner patch", high, 0.685, 0.689);
    rb_figure_number_add(d, "work of drilling, J: Contensou", r[0].last.W_drill, 1e-9, 1);
    rb_figure_number_add(d, "work of drilling, J: point Coulomb", r[2].last.W_drill, 0, 0);
    rb_figure_number_add(d, "CPU time of Hertz over Vil'ke; printed 1.2",
                         r[0].summary.wall_seconds / r[1].summary.wall_seconds, NAN, NAN);
    return RB_OK;
}

static rb_status make_10(rb_figure_data *d) {
    rb_status status = run_bearings(d);
    rb_bearing *bearing = malloc(sizeof *bearing);
    if (status != RB_OK || d->stopped || bearing == NULL) {
        free(bearing);
        return status != RB_OK || d->stopped ? status : RB_ERR_MEMORY;
    }
    rb_bearing_compute(RB_BEARING_G, bearing);
    rb_figure_number_add(d, "e² of the patch, Hertz; printed 0.687", bearing->e2, 0.6865, 0.6875);
    rb_figure_number_add(d, "Vil'ke's force against Hertz's, %",
                         100 * (bearing->k_vilke_plain / bearing->k_hertz - 1), -1.57, -1.56);
    rb_figure_number_add(d, "with 1 + ln²g/48, %", 100 * (bearing->k_vilke / bearing->k_hertz - 1), 0, 0.01);
    free(bearing);
    return RB_OK;
}

const rb_figure rb_figures_ka09[] = {
    {"ka09-2", "KA09", "Fig. 2", "Friction force along x over u: exact and approximate",
     "rbsim bearing; patch of the paper's bearing, b = 0.5595",
     "The simplified Contensou law is closer to the exact one than the linear fractional (Padé) "
     "law "
     "with the same limits.",
     RB_VERDICT_DIFFERS,
     "true on a circle and at the bearing's ellipse (b = 0.5595); on a long ellipse that slides "
     "along its major "
     "axis "
     "(b = 0.18) the Padé law is closer",
     make_2, false},
    {"ka09-3", "KA09", "Fig. 3", "Drilling torque over u: exact and approximate",
     "rbsim bearing; patch of the paper's bearing, b = 0.5595",
     "The simplified Contensou law is closer to the exact one than the linear fractional (Padé) "
     "law.",
     RB_VERDICT_DIFFERS,
     "true on a circle; at the bearing's ellipse (b = 0.5595), sliding along the major axis, the "
     "Padé "
     "law is a little closer, and on longer ones it is closer by far",
     make_3, false},
    {"ka09-6", "KA09", "Fig. 6", "Inclination θ of the tippe-top",
     "rbsim run tippetop-ka09 --law ka09-contensou --solver auto",
     "The top turns over and stands on its stem, with small vibrations of the contact.", RB_VERDICT_AGREES,
     NULL, make_6, false},
    {"ka09-7", "KA09", "Fig. 7", "Gaps of both spheres (contact indicators), whole and enlarged",
     "rbsim run tippetop-ka09 --law ka09-contensou --solver auto",
     "The top turns over in two attempts, near 1.825 s; the small sphere sinks in deeper.", RB_VERDICT_AGREES,
     "two attempts, 1.2 % later than the paper's zoom: the viscous term of its normal force is not "
     "printed (χ = 100 s/m is ours)",
     make_7, false},
    {"ka09-8", "KA09", "Fig. 8", "θ under the exact law, simplified Contensou and linear Padé",
     "rbsim run tippetop-ka09 --law exact-circle|ka09-contensou|ka09-pade",
     "The exact law and simplified Contensou are closest to each other.", RB_VERDICT_AGREES, NULL, make_8,
     false},
    {"ka09-10", "KA09", "Fig. 10", "Friction force at a ball's inner contact: Hertz and Vil'ke",
     "rbsim run bearing-ka09 --normal hertz|vilke, and with --law coulomb",
     "A component of the friction force between a ball and the inner raceway is nearly the same "
     "with Hertz's and Vil'ke's normal force, which is 20 % faster; e² is 0.687 and 0.643.",
     RB_VERDICT_AGREES,
     "the paper prints e² alone: all other numbers of the bearing are ours. Both runs have Hertz's ellipse; "
     "the "
     "formula behind 0.643 is not printed",
     make_10, false},
    {.id = NULL}};
