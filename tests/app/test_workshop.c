/* The Workshop without a window: edits with undo, what follows from a design, searches. */
#include <math.h>
#include <string.h>

#include "app/workshop/asking.h"
#include "app/workshop/workshop.h"
#include "math/pi.h"
#include "support.h"

static void make(rb_workshop *w) {
    rb_error err = {""};
    assert_int_equal(rb_workshop_create(w, &err), RB_OK);
}

static void set(rb_workshop *w, const char *name, const char *text) {
    rb_error err = {""};
    if (rb_workshop_set(w, name, text, &err) != RB_OK) {
        fail_msg("%s", err.text);
    }
}

static void edits_are_undone_one_by_one(void **state) {
    (void)state;
    rb_workshop w;
    rb_error err = {""};
    make(&w);
    rb_stone_design first = w.design;
    set(&w, "a1", "0.06");
    assert_int_equal(rb_workshop_add_weight(&w, 0.01, 0, &err), RB_OK);
    assert_int_equal(w.selected, 2);
    assert_int_equal(rb_workshop_remove_weight(&w, 0, &err), RB_OK);
    assert_int_equal(w.design.weight_count, 2);
    assert_near(w.design.weights[1].v[RB_WEIGHT_X], 0.01, 0);
    rb_stone_design last = w.design;
    int steps = 0;
    while (rb_workshop_undo(&w)) {
        steps++;
    }
    assert_int_equal(steps, 3);
    assert_memory_equal(&w.design, &first, sizeof first);
    while (rb_workshop_redo(&w)) {
        steps--;
    }
    assert_int_equal(steps, 0);
    assert_memory_equal(&w.design, &last, sizeof last);
    /* An edit after an undo discards what could be redone; an edit that fails is none. */
    assert_true(rb_workshop_undo(&w));
    set(&w, "a2", "0.011");
    assert_false(rb_workshop_redo(&w));
    int kept = w.at;
    assert_int_equal(rb_workshop_set(&w, "a2", "-1", &err), RB_ERR_INPUT);
    assert_int_equal(rb_workshop_remove_weight(&w, 9, &err), RB_ERR_INPUT);
    assert_int_equal(w.at, kept);
    /* The oldest designs are forgotten. */
    for (int i = 0; i < 3 * RB_WORKSHOP_UNDO; i++) {
        set(&w, "name", i % 2 ? "x" : "y");
    }
    for (steps = 0; rb_workshop_undo(&w); steps++) {
    }
    assert_int_equal(steps, RB_WORKSHOP_UNDO);
    rb_workshop_destroy(&w);
}

/* Mass in closed form, and the radii of the underside a1^2/a3, a2^2/a3. */
static void facts_follow_from_the_design(void **state) {
    (void)state;
    rb_workshop w;
    make(&w);
    const rb_workshop_facts *f = rb_workshop_now(&w);
    double print = 1050 * (2 * RB_PI / 3 * 0.05 * 0.01 * 0.01 - 2 * RB_PI * 0.0031 * 0.0031 * 0.002);
    double weights = 2 * 7850 * RB_PI * 0.003 * 0.003 * 0.006;
    assert_near(f->mass.mass / (print + weights), 1, 1e-13);
    assert_near(f->lowest.radius[0], 0.25, 1e-15);
    assert_near(f->lowest.radius[1], 0.01, 1e-15);
    assert_true(f->rocks && !f->about);
    assert_int_equal(f->prefers, -1);
    /* Pitch: omega^2 = M g (R_x - H)/J_Y, H the height of the mass centre. */
    double H = 0.01 + f->mass.centre.z;
    double inertia = f->mass.principal[1] + f->mass.mass * H * H;
    assert_near(f->theory.omega_p / sqrt(f->mass.mass * 9.81 * (0.25 - H) / inertia), 1, 1e-12);
    /* The scene that is spun has this stone. */
    rb_mass of_scene;
    assert_int_equal(rb_mass_of_scene(&f->scene, &of_scene, NULL), RB_OK);
    assert_near(of_scene.mass, f->mass.mass, 0);
    assert_near(of_scene.skew, f->mass.skew, 1e-12);
    /* A single weight tilts the stone: the theory is that of a level one. */
    rb_error err;
    assert_int_equal(rb_workshop_remove_weight(&w, 1, &err), RB_OK);
    f = rb_workshop_now(&w);
    assert_true(f->rocks && f->about);
    assert_true(f->mass.centre.x > 1e-3);
    /* An impossible design says why. */
    set(&w, "weights[0].x", "0.049");
    assert_contains(rb_workshop_now(&w)->problem.text, "weights[0]: a hole of");
    set(&w, "scene", "no-such-scene");
    set(&w, "weights[0].x", "0.03");
    assert_contains(rb_workshop_now(&w)->problem.text, "no-such-scene");
    set(&w, "scene", "tippetop-ka09");
    assert_contains(rb_workshop_now(&w)->problem.text, "expected a scene with a celt");
    rb_workshop_destroy(&w);
}

/* The mass of an edited design does not come from the print of an earlier one. */
static void facts_are_renewed(void **state) {
    (void)state;
    rb_workshop w;
    make(&w);
    double first = rb_workshop_now(&w)->mass.mass;
    set(&w, "density", "2100");
    double hole = 2 * RB_PI * 0.0031 * 0.0031 * 0.002, print = 2 * RB_PI / 3 * 0.05 * 0.01 * 0.01 - hole;
    assert_near(rb_workshop_now(&w)->mass.mass - first, 1050 * print, 1e-15);
    assert_true(rb_workshop_undo(&w));
    assert_near(rb_workshop_now(&w)->mass.mass, first, 0);
    rb_workshop_destroy(&w);
}

static void opposite_weights_move_together(void **state) {
    (void)state;
    rb_workshop w;
    make(&w);
    assert_int_equal(rb_workshop_weight_at(&w, 0.0305, -0.004, 0), 0);
    assert_int_equal(rb_workshop_weight_at(&w, 0, 0, 0), -1);
    assert_int_equal(rb_workshop_weight_at(&w, -0.0335, 0.0035, 0.001), 1); /* 0.5 mm beside it */
    rb_workshop_move_weight(&w, 0, 0.02, 0.004, true);
    assert_near(w.design.weights[1].v[RB_WEIGHT_X], -0.02, 0);
    assert_near(w.design.weights[1].v[RB_WEIGHT_Y], -0.004, 0);
    rb_workshop_move_weight(&w, 0, 0.025, 0.003, false);
    assert_near(w.design.weights[1].v[RB_WEIGHT_X], -0.02, 0);
    rb_workshop_move_weight(&w, 0, 0.026, 0.003, true); /* no longer opposite */
    assert_near(w.design.weights[1].v[RB_WEIGHT_X], -0.02, 0);
    rb_workshop_destroy(&w);
}

/* All templates but the pebble, which needs a mesh, are possible. */
static void templates_are_possible(void **state) {
    (void)state;
    rb_workshop w;
    make(&w);
    for (int i = 0; i < rb_stone_template_count(); i++) {
        rb_stone_design d;
        assert_true(rb_stone_template(rb_stone_template_name(i), &d));
        rb_workshop_use(&w, &d);
        const rb_workshop_facts *f = rb_workshop_now(&w);
        if (d.v[RB_STONE_BODY] == RB_STONE_MESH) {
            assert_contains(f->problem.text, "mesh: expected a file");
        } else if (f->problem.text[0] != '\0') {
            fail_msg("%s: %s", d.name, f->problem.text);
        } else {
            assert_true(f->rocks && f->prefers != 0);
            assert_true(fabs(f->mass.skew) > 0.005);
        }
    }
    rb_workshop_destroy(&w);
}

static void run(rb_asking *a) {
    while (rb_asking_runs(a)) {
        rb_asking_update(a, 0.01, 0.05);
    }
}

/* A search finds a stone, then its copies; a cancelled one keeps the best so far. */
static void searches_run_in_the_background(void **state) {
    (void)state;
    rb_workshop w;
    rb_error err = {""};
    make(&w);
    assert_int_equal(rb_workshop_now(&w)->problem.text[0], '\0');
    rb_stone_ask ask = w.ask;
    ask.until = 3;
    ask.ensemble = 2;
    rb_asking *a = rb_asking_begin(&w.design, &w.table, &ask, false, &err);
    assert_non_null(a);
    run(a);
    assert_int_equal(a->problem.text[0], '\0');
    assert_true(a->best >= 0 && a->copying && !a->cancelled);
    assert_int_equal(a->band.count, 9);
    rb_stone_design found;
    assert_true(rb_asking_design(a, &found));
    rb_mass mass;
    assert_int_equal(rb_stone_mass(&found, &mass, &err), RB_OK);
    assert_near(mass.skew, a->rows[a->best].skew, 1e-12);
    assert_true(rb_candidate_latest(&a->rows[a->best], 0) <= ask.within);
    rb_asking_free(a);
    a = rb_asking_begin(&w.design, &w.table, &ask, false, &err);
    rb_asking_update(a, 0.01, 0.001);
    rb_asking_cancel(a);
    run(a);
    assert_true(a->cancelled && !a->copying);
    rb_asking_free(a);
    ask.within = 0.11; /* no stone does that */
    a = rb_asking_begin(&w.design, &w.table, &ask, false, &err);
    run(a);
    assert_contains(a->problem.text, "no candidate reverses within the time");
    assert_false(rb_asking_design(a, &found));
    rb_asking_free(a);
    assert_false(rb_asking_runs(NULL));
    rb_workshop_destroy(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edits_are_undone_one_by_one), cmocka_unit_test(facts_follow_from_the_design),
        cmocka_unit_test(facts_are_renewed),           cmocka_unit_test(opposite_weights_move_together),
        cmocka_unit_test(templates_are_possible),      cmocka_unit_test(searches_run_in_the_background),
    };
    return cmocka_run_group_tests_name("workshop", tests, NULL, NULL);
}
