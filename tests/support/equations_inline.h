/* Equations with known solutions as a kind of body, for tests of studies: x, v and further variables, with
   the names of the disk's start values and signals. */
#ifndef RB_TESTS_SUPPORT_EQUATIONS_INLINE_H
#define RB_TESTS_SUPPORT_EQUATIONS_INLINE_H

#include <stdlib.h>
#include <string.h>

#include "bodies/disk.h"
#include "support.h"

/* The right-hand side finds the body's parameters here. */
static inline void rb_test_equations_prepare(const double *body, rb_model *model) {
    memcpy(model->own, body, RB_DISK_PARAMS * sizeof *body);
}

static inline void rb_test_equations_start(const double *values, const rb_model *model, double *y) {
    for (int i = 0; i < model->ops->state_count; i++) {
        y[i] = 0;
    }
    y[0] = values[RB_DISK_START_X];
    y[1] = values[RB_DISK_START_V];
}

static inline void rb_test_equations_observe(const rb_model *model, const double *y, rb_snapshot *out) {
    (void)model;
    out->own[RB_DISK_OWN_X] = y[0];
    out->own[RB_DISK_OWN_X_DOT] = y[1];
}

static inline rb_body_ops rb_test_equations(int count, rb_rhs rhs) {
    rb_body_ops ops = rb_default_body_ops();
    ops.state_count = count;
    ops.prepare = rb_test_equations_prepare;
    ops.start = rb_test_equations_start;
    ops.rhs = rhs;
    ops.observe = rb_test_equations_observe;
    return ops;
}

/* Registers a kind of body that is otherwise the disk; the functions are used as long as the program runs. */
static inline void rb_test_equations_register(const char *id, const rb_body_ops *ops) {
    rb_body_kind kind = *rb_body_kind_find("disk");
    rb_error err = {""};
    kind.size = sizeof kind;
    kind.id = id;
    kind.ops = ops;
    if (rb_body_kind_register(&kind, &err) != RB_OK) {
        fprintf(stderr, "%s\n", err.text);
        abort();
    }
}

#endif
