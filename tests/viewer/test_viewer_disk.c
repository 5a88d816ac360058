/* Texts about the disk: sticking or slipping, inside the limit curve or on it, numbers without units. */
#include <math.h>

#include "app/appearance/appearance.h"
#include "support.h"
#include "viewer/plots/law_view.h"
#include "viewer/plots/plots.h"
#include "viewer/world/microscope.h"

/* K12's disk sticks from the start, releases at 102.446 and sticks again at 108.18. */
static const double stuck = 60, slipping = 104;

static rb_snapshot at(const rb_scene *scene, double t) {
    rb_simulation *sim = rb_test_simulation(scene);
    rb_snapshot s;
    rb_test_run_until(sim, t);
    rb_simulation_snapshot(sim, &s);
    rb_simulation_destroy(sim);
    return s;
}

static rb_tone rim(const rb_scene *scene, const rb_snapshot *s) {
    rb_part parts[RB_PARTS_MAX];
    int count = rb_scene_surroundings(scene, s, parts);
    for (int i = 0; i < count; i++) {
        if (parts[i].tone == RB_TONE_HOLDS || parts[i].tone == RB_TONE_GIVES) {
            return parts[i].tone;
        }
    }
    fail_msg("no rim");
    return RB_TONE_DARK;
}

/* Law I's limit curve is T² + 9/4 M² = 1 (K12). */
static double reach(const rb_law_point *p) {
    return sqrt(p->signed_T * p->signed_T + 2.25 * p->signed_M * p->signed_M);
}

static void held_within_slipping_on_the_curve(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("disk-k12", "phi=0", NULL);
    rb_law_point p;
    rb_snapshot s = at(&scene, stuck);
    int xi = rb_signal_of(scene.body, "xi");
    assert_true(rb_law_point_of(&s.contact[0], &p));
    assert_true(p.holds);
    assert_near(reach(&p), rb_signal_value(rb_signal_at(xi), &s), 1e-12);
    assert_true(reach(&p) < 1);
    assert_int_equal(rim(&scene, &s), RB_TONE_HOLDS);
    s = at(&scene, slipping);
    assert_true(rb_law_point_of(&s.contact[0], &p));
    assert_false(p.holds);
    assert_near(reach(&p), 1, 1e-9);
    assert_int_equal(rim(&scene, &s), RB_TONE_GIVES);
}

static void texts_without_units(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("disk-k12", "phi=0", NULL);
    char words[160];
    rb_patch_readout numbers;
    rb_snapshot s = at(&scene, stuck);
    rb_patch_facts f = rb_patch_facts_of(&scene, &s, 0);
    rb_patch_text(&f, words, sizeof words);
    assert_string_equal(words, "Sticking; friction 36\u00a0%\u00a0of\u00a0μ₀");
    rb_patch_numbers(&f, numbers);
    assert_string_equal(numbers[0], "λ  0");
    assert_string_equal(numbers[1], "F  9.00");
    s = at(&scene, slipping);
    f = rb_patch_facts_of(&scene, &s, 0);
    rb_patch_text(&f, words, sizeof words);
    assert_non_null(strstr(words, "Sliding"));
    assert_non_null(strstr(words, "of\u00a0μ"));
}

/* The plots it begins with include the points of the map; its time passes ten times as fast. */
static void plots_of_the_map(void **state) {
    (void)state;
    static rb_plots plots;
    const rb_body_kind *disk = rb_body_kind_find("disk");
    rb_plots_default(&plots, disk);
    rb_plot wanted;
    assert_int_equal(rb_plot_parse("phi_stick:x_stick", disk, &wanted, NULL), RB_OK);
    assert_true(rb_plots_find(&plots, &wanted) >= 0);
    assert_near(rb_appearance_pace(disk), 10, 0);
    assert_string_equal(rb_body_unit(disk, "s"), "");
    assert_string_equal(rb_body_unit(disk, "rad"), "rad");
    assert_string_equal(rb_body_unit(rb_body_kind_find("celt"), "s"), "s");
    rb_scene scene = rb_test_scene("disk-k12", "phi=0", NULL);
    rb_snapshot s = at(&scene, 110);
    int x = rb_signal_of(disk, "x_stick");
    /* sticks at 108.18 with the belt's velocity since */
    double moved =
        rb_signal_value(rb_signal_at(rb_signal_of(disk, "x")), &s) - rb_signal_value(rb_signal_at(x), &s);
    assert_near(moved, 0.15 * (110 - 108.18), 0.15 * 0.005);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(held_within_slipping_on_the_curve),
        cmocka_unit_test(texts_without_units),
        cmocka_unit_test(plots_of_the_map),
    };
    return cmocka_run_group_tests_name("viewer, disk", tests, NULL, NULL);
}
