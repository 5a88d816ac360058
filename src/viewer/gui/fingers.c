#include "viewer/gui/fingers.h"

#include <math.h>

/* ---------------------------------------------------------------- who is there */

static int index_of(const rb_fingers *f, int id) {
    for (int i = 0; i < f->count; i++) {
        if (f->items[i].id == id) {
            return i;
        }
    }
    return -1;
}

/* The first finger. Its path is kept after it is lifted: a tap may be shorter than a frame. */
static void begin(rb_fingers *f, float x, float y, double now) {
    f->begun = true;
    f->lifted = f->moved = false;
    f->x = f->x0 = x;
    f->y = f->y0 = y;
    f->since = now;
}

void rb_fingers_add(rb_fingers *f, int id, bool down, float x, float y, double now) {
    int at = index_of(f, id);
    bool first = at == 0;
    if (at < 0 && down && f->count < RB_FINGERS_MAX) {
        f->items[f->count++] = (rb_finger){id, x, y};
        if (f->count == 1 && !f->begun) {
            begin(f, x, y, now);
        }
    } else if (at >= 0) {
        f->items[at].x = x;
        f->items[at].y = y;
        if (first && !f->lifted) {
            f->x = x;
            f->y = y;
        }
    }
    if (at >= 0 && !down) {
        for (int i = at; i + 1 < f->count; i++) {
            f->items[i] = f->items[i + 1];
        }
        f->count--;
        if (first && !f->lifted) {
            f->lifted = true;
            f->until = now;
        }
    }
}

/* ---------------------------------------------------------------- what they mean */

static void event(rb_gesture *g, int kind, float x, float y) {
    g->events[g->event_count++] = (rb_mouse_event){kind, x, y};
}

static void end(rb_fingers *f) {
    f->mode = f->count > 0 ? RB_FINGERS_DONE : RB_FINGERS_NONE;
    f->begun = false;
}

static void press(rb_fingers *f, rb_gesture *g) {
    event(g, RB_MOUSE_MOVE, f->x0, f->y0);
    event(g, RB_MOUSE_DOWN, f->x0, f->y0);
    f->mode = RB_FINGERS_DRAG;
}

static void release(rb_fingers *f, rb_gesture *g) {
    event(g, RB_MOUSE_UP, f->x, f->y);
    event(g, RB_MOUSE_LEAVE, f->x, f->y);
    end(f);
}

static void drag(rb_fingers *f, rb_gesture *g) {
    event(g, RB_MOUSE_MOVE, f->x, f->y);
    if (f->lifted) {
        release(f, g);
    }
}

static void rest(rb_fingers *f, const rb_finger_place *place, rb_gesture *g) {
    float dx = fabsf(f->x - f->x0), dy = fabsf(f->y - f->y0);
    if (fmaxf(dx, dy) > place->slop) {
        if (place->scrolls && dy > dx) {
            f->mode = RB_FINGERS_SCROLL;
            f->middle_y = f->y0;
        } else {
            press(f, g);
            drag(f, g);
        }
    } else if (f->lifted && f->until - f->since < RB_FINGER_REST) {
        press(f, g);
        release(f, g);
    } else if (f->lifted) {
        event(g, RB_MOUSE_LEAVE, f->x, f->y);
        end(f);
    }
}

static void measure(rb_fingers *f) {
    const rb_finger *a = &f->items[0], *b = &f->items[1];
    f->middle_x = 0.5f * (a->x + b->x);
    f->middle_y = 0.5f * (a->y + b->y);
    f->apart = hypotf(a->x - b->x, a->y - b->y);
}

static void begin_two(rb_fingers *f, rb_gesture *g) {
    if (f->mode == RB_FINGERS_DRAG) { /* releases what one finger held */
        event(g, RB_MOUSE_UP, f->x, f->y);
    }
    event(g, RB_MOUSE_LEAVE, f->x, f->y);
    f->mode = RB_FINGERS_TWO;
    g->two = f->beside;
    measure(f);
    f->x0 = f->middle_x;
    f->y0 = f->middle_y;
}

static void two(rb_fingers *f, float slop, rb_gesture *g) {
    if (f->count < 2) {
        end(f);
        return;
    }
    float x = f->middle_x, y = f->middle_y, apart = f->apart;
    measure(f);
    if (!f->moved && hypotf(f->middle_x - f->x0, f->middle_y - f->y0) > slop) {
        f->moved = true;
    }
    g->two = f->beside;
    if (f->beside && f->moved) {
        g->pan_x = f->middle_x - x;
        g->pan_y = f->middle_y - y;
    }
    if (f->beside && apart > 1 && f->apart > 1) {
        g->spread = f->apart / apart;
    }
}

rb_gesture rb_fingers_update(rb_fingers *f, rb_finger_place place) {
    rb_gesture g = {.spread = 1};
    bool single = f->mode == RB_FINGERS_ASK || f->mode == RB_FINGERS_REST || f->mode == RB_FINGERS_DRAG ||
                  f->mode == RB_FINGERS_SCROLL;
    if (f->mode == RB_FINGERS_ASK) {
        f->beside = !place.panel;
    }
    if (single && f->count >= 2) {
        begin_two(f, &g);
        return g;
    }
    switch (f->mode) {
    case RB_FINGERS_NONE:
        if (f->begun) {
            event(&g, RB_MOUSE_MOVE, f->x0, f->y0);
            f->mode = RB_FINGERS_ASK;
        }
        break;
    case RB_FINGERS_ASK:
        if (f->beside) {
            press(f, &g);
            drag(f, &g);
        } else {
            f->mode = RB_FINGERS_REST;
            rest(f, &place, &g);
        }
        break;
    case RB_FINGERS_REST: rest(f, &place, &g); break;
    case RB_FINGERS_DRAG: drag(f, &g); break;
    case RB_FINGERS_SCROLL:
        g.scroll = f->y - f->middle_y;
        f->middle_y = f->y;
        if (f->lifted) {
            event(&g, RB_MOUSE_LEAVE, f->x, f->y);
            end(f);
        }
        break;
    case RB_FINGERS_TWO: two(f, place.slop, &g); break;
    case RB_FINGERS_DONE:
        if (f->count == 0) {
            end(f);
        }
        break;
    }
    return g;
}
