/* Small pictures of scenes for the list of them, drawn by the world itself, one at a time and once. */
#ifndef RB_VIEWER_WORLD_THUMBNAILS_H
#define RB_VIEWER_WORLD_THUMBNAILS_H

#include "viewer/world/world.h"

#define RB_THUMBNAIL_WIDTH 192
#define RB_THUMBNAIL_HEIGHT 120

typedef struct rb_thumbnails {
    RenderTexture2D sheet;               /* all of them; made when the first is drawn */
    unsigned char drawn[RB_LIBRARY_MAX]; /* theme + 1; 0: not yet */
} rb_thumbnails;

/* The next one to be drawn of so many, in the colours in use; -1: all are. */
int rb_thumbnails_next(const rb_thumbnails *thumbnails, int count);
/* Within a frame, before the world itself. */
void rb_thumbnails_draw(rb_thumbnails *thumbnails, int index, rb_world *world,
                        const rb_scene *scene, const rb_snapshot *snapshot,
                        const rb_world_style *style);
void rb_thumbnails_skip(rb_thumbnails *thumbnails, int index); /* there is nothing to draw */
/* Where it stands on the sheet, from 0 to 1, y upwards; false: it is not there yet. */
bool rb_thumbnails_place(const rb_thumbnails *thumbnails, int index, Rectangle *place);
void rb_thumbnails_free(rb_thumbnails *thumbnails);

#endif
