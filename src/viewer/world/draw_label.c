#include "viewer/world/draw_label.h"

#include <math.h>
#include <raymath.h>
#include <stdio.h>
#include <string.h>

#include "viewer/world/draw_2d.h"
#include "viewer/world/theme.h"
#include "viewer/world/world.h"

enum { SIDES = 12, MEMORIES = 2 * RB_LABELS_MAX };

static rb_label_memory *remember(rb_labels *labels, int key) {
    rb_label_memory *oldest = &labels->memories[0];
    for (int i = 0; i < MEMORIES; i++) {
        rb_label_memory *m = &labels->memories[i];
        if (m->key == key)
            return m;
        if (m->used < oldest->used)
            oldest = m;
    }
    memset(oldest, 0, sizeof *oldest);
    oldest->key = key;
    oldest->side = -1;
    oldest->changed = oldest->drawn = -1e9;
    return oldest;
}

void rb_label_add(rb_labels *labels, const rb_label_spec *spec, double now, double t) {
    if (labels->count >= RB_LABELS_MAX || !isfinite(spec->at.x) || !isfinite(spec->at.y))
        return;
    rb_label_memory *m = remember(labels, spec->key);
    m->used = ++labels->clock;
    /* A standing picture and a jump in time show the value itself. */
    const bool due = now - m->changed >= 0.2 || now < m->changed || t <= m->t;
    if (due || m->text[0] == '\0') {
        char number[48] = "";
        if (!isnan(spec->value))
            rb_format_value(number, sizeof number, spec->value, spec->typical, spec->unit);
        snprintf(m->text, sizeof m->text, "%s%s%s", spec->symbol, number[0] ? "  " : "", number);
        m->changed = now;
    }
    /* A quarter of a second to settle; at once in a standing picture and after a pause. */
    const double passed = now - m->drawn;
    const bool gliding = passed > 0.0 && passed < 0.5 && t > m->t;
    const float glide = gliding ? (float)(1.0 - exp(-passed / 0.25)) : 1.0f;
    m->drawn = now;
    m->t = t;
    labels->list[labels->count++] = (rb_label){spec->at, spec->away, m, spec->color, glide};
}

static Rectangle box_at(const rb_label *label, int side, Vector2 size, float gap) {
    /* Side 0 continues the arrow, the others turn away from it to both hands, then further out. */
    static const float turns[SIDES] = {0.0f,  0.8f,  -0.8f, 1.6f,  -1.6f, 2.4f,
                                       -2.4f, 3.14f, 0.5f,  -0.5f, 1.2f,  -1.2f};
    const float reach = side < 8 ? gap : gap + 1.3f * size.y;
    const Vector2 d = Vector2Rotate(label->away, turns[side]);
    const Vector2 c = {label->at.x + d.x * (reach + 0.5f * size.x),
                       label->at.y + d.y * (reach + 0.5f * size.y)};
    return (Rectangle){roundf(c.x - 0.5f * size.x), roundf(c.y - 0.5f * size.y), size.x, size.y};
}

static bool inside(Rectangle outer, Rectangle r) {
    return r.x >= outer.x && r.y >= outer.y && r.x + r.width <= outer.x + outer.width &&
           r.y + r.height <= outer.y + outer.height;
}

static bool is_free(Rectangle area, const Rectangle *taken, int count, Rectangle r) {
    for (int i = 0; i < count; i++)
        if (CheckCollisionRecs(taken[i], r))
            return false;
    return inside(area, r);
}

/* The box on its way from where it was to where it belongs. */
static Rectangle glided(const rb_label *label, Rectangle box) {
    const Vector2 was = label->memory->place;
    if (label->glide < 1.0f) {
        box.x = was.x + label->glide * (box.x - was.x);
        box.y = was.y + label->glide * (box.y - was.y);
    }
    return box;
}

static void draw_label(rb_text *text, const rb_label *label, Rectangle box, int pixels, float pad) {
    const Color paper = Fade(rb_color(RB_COLOR_PANEL), 0.82f);
    const Vector2 near = {Clamp(label->at.x, box.x, box.x + box.width),
                          Clamp(label->at.y, box.y, box.y + box.height)};
    if (Vector2Distance(near, label->at) > 1.2f * box.height)
        rb_2d_line(label->at, near, 1.5f, Fade(label->color, 0.8f));
    box.x = roundf(box.x);
    box.y = roundf(box.y);
    rb_2d_box(box, 0.25f * box.height, paper);
    rb_2d_box((Rectangle){box.x + 1.0f, box.y + 0.18f * box.height, 0.20f * box.height,
                          0.64f * box.height},
              2.0f, label->color);
    rb_text_draw(text, label->memory->text, box.x + pad + 0.20f * box.height,
                 box.y + 0.5f * (box.height - (float)pixels), pixels, rb_color(RB_COLOR_INK));
}

void rb_labels_draw(rb_labels *labels, rb_text *text, Rectangle area, const Rectangle *keep_clear,
                    float ui_scale) {
    Rectangle taken[RB_LABELS_MAX + RB_LABELS_CLEAR];
    memcpy(taken, keep_clear, RB_LABELS_CLEAR * sizeof taken[0]);
    const int pixels = rb_text_pixels(16.0f, ui_scale);
    const float pad = 0.35f * (float)pixels, gap = 0.5f * (float)pixels;
    int count = RB_LABELS_CLEAR;
    for (int i = 0; i < labels->count; i++) {
        rb_label *label = &labels->list[i];
        const Vector2 measured = rb_text_measure(text, label->memory->text, pixels);
        const float height = roundf(1.35f * (float)pixels);
        const Vector2 size = {measured.x + 2.0f * pad + 0.20f * height, height};
        if (size.x + 4.0f * gap > area.width || size.y + 4.0f * gap > area.height)
            continue;
        /* The label of a tip outside the view stays at the border. */
        label->at.x = Clamp(label->at.x, area.x + gap, area.x + area.width - gap);
        label->at.y = Clamp(label->at.y, area.y + gap, area.y + area.height - gap);
        int side = label->memory->side;
        bool placed = side >= 0 && is_free(area, taken, count, box_at(label, side, size, gap));
        for (int s = 0; s < SIDES && !placed; s++) {
            placed = is_free(area, taken, count, box_at(label, s, size, gap));
            side = s;
        }
        if (!placed)
            continue;
        label->memory->side = side;
        taken[count] = box_at(label, side, size, gap);
        const Rectangle smooth = glided(label, taken[count]);
        if (is_free(area, taken, count, smooth))
            taken[count] = smooth;
        label->memory->place = (Vector2){taken[count].x, taken[count].y};
        draw_label(text, label, taken[count], pixels, pad);
        count++;
    }
    labels->count = 0;
}
