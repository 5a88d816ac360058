#include "viewer/world/draw_2d.h"

#include <math.h>
#include <raymath.h>
#include <rlgl.h>

#include "math/pi.h"

enum { ROUND = 40 };

static const float two_pi = (float)(2 * RB_PI);

static bool fine(Vector2 p) {
    return isfinite(p.x) && isfinite(p.y) && fabsf(p.x) < 1e5f && fabsf(p.y) < 1e5f;
}

static void put(Vector2 p, Color c) {
    rlColor4ub(c.r, c.g, c.b, c.a);
    rlVertex2f(p.x, p.y);
}

static void quad(Vector2 a, Vector2 b, Vector2 c, Vector2 d, Color ca, Color cb, Color cc, Color cd) {
    /* Back faces are culled: counter-clockwise on a screen with y down. */
    if ((c.x - a.x) * (d.y - b.y) - (c.y - a.y) * (d.x - b.x) > 0.0f) {
        const Vector2 p = b;
        const Color q = cb;
        b = d;
        cb = cd;
        d = p;
        cd = q;
    }
    rlCheckRenderBatchLimit(4);
    rlSetTexture(rlGetTextureIdDefault()); /* text drawing changes the texture */
    rlBegin(RL_QUADS);
    put(a, ca);
    put(b, cb);
    put(c, cc);
    put(d, cd);
    rlEnd();
}

static Color clear(Color c) {
    c.a = 0;
    return c;
}

static Vector2 along(Vector2 p, Vector2 d, float s) {
    return (Vector2){p.x + s * d.x, p.y + s * d.y};
}

/* One segment of a line between two cross sections: opaque inside, fading over a pixel outside. */
static void stretch(Vector2 a, Vector2 na, Vector2 b, Vector2 nb, float width, Color ca, Color cb) {
    const float inner = fmaxf(0.5f * width - 0.5f, 0.0f), outer = 0.5f * width + 0.5f;
    quad(along(a, na, inner), along(a, na, -inner), along(b, nb, -inner), along(b, nb, inner), ca, ca, cb,
         cb);
    quad(along(a, na, outer), along(a, na, inner), along(b, nb, inner), along(b, nb, outer), clear(ca), ca,
         cb, clear(cb));
    quad(along(a, na, -inner), along(a, na, -outer), along(b, nb, -outer), along(b, nb, -inner), ca,
         clear(ca), clear(cb), cb);
}

/* Lines thinner than a pixel become paler instead. */
static Color thinned(Color c, float *width) {
    if (*width < 1.0f) {
        c.a = (unsigned char)((float)c.a * fmaxf(*width, 0.0f));
        *width = 1.0f;
    }
    return c;
}

void rb_2d_line(Vector2 a, Vector2 b, float width, Color color) {
    const Vector2 d = Vector2Subtract(b, a);
    const float length = Vector2Length(d);
    if (!fine(a) || !fine(b) || !(length > 1e-4f)) {
        return;
    }
    color = thinned(color, &width);
    const Vector2 n = {-d.y / length, d.x / length};
    /* Half a pixel of fade at the ends as well. */
    const Vector2 e = {0.5f * d.x / length, 0.5f * d.y / length};
    stretch(along(a, e, 1.0f), n, along(b, e, -1.0f), n, width, color, color);
    stretch(along(a, e, -1.0f), n, along(a, e, 1.0f), n, width, clear(color), color);
    stretch(along(b, e, -1.0f), n, along(b, e, 1.0f), n, width, color, clear(color));
}

void rb_2d_polyline_shaded(const Vector2 *points, const Color *colors, int count, float width) {
    for (int i = 0; i < count; i++) {
        if (!fine(points[i])) {
            return;
        }
    }
    Vector2 before = {0.0f, 0.0f};
    for (int i = 0; i < count; i++) {
        /* The cross section is on the bisector of both neighbours. */
        const Vector2 d = Vector2Subtract(points[i + 1 < count ? i + 1 : i], points[i > 0 ? i - 1 : i]);
        const float length = fmaxf(Vector2Length(d), 1e-6f);
        const Vector2 n = {-d.y / length, d.x / length};
        if (i > 0) {
            stretch(points[i - 1], before, points[i], n, width, colors[i - 1], colors[i]);
        }
        before = n;
    }
}

void rb_2d_polyline(const Vector2 *points, int count, float width, Color color) {
    enum { PIECE = 128 };
    Color colors[PIECE];
    color = thinned(color, &width);
    for (int i = 0; i < PIECE; i++) {
        colors[i] = color;
    }
    for (int from = 0; from < count - 1; from += PIECE - 1) {
        const int rest = count - from;
        rb_2d_polyline_shaded(points + from, colors, rest < PIECE ? rest : PIECE, width);
    }
}

void rb_2d_triangle(Vector2 a, Vector2 b, Vector2 c, Color color) {
    const float area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    if (!fine(a) || !fine(b) || !fine(c) || fabsf(area) < 1e-3f) {
        return;
    }
    if (area > 0.0f) { /* culled otherwise, as in quad */
        const Vector2 t = b;
        b = c;
        c = t;
    }
    rlCheckRenderBatchLimit(3);
    rlBegin(RL_TRIANGLES);
    put(a, color);
    put(b, color);
    put(c, color);
    rlEnd();
    const Vector2 corner[4] = {a, b, c, a};
    for (int i = 0; i < 3; i++) { /* soft edges */
        const Vector2 d = Vector2Normalize(Vector2Subtract(corner[i + 1], corner[i]));
        const Vector2 out = {-d.y, d.x};
        quad(corner[i], along(corner[i], out, 1.0f), along(corner[i + 1], out, 1.0f), corner[i + 1], color,
             clear(color), clear(color), color);
    }
}

/* Length of an arrow's head for a shaft of this width. */
static float head_length(float width, float length) {
    return fminf(3.6f * width + 3.0f, 0.7f * length);
}

/* A head with its base at neck, grown by an edge all around. */
static void head(Vector2 neck, Vector2 u, float length, float half, float edge, Color color) {
    const Vector2 n = {-u.y, u.x};
    const float slant = sqrtf(length * length + half * half);
    const float forward = edge * slant / half, back = edge;
    const float wide = half * (length + forward + back) / length;
    const Vector2 base = along(neck, u, -back);
    rb_2d_triangle(along(neck, u, length + forward), along(base, n, wide), along(base, n, -wide), color);
}

void rb_2d_arrow_edged(Vector2 tail, Vector2 tip, float width, Color color, float edge, Color rim) {
    const Vector2 d = Vector2Subtract(tip, tail);
    const float length = Vector2Length(d);
    if (!fine(tail) || !fine(tip) || !(length > 0.5f)) {
        return;
    }
    const Vector2 u = {d.x / length, d.y / length};
    const float l = head_length(width, length), half = 0.42f * l, shaft = fminf(width, 1.4f * half);
    const Vector2 neck = along(tip, u, -l);
    if (edge > 0.0f) {
        rb_2d_line(along(tail, u, -edge), neck, shaft + 2.0f * edge, rim);
        head(neck, u, l, half, edge, rim);
    }
    rb_2d_line(tail, along(neck, u, 0.8f), shaft, color);
    head(neck, u, l, half, 0.0f, color);
}

void rb_2d_arrow(Vector2 tail, Vector2 tip, float width, Color color) {
    rb_2d_arrow_edged(tail, tip, width, color, 0.0f, color);
}

void rb_2d_arc_arrow(rb_2d_arc arc, float width, Color color, float edge, Color rim) {
    const float l = head_length(width, fabsf(arc.sweep) * arc.radius), half = 0.45f * l;
    if (!fine(arc.centre) || !(arc.radius > 1.0f) || !isfinite(arc.start + arc.sweep) || !(l > 0.5f)) {
        return;
    }
    const float sense = arc.sweep < 0.0f ? -1.0f : 1.0f;
    const float neck = arc.start + arc.sweep - sense * l / arc.radius;
    Vector2 points[ROUND + 1];
    for (int i = 0; i <= ROUND; i++) {
        const float t = arc.start + (neck - arc.start) * (float)i / ROUND;
        points[i] = (Vector2){arc.centre.x + arc.radius * cosf(t), arc.centre.y + arc.radius * sinf(t)};
    }
    const Vector2 u = {-sense * sinf(neck), sense * cosf(neck)};
    if (edge > 0.0f) {
        rb_2d_polyline(points, ROUND + 1, width + 2.0f * edge, rim);
        head(points[ROUND], u, l, half, edge, rim);
    }
    rb_2d_polyline(points, ROUND + 1, width, color);
    head(points[ROUND], u, l, half, 0.0f, color);
}

void rb_2d_disk(Vector2 centre, float radius, Color color) {
    if (!fine(centre) || !(radius > 0.0f) || radius > 1e4f) {
        return;
    }
    const float inner = fmaxf(radius - 0.5f, 0.0f), outer = radius + 0.5f;
    for (int i = 0; i < ROUND; i++) {
        const float s = two_pi * (float)i / ROUND, t = two_pi * (float)(i + 1) / ROUND;
        const Vector2 a = {cosf(s), sinf(s)}, b = {cosf(t), sinf(t)};
        const Vector2 ai = along(centre, a, inner), bi = along(centre, b, inner);
        quad(centre, bi, ai, centre, color, color, color, color);
        quad(ai, bi, along(centre, b, outer), along(centre, a, outer), color, color, clear(color),
             clear(color));
    }
}

void rb_2d_ring(Vector2 centre, float radius, float width, Color color) {
    rb_2d_ellipse(centre, (Vector2){radius, 0.0f}, (Vector2){0.0f, radius}, width, color);
}

void rb_2d_ellipse(Vector2 centre, Vector2 axis_x, Vector2 axis_y, float width, Color color) {
    enum { FINE = 96 };
    Vector2 points[FINE + 1];
    for (int i = 0; i <= FINE; i++) {
        const float t = two_pi * (float)i / FINE;
        points[i] = (Vector2){centre.x + cosf(t) * axis_x.x + sinf(t) * axis_y.x,
                              centre.y + cosf(t) * axis_x.y + sinf(t) * axis_y.y};
    }
    rb_2d_polyline(points, FINE + 1, width, color);
}

void rb_2d_box(Rectangle box, float radius, Color color) {
    const float least = fminf(box.width, box.height);
    if (!(least > 0.0f)) {
        return;
    }
    DrawRectangleRounded(box, fminf(2.0f * radius / least, 1.0f), 6, color);
}

void rb_2d_mass_centre(Vector2 centre, float radius, Color ink, Color paper) {
    rb_2d_disk(centre, radius + 1.5f, ink);
    rb_2d_disk(centre, radius, paper);
    for (int q = 0; q < 2; q++) {
        const float from = q ? 0.5f * two_pi : 0.0f;
        for (int i = 0; i < 8; i++) {
            const float s = from + 0.25f * two_pi * (float)i / 8.0f;
            const float t = from + 0.25f * two_pi * (float)(i + 1) / 8.0f;
            const Vector2 a = {cosf(s), sinf(s)}, b = {cosf(t), sinf(t)};
            quad(centre, along(centre, b, radius), along(centre, a, radius), centre, ink, ink, ink, ink);
        }
    }
}
