/* Arrows and marks over the microscope's heat map. */
#include <math.h>
#include <raylib.h>
#include <raymath.h>
#include <stdio.h>

#include "viewer/world/draw_2d.h"
#include "viewer/world/microscope.h"
#include "viewer/world/theme.h"

static const Color bright = {255, 255, 255, 255}, deep = {18, 20, 28, 255};

static Vector2 at(const rb_picture *p, double x, double y) {
    return (Vector2){p->centre.x + p->scale * (float)x, p->centre.y - p->scale * (float)y};
}

/* With a dark outline, visible on every colour of the map and on the background. */
static void edged_arrow(const rb_picture *p, Vector2 tail, Vector2 tip, float width, Color color) {
    rb_2d_arrow_edged(tail, tip, width, color, 1.3f * p->unit, Fade(deep, 0.75f));
}

/* Returns the top left corner of a text that is centred at the pixel, moved into the picture if needed. */
static Vector2 tag_corner(const rb_picture *p, Vector2 size, Vector2 pixel) {
    const Rectangle a = p->area;
    return (Vector2){Clamp(pixel.x - 0.5f * size.x, a.x + 2.0f, a.x + a.width - size.x - 2.0f),
                     Clamp(pixel.y - 0.5f * size.y, a.y + 2.0f, a.y + a.height - size.y - 2.0f)};
}

/* Longer texts may be half on the map, hence on a background of their own. */
static void plate(const rb_picture *p, const char *string, Vector2 pixel) {
    const int pixels = rb_text_pixels(15.0f, p->unit);
    const float pad = 4.0f * p->unit;
    const Vector2 text = rb_text_measure(p->text, string, pixels);
    const Vector2 size = {text.x + 2.0f * pad, text.y + pad};
    Vector2 c = tag_corner(p, size, pixel);
    /* The lower left corner belongs to the scale bar. */
    if (c.y + size.y > p->area.y + p->area.height - 38.0f * p->unit) {
        c.x = fmaxf(c.x, p->area.x + 0.3f * p->area.width + 16.0f * p->unit);
    }
    rb_2d_box((Rectangle){c.x, c.y, size.x, size.y}, pad, Fade(rb_color(RB_COLOR_PANEL_RAISED), 0.9f));
    rb_text_draw(p->text, string, c.x + pad, c.y + 0.5f * pad, pixels, rb_color(RB_COLOR_INK));
}

/* White with a dark outline on the map, plain text outside. */
static void tag(const rb_picture *p, const rb_patch_facts *f, const char *string, Vector2 pixel) {
    const int pixels = rb_text_pixels(15.0f, p->unit);
    const Vector2 c = tag_corner(p, rb_text_measure(p->text, string, pixels), pixel);
    const float px = (pixel.x - p->centre.x) / p->scale, py = (pixel.y - p->centre.y) / p->scale;
    const bool on_map = f->pressure != RB_PRESSURE_POINT && hypotf(px, py / (float)f->b) < 1.0f;
    rb_text_draw_edged(p->text, string, c.x, c.y, pixels, on_map ? bright : rb_color(RB_COLOR_INK),
                       on_map ? Fade(deep, 0.8f) : Fade(rb_color(RB_COLOR_PANEL_RAISED), 0.85f));
}

static void axes(const rb_picture *p, const rb_patch_facts *f) {
    const Color ink = Fade(rb_color(RB_COLOR_INK_SOFT), 0.9f);
    const double over[2] = {1.17, f->b + 0.2};
    const char *const names[2] = {"x", "y"};
    for (int i = 0; i < 2; i++) {
        const double x = i == 0 ? over[0] : 0.0, y = i == 0 ? 0.0 : over[1];
        rb_2d_line(at(p, -x, -y), at(p, x, y), 1.0f * p->unit, Fade(ink, 0.55f));
        rb_2d_arrow(at(p, 0.86 * x, 0.86 * y), at(p, x, y), 1.4f * p->unit, ink);
        const int pixels = rb_text_pixels(14.0f, p->unit);
        const Vector2 q = at(p, x, y);
        rb_text_draw(p->text, names[i], q.x + (i == 0 ? 4.0f : 6.0f) * p->unit,
                     q.y - (i == 0 ? 0.5f : 0.35f) * (float)pixels, pixels, ink);
    }
}

/* A point-contact law uses one velocity only. */
static void point_velocity(const rb_picture *p, const rb_patch_facts *f) {
    const double u = hypot(f->u_x, f->u_y);
    if (u * f->a > 1e-7) {
        rb_2d_arrow(p->centre, at(p, 0.6 * p->reach * f->u_x / u, 0.6 * p->reach * f->u_y / u),
                    2.4f * p->unit, rb_color(RB_COLOR_SLIDING));
    }
}

/* The sliding velocity over the patch; the longest arrow spans most of a grid cell. */
static void field(const rb_picture *p, const rb_patch_facts *f) {
    const double fastest = rb_patch_fastest(f) / f->a;
    const int half = p->scale > 170.0f ? 5 : p->scale > 110.0f ? 4 : 3;
    const int rows = (int)fmax(round(half * f->b), 1.0); /* of even spacing both ways */
    const double mesh = 1.9 / (2 * half + 1), mesh_y = f->b * 1.9 / (2 * rows + 1);
    if (!(fastest * f->a > 1e-7)) {
        return;
    }
    for (int j = -rows; j <= rows; j++) {
        for (int i = -half - 1; i <= half + 1; i++) {
            const double x = mesh * (i + (j & 1 ? 0.5 : 0.0)), y = mesh_y * j;
            if (x * x + y * y / (f->b * f->b) > 0.94) {
                continue;
            }
            const double vx = (f->u_x - f->omega * y) / fastest, vy = (f->u_y + f->omega * x) / fastest;
            const double s = 0.5 * 0.92 * mesh;
            const Vector2 tail = at(p, x - s * vx, y - s * vy), tip = at(p, x + s * vx, y + s * vy);
            if (Vector2Distance(tail, tip) < 2.0f * p->unit) {
                rb_2d_disk(at(p, x, y), 1.4f * p->unit, Fade(bright, 0.8f));
                continue;
            }
            rb_2d_arrow_edged(tail, tip, 1.5f * p->unit, Fade(bright, 0.95f), 0.8f * p->unit,
                              Fade(deep, 0.45f));
        }
    }
}

/* How far from A a mark still has room, in a. */
static double room_of(const rb_picture *p) {
    return 0.46 * fmin(p->area.width, p->area.height) / p->scale - 0.1;
}

bool rb_picture_pole(const rb_picture *p, const rb_patch_facts *f, Vector2 *tail, Vector2 *tip) {
    double x, y;
    if (!rb_patch_pole(f, &x, &y)) {
        return false;
    }
    *tail = *tip = at(p, x, y);
    if (hypot(x, y) < room_of(p)) {
        return true;
    }
    const double r = hypot(x, y / f->b);
    const Vector2 d = Vector2Normalize(Vector2Subtract(*tip, p->centre));
    *tail = at(p, 0.98 * x / r, 0.98 * y / r);
    *tip = Vector2Add(*tail, Vector2Scale(d, 22.0f * p->unit));
    return true;
}

/* The direction from A through S, where the name of S is placed: perpendicular to the rolling moment,
   so that both names stay apart. The pole's name is on the other side. */
static Vector2 pressure_side(const rb_picture *p, const rb_patch_facts *f) {
    Vector2 S;
    if (!rb_picture_pressure(p, f, &S)) {
        return (Vector2){-0.8f, 0.6f};
    }
    return Vector2Normalize(Vector2Subtract(S, p->centre));
}

/* The instantaneous centre: a mark inside the picture, or an arrow at its edge with the distance. */
static void pole(const rb_picture *p, const rb_patch_facts *f) {
    Vector2 tail, tip;
    double x, y;
    if (!rb_picture_pole(p, f, &tail, &tip) || !rb_patch_pole(f, &x, &y)) {
        return;
    }
    const Color gold = rb_color(RB_COLOR_OMEGA);
    if (hypot(x, y) < room_of(p)) {
        rb_2d_ring(tip, 7.0f * p->unit, 4.0f * p->unit, Fade(deep, 0.7f));
        rb_2d_ring(tip, 7.0f * p->unit, 2.2f * p->unit, gold);
        rb_2d_disk(tip, 2.2f * p->unit, gold);
        tag(p, f, "P", Vector2Add(tip, Vector2Scale(pressure_side(p, f), -18.0f * p->unit)));
        return;
    }
    char distance[32], text[48];
    rb_format_value(distance, sizeof distance, hypot(x, y) * f->a, 0.0, f->pure ? "" : "m");
    snprintf(text, sizeof text, "P%s%s", p->brief ? "" : "  ", p->brief ? "" : distance);
    const Vector2 d = Vector2Normalize(Vector2Subtract(tip, tail));
    edged_arrow(p, tail, tip, 2.6f * p->unit, gold);
    /* Beside an upright arrow, to the right where there is room; above a level one. */
    const float half = 0.5f * rb_text_measure(p->text, text, rb_text_pixels(15.0f, p->unit)).x;
    const float room = p->area.x + p->area.width - tip.x;
    const float side = room < 2.0f * half + 13.0f * p->unit ? -1.0f : 1.0f;
    const bool level = fabsf(d.x) > fabsf(d.y);
    plate(p, text,
          (Vector2){tip.x + (level ? 0.0f : side * (half + 13.0f * p->unit)),
                    tip.y - (level ? 18.0f * p->unit : 0.0f)});
}

/* The maximum μN reaches the edge of a circular patch. */
bool rb_picture_force(const rb_picture *p, const rb_patch_facts *f, Vector2 *tip) {
    const double size = hypot(f->F_x, f->F_y);
    const double full = f->no_slip ? fmax(f->mu * f->N, size) : f->mu * f->N;
    if (!(full > 0.0) || !(size > 0.005 * full)) {
        return false;
    }
    const double s = p->reach / full;
    *tip = at(p, s * f->F_x, s * f->F_y);
    return true;
}

static void force(const rb_picture *p, const rb_patch_facts *f) {
    Vector2 tip;
    if (!rb_picture_force(p, f, &tip)) {
        return;
    }
    edged_arrow(p, p->centre, tip, 5.0f * p->unit, rb_color(RB_COLOR_FRICTION));
    const Vector2 d = Vector2Normalize(Vector2Subtract(tip, p->centre));
    tag(p, f, "F", Vector2Add(tip, Vector2Scale(d, 13.0f * p->unit)));
}

/* Hertz drilling alone gives 3 pi/16 mu N a: three eighths of a turn. */
bool rb_picture_drill(const rb_picture *p, const rb_patch_facts *f, rb_2d_arc *arc) {
    const double full = 0.589 * f->mu * f->N * f->a;
    if (!(full > 0.0) || !(fabs(f->M_drill) > 0.03 * full)) {
        return false;
    }
    const float sweep = (float)(-fmin(fabs(f->M_drill) / full, 1.6) * 2.36);
    const float signed_sweep = f->M_drill > 0.0 ? sweep : -sweep;
    *arc = (rb_2d_arc){p->centre, 1.13f * p->reach * p->scale, -0.785f - 0.5f * signed_sweep, signed_sweep};
    return true;
}

static void drill(const rb_picture *p, const rb_patch_facts *f) {
    rb_2d_arc arc;
    if (!rb_picture_drill(p, f, &arc)) {
        return;
    }
    rb_2d_arc_arrow(arc, 4.6f * p->unit, rb_color(RB_COLOR_DRILL), 1.2f * p->unit, Fade(deep, 0.5f));
    const float middle = arc.start + 0.5f * arc.sweep, far = arc.radius + 17.0f * p->unit;
    tag(p, f, "Mₙ", (Vector2){p->centre.x + far * cosf(middle), p->centre.y + far * sinf(middle)});
}

/* The end of the rolling moment's arrow. k_r = 1 gives N a / 5. */
static Vector2 roll_end(const rb_picture *p, const rb_patch_facts *f, double M_x, double M_y) {
    const double rolling = 0.2 * f->N * f->a, size = hypot(M_x, M_y);
    const double s = size > 0.0 ? 0.7 * p->reach * fmin(size / rolling, 1.3) / size : 0.0;
    return at(p, s * M_x, s * M_y);
}

bool rb_picture_roll(const rb_picture *p, const rb_patch_facts *f, Vector2 *tip) {
    const double rolling = 0.2 * f->N * f->a;
    *tip = roll_end(p, f, f->M_x, f->M_y);
    return rolling > 0.0 && hypot(f->M_x, f->M_y) > 0.03 * rolling;
}

/* A vector in the plane: a double head. */
static void roll(const rb_picture *p, const rb_patch_facts *f) {
    Vector2 tip;
    if (!rb_picture_roll(p, f, &tip)) {
        return;
    }
    const Color green = rb_color(RB_COLOR_ROLL);
    const Vector2 d = Vector2Normalize(Vector2Subtract(tip, p->centre));
    edged_arrow(p, p->centre, tip, 3.4f * p->unit, green);
    edged_arrow(p, p->centre, Vector2Subtract(tip, Vector2Scale(d, 9.0f * p->unit)), 3.4f * p->unit, green);
    tag(p, f, "Mᵣ", Vector2Add(tip, Vector2Scale(d, 14.0f * p->unit)));
}

bool rb_picture_pressure(const rb_picture *p, const rb_patch_facts *f, Vector2 *S) {
    *S = at(p, f->S_x, f->S_y);
    return hypot(f->S_x, f->S_y) > 0.02 && hypot(f->S_x, f->S_y) < 1.5;
}

/* S = A + n x M / N */
static void travel_paths(const rb_picture *p, const rb_patch_facts *f, const rb_scene *scene) {
    double M[RB_TRAVEL_POINTS][2];
    Vector2 ends[RB_TRAVEL_POINTS], centres[RB_TRAVEL_POINTS];
    if (!rb_patch_rolling_path(scene, f, M)) {
        return;
    }
    const double s = 1.0 / (f->N * f->a);
    for (int i = 0; i < RB_TRAVEL_POINTS; i++) {
        ends[i] = roll_end(p, f, M[i][0], M[i][1]);
        centres[i] = at(p, -s * M[i][1], s * M[i][0]);
    }
    const struct {
        const Vector2 *path;
        rb_color_role role;
    } paths[] = {{ends, RB_COLOR_ROLL}, {centres, RB_COLOR_NORMAL}};
    for (int i = 0; i < 2; i++) {
        rb_2d_polyline(paths[i].path, RB_TRAVEL_POINTS, 3.6f * p->unit, Fade(deep, 0.6f));
        rb_2d_polyline(paths[i].path, RB_TRAVEL_POINTS, 2.0f * p->unit, rb_color(paths[i].role));
    }
}

void rb_picture_marks(const rb_picture *p, const rb_patch_facts *f, const rb_scene *travel) {
    axes(p, f);
    if (!rb_patch_loaded(f)) {
        return;
    }
    if (f->pressure == RB_PRESSURE_POINT) {
        point_velocity(p, f);
    } else {
        field(p, f);
    }
    if (travel) {
        travel_paths(p, f, travel);
    }
    drill(p, f);
    roll(p, f);
    force(p, f);
    rb_2d_disk(p->centre, 3.6f * p->unit, deep);
    rb_2d_disk(p->centre, 2.4f * p->unit, bright);
    Vector2 S;
    if (rb_picture_pressure(p, f, &S)) {
        rb_2d_disk(S, 6.2f * p->unit, deep);
        rb_2d_disk(S, 5.0f * p->unit, bright);
        rb_2d_disk(S, 3.8f * p->unit, rb_color(RB_COLOR_NORMAL));
        tag(p, f, "S", Vector2Add(S, Vector2Scale(pressure_side(p, f), 16.0f * p->unit)));
    }
    if (f->pressure != RB_PRESSURE_POINT) {
        pole(p, f);
    }
}
