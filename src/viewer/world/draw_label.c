#include "viewer/world/draw_label.h"

#include <math.h>
#include <raymath.h>
#include <stdio.h>
#include <string.h>

#include "viewer/world/draw_2d.h"
#include "viewer/world/theme.h"

/* Candidate positions: rings around the tip. */
enum { TURNS = 8, RINGS = 7, SIDES = TURNS * RINGS, MEMORIES = 2 * RB_LABELS_MAX };

static rb_label_memory *remember(rb_labels *labels, int key) {
    rb_label_memory *oldest = &labels->memories[0];
    for (int i = 0; i < MEMORIES; i++) {
        rb_label_memory *m = &labels->memories[i];
        if (m->key == key) {
            return m;
        }
        if (m->used < oldest->used) {
            oldest = m;
        }
    }
    memset(oldest, 0, sizeof *oldest);
    oldest->key = key;
    oldest->side = -1;
    oldest->drawn = -1e9;
    return oldest;
}

void rb_label_add(rb_labels *labels, const rb_label_spec *spec, double now, double t) {
    if (labels->count >= RB_LABELS_MAX || !isfinite(spec->at.x) || !isfinite(spec->at.y)) {
        return;
    }
    rb_label_memory *m = remember(labels, spec->key);
    m->used = ++labels->clock;
    rb_label *label = &labels->list[labels->count++];
    *label = (rb_label){.at = spec->at, .away = spec->away, .memory = m, .color = spec->color};
    char number[48] = "";
    if (!isnan(spec->value)) {
        rb_format_value(number, sizeof number, spec->value, spec->typical, spec->unit);
    }
    snprintf(label->text, sizeof label->text, "%s%s%s", spec->symbol, number[0] ? "  " : "", number);
    /* Settles within a quarter of a second; at once in a still picture and after a pause. */
    const double passed = now - m->drawn;
    const bool gliding = passed > 0.0 && passed < 0.5 && t > m->t;
    label->glide = gliding ? (float)(1.0 - exp(-passed / 0.25)) : 1.0f;
    m->drawn = now;
    m->t = t;
}

static Rectangle box_at(const rb_label *label, int side, Vector2 size, float gap) {
    /* Turn 0 continues the arrow; the others alternate to both sides. */
    static const float turns[TURNS] = {0.0f, 0.8f, -0.8f, 1.6f, -1.6f, 2.4f, -2.4f, 3.14f};
    const int ring = side / TURNS;
    const float reach = gap + 1.1f * size.y * (float)ring;
    const Vector2 d = Vector2Rotate(label->away, turns[side % TURNS]);
    const Vector2 c = {label->at.x + d.x * (reach + 0.5f * size.x),
                       label->at.y + d.y * (reach + 0.5f * size.y)};
    return (Rectangle){roundf(c.x - 0.5f * size.x), roundf(c.y - 0.5f * size.y), size.x, size.y};
}

static bool inside(Rectangle outer, Rectangle r) {
    return r.x >= outer.x && r.y >= outer.y && r.x + r.width <= outer.x + outer.width &&
           r.y + r.height <= outer.y + outer.height;
}

static bool is_free(const rb_label_ground *g, Rectangle r) {
    for (int i = 0; i < g->count; i++) {
        if (CheckCollisionRecs(g->taken[i], r)) {
            return false;
        }
    }
    return inside(g->area, r);
}

/* Does the line touch the rectangle? Clipped to it on both axes (Liang-Barsky). */
static bool crosses(const Vector2 line[2], Rectangle r) {
    const float d[2] = {line[1].x - line[0].x, line[1].y - line[0].y};
    const float low[2] = {r.x - line[0].x, r.y - line[0].y};
    const float size[2] = {r.width, r.height};
    float from = 0.0f, to = 1.0f;
    for (int i = 0; i < 2; i++) {
        if (fabsf(d[i]) < 1e-6f) {
            if (low[i] > 0.0f || low[i] + size[i] < 0.0f) {
                return false;
            }
            continue;
        }
        const float a = low[i] / d[i], b = (low[i] + size[i]) / d[i];
        from = fmaxf(from, fminf(a, b));
        to = fminf(to, fmaxf(a, b));
    }
    return from <= to;
}

static bool is_bare(const rb_label_ground *g, Rectangle r) {
    for (int i = 0; i < g->line_count; i++) {
        if (crosses(g->lines[i], r)) {
            return false;
        }
    }
    return is_free(g, r);
}

/* The box interpolated between its old and its new position. */
static Rectangle interpolated(const rb_label *label, Rectangle box) {
    const Vector2 was = label->memory->place;
    if (label->glide < 1.0f) {
        box.x = roundf(was.x + label->glide * (box.x - was.x));
        box.y = roundf(was.y + label->glide * (box.y - was.y));
    }
    return box;
}

static float pad_of(int pixels) {
    return 0.35f * (float)pixels;
}

/* A near position that covers no arrow, else any that covers no arrow head. -1: there is no room. */
static int choose_side(const rb_label_ground *g, const rb_label *label, Vector2 size, float gap) {
    for (int s = 0; s < 3 * TURNS; s++) {
        if (is_bare(g, box_at(label, s, size, gap))) {
            return s;
        }
    }
    for (int s = 0; s < SIDES; s++) {
        if (is_free(g, box_at(label, s, size, gap))) {
            return s;
        }
    }
    return -1;
}

/* Keeps the current side while it is free. A crossing line is tolerated for a while, because labels
   that jump are hard to read. */
static int side_of(const rb_label_ground *g, rb_label *label, Vector2 size, float gap) {
    const double patience = 1.0; /* s */
    rb_label_memory *m = label->memory;
    if (m->side >= 0 && is_free(g, box_at(label, m->side, size, gap)) &&
        (m->drawn - m->chosen < patience || is_bare(g, box_at(label, m->side, size, gap)))) {
        return m->side;
    }
    m->chosen = m->drawn;
    return choose_side(g, label, size, gap);
}

static void place(rb_label_ground *g, rb_label *label, Vector2 size, float gap) {
    /* The label of a tip outside the view stays at the border. */
    label->at.x = Clamp(label->at.x, g->area.x + gap, g->area.x + g->area.width - gap);
    label->at.y = Clamp(label->at.y, g->area.y + gap, g->area.y + g->area.height - gap);
    const int side = side_of(g, label, size, gap);
    if (side < 0) {
        return;
    }
    label->memory->side = side;
    label->box = box_at(label, side, size, gap);
    const Rectangle smooth = interpolated(label, label->box);
    if (is_free(g, smooth)) {
        label->box = smooth;
    }
    label->memory->place = (Vector2){label->box.x, label->box.y};
    g->taken[g->count++] = label->box;
}

void rb_labels_avoid(rb_labels *labels, Rectangle thing) {
    if (labels->named_count < RB_LABELS_NAMED) {
        labels->named[labels->named_count++] = thing;
    }
}

void rb_labels_keep_clear(rb_label_ground *ground, Rectangle taken) {
    if (ground->count < RB_LABELS_CLEAR && CheckCollisionRecs(taken, ground->area)) {
        ground->taken[ground->count++] = taken;
    }
}

void rb_labels_avoid_line(rb_label_ground *ground, Vector2 a, Vector2 b) {
    const bool finite = isfinite(a.x) && isfinite(a.y) && isfinite(b.x) && isfinite(b.y);
    if (ground->line_count < RB_LABELS_LINES && finite) {
        ground->lines[ground->line_count][0] = a;
        ground->lines[ground->line_count++][1] = b;
    }
}

void rb_labels_place(rb_labels *labels, rb_text *text, rb_label_ground *ground, float ui_scale) {
    const int pixels = rb_text_pixels(16.0f, ui_scale);
    const float gap = 0.5f * (float)pixels, height = roundf(1.35f * (float)pixels);
    for (int i = 0; i < labels->named_count; i++) {
        rb_labels_keep_clear(ground, labels->named[i]);
    }
    for (int i = 0; i < labels->count; i++) {
        rb_label *label = &labels->list[i];
        const float width = rb_text_measure(text, label->text, pixels).x;
        const Vector2 size = {ceilf(width + 2.0f * pad_of(pixels) + 0.20f * height), height};
        if (size.x + 4.0f * gap <= ground->area.width && size.y + 4.0f * gap <= ground->area.height) {
            place(ground, label, size, gap);
        }
    }
}

static void draw_label(rb_text *text, const rb_label *label, int pixels) {
    const Rectangle box = label->box;
    const Vector2 near = {Clamp(label->at.x, box.x, box.x + box.width),
                          Clamp(label->at.y, box.y, box.y + box.height)};
    if (Vector2Distance(near, label->at) > 0.8f * box.height) {
        rb_2d_line(label->at, near, 1.5f, Fade(label->color, 0.8f));
    }
    rb_2d_box(box, 0.25f * box.height, Fade(rb_color(RB_COLOR_PANEL), 0.82f));
    rb_2d_box((Rectangle){box.x + 1.0f, box.y + 0.18f * box.height, 0.20f * box.height, 0.64f * box.height},
              2.0f, label->color);
    rb_text_draw(text, label->text, box.x + pad_of(pixels) + 0.20f * box.height,
                 box.y + 0.5f * (box.height - (float)pixels), pixels, rb_color(RB_COLOR_INK));
}

void rb_labels_draw(rb_labels *labels, rb_text *text, float ui_scale) {
    labels->pixels = rb_text_pixels(16.0f, ui_scale);
    for (int i = 0; i < labels->count; i++) {
        if (labels->list[i].box.width > 0.0f) {
            draw_label(text, &labels->list[i], labels->pixels);
        }
    }
    labels->count = labels->named_count = 0;
}
