/* Bodies from a mesh: the underside is fitted to its lowest part. */
#include <math.h>
#include <string.h>

#include "bodies/surface.h"
#include "math/least_squares.h"
#include "print/design.h"

rb_status rb_stone_read_mesh(const rb_stone_design *d, rb_mesh *mesh, rb_error *err) {
    *mesh = (rb_mesh){0};
    if (d->mesh[0] == '\0') {
        return rb_fail(err, RB_ERR_INPUT, "stone: mesh: expected a file (.stl, .obj, .3mf)");
    }
    rb_status status = rb_mesh_read(d->mesh, d->v[RB_STONE_UNIT], mesh, err);
    double c = cos(d->v[RB_STONE_TURN]), s = sin(d->v[RB_STONE_TURN]);
    for (size_t i = 0; status == RB_OK && i < mesh->point_count; i++) {
        rb_vec3 p = mesh->points[i];
        mesh->points[i] = rb_v3(c * p.x - s * p.y + d->v[RB_STONE_MESH_X],
                                s * p.x + c * p.y + d->v[RB_STONE_MESH_Y], p.z + d->v[RB_STONE_MESH_Z]);
    }
    return status;
}

/* The lowest points of a mesh, for a half ellipsoid with its flat top at the height `top` through them:
   z = p0 + a3 (1 - sqrt(1 - q)), a3 = top - p0, q = p3 dx^2 + 2 p4 dx dy + p5 dy^2 about (p1, p2); lengths
   are relative to `size`. */
typedef struct lowest {
    const rb_mesh *mesh;
    double reach, top, size; /* up to which height they are taken; of the top; unit, m */
} lowest;

static bool misfit(void *context, const double *p, double *residuals) {
    const lowest *l = context;
    int count = 0;
    for (size_t i = 0; i < l->mesh->point_count; i++) {
        if (l->mesh->points[i].z < l->reach) {
            rb_vec3 at = rb_scale(1 / l->size, l->mesh->points[i]);
            double x = at.x - p[1], y = at.y - p[2], a3 = l->top / l->size - p[0];
            double q = p[3] * x * x + 2 * p[4] * x * y + p[5] * y * y;
            residuals[count++] = p[0] + a3 * (1 - sqrt(fmax(1 - q, 0))) - at.z;
        }
    }
    return true;
}

/* From the fit to semi-axes, turn and place of the mesh. */
static rb_status take_fit(rb_stone_design *d, const double *p, const lowest *l, rb_error *err) {
    double mean = (p[3] + p[5]) / 2, radius = hypot((p[3] - p[5]) / 2, p[4]), a3 = l->top - l->size * p[0];
    if (!(mean - radius > 0 && a3 > 0)) {
        return rb_fail(err, RB_ERR_INPUT,
                       "%s: expected a convex underside at the bottom (z is up), got a flat or hollow one",
                       d->mesh);
    }
    double turn = -atan2(-2 * p[4], p[5] - p[3]) / 2; /* the flatter direction becomes x */
    double x = l->size * p[1], y = l->size * p[2];
    d->v[RB_STONE_A1] = l->size / sqrt(mean - radius);
    d->v[RB_STONE_A2] = l->size / sqrt(mean + radius);
    d->v[RB_STONE_A3] = a3;
    d->v[RB_STONE_SURFACE] = RB_SURFACE_ELLIPSOID;
    d->v[RB_STONE_TURN] = turn;
    d->v[RB_STONE_MESH_X] = sin(turn) * y - cos(turn) * x;
    d->v[RB_STONE_MESH_Y] = 0 - sin(turn) * x - cos(turn) * y;
    d->v[RB_STONE_MESH_Z] = -l->top;
    return RB_OK;
}

/* The first guess: the lowest point, and the half lengths of the mesh. Returns how many points are used. */
static int begin_fit(const rb_mesh *mesh, lowest *l, double p[6]) {
    rb_vec3 low = mesh->points[0], high = low, bottom = low;
    for (size_t i = 0; i < mesh->point_count; i++) {
        rb_vec3 q = mesh->points[i];
        bottom = q.z < bottom.z ? q : bottom;
        low = rb_v3(fmin(low.x, q.x), fmin(low.y, q.y), fmin(low.z, q.z));
        high = rb_v3(fmax(high.x, q.x), fmax(high.y, q.y), fmax(high.z, q.z));
    }
    double size = high.z - low.z, a = (high.x - low.x) / 2, b = (high.y - low.y) / 2;
    *l = (lowest){mesh, low.z + 0.4 * size, high.z, size};
    const double guess[6] = {bottom.z / size,      bottom.x / size, bottom.y / size, size * size / (a * a), 0,
                             size * size / (b * b)};
    memcpy(p, guess, sizeof guess);
    int used = 0;
    for (size_t i = 0; i < mesh->point_count; i++) {
        used += mesh->points[i].z < l->reach;
    }
    return used;
}

rb_status rb_stone_fit_mesh(rb_stone_design *d, rb_error *err) {
    static const int placed[] = {RB_STONE_TURN, RB_STONE_MESH_X, RB_STONE_MESH_Y, RB_STONE_MESH_Z};
    enum { LEAST_POINTS = 12 };
    for (int i = 0; i < 4; i++) {
        d->v[placed[i]] = 0;
    }
    rb_mesh mesh;
    lowest l = {0};
    double p[6] = {0};
    rb_status status = rb_stone_read_mesh(d, &mesh, err);
    int used = status == RB_OK ? begin_fit(&mesh, &l, p) : 0;
    if (status == RB_OK && used < LEAST_POINTS) {
        status =
            rb_fail(err, RB_ERR_INPUT,
                    "%s: expected at least %d points in the lower 40 %% of the mesh, which is the underside "
                    "(z is up), got %d",
                    d->mesh, LEAST_POINTS, used);
    }
    const rb_least_squares problem = {.parameters = 6,
                                      .residuals = used,
                                      .evaluate = misfit,
                                      .context = &l,
                                      .difference = 1e-6,
                                      .enough = 1e-14,
                                      .iterations = 100};
    rb_least_squares_result result;
    if (status == RB_OK && !rb_least_squares_solve(&problem, p, &result)) {
        status = rb_fail(err, RB_ERR_MEMORY, "stone: out of memory");
    }
    status = status == RB_OK ? take_fit(d, p, &l, err) : status;
    rb_mesh_free(&mesh);
    return status;
}
