/* The table of contact surfaces, and the point of a surface with a given normal. */
#include "bodies/surface.h"

#include <math.h>
#include <string.h>

#include "base/macros.h"
#include "bodies/ops.h"
#include "bodies/touch_inline.h"
#include "math/elementary.h"

enum { BUILT_IN = 4 };

static const rb_surface_kind *kinds[RB_SURFACES_MAX] = {
    [RB_SURFACE_ELLIPSOID] = &rb_surface_ellipsoid,
    [RB_SURFACE_PARABOLOID] = &rb_surface_paraboloid,
    [RB_SURFACE_SUPERELLIPSOID] = &rb_surface_superellipsoid,
    [RB_SURFACE_HALVES] = &rb_surface_halves,
};
const char *rb_surface_ids[RB_SURFACES_MAX + 1] = {"ellipsoid", "paraboloid", "superellipsoid", "halves"};
static int count = BUILT_IN;

int rb_surface_count(void) {
    return count;
}

const rb_surface_kind *rb_surface_at(int index) {
    return index >= 0 && index < count ? kinds[index] : NULL;
}

rb_status rb_surface_register(const rb_surface_kind *kind, rb_error *err) {
    RB_CHECK_ARGUMENTS(kind != NULL, err);
    const char *id = kind->id != NULL ? kind->id : "";
    bool valid = id[0] != '\0' && id[strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789._-")] == '\0';
    if (kind->size != sizeof *kind || !valid || kind->name == NULL || kind->help == NULL ||
        (kind->support == NULL) == (kind->implicit == NULL)) {
        return rb_fail(err, RB_ERR_INPUT,
                       "surface %s: incomplete definition: expected size, id of [a-z0-9._-], name, help, and "
                       "either support or implicit",
                       id);
    }
    for (int i = 0; i < count; i++) {
        if (strcmp(kinds[i]->id, id) == 0) {
            return rb_fail(err, RB_ERR_INPUT, "surface %s: expected an id that is not in use", id);
        }
    }
    if (count == RB_SURFACES_MAX || rb_body_kinds_closed()) {
        return rb_fail(err, RB_ERR_INPUT,
                       "surface %s: expected at most %d kinds, registered before the first simulation", id,
                       RB_SURFACES_MAX);
    }
    kinds[count] = kind;
    rb_surface_ids[count++] = id;
    return RB_OK;
}

/* ---- derivatives of a jet as vectors and matrices ----------------------------------------------- */

static rb_vec3 gradient(const rb_jet *f) {
    return rb_v3(f->d[0], f->d[1], f->d[2]);
}

static rb_mat3 symmetric(const double s[6]) {
    return (rb_mat3){{{s[0], s[1], s[2]}, {s[1], s[3], s[4]}, {s[2], s[4], s[5]}}};
}

/* The change of the second derivatives along a. */
static rb_mat3 third_along(const rb_jet *f, rb_vec3 a) {
    const double *t = f->ddd;
    const double s[6] = {
        t[0] * a.x + t[1] * a.y + t[2] * a.z, t[1] * a.x + t[3] * a.y + t[4] * a.z,
        t[2] * a.x + t[4] * a.y + t[5] * a.z, t[3] * a.x + t[6] * a.y + t[7] * a.z,
        t[4] * a.x + t[7] * a.y + t[8] * a.z, t[5] * a.x + t[8] * a.y + t[9] * a.z,
    };
    return symmetric(s);
}

static void variables(rb_vec3 at, rb_jet out[3]) {
    out[0] = rb_jet_variable(at.x, 0);
    out[1] = rb_jet_variable(at.y, 1);
    out[2] = rb_jet_variable(at.z, 2);
}

static void tangents(rb_vec3 d, rb_vec3 *s, rb_vec3 *t) {
    rb_vec3 other = fabs(d.x) < 0.6 ? rb_v3(1, 0, 0) : rb_v3(0, 1, 0);
    *s = rb_cross(other, d);
    *s = rb_scale(1 / rb_norm(*s), *s);
    *t = rb_cross(d, *s);
}

/* ---- implicit functions -------------------------------------------------------------------------- */

/* The point is where grad F = lambda d and F = 0. With tangents s, t of d, Newton's step solves

       s.(A dx) = -s.grad F,   t.(A dx) = -t.grad F,   grad F.dx = -F,   A = F''. */
typedef struct search {
    const rb_surface_kind *kind;
    const rb_surface_values *values;
    rb_vec3 d, s, t;
} search;

static rb_jet implicit_at(const search *at, rb_vec3 x) {
    rb_jet in[3];
    variables(x, in);
    return at->kind->implicit(at->values, in);
}

/* How far from the solution, without a unit: slope of the normal, and distance over a3. */
static double miss(const search *at, const rb_jet *F) {
    rb_vec3 g = gradient(F);
    double along = rb_dot(g, at->d), across = rb_hypot(rb_dot(g, at->s), rb_dot(g, at->t));
    double off = fabs(F->v) / (rb_norm(g) * at->values->a[2]);
    return along > 0 ? across / along + off : INFINITY;
}

static rb_vec3 newton_step(const search *at, const rb_jet *F) {
    rb_mat3 A = symmetric(F->dd);
    rb_vec3 g = gradient(F), As = rb_mul(&A, at->s), At = rb_mul(&A, at->t);
    rb_mat3 M = {{{As.x, As.y, As.z}, {At.x, At.y, At.z}, {g.x, g.y, g.z}}};
    rb_mat3 inverse = rb_mat3_inverse(&M);
    return rb_mul(&inverse, rb_v3(-rb_dot(at->s, g), -rb_dot(at->t, g), -F->v));
}

/* The point of the ellipsoid with the same normal. */
static rb_vec3 first_guess(const search *at) {
    const double *a = at->values->a;
    rb_vec3 r = rb_v3(a[0] * a[0] * at->d.x, a[1] * a[1] * at->d.y, a[2] * a[2] * at->d.z);
    return rb_scale(1 / sqrt(rb_dot(r, at->d)), r);
}

static bool find_implicit(const search *at, rb_vec3 *x, rb_jet *F) {
    enum { STEPS = 60, HALVINGS = 12 };
    *x = first_guess(at);
    *F = implicit_at(at, *x);
    double off = miss(at, F);
    for (int i = 0; i < STEPS && !(off <= 1e-14); i++) {
        rb_vec3 step = newton_step(at, F), next = rb_add(*x, step);
        rb_jet there = implicit_at(at, next);
        double then = miss(at, &there);
        for (int k = 0; k < HALVINGS && !(then < off); k++) {
            step = rb_scale(0.5, step);
            next = rb_add(*x, step);
            there = implicit_at(at, next);
            then = miss(at, &there);
        }
        if (!(then < off)) {
            break; /* rounding errors, or no solution */
        }
        *x = next, *F = there, off = then;
    }
    return off < 1e-10;
}

/* With T = (s, t): H = lambda P, P = T (T' A T)^-1 T'. By the inverse of [[A, d], [d', 0]], which has the
   blocks P and w = d - P A d: dP = -(P dA P + w dd' P + P dd w'). */
static void implicit_local(const search *at, const rb_jet *F, rb_vec3 dd, rb_surface_local *out) {
    rb_mat3 A = symmetric(F->dd);
    rb_vec3 As = rb_mul(&A, at->s), At = rb_mul(&A, at->t), d = at->d;
    double ss = rb_dot(at->s, As), st = rb_dot(at->s, At), tt = rb_dot(at->t, At);
    double lambda = rb_dot(gradient(F), d), det = ss * tt - st * st;
    const double s[3] = {at->s.x, at->s.y, at->s.z}, t[3] = {at->t.x, at->t.y, at->t.z};
    rb_mat3 P;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            P.m[i][j] = (tt * s[i] * s[j] - st * (s[i] * t[j] + t[i] * s[j]) + ss * t[i] * t[j]) / det;
            out->H.m[i][j] = lambda * P.m[i][j];
        }
    }
    out->dx = rb_mul(&out->H, dd);
    rb_mat3 dA = third_along(F, out->dx), PdA = rb_mat3_mul(&P, &dA), PdAP = rb_mat3_mul(&PdA, &P);
    double dlambda = rb_dot(d, rb_mul(&A, out->dx));
    rb_vec3 w = rb_sub(d, rb_mul(&P, rb_mul(&A, d))), p = rb_mul(&P, dd);
    const double wv[3] = {w.x, w.y, w.z}, pv[3] = {p.x, p.y, p.z};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            double dP = -(PdAP.m[i][j] + wv[i] * pv[j] + pv[i] * wv[j]);
            out->dH.m[i][j] = dlambda * P.m[i][j] + lambda * dP;
        }
    }
}

/* ---- any kind ------------------------------------------------------------------------------------ */

bool rb_surface_evaluate(const rb_surface_kind *kind, const rb_surface_values *values, rb_vec3 d, rb_vec3 dd,
                         rb_surface_local *out) {
    if (kind->support != NULL) {
        rb_jet in[3];
        variables(d, in);
        rb_jet h = kind->support(values, in);
        out->x = gradient(&h);
        out->H = symmetric(h.dd);
        out->dx = rb_mul(&out->H, dd);
        out->dH = third_along(&h, dd);
        return isfinite(h.v);
    }
    search at = {.kind = kind, .values = values, .d = d};
    rb_jet F;
    tangents(d, &at.s, &at.t);
    bool found = find_implicit(&at, &out->x, &F);
    implicit_local(&at, &F, dd, out);
    if (!found) {
        out->x = out->dx = rb_v3(NAN, NAN, NAN);
    }
    return found;
}

/* The rotation Q from the axes of the surface to those of the body, about axis 3. */
static rb_vec3 to_surface(const rb_shape *shape, rb_vec3 a) {
    double c = shape->axis.x, s = -shape->axis.y;
    return rb_v3(c * a.x - s * a.y, s * a.x + c * a.y, a.z);
}

static rb_vec3 to_body(const rb_shape *shape, rb_vec3 a) {
    double c = shape->axis.x, s = -shape->axis.y;
    return rb_v3(c * a.x + s * a.y, c * a.y - s * a.x, a.z);
}

/* Q A Q^T of a symmetric matrix. */
static rb_mat3 matrix_to_body(const rb_shape *shape, const rb_mat3 *A) {
    rb_mat3 half; /* rows: Q applied to the columns of A */
    for (int i = 0; i < 3; i++) {
        rb_vec3 row = to_body(shape, rb_v3(A->m[0][i], A->m[1][i], A->m[2][i]));
        half.m[i][0] = row.x, half.m[i][1] = row.y, half.m[i][2] = row.z;
    }
    rb_mat3 whole;
    for (int i = 0; i < 3; i++) {
        rb_vec3 row = to_body(shape, rb_v3(half.m[0][i], half.m[1][i], half.m[2][i]));
        whole.m[i][0] = row.x, whole.m[i][1] = row.y, whole.m[i][2] = row.z;
    }
    return whole;
}

rb_surface_local rb_shape_local(const rb_shape *shape, rb_vec3 d, rb_vec3 dd) {
    rb_surface_local at;
    rb_surface_evaluate(shape->surface, &shape->values, to_surface(shape, d), to_surface(shape, dd), &at);
    at.x = to_body(shape, at.x);
    at.dx = to_body(shape, at.dx);
    at.H = matrix_to_body(shape, &at.H);
    at.dH = matrix_to_body(shape, &at.dH);
    return at;
}

void rb_surface_principal(const rb_mat3 *H, rb_vec3 d, double radius[2], rb_vec3 *along) {
    rb_vec3 s, t;
    tangents(d, &s, &t);
    rb_vec3 Hs = rb_mul(H, s), Ht = rb_mul(H, t);
    double ss = rb_dot(s, Hs), st = rb_dot(s, Ht), tt = rb_dot(t, Ht);
    double mean = (ss + tt) / 2, half = (ss - tt) / 2, amplitude = rb_hypot(half, st);
    double angle = rb_atan2(st, half) / 2;
    radius[0] = mean + amplitude;
    radius[1] = mean - amplitude;
    *along = rb_add_scaled(rb_scale(rb_cos(angle), s), rb_sin(angle), t);
}

static const char *id_of(const rb_surface_kind *kind) {
    return kind->id != NULL ? kind->id : "?";
}

rb_status rb_surface_find_point(const rb_surface_kind *kind, const rb_surface_values *values,
                                const double d[3], rb_surface_point *out, rb_error *err) {
    RB_CHECK_ARGUMENTS(kind != NULL && (kind->support != NULL || kind->implicit != NULL), err);
    RB_CHECK_ARGUMENTS(values != NULL && d != NULL && out != NULL, err);
    rb_vec3 unit = rb_v3(d[0], d[1], d[2]), along;
    rb_surface_local local;
    unit = rb_scale(1 / rb_norm(unit), unit);
    memset(out, 0, sizeof *out);
    if (!rb_surface_evaluate(kind, values, unit, rb_v3(0, 0, 0), &local)) {
        return rb_fail(err, RB_ERR_INPUT, "surface %s: no point has the normal (%g, %g, %g)", id_of(kind),
                       unit.x, unit.y, unit.z);
    }
    rb_surface_principal(&local.H, unit, out->radius, &along);
    const rb_vec3 x = local.x;
    memcpy(out->x, (double[]){x.x, x.y, x.z}, sizeof out->x);
    memcpy(out->along, (double[]){along.x, along.y, along.z}, sizeof out->along);
    if (!(out->radius[1] > 0) || !isfinite(out->radius[0])) {
        return rb_fail(
            err, RB_ERR_INPUT,
            "surface %s: expected positive radii of curvature, got %g and %g m where the normal is "
            "(%g, %g, %g)",
            kind->id, out->radius[0], out->radius[1], unit.x, unit.y, unit.z);
    }
    return RB_OK;
}
