/* rbsim law: one evaluation of one friction law. */
#include <math.h>
#include <string.h>

#include "cli/cli.h"

typedef struct law_request {
    rb_friction friction;
    rb_slip slip;
    bool has_u, has_omega;
} law_request;

static rb_status read_u(const rb_option *option, const char *text, void *field, rb_error *err) {
    law_request *q = field;
    double u[2] = {0, 0};
    rb_status status = rb_read_numbers(option->name, text, 2, u, err);
    q->has_u = true;
    q->slip.u_x = u[0];
    q->slip.u_y = u[1];
    return status;
}

static rb_status read_omega(const rb_option *option, const char *text, void *field, rb_error *err) {
    law_request *q = field;
    q->has_omega = true;
    return rb_read_numbers(option->name, text, 1, &q->slip.omega, err);
}

static rb_status read_parameter(const rb_option *option, const char *text, void *field, rb_error *err) {
    law_request *q = field;
    (void)option;
    return rb_friction_assign(q->friction.law, q->friction.params, text, err);
}

static const rb_option law_options[] = {
    RB_OPTION("--u", "\"UX UY\"", "sliding velocity of the patch centre divided by a, rad/s", read_u, 0),
    RB_OPTION("--omega", "W", "angular velocity about the normal, rad/s", read_omega, 0),
    RB_OPTION("--a", "A", "half length of the patch along x, m (1)", rb_option_number,
              offsetof(law_request, friction.patch.a)),
    RB_OPTION("--b", "B", "ratio of the patch's half lengths, y to x (1)", rb_option_number,
              offsetof(law_request, friction.patch.b)),
    RB_OPTION("--dc", "X", "distortion of the pressure along x (0)", rb_option_number,
              offsetof(law_request, slip.d_c)),
    RB_OPTION("--ds", "Y", "distortion of the pressure along y (0)", rb_option_number,
              offsetof(law_request, slip.d_s)),
    RB_OPTION("--set", "NAME=VALUE",
              "set a parameter of the law; those that soften it near rest are 0 unless set", read_parameter,
              0, .flags = RB_OPTION_REPEATS),
    {0},
};

static rb_status check_request(void *request, rb_error *err) {
    const law_request *q = request;
    if (q->friction.law->evaluate == NULL) {
        return rb_fail(err, RB_ERR_INPUT,
                       "law: %s: expected a law that gives a force for a slip; this one is a constraint",
                       q->friction.law->id);
    }
    if (!q->has_u || !q->has_omega) {
        return rb_fail(err, RB_ERR_INPUT, "law: expected --u \"ux uy\" and --omega W");
    }
    rb_error reason;
    if (rb_friction_law_check(q->friction.law, q->friction.patch, &reason) != RB_OK) {
        return rb_fail(err, RB_ERR_INPUT, "--%s", reason.text); /* --b: expected ... */
    }
    return RB_OK;
}

static rb_status open_law(const rb_command_line *line, void *request, rb_error *err) {
    law_request *q = request;
    const char *id = rb_command_line_operand(line, 0);
    const rb_friction_law *law = rb_friction_law_find(id);
    if (law == NULL) {
        return rb_fail(err, RB_ERR_INPUT,
                       "law: %.64s: expected the id of a friction law (\"rbsim laws\" lists them)", id);
    }
    rb_friction_init(&q->friction, law, NULL, (rb_patch){1, 1});
    rb_friction_as_printed(law, q->friction.params);
    return RB_OK;
}

static int evaluate_law(const rb_command_line *line, void *request) {
    (void)line;
    law_request *q = request;
    double values[RB_PARAMS_MAX];
    memcpy(values, q->friction.params, sizeof values);
    rb_friction_init(&q->friction, q->friction.law, values, q->friction.patch);
    rb_traction t;
    rb_friction_eval(&q->friction, &q->slip, &t, NULL);
    printf("%.17g %.17g %.17g\n", t.T_x, t.T_y, t.M);
    return RB_EXIT_OK;
}

const rb_cli_command rb_cli_law = {
    .name = "law",
    .operands = "LAW",
    .operands_min = 1,
    .operands_max = 1,
    .summary = "Evaluate one friction law: direction averages T_x, T_y and M",
    .options = law_options,
    RB_REQUEST(law_request),
    .init = open_law,
    .check = check_request,
    .run = evaluate_law,
};
