/* src/viewer with a window: what is drawn where; odd snapshots, sizes and times do not crash or draw
   outside. Without a display it restarts itself under xvfb-run. */
#include <math.h>
#include <raylib.h>
#include <rlgl.h>
#include <unistd.h>

#include "math/pi.h"
#include "math/vec.h"
#include "shaders.h"
#include "support.h"
#include "viewer/platform/graphics.h"
#include "viewer/world/draw_gl.h"
#include "viewer/world/world.h"

enum { WIDTH = 640, HEIGHT = 480, ALL = 0x7ffff };

static const Color backdrop = {200, 10, 200, 255};

typedef struct fixture {
    rb_world *world;
    rb_scene scene;
    rb_snapshot snapshot;
    rb_snapshot past[64];
    rb_trail_point items[64];
    rb_world_run run;
    rb_world_style style;
    rb_camera camera;
} fixture;

static fixture fx;

static int open_world(void **state) {
    (void)state;
    rb_error err = {""};
    fx.world = rb_world_create(&err);
    if (!fx.world) {
        print_error("%s\n", err.text);
        return -1;
    }
    fx.scene = rb_test_scene("k11-fig5", NULL);
    rb_simulation *sim = rb_test_simulation(&fx.scene);
    for (int i = 0; i < 64; i++) {
        rb_test_run_until(sim, 0.005 * (i + 1));
        rb_simulation_snapshot(sim, &fx.past[i]);
        fx.items[i] = rb_trail_point_of(fx.scene.body, &fx.past[i]);
    }
    fx.snapshot = fx.past[63];
    rb_simulation_destroy(sim);
    fx.run = (rb_world_run){
        .scene = &fx.scene, .snapshot = &fx.snapshot, .trail = {fx.items, 64}, .color = {255, 128, 0, 255}};
    fx.style = rb_world_style_default();
    fx.style.clock = 0.0;
    fx.camera = rb_camera_for(&fx.scene);
    return 0;
}

static int close_world(void **state) {
    (void)state;
    rb_world_destroy(fx.world);
    fx.world = NULL;
    return 0;
}

/* One frame over the backdrop, as an image to be unloaded. */
static Image frame(Rectangle area, const rb_world_run *runs, int count) {
    BeginDrawing();
    ClearBackground(backdrop);
    rb_world_draw(fx.world, &fx.camera, area, runs, count, &fx.style);
    rlDrawRenderBatchActive();
    Image image = LoadImageFromScreen();
    EndDrawing();
    return image;
}

static bool is_backdrop(Color c) {
    return c.r == backdrop.r && c.g == backdrop.g && c.b == backdrop.b;
}

static int count_backdrop(Image image, Rectangle inside, bool within) {
    int count = 0;
    for (int y = 0; y < image.height; y++) {
        for (int x = 0; x < image.width; x++) {
            const Vector2 p = {(float)x + 0.5f, (float)y + 0.5f};
            const bool counts = CheckCollisionPointRec(p, inside) == within;
            count += counts && is_backdrop(GetImageColor(image, x, y));
        }
    }
    return count;
}

static void fills_its_cell_and_nothing_else(void **state) {
    (void)state;
    fx.style.show = ALL;
    const Rectangle cell = {130, 70, 300, 200};
    Image image = frame(cell, &fx.run, 1);
    assert_int_equal(count_backdrop(image, cell, true), 0);
    assert_int_equal(count_backdrop(image, cell, false), WIDTH * HEIGHT - 300 * 200);
    UnloadImage(image);
}

static void shows_the_stone_in_the_middle(void **state) {
    (void)state;
    fx.style.show = 0;
    fx.camera.target.x = fx.snapshot.r_C.x;
    fx.camera.target.y = fx.snapshot.r_C.y;
    const Rectangle all = {0, 0, WIDTH, HEIGHT};
    Image with = frame(all, &fx.run, 1), without = frame(all, NULL, 0);
    int changed = 0;
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            const Color a = GetImageColor(with, x, y), b = GetImageColor(without, x, y);
            changed += abs(a.r - b.r) + abs(a.g - b.g) + abs(a.b - b.b) > 30;
        }
    }
    /* The stone fills a few per cent of the view, not half of it. */
    assert_in_range(changed, WIDTH * HEIGHT / 60, WIDTH * HEIGHT / 4);
    UnloadImage(with);
    UnloadImage(without);
}

/* Half width and height of what differs between two pictures, pixels. */
static Vector2 half_extent(Image a, Image b) {
    int low[2] = {WIDTH, HEIGHT}, high[2] = {0, 0};
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        const int at[2] = {i % WIDTH, i / WIDTH};
        const Color p = GetImageColor(a, at[0], at[1]), q = GetImageColor(b, at[0], at[1]);
        for (int k = 0; k < 2 && abs(p.r - q.r) + abs(p.g - q.g) + abs(p.b - q.b) > 8; k++) {
            low[k] = at[k] < low[k] ? at[k] : low[k];
            high[k] = at[k] >= high[k] ? at[k] + 1 : high[k];
        }
    }
    return (Vector2){0.5f * (float)(high[0] - low[0]), 0.5f * (float)(high[1] - low[1])};
}

/* From above, B = diag(1, 8, 10) gives an ellipsoid of 80 by 80/sqrt(8) mm, whatever its steepness
   does to the light on it; the stone is its own 80 mm less the rounding of its edge (1 mm). */
static void bodies_have_their_true_size(void **state) {
    (void)state;
    const rb_camera camera = fx.camera;
    const rb_snapshot kept = fx.snapshot;
    const Rectangle all = {0, 0, WIDTH, HEIGHT};
    fx.snapshot = fx.past[0];
    fx.snapshot.q = (rb_quat){1.0, 0.0, 0.0, 0.0};
    fx.snapshot.r_C = rb_v3(0.0, 0.0, 0.01);
    fx.camera = rb_camera_for(&fx.scene);
    rb_camera_set_view(&fx.camera, RB_VIEW_TOP);
    rb_view view;
    assert_true(rb_view_make(&view, &fx.camera, all));
    const double metre = 1.0 / (double)rb_view_pixel(&view, fx.snapshot.r_C);
    fx.style.show = 0;
    Image empty = frame(all, NULL, 0), plain = frame(all, &fx.run, 1);
    fx.style.show = RB_SHOW_INERTIA;
    Image inertia = frame(all, &fx.run, 1);
    const Vector2 ball = half_extent(inertia, plain), stone = half_extent(plain, empty);
    assert_near(ball.x, 0.08 * metre, 0.01 * 0.08 * metre);
    assert_near(ball.y, 0.08 / sqrt(8.0) * metre, 0.02 * 0.028 * metre);
    /* Turned by 0.3 rad: its shadow on the axes. */
    assert_near(stone.x, hypot(0.079 * cos(0.3), 0.0158 * sin(0.3)) * metre, 0.01 * 0.08 * metre);
    UnloadImage(empty);
    UnloadImage(plain);
    UnloadImage(inertia);
    fx.camera = camera;
    fx.snapshot = kept;
}

static void draws_the_same_picture_twice(void **state) {
    (void)state;
    fx.style.show = ALL;
    const Rectangle all = {0, 0, WIDTH, HEIGHT};
    Image a = frame(all, &fx.run, 1), b = frame(all, &fx.run, 1);
    assert_int_equal(a.format, b.format);
    assert_memory_equal(a.data, b.data, (size_t)GetPixelDataSize(WIDTH, HEIGHT, a.format));
    UnloadImage(a);
    UnloadImage(b);
}

/* Snapshots that no simulation should make. */
static rb_snapshot odd_snapshot(int kind) {
    rb_snapshot s = fx.snapshot;
    switch (kind) {
    case 0: memset(&s, 0, sizeof s); break;
    case 1: s = rb_test_invalid_snapshot(); break;
    case 2: s.contact[0].N = 0.0; break;
    case 3: s.contact[0].touching = false; break;
    case 4: s.contact_count = 99; break;
    case 5: s.r_C = rb_v3(1e30, -1e30, 1e30); break;
    case 6: s.contact[0].F = rb_v3(INFINITY, 0, 0); break;
    case 7: s.contact[0].patch = (rb_patch){0.0, 0.0}; break;
    case 8: s.contact[0].patch = (rb_patch){1e9, 1e-9}; break;
    case 9: s.omega = rb_v3(1e12, 0, 0); break;
    case 10: s.phase = (rb_phase)77; break;
    case 11: s.contact[0].M_drill = rb_v3(0, 0, -1e9); break;
    case 12: s.q = (rb_quat){0, 0, 0, 0}; break;
    case 13: s.contact[0].v_slip = rb_v3(1e-300, 1e-300, 0); break;
    default: s.contact[0].slip = (rb_slip){.u_x = 1e9, .u_y = -1e9, .d_c = 50, .d_s = -50}; break;
    }
    return s;
}

static void odd_snapshots_are_survived(void **state) {
    (void)state;
    fx.style.show = ALL;
    for (int kind = 0; kind < 15; kind++) {
        const rb_snapshot s = odd_snapshot(kind);
        const rb_trail_point odd = rb_trail_point_of(fx.scene.body, &s);
        const rb_trail_point items[] = {odd, fx.items[63], odd};
        rb_world_run run = fx.run;
        run.snapshot = &s;
        run.trail = (rb_trail){items, 3};
        rb_world_run both[] = {run, run};
        both[1].ghost = true;
        BeginDrawing();
        rb_world_draw(fx.world, &fx.camera, (Rectangle){0, 0, WIDTH, HEIGHT}, both, 2, &fx.style);
        rb_microscope_draw(fx.world, (Rectangle){300, 100, 330, 360}, &run, 0, &fx.style);
        rb_microscope_draw(fx.world, (Rectangle){0, 0, 100, 100}, &run, 7, &fx.style);
        EndDrawing();
    }
}

static void odd_places_and_scales_are_survived(void **state) {
    (void)state;
    fx.style.show = ALL;
    const Rectangle places[] = {{0, 0, 1, 1},         {0, 0, 0, 0},     {10, 10, -5, 20}, {-50, -50, 60, 60},
                                {630, 470, 400, 400}, {NAN, 0, 10, 10}, {0, 0, 1e9f, 10}, {5, 5, 3, 400}};
    const float scales[] = {1.0f, 0.0f, -1.0f, NAN, 30.0f};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        for (size_t k = 0; k < sizeof scales / sizeof scales[0]; k++) {
            fx.style.ui_scale = scales[k];
            fx.style.arrow_log = k % 2;
            BeginDrawing();
            rb_world_draw(fx.world, &fx.camera, places[i], &fx.run, 1, &fx.style);
            rb_microscope_draw(fx.world, places[i], &fx.run, 0, &fx.style);
            EndDrawing();
        }
    }
    fx.style.ui_scale = 1.0f;
    rb_camera odd = fx.camera;
    odd.distance = NAN;
    rb_world_draw(fx.world, &odd, places[0], &fx.run, 1, &fx.style);
}

static void bodies_of_every_size_and_kind_are_drawn(void **state) {
    (void)state;
    fx.style.show = ALL;
    const double sizes[] = {1e-6, 1e-3, 1.0, 10.0};
    for (int i = 0; i < 40; i++) { /* more looks than are kept */
        rb_scene scene = fx.scene;
        scene.values[RB_SECTION_BODY][rb_param_find(scene.body->params, "a1")] =
            sizes[i % 4] * (1.0 + 0.01 * i);
        rb_world_run run = fx.run;
        run.scene = &scene;
        const rb_camera camera = rb_camera_for(&scene);
        BeginDrawing();
        rb_world_draw(fx.world, &camera, (Rectangle){0, 0, WIDTH, HEIGHT}, &run, 1, &fx.style);
        EndDrawing();
    }
    for (int i = 0; i < rb_body_kind_count(); i++) {
        rb_scene scene = fx.scene;
        scene.body = rb_body_kind_at(i);
        rb_param_defaults(scene.body->params, scene.values[RB_SECTION_BODY]);
        rb_world_run run = fx.run;
        run.scene = &scene;
        Image image = frame((Rectangle){0, 0, WIDTH, HEIGHT}, &run, 1);
        UnloadImage(image);
    }
    const rb_world_run nothing = {0};
    Image image = frame((Rectangle){0, 0, WIDTH, HEIGHT}, &nothing, 1);
    UnloadImage(image);
}

static void the_microscope_fills_its_rectangle_only(void **state) {
    (void)state;
    const Rectangle area = {200, 60, 360, 400};
    BeginDrawing();
    ClearBackground(backdrop);
    rb_microscope_draw(fx.world, area, &fx.run, 0, &fx.style);
    rlDrawRenderBatchActive();
    Image image = LoadImageFromScreen();
    EndDrawing();
    assert_int_equal(count_backdrop(image, area, false), WIDTH * HEIGHT - 360 * 400);
    /* Except for its rounded corners. */
    assert_in_range(count_backdrop(image, area, true), 0, 200);
    UnloadImage(image);
}

/* How many pixels of two pictures differ visibly. */
static int differing(Image a, Image b) {
    int count = 0;
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            const Color p = GetImageColor(a, x, y), q = GetImageColor(b, x, y);
            count += abs(p.r - q.r) + abs(p.g - q.g) + abs(p.b - q.b) > 30;
        }
    }
    return count;
}

static rb_world_run a_top(rb_scene *scene, rb_snapshot *s) {
    *scene = rb_test_scene("tippetop-wood", NULL);
    *s = (rb_snapshot){.q = {1, 0, 0, 0}, .r_C = {0, 0, 0.0175}};
    fx.camera = rb_camera_for(scene);
    fx.style.show = 0;
    return (rb_world_run){.scene = scene, .snapshot = s, .color = WHITE};
}

/* The pattern rotated by a quarter turn changes the picture, in every material and both themes. */
static void the_pattern_shows_in_every_material(void **state) {
    (void)state;
    const Rectangle all = {0, 0, WIDTH, HEIGHT};
    rb_scene scene;
    rb_snapshot s;
    const rb_world_run run = a_top(&scene, &s);
    for (int theme = 0; theme < RB_THEME_COUNT; theme++) {
        rb_theme_use((rb_theme)theme);
        for (int i = RB_MATERIAL_STONE; i < RB_MATERIAL_COUNT; i++) {
            fx.style.material = (rb_material)i;
            s.q = (rb_quat){1, 0, 0, 0};
            Image before = frame(all, &run, 1);
            s.q = (rb_quat){0.70710678, 0, 0, 0.70710678};
            Image after = frame(all, &run, 1), without = frame(all, NULL, 0);
            const int body = differing(after, without);
            assert_true(body > 2000);
            assert_true(differing(before, after) > body / 3);
            UnloadImage(before);
            UnloadImage(after);
            UnloadImage(without);
        }
    }
    fx.style.material = RB_MATERIAL_AUTO;
}

/* Exposed over a whole turn the pattern vanishes: dark and light quarters look alike. */
static void a_swept_pattern_is_blurred(void **state) {
    (void)state;
    const Rectangle all = {0, 0, WIDTH, HEIGHT};
    rb_scene scene;
    rb_snapshot s;
    rb_world_run run = a_top(&scene, &s);
    for (int plain = 0; plain < 2; plain++) {
        fx.style.plain = plain;
        fx.style.material = RB_MATERIAL_ACRYLIC; /* no grain that turns with it */
        run.sweep = (float)(2 * RB_PI);
        s.q = (rb_quat){1, 0, 0, 0};
        Image before = frame(all, &run, 1);
        s.q = (rb_quat){0.70710678, 0, 0, 0.70710678};
        Image after = frame(all, &run, 1);
        assert_in_range(differing(before, after), 0, 50);
        UnloadImage(before);
        UnloadImage(after);
    }
    fx.style.plain = false;
    fx.style.material = RB_MATERIAL_AUTO;
}

/* With the shadow the table is darker below the body than beside it. */
static void the_body_stands_on_a_dark_spot(void **state) {
    (void)state;
    const Rectangle all = {0, 0, WIDTH, HEIGHT};
    rb_scene scene;
    rb_snapshot s;
    const rb_world_run run = a_top(&scene, &s);
    rb_theme_use(RB_THEME_LIGHT);
    Image without = frame(all, &run, 1);
    fx.style.show = RB_SHOW_SHADOW;
    Image with = frame(all, &run, 1);
    Vector2 foot;
    assert_true(rb_world_pixel(&fx.camera, all, rb_v3(0, 0, 0), &foot));
    const int x = (int)foot.x, y = (int)foot.y + 3;
    assert_true(GetImageColor(with, x, y).g + 60 < GetImageColor(without, x, y).g);
    const Color far = GetImageColor(with, 20, HEIGHT - 20);
    assert_int_equal(far.g, GetImageColor(without, 20, HEIGHT - 20).g);
    UnloadImage(without);
    UnloadImage(with);
}

/* A slanted edge between black and white: the number of pixels that are neither. */
static int greys(bool sampled) {
    BeginDrawing();
    ClearBackground(BLACK);
    if (sampled) {
        assert_true(rb_samples_begin(WIDTH, HEIGHT));
        ClearBackground(BLACK);
    }
    DrawTriangle((Vector2){10, 10}, (Vector2){40, 400}, (Vector2){500, 300}, WHITE);
    if (sampled) {
        rb_samples_end(0, 0, WIDTH, HEIGHT);
    }
    rlDrawRenderBatchActive();
    Image image = LoadImageFromScreen();
    EndDrawing();
    int count = 0;
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            count += GetImageColor(image, x, y).g > 20 && GetImageColor(image, x, y).g < 235;
        }
    }
    UnloadImage(image);
    return count;
}

static void several_samples_smooth_an_edge(void **state) {
    (void)state;
    assert_int_equal(greys(false), 0);
    assert_true(greys(true) > 300);
    rb_samples_free();
    assert_true(greys(true) > 300); /* rebuilt */
}

/* The same shaders are used in browsers. A driver of OpenGL 4.3 accepts their dialect. */
static void shaders_compile_for_a_browser_too(void **state) {
    (void)state;
    static const struct {
        const char *name, *text;
        int kind;
    } rows[] = {
#define VERTEX(name) {#name ".vs", rb_shader_##name##_vs, RL_VERTEX_SHADER}
#define FRAGMENT(name)                                                                                       \
    { #name ".fs", rb_shader_##name##_fs, RL_FRAGMENT_SHADER }
        VERTEX(arrow),      FRAGMENT(arrow),      VERTEX(body),   FRAGMENT(body),
        VERTEX(floor),      FRAGMENT(floor),      VERTEX(solid),  FRAGMENT(solid),
        VERTEX(microscope), FRAGMENT(microscope), VERTEX(shadow), FRAGMENT(shadow),
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[16384];
        snprintf(text, sizeof text, "#version 300 es\nprecision highp float;\n%s",
                 strchr(rows[i].text, '\n') + 1);
        const unsigned id = rlLoadShader(text, rows[i].kind);
        if (id == 0) {
            fail_msg("%s is no GLSL 300 es", rows[i].name);
        }
        rlUnloadShader(id);
    }
}

static void a_broken_shader_is_reported(void **state) {
    (void)state;
    static const char *const names[] = {"nothing", NULL};
    rb_shader shader;
    rb_error err = {""};
    SetTraceLogLevel(LOG_NONE);
    assert_int_not_equal(rb_shader_load(&shader, "broken", "no GLSL", "at all", names, &err), RB_OK);
    SetTraceLogLevel(LOG_WARNING);
    assert_contains(err.text, "broken");
    rb_shader_free(&shader);
}

static void worlds_come_and_go(void **state) {
    (void)state;
    for (int i = 0; i < 10; i++) {
        rb_world *world = rb_world_create(NULL);
        assert_non_null(world);
        BeginDrawing();
        rb_world_draw(world, &fx.camera, (Rectangle){0, 0, 200, 100}, &fx.run, 1, &fx.style);
        EndDrawing();
        rb_world_destroy(world);
    }
    rb_world_destroy(NULL);
}

int main(int argc, char **argv) {
    (void)argc;
    if (!getenv("DISPLAY") && !getenv("RB_TEST_AGAIN")) {
        setenv("RB_TEST_AGAIN", "1", 1);
        setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
        execlp("xvfb-run", "xvfb-run", "-a", "-s", "-screen 0 1280x720x24", argv[0], (char *)NULL);
        fprintf(stderr, "no display, and xvfb-run is not installed\n");
        return 77;
    }
    SetTraceLogLevel(LOG_WARNING);
    InitWindow(WIDTH, HEIGHT, "test");
    if (!IsWindowReady()) {
        return 77;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fills_its_cell_and_nothing_else),
        cmocka_unit_test(shows_the_stone_in_the_middle),
        cmocka_unit_test(bodies_have_their_true_size),
        cmocka_unit_test(draws_the_same_picture_twice),
        cmocka_unit_test(odd_snapshots_are_survived),
        cmocka_unit_test(odd_places_and_scales_are_survived),
        cmocka_unit_test(the_pattern_shows_in_every_material),
        cmocka_unit_test(a_swept_pattern_is_blurred),
        cmocka_unit_test(the_body_stands_on_a_dark_spot),
        cmocka_unit_test(several_samples_smooth_an_edge),
        cmocka_unit_test(shaders_compile_for_a_browser_too),
        cmocka_unit_test(bodies_of_every_size_and_kind_are_drawn),
        cmocka_unit_test(the_microscope_fills_its_rectangle_only),
        cmocka_unit_test(a_broken_shader_is_reported),
        cmocka_unit_test(worlds_come_and_go),
    };
    const int failed = cmocka_run_group_tests_name("viewer world on screen", tests, open_world, close_world);
    CloseWindow();
    return failed;
}
