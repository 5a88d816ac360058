#include "viewer/world/thumbnails.h"

#include <rlgl.h>

#include "viewer/platform/graphics.h"

enum {
    COLUMNS = 8,
    ROWS = RB_LIBRARY_MAX / COLUMNS,
    SHEET_WIDTH = COLUMNS * RB_THUMBNAIL_WIDTH,
    SHEET_HEIGHT = ROWS * RB_THUMBNAIL_HEIGHT
};

static unsigned char colours(void) {
    return (unsigned char)(rb_theme_current() + 1);
}

int rb_thumbnails_next(const rb_thumbnails *thumbnails, int count) {
    for (int i = 0; i < count && i < RB_LIBRARY_MAX; i++) {
        if (thumbnails->drawn[i] != colours()) {
            return i;
        }
    }
    return -1;
}

void rb_thumbnails_skip(rb_thumbnails *thumbnails, int index) {
    thumbnails->drawn[index] = colours();
}

static Rectangle cell(int index) {
    const int column = index % COLUMNS, row = index / COLUMNS;
    return (Rectangle){(float)(column * RB_THUMBNAIL_WIDTH), (float)(row * RB_THUMBNAIL_HEIGHT),
                       RB_THUMBNAIL_WIDTH, RB_THUMBNAIL_HEIGHT};
}

void rb_thumbnails_draw(rb_thumbnails *thumbnails, int index, rb_world *world, const rb_scene *scene,
                        const rb_snapshot *snapshot, const rb_world_style *style) {
    if (thumbnails->sheet.id == 0) {
        thumbnails->sheet = LoadRenderTexture(SHEET_WIDTH, SHEET_HEIGHT);
    }
    thumbnails->drawn[index] = colours();
    if (thumbnails->sheet.id == 0) {
        return;
    }
    const int width = rlGetFramebufferWidth(), height = rlGetFramebufferHeight();
    rb_world_style plain = *style;
    plain.show = RB_SHOW_SHADOW;
    plain.sampled = false;
    plain.clock = 0;
    for (int i = 0; i < RB_KEEP_CLEAR; i++) {
        plain.keep_clear[i] = (Rectangle){0};
    }
    rb_camera camera = rb_camera_for(scene);
    /* Close, but far enough to show a disk's belt. */
    camera.distance *= rb_body_has(scene->body, RB_TRAIT_DIMENSIONLESS) ? 1.2f
                       : rb_scene_tall(scene)                           ? 0.86f
                                                                        : 0.64f;
    camera.target.x = snapshot->r_C.x;
    camera.target.y = snapshot->r_C.y;
    const rb_world_run run = {.scene = scene, .snapshot = snapshot, .color = WHITE};
    const bool skipped = rb_pixels_skip(false); /* drawn once, for all frames */
    BeginTextureMode(thumbnails->sheet);
    rb_world_draw(world, &camera, cell(index), &run, 1, &plain);
    EndTextureMode();
    rb_pixels_skip(skipped);
    rlSetFramebufferWidth(width);
    rlSetFramebufferHeight(height);
}

bool rb_thumbnails_place(const rb_thumbnails *thumbnails, int index, Rectangle *place) {
    const Rectangle c = cell(index);
    if (index < 0 || index >= RB_LIBRARY_MAX || !thumbnails->drawn[index] || thumbnails->sheet.id == 0) {
        return false;
    }
    *place = (Rectangle){c.x / SHEET_WIDTH, 1.0f - c.y / SHEET_HEIGHT, c.width / SHEET_WIDTH,
                         c.height / SHEET_HEIGHT};
    return true;
}

void rb_thumbnails_free(rb_thumbnails *thumbnails) {
    if (thumbnails->sheet.id != 0) {
        UnloadRenderTexture(thumbnails->sheet);
    }
    *thumbnails = (rb_thumbnails){0};
}
