/* Thumbnails for the list of scenes, drawn by the world, one at a time and once. */
#ifndef RB_VIEWER_WORLD_THUMBNAILS_H
#define RB_VIEWER_WORLD_THUMBNAILS_H

#include "viewer/world/world.h"

#define RB_THUMBNAIL_WIDTH 192
#define RB_THUMBNAIL_HEIGHT 120

typedef struct rb_thumbnails {
    RenderTexture2D sheet;               /* all thumbnails; created with the first */
    unsigned char drawn[RB_LIBRARY_MAX]; /* theme + 1; 0: not yet */
} rb_thumbnails;

/* The next of count thumbnails to draw in the current theme; -1: all are drawn. */
int rb_thumbnails_next(const rb_thumbnails *thumbnails, int count);
/* Within a frame, before the world itself. */
void rb_thumbnails_draw(rb_thumbnails *thumbnails, int index, rb_world *world, const rb_scene *scene,
                        const rb_snapshot *snapshot, const rb_world_style *style);
void rb_thumbnails_skip(rb_thumbnails *thumbnails, int index); /* there is nothing to draw */
/* Its texture coordinates, 0 to 1, y up; false: not drawn yet. */
bool rb_thumbnails_place(const rb_thumbnails *thumbnails, int index, Rectangle *place);
void rb_thumbnails_free(rb_thumbnails *thumbnails);

#endif
