/* Rigid bodies in lanes (docs/threads.md#lanes): which runs have lanes, how a model is loaded into a lane,
   and the constraints of a step. For files that define RB_LANES. */
#ifndef RB_BODIES_RIGID_LANES_INLINE_H
#define RB_BODIES_RIGID_LANES_INLINE_H

#include <stddef.h>

#include "bodies/rigid_body.h"
#include "bodies/rigid_rhs_inline.h"
#include "contact/friction/lanes_inline.h"
#include "contact/law_types_inline.h"
#include "contact/rolling_inline.h"
#include "math/dp5_inline.h"

/* ---- which runs --------------------------------------------------------------------------------- */

static void rhs_rigid(const void *model, const rb_num *y, rb_num *dydt) {
    rhs_in(model, RB_CONTACT_RIGID, y, dydt);
}
static void rhs_no_slip(const void *model, const rb_num *y, rb_num *dydt) {
    rhs_in(model, RB_CONTACT_NO_SLIP, y, dydt);
}
static void rhs_compliant(const void *model, const rb_num *y, rb_num *dydt) {
    rhs_in(model, RB_CONTACT_COMPLIANT, y, dydt);
}

static void rhs_sized(const void *model, const rb_num *y, rb_num *dydt) {
    rhs_in(model, RB_CONTACT_RIGID_SIZED, y, dydt);
}

static rb_num_rhs rhs_of(const rb_model *model) {
    switch (model->mode) {
    case RB_CONTACT_RIGID: return rhs_rigid;
    case RB_CONTACT_NO_SLIP: return rhs_no_slip;
    case RB_CONTACT_COMPLIANT:
        return model->shape.radius[0] > 0 && !rb_patch_follows_force(model->size) ? rhs_compliant : NULL;
    case RB_CONTACT_RIGID_SIZED: return model->size == RB_PATCH_SIZE_HERTZ ? rhs_sized : NULL;
    case RB_CONTACT_RIGID_PAIR: break;
    }
    return NULL;
}

/* As rhs_sized, starting from the normal force that dydt contains. */
static inline void rhs_sized_again(const void *model, const rb_num *y, rb_num *dydt) {
    rhs_near_in(model, RB_CONTACT_RIGID_SIZED, y, dydt[RB_Y_N], dydt);
}

static inline rb_num_rhs rhs_again_of(const rb_model *model) {
    return model->mode == RB_CONTACT_RIGID_SIZED ? rhs_sized_again : NULL;
}

static void hertz_lanes(const rb_num *params, const rb_num_normal_input *in, rb_num_normal_result *out) {
    compliant(sphere_stiffness(params[NORMAL_E_STAR], in->kappa1), params[NORMAL_CHI], in, out);
}
static void vilke_lanes(const rb_num *params, const rb_num_normal_input *in, rb_num_normal_result *out) {
    compliant(vilke_stiffness(params[NORMAL_E_STAR], in->kappa1, in->kappa2), params[NORMAL_CHI], in, out);
}

static const struct {
    const char *id;
    rb_num_normal_evaluate *evaluate;
} normal_laws[] = {{"hertz", hertz_lanes}, {"vilke", vilke_lanes}};

static rb_num_normal_evaluate *normal_of(const rb_model *model) {
    for (size_t i = 0; i < sizeof normal_laws / sizeof normal_laws[0]; i++) {
        if (strcmp(normal_laws[i].id, model->normal->id) == 0) {
            return normal_laws[i].evaluate;
        }
    }
    return NULL;
}

static const struct {
    const char *id;
    rb_num_rolling_evaluate *evaluate;
} rolling_laws[] = {{"none", roll_none}, {"k11", roll_k11}, {"k15", roll_k15}, {"ak18", roll_ak18}};

static rb_num_rolling_evaluate *rolling_of(const rb_model *model) {
    for (size_t i = 0; i < sizeof rolling_laws / sizeof rolling_laws[0]; i++) {
        if (strcmp(rolling_laws[i].id, model->rolling->id) == 0) {
            return rolling_laws[i].evaluate;
        }
    }
    return NULL;
}

static bool has_friction(const rb_model *model) {
    const rb_friction_law *law = model->friction.law;
    const rb_friction_lanes *lanes = rb_friction_in_lanes(law);
    if (model->mode == RB_CONTACT_NO_SLIP) {
        return true;
    }
    bool reshapes = model->mode == RB_CONTACT_RIGID_SIZED && law->prepare != NULL;
    return lanes != NULL && (!reshapes || lanes->prepare != NULL);
}

/* Does the model have right-hand sides in lanes? */
static bool has_rhs(const rb_model *model) {
    return model->ops->rhs == rb_rigid_body_rhs && rhs_of(model) != NULL && model->shape.surface == NULL &&
           has_friction(model) && rolling_of(model) != NULL &&
           (model->normal->rigid || normal_of(model) != NULL);
}

/* ---- loading a model into a lane --------------------------------------------------------------- */

static void put_vec3(rb_num3 *to, int lane, rb_vec3 v) {
    to->x[lane] = v.x;
    to->y[lane] = v.y;
    to->z[lane] = v.z;
}

static void put_matrix(rb_num33 *to, int lane, const rb_mat3 *m) {
    for (int i = 0; i < 9; i++) {
        to->m[i / 3][i % 3][lane] = m->m[i / 3][i % 3];
    }
}

static void put_numbers(rb_num *to, int lane, const double *from, int count) {
    for (int i = 0; i < count; i++) {
        to[i][lane] = from[i];
    }
}

static void load_laws(rb_num_model *m, int lane, const rb_model *model) {
    rb_friction friction = model->friction;
    if (model->size == RB_PATCH_SIZE_PENETRATION) { /* always circular: prepare once for all lanes */
        rb_friction_set_patch(&friction, (rb_patch){friction.patch.a, 1});
    }
    const rb_friction_lanes *lanes = rb_friction_in_lanes(friction.law);
    m->friction.evaluate = lanes != NULL ? lanes->evaluate : NULL;
    m->friction.prepare = lanes != NULL ? lanes->prepare : NULL;
    put_numbers(m->friction.params, lane, friction.params, RB_PARAMS_MAX);
    put_numbers(m->friction.coeffs, lane, friction.coeffs, RB_FRICTION_COEFFS);
    m->friction.patch.a[lane] = friction.patch.a;
    m->friction.patch.b[lane] = friction.patch.b;
    m->rolling = rolling_of(model);
    put_numbers(m->rolling_params, lane, model->rolling_params, RB_PARAMS_MAX);
    m->normal = normal_of(model);
    put_numbers(m->normal_params, lane, model->normal_params, RB_PARAMS_MAX);
}

static void load_model(rb_num_model *m, int lane, const rb_model *model) {
    m->g[lane] = model->g;
    m->mu[lane] = model->mu;
    m->m[lane] = model->m;
    m->per_m[lane] = model->per_m;
    m->N_guess[lane] = model->N_guess;
    m->rough[lane] = rb_rigid_body_rough_limit(model);
    m->lifts = model->endings != 0;
    m->torque = model->torque;
    m->size = model->size;
    m->mode = model->mode;
    m->principal = model->principal;
    put_matrix(&m->B, lane, &model->B);
    put_matrix(&m->B_inverse, lane, &model->B_inverse);
    const rb_shape *shape = &model->shape;
    m->shape.contact_count = shape->contact_count;
    m->shape.revolution = shape->revolution;
    m->shape.paraboloid = shape->paraboloid;
    m->shape.a3[lane] = shape->a3;
    put_matrix(&m->shape.R, lane, &shape->R);
    put_vec3(&m->shape.axis, lane, shape->axis);
    for (int i = 0; i < 2; i++) {
        m->shape.radius[i][lane] = shape->radius[i];
        put_vec3(&m->shape.k[i], lane, shape->k[i]);
    }
    load_laws(m, lane, model);
}

/* ---- steps -------------------------------------------------------------------------------------- */

/* rb_rigid_body_project; returns the gap that had opened. */
RB_INLINE rb_num project(const rb_num_model *model, rb_num *y) {
    normalize_quat(y + RB_Y_Q);
    if (model->mode == RB_CONTACT_COMPLIANT) {
        return NUM(0);
    }
    if (model->mode == RB_CONTACT_NO_SLIP) {
        start_rolling(model, y);
    }
    return place_on(model, 0, y);
}

/* Returns the lanes that can accept the step: it is not rough (rb_rigid_body_rough), and the floor does
   not pull. */
RB_INLINE rb_mask step_is_smooth(const rb_num_model *model, const rb_num *f, const rb_num *error) {
    rb_mask smooth = num_abs(error[RB_Y_V + 2]) <= model->rough;
    if (model->lifts) {
        smooth &= f[RB_Y_N] + f[RB_Y_N + 1] > 0;
    }
    return smooth;
}

#endif
