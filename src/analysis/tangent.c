#include "analysis/tangent.h"

#include <math.h>
#include <string.h>

#include "bodies/driven.h"
#include "sim/model_build.h"

#define DIFFERENCE 6e-6 /* step of central differences, in units of the scale */

/* ---- components ---------------------------------------------------------------------------------- */

/* Does a right-hand side depend on component i? */
static bool is_driving(const rb_model *model, int i) {
    if (model->undriven != NULL) {
        const rb_body_range *range = &model->undriven->coupled;
        return (i >= range->first && i < range->first + range->count) || i == rb_driven_clock();
    }
    return i >= model->coupled.first && i < model->coupled.first + model->coupled.count;
}

/* Does the projection to the constraints overwrite component i, whatever it was? Near y all components are
   shifted: a quaternion along an axis is a special case. */
static bool is_determined(const rb_model *model, const double *y, const double *scale, int i) {
    double a[RB_ODE_MAX], b[RB_ODE_MAX];
    size_t size = (size_t)model->ops->state_count * sizeof *y;
    if (model->ops->project == NULL) {
        return false;
    }
    memcpy(a, y, size);
    for (int j = 0; j < rb_body_moving(model->ops); j++) {
        a[j] += is_driving(model, j) ? 1e-3 * scale[j] * (j + 1) : 0;
    }
    memcpy(b, a, size);
    b[i] += 1e-3 * scale[i];
    rb_body_project(model, a);
    rb_body_project(model, b);
    return memcmp(a, b, size) == 0;
}

static bool is_speed(const rb_tangent *t, int row) {
    const rb_body_follows *follows = &t->model->ops->follows;
    return t->index[row] >= follows->speed && t->index[row] < follows->speed + follows->speed_count;
}

/* Chooses the unit of the velocities that form the speed so that the Jacobian at y is balanced: angles and
   angular velocities of an oscillation are then of the same size. All of them get the same unit, so that the
   volume of the directions that constraints allow does not depend on the attitude. */
static void balance(rb_tangent *t, const double *y) {
    int n = t->model->ops->state_count;
    double J[RB_ODE_MAX * RB_ODE_MAX], to_speed = 0, from_speed = 0;
    t->model->ops->jacobian(t->model, y, J);
    for (int i = 0; i < t->driving; i++) {
        for (int j = 0; j < t->driving; j++) {
            double size = fabs(J[t->index[i] * n + t->index[j]]) * t->scale[j] / t->scale[i];
            if (is_speed(t, i) != is_speed(t, j)) {
                double *largest = is_speed(t, i) ? &to_speed : &from_speed;
                *largest = fmax(*largest, size);
            }
        }
    }
    double factor = to_speed > 0 && from_speed > 0 ? sqrt(to_speed / from_speed) : 1;
    for (int i = 0; i < t->driving; i++) {
        t->scale[i] *= is_speed(t, i) && factor < INFINITY ? factor : 1;
    }
}

rb_status rb_tangent_begin(rb_tangent *t, const rb_model *model, const double *y, bool all, rb_error *err) {
    memset(t, 0, sizeof *t);
    if (model->ops->large != NULL) {
        return rb_fail(err, RB_ERR_INPUT,
                       "expected a body with at most %d numbers of state (celt, tippe-top, disk)",
                       RB_ODE_MAX);
    }
    t->model = model;
    t->tolerance = all ? 1e-11 : 1e-8;
    t->window = all ? 1 : RB_TANGENT_STEPS;
    t->parts_max = all ? 1 : 100;
    double scale[RB_ODE_MAX];
    bool drives[RB_ODE_MAX];
    int n = model->ops->state_count, moving = rb_body_moving(model->ops);
    model->ops->scale(model, scale);
    for (int i = 0; i < n; i++) {
        drives[i] = i < moving && is_driving(model, i) && (all || !is_determined(model, y, scale, i));
    }
    for (int pass = 0; pass < (all ? 2 : 1); pass++) {
        for (int i = 0; i < n; i++) {
            if (drives[i] == (pass == 0)) {
                t->scale[t->rows] = scale[i];
                t->index[t->rows++] = i;
            }
        }
        t->driving = pass == 0 ? t->rows : t->driving;
    }
    memcpy(t->y, y, (size_t)model->ops->state_count * sizeof *y);
    balance(t, y);
    return RB_OK;
}

void rb_tangent_fill(rb_tangent *t) {
    double growth[RB_TANGENT_MAX];
    memset(t->Y, 0, sizeof t->Y);
    t->columns = t->driving < RB_TANGENT_MAX ? t->driving : RB_TANGENT_MAX;
    for (int i = 0; i < t->columns; i++) {
        rb_tangent_set(t, i, i, 1);
    }
    rb_tangent_project(t);
    t->columns = rb_tangent_orthonormalise(t, 1e-4, growth);
}

/* ---- functions of the state along a column ------------------------------------------------------- */

/* y moved by `by` along a direction in the units of the rows. */
static void move(const rb_tangent *t, const double *y, const double *direction, double by, double *moved) {
    memcpy(moved, y, (size_t)t->model->ops->state_count * sizeof *y);
    for (int i = 0; i < t->rows; i++) {
        moved[t->index[i]] += by * direction[i] * t->scale[i];
    }
}

/* Returns the length of a difference along a direction. */
static double difference_of(const rb_tangent *t, const double *direction) {
    double size = 0;
    for (int i = 0; i < t->rows; i++) {
        size = fmax(size, fabs(direction[i]));
    }
    return size > 0 ? DIFFERENCE / size : DIFFERENCE;
}

static void get_column(const rb_tangent *t, int k, double *column) {
    for (int i = 0; i < t->rows; i++) {
        column[i] = rb_tangent_get(t, i, k);
    }
}

static void set_column(rb_tangent *t, int k, const double *column) {
    for (int i = 0; i < t->rows; i++) {
        rb_tangent_set(t, i, k, column[i]);
    }
}

/* The model for a shift along a column; -1: that of the run. */
static const rb_model *varied(const rb_tangent *t, int column, double by) {
    return t->vary != NULL && column >= 0 ? t->vary(t, column, by, t->room) : t->model;
}

/* The derivative of a change of the state (a projection, a jump) along a direction, which belongs to a
 * column. */
typedef void state_change(const rb_model *model, int event, double *y);

static void along(const rb_tangent *t, state_change *apply, int event, int column, const double *y,
                  const double *direction, double *out) {
    double up[RB_ODE_MAX], down[RB_ODE_MAX], d = difference_of(t, direction);
    move(t, y, direction, d, up);
    move(t, y, direction, -d, down);
    apply(varied(t, column, d), event, up);
    apply(varied(t, column, -d), event, down);
    for (int i = 0; i < t->rows; i++) {
        out[i] = (up[t->index[i]] - down[t->index[i]]) / (2 * d * t->scale[i]);
    }
}

static void project(const rb_model *model, int event, double *y) {
    (void)event;
    rb_body_project(model, y);
}

void rb_tangent_project(rb_tangent *t) {
    double column[RB_ODE_MAX], left[RB_ODE_MAX];
    for (int k = 0; t->model->ops->project != NULL && k < t->columns; k++) {
        get_column(t, k, column);
        along(t, project, -1, k, t->y, column, left);
        set_column(t, k, left);
    }
}

/* ---- events -------------------------------------------------------------------------------------- */

static double event_value(const rb_model *model, const double *y, const double *f, int event) {
    double g[RB_BODY_EVENTS_MAX];
    model->ops->event_values(model, y, f, g);
    return g[event];
}

static double value_at(const rb_model *model, double *y, bool projects, rb_state_function *function,
                       int which) {
    double f[RB_ODE_MAX] = {0};
    if (projects) {
        rb_body_project(model, y);
    }
    model->ops->rhs(model, y, f);
    return function(model, y, f, which);
}

/* The derivative of a function along a direction, which belongs to a column. */
static double slope_along(const rb_tangent *t, int column, const double *y, const double *direction,
                          bool projects, rb_state_function *function, int which) {
    double up[RB_ODE_MAX], down[RB_ODE_MAX], d = difference_of(t, direction);
    move(t, y, direction, d, up);
    move(t, y, direction, -d, down);
    double above = value_at(varied(t, column, d), up, projects, function, which);
    return (above - value_at(varied(t, column, -d), down, projects, function, which)) / (2 * d);
}

static void cross(const rb_model *model, int event, double *y) {
    model->ops->cross(model, event, y);
    rb_body_project(model, y);
}

/* The right-hand side at y, in the units of the rows. */
static void slope_of(const rb_tangent *t, const double *y, double *slope) {
    double f[RB_ODE_MAX] = {0};
    t->model->ops->rhs(t->model, y, f);
    for (int i = 0; i < t->rows; i++) {
        slope[i] = f[t->index[i]] / t->scale[i];
    }
}

/* Saltation: a change w of the state moves the event by dt = -(g' w)/(g' f), and becomes R' (w + f dt) - f1
   dt, where R is the jump, f and f1 the right-hand sides before and after it. */
void rb_tangent_cross(rb_tangent *t, int event, const double *y) {
    double before[RB_ODE_MAX] = {0}, after[RB_ODE_MAX] = {0}, w[RB_ODE_MAX] = {0}, out[RB_ODE_MAX] = {0};
    double at_end[RB_ODE_MAX];
    memcpy(at_end, y, (size_t)t->model->ops->state_count * sizeof *y);
    cross(t->model, event, at_end);
    slope_of(t, y, before);
    slope_of(t, at_end, after);
    double rate = slope_along(t, -1, y, before, false, event_value, event);
    for (int k = 0; k < t->columns; k++) {
        get_column(t, k, w);
        double dt = rate != 0 ? -slope_along(t, k, y, w, false, event_value, event) / rate : 0;
        for (int i = 0; i < t->rows; i++) {
            w[i] += dt * before[i];
        }
        along(t, cross, event, k, y, w, out);
        for (int i = 0; i < t->rows; i++) {
            out[i] -= dt * after[i];
        }
        set_column(t, k, out);
    }
    memcpy(t->y, at_end, (size_t)t->model->ops->state_count * sizeof *y);
    t->h = 0;
}

double rb_tangent_slope(const rb_tangent *t, int column, rb_state_function *function, int which) {
    double direction[RB_ODE_MAX] = {0};
    if (column < 0) {
        slope_of(t, t->y, direction);
    } else {
        get_column(t, column, direction);
    }
    return slope_along(t, column, t->y, direction, true, function, which);
}

/* ---- orthonormal columns ------------------------------------------------------------------------- */

/* Modified Gram-Schmidt, each column twice, so that they are orthogonal to rounding. */
int rb_tangent_orthonormalise(rb_tangent *t, double flat, double *growth) {
    double q[RB_TANGENT_MAX][RB_ODE_MAX];
    int kept = 0;
    for (int k = 0; k < t->columns; k++) {
        double *v = q[kept], left = 0;
        for (int i = 0; i < t->driving; i++) {
            v[i] = rb_tangent_get(t, i, k);
        }
        for (int j = 0; j < 2 * kept; j++) {
            double dot = 0, *other = q[j % kept];
            for (int i = 0; i < t->driving; i++) {
                dot += v[i] * other[i];
            }
            for (int i = 0; i < t->driving; i++) {
                v[i] -= dot * other[i];
            }
        }
        for (int i = 0; i < t->driving; i++) {
            left += v[i] * v[i];
        }
        growth[k] = left > flat * flat ? sqrt(left) : 0;
        if (growth[k] > 0) {
            for (int i = 0; i < t->driving; i++) {
                v[i] /= growth[k];
            }
            kept++;
        }
    }
    for (int k = 0; k < t->columns; k++) {
        for (int i = 0; i < t->driving; i++) {
            rb_tangent_set(t, i, k, k < kept ? q[k][i] : 0);
        }
    }
    return kept;
}

rb_scene rb_tangent_scene(const rb_scene *scene) {
    rb_scene precise = *scene;
    rb_model model;
    rb_model_build(scene, &model);
    if (model.crossings != 0) {
        rb_scene_set_method(&precise, RB_METHOD_RODAS);
        precise.values[RB_SECTION_SOLVER][RB_SOLVER_RTOL] = 1e-13;
    }
    return precise;
}
