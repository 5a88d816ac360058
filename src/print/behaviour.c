/* Designs by behaviour: the skew with which a printed stone reverses in time, on tables of different
 * friction. */
#include <math.h>
#include <string.h>

#include "bodies/ops.h"
#include "math/pi.h"
#include "print/print.h"
#include "rattleback/library.h"
#include "rattleback/run.h"

static double *body_value(rb_scene *scene, const char *name) {
    int index = rb_param_find(rb_scene_table(scene, RB_SECTION_BODY), name);
    return index >= 0 ? &scene->values[RB_SECTION_BODY][index] : NULL;
}

rb_status rb_stone_open_scene(const rb_stone_design *design, rb_scene *scene, rb_error *err) {
    rb_status status = rb_library_open(design->scene, scene, err);
    return status == RB_OK && strcmp(scene->body->id, "celt") != 0
               ? rb_fail(err, RB_ERR_INPUT,
                         "stone: scene: expected a scene with a celt, got \"%s\" with a %s", design->scene,
                         scene->body->id)
               : status;
}

rb_status rb_stone_scene(const rb_stone_design *design, const rb_scene *scene, rb_scene *out, rb_error *err) {
    rb_mass mass;
    rb_status status = rb_stone_mass(design, &mass, err);
    return status == RB_OK ? rb_stone_scene_of(design, &mass, scene, out, err) : status;
}

rb_status rb_stone_scene_of(const rb_stone_design *design, const rb_mass *mass, const rb_scene *scene,
                            rb_scene *out, rb_error *err) {
    /* The body's parameters have the names of the design's. */
    static const int shape[] = {RB_STONE_SURFACE,  RB_STONE_A1,       RB_STONE_A2,      RB_STONE_A3,
                                RB_STONE_EXPONENT, RB_STONE_ROUNDING, RB_STONE_A1_BACK, RB_STONE_JOINT};
    *out = *scene;
    for (size_t i = 0; i < sizeof shape / sizeof shape[0]; i++) {
        double *value = body_value(out, rb_stone_params.rows[shape[i]].name);
        if (value != NULL) {
            *value = design->v[shape[i]];
        }
    }
    rb_status status = out->body->ops->set_mass(mass, out->values[RB_SECTION_BODY], "print", err);
    return status == RB_OK ? rb_scene_check(out, out->id, err) : status;
}

rb_status rb_stone_rocking(const rb_scene *stone, rb_theory *out, bool *about, rb_error *err) {
    static const char *const tilting[] = {"B13", "B23", "k1", "k2"};
    *about = false;
    rb_status status = rb_theory_of(stone, out, err);
    if (status == RB_OK) {
        return status;
    }
    rb_scene level = *stone;
    for (int i = 0; i < 4; i++) {
        double *value = body_value(&level, tilting[i]);
        if (value == NULL) {
            return status;
        }
        *value = 0;
    }
    *about = true;
    return rb_theory_of(&level, out, err);
}

/* Pitch grows at the rate -K_p s, roll at K_r s (theory.h): one direction of spin s drives the one, the other
   direction the other. The stone persists in the direction whose mode grows more slowly. */
int rb_stone_prefers(const rb_scene *stone) {
    rb_theory t;
    rb_error reason;
    bool about;
    if (rb_stone_rocking(stone, &t, &about, &reason) != RB_OK || !(fabs(t.K_p) > 0)) {
        return 0;
    }
    double sign = fabs(t.K_p) >= fabs(t.K_r) ? t.K_p : -t.K_r;
    return sign > 0 ? 1 : -1;
}

/* Ends a run at its first reversal. */
static bool until_reversal(void *context, const rb_moment *moment) {
    (void)context;
    return moment->event == NULL || moment->event->kind != RB_EVENT_REVERSAL;
}

static rb_status simulate(const rb_scene *scene, double until, bool whole, double *time, int *reversals,
                          rb_error *err) {
    rb_observer observer = rb_default_observer();
    observer.events = true;
    observer.observe = until_reversal;
    rb_run_result result;
    rb_status status = rb_run(scene, until, whole ? NULL : &observer, &result, err);
    *reversals = status == RB_OK ? result.summary.reversal_count : 0;
    *time = *reversals > 0 ? result.summary.first_reversal_time : INFINITY;
    return status;
}

rb_status rb_stone_predict(const rb_stone_design *design, const rb_scene *scene, double until, double spread,
                           bool whole, rb_stone_prediction *out, rb_error *err) {
    rb_scene stone;
    rb_status status = rb_stone_scene(design, scene, &stone, err);
    double mu = scene->values[RB_SECTION_CONTACT][RB_CONTACT_MU];
    int spin = rb_param_find(rb_scene_table(scene, RB_SECTION_START), "omega3");
    out->spin = spin >= 0 ? scene->values[RB_SECTION_START][spin] : NAN;
    for (int i = 0; i < RB_STONE_TABLES && status == RB_OK; i++) {
        out->mu[i] = mu * (1 + (i - 1) * spread);
        stone.values[RB_SECTION_CONTACT][RB_CONTACT_MU] = out->mu[i];
        status = rb_scene_check(&stone, stone.id, err);
        status = status == RB_OK ? simulate(&stone, until, whole, &out->reversal[i], &out->reversals[i], err)
                                 : status;
    }
    return status;
}

static double latest(const rb_stone_prediction *p) {
    double t = 0;
    for (int i = 0; i < RB_STONE_TABLES; i++) {
        t = fmax(t, p->reversal[i]);
    }
    return t;
}

/* Does a stone with this skew reverse in time? */
static rb_status try_skew(rb_stone_design *design, const rb_scene *scene, double skew,
                          const rb_stone_wish *wish, bool *fulfilled, rb_error *err) {
    rb_stone_prediction p;
    rb_status status = rb_stone_find_place(design, skew, err);
    /* A reversal is confirmed only after the new spin has grown: half as long again is enough for that. */
    status = status == RB_OK
                 ? rb_stone_predict(design, scene, 1.5 * wish->within, wish->spread, false, &p, err)
                 : status;
    *fulfilled = status == RB_OK && latest(&p) <= wish->within;
    return status;
}

#define SKEW_STEPS 16      /* of the search */
#define SKEW_ACCURACY 2e-4 /* rad: 0.01 degrees, much less than printing and glueing allow */

rb_status rb_stone_fulfil(rb_stone_design *design, const rb_scene *scene, double sign,
                          const rb_stone_wish *wish, rb_error *err) {
    double low, high, below = 0, good = 0;
    bool fulfilled = false, movable = rb_stone_skew_range(design, &low, &high);
    double most = sign < 0 ? -low : high;
    rb_status status = RB_OK;
    if (!movable) {
        return rb_stone_find_place(design, 0, err); /* says why */
    }
    for (int i = 1; i <= SKEW_STEPS && !fulfilled && status == RB_OK; i++) {
        below = good;
        good = most * (i < SKEW_STEPS ? i / (double)SKEW_STEPS : 1 - 1e-9);
        status = try_skew(design, scene, copysign(good, sign), wish, &fulfilled, err);
    }
    if (status == RB_OK && !fulfilled) {
        return rb_fail(
            err, RB_ERR_INPUT,
            "stone: no skew up to %.3g degrees, the largest that these weights reach, makes it reverse "
            "within %.4g s on every table; allow more time, or use heavier weights or a faster start",
            most * 180 / RB_PI, wish->within);
    }
    while (status == RB_OK && good - below > SKEW_ACCURACY) {
        double middle = (below + good) / 2;
        status = try_skew(design, scene, copysign(middle, sign), wish, &fulfilled, err);
        *(fulfilled ? &good : &below) = middle;
    }
    return status == RB_OK ? rb_stone_find_place(design, copysign(good, sign), err) : status;
}
