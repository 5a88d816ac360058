/* The lists one chooses from: every scene gets its picture, drawn beside the frames and once; laws that
   were fitted to a stone are known. */
#include <stdlib.h>

#include "app/session/scene_notes.h"
#include "drive_app.h"

enum { COLORS = 16 };

/* How many quite different colours a picture has, at least; an empty one has few. */
static int colours_of(const Image *sheet, Rectangle place) {
    Color seen[COLORS];
    int count = 0;
    for (int i = 0; i < RB_THUMBNAIL_WIDTH * RB_THUMBNAIL_HEIGHT; i += 7) {
        int x = (int)(place.x * (float)sheet->width) + i % RB_THUMBNAIL_WIDTH;
        int y = (int)((1 - place.y) * (float)sheet->height) + i / RB_THUMBNAIL_WIDTH;
        /* A texture's first row is the lowest of what was drawn. */
        Color c = GetImageColor(*sheet, x, sheet->height - 1 - y);
        bool known = false;
        for (int k = 0; k < count && !known; k++) {
            known = abs(c.r - seen[k].r) + abs(c.g - seen[k].g) + abs(c.b - seen[k].b) < 60;
        }
        if (!known && count < COLORS) {
            seen[count++] = c;
        }
    }
    return count;
}

static int left_to_draw(const rb_app *app) {
    int left = 0;
    for (int i = 0; i < app->library->count; i++) {
        left += app->thumbnails.drawn[i] != (unsigned char)(rb_theme_current() + 1);
    }
    return left;
}

static void every_scene_gets_its_picture(void **state) {
    (void)state;
    rb_app *app = drive_open("toy-plastic", "--size", "640x360", NULL);
    drive_frames(app, 3);
    assert_int_equal(left_to_draw(app), app->library->count); /* not requested yet */
    drive_act(app, "search on");
    int before = left_to_draw(app);
    while (before > 0) {
        drive_frames(app, 1);
        int left = left_to_draw(app);
        assert_true(left == before || left == before - 1); /* no frame draws two */
        before = left;
    }
    Image sheet = LoadImageFromTexture(app->thumbnails.sheet.texture);
    for (int i = 0; i < app->library->count; i++) {
        Rectangle place;
        assert_true(rb_thumbnails_place(&app->thumbnails, i, &place));
        if (colours_of(&sheet, place) < 3) { /* the floor, and a body on it */
            fail_msg("%s: nothing is seen in its picture", app->library->scenes[i].id);
        }
    }
    Rectangle none;
    assert_false(rb_thumbnails_place(&app->thumbnails, app->library->count, &none));
    UnloadImage(sheet);
    drive_act(app, "theme dark");
    assert_true(left_to_draw(app) > 0); /* in other colours */
    drive_close(app);
}

static void fitted_laws_are_marked(void **state) {
    (void)state;
    static const char *const fitted[] = {"k15-a1", "k15-a2", "k15-b1", "k15-e2", "ak18"};
    static const char *const others[] = {"exact-circle", "exact-ellipse", "k11-tanh", "k12-i",
                                         "k15-ah",       "coulomb",       "no-slip"};
    rb_app *app = drive_open("toy-plastic", "--size", "160x90", NULL);
    rb_scene toy = app->session.runs[0].scene;
    const rb_scene *stone = rb_library_find(app->library, "k15-a0"); /* of the experiment; its own law is not
                                                                        fitted */
    for (size_t i = 0; i < sizeof fitted / sizeof fitted[0]; i++) {
        const rb_friction_law *law = rb_friction_law_find(fitted[i]);
        if (!rb_law_is_for_another_body(app->library, &toy, law)) {
            fail_msg("%s was fitted to another body", fitted[i]);
        }
        if (rb_law_is_for_another_body(app->library, stone, law)) {
            fail_msg("%s was fitted to this body", fitted[i]);
        }
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (rb_law_is_for_another_body(app->library, &toy, rb_friction_law_find(others[i]))) {
            fail_msg("%s was fitted to no body", others[i]);
        }
    }
    /* Changed, it is another stone; drawn differently it is the same. */
    rb_scene changed = *stone;
    assert_int_equal(rb_scene_assign(&changed, "body.look=plain", NULL), RB_OK);
    assert_false(rb_law_is_for_another_body(app->library, &changed, rb_friction_law_find("ak18")));
    assert_int_equal(rb_scene_assign(&changed, "body.m=0.6", NULL), RB_OK);
    assert_true(rb_law_is_for_another_body(app->library, &changed, rb_friction_law_find("ak18")));
    drive_close(app);
}

int main(int argc, char **argv) {
    (void)argc;
    drive_begin(argv);
    drive_draws = true;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_scene_gets_its_picture),
        cmocka_unit_test(fitted_laws_are_marked),
    };
    return cmocka_run_group_tests_name("viewer pickers", tests, NULL, NULL);
}
