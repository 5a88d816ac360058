/* A simulation: steps and ticks, summary, edit, restore, flick, rest, lift-off, divergence, and the
   content of a snapshot. */
#include <math.h>

#include "math/vec.h"
#include "support.h"

static void time_is_steps_times_step(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k11-fig5", NULL);
    rb_simulation *sim = rb_test_simulation(&scene);
    double h = rb_simulation_step_length(sim);
    assert_true(h == 2e-5);
    assert_int_equal(rb_simulation_steps_per_tick(sim), 50);
    uint64_t hash = rb_simulation_hash(sim);
    for (int i = 1; i <= 100; i++) {
        rb_simulation_tick(sim);
        assert_true(rb_simulation_time(sim) == 50.0 * i * h); /* no running sum */
        assert_true(rb_simulation_hash(sim) != hash);
        hash = rb_simulation_hash(sim);
    }
    rb_snapshot s = rb_test_snapshot(sim);
    assert_int_equal(s.step, 5000);
    assert_true(s.t == rb_simulation_time(sim));
    rb_summary sum = rb_test_summary_of(sim);
    assert_int_equal(sum.rhs_evaluations, 6 * 5000 + 1);
    assert_int_equal(rb_simulation_evaluations(sim), sum.rhs_evaluations);
    assert_true(sum.state_hash == hash);
    assert_int_equal(sum.end_reason, RB_END_RUNNING);
    assert_true(isnan(sum.first_reversal_time) && isnan(sum.rest_time_0p1));
    assert_true(sum.E_final == s.E);
    rb_simulation_destroy(sim);
}

/* A snapshot is consistent in itself. */
static void check_snapshot(const rb_snapshot *s) {
    rb_mat3 A = rb_quat_matrix(s->q);
    assert_near(rb_norm(rb_sub(s->n, rb_v3(A.m[2][0], A.m[2][1], A.m[2][2]))), 0, 1e-15);
    /* A = A3(psi) A1(theta) A2(phi) */
    rb_quat turn = rb_quat_from_axis_angle(rb_v3(0, 0, 1), s->psi);
    rb_quat nod = rb_quat_from_axis_angle(rb_v3(1, 0, 0), s->theta);
    rb_quat roll = rb_quat_from_axis_angle(rb_v3(0, 1, 0), s->phi);
    rb_mat3 back = rb_quat_matrix(rb_quat_mul(rb_quat_mul(turn, nod), roll));
    for (int i = 0; i < 9; i++) {
        assert_near(back.m[i / 3][i % 3], A.m[i / 3][i % 3], 1e-14);
    }
    assert_near(cos(s->tilt), s->n.z, 1e-15);
    assert_near(s->omega_n, rb_dot(s->omega, s->n), 1e-15);
    assert_near(s->E_kin + s->E_pot + s->E_elastic, s->E, 1e-17);
    assert_near(s->E_kin_trans + s->E_kin_spin + s->E_kin_wobble, s->E_kin, 1e-17);
    assert_near(s->E_kin_trans, 0.125 * rb_dot(s->v_C, s->v_C), 1e-17);
    assert_near(s->E_pot, 2.5 * s->r_C.z, 1e-17);
    assert_near(rb_dot(s->L, rb_mul(&A, s->omega)) / 2 + s->E_kin_trans, s->E_kin, 1e-16);
    const rb_contact_state *c = &s->contact[0];
    assert_int_equal(s->contact_count, 1);
    assert_true(c->touching);
    rb_vec3 point = rb_add(s->r_C, rb_mul(&A, c->point_body));
    assert_near(rb_norm(rb_sub(point, c->point)), 0, 1e-16);
    rb_vec3 v = rb_add(s->v_C, rb_mul(&A, rb_cross(s->omega, c->point_body)));
    assert_near(rb_norm(rb_sub(v, c->v_slip)), 0, 1e-15);
    assert_near(c->slip_speed, rb_norm(c->v_slip), 1e-17);
    assert_true(c->N > 0);
    assert_near(c->F.z, 0, 1e-15);
    /* Coulomb's bound on the force, and friction against sliding when sliding is fast */
    assert_true(rb_norm(c->F) <= 0.5 * c->N * 1.3);
    assert_true(c->slip_speed < 1e-2 || rb_dot(c->F, c->v_slip) < 0);
    assert_near(rb_norm(rb_cross(rb_sub(c->S, c->point), rb_v3(0, 0, c->N))), rb_norm(c->M_roll), 1e-16);
}

static void snapshots_are_consistent(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k11-fig5", "theta=0.1", "phi=0.2", "psi=0.3", NULL);
    rb_simulation *sim = rb_test_simulation(&scene);
    for (int i = 0; i < 40; i++) {
        rb_snapshot s = rb_test_snapshot(sim);
        check_snapshot(&s);
        rb_test_run_until(sim, 0.02 * (i + 1));
    }
    rb_simulation_destroy(sim);
}

static void signals_read_snapshots(void **state) {
    (void)state;
    static const char *const asked[] = {"t",     "omega1",  "omega2",  "omega3", "omega_n", "n1",  "n2",
                                        "n3",    "theta",   "phi",     "psi",    "N",       "E",   "E_kin",
                                        "E_pot", "W_slide", "W_drill", "W_roll", "v_slip",  "x_C", "y_C",
                                        "z_C",   "x_A",     "y_A",     "gap"};
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        assert_true(rb_signal_find(asked[i]) >= 0);
    }
    assert_int_equal(rb_signal_find("no such"), -1);
    for (int i = 0; i < rb_signal_count(); i++) {
        const rb_signal *signal = rb_signal_at(i);
        for (int k = 0; k < rb_body_kind_count(); k++) {
            const rb_body_kind *body = rb_body_kind_at(k);
            if (rb_signal_fits(signal, body)) { /* no body has a name twice */
                assert_int_equal(rb_signal_of(body, signal->name), i);
            }
        }
        assert_true(signal->offset % sizeof(double) == 0);
        assert_true(signal->offset + sizeof(double) <= sizeof(rb_snapshot));
    }
    rb_snapshot s;
    memset(&s, 0, sizeof s);
    s.omega.z = -3.5;
    s.contact[0].point.y = 0.25;
    assert_true(rb_signal_value(rb_signal_at(rb_signal_find("omega3")), &s) == -3.5);
    assert_true(rb_signal_value(rb_signal_at(rb_signal_find("y_A")), &s) == 0.25);
}

static void reset_starts_again(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k11-fig5", NULL), other = rb_test_scene("k11-fig4", NULL);
    rb_simulation *sim = rb_test_simulation(&scene), *fresh = rb_test_simulation(&scene);
    rb_test_run_until(sim, 0.1);
    assert_int_equal(rb_simulation_reset(sim, &other, NULL), RB_OK);
    assert_string_equal(rb_simulation_scene(sim)->id, "k11-fig4");
    rb_test_run_until(sim, 0.05);
    assert_int_equal(rb_simulation_reset(sim, &scene, NULL), RB_OK);
    rb_test_run_until(sim, 0.1);
    rb_test_run_until(fresh, 0.1);
    assert_true(rb_simulation_hash(sim) == rb_simulation_hash(fresh));
    rb_summary a = rb_test_summary_of(sim), b = rb_test_summary_of(fresh);
    assert_true(a.N_max == b.N_max && a.rhs_evaluations == b.rhs_evaluations);

    rb_scene bad = scene;
    bad.values[RB_SECTION_CONTACT][RB_CONTACT_MU] = NAN;
    rb_error err = {""};
    assert_int_equal(rb_simulation_reset(sim, &bad, &err), RB_ERR_INPUT);
    assert_contains(err.text, "mu");
    assert_true(rb_simulation_hash(sim) == rb_simulation_hash(fresh)); /* unchanged */
    rb_simulation *none = NULL;
    assert_int_equal(rb_simulation_create(&bad, &none, &err), RB_ERR_INPUT);
    assert_null(none);
    rb_simulation_destroy(sim);
    rb_simulation_destroy(fresh);
}

static void edit_continues(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k11-fig5", NULL);
    rb_simulation *sim = rb_test_simulation(&scene), *plain = rb_test_simulation(&scene);
    rb_test_run_until(sim, 0.2);
    rb_test_run_until(plain, 0.2);
    rb_snapshot before = rb_test_snapshot(sim);
    rb_scene edited = scene;
    rb_test_assign(&edited, "mu=0.2");
    rb_test_assign(&edited, "friction=exact-circle");
    rb_test_assign(&edited, "step=1e-4");
    assert_int_equal(rb_simulation_edit(sim, &edited, NULL), RB_OK);
    rb_snapshot after = rb_test_snapshot(sim);
    assert_true(after.t == before.t && after.omega.z == before.omega.z);
    assert_true(after.W_slide == before.W_slide);
    assert_true(rb_simulation_step_length(sim) == 2e-5); /* kept until the next restart */
    assert_string_equal(rb_simulation_scene(sim)->friction->id, "exact-circle");
    rb_test_run_until(sim, 0.4);
    rb_test_run_until(plain, 0.4);
    assert_true(fabs(rb_test_snapshot(sim).omega.x - rb_test_snapshot(plain).omega.x) > 1e-3);
    assert_below(rb_test_summary_of(sim).energy_balance_error, 1e-3);
    edited.values[RB_SECTION_WORLD][RB_WORLD_G] = 5; /* half the potential energy is not a loss */
    assert_int_equal(rb_simulation_edit(sim, &edited, NULL), RB_OK);
    rb_test_run_until(sim, 0.5);
    assert_below(rb_test_summary_of(sim).energy_balance_error, 1e-3);

    uint64_t hash = rb_simulation_hash(sim);
    edited.values[RB_SECTION_CONTACT][RB_CONTACT_MU] = -1;
    rb_error err = {""};
    assert_int_equal(rb_simulation_edit(sim, &edited, &err), RB_ERR_INPUT);
    assert_contains(err.text, "mu");
    assert_true(rb_simulation_hash(sim) == hash);
    assert_true(rb_simulation_scene(sim)->values[RB_SECTION_CONTACT][RB_CONTACT_MU] == 0.2);
    rb_simulation_destroy(sim);
    rb_simulation_destroy(plain);
}

/* Every row of every table: an edit during a run takes effect at once, unless its flag requires a
   restart. */
static void edits_follow_the_flags(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k11-fig5", NULL);
    rb_simulation *sim = rb_test_simulation(&scene);
    rb_scene edited = scene;
    int live = 0, waiting = 0;
    for (int s = 0; s < RB_SECTION_COUNT; s++) {
        rb_param_table table = rb_scene_table(&scene, (rb_section)s);
        for (int i = 0; i < table.count; i++) {
            bool named = (table.rows[i].flags & (RB_PARAM_CHOICE | RB_PARAM_BOOL)) != 0;
            double old = scene.values[s][i], changed = named ? 1 - old : old + 1e-5;
            edited = scene;
            edited.values[s][i] = changed;
            rb_scene_fit_step(&edited);
            changed = edited.values[s][i];
            if (rb_scene_check(&edited, "", NULL) != RB_OK) {
                continue; /* a value that is not valid alone, such as size = hertz without a law */
            }
            assert_int_equal(rb_simulation_edit(sim, &edited, NULL), RB_OK);
            bool waits = rb_param_needs_restart(&table.rows[i], (rb_section)s);
            assert_true(rb_simulation_scene(sim)->values[s][i] == (waits ? old : changed));
            assert_true(waits || (table.rows[i].flags & RB_PARAM_RESTART) == 0);
            live += !waits;
            waiting += waits;
        }
    }
    assert_true(live > 20 && waiting > 8);
    rb_simulation_destroy(sim);
}

/* The method takes effect at once, and time is still the product of steps, whatever their length was
   before. */
static void method_changes_under_way(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k11-fig5", "tick=3e-4", NULL), implicit = scene;
    rb_test_assign(&implicit, "solver.method=rodas");
    rb_simulation *sim = rb_test_simulation(&scene), *plain = rb_test_simulation(&scene);
    for (int i = 0; i < 100; i++) {
        rb_simulation_tick(sim);
    }
    rb_checkpoint explicit_part = rb_test_save(sim);
    double change = rb_simulation_time(sim);
    assert_int_equal(rb_simulation_edit(sim, &implicit, NULL), RB_OK);
    assert_true(rb_simulation_step_length(sim) == 3e-4 && rb_simulation_steps_per_tick(sim) == 1);
    assert_true(rb_simulation_time(sim) == change);
    for (int i = 1; i <= 100; i++) {
        rb_simulation_tick(sim);
        assert_true(rb_simulation_time(sim) == change + i * 3e-4); /* no running sum */
    }
    rb_checkpoint implicit_part = rb_test_save(sim);
    assert_true(implicit_part.then.t == rb_simulation_time(sim));
    rb_test_run_until(plain, implicit_part.then.t - 1e-9);
    assert_near(implicit_part.then.omega.z, rb_test_snapshot(plain).omega.z, 1e-4); /* the same motion */

    double again = rb_simulation_time(sim);
    assert_int_equal(rb_simulation_edit(sim, &scene, NULL), RB_OK);
    rb_simulation_step(sim);
    assert_true(rb_simulation_time(sim) == again + 2e-5);
    rb_test_run_until(sim, 0.1);
    rb_snapshot end = rb_test_snapshot(sim);
    uint64_t hash = rb_simulation_hash(sim);

    /* Back to each part, under the method of that part and under the other. */
    const rb_checkpoint *const parts[] = {&explicit_part, &implicit_part};
    for (int i = 0; i < 4; i++) {
        const rb_checkpoint *part = parts[i / 2];
        assert_int_equal(rb_simulation_edit(sim, i % 2 ? &scene : &implicit, NULL), RB_OK);
        rb_test_restore(sim, part);
        assert_true(rb_simulation_time(sim) == part->then.t && rb_test_snapshot(sim).t == part->then.t);
        rb_simulation_step(sim);
        assert_true(rb_simulation_time(sim) == part->then.t + rb_simulation_step_length(sim));
    }
    /* The same edits again: the same bits. */
    rb_test_restore(sim, &explicit_part);
    assert_int_equal(rb_simulation_edit(sim, &implicit, NULL), RB_OK);
    for (int i = 1; i <= 100; i++) {
        rb_simulation_tick(sim);
    }
    assert_int_equal(rb_simulation_edit(sim, &scene, NULL), RB_OK);
    rb_test_run_until(sim, 0.1);
    assert_true(rb_simulation_time(sim) == end.t && rb_simulation_hash(sim) == hash);
    rb_simulation_destroy(sim);
    rb_simulation_destroy(plain);
}

/* From a snapshot the run continues to the same bits, with every solver. */
static void restore_continues_from_a_snapshot(void **state) {
    (void)state;
    const char *const methods[] = {"solver.method=dp5", "solver.method=rodas"};
    for (int i = 0; i < 2; i++) {
        rb_scene scene = rb_test_scene("k11-fig5", methods[i], NULL);
        rb_simulation *sim = rb_test_simulation(&scene);
        rb_test_run_until(sim, 0.2);
        rb_checkpoint kept = rb_test_save(sim);
        rb_test_run_until(sim, 0.5);
        rb_snapshot first = rb_test_snapshot(sim);
        uint64_t hash = rb_simulation_hash(sim);
        rb_test_restore(sim, &kept);
        assert_true(rb_simulation_time(sim) == kept.then.t);
        rb_checkpoint again = rb_test_save(sim);
        assert_memory_equal(&again, &kept, sizeof kept);
        rb_test_run_until(sim, 0.5);
        assert_true(rb_test_snapshot(sim).t == first.t);
        assert_true(rb_simulation_hash(sim) == hash);
        rb_simulation_destroy(sim);
    }
}

/* Restoring keeps what had happened by then and removes the rest. */
static void restore_keeps_the_past(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k11-fig5", "solver.method=rodas", NULL);
    rb_simulation *sim = rb_test_simulation(&scene);
    rb_test_run_until(sim, 0.5);
    rb_checkpoint before = rb_test_save(sim);
    rb_test_run_until(sim, 1.0);
    rb_checkpoint after = rb_test_save(sim);
    rb_summary then = rb_test_summary_of(sim);
    rb_test_run_until(sim, 2.0);
    rb_summary whole = rb_test_summary_of(sim);
    rb_test_restore(sim, &after);
    rb_summary kept = rb_test_summary_of(sim);
    assert_true(kept.first_reversal_time == whole.first_reversal_time);
    assert_int_equal(kept.event_count, whole.event_count);
    /* The extreme comes at 1.39 s: until then the largest spin so far. */
    assert_true(kept.extreme_after_reversal == then.extreme_after_reversal);
    assert_true(fabs(kept.extreme_after_reversal) < fabs(whole.extreme_after_reversal));
    assert_true(kept.N_max == then.N_max && kept.N_min == then.N_min);
    rb_test_run_until(sim, 2.0);
    assert_true(rb_test_summary_of(sim).extreme_after_reversal == whole.extreme_after_reversal);
    rb_test_restore(sim, &before);
    assert_true(isnan(rb_test_summary_of(sim).first_reversal_time));
    assert_int_equal(rb_test_summary_of(sim).event_count, 0);
    rb_test_run_until(sim, 2.0);
    assert_true(rb_test_summary_of(sim).first_reversal_time == whole.first_reversal_time);
    rb_simulation_destroy(sim);
}

/* A summary does not depend on restores: just past a zero of omega3 that is not yet a reversal, in the
   middle of one, and after |omega| fell below 0.1 rad/s. */
static void restore_gives_the_same_summary(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("ak18-a", "solver.method=rodas", NULL);
    rb_simulation *sim = rb_test_simulation(&scene);
    static const double times[] = {1.167, 1.3, 3.5};
    for (int i = 0; i < 3; i++) {
        rb_test_run_until(sim, times[i]);
        rb_checkpoint kept = rb_test_save(sim);
        rb_test_restore(sim, &kept);
        rb_test_run_until(sim, times[i] + 0.1);
        rb_test_restore(sim, &kept);
    }
    rb_simulation *straight = rb_test_simulation(&scene);
    rb_test_run_until(straight, 3.6);
    rb_test_run_until(sim, 3.6);
    rb_summary a = rb_test_summary_of(straight), b = rb_test_summary_of(sim);
    /* everything has happened: a reversal before the first of these times, near rest before the last */
    assert_true(a.first_reversal_time < times[0] && a.rest_time_0p1 < times[2]);
    assert_true(a.first_reversal_time == b.first_reversal_time);
    assert_true(a.extreme_after_reversal == b.extreme_after_reversal);
    assert_true(a.time_of_extreme == b.time_of_extreme);
    assert_true(a.rest_time_0p1 == b.rest_time_0p1);
    assert_int_equal(a.event_count, b.event_count);
    assert_true(a.state_hash == b.state_hash);
    rb_simulation_destroy(straight);
    rb_simulation_destroy(sim);
}

/* The balance closes on every branch: later flicks and edits do not count, and an earlier edit is not a
   loss. */
static void balance_closes_on_a_branch(void **state) {
    (void)state;
    static const char *const normals[] = {"normal=rigid", "normal=hertz"};
    for (int i = 0; i < 2; i++) {
        rb_scene scene = rb_test_scene("k15-a1", "solver.method=rodas", normals[i], NULL);
        rb_scene edited = scene;
        if (i > 0) { /* softer, and heavier */
            edited.values[RB_SECTION_NORMAL][rb_param_find(scene.normal->params, "E_star")] /= 4;
        }
        edited.values[RB_SECTION_WORLD][RB_WORLD_G] += 1;
        rb_simulation *sim = rb_test_simulation(&scene);
        rb_test_run_until(sim, 0.1);
        rb_checkpoint kept = rb_test_save(sim);
        rb_simulation_flick(sim, rb_v3(0, 0, 3), NULL);
        assert_near(rb_test_snapshot(sim).balance, kept.then.balance, 1e-15);
        rb_test_restore(sim, &kept);
        assert_true(rb_test_snapshot(sim).balance == kept.then.balance);
        assert_int_equal(rb_simulation_edit(sim, &edited, NULL), RB_OK);
        assert_near(rb_test_snapshot(sim).balance, kept.then.balance, 1e-15);
        rb_test_run_until(sim, 0.2);
        rb_test_restore(sim, &kept);
        assert_near(rb_test_snapshot(sim).balance, kept.then.balance, 1e-15);
        rb_simulation_destroy(sim);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(time_is_steps_times_step),
        cmocka_unit_test(snapshots_are_consistent),
        cmocka_unit_test(signals_read_snapshots),
        cmocka_unit_test(reset_starts_again),
        cmocka_unit_test(edit_continues),
        cmocka_unit_test(edits_follow_the_flags),
        cmocka_unit_test(method_changes_under_way),
        cmocka_unit_test(restore_continues_from_a_snapshot),
        cmocka_unit_test(restore_keeps_the_past),
        cmocka_unit_test(restore_gives_the_same_summary),
        cmocka_unit_test(balance_closes_on_a_branch),
    };
    return cmocka_run_group_tests_name("simulation", tests, NULL, NULL);
}
