/* rbsim law: one evaluation of one friction law. */
#include <math.h>
#include <string.h>

#include "cli/cli.h"

typedef struct law_request {
    rb_friction friction;
    rb_slip slip;
    bool has_u, has_omega;
} law_request;

static rb_status set_param(law_request *q, const char *assignment, rb_error *err) {
    const rb_friction_law *law = q->friction.law;
    const char *equals = strchr(assignment, '=');
    char name[64];
    if (equals == NULL || (size_t)(equals - assignment) >= sizeof name) {
        return rb_fail(err, RB_ERR_INPUT, "--set: expected NAME=VALUE, got \"%.80s\"", assignment);
    }
    snprintf(name, sizeof name, "%.*s", (int)(equals - assignment), assignment);
    if (strcmp(name, "set") == 0) {
        for (const rb_param_set *set = law->sets; set != NULL && set->name != NULL; set++) {
            if (strcmp(set->name, equals + 1) == 0) {
                memcpy(q->friction.params, set->values, (size_t)law->params.count * sizeof(double));
                return RB_OK;
            }
        }
        return rb_fail(err, RB_ERR_INPUT, "%s: no published parameter set \"%.40s\"", law->id,
                       equals + 1);
    }
    int i = rb_param_find(law->params, name);
    if (i < 0) {
        return rb_fail(err, RB_ERR_INPUT, "%s: no parameter \"%s\"", law->id, name);
    }
    return rb_param_parse(&law->params.rows[i], equals + 1, law->id, &q->friction.params[i], err);
}

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
        return taken < 0 || set_param(q, text, err) != RB_OK ? -1 : 1;
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
    if (!(q->friction.patch.b > 0 && q->friction.patch.b <= 1)) {
        return rb_fail(err, RB_ERR_INPUT, "--b: expected 0 < b <= 1, got %g", q->friction.patch.b);
    }
    if (!(q->friction.patch.a > 0)) {
        return rb_fail(err, RB_ERR_INPUT, "--a: expected a > 0, got %g", q->friction.patch.a);
    }
    const rb_friction_law *law = q->friction.law;
    if (q->friction.patch.b < law->b_min) {
        return rb_fail(err, RB_ERR_INPUT,
                       "--b: %s loses its accuracy on longer patches, expected b >= %g, got %g",
                       law->id, law->b_min, q->friction.patch.b);
    }
    if (law->shape == RB_PATCH_CIRCLE && !law->any_patch && q->friction.patch.b != 1) {
        return rb_fail(err, RB_ERR_INPUT, "--b: %s is for a circular patch, expected b = 1, got %g",
                       q->friction.law->id, q->friction.patch.b);
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
