#include "viewer/layout_small.h"

#include <math.h>

bool rb_layout_is_small(float width, float height, float em) {
    /* Two bars and a timeline for fingers would leave no world. */
    if (width < 18 * em || height < 18 * em) {
        return false;
    }
    bool tablet = width < height && width < 52 * em; /* held upright */
    return width < 40 * em || height < 28 * em || tablet;
}

/* Upright, plots are a sheet that comes from below and the world makes room; else from the right. */
static void place_sheet(const rb_small_screen *s, bool tall, rb_rects *r) {
    Rectangle w = r->world;
    if (tall) {
        float height = floorf(0.5f * w.height);
        r->right = (Rectangle){0, w.y + w.height - height, w.width, height};
        r->world.height -= height;
    } else {
        float width = floorf(0.46f * w.width);
        r->right = (Rectangle){w.width - width, w.y, width, w.height};
        r->world.width -= width;
    }
    if (s->several) {
        float height = floorf(fminf(0.45f * r->right.height, 3.4f * s->target));
        r->runs = (Rectangle){r->right.x, r->right.y, r->right.width, height};
        r->right.y += height;
        r->right.height -= height;
    }
}

float rb_small_bar(float target, float em) {
    return ceilf(target + 0.8f * em); /* whole pixels, or edges are blurred */
}

rb_rects rb_layout_small(const rb_small_screen *s) {
    bool tall = s->height >= s->width;
    float bar = rb_small_bar(s->target, s->em);
    float timeline = ceilf(fmaxf(s->target + 1.1f * s->em, 3.6f * s->em) + s->lanes);
    float below = timeline + (tall ? bar : 0);
    rb_rects r = {.top = {0, 0, s->width, bar},
                  .world = {0, bar, s->width, fmaxf(s->height - bar - below, 1)},
                  .timeline = {0, s->height - below, s->width, timeline}};
    if (tall) {
        r.bottom = (Rectangle){0, s->height - bar, s->width, bar};
    }
    if (s->drawer == RB_DRAWER_LEFT) { /* over the world, which is seen beside it */
        float width = fminf(22 * s->em, (tall ? 0.86f : 0.6f) * s->width);
        r.left = (Rectangle){0, r.world.y, floorf(width), r.world.height};
    } else if (s->drawer == RB_DRAWER_RIGHT) {
        place_sheet(s, tall, &r);
    }
    return r;
}
