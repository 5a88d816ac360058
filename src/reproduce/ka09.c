#include "reproduce/ka09.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "contact/hertz.h"
#include "rattleback/normal.h"
#include "rattleback/run.h"

/* N of a compliant law at delta = 1 m, E_star = 1 Pa, kappa1 kappa2 = 1: its k in these units. */
static double stiffness(const char *id, bool bracket, double g) {
    const rb_normal_law *law = rb_normal_law_find(id);
    double params[RB_PARAMS_MAX];
    rb_param_defaults(law->params, params);
    params[RB_NORMAL_E_STAR] = 1;
    int row = rb_param_find(law->params, "bracket");
    if (row >= 0) {
        params[row] = bracket;
    }
    rb_normal_input in = {sqrt(g), 1 / sqrt(g), 1, 0};
    rb_normal_result out;
    law->evaluate(params, &in, &out);
    return out.N_elastic;
}

/* Removes laws for a circle or a point, which do not depend on the shape of this patch. */
static void keep_elliptic(rb_bearing *bearing, int count) {
    for (int i = 0; i < count; i++) {
        const rb_friction_law *law = bearing->laws[i].friction.law;
        if (law->shape == RB_PATCH_ELLIPSE) {
            rb_law_error_row row = bearing->laws[i];
            if (strcmp(law->id, "exact-ellipse") == 0 && bearing->law_count > 0) {
                bearing->laws[bearing->law_count++] = bearing->laws[0];
                bearing->laws[0] = row;
            } else {
                bearing->laws[bearing->law_count++] = row;
            }
        }
    }
}

void rb_bearing_compute(double g, rb_bearing *out) {
    memset(out, 0, sizeof *out);
    out->g = g;
    out->b = rb_hertz_axis_ratio(1 / g, RB_HERTZ_EXACT);
    out->e2 = 1 - out->b * out->b;
    out->k_hertz = stiffness("hertz", false, g);
    out->k_vilke_plain = stiffness("vilke", false, g);
    out->k_vilke = stiffness("vilke", true, g);
    rb_law_error_case at = {.patch = {1e-3, out->b}};
    int count = rb_law_errors(&at, out->laws);
    keep_elliptic(out, count);
}

void rb_bearing_traction(const rb_bearing *bearing, int law, double psi, double theta, double *T, double *M) {
    double u = sin(theta), c = cos(psi), s = sin(psi);
    rb_slip slip = {.u_x = u * c, .u_y = u * s, .omega = cos(theta)};
    rb_traction t;
    rb_friction_eval(&bearing->laws[law].friction, &slip, &t, NULL);
    *T = t.T_x * c + t.T_y * s;
    *M = t.M;
}

rb_status rb_assign_all(const char *changes, rb_scene *scene, rb_error *err) {
    char one[96];
    rb_status status = RB_OK;
    while (status == RB_OK && changes != NULL && rb_list_next(&changes, ' ', one, sizeof one)) {
        status = rb_scene_assign(scene, one, err);
    }
    return status;
}

/* Result of a run to the first touch of the small sphere. */
typedef struct rise {
    double time; /* of the first touch, NAN if there was none */
    double evaluations;
    double W_drill; /* J, by then */
} rise;

/* A measurement: some runs, each a share of the whole. */
typedef struct work {
    const rb_scene *scene;
    bool (*cancelled)(void *context, double share);
    void *context;
    int run, runs;
    double until; /* s, of the present run */
    bool stopped;
    rb_error *err;
} work;

static bool is_cancelled(void *context, double t) {
    work *w = context;
    double share = (w->run + fmin(1, t / w->until)) / w->runs;
    w->stopped = w->stopped || (w->cancelled != NULL && w->cancelled(w->context, share));
    return w->stopped;
}

static bool no_touch_yet(void *context, const rb_moment *moment) {
    (void)context;
    return moment->event->kind != RB_EVENT_TOUCH || moment->event->which != 1;
}

/* Runs the scene, changed by `changes` (separated by blanks), until the small sphere touches. */
static rb_status run_rise(work *w, const char *changes, rise *out) {
    rb_scene scene = *w->scene;
    rb_status status = rb_assign_all(changes, &scene, w->err);
    if (status != RB_OK) {
        return status;
    }
    rb_observer observer = {.events = true, .observe = no_touch_yet, .cancelled = is_cancelled, .context = w};
    rb_run_result r;
    status = rb_run(&scene, w->until, &observer, &r, w->err);
    if (status == RB_OK) {
        const rb_summary *s = &r.summary;
        *out = (rise){s->first_small_contact, (double)s->rhs_evaluations, s->W_drill};
        w->run++;
    }
    return status;
}

/* The same for several changes of the scene. */
static rb_status run_rises(work *w, const char *const *changes, int count, double until, rise *out) {
    rb_status status = RB_OK;
    w->runs = count;
    w->until = until;
    for (int i = 0; i < count && status == RB_OK && !w->stopped; i++) {
        status = run_rise(w, changes[i], &out[i]);
    }
    return status;
}

/* A steep Coulomb law delays the rise without bound: t = t0 + c/delta (1.2 s and 3.7e-3 m). */
static rb_status measure_slope(work *w, rb_claim *out) {
    static const char *const changes[] = {
        "friction=coulomb torque=false delta=1e-3", "friction=coulomb torque=false delta=5e-4",
        "friction=coulomb torque=false delta=2.5e-4", "friction=exact-circle"};
    rise r[4] = {{0}};
    rb_status status = run_rises(w, changes, 4, 30, r);
    /* Halving delta twice: the second delay is twice the first. */
    double ratio = (r[2].time - r[1].time) / (r[1].time - r[0].time);
    out->holds = r[0].time > 2 * r[3].time && fabs(ratio - 2) < 0.1;
    out->value_count = 5;
    const double values[] = {r[0].time, r[1].time, r[2].time, r[3].time, ratio};
    memcpy(out->values, values, sizeof values);
    rb_format(out->measured, sizeof out->measured,
              "the stem touches after %.2f, %.2f, %.2f s with Coulomb's delta = 1, 0.5, 0.25 mm/s "
              "(the delay goes with 1/delta: its increments are 1 : %.2f), after %.4f s with the "
              "slope of the patch",
              r[0].time, r[1].time, r[2].time, ratio, r[3].time);
    return status;
}

static rb_status measure_torque(work *w, rb_claim *out) {
    static const char *const changes[] = {"friction=exact-circle torque=true",
                                          "friction=exact-circle torque=false"};
    rise r[2] = {{0}};
    rb_status status = run_rises(w, changes, 2, 5, r);
    out->holds = fabs(r[1].time - r[0].time) < 0.01 * r[0].time && r[0].W_drill > 0;
    out->value_count = 3;
    const double values[] = {r[0].time, r[1].time, r[0].W_drill};
    memcpy(out->values, values, sizeof values);
    rb_format(out->measured, sizeof out->measured,
              "the stem touches after %.4f s with it, after %.4f s without; by then it has taken "
              "%.1f uJ and given none",
              r[0].time, r[1].time, 1e6 * r[0].W_drill);
    return status;
}

/* Cost until the inversion. Per second of motion the result differs: fixed steps need
   h <= 0.235 delta (s per m/s) under Coulomb's slope, but an implicit method does not. */
static rb_status measure_cost(work *w, rb_claim *out) {
    static const char *const changes[] = {
        "friction=ka09-contensou", "friction=coulomb torque=false delta=5e-4",
        "friction=ka09-contensou method=rodas", "friction=coulomb torque=false delta=5e-4 method=rodas"};
    rise r[4] = {{0}};
    rb_status status = run_rises(w, changes, 4, 30, r);
    double fixed = r[1].evaluations / r[0].evaluations;
    double implicit = r[3].evaluations / r[2].evaluations;
    double per_second = implicit * r[2].time / r[3].time;
    out->holds = fixed > 2 && implicit > 2;
    out->value_count = 5;
    const double values[] = {r[0].evaluations, r[1].evaluations, r[2].evaluations, r[3].evaluations,
                             per_second};
    memcpy(out->values, values, sizeof values);
    rb_format(out->measured, sizeof out->measured,
              "evaluations until the stem touches: Contensou %.0f, Coulomb (delta = 0.5 mm/s) %.0f "
              "with fixed steps, %.0f and %.0f with error control: %.1f and %.1f times as many; but "
              "for a second of motion the implicit method needs %.2f times as many",
              r[0].evaluations, r[1].evaluations, r[2].evaluations, r[3].evaluations, fixed, implicit,
              per_second);
    return status;
}

static rb_status measure_vilke(work *w, rb_claim *out) {
    static const char *const changes[] = {"normal=hertz", "normal=vilke"};
    rise r[2] = {{0}};
    rb_status status = run_rises(w, changes, 2, 5, r);
    rb_bearing *bearing = malloc(sizeof *bearing);
    if (bearing == NULL) {
        return rb_fail(w->err, RB_ERR_MEMORY, "claims: out of memory");
    }
    rb_bearing_compute(RB_BEARING_G, bearing);
    double plain = 100 * (bearing->k_vilke_plain / bearing->k_hertz - 1);
    double with = 100 * (bearing->k_vilke / bearing->k_hertz - 1);
    free(bearing);
    out->holds = fabs(r[1].time - r[0].time) < 1e-6 && fabs(plain) < 2;
    out->value_count = 4;
    const double values[] = {r[0].time, r[1].time, plain, with};
    memcpy(out->values, values, sizeof values);
    rb_format(out->measured, sizeof out->measured,
              "the top's stem touches after %.6f and %.6f s (on spheres both are the same law); in "
              "the bearing Vil'ke's force is off by %+.2f %%, with our bracket by %+.4f %%",
              r[0].time, r[1].time, plain, with);
    return status;
}

static rb_status measure_contensou(work *w, rb_claim *out) {
    static const char *const changes[] = {"friction=exact-circle", "friction=ka09-contensou",
                                          "friction=ka09-pade", "friction=coulomb torque=false delta=1e-3"};
    rise r[4] = {{0}};
    rb_status status = run_rises(w, changes, 4, 10, r);
    double off[4];
    for (int i = 0; i < 4; i++) {
        off[i] = fabs(r[i].time - r[0].time);
        out->values[i] = r[i].time;
    }
    out->value_count = 4;
    out->holds = off[1] < off[2] && off[1] < off[3];
    rb_format(out->measured, sizeof out->measured,
              "the stem touches after %.4f s with exact friction; simplified Contensou %.4f (%.1f "
              "%% off), linear Pade %.4f (%.1f %%), Coulomb with delta = 1 mm/s %.4f (%.0f %%)",
              r[0].time, r[1].time, 100 * off[1] / r[0].time, r[2].time, 100 * off[2] / r[0].time, r[3].time,
              100 * off[3] / r[0].time);
    return status;
}

static const struct {
    const char *text;
    rb_status (*measure)(work *w, rb_claim *out);
} claims[RB_CLAIM_COUNT] = {
    [RB_CLAIM_SLOPE] = {"inversion needs friction with a finite slope near rest", measure_slope},
    [RB_CLAIM_TORQUE] = {"the drilling torque only dissipates", measure_torque},
    [RB_CLAIM_COST] = {"simplified Contensou costs less than steep Coulomb", measure_cost},
    [RB_CLAIM_VILKE] = {"Vil'ke's normal force can stand for Hertz's", measure_vilke},
    [RB_CLAIM_CONTENSOU] = {"of the simple laws, simplified Contensou is closest to exact",
                            measure_contensou},
};

const char *rb_claim_text(int index) {
    return claims[index].text;
}

rb_status rb_claim_measure(const rb_scene *scene, int index, rb_claim *out,
                           bool (*cancelled)(void *context, double share), void *context, rb_error *err) {
    memset(out, 0, sizeof *out);
    out->text = claims[index].text;
    work w = {.scene = scene, .cancelled = cancelled, .context = context, .err = err};
    return claims[index].measure(&w, out);
}
