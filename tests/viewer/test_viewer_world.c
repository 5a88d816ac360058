/* src/viewer without a window: camera, numbers, looks, picking. */
#include <math.h>

#include "math/pi.h"
#include "math/vec.h"
#include "support.h"
#include "viewer/world/body_view.h"
#include "viewer/world/draw_text.h"
#include "viewer/world/mesh_body.h"
#include "viewer/world/microscope.h"
#include "viewer/world/theme.h"
#include "viewer/world/world.h"

static void axes_convert_both_ways_and_keep_their_hand(void **state) {
    (void)state;
    const rb_vec3 v = rb_v3(1.0, 2.0, 3.0), back = rb_from_raylib(rb_to_raylib(v));
    assert_near(rb_norm(rb_sub(v, back)), 0.0, 0.0);
    /* x cross y is z before and after. */
    const Vector3 x = rb_to_raylib(rb_v3(1, 0, 0)), y = rb_to_raylib(rb_v3(0, 1, 0));
    const Vector3 z = rb_to_raylib(rb_v3(0, 0, 1));
    assert_near(x.y * y.z - x.z * y.y, z.x, 0.0);
    assert_near(x.z * y.x - x.x * y.z, z.y, 0.0);
    assert_near(x.x * y.y - x.y * y.x, z.z, 0.0);
    assert_near(z.y, 1.0, 0.0); /* raylib's up */
}

static void the_camera_stays_above_the_floor_and_finite(void **state) {
    (void)state;
    const rb_scene scene = rb_default_scene();
    rb_camera camera = rb_camera_for(&scene);
    rb_test_rng rng = {5};
    for (int i = 0; i < 2000; i++) {
        rb_camera_orbit(&camera, (float)rb_test_real(&rng, -400, 400), (float)rb_test_real(&rng, -400, 400));
        rb_camera_pan(&camera, (float)rb_test_real(&rng, -40, 40), (float)rb_test_real(&rng, -40, 40),
                      (float)rb_test_real(&rng, 0, 800));
        rb_camera_zoom(&camera, (float)rb_test_real(&rng, -20, 20));
        const rb_vec3 eye = rb_camera_eye(&camera);
        assert_true(isfinite(eye.x) && isfinite(eye.y) && eye.z > 0.0);
    }
    rb_camera_orbit(&camera, NAN, 1.0f);
    rb_camera_zoom(&camera, INFINITY);
    rb_camera_pan(&camera, 1.0f, 1.0f, 0.0f);
    assert_true(isfinite(camera.yaw) && isfinite(camera.distance));
}

static void the_camera_follows_but_not_up_and_down(void **state) {
    (void)state;
    const rb_scene scene = rb_default_scene();
    rb_camera camera = rb_camera_for(&scene);
    const double height = camera.target.z;
    rb_snapshot s = {.r_C = {0.1, -0.2, 0.5}};
    for (int i = 0; i < 300; i++) {
        rb_camera_update(&camera, &s, 1.0f / 60.0f);
    }
    /* Five seconds are 14 time constants. */
    assert_near(camera.target.x, 0.1, 1e-5);
    assert_near(camera.target.y, -0.2, 1e-5);
    assert_near(camera.target.z, height, 0.0);
    s.r_C.x = NAN;
    rb_camera_update(&camera, &s, 1.0f / 60.0f);
    assert_near(camera.target.x, 0.1, 1e-5);
}

static void numbers_have_three_digits_and_a_unit(void **state) {
    (void)state;
    static const struct {
        double value, typical;
        const char *unit, *text;
    } rows[] = {
        {2.4567, 2.5, "N", "2.46 N"},          {0.9224, 2.5, "N", "0.922 N"},
        {24.567, 2.5, "N", "24.6 N"},          {1234.0, 2.5, "N", "1.23 kN"},
        {-1.6e-4, 2e-4, "N m", "−160 µN m"},   {0.0, 2.5, "N", "0 N"},
        {0.5, 0.0, "m/s", "500 mm/s"},         {4.0, 4.0, "rad/s", "4.00 rad/s"},
        {0.0123, 4.0, "rad/s", "0.012 rad/s"}, {NAN, 1.0, "N", "– N"},
        {9.9999, 2.5, "N", "10.0 N"},          {0.0, 0.0, "N", "0 N"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[64];
        rb_format_value(text, sizeof text, rows[i].value, rows[i].typical, rows[i].unit);
        assert_string_equal(text, rows[i].text);
    }
}

/* Distance of a body point from the solid's centre in unit-sphere space: 1 on its surface. */
static double unit_distance(const rb_solid *solid, rb_vec3 p) {
    vec3 v = {(float)p.x - solid->centre[0], (float)p.y - solid->centre[1], (float)p.z - solid->centre[2]};
    mat3 unit;
    memcpy(unit, solid->unit, sizeof unit);
    glm_mat3_mulv(unit, v, v);
    return glm_vec3_norm(v);
}

static void the_contact_point_lies_on_the_drawn_surface(void **state) {
    (void)state;
    const rb_scene scene = rb_test_scene("k11-fig5", NULL);
    rb_body_look look;
    rb_scene_look(&scene, &look);
    const rb_solid solid = rb_look_solid(&look);
    rb_simulation *sim = rb_test_simulation(&scene);
    for (int i = 1; i <= 20; i++) {
        rb_snapshot s;
        rb_test_run_until(sim, 0.05 * i);
        rb_simulation_snapshot(sim, &s);
        /* Single precision of the drawing. */
        assert_near(unit_distance(&solid, s.contact[0].point_body), 1.0, 1e-5);
    }
    rb_simulation_destroy(sim);
}

/* Every triangle faces in the direction of its normals; every vertex is within the bounding radius. */
static void check_mesh(const rb_mesh_data *m, double radius) {
    assert_true(m->vertex_count > 100 && m->index_count > 300);
    for (int i = 0; i < m->index_count; i += 3) {
        const rb_vertex *v[3];
        vec3 e1, e2, face;
        for (int k = 0; k < 3; k++) {
            assert_true(m->indices[i + k] < m->vertex_count);
            v[k] = &m->vertices[m->indices[i + k]];
            assert_true(glm_vec3_norm((float *)v[k]->position) <= (float)radius);
            assert_near(glm_vec3_norm((float *)v[k]->normal), 1.0, 1e-5);
        }
        glm_vec3_sub((float *)v[1]->position, (float *)v[0]->position, e1);
        glm_vec3_sub((float *)v[2]->position, (float *)v[0]->position, e2);
        glm_vec3_cross(e1, e2, face);
        const float area = glm_vec3_norm(face);
        for (int k = 0; k < 3 && area > 1e-10f; k++) { /* degenerate at the poles */
            assert_true(glm_vec3_dot(face, (float *)v[k]->normal) > -0.35f * area);
        }
    }
}

static void meshes_face_outward(void **state) {
    (void)state;
    static rb_mesh_data data;
    static rb_body_look looks[5];
    const rb_scene stone = rb_test_scene("k11-fig5", NULL), rod = rb_test_scene("k15-a1", NULL);
    const rb_scene top = rb_test_scene("tippetop-ka09", NULL);
    const rb_scene sphere = rb_test_scene("tippetop-ka09", "r=0", NULL);
    const rb_scene *const scenes[] = {&stone, &rod, &top, &sphere, NULL}; /* NULL: a ball */
    const double radii[] = {0.0801, 0.12, 0.0222, 0.0181, 0.0201};
    for (int i = 0; i < 5; i++) {
        rb_scene_look(scenes[i], &looks[i]);
        rb_look_mesh(&looks[i], &data);
        check_mesh(&data, radii[i]);
        assert_true(rb_look_equal(&looks[i], &looks[i]));
    }
    assert_int_equal(looks[1].part_count, 5); /* the rod, what carries it, two masses */
    for (int i = 0; i < 5; i++) {
        assert_false(rb_look_equal(&looks[i], &looks[(i + 1) % 5]));
    }
}

/* Stones with another surface: every point of the shell is on it, up to the rim below the lid, and the mesh
   faces outward. Single precision. */
static void shells_follow_the_surface(void **state) {
    (void)state;
    static rb_mesh_data data;
    static rb_body_look look, other;
    static const char *const kinds[] = {"surface=ellipsoid", "surface=paraboloid", "surface=superellipsoid",
                                        "surface=halves"};
    const double a1 = 0.08, a2 = 0.016, a3 = 0.012, back = 0.06;
    for (int kind = 0; kind < 4; kind++) {
        rb_scene scene = rb_test_scene("k11-fig5", "alpha=0", "k3=0", kinds[kind], "exponent=4",
                                       "rounding=0.5", "joint=0.01", NULL);
        rb_scene_look(&scene, &look);
        rb_look_mesh(&look, &data);
        check_mesh(&data, 0.1135);
        assert_true(rb_look_equal(&look, &look));
        assert_true(kind == 0 || !rb_look_equal(&look, &other));
        other = look;
        for (int i = 0; i < data.vertex_count && data.vertices[i].position[2] < -0.19 * a3; i++) {
            const float *p = data.vertices[i].position;
            double x = p[0] / (kind == 3 && p[0] < 0 ? back : a1), y = p[1] / a2, z = p[2] / a3;
            double plain = x * x + y * y, four = x * x * x * x + y * y * y * y + z * z * z * z;
            double off = kind == 1 ? 1 + z - plain / 2 : plain + z * z - 1;
            off = kind == 2 ? (four + 0.5 * (plain + z * z)) / 1.5 - 1 : off;
            assert_near(off, 0.0, kind == 3 ? 1e-2 : 1e-5); /* the joint of the halves is blended */
        }
    }
}

/* Forms of size 1 have their stated extent. */
static void forms_have_their_size(void **state) {
    (void)state;
    static rb_mesh_data data;
    static const struct {
        rb_form form;
        rb_vec3 low, high;
        double slack; /* a wire is as thick as it is; rounded rims stay within */
    } forms[] = {
        {RB_FORM_BOWL, {-1, -1, -1}, {1, 1, 0}, 0.02},  {RB_FORM_ELLIPSOID, {-1, -1, -1}, {1, 1, 1}, 1e-6},
        {RB_FORM_ROD, {-1, -1, 0}, {1, 1, 1}, 1e-6},    {RB_FORM_BOX, {-1, -1, -1}, {1, 1, 1}, 1e-6},
        {RB_FORM_SPRING, {-1, -1, 0}, {1, 1, 1}, 0.15},
    };
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        rb_form_mesh(forms[i].form, &data);
        const double low[3] = {forms[i].low.x, forms[i].low.y, forms[i].low.z};
        const double high[3] = {forms[i].high.x, forms[i].high.y, forms[i].high.z};
        for (int axis = 0; axis < 3; axis++) {
            double least = INFINITY, most = -INFINITY;
            for (int k = 0; k < data.vertex_count; k++) {
                least = fmin(least, data.vertices[k].position[axis]);
                most = fmax(most, data.vertices[k].position[axis]);
            }
            assert_near(least, low[axis], forms[i].slack);
            assert_near(most, high[axis], forms[i].slack);
        }
        for (int k = 0; k < data.index_count; k++) {
            assert_true(data.indices[k] < data.vertex_count);
        }
    }
    rb_form_mesh(RB_FORM_TURNED, &data);
    assert_int_equal(data.vertex_count, 0);
}

static void picking_finds_the_body_under_the_pixel(void **state) {
    (void)state;
    const rb_scene scene = rb_default_scene();
    const rb_camera camera = rb_camera_for(&scene);
    const Rectangle area = {100, 50, 800, 600};
    const rb_snapshot s = {.r_C = {0, 0, 0.01}, .q = {1, 0, 0, 0}};
    const rb_world_run run = {.scene = &scene, .snapshot = &s};
    rb_body_look look;
    rb_scene_look(&scene, &look);
    const rb_solid solid = rb_look_solid(&look);
    rb_view view;
    Vector2 pixel;
    rb_vec3 point;
    assert_true(rb_view_make(&view, &camera, area));
    assert_true(rb_view_project(&view, rb_v3(0, 0, 0.011), &pixel));
    assert_int_equal(rb_world_pick(NULL, &camera, area, &run, 1, pixel, &point), 0);
    assert_true(unit_distance(&solid, rb_sub(point, s.r_C)) < 1.0 + 1e-4);
    assert_near(point.z, 0.012, 1e-6); /* the flat lid, as high as the ellipsoid's centre */
    assert_int_equal(rb_world_pick(NULL, &camera, area, &run, 1, (Vector2){105, 55}, &point), -1);
    assert_int_equal(rb_world_pick(NULL, &camera, area, &run, 1, (Vector2){5, 5}, &point), -1);
    assert_int_equal(rb_world_pick(NULL, &camera, area, NULL, 0, pixel, &point), -1);
}

/* A changing number does not move its neighbours, with any font. */
static void digits_are_of_one_width(void **state) {
    (void)state;
    rb_text text;
    rb_text_create(&text);
    if (text.glyph_count == 0) {
        skip(); /* this system has no font we know */
    }
    for (int pixels = 12; pixels <= 66; pixels += 9) {
        const float width = rb_text_measure(&text, "0", pixels).x;
        assert_true(width > 0.3f * (float)pixels);
        for (char digit[] = "1"; digit[0] <= '9'; digit[0]++) {
            assert_near(rb_text_measure(&text, digit, pixels).x, width, 0);
        }
    }
    rb_text_free(&text);
}

/* Characters that the main font lacks come from another one. */
static void every_sign_that_is_written_is_there(void **state) {
    (void)state;
    rb_text text;
    rb_text_create(&text);
    const char *signs = "ωθφψμδαβλΔΩ₀₁₂₃₄₅₆₇₈₉ₙₓᵣᵢ²³⁻·×−→←↻≈≤∞√∂′°–…●○µ";
    if (text.glyph_count == 0) {
        skip();
    }
    for (int at = 0, bytes = 0; signs[at] != '\0'; at += bytes) {
        const int point = GetCodepointNext(&signs[at], &bytes);
        bool found = false;
        for (int i = 0; i < text.glyph_count && !found; i++) {
            found = text.codepoints[i] == point;
        }
        if (!found) {
            fail_msg("no glyph for U+%04X", (unsigned)point);
        }
    }
    rb_text_free(&text);
}

static void every_item_is_named_once(void **state) {
    (void)state;
    unsigned seen = 0;
    for (int i = 0; i < rb_show_item_count(); i++) {
        const rb_show_item *item = rb_show_item_at(i);
        assert_int_equal((unsigned)item->bit, 1u << i);
        assert_true(item->name[0] && item->help[0]);
        seen |= item->bit;
    }
    assert_null(rb_show_item_at(-1));
    assert_null(rb_show_item_at(rb_show_item_count()));
    assert_int_equal(rb_world_style_default().show & ~seen, 0);
}

static double lightness(Color c) {
    return 0.2126 * c.r + 0.7152 * c.g + 0.0722 * c.b;
}

static void density_names_the_material(void **state) {
    (void)state;
    static const struct {
        const char *scene;
        rb_material material;
    } rows[] = {
        {"long-wood", RB_MATERIAL_BEECH},     {"tippetop-wood", RB_MATERIAL_BEECH},
        {"toy-plastic", RB_MATERIAL_PLASTIC}, {"k15-a1", RB_MATERIAL_PLASTIC},
        {"k11-fig5", RB_MATERIAL_PLASTIC},    {"disk-k12", RB_MATERIAL_METAL},
    };
    rb_body_look look;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const rb_scene scene = rb_test_scene(rows[i].scene, NULL);
        rb_scene_look(&scene, &look);
        assert_int_equal(rb_material_of(&look), rows[i].material);
    }
    look.mass = NAN;
    assert_int_equal(rb_material_of(&look), RB_MATERIAL_METAL);
    look.mass = 1.0;
    look.solid.size = rb_v3(0.0, 0.0, 0.0);
    assert_int_equal(rb_material_of(&look), RB_MATERIAL_METAL);
    /* The pattern is visible in each material. */
    for (int i = RB_MATERIAL_STONE; i < RB_MATERIAL_COUNT; i++) {
        assert_true(lightness(rb_material_tone((rb_material)i, true)) >
                    80.0 + lightness(rb_material_tone((rb_material)i, false)));
    }
}

/* Frames of dt each; returns how many until drawing is simplified, 0: never within a thousand. */
static int frames_until_slow(rb_pace *pace, double dt) {
    for (int i = 1; i <= 1000; i++) {
        if (rb_pace_frame(pace, dt)) {
            return i;
        }
    }
    return 0;
}

static void slow_frames_are_drawn_more_simply(void **state) {
    (void)state;
    rb_pace pace = {0};
    assert_int_equal(frames_until_slow(&pace, 1.0 / 30.0), 0); /* a screen of 30 Hz */
    assert_int_equal(rb_style_saving(RB_STYLE_AUTO, &pace), RB_SAVING_NONE);
    rb_pace_frame(&pace, 100.0); /* the machine slept */
    assert_int_equal(frames_until_slow(&pace, 1.0 / 60.0), 0);
    pace = (rb_pace){0};
    assert_in_range(frames_until_slow(&pace, 0.05), 1, 120);
    assert_int_equal(rb_style_saving(RB_STYLE_AUTO, &pace), RB_SAVING_SAMPLES);
    assert_in_range(frames_until_slow(&pace, 0.05), 1, 120);
    assert_int_equal(rb_style_saving(RB_STYLE_AUTO, &pace), RB_SAVING_STYLE);
    assert_int_equal(frames_until_slow(&pace, 0.05), 0); /* there is nothing more to save */
    /* A style chosen by the user is kept. */
    assert_int_equal(rb_style_saving(RB_STYLE_FULL, &pace), RB_SAVING_NONE);
    pace = (rb_pace){0};
    assert_int_equal(rb_style_saving(RB_STYLE_PLAIN, &pace), RB_SAVING_STYLE);
    assert_false(rb_pace_frame(&pace, NAN));
    assert_int_equal(pace.frames, 0);
}

static void the_contact_that_carries_is_looked_at(void **state) {
    (void)state;
    rb_snapshot s = {.contact_count = 2};
    rb_contact_state *large = &s.contact[0], *small = &s.contact[1];
    large->touching = true;
    large->N = 0.06;
    assert_int_equal(rb_contact_shown(&s), 0);
    small->touching = true;
    small->N = 0.02;
    assert_int_equal(rb_contact_shown(&s), 0);
    small->N = 0.09;
    assert_int_equal(rb_contact_shown(&s), 1);

    rb_scene scene = rb_default_scene();
    scene.body = rb_body_kind_find("tippe-top");
    char text[64];
    rb_patch_facts f = rb_patch_facts_of(&scene, &s, 1);
    rb_patch_contact_text(&f, text, sizeof text);
    assert_string_equal(text, "On the stem; both touch");
    large->touching = false;
    assert_int_equal(rb_contact_shown(&s), 1);
    f = rb_patch_facts_of(&scene, &s, 1);
    rb_patch_contact_text(&f, text, sizeof text);
    assert_string_equal(text, "On the stem");
    small->touching = false; /* in the air: the lower one */
    small->gap = 2e-3;
    large->gap = 1e-3;
    assert_int_equal(rb_contact_shown(&s), 0);
    s.contact_count = 1;
    f = rb_patch_facts_of(&scene, &s, 0);
    rb_patch_contact_text(&f, text, sizeof text);
    assert_string_equal(text, "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(axes_convert_both_ways_and_keep_their_hand),
        cmocka_unit_test(the_camera_stays_above_the_floor_and_finite),
        cmocka_unit_test(the_camera_follows_but_not_up_and_down),
        cmocka_unit_test(numbers_have_three_digits_and_a_unit),
        cmocka_unit_test(the_contact_point_lies_on_the_drawn_surface),
        cmocka_unit_test(meshes_face_outward),
        cmocka_unit_test(shells_follow_the_surface),
        cmocka_unit_test(forms_have_their_size),
        cmocka_unit_test(picking_finds_the_body_under_the_pixel),
        cmocka_unit_test(the_contact_that_carries_is_looked_at),
        cmocka_unit_test(digits_are_of_one_width),
        cmocka_unit_test(every_sign_that_is_written_is_there),
        cmocka_unit_test(every_item_is_named_once),
        cmocka_unit_test(density_names_the_material),
        cmocka_unit_test(slow_frames_are_drawn_more_simply),
    };
    return cmocka_run_group_tests_name("viewer world", tests, NULL, NULL);
}
