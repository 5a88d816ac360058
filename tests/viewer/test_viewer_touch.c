/* Fingers: their meaning, and their effect in the frames of the window. */
#include <float.h>
#include <math.h>

#include "drive_app.h"
#include "viewer/gui/gui.h"
#include "viewer/platform/input.h"
#include "viewer/platform/window.h"

/* ---------------------------------------------------------------- meaning */

static const rb_finger_place world = {.slop = 10}, panel = {.panel = true, .slop = 10},
                             list = {.panel = true, .scrolls = true, .slop = 10};

static void expect(const rb_gesture *g, const char *events) {
    static const char letters[] = {
        [RB_MOUSE_MOVE] = 'm', [RB_MOUSE_DOWN] = 'd', [RB_MOUSE_UP] = 'u', [RB_MOUSE_LEAVE] = 'l'};
    char text[8] = "";
    for (int i = 0; i < g->event_count; i++) {
        text[i] = letters[g->events[i].kind];
    }
    assert_string_equal(text, events);
}

static rb_gesture frame(rb_fingers *f, rb_finger_place place, const char *events) {
    rb_gesture g = rb_fingers_update(f, place);
    expect(&g, events);
    return g;
}

static void one_finger_beside_the_panels_is_the_left_button(void **state) {
    (void)state;
    rb_fingers f = {0};
    frame(&f, world, "");
    rb_fingers_add(&f, 7, true, 100, 100, 0);
    frame(&f, world, "m");
    rb_gesture g = frame(&f, world, "mdm");
    assert_true(g.events[1].x == 100);
    rb_fingers_add(&f, 7, true, 130, 90, 0.1);
    g = frame(&f, world, "m");
    assert_true(g.events[0].x == 130 && g.events[0].y == 90);
    rb_fingers_add(&f, 7, false, 131, 90, 0.2);
    frame(&f, world, "mul");
    frame(&f, world, "");
    assert_int_equal(f.mode, RB_FINGERS_NONE);
    /* A tap that ended within a frame. */
    rb_fingers_add(&f, 8, true, 5, 5, 1);
    rb_fingers_add(&f, 8, false, 5, 5, 1.01);
    frame(&f, world, "m");
    frame(&f, world, "mdmul");
    assert_int_equal(f.mode, RB_FINGERS_NONE);
}

static void a_finger_on_a_panel_taps_drags_scrolls_or_rests(void **state) {
    (void)state;
    rb_fingers f = {0};
    rb_fingers_add(&f, 1, true, 50, 50, 0); /* taps */
    frame(&f, list, "m");
    frame(&f, list, "");
    rb_fingers_add(&f, 1, true, 52, 51, 0.1);
    frame(&f, list, "");
    rb_fingers_add(&f, 1, false, 52, 51, 0.2);
    frame(&f, list, "mdul");
    rb_fingers_add(&f, 1, true, 50, 50, 1); /* rests: no click */
    frame(&f, list, "m");
    frame(&f, list, "");
    rb_fingers_add(&f, 1, false, 50, 50, 1.6);
    frame(&f, list, "l");
    rb_fingers_add(&f, 1, true, 50, 50, 2); /* along a list: scrolls */
    frame(&f, list, "m");
    frame(&f, list, "");
    rb_fingers_add(&f, 1, true, 53, 80, 2.1);
    frame(&f, list, "");
    rb_gesture g = frame(&f, list, "");
    assert_true(g.scroll == 30);
    rb_fingers_add(&f, 1, true, 53, 75, 2.2);
    g = frame(&f, list, "");
    assert_true(g.scroll == -5);
    rb_fingers_add(&f, 1, false, 53, 75, 2.3);
    frame(&f, list, "l");
    rb_fingers_add(&f, 1, true, 50, 50, 3); /* across: a slider */
    frame(&f, list, "m");
    frame(&f, list, "");
    rb_fingers_add(&f, 1, true, 80, 53, 3.1);
    g = frame(&f, list, "mdm");
    assert_true(g.events[1].x == 50 && g.events[2].x == 80);
    rb_fingers_add(&f, 1, false, 80, 53, 3.2);
    frame(&f, list, "mul");
    rb_fingers_add(&f, 1, true, 50, 50, 4); /* where nothing scrolls, every drag is one */
    frame(&f, panel, "m");
    frame(&f, panel, "");
    rb_fingers_add(&f, 1, true, 50, 90, 4.1);
    frame(&f, panel, "mdm");
}

static void two_fingers_pan_and_spread(void **state) {
    (void)state;
    rb_fingers f = {0};
    rb_fingers_add(&f, 1, true, 100, 100, 0);
    frame(&f, world, "m");
    frame(&f, world, "mdm");
    rb_fingers_add(&f, 2, true, 200, 100, 0.1);
    rb_gesture g = frame(&f, world, "ul"); /* what the first one held is release */
    assert_true(g.two && g.spread == 1);
    rb_fingers_add(&f, 1, true, 90, 100, 0.2);
    rb_fingers_add(&f, 2, true, 210, 100, 0.2);
    g = frame(&f, world, "");
    assert_near((double)g.spread, 1.2, 1e-6);
    assert_true(g.two && g.pan_x == 0 && g.pan_y == 0);
    rb_fingers_add(&f, 1, true, 110, 130, 0.3);
    rb_fingers_add(&f, 2, true, 230, 130, 0.3);
    g = frame(&f, world, "");
    assert_true(g.pan_x == 20 && g.pan_y == 30 && g.spread == 1);
    rb_fingers_add(&f, 1, false, 110, 130, 0.4);
    g = frame(&f, world, "");
    assert_false(g.two);
    rb_fingers_add(&f, 2, true, 300, 300, 0.5); /* the last one does nothing any more */
    frame(&f, world, "");
    rb_fingers_add(&f, 2, false, 300, 300, 0.6);
    frame(&f, world, "");
    assert_int_equal(f.mode, RB_FINGERS_NONE);
    for (int id = 0; id < 9; id++) { /* a whole hand, and more */
        rb_fingers_add(&f, id, true, (float)id, 1, 1);
    }
    frame(&f, world, "m");
    for (int id = 0; id < 9; id++) {
        rb_fingers_add(&f, id, false, (float)id, 1, 1);
    }
    for (int i = 0; i < 4; i++) {
        rb_fingers_update(&f, world);
    }
    assert_int_equal(f.mode, RB_FINGERS_NONE);
    assert_int_equal(f.count, 0);
}

/* ---------------------------------------------------------------- in the window */

/* The linker redirects the input of the window to these functions. */
void __wrap_rb_input_collect(void);
int __wrap_rb_input_count(void);
const rb_input_event *__wrap_rb_input_at(int index);
void __wrap_rb_input_take(int count);
rb_pointer __wrap_rb_input_pointer(void);

static rb_input_event events[16];
static int event_count;

void __wrap_rb_input_collect(void) {}

int __wrap_rb_input_count(void) {
    return event_count;
}

const rb_input_event *__wrap_rb_input_at(int index) {
    return &events[index];
}

void __wrap_rb_input_take(int count) {
    event_count -= count;
    memmove(events, events + count, (size_t)event_count * sizeof events[0]);
}

rb_pointer __wrap_rb_input_pointer(void) {
    return (rb_pointer){0};
}

static void finger(int id, bool down, float x, float y) {
    events[event_count++] = (rb_input_event){RB_INPUT_FINGER, id, down, x, y, 0};
}

static void go(rb_app *app, int id, Vector2 from, Vector2 to) {
    finger(id, true, from.x, from.y);
    drive_frames(app, 4);
    for (int i = 1; i <= 5; i++) {
        float share = 0.2f * (float)i;
        finger(id, true, from.x + share * (to.x - from.x), from.y + share * (to.y - from.y));
        drive_frames(app, 2);
    }
}

static void tap(rb_app *app, float x, float y) {
    finger(1, true, x, y);
    finger(1, false, x, y); /* shorter than a frame */
    drive_frames(app, 8);
}

static Vector2 body_pixel(const rb_app *app) {
    Rectangle cells[RB_RUNS_MAX];
    Vector2 pixel = {0};
    rb_view_cells(app, cells);
    rb_camera camera = rb_view_camera(app, 0);
    assert_true(rb_world_pixel(&camera, cells[0], app->session.shown[0]->r_C, &pixel));
    return pixel;
}

static rb_app *phone(void) {
    rb_app *app = drive_open("toy-plastic", "--size", "390x844", "--speed", "1", NULL);
    drive_act(app, "play off; restart; play off; seek begin");
    drive_until(app, drive_settled(app) && !rb_session_playing(&app->session));
    drive_frames(app, 3);
    return app;
}

static void one_finger_spins_the_body_or_looks_round(void **state) {
    (void)state;
    rb_app *app = phone();
    float yaw = app->camera.yaw;
    Vector2 at = body_pixel(app);
    go(app, 1, at, (Vector2){at.x + 90, at.y});
    assert_true(app->hand.active && app->hand.moved);
    assert_true(app->camera.yaw == yaw);
    finger(1, false, at.x + 90, at.y);
    drive_until(app, drive_settled(app) && app->session.user_events.count == 1);
    assert_int_equal(app->session.user_events.items[0].kind, RB_USER_EVENT_FLICK);
    Rectangle w = app->ui.rects.world;
    Vector2 beside = {w.x + 0.5f * w.width, w.y + 0.9f * w.height};
    go(app, 2, beside, (Vector2){beside.x + 80, beside.y});
    finger(2, false, beside.x + 80, beside.y);
    drive_frames(app, 4);
    assert_true(fabsf(app->camera.yaw - yaw) > 0.2f);
    assert_false(app->hand.active);
    drive_close(app);
}

static void two_fingers_pinch_and_release_the_body(void **state) {
    (void)state;
    rb_app *app = phone();
    Vector2 at = body_pixel(app);
    float distance = app->camera.distance;
    go(app, 1, at, (Vector2){at.x + 60, at.y});
    assert_true(app->hand.active);
    finger(2, true, at.x - 60, at.y);
    drive_frames(app, 3);
    assert_false(app->hand.active);
    finger(1, true, at.x + 120, at.y);
    finger(2, true, at.x - 120, at.y);
    drive_frames(app, 3);
    assert_near((double)(app->camera.distance / distance), 0.5, 0.02); /* twice as far apart */
    assert_true(app->camera.follow);
    finger(1, true, at.x + 120, at.y + 60);
    finger(2, true, at.x - 120, at.y + 60);
    drive_frames(app, 3);
    assert_false(app->camera.follow); /* panned away on purpose */
    finger(1, false, at.x, at.y);
    finger(2, false, at.x, at.y);
    drive_frames(app, 6);
    assert_int_equal(app->session.user_events.count, 0); /* no one gave it a spin */
    drive_close(app);
}

bool __wrap_igBeginTooltip(void);
bool __real_igBeginTooltip(void);
void __wrap_igSetScrollY_Float(float y);
void __real_igSetScrollY_Float(float y);
static int tooltips;
static float scrolled;

bool __wrap_igBeginTooltip(void) {
    tooltips++;
    return __real_igBeginTooltip();
}

void __wrap_igSetScrollY_Float(float y) {
    scrolled = y;
    __real_igSetScrollY_Float(y);
}

/* In the next frame. */
static bool tooltip_shown(rb_app *app) {
    tooltips = 0;
    drive_frames(app, 1);
    return tooltips > 0;
}

static void a_tap_clicks_and_a_long_press_explains(void **state) {
    (void)state;
    rb_app *app = phone();
    Rectangle bottom = app->ui.rects.bottom;
    float y = bottom.y + 0.5f * bottom.height, x = bottom.width - 30; /* plots */
    tap(app, x, y);
    assert_int_equal(app->ui.drawer, RB_DRAWER_RIGHT);
    tap(app, x, y);
    assert_int_equal(app->ui.drawer, RB_DRAWER_NONE);
    finger(1, true, x, y);
    drive_until(app, tooltip_shown(app));
    double since = rb_clock_now();
    drive_until(app, rb_clock_now() > since + RB_FINGER_REST);
    finger(1, false, x, y);
    drive_frames(app, 6);
    assert_int_equal(app->ui.drawer, RB_DRAWER_NONE);
    assert_false(tooltip_shown(app));
    drive_close(app);
}

/* Fields and sliders fill the drawer: a finger that moves along it must not change one. */
static void a_drawer_scrolls_under_a_finger(void **state) {
    (void)state;
    rb_app *app = phone();
    drive_act(app, "left on; parameters all");
    drive_frames(app, 3);
    rb_scene before = app->session.runs[0].scene;
    Rectangle left = app->ui.rects.left;
    Vector2 from = {left.x + 0.6f * left.width, left.y + 0.8f * left.height};
    go(app, 1, from, (Vector2){from.x + 4, from.y - 300});
    finger(1, false, from.x + 4, from.y - 300);
    drive_frames(app, 5);
    assert_near((double)scrolled, 300, 12); /* except for the slop */
    assert_true(rb_scene_same(&before, &app->session.runs[0].scene));
    drive_close(app);
}

int main(int argc, char **argv) {
    (void)argc;
    drive_begin(argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_finger_beside_the_panels_is_the_left_button),
        cmocka_unit_test(a_finger_on_a_panel_taps_drags_scrolls_or_rests),
        cmocka_unit_test(two_fingers_pan_and_spread),
        cmocka_unit_test(one_finger_spins_the_body_or_looks_round),
        cmocka_unit_test(two_fingers_pinch_and_release_the_body),
        cmocka_unit_test(a_tap_clicks_and_a_long_press_explains),
        cmocka_unit_test(a_drawer_scrolls_under_a_finger),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
