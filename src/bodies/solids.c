/* Closed forms of the moments of solids. Every second moment is about the centroid. */
#include "bodies/mass.h"

#include <math.h>

#include "math/pi.h"

#define LENGTH(name, symbol, help)                                                                           \
    { name, symbol, "m", 0, 10, 0.01, help, "ours", RB_PARAM_ABOVE, NULL }
#define COMPONENT(name, symbol, def, help)                                                                   \
    { name, symbol, "", -1, 1, def, help, "ours", 0, NULL }

static const rb_param semi_axes[] = {
    LENGTH("a1", "a₁", "semi-axis along x"),
    LENGTH("a2", "a₂", "semi-axis along y"),
    LENGTH("a3", "a₃", "semi-axis along z"),
};

static const rb_param cut_params[] = {
    LENGTH("a1", "a₁", "semi-axis along x"),
    LENGTH("a2", "a₂", "semi-axis along y"),
    LENGTH("a3", "a₃", "semi-axis along z"),
    COMPONENT("n1", "n₁", 0, "normal of the cutting plane, along x"),
    COMPONENT("n2", "n₂", 0, "normal of the cutting plane, along y"),
    COMPONENT("n3", "n₃", 1, "normal of the cutting plane, along z"),
    {"d", "d", "m", -10, 10, 0, "distance of the plane from the centre along its normal", "ours", 0, NULL},
};

static const rb_param cap_params[] = {
    LENGTH("radius", "R", "radius of the sphere"),
    LENGTH("height", "h", "height of the cap, at most 2 radius"),
};

static const rb_param box_params[] = {
    LENGTH("l1", "l₁", "length along x"),
    LENGTH("l2", "l₂", "length along y"),
    LENGTH("l3", "l₃", "length along z"),
};

static const rb_param cylinder_params[] = {
    LENGTH("radius", "R", "radius"),
    LENGTH("height", "h", "length along z"),
};

static const rb_param sphere_params[] = {LENGTH("radius", "R", "radius")};

static const rb_param tube_params[] = {
    LENGTH("outer", "R", "outer radius"),
    LENGTH("inner", "r", "inner radius"),
    LENGTH("height", "h", "length along z"),
};

/* Moments from the volume and the mean squares of the coordinates about the centroid. */
static rb_moments upright(double volume, double z, double xx, double yy, double zz) {
    return (rb_moments){volume, rb_v3(0, 0, z), rb_mat3_diag(volume * xx, volume * yy, volume * zz)};
}

static rb_moments ellipsoid(const double *a) {
    return upright(4 * RB_PI / 3 * a[0] * a[1] * a[2], 0, a[0] * a[0] / 5, a[1] * a[1] / 5, a[2] * a[2] / 5);
}

static rb_moments half_ellipsoid(const double *a) {
    return upright(2 * RB_PI / 3 * a[0] * a[1] * a[2], -0.375 * a[2], a[0] * a[0] / 5, a[1] * a[1] / 5,
                   19.0 / 320 * a[2] * a[2]);
}

static rb_moments box(const double *l) {
    return upright(l[0] * l[1] * l[2], 0, l[0] * l[0] / 12, l[1] * l[1] / 12, l[2] * l[2] / 12);
}

static rb_moments tube_of(double outer, double inner, double height) {
    double square = (outer * outer + inner * inner) / 4;
    return upright(RB_PI * (outer - inner) * (outer + inner) * height, 0, square, square,
                   height * height / 12);
}

static rb_moments tube(const double *v) {
    return tube_of(v[0], v[1], v[2]);
}

static rb_moments cylinder(const double *v) {
    return tube_of(v[0], 0, v[1]);
}

static rb_moments sphere(const double *v) {
    const double a[3] = {v[0], v[0], v[0]};
    return ellipsoid(a);
}

/* The part of the unit ball from its end up to the height s, 0 < s <= 2. Slices at the height x have the
   area pi (2x - x^2) and a mean square radius of half that: volume, height of the centroid, mean squares
   along and across. */
typedef struct ball_part {
    double volume, height, along, across;
} ball_part;

static ball_part part_of_ball(double s) {
    double volume = RB_PI * s * s * (1 - s / 3);
    double height = s * (2.0 / 3 - s / 4) / (1 - s / 3);
    double square = s * s * (0.5 - s / 5) / (1 - s / 3);
    double across = s * (4.0 / 3 - s + s * s / 5) / (4 * (1 - s / 3));
    return (ball_part){volume, height, square - height * height, across};
}

/* The ellipsoid is a stretched ball, x = D y: the plane n.x = d becomes Dn.y = d. */
static rb_moments cut_ellipsoid(const double *v) {
    double norm = sqrt(v[3] * v[3] + v[4] * v[4] + v[5] * v[5]);
    const double n[3] = {v[0] * v[3] / norm, v[1] * v[4] / norm, v[2] * v[5] / norm};
    double reach = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    ball_part part = part_of_ball(1 + v[6] / reach);
    rb_moments out = {.mass = v[0] * v[1] * v[2] * part.volume};
    double c[3];
    for (int i = 0; i < 3; i++) {
        c[i] = v[i] * n[i] / reach * (part.height - 1);
        for (int j = 0; j < 3; j++) {
            double nn = n[i] * n[j] / (reach * reach);
            out.second.m[i][j] =
                out.mass * v[i] * v[j] * ((i == j ? part.across : 0) + (part.along - part.across) * nn);
        }
    }
    out.centre = rb_v3(c[0], c[1], c[2]);
    return out;
}

static const char *cut_problem(const double *v) {
    double norm = sqrt(v[3] * v[3] + v[4] * v[4] + v[5] * v[5]);
    double reach = sqrt(v[0] * v[0] * v[3] * v[3] + v[1] * v[1] * v[4] * v[4] + v[2] * v[2] * v[5] * v[5]);
    if (!(norm > 1e-6)) {
        return "n1, n2, n3: expected the normal of a plane, got zero";
    }
    return fabs(v[6]) * norm < reach ? NULL : "d: expected a plane that cuts the ellipsoid";
}

static rb_moments cap(const double *v) {
    double R = v[0];
    ball_part part = part_of_ball(v[1] / R);
    rb_moments out = upright(R * R * R * part.volume, R * part.height - v[1], R * R * part.across,
                             R * R * part.across, R * R * part.along);
    return out;
}

static const char *cap_problem(const double *v) {
    return v[1] <= 2 * v[0] ? NULL : "height: expected at most twice the radius";
}

static const char *tube_problem(const double *v) {
    return v[1] < v[0] ? NULL : "inner: expected less than outer";
}

const rb_solid_kind rb_solid_kinds[] = {
    {"ellipsoid", "centred", RB_PARAM_TABLE(semi_axes), ellipsoid, NULL},
    {"half-ellipsoid", "the half z <= 0 of an ellipsoid", RB_PARAM_TABLE(semi_axes), half_ellipsoid, NULL},
    {"cut-ellipsoid", "the part n.x <= d of an ellipsoid", RB_PARAM_TABLE(cut_params), cut_ellipsoid,
     cut_problem},
    {"cap", "a cap of a sphere: flat face at z = 0, end at z = -height", RB_PARAM_TABLE(cap_params), cap,
     cap_problem},
    {"box", "centred", RB_PARAM_TABLE(box_params), box, NULL},
    {"cylinder", "centred, along z", RB_PARAM_TABLE(cylinder_params), cylinder, NULL},
    {"sphere", "centred", RB_PARAM_TABLE(sphere_params), sphere, NULL},
    {"tube", "centred, along z", RB_PARAM_TABLE(tube_params), tube, tube_problem},
    {"point", "a point weight at the origin", {NULL, 0}, NULL, NULL},
    {"mesh", "a closed triangle mesh of a file", {NULL, 0}, NULL, NULL},
};

const int rb_solid_kind_count = sizeof rb_solid_kinds / sizeof rb_solid_kinds[0];
const rb_solid_kind *const rb_solid_point = &rb_solid_kinds[8];
const rb_solid_kind *const rb_solid_mesh = &rb_solid_kinds[9];
