/* rbsim law: one evaluation of one friction law. */
#include <math.h>
#include <string.h>

#include "cli/cli.h"

typedef struct law_request {
    rb_friction friction;
    rb_slip slip;
    bool has_u, has_omega;
} law_request;

/* 1: taken, 0: not one of ours, -1: wrong. */
static int take_option(rb_args *args, law_request *q, rb_error *err) {
    const char *text = NULL;
    double pair[2];
    int taken = rb_args_option(args, "--u", &text, err);
    if (taken != 0) {
        q->has_u = true;
        if (taken < 0 || rb_args_numbers("--u", text, 2, pair, err) != RB_OK) {
            return -1;
        }
        q->slip.u_x = pair[0];
        q->slip.u_y = pair[1];
        return 1;
    }
    taken = rb_args_option(args, "--set", &text, err);
    if (taken != 0) {
        if (taken < 0) {
            return -1;
        }
        return rb_friction_assign(q->friction.law, q->friction.params, text, err) == RB_OK ? 1 : -1;
    }
    const struct {
        const char *name;
        double *value;
    } numbers[] = {{"--omega", &q->slip.omega},
                   {"--a", &q->friction.patch.a},
                   {"--b", &q->friction.patch.b},
                   {"--dc", &q->slip.d_c},
                   {"--ds", &q->slip.d_s}};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        taken = rb_args_number(args, numbers[i].name, numbers[i].value, err);
        if (taken != 0) {
            q->has_omega = q->has_omega || i == 0;
            return taken;
        }
    }
    return 0;
}

static rb_status check_request(const law_request *q, rb_error *err) {
    if (!q->has_u || !q->has_omega) {
        return rb_fail(err, RB_ERR_INPUT, "law: expected --u \"ux uy\" and --omega W");
    }
    rb_error reason;
    if (rb_friction_law_check(q->friction.law, q->friction.patch, &reason) != RB_OK) {
        return rb_fail(err, RB_ERR_INPUT, "--%s", reason.text); /* --b: expected ... */
    }
    return RB_OK;
}

int rb_command_law(rb_args *args) {
    rb_error err;
    if (args->count < 1) {
        rb_fail(&err, RB_ERR_INPUT, "law: expected the id of a friction law");
        return rb_complain(&err, RB_EXIT_USAGE);
    }
    const char *id = args->items[args->next++];
    const rb_friction_law *law = rb_friction_law_find(id);
    if (law == NULL) {
        rb_fail(&err, RB_ERR_INPUT,
                "law: %.64s: expected the id of a friction law (\"rbsim laws\" lists them)", id);
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    if (law->evaluate == NULL) {
        rb_fail(&err, RB_ERR_INPUT, "law: %s: a constraint, whose force no slip decides", id);
        return rb_complain(&err, RB_EXIT_USAGE);
    }
    law_request q;
    memset(&q, 0, sizeof q);
    rb_friction_init(&q.friction, law, NULL, (rb_patch){1, 1});
    rb_friction_as_printed(law, q.friction.params);
    while (args->next < args->count) {
        int taken = take_option(args, &q, &err);
        if (taken == 0) {
            rb_args_unknown(args, &err);
        }
        if (taken <= 0) {
            return rb_complain(&err, RB_EXIT_USAGE);
        }
    }
    if (check_request(&q, &err) != RB_OK) {
        return rb_complain(&err, RB_EXIT_USAGE);
    }
    double values[RB_PARAMS_MAX];
    memcpy(values, q.friction.params, sizeof values);
    rb_friction_init(&q.friction, law, values, q.friction.patch);
    rb_traction t;
    rb_friction_eval(&q.friction, &q.slip, &t, NULL);
    printf("%.17g %.17g %.17g\n", t.T_x, t.T_y, t.M);
    return RB_EXIT_OK;
}
