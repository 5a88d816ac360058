/* Searches for a behaviour and ensembles: rows against simulations of their own, choices against rows made up
   for the purpose, the preferred direction against what stones do. */
#include <math.h>
#include <string.h>

#include "base/system.h"
#include "math/pi.h"
#include "print/profile.h"
#include "print/search.h"
#include "support.h"

static void begin(rb_stone_design *design, rb_scene *scene) {
    rb_error err = {""};
    assert_true(rb_stone_template("half-ellipsoid", design));
    assert_int_equal(rb_stone_open_scene(design, scene, &err), RB_OK);
}

/* The latest first reversal on the tables, simulated here. */
static double latest_reversal(const rb_stone_design *design, const rb_scene *scene, double until) {
    double latest = 0;
    for (int i = 0; i < 3; i++) {
        rb_scene stone;
        rb_run_result result;
        assert_int_equal(rb_stone_scene(design, scene, &stone, NULL), RB_OK);
        stone.values[RB_SECTION_CONTACT][RB_CONTACT_MU] *= 0.7 + 0.3 * i;
        assert_int_equal(rb_run(&stone, until, NULL, &result, NULL), RB_OK);
        latest =
            fmax(latest, result.summary.reversal_count > 0 ? result.summary.first_reversal_time : INFINITY);
    }
    return latest;
}

/* The stone that is found does what was asked for, and no candidate with less skew does. */
static void the_smallest_skew_is_found(void **state) {
    (void)state;
    rb_stone_design design, found;
    rb_scene scene;
    rb_error err = {""};
    rb_stone_study study;
    rb_stone_candidate *rows = NULL;
    rb_stone_ask ask = rb_stone_default_ask();
    int count = 0;
    begin(&design, &scene);
    ask.within = 2.2;
    ask.heaviest = 0.0136; /* kg: excludes nothing of the first size */
    assert_int_equal(rb_stone_study_begin(&study, &design, &scene, &ask, false, &err), RB_OK);
    study.sizes = 1; /* of the study's sizes, for a short test */
    assert_int_equal(rb_stone_study_run(&study, &rows, &count, &err), RB_OK);
    assert_int_equal(count, RB_CANDIDATE_PLACES * RB_CANDIDATE_SKEWS);
    int best = rb_stone_study_best(&study, rows, count);
    assert_true(best >= 0);
    assert_true(rb_stone_study_design(&study, best, &found));
    assert_true(latest_reversal(&found, &scene, 4) <= 2.2);
    rb_mass mass;
    assert_int_equal(rb_stone_mass(&found, &mass, &err), RB_OK);
    assert_near(mass.skew, rows[best].skew, 1e-12);
    assert_near(rows[best].length, 0.1, 1e-12);
    for (int i = 0; i < count; i++) {
        bool less = rows[i].possible > 0 && fabs(rows[i].skew) < fabs(rows[best].skew);
        assert_false(less && rb_candidate_latest(&rows[i], 0) <= 2.2);
    }
    /* The trade-off falls: more skew, earlier reversal. */
    double skew[RB_CANDIDATE_SKEWS], time[RB_STONE_TABLES][RB_CANDIDATE_SKEWS];
    int points = rb_stone_trade_off(&study, rows, best, skew, time);
    assert_true(points >= 3);
    for (int i = 1; i < points; i++) {
        assert_true(skew[i] > skew[i - 1]);
        assert_false(time[1][i] > time[1][i - 1]); /* NAN: no reversal within the time of the runs */
    }
    free(rows);
}

static rb_stone_candidate row(double skew, double time, double reversals, double other) {
    rb_stone_candidate c = {.possible = 1, .skew = skew};
    for (int i = 0; i < RB_STONE_TABLES; i++) {
        c.reversal[0][i] = time;
        c.reversal[1][i] = other;
        c.reversals[0][i] = reversals;
    }
    return c;
}

static void each_wish_has_its_choice(void **state) {
    (void)state;
    rb_stone_candidate rows[5] = {row(0.01, 3, 1, 9), row(0.02, 1.9, 3, 8), row(0.03, 1.5, 3, 4),
                                  row(0.04, 1, 2, INFINITY), row(0.001, 0.5, 9, 0.5)};
    rows[4].possible = 0;
    rb_stone_study study = {.ask = rb_stone_default_ask()}; /* within 2 s */
    assert_int_equal(rb_stone_study_best(&study, rows, 5), 1);
    study.ask.goal = RB_GOAL_MOST; /* two have three reversals: the earlier one */
    assert_int_equal(rb_stone_study_best(&study, rows, 5), 2);
    study.ask.goal = RB_GOAL_BOTH;
    assert_int_equal(rb_stone_study_best(&study, rows, 5), 2);
    rows[1].reversals[0][2] = rows[2].reversals[0][0] = 0; /* the worst table counts */
    study.ask.goal = RB_GOAL_MOST;
    assert_int_equal(rb_stone_study_best(&study, rows, 5), 3);
    study.ask.goal = RB_GOAL_WITHIN;
    study.ask.within = 0.1;
    rb_error err;
    assert_int_equal(rb_stone_study_best(&study, rows, 5), -1);
    assert_int_equal(rb_stone_study_refuse(&study, &err), RB_ERR_INPUT);
    assert_contains(err.text, "no candidate reverses within the time on every table");
    /* Times 0, 1, ... 299 of a hundred copies: quantiles by their place in the list. */
    rb_stone_candidate copies[100];
    for (int i = 0; i < 300; i++) {
        copies[i / 3].possible = 1;
        copies[i / 3].reversal[0][i % 3] = 299 - i;
    }
    rb_stone_band band = rb_stone_band_of(copies, 100);
    assert_int_equal(band.count, 300);
    assert_near(band.low, 14, 0);
    assert_near(band.median, 149, 0);
    assert_near(band.high, 285, 0);
    copies[0].reversal[0][0] = INFINITY;
    assert_near(rb_stone_band_of(copies, 100).share, 299.0 / 300, 1e-15);
}

/* Copies are within the tolerance, different from each other, and the same every time. */
static void copies_are_within_the_tolerance(void **state) {
    (void)state;
    rb_stone_design design, copy, again;
    rb_scene scene;
    rb_error err = {""};
    rb_stone_study study;
    rb_stone_ask ask = rb_stone_default_ask();
    begin(&design, &scene);
    assert_int_equal(rb_stone_study_begin(&study, &design, &scene, &ask, true, &err), RB_OK);
    assert_true(rb_stone_study_design(&study, 0, &copy));
    assert_memory_equal(copy.v, design.v, sizeof copy.v);
    double sum = 0, largest = 0;
    for (int i = 1; i <= 400; i++) {
        assert_true(rb_stone_study_design(&study, i, &copy));
        assert_true(rb_stone_study_design(&study, i, &again));
        assert_memory_equal(&copy, &again, sizeof copy);
        double off = copy.v[RB_STONE_A2] - design.v[RB_STONE_A2];
        largest = fmax(largest, fabs(off));
        sum += off;
        assert_true(fabs(copy.weights[1].v[RB_WEIGHT_Y] - design.weights[1].v[RB_WEIGHT_Y]) <= ask.tolerance);
        assert_true(fabs(copy.v[RB_STONE_DENSITY] / 1050 - 1) <= 0.05);
    }
    assert_true(largest <= ask.tolerance && largest > 0.98 * ask.tolerance);
    /* The mean of 400 even deviates has a standard deviation of tolerance/sqrt(3*400). */
    assert_true(fabs(sum / 400) < 4 * ask.tolerance / sqrt(1200));
    rb_stone_band band;
    ask.ensemble = 2;
    ask.until = 4;
    assert_int_equal(rb_stone_copies(&design, &scene, &ask, &band, &err), RB_OK);
    assert_int_equal(band.count, 9);
    assert_true(band.share > 0 && band.low > 0 && band.low <= band.median && band.median <= band.high &&
                band.high <= 4);
}

/* The theory's preferred direction: the stone reverses when it is spun the other way, and not in this one. */
static void stones_prefer_what_the_theory_says(void **state) {
    (void)state;
    for (int mirrored = 0; mirrored < 2; mirrored++) {
        rb_stone_design design;
        rb_scene scene, stone;
        begin(&design, &scene);
        if (mirrored) {
            rb_stone_mirror(&design);
        }
        assert_int_equal(rb_stone_scene(&design, &scene, &stone, NULL), RB_OK);
        int prefers = rb_stone_prefers(&stone),
            spin = rb_param_find(rb_scene_table(&scene, RB_SECTION_START), "omega3");
        assert_int_equal(prefers, mirrored ? 1 : -1);
        scene.values[RB_SECTION_START][spin] = -10 * prefers;
        assert_true(latest_reversal(&design, &scene, 4) < 4);
        scene.values[RB_SECTION_START][spin] = 10 * prefers;
        assert_true(isinf(latest_reversal(&design, &scene, 4)));
    }
    /* Without skew there is no preference. */
    rb_stone_design design;
    rb_scene scene, stone;
    begin(&design, &scene);
    design.weight_count = 0;
    assert_int_equal(rb_stone_scene(&design, &scene, &stone, NULL), RB_OK);
    assert_int_equal(rb_stone_prefers(&stone), 0);
}

static void nothing_to_vary_is_refused(void **state) {
    (void)state;
    rb_stone_design design;
    rb_scene scene;
    rb_error err = {""};
    rb_stone_study study;
    const rb_stone_ask ask = rb_stone_default_ask();
    begin(&design, &scene);
    design.weight_count = 0;
    assert_int_equal(rb_stone_study_begin(&study, &design, &scene, &ask, false, &err), RB_ERR_INPUT);
    assert_contains(err.text, "weights: expected weights beside the middle, or a bent bar");
    /* A bent bar has its bend: from none to twice that of the design. */
    assert_true(rb_stone_template("bent-bar", &design));
    assert_int_equal(rb_stone_study_begin(&study, &design, &scene, &ask, false, &err), RB_OK);
    rb_stone_design bent;
    assert_true(rb_stone_study_design(&study, (RB_CANDIDATE_PLACES - 1) * RB_CANDIDATE_SKEWS + 6, &bent));
    assert_near(bent.v[RB_STONE_BEND], -0.005, 1e-15);
}

/* Numbers of a profile, in the order of the file. */
static int numbers_after(const char *text, const char *code, double *out, int most) {
    int count = 0;
    char mark[16];
    snprintf(mark, sizeof mark, "\n%s\n", code);
    for (const char *at = strstr(text, mark); at != NULL && count < most; at = strstr(at + 1, mark)) {
        out[count++] = strtod(at + strlen(mark), NULL);
    }
    return count;
}

static void profiles_are_sections_in_millimetres(void **state) {
    (void)state;
    rb_stone_design design;
    rb_error err = {""};
    rb_text_stream written;
    assert_true(rb_stone_template("half-ellipsoid", &design));
    assert_true(rb_text_open(&written));
    assert_int_equal(rb_stone_write_profile(&design, RB_PROFILE_DXF, written.stream, &err), RB_OK);
    assert_true(rb_text_close(&written));
    char *text = written.text;
    double x[2000], y[2000], radius[8];
    int points = numbers_after(text, "10", x, 2000);
    assert_int_equal(numbers_after(text, "20", y, 2000), points);
    assert_int_equal(points, 360 + 2 * 363 + 2);
    assert_int_equal(numbers_after(text, "40", radius, 8), 2);
    assert_near(radius[0], 3.1, 1e-6);
    for (int i = 0; i < 360; i++) { /* the outline about (0, -10) */
        assert_near(x[i] * x[i] / 2500 + (y[i] + 10) * (y[i] + 10) / 100, 1, 1e-6);
    }
    for (int i = 362; i < 362 + 361; i++) { /* the section along it hangs from y = -30 */
        assert_near(x[i] * x[i] / 2500 + (y[i] + 30) * (y[i] + 30) / 100, 1, 1e-6);
    }
    assert_contains(text, "$INSUNITS\n70\n4\n");
    free(text);
    design.v[RB_STONE_BODY] = RB_STONE_MESH;
    assert_int_equal(rb_stone_write_profile(&design, RB_PROFILE_SVG, stdout, &err), RB_ERR_INPUT);
}

/* Text that does not fit, and a text beside the holes. */
static void lettering_needs_room(void **state) {
    (void)state;
    rb_stone_design design;
    rb_error err = {""};
    rb_mesh mesh;
    rb_stone_lettering lettering = {
        .text = "a rather long name for a stone", .height = 4e-3, .depth = 6e-4, .arrow = 1};
    assert_true(rb_stone_template("half-ellipsoid", &design));
    assert_int_equal(rb_stone_mesh_with(&design, &lettering, 64, &mesh, &err), RB_ERR_INPUT);
    assert_contains(err.text, "does not fit between the holes");
    rb_mesh_free(&mesh);
    snprintf(lettering.text, sizeof lettering.text, "%s",
             "an even longer name, which no stone has room for, ever");
    assert_int_equal(rb_stone_mesh_with(&design, &lettering, 64, &mesh, &err), RB_ERR_INPUT);
    assert_contains(err.text, "about 30 characters");
    rb_mesh_free(&mesh);
    lettering.height = 0; /* the largest that fits */
    snprintf(lettering.text, sizeof lettering.text, "%s", "LEFT");
    assert_int_equal(rb_stone_mesh_with(&design, &lettering, 64, &mesh, &err),
                     RB_OK); /* closed and not crossing */
    rb_mesh_free(&mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_smallest_skew_is_found),
        cmocka_unit_test(each_wish_has_its_choice),
        cmocka_unit_test(copies_are_within_the_tolerance),
        cmocka_unit_test(stones_prefer_what_the_theory_says),
        cmocka_unit_test(nothing_to_vary_is_refused),
        cmocka_unit_test(profiles_are_sections_in_millimetres),
        cmocka_unit_test(lettering_needs_room),
    };
    return cmocka_run_group_tests_name("search", tests, NULL, NULL);
}
