/* The disk on the belt (K12, docs/disk.md): motion, events, energy balance, checks. */
#include <math.h>

#include "bodies/disk.h"
#include "map_inline.h"
#include "math/pi.h"
#include "sim/model_build.h"

static double own(const rb_snapshot *s, const char *name) {
    return rb_signal_value(rb_signal_at(rb_signal_of(&rb_body_disk, name)), s);
}

/* Columns in the documented order, followed by the error. */
static void columns(void **state) {
    (void)state;
    static const char *const names[] = {"t",       "x",         "x_dot",   "phi",     "phi_dot", "T",
                                        "M",       "lambda",    "stick",   "xi",      "E",       "E_kin",
                                        "E_pot",   "W_belt",    "W_slide", "W_drill", "W_damp",  "W_force",
                                        "x_stick", "phi_stick", "error"};
    size_t found = 0;
    for (int i = 0; i < rb_signal_count(); i++) {
        if (rb_signal_fits(rb_signal_at(i), &rb_body_disk)) {
            assert_true(found < sizeof names / sizeof names[0]);
            assert_string_equal(rb_signal_at(i)->name, names[found++]);
        }
    }
    assert_int_equal(found, sizeof names / sizeof names[0]);
    assert_string_equal(rb_body_unit(&rb_body_disk, "m/s"), ""); /* its numbers have no dimension */
    assert_string_equal(rb_body_unit(&rb_body_disk, "rad"), "rad");
    assert_string_equal(rb_body_unit(rb_body_kind_find("celt"), "m/s"), "m/s");
}

/* From a point of the orbit it stays on it. The reference is accurate to 1e-8; the map reduces errors by
   0.8 per point. */
static void one_point(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("disk-k12", "x=-0.82540822", "phi=-0.76404429", NULL);
    rb_map_point points[6];
    rb_map_result result = rb_test_map(&scene, 1, 6, points);
    assert_int_equal(result.found, 6);
    assert_int_equal(result.period, 1);
    assert_near(result.period_time, 131.128856, 1e-6);
    assert_near(points[5].at[0], -0.82540822, 1e-6);
    assert_near(points[5].at[1], -0.76404429, 1e-6);
    assert_near(points[5].held, 113.303926, 1e-5); /* our own other program, six digits */
    assert_false(points[5].zero);
}

/* The rate used to find dips within a step is that of the event's function. */
static void rates_of_events(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("disk-k12", NULL);
    rb_model model;
    rb_model_build(&scene, &model);
    const rb_body_ops *ops = model.ops;
    rb_test_rng rng = {5};
    for (int i = 0; i < 50; i++) {
        double y[RB_ODE_MAX] = {0}, f[RB_ODE_MAX] = {0}, g[2][2], rates[2], h = 1e-6;
        y[RB_DISK_X] = rb_test_real(&rng, -2, 2);
        y[RB_DISK_X_DOT] = rb_test_real(&rng, -2, 2);
        y[RB_DISK_PHI] = rb_test_real(&rng, -2, 2);
        y[RB_DISK_PHI_DOT] = rb_test_real(&rng, -2, 2);
        ops->rhs(&model, y, f);
        ops->event_rates(&model, y, f, rates);
        for (int side = 0; side < 2; side++) {
            double there[RB_ODE_MAX] = {0};
            for (int k = 0; k < RB_ODE_MAX; k++) {
                there[k] = y[k] + (side == 0 ? -h : h) * f[k];
            }
            ops->event_values(&model, there, f, g[side]);
        }
        assert_near(rates[0], (g[1][0] - g[0][0]) / (2 * h), 1e-7 * (1 + fabs(rates[0])));
        assert_near(rates[1], 0, 0); /* a slipping disk has no end of sticking */
    }
}

/* Sticking, xi = 1 is a quadratic equation for law I: from x = phi = 0 the disk starts to slip when
   (c v_b + v_b t)² + (9/4)(k12 v_b t)² = mu0². 1e-10: events are located to 1e-12 of a step of 100
   units at most. It starts with eps_lambda in the direction of (T', 3 M'/2). */
static void release_time_and_direction(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("disk-k12", "phi=0", NULL);
    double c = 1e-5, v_b = 0.15, k = 1.5 * 0.85, mu0 = 24.9;
    double a = 1 + k * k, b = c, d = c * c - mu0 * mu0 / (v_b * v_b);
    double t = (-b + sqrt(b * b - a * d)) / a;
    rb_simulation *sim = rb_test_simulation(&scene);
    rb_test_run_until(sim, t + 0.2);
    rb_summary s;
    rb_simulation_summary(sim, &s);
    rb_simulation_destroy(sim);
    assert_true(s.event_count >= 1);
    assert_int_equal(s.events[0].kind, RB_EVENT_BODY);
    assert_string_equal(rb_event_name(&rb_body_disk, &s.events[0]), "slips");
    assert_near(s.events[0].t, t, 1e-10);
}

/* E + losses - supplied work is constant: to 1e-8 of the energy exchanged. */
static void energy_balance_closes(void **state) {
    (void)state;
    static const char *const ids[] = {"disk-k12", "disk-k12-three", "disk-k12-eleven", "disk-k12-printed",
                                      "disk-forced"};
    double until = RB_SHORT ? 200 : 1000;
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        rb_scene scene = rb_test_scene(ids[i], NULL);
        rb_summary s = rb_test_summary(&scene, until);
        assert_int_equal(s.end_reason, RB_END_TIME);
        assert_int_equal(s.energy_warning, RB_ENERGY_OK);
        assert_below(s.energy_balance_error, 1e-8);
        double stuck = rb_outcome_value(rb_outcome_find("time_stuck"), &s);
        double slipping = rb_outcome_value(rb_outcome_find("time_slipping"), &s);
        assert_near(stuck + slipping, until, 1e-9 * until);
        assert_true(rb_outcome_value(rb_outcome_find("stick_count"), &s) >= 1);
    }
}

/* The belt does work at once; without forcing the force does none. */
static void printed_parameters_slip_without_end(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("disk-k12-printed", NULL);
    rb_map_point points[2];
    rb_map_result result = rb_test_map(&scene, 0, 2, points);
    assert_int_equal(result.found, 0);
    assert_int_equal(result.end_reason, RB_END_TIME);
    assert_true(isnan(result.period_time));
}

/* If static friction is no larger than sliding friction, it cannot hold a disk that has stopped: with
   explicit steps the disk slips at once, stops again, and so on until the run is aborted. All of these
   count as stick phases, all but the first with zero length. */
static void stick_phases_of_zero_length(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("disk-k12", "phi=0", "mu0=5", "solver.method=dop853", NULL);
    rb_summary s = rb_test_summary(&scene, 30);
    assert_int_equal(s.end_reason, RB_END_DIVERGED);
    double all = rb_outcome_value(rb_outcome_find("stick_count"), &s);
    double none = rb_outcome_value(rb_outcome_find("zero_sticks"), &s);
    assert_true(none >= 2);
    assert_near(none, all - 1, 0);
    rb_map_point points[4];
    assert_int_equal(rb_test_map(&scene, 0, 4, points).found, 4);
    for (int i = 0; i < 4; i++) {
        assert_true(points[i].zero && points[i].held == 0);
        assert_true(i == 0 || points[i].t > points[i - 1].t);
    }
}

static bool see_two(void *context, int index, const rb_map_point *point, const rb_snapshot *now) {
    (void)context;
    assert_true(point->at[0] == own(now, "x"));
    return index < 1;
}

/* A callback may end it; a request without points is rejected before it runs. */
static void maps_end_on_request(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("disk-k12", NULL);
    rb_map_request request = {.points = 5, .patience = 3000, .see = see_two};
    rb_map_result result;
    rb_map_point points[5];
    rb_error err = {""};
    assert_int_equal(rb_section_read(scene.body, NULL, &request.section, &err), RB_OK);
    assert_int_equal(rb_poincare(&scene, &request, points, &result, &err), RB_OK);
    assert_int_equal(result.found, 2);
    assert_int_equal(result.end_reason, RB_END_STOPPED);
    request.points = 0;
    assert_int_equal(rb_poincare(&scene, &request, points, &result, &err), RB_ERR_INPUT);
    assert_contains(err.text, "at least one point and no negative transient, got 0 and 0");
    request.points = 5;
    request.transient = -1;
    assert_int_equal(rb_poincare(&scene, &request, points, &result, &err), RB_ERR_INPUT);
    assert_contains(err.text, "got 5 and -1");
    request.transient = 0;
    request.patience = 0;
    assert_int_equal(rb_poincare(&scene, &request, points, &result, &err), RB_ERR_INPUT);
    assert_contains(err.text, "a patience > 0 s, got 0");
}

/* Mirrored along the belt, all rotations change sign, to the bit. */
static void mirroring_changes_the_sign_of_rotations(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("disk-k12-three", "phi=0.5", "c12=5e-6", NULL), other = scene;
    rb_body_disk.ops->mirror(other.values[RB_SECTION_BODY], other.values[RB_SECTION_START]);
    rb_run_result a = rb_test_run(&scene, 150, NULL), b = rb_test_run(&other, 150, NULL);
    assert_near(own(&a.last, "x"), own(&b.last, "x"), 0);
    assert_near(own(&a.last, "phi"), -own(&b.last, "phi"), 0);
    assert_near(own(&a.last, "W_belt"), own(&b.last, "W_belt"), 0);
}

/* The forces satisfy the equations at every moment: the right-hand side from the columns. */
static bool in_balance(void *context, const rb_moment *moment) {
    const rb_snapshot *s = moment->now;
    double *worst = context;
    double x = own(s, "x"), phi = own(s, "phi"), T = own(s, "T"), M = own(s, "M");
    double xi = own(s, "xi");
    if (own(s, "stick") > 0) {
        double F = 2 * cos(0.0958 * s->t);
        *worst = fmax(*worst, fabs(1e-5 * 0.15 + x + 0.85 * phi + T - F));
        *worst = fmax(*worst, fabs(0.85 * x + phi + M));
        assert_near(xi, sqrt(T * T + 9 * M * M / 4) / 24.9, 1e-12);
        assert_true(xi <= 1 + 1e-9);
        assert_near(own(s, "x_dot"), 0.15, 0);
        assert_near(own(s, "lambda"), 0, 0);
    } else {
        double lambda = hypot(own(s, "x_dot") - 0.15, own(s, "phi_dot"));
        assert_near(own(s, "lambda"), lambda, 1e-12);
        assert_near(xi, 1, 0);
        *worst = fmax(*worst, fabs(T * lambda - 5 * (own(s, "x_dot") - 0.15)));
        *worst = fmax(*worst, fabs(M * lambda - 10. / 3 * own(s, "phi_dot")));
    }
    return true;
}

static void forces_balance(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("disk-forced", NULL);
    double worst = 0;
    rb_observer observer = {.every = 0.37, .observe = in_balance, .context = &worst};
    rb_test_run(&scene, 300, &observer);
    assert_below(worst, 1e-9); /* rounding at x = 20, and of t within the state */
}

/* The exact Jacobian against central differences, slipping and sticking, under a force. 1e-6: steps
   of 1e-6 on slopes that change over 0.1. */
static void jacobian_is_exact(void **state) {
    (void)state;
    static const char *const laws[] = {"law=k12-i", "law=k12-iprime", "law=exact-uniform"};
    for (int k = 0; k < 6; k++) {
        rb_scene scene = rb_test_scene("disk-forced", laws[k / 2], "c12=5e-6", "contact.a=0.8", NULL);
        rb_model model;
        rb_model_build(&scene, &model);
        double y[RB_ODE_MAX] = {1.2, -0.7, 0.4, 0.13, 2.5}, J[RB_DISK_STATE * RB_DISK_STATE];
        y[RB_DISK_STICK] = k % 2;
        model.ops->jacobian(&model, y, J);
        for (int j = 0; j <= RB_DISK_T; j++) {
            double f[2][RB_ODE_MAX], z[RB_ODE_MAX], h = 1e-6;
            for (int side = 0; side < 2; side++) {
                memcpy(z, y, sizeof z);
                z[j] += side == 0 ? -h : h;
                model.ops->rhs(&model, z, f[side]);
            }
            for (int i = 0; i < RB_DISK_STATE; i++) {
                assert_near(J[i * RB_DISK_STATE + j], (f[1][i] - f[0][i]) / (2 * h), 1e-6);
            }
        }
    }
}

/* Impossible values are rejected with the field and the reason. */
static void impossible_values_are_rejected(void **state) {
    (void)state;
    static const struct {
        const char *assignment, *field, *reason;
    } rows[] = {
        {"m=0", "m", "0"},
        {"m=-1", "m", "-1"},
        {"mu0=4", "mu0", "at least contact.mu = 5"},
        {"eps_lambda=0", "eps_lambda", "0"},
        {"friction=coulomb", "friction", "no limit curve"},
        {"friction=no-slip", "friction", "no limit curve"},
        {"friction=viscous", "friction", "no limit curve"},
        {"friction=none", "friction", "no limit curve"},
        {"F_frequency=0", "F_frequency", "more than 0"},
        {"k12=1", "k12", "-1 < k12 < 1"},
        {"c12=1", "c12", "at most c"},
        {"size=hertz", "size", "constant"},
        {"torque=false", "torque", "true"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        rb_scene scene = rb_test_scene("disk-forced", NULL);
        rb_error err = {""};
        rb_status status = rb_scene_assign(&scene, rows[i].assignment, &err);
        if (status == RB_OK) {
            status = rb_scene_check(&scene, "here", &err);
        }
        assert_int_not_equal(status, RB_OK);
        assert_contains(err.text, rows[i].field);
        assert_contains(err.text, rows[i].reason);
    }
    rb_scene scene = rb_test_scene("disk-k12", "F_frequency=0", NULL); /* there is no force */
    assert_int_equal(rb_scene_check(&scene, "here", NULL), RB_OK);
}

/* A flick releases it from the belt; the energy balance still closes, and the time stuck does not change. */
static void a_flick_releases_the_disk(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("disk-k12", NULL);
    rb_simulation *sim = rb_test_simulation(&scene);
    rb_test_run_until(sim, 5);
    rb_snapshot now;
    rb_checkpoint before = rb_test_save(sim), after;
    rb_simulation_flick(sim, rb_v3(1, 1, 1e-9), NULL); /* less than slip begins with: it holds */
    after = rb_test_save(sim);
    assert_memory_equal(after.state.numbers, before.state.numbers, RB_DISK_STATE * sizeof(double));
    rb_simulation_flick(sim, rb_v3(0, 0, 1), NULL);
    rb_simulation_snapshot(sim, &now);
    assert_near(own(&now, "stick"), 0, 0);
    assert_near(own(&now, "phi_dot"), 1, 0);
    assert_near(now.balance, 0, 1e-12);
    rb_test_run_until(sim, 300);
    rb_simulation_snapshot(sim, &now);
    assert_below(fabs(now.balance), 1e-8);
    rb_simulation_destroy(sim);
}

/* Components that steps skip are not changed by right-hand sides: those beyond `moving` are constant, and
   nothing depends on an uncoupled one, except for the phase, which events change. */
static void constant_components_stay_constant(void **state) {
    (void)state;
    static const char *const scenes[] = {"disk-k12", "disk-forced"};
    for (int k = 0; k < 4; k++) {
        rb_scene scene = rb_test_scene(scenes[k / 2], NULL);
        rb_model model;
        rb_model_build(&scene, &model);
        double y[RB_ODE_MAX] = {1.2, -0.7, 0.4, 0.13, 2.5}, f[RB_ODE_MAX], g[RB_ODE_MAX];
        y[RB_DISK_STICK] = k % 2;
        model.ops->rhs(&model, y, f);
        for (int i = RB_DISK_MOVING; i < RB_DISK_STATE; i++) {
            assert_true(f[i] == 0);
        }
        assert_int_equal(model.coupled.first, 0);
        for (int i = model.coupled.count; i < RB_DISK_STATE; i++) {
            double was = y[i];
            y[i] += i == RB_DISK_STICK ? 0 : 3;
            model.ops->rhs(&model, y, g);
            y[i] = was;
            assert_memory_equal(f, g, RB_DISK_STATE * sizeof *f);
        }
    }
}

/* A disk that sticks moves with the belt when an edit makes it faster. */
static void the_belt_is_edited(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("disk-k12", NULL);
    rb_simulation *sim = rb_test_simulation(&scene);
    rb_error err = {""};
    rb_snapshot now;
    rb_test_run_until(sim, 1);
    scene.values[RB_SECTION_BODY][RB_DISK_V_B] = 0.3;
    assert_int_equal(rb_simulation_edit(sim, &scene, &err), RB_OK);
    rb_simulation_snapshot(sim, &now);
    assert_true(own(&now, "stick") == 1 && own(&now, "x_dot") == 0.3);
    rb_test_run_until(sim, 2);
    rb_simulation_snapshot(sim, &now);
    assert_near(own(&now, "x"), 0.15 + 0.3, 1e-12);
    assert_below(fabs(now.balance), 1e-12);
    rb_simulation_flick(sim, rb_v3(0, 0, 1), NULL); /* one that slips keeps its velocity */
    scene.values[RB_SECTION_BODY][RB_DISK_V_B] = 0.1;
    assert_int_equal(rb_simulation_edit(sim, &scene, &err), RB_OK);
    rb_simulation_snapshot(sim, &now);
    assert_true(own(&now, "stick") == 0 && own(&now, "x_dot") == 0.3 && own(&now, "phi_dot") == 1);
    rb_simulation_destroy(sim);
}

/* Zero slip in the slip phase, which an event ends at once: no force, and a finite first step. */
static void between_slip_and_stick(void **state) {
    (void)state;
    static const char *const laws[] = {"friction=k12-i", "friction=exact-circle"};
    for (int i = 0; i < 2; i++) {
        rb_scene scene = rb_test_scene("disk-k12", laws[i], NULL);
        rb_model model;
        rb_model_build(&scene, &model);
        double y[RB_ODE_MAX] = {0}, f[RB_ODE_MAX];
        y[RB_DISK_X_DOT] = model.own[RB_DISK_V_B];
        model.ops->rhs(&model, y, f);
        for (int k = 0; k < RB_DISK_STATE; k++) {
            assert_true(isfinite(f[k]));
        }
        f[RB_DISK_X_DOT] = 1;
        assert_true(model.ops->first_step(&model, y, f) == 1e-9);
        assert_true(rb_scene_law_fits(&scene, rb_friction_law_find("k11-p2"), NULL) == RB_OK);
    }
}

/* ak18's parameters are those of a patch of a fraction of a millimetre: the disk turns under a force that
   changes its sign within 1e-4 of the slip. An explicit method reports why it aborts. */
static void a_steep_law_is_reported(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("disk-k12", "phi=0", "law=ak18", "solver.method=dop853", NULL);
    rb_run_result run = rb_test_run(&scene, 10, NULL);
    assert_int_equal(run.summary.end_reason, RB_END_DIVERGED);
    assert_int_equal(run.summary.diverged, RB_DIVERGED_STIFF);
    assert_contains(rb_diverged_text(run.summary.diverged), "explicit");
    rb_scene other = rb_test_scene("disk-k12", "phi=0", "law=ak18", NULL);
    run = rb_test_run(&other, 10, NULL);
    assert_int_equal(run.summary.end_reason, RB_END_TIME);
    assert_below(run.summary.energy_balance_error, 1e-8);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns),
        cmocka_unit_test(one_point),
        cmocka_unit_test(rates_of_events),
        cmocka_unit_test(release_time_and_direction),
        cmocka_unit_test(energy_balance_closes),
        cmocka_unit_test(printed_parameters_slip_without_end),
        cmocka_unit_test(stick_phases_of_zero_length),
        cmocka_unit_test(maps_end_on_request),
        cmocka_unit_test(mirroring_changes_the_sign_of_rotations),
        cmocka_unit_test(forces_balance),
        cmocka_unit_test(jacobian_is_exact),
        cmocka_unit_test(impossible_values_are_rejected),
        cmocka_unit_test(a_flick_releases_the_disk),
        cmocka_unit_test(constant_components_stay_constant),
        cmocka_unit_test(the_belt_is_edited),
        cmocka_unit_test(between_slip_and_stick),
        cmocka_unit_test(a_steep_law_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
