/* The example itself, without its main program. */
#define main example_main
#include "../../examples/own_body.c" /* NOLINT(bugprone-suspicious-include) */
#undef main

#include <stdlib.h>

#include "pendulum.h"

int example_main(void); /* else unused */

void pendulum_row(rb_body_kind *kind, rb_body_ops *ops) {
    *ops = pendulum_ops();
    *kind = pendulum_kind(ops);
}

void pendulum_register(void) {
    rb_body_kind kind;
    rb_body_ops ops;
    rb_error err;
    pendulum_row(&kind, &ops);
    if (rb_body_kind_register(&kind, &err) != RB_OK) {
        fprintf(stderr, "%s\n", err.text);
        exit(1);
    }
}

const rb_body_kind *pendulum_body(void) {
    return rb_body_kind_find("wall-pendulum");
}
