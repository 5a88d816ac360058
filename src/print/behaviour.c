/* Designs by behaviour: the skew with which a printed stone reverses in time, on tables of different
 * friction. */
#include <math.h>

#include "bodies/ops.h"
#include "math/pi.h"
#include "print/print.h"
#include "rattleback/run.h"

rb_status rb_stone_scene(const rb_stone_design *design, const rb_scene *scene, rb_scene *out, rb_error *err) {
    rb_mass mass;
    *out = *scene;
    rb_status status = rb_stone_mass(design, &mass, err);
    status = status == RB_OK ? out->body->ops->set_mass(&mass, out->values[RB_SECTION_BODY], "print", err)
                             : status;
    return status == RB_OK ? rb_scene_check(out, out->id, err) : status;
}

/* Ends a run at its first reversal. */
static bool until_reversal(void *context, const rb_moment *moment) {
    (void)context;
    return moment->event == NULL || moment->event->kind != RB_EVENT_REVERSAL;
}

static rb_status first_reversal(const rb_scene *scene, double until, double *time, rb_error *err) {
    rb_observer observer = rb_default_observer();
    observer.events = true;
    observer.observe = until_reversal;
    rb_run_result result;
    rb_status status = rb_run(scene, until, &observer, &result, err);
    bool reversed = status == RB_OK && result.summary.reversal_count > 0;
    *time = reversed ? result.summary.first_reversal_time : INFINITY;
    return status;
}

rb_status rb_stone_predict(const rb_stone_design *design, const rb_scene *scene, double until, double spread,
                           rb_stone_prediction *out, rb_error *err) {
    rb_scene stone;
    rb_status status = rb_stone_scene(design, scene, &stone, err);
    double mu = scene->values[RB_SECTION_CONTACT][RB_CONTACT_MU];
    int spin = rb_param_find(rb_scene_table(scene, RB_SECTION_START), "omega3");
    out->spin = spin >= 0 ? scene->values[RB_SECTION_START][spin] : NAN;
    for (int i = 0; i < RB_STONE_TABLES && status == RB_OK; i++) {
        out->mu[i] = mu * (1 + (i - 1) * spread);
        stone.values[RB_SECTION_CONTACT][RB_CONTACT_MU] = out->mu[i];
        status = rb_scene_check(&stone, stone.id, err);
        status = status == RB_OK ? first_reversal(&stone, until, &out->reversal[i], err) : status;
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
    status =
        status == RB_OK ? rb_stone_predict(design, scene, 1.5 * wish->within, wish->spread, &p, err) : status;
    *fulfilled = status == RB_OK && latest(&p) <= wish->within;
    return status;
}

#define SKEW_STEPS 16      /* of the search */
#define SKEW_ACCURACY 2e-4 /* rad: 0.01 degrees, much less than printing and glueing allow */

rb_status rb_stone_fulfil(rb_stone_design *design, const rb_scene *scene, double sign,
                          const rb_stone_wish *wish, rb_error *err) {
    double most = rb_stone_largest_skew(design), below = 0, good = 0;
    bool fulfilled = false;
    rb_status status = RB_OK;
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
