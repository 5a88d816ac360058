/* Numbers and labels at random instants: world, microscope, table and plots show the same number, and no
   label covers the head of an arrow or another label. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/session/mean_forces.h"
#include "math/pi.h"
#include "math/vec.h"
#include "support.h"
#include "viewer/panels/panels.h"
#include "viewer/plots/plot_lines.h"
#include "viewer/world/body_view.h"
#include "viewer/world/microscope.h"
#include "viewer/world/world_parts.h"

enum { INSTANTS = 500, KEY = 256 };

static const struct {
    const char *scene, *setting;
    double until;
    bool compared;
} cases[] = {
    {"k11-fig5", "omega3=4", 2.0, true},       {"k15-a1", "omega3=-8", 1.5, true},
    {"kane-levinson", "omega3=5", 2.0, false}, {"tippetop-ka09", "theta=0.1", 2.0, true},
    {"ak18-a", "omega3=-8", 1.5, false},       {"k11-fig5", "omega1=30", 0.5, false},
    {"k11-fig5", "omega3=0.5", 2.5, false},    {"k15-ah", "law=viscous", 0.5, false},
};
enum { CASES = sizeof cases / sizeof cases[0] };

static struct {
    rb_session session;
    rb_labels labels;
    rb_arrows arrows;
    rb_text text;
    rb_test_rng rng;
    double clock;
    int labelled, compared, placed, left_out, short_ones;
} fx;

static void begin(int index) {
    rb_scene scenes[2] = {rb_test_scene(cases[index].scene, cases[index].setting, NULL)};
    scenes[1] = scenes[0];
    scenes[1].values[RB_SECTION_CONTACT][RB_CONTACT_MU] *= 0.5;
    rb_error err = {""};
    if (rb_session_create(&fx.session, scenes, cases[index].compared ? 2 : 1, (rb_session_options){0},
                          &err) != RB_OK) {
        fail_msg("%s", err.text);
    }
    rb_session_play_until(&fx.session, cases[index].until);
    do {
        rb_session_update(&fx.session, 0.1);
    } while (rb_session_until_waits(&fx.session));
}

/* ---- labels ----------------------------------------------------------------------------------- */

static bool overlap(Rectangle a, Rectangle b) {
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

static rb_camera random_camera(const rb_scene *scene) {
    rb_camera camera = rb_camera_for(scene);
    camera.yaw = (float)rb_test_real(&fx.rng, -RB_PI, RB_PI);
    camera.pitch = (float)rb_test_real(&fx.rng, 0.02, 1.55);
    camera.distance *= (float)rb_test_real(&fx.rng, 0.5, 2.0);
    return camera;
}

static void check_boxes(const rb_view *view, const Rectangle *clear) {
    for (int i = 0; i < fx.labels.count; i++) {
        const rb_label *label = &fx.labels.list[i];
        if (label->box.width <= 0) {
            fx.left_out++;
            continue;
        }
        fx.placed++;
        assert_true(label->box.x >= view->area.x && label->box.y >= view->area.y);
        assert_true(label->box.x + label->box.width <= view->area.x + view->area.width);
        assert_true(label->box.y + label->box.height <= view->area.y + view->area.height);
        assert_false(overlap(label->box, *clear));
        for (int k = 0; k < i; k++) {
            assert_false(overlap(label->box, fx.labels.list[k].box));
        }
        for (int k = 0; k < fx.arrows.count; k++) {
            Rectangle head;
            if (rb_arrow_head(&fx.arrows, view, &fx.arrows.list[k], &head)) {
                assert_false(overlap(label->box, head));
            }
        }
    }
}

/* An arrow too short to see has no label at its tip. */
static void check_short(const rb_view *view) {
    for (int i = 0; i < fx.arrows.count; i++) {
        const rb_arrow *arrow = &fx.arrows.list[i];
        Vector2 line[RB_ARROW_POINTS];
        const int points = rb_arrow_line(&fx.arrows, view, arrow, line);
        if (arrow->bend > 0 || points == 0 || rb_arrow_pixels(&fx.arrows, view, arrow) > 7) {
            continue;
        }
        fx.short_ones++;
        for (int k = 0; k < fx.labels.count; k++) {
            const Vector2 at = fx.labels.list[k].at;
            assert_true(fabsf(at.x - line[points - 1].x) + fabsf(at.y - line[points - 1].y) > 0);
        }
    }
}

/* A moment in the world, as seen by a random camera in a window of a random size. */
static void look(int run) {
    rb_world_style style = rb_world_style_default();
    style.show = fx.rng.state % 3 == 0 ? 0xffffffu : style.show | RB_SHOW_DRILL | RB_SHOW_ROLL;
    style.show |= RB_SHOW_LABELS;
    style.ui_scale = (float)rb_test_real(&fx.rng, 0.8, 2.0);
    const rb_camera camera = random_camera(&fx.session.drawn[run]);
    const Rectangle area = {(float)rb_test_real(&fx.rng, 0, 400), 40,
                            floorf((float)rb_test_real(&fx.rng, 300, 1920)),
                            floorf((float)rb_test_real(&fx.rng, 250, 1080))};
    style.keep_clear[0] = (Rectangle){area.x + 0.6f * area.width, area.y + 0.5f * area.height,
                                      0.4f * area.width, 0.5f * area.height};
    const rb_world_run shown = {.scene = &fx.session.drawn[run],
                                .snapshot = fx.session.shown[run],
                                .numbers = &fx.session.readout.at[run]};
    rb_view view;
    rb_label_ground ground;
    assert_true(rb_view_make(&view, &camera, area));
    fx.arrows.count = fx.labels.count = 0;
    fx.arrows.ui_scale = style.ui_scale;
    fx.clock += 1.0 / 60;
    rb_world_arrows(&fx.arrows, &fx.labels, &view, &shown, &style, KEY, fx.clock);
    rb_world_reserve_labels(&ground, &fx.arrows, &view, &style);
    rb_labels_place(&fx.labels, &fx.text, &ground, style.ui_scale);
    check_boxes(&view, &style.keep_clear[0]);
    check_short(&view);
}

/* ---- numbers ---------------------------------------------------------------------------------- */

/* The number in a text such as "N  5.06 mN", in SI. */
static double number_in(const char *text, const char *unit) {
    const char *at = strstr(text, "  ");
    assert_non_null(at);
    at += 2;
    const double sign = strncmp(at, "−", strlen("−")) == 0 ? -1 : 1;
    char *end = NULL;
    double value = strtod(at + (sign < 0 ? strlen("−") : 0), &end);
    static const struct {
        const char *prefix;
        double factor;
    } prefixes[] = {{" k", 1e3}, {" m", 1e-3}, {" µ", 1e-6}, {" n", 1e-9}, {" ", 1}};
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++) {
        char whole[32];
        snprintf(whole, sizeof whole, "%s%s", prefixes[i].prefix, unit);
        if (strcmp(end, whole) == 0) {
            return sign * value * prefixes[i].factor;
        }
    }
    fail_msg("no unit %s in \"%s\"", unit, text);
    return NAN;
}

/* World and microscope show the same text. */
static void world_and_microscope(int run) {
    static const struct { int item, number; } pairs[] = {{1, 0}, {2, 1}, {3, 2}, {4, 3}}; /* N, F, Mₙ, Mᵣ */
    const int contact = rb_contact_shown(fx.session.shown[run]);
    const rb_patch_facts f = rb_patch_facts_of(&fx.session.drawn[run], &fx.session.readout.at[run], contact);
    rb_patch_readout numbers;
    rb_patch_numbers(&f, numbers);
    for (int i = 0; i < fx.labels.count; i++) {
        const rb_label *label = &fx.labels.list[i];
        for (int k = 0; k < 4; k++) {
            if (label->memory->key == KEY + 64 * contact + pairs[k].item + 1) {
                assert_string_equal(label->text, numbers[pairs[k].number]);
                fx.labelled++;
            }
        }
    }
}

/* Table and cursor show the same text, world and cursor the same number except for its digits. */
static void table_and_cursor(int run) {
    const rb_body_kind *body = fx.session.runs[run].applied.body;
    rb_snapshot moment;
    rb_session_at(&fx.session, run, rb_session_time(&fx.session), &moment);
    rb_runs_column columns[RB_RUNS_COLUMNS];
    const int count = rb_runs_columns(&fx.session, true, columns);
    for (int i = 0; i < count; i++) {
        char cell[64], read[64];
        const bool measured = columns[i].kind == RB_COLUMN_NOW;
        if (!measured && columns[i].kind != RB_COLUMN_THETA) {
            continue;
        }
        rb_runs_cell(&fx.session, run, &columns[i], cell, sizeof cell);
        rb_cursor_value(rb_signal_at(rb_signal_of(body, measured ? body->measure : "theta")), &moment, read,
                        sizeof read);
        assert_string_equal(cell, read);
        fx.compared++;
    }
    for (int i = 0; i < fx.labels.count; i++) {
        const bool normal = fx.labels.list[i].memory->key == KEY + 2;
        const char *name = body->contacts[0] != NULL ? "N_large" : "N";
        if (normal && rb_signal_of(body, name) >= 0) {
            char read[64], whole[80];
            rb_cursor_value(rb_signal_at(rb_signal_of(body, name)), &moment, read, sizeof read);
            snprintf(whole, sizeof whole, "  %s N", read);
            double value = number_in(whole, "N");
            assert_near(number_in(fx.labels.list[i].text, "N"), value, 6e-3 * value + 5e-7);
            fx.compared++;
        }
    }
}

static void all_views_agree_and_no_label_is_covered(void **state) {
    (void)state;
    rb_text_create(&fx.text);
    if (fx.text.glyph_count == 0) {
        skip(); /* no font is installed */
    }
    fx.rng = rb_test_seeded(12);
    for (int c = 0; c < CASES; c++) {
        begin(c);
        for (int i = 0; i < INSTANTS / CASES + 1; i++) {
            int run = (int)(rb_test_real(&fx.rng, 0, fx.session.shown_count - 1e-9));
            if (i % 10 != 9) { /* else the present */
                rb_session_scrub(&fx.session, rb_test_real(&fx.rng, 0, cases[c].until));
            } else {
                rb_session_go_live(&fx.session);
            }
            rb_session_update(&fx.session, 0);
            look(run);
            world_and_microscope(run);
            table_and_cursor(run);
        }
        rb_session_destroy(&fx.session);
    }
    /* Most labels and numbers were compared. */
    assert_true(fx.labelled > 500 && fx.compared > 500);
    assert_true(fx.placed > 10 * fx.left_out);
    assert_true(fx.short_ones > 20);
}

/* Straight arrows, however long, end within the picture and before the caption, if they begin so. */
static void arrows_stay_in_the_picture(void **state) {
    (void)state;
    const Rectangle area = {0, 0, 1280, 720}, caption = {0, 0, 1280, 200};
    rb_world_style style = rb_world_style_default();
    style.show = RB_SHOW_NORMAL | RB_SHOW_FRICTION | RB_SHOW_WEIGHT;
    style.keep_clear[1] = caption;
    style.arrow_scale = 3.0f;
    begin(5);
    const rb_camera camera = rb_camera_for(&fx.session.drawn[0]);
    rb_view view;
    int long_ones = 0;
    assert_true(rb_view_make(&view, &camera, area));
    for (int i = 0; i < 100; i++) {
        rb_session_scrub(&fx.session, 0.005 * i);
        rb_session_update(&fx.session, 0);
        const rb_world_run shown = {.scene = &fx.session.drawn[0], .snapshot = fx.session.shown[0]};
        fx.arrows.count = fx.labels.count = 0;
        fx.arrows.ui_scale = 1;
        rb_world_arrows(&fx.arrows, &fx.labels, &view, &shown, &style, KEY, 0);
        for (int k = 0; k < fx.arrows.count; k++) {
            const rb_arrow *a = &fx.arrows.list[k];
            Vector2 tail, tip;
            assert_true(rb_view_project(&view, a->origin, &tail) &&
                        rb_view_project(&view, rb_add_scaled(a->origin, a->length, a->direction), &tip));
            if (CheckCollisionPointRec(tail, area) && !CheckCollisionPointRec(tail, caption)) {
                assert_true(CheckCollisionPointRec(tip, area) && !CheckCollisionPointRec(tip, caption));
                long_ones += fabsf(tip.y - tail.y) > 80;
            }
        }
    }
    assert_true(long_ones > 50);
    fx.arrows.count = fx.labels.count = 0;
    rb_session_destroy(&fx.session);
}

/* The mean of N over a rocking period is steady and near the weight while N itself swings, and it depends
   on the instant only, not on the way there. */
static void mean_forces_are_steady(void **state) {
    (void)state;
    enum { TIMES = 40 };
    double means[TIMES], low = INFINITY, high = 0;
    begin(0);
    const rb_scene *scene = &fx.session.drawn[0];
    const double weight = rb_scene_weight(scene);
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < TIMES; i++) {
            int k = pass == 0 ? i : TIMES - 1 - i;
            rb_snapshot mean;
            rb_session_scrub(&fx.session, 0.3 + 0.02 * k);
            rb_session_update(&fx.session, 0);
            assert_true(rb_mean_forces(&fx.session, 0, &mean));
            assert_true(pass == 0 || means[k] == mean.contact[0].N);
            means[k] = mean.contact[0].N;
            low = fmin(low, fx.session.shown[0]->contact[0].N);
            high = fmax(high, fx.session.shown[0]->contact[0].N);
            assert_near(means[k], weight, 0.12 * weight);
            assert_in_range(1e3 * rb_rocking_period(&fx.session, 0, fx.session.shown[0]->t), 20, 120);
        }
    }
    assert_true(high - low > weight);
    rb_session_destroy(&fx.session);
}

/* While time passes, numbers stay for a fifth of a second, and all change together. */
static void numbers_change_together(void **state) {
    (void)state;
    begin(0);
    rb_session_scrub(&fx.session, 0);
    rb_session_update(&fx.session, 0);
    rb_session_play(&fx.session);
    double last = -1;
    int changes = 0, frames = 0;
    for (; frames < 60; frames++) {
        rb_session_update(&fx.session, 1.0 / 60);
        const rb_readout *readout = &fx.session.readout;
        assert_true(readout->at[0].t == readout->at[1].t);
        assert_true(rb_session_time(&fx.session) - readout->at[0].t < 0.21);
        changes += readout->at[0].t != last;
        last = readout->at[0].t;
        look(1);
        world_and_microscope(1);
    }
    assert_in_range(changes, 4, 8); /* with the first ones of a new branch */
    rb_session_pause(&fx.session);
    rb_session_update(&fx.session, 1.0 / 60);
    rb_session_update(&fx.session, 1.0 / 60);
    assert_true(fx.session.readout.at[0].t == rb_session_time(&fx.session));
    rb_session_destroy(&fx.session);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_views_agree_and_no_label_is_covered),
        cmocka_unit_test(arrows_stay_in_the_picture),
        cmocka_unit_test(mean_forces_are_steady),
        cmocka_unit_test(numbers_change_together),
    };
    return cmocka_run_group_tests_name("viewer, agreement", tests, NULL, NULL);
}
