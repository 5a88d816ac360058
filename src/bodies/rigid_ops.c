/* Functions of rigid bodies for simulations, and checks of scenes. */
#include <math.h>
#include <string.h>

#include "bodies/rigid_body.h"
#include "math/elementary.h"

/* ---- scenes ------------------------------------------------------------------------------------ */

/* Is the floor a constraint that may pull? */
static bool is_two_sided(const rb_friction_law *law, const double *params) {
    return law->no_slip && params[RB_NO_SLIP_TWO_SIDED] != 0;
}

rb_status rb_rigid_body_law_fits(const rb_scene *scene, const rb_friction_law *law, rb_contacts_of contacts,
                                 rb_error *err) {
    const double *contact = scene->values[RB_SECTION_CONTACT];
    bool constant = contact[RB_CONTACT_SIZE] == RB_PATCH_SIZE_CONSTANT;
    bool round = constant ? contact[RB_CONTACT_B] == 1 : contacts.round;
    if (law->shape == RB_PATCH_CIRCLE && !law->any_patch && !round) {
        return rb_fail(err, RB_ERR_INPUT,
                       "friction law %s is for a circular patch; this scene's patch is an ellipse "
                       "(expected contact.b = 1%s)",
                       law->id, contacts.round ? "" : " and contact.size = constant");
    }
    if (constant && contact[RB_CONTACT_B] < law->b_min) {
        return rb_fail(err, RB_ERR_INPUT,
                       "friction law %s loses its accuracy on longer patches: expected contact.b >= "
                       "%g, got %g",
                       law->id, law->b_min, contact[RB_CONTACT_B]);
    }
    bool rolls = strcmp(scene->rolling->id, "none") != 0;
    if (law == scene->friction && rolls && is_two_sided(law, scene->values[RB_SECTION_FRICTION])) {
        return rb_fail(err, RB_ERR_INPUT,
                       "friction.two_sided: expected the rolling law none: the moment of %s follows N, and "
                       "would drive the body where N < 0",
                       scene->rolling->id);
    }
    if (law->no_slip && contacts.count > 1) {
        return rb_fail(err, RB_ERR_INPUT,
                       "friction law %s is a constraint at one contact; this body has %d (expected "
                       "%s = 0)",
                       law->id, contacts.count, contacts.single);
    }
    return RB_OK;
}

/* Checks that the source of the patch size exists. */
rb_status rb_rigid_body_check_size(const rb_scene *scene, int contacts, const char *where, rb_error *err) {
    double size = scene->values[RB_SECTION_CONTACT][RB_CONTACT_SIZE];
    if (scene->normal->rigid && size == RB_PATCH_SIZE_PENETRATION) {
        return rb_fail(err, RB_ERR_INPUT,
                       "%s: contact.size: expected constant or hertz with the normal law %s, which "
                       "has no penetration",
                       where, scene->normal->id);
    }
    if (scene->normal->rigid && size != RB_PATCH_SIZE_CONSTANT && contacts > 1) {
        return rb_fail(err, RB_ERR_INPUT,
                       "%s: contact.size: expected constant with the normal law %s and two "
                       "contacts, got one that follows N",
                       where, scene->normal->id);
    }
    return RB_OK;
}

/* ---- the model --------------------------------------------------------------------------------- */

static rb_contact_mode mode_of(const rb_model *model) {
    if (model->friction.law->no_slip) {
        return RB_CONTACT_NO_SLIP;
    }
    if (!model->normal->rigid) {
        return RB_CONTACT_COMPLIANT;
    }
    if (model->shape.contact_count > 1) {
        return RB_CONTACT_RIGID_PAIR;
    }
    return model->size == RB_PATCH_SIZE_CONSTANT ? RB_CONTACT_RIGID : RB_CONTACT_RIGID_SIZED;
}

void rb_rigid_body_finish(rb_model *model) {
    bool round = model->friction.law->shape != RB_PATCH_ELLIPSE && model->rolling->isotropic;
    bool curved = model->size != RB_PATCH_SIZE_CONSTANT || !model->normal->rigid;
    model->mode = mode_of(model);
    model->per_m = 1 / model->m;
    model->N_guess = model->m * model->g;
    model->searches_N = model->mode == RB_CONTACT_RIGID_SIZED;
    model->principal = curved || (!round && !model->shape.revolution);
    model->events = 0;
    bool constrained =
        model->normal->rigid || model->mode == RB_CONTACT_NO_SLIP; /* N may come out negative */
    if (constrained && !is_two_sided(model->friction.law, model->friction.params)) {
        model->events |= 1u << RB_RIGID_LIFTS;
    }
    if (model->mode == RB_CONTACT_RIGID_PAIR) {
        model->events |= 1u << RB_RIGID_LANDS | 1u << RB_RIGID_PULLS;
    }
}

/* ---- error control ----------------------------------------------------------------------------- */

static double size_of(const rb_shape *shape) {
    return shape->radius[0] > 0 ? shape->radius[0] : sqrt(shape->R.m[2][2]);
}

/* Units: radians, metres of the body's size, rad/s, and a tenth of the energy of lifting the body by its
   own size (the energy balance should be more accurate than the motion). */
void rb_rigid_body_scale(const rb_model *model, double *scale) {
    double size = size_of(&model->shape);
    for (int i = 0; i < 3; i++) {
        scale[RB_Y_R + i] = size;
        scale[RB_Y_V + i] = size;
        scale[RB_Y_OMEGA + i] = 1;
    }
    for (int i = 0; i < 4; i++) {
        scale[RB_Y_Q + i] = 1;
        scale[RB_Y_W_SLIDE + i] = 0.1 * model->m * model->g * size;
    }
    if (model->ops->state_count > RB_Y_JELLETT) {
        scale[RB_Y_JELLETT] = model->B.m[2][2] * size;
        scale[RB_Y_STAND] = 1;
    }
}

/* A compliant contact in a hard impact is far stiffer than one under the weight: Hunt and Crossley's
   damping alone reaches N chi/m = 1e6 1/s when the top falls from 1 cm. The measure is the embedded error
   in the vertical velocity of C relative to the speed after a fall by its own height. A limit of 1e-6 does
   not affect the ringing of a contact under the weight, and closes the energy balance of that fall to
   2e-7. */
#define ROUGH 1e-6

double rb_rigid_body_rough_limit(const rb_model *model) {
    if (model->mode != RB_CONTACT_COMPLIANT) {
        return INFINITY;
    }
    return ROUGH * sqrt(model->g * size_of(&model->shape));
}

bool rb_rigid_body_rough(const rb_model *model, const double *error) {
    double limit = rb_rigid_body_rough_limit(model);
    return limit < INFINITY && !(fabs(error[RB_Y_V + 2]) <= limit); /* also true for NaN */
}

/* ---- events ------------------------------------------------------------------------------------ */

#define GAP_SLACK 1e-12 /* m: rounding is no event */

const rb_body_event rb_rigid_body_events[RB_RIGID_EVENTS] = {
    [RB_RIGID_LIFTS] = {.ends = true}, /* a rigid floor never pulls */
    [RB_RIGID_LANDS] = {.crossing = RB_CROSS_HOLD},
    [RB_RIGID_PULLS] = {.crossing = RB_CROSS_HOLD},
};

void rb_rigid_body_event_values(const rb_model *model, const double *y, const double *f, double *g) {
    const double *N = f + RB_Y_N, *gap = f + RB_Y_GAP;
    g[RB_RIGID_LIFTS] = N[0] + N[1];
    g[RB_RIGID_LANDS] = g[RB_RIGID_PULLS] = 1;
    if (model->mode != RB_CONTACT_RIGID_PAIR) {
        return;
    }
    switch ((rb_stand)(int)y[RB_Y_STAND]) {
    case RB_STAND_LARGE: g[RB_RIGID_LANDS] = gap[1] + GAP_SLACK; break;
    case RB_STAND_SMALL: g[RB_RIGID_LANDS] = gap[0] + GAP_SLACK; break;
    case RB_STAND_BOTH: g[RB_RIGID_PULLS] = fmin(N[0], N[1]); break;
    case RB_STAND_NONE: /* flies after a rebound: that is no end */
        g[RB_RIGID_LIFTS] = 1;
        g[RB_RIGID_LANDS] = fmin(gap[0], gap[1]) + GAP_SLACK;
        break;
    }
}

/* ---- rest -------------------------------------------------------------------------------------- */

#define REST_FALL 1e-3 /* m/s */

/* A body at rest also does not rise or fall, unlike a body that flies without rotation. */
bool rb_rigid_body_settled(const double *y) {
    return !(fabs(y[RB_Y_V + 2]) > REST_FALL);
}

void rb_rigid_body_stop(double *y) {
    for (int i = 0; i < 3; i++) {
        y[RB_Y_V + i] = 0;
        y[RB_Y_OMEGA + i] = 0;
    }
}

void rb_rigid_body_flick(const rb_model *model, rb_vec3 delta_omega, double *y) {
    (void)model;
    y[RB_Y_OMEGA] += delta_omega.x;
    y[RB_Y_OMEGA + 1] += delta_omega.y;
    y[RB_Y_OMEGA + 2] += delta_omega.z;
}

/* Angle between the body's axis 3 and the vertical. */
double rb_rigid_body_inclination(const double *y) {
    const double *q = y + RB_Y_Q;
    double across = q[1] * q[1] + q[2] * q[2], along = q[0] * q[0] + q[3] * q[3];
    return 2 * rb_atan2(sqrt(across), sqrt(along));
}
