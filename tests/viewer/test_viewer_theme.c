/* Colours of the viewer: meaning, contrast of text and lines, colour-blind eyes. */
#include <math.h>

#include "math/vec.h"
#include "support.h"
#include "viewer/world/theme.h"

static void colours_mean_one_thing(void **state) {
    (void)state;
    for (int theme = 0; theme < RB_THEME_COUNT; theme++) {
        rb_theme_use((rb_theme)theme);
        assert_int_equal(rb_theme_current(), theme);
        /* Hues of the Okabe-Ito set, brighter in the dark theme. */
        assert_near(ColorToHSV(rb_color(RB_COLOR_NORMAL)).x, 205.0, 8.0);
        assert_near(ColorToHSV(rb_color(RB_COLOR_FRICTION)).x, 26.0, 8.0);
        /* Never pure black on pure white. */
        const Color ink = rb_color(RB_COLOR_INK), paper = rb_color(RB_COLOR_PANEL);
        assert_true(ink.r != 0 && ink.r != 255 && paper.r != 0 && paper.r != 255);
    }
    /* The lightness of the heat map increases monotonically. */
    double last = -1.0;
    for (int i = 0; i <= 100; i++) {
        const Color c = rb_heat_color((float)i / 100.0f);
        const double light = 0.2126 * c.r + 0.7152 * c.g + 0.0722 * c.b;
        assert_true(light >= last);
        last = light;
    }
    assert_int_equal(rb_heat_color(NAN).r, rb_heat_color(0.0f).r);
}

/* Values of WCAG 2.1: black on white 21, #777777 on white 4.48, a colour on itself 1. */
static void contrast_is_that_of_wcag(void **state) {
    (void)state;
    assert_float_equal(rb_contrast(BLACK, WHITE), 21.0, 1e-9);
    assert_float_equal(rb_contrast(WHITE, (Color){0x77, 0x77, 0x77, 255}), 4.478, 1e-3);
    assert_float_equal(rb_contrast(RED, RED), 1.0, 1e-9);
}

static void expect_readable(int theme, int text, int ground, Color a, Color b, double least) {
    if (rb_contrast(a, b) < least) {
        fail_msg("theme %d, text %d on %d: contrast %.2f, expected %.1f", theme, text, ground,
                 rb_contrast(a, b), least);
    }
}

/* All text on all its grounds: panels, buttons (raised, or tinted by the accent), plots, and text within
   a coloured area, as the names of the energies. */
static void text_is_readable_in_both_themes(void **state) {
    (void)state;
    static const rb_color_role grounds[] = {RB_COLOR_PANEL, RB_COLOR_PANEL_RAISED};
    static const float tints[] = {0.16f, 0.30f, 0.35f, 0.45f, 0.55f}; /* shares of the accent in buttons */
    for (int theme = 0; theme < RB_THEME_COUNT; theme++) {
        rb_theme_use((rb_theme)theme);
        const Color panel = rb_color(RB_COLOR_PANEL), ink = rb_color(RB_COLOR_INK);
        for (int g = 0; g < 2; g++) {
            const Color ground = rb_color(grounds[g]);
            expect_readable(theme, RB_COLOR_INK, g, ink, ground, 7.0);
            expect_readable(theme, RB_COLOR_INK_SOFT, g, rb_color(RB_COLOR_INK_SOFT), ground, 4.5);
            for (rb_color_role role = 0; role < RB_COLOR_ROLE_COUNT; role++) {
                expect_readable(theme, (int)role, g, rb_text_color(role), ground, 4.5);
            }
            for (int run = 0; run < 8; run++) {
                expect_readable(theme, 100 + run, g, rb_readable(rb_run_color(run)), ground, 4.5);
            }
        }
        for (size_t i = 0; i < sizeof tints / sizeof tints[0]; i++) {
            const Color button = ColorLerp(panel, rb_color(RB_COLOR_ACCENT), tints[i]);
            expect_readable(theme, RB_COLOR_INK, 200 + (int)i, ink, button, 4.5);
        }
        for (rb_color_role role = 0; role < RB_COLOR_ROLE_COUNT; role++) {
            for (int share = 1; share <= 10; share++) {
                const Color area = ColorLerp(panel, rb_color(role), 0.1f * (float)share);
                expect_readable(theme, -1, (int)role, rb_ink_on(area), area, 4.5);
            }
        }
    }
}

/* Lines, arrows and markers: 3 to 1 (WCAG 2.1, 1.4.11) on panels and plots. */
static void lines_stand_out_in_both_themes(void **state) {
    (void)state;
    static const rb_color_role lines[] = {RB_COLOR_WEIGHT, RB_COLOR_NORMAL, RB_COLOR_FRICTION, RB_COLOR_ROLL,
                                          RB_COLOR_SPIN_MINUS};
    for (int theme = 0; theme < RB_THEME_COUNT; theme++) {
        rb_theme_use((rb_theme)theme);
        for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
            expect_readable(theme, (int)lines[i], 0, rb_color(lines[i]), rb_color(RB_COLOR_PANEL), 3.0);
        }
        for (int run = 0; run < 8; run++) {
            expect_readable(theme, run, 1, rb_run_color(run), rb_color(RB_COLOR_PANEL_RAISED), 3.0);
        }
    }
}

/* CIE L*a*b* of a colour as an eye sees it: 0 normal, 1 without red, 2 without green cones (matrices of
   Machado et al. 2009 for linear RGB). */
static rb_vec3 seen_by(Color c, int eye) {
    static const rb_mat3 eyes[3] = {
        {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
        {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
        {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}}};
    static const rb_mat3 xyz = {
        {{0.4339, 0.3762, 0.1899}, {0.2126, 0.7152, 0.0722}, {0.0177, 0.1095, 0.8728}}};
    double rgb[3] = {c.r / 255.0, c.g / 255.0, c.b / 255.0};
    for (int i = 0; i < 3; i++) {
        rgb[i] = rgb[i] <= 0.04045 ? rgb[i] / 12.92 : pow((rgb[i] + 0.055) / 1.055, 2.4);
    }
    const rb_vec3 v = rb_mul(&eyes[eye], rb_v3(rgb[0], rgb[1], rgb[2]));
    const rb_vec3 clamped = rb_v3(fmin(fmax(v.x, 0), 1), fmin(fmax(v.y, 0), 1), fmin(fmax(v.z, 0), 1));
    const rb_vec3 w = rb_mul(&xyz, clamped);
    const double f[3] = {cbrt(w.x), cbrt(w.y), cbrt(w.z)};
    return rb_v3(116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2]));
}

static double smallest_difference(Color a, Color b) {
    double least = INFINITY;
    for (int eye = 0; eye < 3; eye++) {
        least = fmin(least, rb_norm(rb_sub(seen_by(a, eye), seen_by(b, eye))));
    }
    return least;
}

/* Colours of runs differ from each other and from the two colours of the spin, for colour-blind eyes as
   well. A difference of about 2.3 is just noticeable. */
static void runs_differ_for_all_eyes(void **state) {
    (void)state;
    for (int theme = 0; theme < RB_THEME_COUNT; theme++) {
        rb_theme_use((rb_theme)theme);
        for (int a = 0; a < 8; a++) {
            assert_true(smallest_difference(rb_run_color(a), rb_color(RB_COLOR_SPIN_PLUS)) > 12);
            assert_true(smallest_difference(rb_run_color(a), rb_color(RB_COLOR_SPIN_MINUS)) > 12);
            for (int b = 0; b < a; b++) {
                if (smallest_difference(rb_run_color(a), rb_run_color(b)) <= 12) {
                    fail_msg("theme %d, runs %d and %d: difference %.1f", theme, a + 1, b + 1,
                             smallest_difference(rb_run_color(a), rb_run_color(b)));
                }
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(colours_mean_one_thing),          cmocka_unit_test(contrast_is_that_of_wcag),
        cmocka_unit_test(text_is_readable_in_both_themes), cmocka_unit_test(lines_stand_out_in_both_themes),
        cmocka_unit_test(runs_differ_for_all_eyes),
    };
    return cmocka_run_group_tests_name("viewer theme", tests, NULL, NULL);
}
