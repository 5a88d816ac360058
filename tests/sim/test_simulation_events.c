/* Events of a body within a step (src/sim/stepper_events.c), for a marble on a line with constant
   acceleration: its position is known at any time, and all methods are exact. */
#include <math.h>

#include "bodies/ops.h"
#include "sim/stepper.h"
#include "support.h"

enum { X, V, CROSSED, COUNT };
enum { ACCELERATION, FIRST_AT, SECOND_AT }; /* model->own */
enum { FIRST, SECOND };

static const char *const methods[] = {"solver.method=dp5", "solver.method=rodas", "solver.method=dop853"};
static const double STEP = 0.01; /* s */

static const rb_param params[] = {
    {"a", "a", "m/s2", -1e9, 1e9, 0, "acceleration", "", 0, NULL},
    {"first", "x1", "m", -1e9, 1e9, 0, "where the first event is", "", 0, NULL},
    {"second", "x2", "m", -1e9, 1e9, -1e9, "where the second event is", "", 0, NULL},
};
static const rb_param start_params[] = {
    {"x", "x", "m", -1e9, 1e9, 0, "place", "", RB_PARAM_RESTART, NULL},
    {"v", "v", "m/s", -1e9, 1e9, 0, "velocity", "", RB_PARAM_RESTART, NULL},
};

static void prepare(const double *v, rb_model *model) {
    memcpy(model->own, v, 3 * sizeof *v);
}

static void start(const double *v, const rb_model *model, double *y) {
    (void)model;
    y[X] = v[0];
    y[V] = v[1];
    y[CROSSED] = 0;
}

static void rhs(const void *context, const double *y, double *dydt) {
    const rb_model *model = context;
    dydt[X] = y[V];
    dydt[V] = model->own[ACCELERATION];
    dydt[CROSSED] = 0;
}

static void jacobian(const void *context, const double *y, double *J) {
    (void)context;
    (void)y;
    memset(J, 0, sizeof(double) * COUNT * COUNT);
    J[X * COUNT + V] = 1;
}

static void scale(const rb_model *model, double *out) {
    (void)model;
    out[X] = out[V] = out[CROSSED] = 1;
}

static void event_values(const rb_model *model, const double *y, const double *f, double *g) {
    (void)f;
    g[FIRST] = y[X] - model->own[FIRST_AT];
    g[SECOND] = y[X] - model->own[SECOND_AT];
}

/* Bounces at events that hold, passes the others. Counts the second one in tens. */
static void cross(const rb_model *model, int event, double *y) {
    if (model->ops->events[event].crossing == RB_CROSS_HOLD) {
        y[V] = fabs(y[V]);
    }
    y[CROSSED] += event == FIRST ? 1 : 10;
}

static void observe(const rb_model *model, const double *y, rb_snapshot *out) {
    (void)model;
    out->own[X] = y[X];
    out->own[V] = y[V];
    out->own[CROSSED] = y[CROSSED];
}

static const rb_signal rows[] = {{"x", "x", "m", "place", offsetof(rb_snapshot, own[X])}};
static const rb_signal_table signals = {rows, 1};
static const rb_signal_table *const tables[] = {&signals, NULL};

/* A marble with two events. */
typedef struct marble {
    rb_body_event events[2];
    rb_body_ops ops;
    rb_body_kind kind;
    rb_scene scene;
} marble;

static void make(marble *m, const char *method, rb_body_event first, rb_body_event second) {
    m->events[FIRST] = first;
    m->events[SECOND] = second;
    m->ops = (rb_body_ops){
        .state_count = COUNT,
        .follows = {.spin = -1, .speed = V, .speed_count = 1, .slow = 1, .N = -1, .gap = -1},
        .events = m->events,
        .event_count = 2,
        .prepare = prepare,
        .start = start,
        .rhs = rhs,
        .jacobian = jacobian,
        .scale = scale,
        .event_values = event_values,
        .cross = cross,
        .observe = observe,
    };
    m->kind = (rb_body_kind){.id = "marble",
                             .name = "Marble",
                             .help = "",
                             .params = RB_PARAM_TABLE(params),
                             .start = RB_PARAM_TABLE(start_params),
                             .signals = tables,
                             .measure = "x",
                             .phase = {"x", "x"},
                             .ops = &m->ops};
    m->scene = rb_default_scene();
    rb_scene_set_body(&m->scene, &m->kind);
    m->scene.values[RB_SECTION_SOLVER][RB_SOLVER_STEP] = STEP;
    m->scene.values[RB_SECTION_SOLVER][RB_SOLVER_TICK] = STEP;
    rb_test_assign(&m->scene, method);
}

static void place(marble *m, double x, double v, double a, double first, double second) {
    double *start_values = m->scene.values[RB_SECTION_START];
    double *body = m->scene.values[RB_SECTION_BODY];
    start_values[0] = x, start_values[1] = v;
    body[ACCELERATION] = a, body[FIRST_AT] = first, body[SECOND_AT] = second;
}

/* Returns the state after one step, and the summary. */
static rb_snapshot one_step(const marble *m, rb_summary *summary) {
    rb_simulation *sim = rb_test_simulation(&m->scene);
    rb_simulation_step(sim);
    rb_snapshot s;
    rb_simulation_snapshot(sim, &s);
    rb_simulation_summary(sim, summary);
    rb_simulation_destroy(sim);
    return s;
}

static const rb_body_event falling = {.name = "falls", .crossing = RB_CROSS_FALLING};
static const rb_body_event rising = {.name = "rises", .crossing = RB_CROSS_RISING};
static const rb_body_event floor_of_it = {.name = "bounces", .crossing = RB_CROSS_HOLD};

/* Each direction is a separate event; passing in the opposite direction is none. */
static void directions(void **state) {
    (void)state;
    for (int i = 0; i < 3; i++) {
        marble m;
        rb_summary s;
        make(&m, methods[i], falling, rising);
        place(&m, 0.5e-2, -1, 0, 0, 0);
        assert_true(one_step(&m, &s).own[CROSSED] == 1);
        assert_near(s.events[0].t, 0.5e-2, 1e-15);
        place(&m, -0.5e-2, 1, 0, 0, 0);
        assert_true(one_step(&m, &s).own[CROSSED] == 10);
        assert_near(s.events[0].t, 0.5e-2, 1e-15);
        assert_int_equal(s.events[0].which, SECOND);
        assert_int_equal(s.event_count, 1);
    }
}

/* Two events in one step come in the order of time, whatever their order in the table. */
static void the_earlier_one_first(void **state) {
    (void)state;
    for (int i = 0; i < 3; i++) {
        marble m;
        rb_summary s;
        make(&m, methods[i], falling, falling);
        place(&m, 1e-2, -2, 0, 0, 0.5e-2);
        assert_true(one_step(&m, &s).own[CROSSED] == 11);
        assert_int_equal(s.event_count, 2);
        assert_int_equal(s.events[0].which, SECOND);
        assert_near(s.events[0].t, 0.25e-2, 1e-15);
        assert_near(s.events[1].t, 0.5e-2, 1e-15);
    }
}

/* x = 1e-4 - 0.2 t + 20 t² dips to -4e-4 m in the middle of the step and is positive at its end: only
   probes detect it. (Over longer steps it is detected without.) */
static void dips_are_found_by_probes(void **state) {
    (void)state;
    double root = sqrt(0.2 * 0.2 - 4 * 20 * 1e-4); /* passes at (0.2 -+ root)/40 */
    for (int i = 0; i < 3; i++) {
        marble m;
        rb_summary s;
        rb_body_event probed = falling;
        make(&m, methods[i], falling, falling);
        m.scene.values[RB_SECTION_SOLVER][RB_SOLVER_RTOL] = 1e-2; /* rodas: in few steps */
        place(&m, 1e-4, -0.2, 40, 0, -1e9);
        double blind = one_step(&m, &s).own[CROSSED];
        probed.probes = 3;
        make(&m, methods[i], probed, falling);
        m.scene.values[RB_SECTION_SOLVER][RB_SOLVER_RTOL] = 1e-2;
        place(&m, 1e-4, -0.2, 40, 0, -1e9);
        rb_snapshot now = one_step(&m, &s);
        assert_true(i > 0 || blind == 0);
        assert_true(now.own[CROSSED] == 1);
        assert_near(s.events[0].t, (0.2 - root) / 40, 1e-12);
        assert_near(now.own[X], 1e-4 - 0.2 * STEP + 20 * STEP * STEP, 1e-15);
    }
}

/* Each of three probes detects a dip that only it can detect: a fifth of a step wide, with the marble 1 m
   away from 0 elsewhere. */
static void every_probe_detects_its_dip(void **state) {
    (void)state;
    for (int p = 1; p <= 3; p++) {
        double bottom = STEP * p / 4, half = STEP / 10;
        rb_body_event probed = falling;
        marble m;
        rb_summary s;
        probed.probes = 3;
        make(&m, methods[0], probed, falling);
        place(&m, 1 + bottom * bottom - half * half, -2 * bottom, 2, 1, -1e9);
        rb_snapshot now = one_step(&m, &s);
        assert_true(now.own[CROSSED] == 1);
        assert_near(s.events[0].t, bottom - half, 1e-12);
        place(&m, 1 + bottom * bottom + half * half, -2 * bottom, 2, 1, -1e9); /* above */
        assert_true(one_step(&m, &s).own[CROSSED] == 0);
    }
}

/* x = 6e-4 - 0.2 t + 20 t² has its minimum 1e-4 m above zero: no event. */
static void dips_that_stay_above(void **state) {
    (void)state;
    for (int i = 0; i < 3; i++) {
        marble m;
        rb_summary s;
        rb_body_event probed = i == 2 ? floor_of_it : falling;
        probed.probes = 3;
        make(&m, methods[i], probed, falling);
        place(&m, 6e-4, -0.2, 40, 0, -1e9);
        rb_snapshot now = one_step(&m, &s);
        assert_true(now.own[CROSSED] == 0);
        assert_int_equal(s.event_count, 0);
        assert_near(now.own[X], 6e-4 - 0.2 * STEP + 20 * STEP * STEP, 1e-15);
    }
}

/* x = least + (t - 10 s)²/2: adaptive methods pass the minimum in one step of seconds, with both ends far
   above zero, and the body provides no rate. A dip below zero is found however narrow it is; one that
   stays above is not an event. Times: of a parabola, with the error of cancellation. */
static void dips_within_long_steps(void **state) {
    (void)state;
    static const double least[] = {-2, -1e-1, -1e-4, 1e-4, 1};
    for (int i = 1; i < 3; i++) {
        for (int k = 0; k < 5; k++) {
            marble m;
            rb_summary s;
            make(&m, methods[i], falling, rising);
            place(&m, 50 + least[k], -10, 1, 0, 0);
            rb_simulation *sim = rb_test_simulation(&m.scene);
            rb_test_run_until(sim, 20);
            rb_simulation_summary(sim, &s);
            rb_simulation_destroy(sim);
            assert_int_equal(s.event_count, least[k] < 0 ? 2 : 0);
            if (least[k] < 0) {
                double width = sqrt(-2 * least[k]);
                assert_near(s.events[0].t, 10 - width, 1e-9);
                assert_near(s.events[1].t, 10 + width, 1e-9);
                assert_int_equal(s.events[1].which, SECOND);
            }
        }
    }
}

/* The same with unlimited step size, so that dips are between all samples: parabolas find the minimum. A
   hundredth of the width is the rounding error at 50 m. */
static void dips_between_samples(void **state) {
    (void)state;
    static const double least[] = {-1e-2, -1e-4, -1e-6, 1e-6};
    for (int i = 1; i < 3; i++) {
        for (int k = 0; k < 4; k++) {
            marble m;
            rb_summary s;
            make(&m, methods[i], falling, rising);
            m.ops.longest_step_adaptive = 32;
            place(&m, 50 + least[k], -10, 1, 0, 1e9);
            rb_simulation *sim = rb_test_simulation(&m.scene);
            rb_test_run_until(sim, 20);
            rb_simulation_summary(sim, &s);
            rb_simulation_destroy(sim);
            assert_int_equal(s.event_count, least[k] < 0 ? 1 : 0);
            double width = sqrt(-2 * least[k]);
            assert_true(least[k] > 0 || fabs(s.events[0].t - 10 + width) < 0.01 * width);
        }
    }
}

static void event_rates(const rb_model *model, const double *y, const double *f, double *rates) {
    (void)model;
    (void)y;
    rates[FIRST] = rates[SECOND] = f[X];
}

/* The same where the body provides rates: bisection finds the minimum, and dips between samples; with the
   opposite sign, maxima as well. 1e-7 s: 1e-14 m of rounding at a velocity of 1e-4 m/s. */
static void dips_by_their_rates(void **state) {
    (void)state;
    static const char *const adaptive[] = {"solver.method=rodas", "solver.method=dop853",
                                           "solver.method=lobatto", "solver.method=radau"};
    static const double least[] = {-2, -1e-4, -1e-8, 1e-8, 1};
    for (int i = 0; i < 4 * 5 * 2; i++) {
        double sign = i % 2 == 0 ? 1 : -1, low = least[i / 2 % 5], width = sqrt(-2 * low);
        marble m;
        rb_summary s;
        make(&m, adaptive[i / 10], sign > 0 ? falling : rising, sign > 0 ? rising : falling);
        m.ops.event_rates = event_rates;
        place(&m, sign * (50 + low), sign * -10, sign, 0, sign * 1e-9);
        rb_simulation *sim = rb_test_simulation(&m.scene);
        rb_test_run_until(sim, 20);
        rb_simulation_summary(sim, &s);
        rb_simulation_destroy(sim);
        assert_int_equal(s.event_count, low < 0 ? 2 : 0);
        if (low < 0) { /* offset by 1e-9 m, so that no run starts exactly on it */
            assert_int_equal(s.events[0].which, FIRST);
            assert_near(s.events[0].t, 10 - width, 1e-7);
            assert_int_equal(s.events[1].which, SECOND);
            assert_near(s.events[1].t, 10 + sqrt(2 * (1e-9 - low)), 1e-7);
        }
    }
}

/* A condition that does not hold at the start is left at once; a crossing has no effect below zero; an
   event that ends the run ends it at the start. */
static void wrong_from_the_start(void **state) {
    (void)state;
    for (int i = 1; i < 3; i++) {
        marble m;
        rb_summary s;
        make(&m, methods[i], floor_of_it, falling);
        place(&m, -1e-9, -1, 0, 0, -1e9);
        rb_snapshot now = one_step(&m, &s);
        assert_true(now.own[CROSSED] == 1 && now.own[V] == 1);
        assert_near(s.events[0].t, 0, 1e-9);
        make(&m, methods[i], falling, rising);
        place(&m, -1e-9, -1, 0, 0, 0);
        assert_true(one_step(&m, &s).own[CROSSED] == 0);
        assert_int_equal(s.event_count, 0);
        make(&m, methods[i], falling, (rb_body_event){.ends = true});
        place(&m, -1e-3, -1, 0, -1e9, 0);
        now = one_step(&m, &s);
        assert_int_equal(now.phase, RB_PHASE_LIFTED_OFF);
        assert_true(now.t == 0 && now.own[X] == -1e-3);
    }
}

/* A bounce happens at the floor: x = |x0 - v t| to rounding. */
static void bounces(void **state) {
    (void)state;
    for (int i = 0; i < 3; i++) {
        marble m;
        rb_summary s;
        make(&m, methods[i], floor_of_it, falling);
        place(&m, 0.3e-2, -1, 0, 0, -1e9);
        rb_snapshot now = one_step(&m, &s);
        assert_near(now.own[X], 0.7e-2, 1e-14);
        assert_true(now.own[V] == 1);
        assert_near(s.events[0].t, 0.3e-2, 1e-14);
    }
}

/* Restoring an instant removes later events; none was dropped for lack of room. */
static void restoring_removes_later_events(void **state) {
    (void)state;
    for (int i = 0; i < 3; i++) {
        marble m;
        rb_summary s;
        make(&m, methods[i], falling, falling);
        place(&m, 1.5e-2, -1, 0, 1e-2, 0); /* passes the first at 5 ms, the second at 15 ms */
        rb_simulation *sim = rb_test_simulation(&m.scene);
        rb_test_run_until(sim, STEP);
        rb_checkpoint then = rb_test_save(sim);
        rb_test_run_until(sim, 2 * STEP);
        rb_simulation_summary(sim, &s);
        assert_int_equal(s.event_count, 2);
        rb_test_restore(sim, &then);
        rb_simulation_summary(sim, &s);
        assert_int_equal(s.event_count, 1);
        assert_int_equal(s.events_dropped, 0);
        rb_simulation_destroy(sim);
    }
}

/* A body with endless events ends its run with a reason, with either method: a marble that is pressed to
   the floor. */
static void endless_events_end_the_run(void **state) {
    (void)state;
    for (int i = 0; i < 3; i++) {
        marble m;
        rb_summary s;
        make(&m, methods[i], floor_of_it, falling);
        place(&m, 1e-9, -1e-9, -1e9, 0, -1e9);
        rb_snapshot now = one_step(&m, &s);
        assert_int_equal(now.phase, RB_PHASE_DIVERGED);
        assert_int_equal(s.end_reason, RB_END_DIVERGED);
        assert_int_equal(s.diverged, RB_DIVERGED_EVENTS);
        assert_contains(rb_diverged_text(s.diverged), "events");
        const rb_event *last = &s.events[s.event_count - 1];
        assert_int_equal(last->kind, RB_EVENT_DIVERGED);
        assert_true(last->value == RB_DIVERGED_EVENTS && last->which == 0);
        assert_true(last->t == now.t && last->t > 0 && last->t < STEP);
    }
}

/* An event that ends the run keeps the state before the step, with the time interpolated linearly. */
static void terminal_events_end_the_run(void **state) {
    (void)state;
    for (int i = 0; i < 3; i++) {
        marble m;
        rb_summary s;
        make(&m, methods[i], falling, (rb_body_event){.ends = true});
        place(&m, 0.5e-2, -1, 0, -1e9, 0);
        rb_snapshot now = one_step(&m, &s);
        assert_int_equal(now.phase, RB_PHASE_LIFTED_OFF);
        assert_near(now.t, 0.5e-2, 1e-9);
        assert_true(now.own[X] > 0 && now.own[CROSSED] == 0);
    }
}

/* Why a state is invalid: a component or a rate is not finite, or the sum is too large. */
static void states_are_judged(void **state) {
    (void)state;
    marble m;
    make(&m, methods[0], falling, rising);
    for (int i = 0; i < 2 * COUNT; i++) {
        double y[RB_ODE_MAX] = {1, 2, 3}, f[RB_ODE_MAX] = {4, 5, 6};
        double *part = i < COUNT ? &y[i] : &f[i - COUNT];
        m.ops.bound = 0; /* 1e6 */
        assert_int_equal(rb_stepper_judge(&m.ops, y, f), RB_DIVERGED_NOT);
        *part = NAN;
        assert_int_equal(rb_stepper_judge(&m.ops, y, f), RB_DIVERGED_NAN);
        *part = -INFINITY;
        assert_int_equal(rb_stepper_judge(&m.ops, y, f), RB_DIVERGED_BOUNDS);
    }
    double y[RB_ODE_MAX] = {-3e5, 3e5, 3.9e5}, f[RB_ODE_MAX] = {0};
    assert_int_equal(rb_stepper_judge(&m.ops, y, f), RB_DIVERGED_NOT);
    y[2] = -4.1e5;
    assert_int_equal(rb_stepper_judge(&m.ops, y, f), RB_DIVERGED_BOUNDS);
    m.ops.bound = 2e6;
    assert_int_equal(rb_stepper_judge(&m.ops, y, f), RB_DIVERGED_NOT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(directions),
        cmocka_unit_test(the_earlier_one_first),
        cmocka_unit_test(dips_are_found_by_probes),
        cmocka_unit_test(every_probe_detects_its_dip),
        cmocka_unit_test(dips_that_stay_above),
        cmocka_unit_test(dips_within_long_steps),
        cmocka_unit_test(dips_between_samples),
        cmocka_unit_test(dips_by_their_rates),
        cmocka_unit_test(wrong_from_the_start),
        cmocka_unit_test(bounces),
        cmocka_unit_test(restoring_removes_later_events),
        cmocka_unit_test(endless_events_end_the_run),
        cmocka_unit_test(terminal_events_end_the_run),
        cmocka_unit_test(states_are_judged),
    };
    return cmocka_run_group_tests_name("simulation events", tests, NULL, NULL);
}
