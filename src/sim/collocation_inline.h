/* The implementation that collocation_four.c and collocation_any.c include. */
#ifndef RB_SIM_COLLOCATION_INLINE_H
#define RB_SIM_COLLOCATION_INLINE_H

#define RB_LANES 4

#include "bodies/rigid_lanes_inline.h"
#include "math/collocation_inline.h"
#include "sim/collocation.h"

typedef struct work {
    collocation c;
    rb_num_model model;
} work;

static void open_work(void *context, const rb_model *model, double tolerance) {
    work *w = context;
    collocation *c = &w->c;
    const rb_body_ops *ops = model->ops;
    c->system = (rb_system){ops->rhs, model, rb_body_moving(ops), model->coupled.first, model->coupled.count};
    ops->scale(model, c->scale);
    c->tolerance = tolerance;
    c->rhs = has_rhs(model) ? rhs_of(model) : NULL;
    c->again = rhs_again_of(model);
    c->searched = c->again != NULL ? ops->follows.N : 0;
    c->model = &w->model;
    c->past_h = 0;
    for (int lane = 0; c->rhs != NULL && lane < RB_LANES; lane++) {
        load_model(&w->model, lane, model);
    }
}

static int begin_step(void *context, bool implicit, const double *y, const double *f, double *J) {
    collocation *c = &((work *)context)->c;
    const collocation_formula *formula = implicit ? &radau : &lobatto;
    c->past_h = formula == c->formula ? c->past_h : 0;
    c->formula = formula;
    c->y0 = y;
    c->f0 = f;
    c->J = J;
    return implicit ? collocation_slopes(c, y, f, J) : 0;
}

static int make_step(void *context, double h, rb_collocated *made, double *y1) {
    return collocation_step(&((work *)context)->c, h, made, y1);
}

static void stages_of(const void *context, rb_collocated *made) {
    collocation_stages(&((const work *)context)->c, made);
}

static void extend(const void *context, const double *y1, const double *f1, rb_dense *out) {
    collocation_dense(&((const work *)context)->c, y1, f1, out);
}

static void keep_step(void *context) {
    collocation_keep(&((work *)context)->c);
}

static void forget_past(void *context) {
    ((work *)context)->c.past_h = 0;
}

#define RB_COLLOCATION_CODE                                                                                  \
    {                                                                                                        \
        .size = sizeof(work), .open = open_work, .begin = begin_step, .make = make_step,                     \
        .stages = stages_of, .dense = extend, .keep = keep_step, .forget = forget_past                       \
    }

#endif
