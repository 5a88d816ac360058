/* Command line, and initial plots of a body. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "app/session/units.h"
#include "viewer/options.h"
#include "viewer/panels/parts.h"
#include "viewer/plots/plots.h"

static rb_status parse(const char *text, rb_options *options, rb_error *err) {
    char copy[256];
    char *argv[16] = {"rattleback"};
    int argc = 1;
    strncpy(copy, text, sizeof copy - 1);
    copy[sizeof copy - 1] = '\0';
    char *rest = copy;
    for (char *word = strtok_r(rest, " ", &rest); word != NULL && argc < 16;
         word = strtok_r(NULL, " ", &rest)) {
        argv[argc++] = word;
    }
    return rb_options_parse(argc, argv, options, err);
}

static void options_are_read(void **state) {
    (void)state;
    rb_options o;
    rb_error err;
    assert_int_equal(parse("k11-fig5 --law k11-p1 --speed 0.1 --size 800x600 --theme dark", &o, &err), RB_OK);
    assert_string_equal(o.scene, "k11-fig5");
    assert_string_equal(o.law, "k11-p1");
    assert_true(o.speed == 0.1);
    assert_int_equal(o.width, 800);
    assert_int_equal(o.theme, RB_THEME_DARK);
    assert_false(rb_options_offscreen(&o));
    assert_int_equal(parse("--compare k11-p1,k11-p2 --screenshot x.png --at 2.5", &o, &err), RB_OK);
    assert_int_equal(o.compare_count, 2);
    assert_string_equal(o.compare[1], "k11-p2");
    assert_true(rb_options_offscreen(&o));
    static const char *const wrong[] = {
        "--law",
        "--law nothing",
        "--speed 0",
        "--speed nan",
        "--size 0x5",
        "--size 5x5x",
        "--theme",
        "--at -1",
        "--unknown",
        "a b",
        "--compare k11-p1,,k11-p2",
        "--law k11-p1 --compare k11-p2",
        "--ui-scale 9",
        "--layout diagonal",
        "--fps 0",
        "--screenshot a --record b",
        "--screenshot --for 3",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        err.text[0] = '\0';
        assert_int_equal(parse(wrong[i], &o, &err), RB_ERR_INPUT);
        assert_non_null(strstr(err.text, wrong[i][0] == '-' ? "" : "expected"));
        assert_true(strlen(err.text) > 10);
    }
}

static void check_plot(const rb_plot *plot, const char *signal, const char *other) {
    assert_int_equal(plot->kind, RB_PLOT_TIME);
    assert_int_equal(plot->count, other != NULL ? 2 : 1);
    assert_int_equal(plot->signals[0], rb_signal_find(signal));
    if (other != NULL) {
        assert_int_equal(plot->signals[1], rb_signal_find(other));
    }
}

/* Each kind of body starts with its own plots, and keeps those that were chosen for it. */
static void plots_suit_the_body(void **state) {
    (void)state;
    static rb_plots plots;
    const rb_body_kind *celt = rb_body_kind_find("celt");
    const rb_body_kind *top = rb_body_kind_find("tippe-top");
    rb_plots_default(&plots, celt);
    assert_int_equal(plots.count, 3);
    check_plot(&plots.items[0], "omega3", NULL);
    assert_true(rb_plots_add(&plots, RB_PLOT_TIME, "tilt", NULL));
    rb_plots_use(&plots, top);
    assert_int_equal(plots.count, 4);
    check_plot(&plots.items[0], "theta", NULL);
    check_plot(&plots.items[1], "N_large", "N_small");
    check_plot(&plots.items[2], "jellett", "jellett_balance");
    assert_int_equal(plots.items[3].kind, RB_PLOT_ENERGY);
    for (int i = 0; i < plots.count; i++) {
        for (int k = 0; k < plots.items[i].count; k++) {
            assert_true(rb_signal_fits(rb_signal_at(plots.items[i].signals[k]), top));
        }
    }
    rb_plots_use(&plots, celt);
    assert_int_equal(plots.count, 4);
    check_plot(&plots.items[3], "tilt", NULL);
}

/* A typed value that is limited is reported in the unit of the panel; one that fits is not. */
static void limits_are_reported(void **state) {
    (void)state;
    const rb_param angle = {"theta", "θ", "rad", -1.5, 1.5, 0, "", "", 0, NULL};
    const rb_param mass = {"m", "", "kg", 0, 10, 1, "", "", RB_PARAM_ABOVE, NULL};
    char text[160];
    assert_false(rb_param_out_of_range(&angle, 1.5, text, sizeof text));
    assert_true(rb_param_out_of_range(&angle, 2, text, sizeof text));
    assert_string_equal(text, "θ: expected -85.9437 to 85.9437 °, got 114.592; the nearest valid "
                              "value is used");
    assert_false(rb_param_out_of_range(&mass, 1e-9, text, sizeof text));
    assert_true(rb_param_out_of_range(&mass, 0, text, sizeof text));
    assert_non_null(strstr(text, "m: expected more than 0 to 10000 g, got 0"));
}

/* A plot is named by what it shows, and found again by its name. */
static void plots_have_names(void **state) {
    (void)state;
    static const char *const names[] = {"omega3",        "omega3,N",      "diff:omega3",
                                        "diff:omega3,N", "omega2:omega1", "energy"};
    static const char *const wrong[] = {"diff:", "diff:energy", "diff:omega2:omega1", "diff:x"};
    const rb_body_kind *celt = rb_body_kind_find("celt");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        rb_plot plot;
        rb_error err = {""};
        char written[64], title[128];
        assert_int_equal(rb_plot_parse(names[i], celt, &plot, &err), RB_OK);
        rb_plot_text(&plot, written, sizeof written);
        assert_string_equal(written, names[i]);
        plot.differs = plot.diff_chosen; /* as with several runs */
        rb_plot_title(&plot, celt, title, sizeof title);
        assert_int_equal(strncmp(title, "Δ", strlen("Δ")) == 0, strncmp(names[i], "diff", 4) == 0);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        rb_plot plot;
        rb_error err = {""};
        assert_int_equal(rb_plot_parse(wrong[i], celt, &plot, &err), RB_ERR_INPUT);
        assert_non_null(strstr(err.text, "expected"));
    }
}

/* One unit for a quantity, in panels, plots and tables. */
static void angles_are_in_degrees(void **state) {
    (void)state;
    const rb_signal *theta = rb_signal_at(rb_signal_find("theta"));
    rb_plot plot;
    rb_error err;
    char title[128];
    assert_int_equal(rb_plot_parse("theta", rb_body_kind_find("celt"), &plot, &err), RB_OK);
    rb_plot_title(&plot, rb_body_kind_find("celt"), title, sizeof title);
    assert_string_equal(title, "θ in °");
    double values[] = {0, 1.5};
    rb_plot_convert(values, 2, plot.signals[0]);
    assert_true(values[0] == 0 && values[1] == 1.5 * rb_ui_unit_of(theta->unit).factor);
    assert_true(values[1] > 85.9 && values[1] < 86);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_are_read),      cmocka_unit_test(plots_suit_the_body),
        cmocka_unit_test(plots_have_names),      cmocka_unit_test(limits_are_reported),
        cmocka_unit_test(angles_are_in_degrees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
