/* The contact microscope without a window: how it samples a patch, and its texts. */
#include <math.h>

#include "math/pi.h"
#include "math/vec.h"
#include "support.h"
#include "viewer/world/draw_text.h"
#include "viewer/world/microscope.h"

/* The pressure of the map, summed over the patch: it gives N, and its centre is S, where the force of the
   floor gives the rolling torque. Hertz's moment is exact for K11; K15 A1 was fitted to pi I3 = 0.1986
   instead of 0.2. The error of the sum comes from the rim of its 400 x 400 points. */
static void the_pressure_carries_the_body(void **state) {
    (void)state;
    static const char *const scenes[] = {"k11-fig5", "k15-a1", "k15-ah"};
    for (int i = 0; i < 3; i++) {
        const rb_scene scene = rb_test_scene(scenes[i], NULL);
        rb_simulation *sim = rb_test_simulation(&scene);
        rb_snapshot s;
        rb_test_run_until(sim, 0.21);
        rb_simulation_snapshot(sim, &s);
        const rb_patch_facts f = rb_patch_facts_of(&scene, &s, 0);
        double N = 0.0, x_S = 0.0, y_S = 0.0, peak = 0.0;
        enum { POINTS = 400 };
        for (int k = 0; k < POINTS * POINTS; k++) {
            const int column = k % POINTS, row = k / POINTS;
            const double x = (column + 0.5) * 2.0 / POINTS - 1.0;
            const double q = (row + 0.5) * 2.0 / POINTS - 1.0;
            const double hertz = 1.5 / RB_PI * sqrt(fmax(1.0 - x * x - q * q, 0.0));
            const double share = hertz * (1.0 + f.d_c * x + f.d_s * q) * 4.0 / POINTS / POINTS;
            peak = fmax(peak, share * POINTS * POINTS / 4.0);
            N += f.N * share;
            x_S += x * share;
            y_S += f.b * q * share;
        }
        assert_near(N, s.contact[0].N, 1e-4 * N);
        peak *= f.N / (f.b * f.a * f.a);
        assert_near(rb_patch_peak(&f), peak, 1e-4 * peak);
        assert_true(hypot(f.S_x, f.S_y) > 0.01);
        assert_near(f.S_x, x_S, 0.002);
        assert_near(f.S_y, y_S, 0.002);
        /* M_roll = (S - A) x N n */
        assert_near(f.M_x, f.a * f.S_y * f.N, 1e-12);
        assert_near(f.M_y, -f.a * f.S_x * f.N, 1e-12);
        /* Rolling increases the pressure at the front: S is ahead. */
        assert_true(rb_dot(rb_sub(s.contact[0].S, s.contact[0].point), s.contact[0].v_roll) > 0.0);
        rb_simulation_destroy(sim);
    }
}

/* Friction of a recorded moment is the same share of mu N after the coefficient was edited. */
static void the_past_keeps_its_coefficient(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k11-fig5", NULL);
    rb_simulation *sim = rb_test_simulation(&scene);
    rb_snapshot s;
    rb_test_run_until(sim, 0.1);
    rb_simulation_snapshot(sim, &s);
    scene.values[RB_SECTION_CONTACT][RB_CONTACT_MU] *= 2.0;
    const rb_patch_facts f = rb_patch_facts_of(&scene, &s, 0);
    assert_near(f.mu, 0.5, 1e-12);
    assert_near(hypot(f.F_x, f.F_y) / (f.mu * f.N),
                hypot(s.contact[0].traction.T_x, s.contact[0].traction.T_y), 1e-12);
    rb_simulation_destroy(sim);
}

static rb_patch_facts sliding(double u_x, double u_y, double omega) {
    return (rb_patch_facts){.touching = true,
                            .pressure = RB_PRESSURE_HERTZ,
                            .a = 1e-3,
                            .b = 0.5,
                            .a_typical = 1e-3,
                            .p_typical = 1e6,
                            .N = 2.0,
                            .mu = 0.5,
                            .weight = 2.0,
                            .u_x = u_x,
                            .u_y = u_y,
                            .omega = omega,
                            .F_x = -0.62};
}

static void nothing_slides_at_the_pole(void **state) {
    (void)state;
    const rb_patch_facts f = sliding(0.3, -0.7, 2.0);
    double x, y;
    assert_true(rb_patch_pole(&f, &x, &y));
    assert_near(f.u_x - f.omega * y, 0.0, 1e-15);
    assert_near(f.u_y + f.omega * x, 0.0, 1e-15);
    const rb_patch_facts pure = sliding(1.0, 0.0, 0.0);
    assert_false(rb_patch_pole(&pure, &x, &y));
    assert_near(rb_patch_fastest(&pure), 1e-3, 1e-15);
}

static void words_say_what_happens(void **state) {
    (void)state;
    char text[160];
    rb_patch_facts f = sliding(0.3, 0.0, 2.0);
    rb_patch_text(&f, text, sizeof text);
    assert_contains(text, "Spinning, hardly sliding; centre of rotation inside the patch; friction");
    f.u_x = 0.8;
    rb_patch_text(&f, text, sizeof text);
    assert_contains(text, "Sliding with spin; centre of rotation inside the patch; friction 62");
    f.u_x = 4.0; /* its pole lies at y = 2 a */
    rb_patch_text(&f, text, sizeof text);
    assert_contains(text, "outside the patch");
    f.omega = 0.0;
    rb_patch_text(&f, text, sizeof text);
    assert_contains(text, "Sliding; friction");
    f.F_x = 0.001;
    rb_patch_text(&f, text, sizeof text);
    assert_contains(text, "Sliding; friction <\u00a01\u00a0%");
    f.u_x = 1e-3;
    f.v_roll = 0.3;
    rb_patch_text(&f, text, sizeof text);
    assert_contains(text, "Rolling;");
    f.F_x = -0.95 * f.mu * f.N;
    rb_patch_text(&f, text, sizeof text);
    assert_contains(text, "Rolling and slipping;");
    f.F_x = 0.0;
    f.v_roll = f.u_x = 0.0;
    rb_patch_text(&f, text, sizeof text);
    assert_contains(text, "Sticking");
    f.omega = 3.0;
    rb_patch_text(&f, text, sizeof text);
    assert_contains(text, "Spinning on the spot");
    f.N = 0.0;
    rb_patch_text(&f, text, sizeof text);
    assert_string_equal(text, "Touching without load");
    f.N = 2.0;
    f.phase = RB_PHASE_AT_REST;
    rb_patch_text(&f, text, sizeof text);
    assert_string_equal(text, "At rest");
    f.phase = RB_PHASE_RUNNING;
    f.touching = false;
    rb_patch_text(&f, text, sizeof text);
    assert_string_equal(text, "No contact");
}

/* Under the constraint nothing slips, and no μ limits the force. */
static void no_slip_does_not_slip(void **state) {
    (void)state;
    const rb_scene scene = rb_test_scene("kane-levinson", NULL);
    rb_simulation *sim = rb_test_simulation(&scene);
    double largest = 0.0;
    for (int i = 1; i <= 150; i++) {
        rb_snapshot s;
        char text[160];
        rb_test_run_until(sim, 0.02 * i);
        rb_simulation_snapshot(sim, &s);
        const rb_patch_facts f = rb_patch_facts_of(&scene, &s, 0);
        largest = fmax(largest, hypot(f.F_x, f.F_y) / (f.mu * f.N));
        rb_patch_text(&f, text, sizeof text);
        assert_contains(text, "Rolling without slip; needs\u00a0μ\u00a0≥");
        assert_null(strstr(text, "slipping"));
        assert_null(strstr(text, "%"));
    }
    assert_true(largest > 1.0); /* the case that was called slipping */
    rb_simulation_destroy(sim);
}

/* Room for the longest texts: none needs more lines, however narrow the microscope. */
static void words_never_need_more_room(void **state) {
    (void)state;
    static rb_text measure;
    rb_test_rng rng = {8};
    char lines[8][RB_TEXT_LINE];
    rb_text_create(&measure);
    if (measure.glyph_count == 0) {
        skip(); /* no font is installed */
    }
    for (int i = 0; i < 3000; i++) {
        const bool point = i % 3 == 0;
        rb_patch_facts f = {.touching = true, .a = 1e-3, .b = rb_test_real(&rng, 0.1, 1.0), .mu = 0.5};
        f.pressure = point ? RB_PRESSURE_POINT : RB_PRESSURE_HERTZ;
        f.no_slip = point && i % 2 == 0;
        f.N = rb_test_real(&rng, 0.5, 50.0);
        f.weight = 2.0;
        f.u_x = pow(10.0, rb_test_real(&rng, -5, 3));
        f.omega = pow(10.0, rb_test_real(&rng, -5, 3));
        f.v_roll = pow(10.0, rb_test_real(&rng, -5, 1));
        f.F_x = f.mu * f.N * fmin(pow(10.0, rb_test_real(&rng, -3, 0.3)), f.no_slip ? 2.0 : 1.0);
        char text[160];
        rb_patch_text(&f, text, sizeof text);
        const float width = (float)rb_test_real(&rng, 240, 500);
        const int room = rb_text_wrap(&measure, rb_patch_longest_text(&f), width, 16, lines, 8);
        assert_in_range(rb_text_wrap(&measure, text, width, 16, lines, 8), 1, room);
    }
}

/* A body that has lifted off keeps the last state of its contact; it is not shown. */
static void nothing_acts_after_lift_off(void **state) {
    (void)state;
    const rb_scene scene = rb_default_scene();
    rb_snapshot s = {.contact_count = 1};
    s.contact[0].touching = true;
    s.contact[0].N = 1e-3;
    s.contact[0].F = rb_v3(1e-3, 0.0, 0.0);
    assert_true(rb_patch_facts_of(&scene, &s, 0).touching);
    s.phase = RB_PHASE_LIFTED_OFF;
    const rb_patch_facts f = rb_patch_facts_of(&scene, &s, 0);
    assert_false(rb_patch_loaded(&f));
    assert_true(f.N == 0.0 && f.F_x == 0.0 && f.F_y == 0.0);
}

static void facts_of_odd_snapshots_are_finite(void **state) {
    (void)state;
    const rb_scene scene = rb_default_scene();
    rb_snapshot s = rb_test_invalid_snapshot();
    s.contact_count = 2;
    for (int contact = -1; contact < 4; contact++) {
        const rb_patch_facts f = rb_patch_facts_of(&scene, &s, contact);
        assert_true(isfinite(f.a + f.b + f.N + f.u_x + f.u_y + f.omega + f.F_x + f.M_drill));
        assert_true(f.a > 0.0 && f.b > 0.0 && f.a_typical > 0.0 && f.p_typical > 0.0);
        char text[160];
        rb_patch_text(&f, text, sizeof text);
        assert_true(strlen(text) > 0);
    }
    assert_false(rb_patch_facts_of(NULL, NULL, 0).touching);
}

/* A moment of a scene, as the microscope sees it. */
static rb_patch_facts facts_at(rb_simulation *sim, const rb_scene *scene, double t) {
    rb_snapshot s;
    rb_test_run_until(sim, t);
    rb_simulation_snapshot(sim, &s);
    return rb_patch_facts_of(scene, &s, 0);
}

/* Among all directions of rolling, the present one gives the present moment, and S a quarter of a turn
   from it; the path is closed, and longer than wide under an orthotropic law. */
static void the_paths_go_through_the_present(void **state) {
    (void)state;
    static const char *const scenes[] = {"k11-fig5", "k15-a1", "ak18-a"};
    for (int k = 0; k < 3; k++) {
        const rb_scene scene = rb_test_scene(scenes[k], NULL);
        rb_simulation *sim = rb_test_simulation(&scene);
        for (int i = 1; i <= 20; i++) {
            const rb_patch_facts f = facts_at(sim, &scene, 0.05 * i);
            double M[RB_TRAVEL_POINTS][2], least = INFINITY, most = 0.0;
            const double size = f.N * f.a;
            assert_true(rb_patch_rolling_path(&scene, &f, M));
            assert_near(M[0][0], f.M_x, 1e-9 * size);
            assert_near(M[0][1], f.M_y, 1e-9 * size);
            assert_near(-M[0][1] / size, f.S_x, 1e-9);
            assert_near(M[0][0] / size, f.S_y, 1e-9);
            assert_near(M[RB_TRAVEL_POINTS - 1][0], M[0][0], 1e-9 * size);
            for (int p = 0; p < RB_TRAVEL_POINTS; p++) {
                least = fmin(least, hypot(M[p][0], M[p][1]));
                most = fmax(most, hypot(M[p][0], M[p][1]));
            }
            assert_true(k == 0 ? most < 1.0001 * least : most > 1.05 * least);
        }
        rb_simulation_destroy(sim);
    }
}

/* At the position of each mark, that mark or a smaller one above it is found; its number is the one below
   the picture. */
static void every_mark_can_be_asked_about(void **state) {
    (void)state;
    static rb_text text;
    rb_text_create(&text);
    if (text.glyph_count == 0) {
        skip(); /* no font is installed */
    }
    int asked[RB_MARK_COUNT] = {0};
    const rb_scene scene = rb_test_scene("k11-fig5", NULL);
    rb_simulation *sim = rb_test_simulation(&scene);
    for (int i = 1; i <= 60; i++) {
        const rb_patch_facts f = facts_at(sim, &scene, 0.03 * i);
        const float size = i % 2 ? 285.0f : 600.0f;
        rb_microscope_layout l;
        rb_patch_readout numbers;
        assert_true(rb_microscope_layout_make(&text, &f, (Rectangle){50, 60, size, size}, 0.9375f, &l));
        rb_patch_numbers(&f, numbers);
        const rb_picture *p = &l.picture;
        Vector2 at[RB_MARK_COUNT] = {{0}}, tail;
        rb_2d_arc arc = {0};
        bool there[RB_MARK_COUNT] = {false};
        there[RB_MARK_P] = rb_picture_pole(p, &f, &tail, &at[RB_MARK_P]);
        there[RB_MARK_S] = rb_picture_pressure(p, &f, &at[RB_MARK_S]);
        there[RB_MARK_A] = true;
        at[RB_MARK_A] = p->centre;
        there[RB_MARK_F] = rb_picture_force(p, &f, &at[RB_MARK_F]);
        there[RB_MARK_ROLL] = rb_picture_roll(p, &f, &at[RB_MARK_ROLL]);
        there[RB_MARK_DRILL] = rb_picture_drill(p, &f, &arc);
        const float middle = arc.start + 0.5f * arc.sweep;
        at[RB_MARK_DRILL] =
            (Vector2){arc.centre.x + arc.radius * cosf(middle), arc.centre.y + arc.radius * sinf(middle)};
        there[RB_MARK_BAR] = true;
        at[RB_MARK_BAR] = (Vector2){l.bar.x + 5, l.bar.y + 0.5f * l.bar.height};
        for (int mark = RB_MARK_P; mark < RB_MARK_COUNT; mark++) {
            static const int rows[RB_MARK_COUNT] = {[RB_MARK_F] = 1, [RB_MARK_DRILL] = 2, [RB_MARK_ROLL] = 3};
            char reported[400];
            if (!there[mark]) {
                continue;
            }
            const rb_patch_mark found = rb_microscope_mark_at(&l, &f, at[mark]);
            assert_true((int)found == mark || (found >= RB_MARK_P && (int)found < mark) ||
                        (mark == RB_MARK_DRILL && found == RB_MARK_ROLL));
            asked[found]++;
            rb_patch_explain(&f, (rb_patch_mark)mark, reported, sizeof reported);
            assert_true(strlen(reported) > 40 && reported[strlen(reported) - 1] == '.');
            if (rows[mark]) {
                assert_contains(reported, strstr(numbers[rows[mark]], "  ") + 2);
            }
        }
        assert_int_equal(rb_microscope_mark_at(&l, &f, (Vector2){51, 61}), RB_MARK_NONE);
    }
    for (int mark = RB_MARK_P; mark < RB_MARK_COUNT; mark++) {
        assert_true(mark == RB_MARK_FIELD || asked[mark] > 5);
    }
    rb_simulation_destroy(sim);
}

static bool apart(Rectangle a, Rectangle b) {
    return !CheckCollisionRecs(a, b);
}

static void nothing_in_it_overlaps(void **state) {
    (void)state;
    static rb_text text;
    rb_test_rng rng = {4};
    rb_text_create(&text);
    if (text.glyph_count == 0) {
        skip(); /* no font is installed */
    }
    for (int i = 0; i < 500; i++) {
        const rb_scene scene = rb_default_scene();
        rb_snapshot s = {.contact_count = 1};
        s.contact[0].touching = true;
        s.contact[0].N = 2.0;
        s.contact[0].patch = (rb_patch){1e-3, rb_test_real(&rng, 0.1, 1.0)};
        const rb_patch_facts f = rb_patch_facts_of(&scene, &s, 0);
        const Rectangle area = {10, 10, (float)rb_test_real(&rng, 60, 1400),
                                (float)rb_test_real(&rng, 60, 900)};
        const float u = (float)rb_test_real(&rng, 0.8, 2.0);
        rb_microscope_layout l;
        assert_true(rb_microscope_layout_make(&text, &f, area, u, &l));
        assert_true(apart(l.picture.area, l.bar) || !l.roomy);
        assert_true(apart(l.picture.area, l.readout) || !l.roomy);
        if (l.roomy) { /* the words end where the picture begins */
            char lines[8][RB_TEXT_LINE];
            const int pixels = rb_text_pixels(16.0f, u);
            const int count = rb_text_wrap(&text, rb_patch_longest_text(&f), l.inner.width, pixels, lines, 8);
            const float end = l.inner.y + 1.25f * (float)(pixels * count);
            assert_true(end <= l.picture.area.y + 1.0f);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_pressure_carries_the_body),
        cmocka_unit_test(the_past_keeps_its_coefficient),
        cmocka_unit_test(nothing_slides_at_the_pole),
        cmocka_unit_test(words_say_what_happens),
        cmocka_unit_test(no_slip_does_not_slip),
        cmocka_unit_test(words_never_need_more_room),
        cmocka_unit_test(nothing_acts_after_lift_off),
        cmocka_unit_test(facts_of_odd_snapshots_are_finite),
        cmocka_unit_test(the_paths_go_through_the_present),
        cmocka_unit_test(every_mark_can_be_asked_about),
        cmocka_unit_test(nothing_in_it_overlaps),
    };
    return cmocka_run_group_tests_name("viewer, microscope", tests, NULL, NULL);
}
