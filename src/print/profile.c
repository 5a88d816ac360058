#include "print/profile.h"

#include <math.h>

#include "base/text.h"
#include "math/pi.h"

enum { CORNERS = 360 };
static const double millimetres = 1e3;

/* Where a profile is put on the sheet, mm. */
typedef struct pen {
    FILE *out;
    rb_profile_format format;
    double x, y;
} pen;

/* A closed curve through points in m, y up. */
static void write_curve(const pen *p, const char *layer, double (*points)[2], int count) {
    if (p->format == RB_PROFILE_DXF) {
        fprintf(p->out, "0\nLWPOLYLINE\n100\nAcDbEntity\n8\n%s\n100\nAcDbPolyline\n90\n%d\n70\n1\n", layer,
                count);
    } else {
        fprintf(p->out, "<path id=\"%s\" d=\"", layer);
    }
    for (int i = 0; i < count; i++) {
        double x = p->x + millimetres * points[i][0], y = p->y + millimetres * points[i][1];
        if (p->format == RB_PROFILE_DXF) {
            rb_print(p->out, "10\n%.6f\n20\n%.6f\n", x, y);
        } else {
            rb_print(p->out, "%s%.6f %.6f", i > 0 ? " L" : "M", x, -y);
        }
    }
    fputs(p->format == RB_PROFILE_DXF ? "" : " Z\"/>\n", p->out);
}

static void write_circle(const pen *p, double x, double y, double radius) {
    double cx = p->x + millimetres * x, cy = p->y + millimetres * y, r = millimetres * radius;
    if (p->format == RB_PROFILE_DXF) {
        rb_print(p->out,
                 "0\nCIRCLE\n100\nAcDbEntity\n8\nHOLES\n100\nAcDbCircle\n10\n%.6f\n20\n%.6f\n40\n%.6f\n", cx,
                 cy, r);
    } else {
        rb_print(p->out, "<circle cx=\"%.6f\" cy=\"%.6f\" r=\"%.6f\"/>\n", cx, -cy, r);
    }
}

static bool find_outline(const rb_stone_design *d, double points[CORNERS][2], double size[2]) {
    size[0] = size[1] = 0;
    for (int i = 0; i < CORNERS; i++) {
        double area;
        if (!rb_stone_top(d, 1, 2 * RB_PI * i / CORNERS, &points[i][0], &points[i][1], &area)) {
            return false;
        }
        size[0] = fmax(size[0], fabs(points[i][0]));
        size[1] = fmax(size[1], fabs(points[i][1]));
    }
    return true;
}

/* The section with the plane through the vertical axis at the angle t: half a turn along the underside, then
   the walls up to the flat top. Its points are at the distance from the axis along t. */
static bool find_section(const rb_stone_design *d, double t, double points[CORNERS + 3][2]) {
    for (int i = 0; i <= CORNERS; i++) {
        double share = cos(RB_PI * i / CORNERS), x, y, area, z;
        rb_vec3 normal;
        if (!rb_stone_top(d, fabs(share), share > 0 ? t : t + RB_PI, &x, &y, &area) ||
            !rb_stone_underside(d, x, y, &z, &normal)) {
            return false;
        }
        points[i][0] = copysign(hypot(x, y), share);
        points[i][1] = fmin(z, 0);
    }
    points[CORNERS + 1][0] = points[CORNERS][0], points[CORNERS + 1][1] = 0;
    points[CORNERS + 2][0] = points[0][0], points[CORNERS + 2][1] = 0;
    return true;
}

static void begin(const pen *p, double width, double height) {
    if (p->format == RB_PROFILE_DXF) {
        /* $INSUNITS 4: millimetres */
        fputs("0\nSECTION\n2\nHEADER\n9\n$ACADVER\n1\nAC1015\n9\n$"
              "INSUNITS\n70\n4\n0\nENDSEC\n0\nSECTION\n2\nENTITIES\n",
              p->out);
    } else {
        rb_print(p->out,
                 "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.6gmm\" height=\"%.6gmm\" "
                 "viewBox=\"%.6f %.6f %.6f "
                 "%.6f\">\n<g fill=\"none\" stroke=\"#000\" stroke-width=\"0.1\">\n",
                 width, height, -width / 2, -10.0, width, height);
    }
}

rb_status rb_stone_write_profile(const rb_stone_design *d, rb_profile_format format, FILE *out,
                                 rb_error *err) {
    double outline[CORNERS][2], along[CORNERS + 3][2], across[CORNERS + 3][2], size[2];
    if (d->v[RB_STONE_BODY] == RB_STONE_MESH) {
        return rb_fail(err, RB_ERR_INPUT,
                       "stone: body: expected another one than a mesh, which has no profile");
    }
    if (!find_outline(d, outline, size) || !find_section(d, 0, along) ||
        !find_section(d, RB_PI / 2, across)) {
        return rb_fail(err, RB_ERR_INPUT, "stone: surface: expected an underside below the whole outline");
    }
    double gap = 10, depth = millimetres * d->v[RB_STONE_A3], half = millimetres * size[1];
    pen p = {out, format, 0, -half};
    begin(&p, 2 * millimetres * size[0] + 2 * gap, 2 * half + 2 * depth + 4 * gap);
    write_curve(&p, "TOP", outline, CORNERS);
    for (int i = 0; i < d->weight_count; i++) {
        const rb_stone_weight *w = &d->weights[i];
        bool empty = w->v[RB_WEIGHT_SHAPE] == RB_WEIGHT_HOLE;
        if (w->v[RB_WEIGHT_DEPTH] > 0) {
            write_circle(&p, w->v[RB_WEIGHT_X], w->v[RB_WEIGHT_Y],
                         w->v[RB_WEIGHT_RADIUS] + (empty ? 0 : d->v[RB_STONE_CLEARANCE]));
        }
    }
    p.y = -2 * half - gap;
    write_curve(&p, "LONG", along, CORNERS + 3);
    p.y -= depth + gap;
    write_curve(&p, "CROSS", across, CORNERS + 3);
    fputs(format == RB_PROFILE_DXF ? "0\nENDSEC\n0\nEOF\n" : "</g>\n</svg>\n", out);
    return RB_OK;
}
