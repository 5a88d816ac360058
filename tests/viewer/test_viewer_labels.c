/* Texts and arrows over bodies, without a window: labels cover nothing important, and the head of the spin
   arrow is seen from the side. */
#include <math.h>

#include "math/pi.h"
#include "math/vec.h"
#include "support.h"
#include "viewer/world/world_parts.h"

/* ---------------------------------------------------------------- labels */

static rb_label_spec spec_at(float x, float y) {
    return (rb_label_spec){
        .key = 7, .symbol = "mass drawn as two balls", .value = NAN, .at = {x, y}, .away = {0.8f, -0.6f}};
}

/* Places one label at a time; returns its box. */
static Rectangle place(rb_labels *labels, rb_text *text, rb_label_ground *ground, double now) {
    const rb_label_spec spec = spec_at(300, 200);
    rb_label_add(labels, &spec, now, now);
    rb_labels_place(labels, text, ground, 1);
    const Rectangle box = labels->list[0].box;
    labels->count = labels->named_count = 0;
    return box;
}

static const Rectangle area = {0, 0, 640, 400};

/* For any position of the labelled object, and any covered areas. */
static void labels_do_not_cover_what_they_name(void **state) {
    (void)state;
    rb_text text;
    rb_text_create(&text);
    rb_labels *labels = calloc(1, sizeof *labels);
    assert_non_null(labels);
    for (int i = 0; i < 16; i++) {
        const float angle = (float)i * 0.4f;
        const Rectangle ball = {300 + 30 * cosf(angle) - 20, 200 + 30 * sinf(angle) - 20, 40, 40};
        const Rectangle card = {0, 230, 640, 170};
        rb_label_ground ground = {.area = area};
        rb_labels_keep_clear(&ground, card);
        rb_labels_avoid(labels, ball);
        const Rectangle box = place(labels, &text, &ground, 10.0 * i);
        assert_true(box.width > 0);
        assert_false(CheckCollisionRecs(box, ball));
        assert_false(CheckCollisionRecs(box, card));
    }
    free(labels);
    rb_text_free(&text);
}

/* A line that crosses a label is tolerated for a second; then the label moves. */
static void labels_leave_lines_but_do_not_hurry(void **state) {
    (void)state;
    rb_text text;
    rb_text_create(&text);
    rb_labels *labels = calloc(1, sizeof *labels);
    assert_non_null(labels);
    rb_label_ground free_ground = {.area = area};
    const Rectangle first = place(labels, &text, &free_ground, 10.0);
    const float y = first.y + 0.5f * first.height;
    Rectangle box = first;
    for (int i = 1; i <= 60; i++) { /* a tenth of a second each: it glides there meanwhile */
        rb_label_ground ground = {.area = area};
        rb_labels_avoid_line(&ground, (Vector2){0, y}, (Vector2){640, y});
        box = place(labels, &text, &ground, 10.0 + 0.1 * i);
        if (i < 9) {
            assert_true(box.y == first.y);
        }
    }
    assert_true(box.width > 0 && (box.y > y || box.y + box.height < y));
    free(labels);
    rb_text_free(&text);
}

/* ---------------------------------------------------------------- the spin */

/* Its last part points to the right for an anticlockwise spin and to the left for a clockwise one, seen
   from the side: not towards the viewer. */
static void the_spin_shows_its_head(void **state) {
    (void)state;
    const rb_scene scene = rb_default_scene();
    rb_camera camera = rb_camera_for(&scene);
    rb_arrows *arrows = calloc(1, sizeof *arrows);
    assert_non_null(arrows);
    arrows->ui_scale = 1;
    const rb_world_style style = {.show = RB_SHOW_SPIN, .ui_scale = 1};
    int seen = 0;
    for (int i = 0; i < 60; i++) {
        camera.yaw = 0.7f * (float)i;
        camera.pitch = 0.1f + 0.29f * (float)(i % 6); /* up to 1.55: from above */
        const double spin = (i % 2 ? -1 : 1) * (0.2 + 0.1 * (i % 37));
        const rb_snapshot s = {.r_C = {0, 0, 0.01}, .q = {1, 0, 0, 0}, .omega = {0, 0, spin}};
        const rb_world_run run = {.scene = &scene, .snapshot = &s};
        rb_view view;
        assert_true(rb_view_make(&view, &camera, (Rectangle){0, 0, 800, 600}));
        arrows->count = 0;
        rb_world_spin(arrows, &view, &run, &style);
        assert_int_equal(arrows->count, 1);
        Vector2 p[RB_ARROW_POINTS];
        if (rb_arrow_line(arrows, &view, &arrows->list[0], p) < RB_ARROW_POINTS) {
            continue; /* too short to be drawn */
        }
        /* Where it ends, and a twentieth of a turn before. */
        rb_arrow last = arrows->list[0];
        const double back = fmin(0.3, last.length);
        const rb_vec3 side = rb_cross(last.direction, last.towards);
        const double middle = 0.5 * (last.length - back);
        last.towards = rb_add_scaled(rb_scale(cos(middle), last.towards), sin(middle), side);
        last.length = back;
        if (rb_arrow_line(arrows, &view, &last, p) == RB_ARROW_POINTS) {
            const double dx = (double)(p[RB_ARROW_POINTS - 1].x - p[0].x);
            const double dy = (double)(p[RB_ARROW_POINTS - 1].y - p[0].y);
            assert_true(spin > 0 ? dx > 0 : dx < 0);
            assert_true(fabs(dx) > 0.8 * hypot(dx, dy));
            seen++;
        }
    }
    assert_true(seen > 50);
    free(arrows);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(labels_do_not_cover_what_they_name),
        cmocka_unit_test(labels_leave_lines_but_do_not_hurry),
        cmocka_unit_test(the_spin_shows_its_head),
    };
    return cmocka_run_group_tests_name("viewer labels", tests, NULL, NULL);
}
