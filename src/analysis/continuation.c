/* Pseudo-arclength continuation: the unknowns are the state x, the period T and the parameter p, in units of
   the state's scale, the first period and the range of p. A step of length h along the tangent of the branch
   is corrected by Newton's method across it:

       (M - I) dx + f1 dT + P dp = -r,   f0 dx = 0,   tangent (dx, dT, dp) = 0

   where M and P are the tangent flow over a period by state and parameter. */
#include "analysis/continuation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/orbit_private.h"
#include "sim/control.h"
#include "sim/simulation_struct.h"

enum { NEWTON_MAX = 8, LOCATE_MAX = 60, FLIPS_MAX = 64, SIZE = RB_ORBIT_SIZE };
#define H_FIRST 0.01
#define H_MAX 0.02
#define H_MIN 1e-9 /* an event that appears is located to this */

typedef struct place {
    double y[RB_ODE_MAX], period, value;
} place;

typedef struct node {
    place at;
    double tangent[SIZE];         /* of the branch, of length 1 */
    double test[RB_BRANCH_KINDS]; /* functions whose sign changes at a bifurcation */
    int event_count;
    unsigned char events[RB_ORBIT_EVENTS];
    rb_orbit orbit;
} node;

/* A flip at which a branch of twice the period begins. */
typedef struct fork {
    node at;
    int level;
} fork;

typedef struct follow {
    const rb_continuation_request *q;
    rb_orbit_search s;
    rb_continuation *out;
    int n; /* driving components */
    double unit_T, unit_p;
    int branch, level;
    int other_event;   /* that appeared or disappeared in a correction; -1: none */
    const node *begun; /* from which the present step leads */
    node now, next, located;
    fork forks[FLIPS_MAX];
    int fork_count;
    bool out_of_memory;
} follow;

const char *rb_branch_kind_name(rb_branch_kind kind) {
    static const char *const names[RB_BRANCH_KINDS] = {"",        "fold", "flip", "torus", "branch-point",
                                                       "grazing", "end"};
    return names[kind];
}

/* ---- Newton's method ----------------------------------------------------------------------------- */

static double *parameter(follow *f) {
    return &f->s.scene.values[f->q->by.section][f->q->by.index];
}

static void use(follow *f, const place *x) {
    memcpy(f->s.y, x->y, sizeof f->s.y);
    f->s.period = x->period;
    *parameter(f) = x->value;
}

static void move(const follow *f, place *x, double h, const double *direction) {
    const rb_tangent *t = &f->s.tangent;
    for (int i = 0; i < f->n; i++) {
        x->y[t->index[i]] += h * direction[i] * t->scale[i];
    }
    x->period += h * direction[f->n] * f->unit_T;
    x->value += h * direction[f->n + 1] * f->unit_p;
}

static void assemble(follow *f, const double *border, double A[SIZE][SIZE]) {
    const rb_tangent *t = &f->s.tangent;
    double before[RB_ODE_MAX] = {0}, after[RB_ODE_MAX] = {0};
    int n = f->n;
    rb_orbit_slope(&f->s, f->s.y, before);
    rb_orbit_slope(&f->s, t->y, after);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            A[i][j] = rb_tangent_get(t, i, j) - (i == j);
        }
        A[i][n] = after[i] * f->unit_T;
        A[i][n + 1] = rb_tangent_get(t, i, n) * f->unit_p / rb_tangent_by_unit(&f->s.by, 0);
        A[n][i] = before[i];
    }
    A[n][n] = A[n][n + 1] = 0;
    memcpy(A[n + 1], border, sizeof A[n + 1]);
}

/* Does the last run have the events of the node? Else notes the first kind of event of which there are more
   or fewer: a disk that sticks once more also slips once more, unless the stick phase has zero length. */
static bool has_events_of(follow *f, const node *a) {
    const rb_orbit_search *s = &f->s;
    int more[RB_BODY_EVENTS_MAX] = {0}, first = 0;
    if (a->event_count == s->event_count && memcmp(a->events, s->events, (size_t)s->event_count) == 0) {
        return true;
    }
    for (int i = 0; i < s->event_count; i++) {
        more[s->events[i]]++;
    }
    for (int i = 0; i < a->event_count; i++) {
        more[a->events[i]]--;
    }
    while (first < RB_BODY_EVENTS_MAX - 1 && more[first] == 0) {
        first++;
    }
    f->other_event = more[first] != 0 ? first : s->event_count > 0 ? s->events[0] : a->events[0];
    return false;
}

/* Test functions: fold, dp/ds; flip, det(M + I); torus, the product of (l_i l_j - 1) over pairs of
   multipliers other than the motion's own; crossing branches, the determinant of the equations. */
static void set_tests(node *a, int n, double det) {
    const rb_orbit *o = &a->orbit;
    double flip[2] = {1, 0}, torus[2] = {1, 0};
    int own = 0;
    for (int i = 1; i < n; i++) {
        own = hypot(o->re[i] - 1, o->im[i]) < hypot(o->re[own] - 1, o->im[own]) ? i : own;
    }
    for (int i = 0; i < n; i++) {
        double re = flip[0] * (o->re[i] + 1) - flip[1] * o->im[i];
        flip[1] = flip[0] * o->im[i] + flip[1] * (o->re[i] + 1);
        flip[0] = re;
        for (int j = i + 1; j < n; j++) {
            double a_re = o->re[i] * o->re[j] - o->im[i] * o->im[j] - 1;
            double a_im = o->re[i] * o->im[j] + o->im[i] * o->re[j];
            if (i != own && j != own) {
                re = torus[0] * a_re - torus[1] * a_im;
                torus[1] = torus[0] * a_im + torus[1] * a_re;
                torus[0] = re;
            }
        }
    }
    a->test[RB_BRANCH_FOLD] = a->tangent[n + 1];
    a->test[RB_BRANCH_FLIP] = flip[0];
    a->test[RB_BRANCH_TORUS] = torus[0];
    a->test[RB_BRANCH_CROSS] = det;
}

/* Fills a node from the last run. */
static bool describe(follow *f, const double *border, node *out) {
    double A[SIZE][SIZE], size = 0;
    rb_error err;
    assemble(f, border, A);
    memset(out->tangent, 0, sizeof out->tangent);
    out->tangent[f->n + 1] = 1;
    double det = rb_orbit_solve(f->n + 2, A, out->tangent);
    for (int i = 0; i < f->n + 2; i++) {
        size += out->tangent[i] * out->tangent[i];
    }
    for (int i = 0; i < f->n + 2; i++) {
        out->tangent[i] /= sqrt(size);
    }
    out->event_count = f->s.event_count;
    memcpy(out->events, f->s.events, sizeof out->events);
    out->orbit = (rb_orbit){0};
    if (det == 0 || rb_orbit_multipliers(&f->s, &out->orbit, &err) != RB_OK) {
        return false;
    }
    set_tests(out, f->n, det);
    return true;
}

/* Finds the orbit nearest to x across the border. */
static bool correct(follow *f, place x, const double *border, node *out) {
    const rb_tangent *t = &f->s.tangent;
    double A[SIZE][SIZE], b[SIZE] = {0};
    rb_error err;
    for (int k = 1; k <= NEWTON_MAX; k++) {
        if (!(x.period > 0) || rb_param_check(f->q->by.row, x.value, "", &err) != RB_OK) {
            return false;
        }
        use(f, &x);
        rb_status status = rb_orbit_run(&f->s, &err);
        if (f->begun != NULL) {
            has_events_of(f, f->begun);
        }
        if (status != RB_OK) {
            return false;
        }
        double residual = rb_orbit_residual(&f->s);
        assemble(f, border, A);
        memset(b, 0, sizeof b);
        for (int i = 0; i < f->n; i++) {
            b[i] = -(t->y[t->index[i]] - x.y[t->index[i]]) / t->scale[i];
        }
        if (rb_orbit_solve(f->n + 2, A, b) == 0) {
            return false;
        }
        move(f, &x, 1, b);
        if (residual <= RB_ORBIT_CONVERGED) {
            bool described = describe(f, border, out);
            out->at = x;
            out->orbit.period_time = x.period;
            out->orbit.residual = residual;
            out->orbit.iterations = k;
            return described;
        }
    }
    return false;
}

static bool step(follow *f, const node *from, double h, node *out) {
    place x = from->at;
    f->begun = from;
    move(f, &x, h, from->tangent);
    return correct(f, x, from->tangent, out);
}

/* ---- points -------------------------------------------------------------------------------------- */

/* The points of the section, from a run of the orbit. */
static void find_section(follow *f, rb_branch_point *p) {
    static const int all = RB_BRANCH_SHOWN;
    rb_map_point points[RB_BRANCH_SHOWN];
    rb_map_result found = {0};
    rb_error err;
    int count = p->orbit.period < all ? p->orbit.period : all;
    rb_map_request map = {.section = f->q->orbit.section, .points = count, .patience = 2 * f->s.period};
    if (rb_simulation_reset_checked(f->s.sim, &f->s.scene, &err) != RB_OK) {
        return;
    }
    rb_simulation_set_y(f->s.sim, f->s.y);
    if (rb_poincare_continue(f->s.sim, &map, points, &found, &err) == RB_OK) {
        p->shown = found.found;
        for (int i = 0; i < found.found; i++) {
            memcpy(p->at[i], points[i].at, sizeof p->at[i]);
        }
    }
}

static void record(follow *f, const node *a, rb_branch_kind kind, bool ends) {
    rb_continuation *out = f->out;
    if (out->count % 64 == 0) {
        rb_branch_point *more = realloc(out->points, (size_t)(out->count + 64) * sizeof *more);
        if (more == NULL) {
            f->out_of_memory = true;
            return;
        }
        out->points = more;
    }
    rb_branch_point *p = &out->points[out->count++];
    *p = (rb_branch_point){
        .branch = f->branch, .value = a->at.value, .kind = kind, .ends = ends, .orbit = a->orbit};
    p->orbit.period = f->now.orbit.period;
    use(f, &a->at);
    find_section(f, p);
    memcpy(p->orbit.at, p->at[0], sizeof p->orbit.at);
    if (kind == RB_BRANCH_GRAZING) {
        p->event = rb_body_event_name(f->s.scene.body, f->other_event);
    }
    double share = (a->at.value - f->q->from) / (f->q->to - f->q->from);
    out->cancelled = f->q->cancelled != NULL && f->q->cancelled(f->q->context, fmin(fmax(share, 0), 1));
}

/* Adds the branch that begins at the located flip: its direction is the eigenvector of M for -1. */
static void add_fork(follow *f) {
    if (f->level >= f->q->doublings || f->fork_count == FLIPS_MAX) {
        return;
    }
    const rb_tangent *t = &f->s.tangent;
    fork *to = &f->forks[f->fork_count++];
    double v[SIZE] = {0}, A[SIZE][SIZE], size = 0;
    for (int i = 0; i < f->n; i++) {
        v[i] = 1 + 0.1 * i;
    }
    for (int k = 0; k < 4; k++, size = 0) {
        for (int i = 0; i < f->n; i++) {
            for (int j = 0; j < f->n; j++) {
                A[i][j] = rb_tangent_get(t, i, j) + (i == j) * (1 + 1e-7);
            }
        }
        rb_orbit_solve(f->n, A, v);
        for (int i = 0; i < f->n; i++) {
            size += v[i] * v[i];
        }
        for (int i = 0; i < f->n; i++) {
            v[i] /= sqrt(size);
        }
    }
    to->at = f->located;
    to->level = f->level + 1;
    to->at.at.period *= 2;
    to->at.orbit.period = 2 * f->now.orbit.period;
    memcpy(to->at.tangent, v, sizeof v);
    if (2 * to->at.event_count <= RB_ORBIT_EVENTS) {
        memcpy(to->at.events + to->at.event_count, to->at.events, (size_t)to->at.event_count);
        to->at.event_count *= 2;
    }
}

/* ---- bifurcations -------------------------------------------------------------------------------- */

static double test_of(const node *a, rb_branch_kind kind, double bound) {
    return kind == RB_BRANCH_REGULAR ? a->at.value - bound : a->test[kind];
}

/* Finds the zero of a test function between f->now and f->next, h apart, by the Illinois method; kind
   regular: where the parameter is `bound`. The result is f->located, that of the last run. */
static bool locate(follow *f, rb_branch_kind kind, double bound, double h) {
    double a = 0, b = h, fa = test_of(&f->now, kind, bound), fb = test_of(&f->next, kind, bound), last = NAN;
    for (int k = 0; k < LOCATE_MAX; k++) {
        double c = (a * fb - b * fa) / (fb - fa);
        if (!step(f, &f->now, c, &f->located)) {
            return false;
        }
        double fc = test_of(&f->located, kind, bound);
        if (fc == 0 || fabs(c - last) <= 1e-11) {
            return true;
        }
        last = c;
        if (fc * fb < 0) {
            a = b;
            fa = fb;
        } else {
            fa /= 2;
        }
        b = c;
        fb = fc;
    }
    return true;
}

/* A torus needs a complex pair; real multipliers l and 1/l are none. */
static bool is_torus(const rb_orbit *o) {
    for (int i = 0; i < o->count; i++) {
        if (fabs(o->im[i]) > 1e-6 && fabs(hypot(o->re[i], o->im[i]) - 1) < 1e-4) {
            return true;
        }
    }
    return false;
}

static void find_bifurcations(follow *f, double h) {
    for (int kind = RB_BRANCH_FOLD; kind <= RB_BRANCH_CROSS; kind++) {
        if (f->now.test[kind] * f->next.test[kind] < 0 && locate(f, (rb_branch_kind)kind, 0, h) &&
            (kind != RB_BRANCH_TORUS || is_torus(&f->located.orbit))) {
            if (kind == RB_BRANCH_FLIP) {
                add_fork(f);
            }
            record(f, &f->located, (rb_branch_kind)kind, false);
        }
    }
}

/* ---- the branch ---------------------------------------------------------------------------------- */

static bool turns_little(const follow *f) {
    double product = 0;
    for (int i = 0; i < f->n + 2; i++) {
        product += f->now.tangent[i] * f->next.tangent[i];
    }
    return product > 0.95;
}

/* Follows the branch from f->now. first: the tests of f->now are unknown. */
static void walk(follow *f, bool first) {
    double h = H_FIRST, low = fmin(f->q->from, f->q->to), high = fmax(f->q->from, f->q->to);
    int period = f->now.orbit.period;
    while (f->out->count < RB_BRANCH_POINTS_MAX && !f->out->cancelled && !f->out_of_memory) {
        f->other_event = -1;
        bool found = step(f, &f->now, h, &f->next);
        bool same = found && has_events_of(f, &f->now);
        bool smallest = h <= H_MIN;
        if (!found || (!same && !smallest) || (h > 1e-6 && !turns_little(f))) {
            if (smallest) {
                record(f, &f->now, f->other_event >= 0 ? RB_BRANCH_GRAZING : RB_BRANCH_END, true);
                return;
            }
            h = fmax(h / 3, H_MIN);
            continue;
        }
        if (f->next.at.value < low || f->next.at.value > high) {
            if (locate(f, RB_BRANCH_REGULAR, f->next.at.value < low ? low : high, h)) {
                record(f, &f->located, RB_BRANCH_REGULAR, true);
            }
            return;
        }
        if (same && !first) {
            find_bifurcations(f, h);
        }
        first = false;
        h = same ? fmin(f->next.orbit.iterations <= 4 ? 2 * h : h, H_MAX) : 1e-4;
        f->now = f->next;
        f->now.orbit.period = period;
        record(f, &f->now, same ? RB_BRANCH_REGULAR : RB_BRANCH_GRAZING, false);
    }
}

/* Moves the start of the period to the middle of the longest time without an event, where small changes move
   no event to the other side of it. */
static rb_status centre(follow *f, rb_error *err) {
    rb_orbit_search *s = &f->s;
    double period = s->period, last = 0, length = 0, middle = 0;
    for (int i = 0; i <= s->event_count; i++) {
        double t = i < s->event_count ? s->event_times[i] : period;
        if (t - last > length) {
            length = t - last;
            middle = last + length / 2;
        }
        last = t;
    }
    s->period = middle;
    rb_status status = rb_orbit_run(s, err);
    memcpy(s->y, s->tangent.y, sizeof s->y);
    s->period = period;
    memcpy(s->scale, s->tangent.scale, sizeof s->scale);
    return status;
}

static rb_status begin(follow *f, rb_error *err) {
    rb_orbit_search *s = &f->s;
    rb_orbit o = {0};
    *parameter(f) = f->q->from;
    s->scene = rb_tangent_scene(&s->scene);
    rb_status status = rb_simulation_create_checked(&s->scene, &s->sim, err);
    if (status == RB_OK && s->sim->model.ops->large != NULL) {
        return rb_fail(err, RB_ERR_INPUT, "orbit: expected a celt, a tippe-top or a disk");
    }
    status = status == RB_OK ? rb_orbit_approach(s, &f->q->orbit, &o, err) : status;
    int period = o.period;
    status = status == RB_OK ? rb_orbit_iterate(s, &o, err) : status;
    status = status == RB_OK ? centre(f, err) : status;
    if (status != RB_OK) {
        return status;
    }
    place x = {.period = s->period, .value = f->q->from};
    double border[SIZE] = {0};
    memcpy(x.y, s->y, sizeof x.y);
    f->n = s->tangent.driving;
    border[f->n + 1] = f->q->to > f->q->from ? 1 : -1;
    f->unit_T = s->period;
    f->unit_p = fabs(f->q->to - f->q->from);
    s->by.by = &f->q->by;
    s->by.count = 1;
    if (!correct(f, x, border, &f->now)) {
        return rb_fail(err, RB_ERR_INPUT, "orbit: no convergence at the start of the branch");
    }
    f->now.orbit.period = period;
    return RB_OK;
}

static rb_status follow_all(follow *f, rb_error *err) {
    rb_status status = begin(f, err);
    if (status != RB_OK) {
        return status;
    }
    record(f, &f->now, RB_BRANCH_REGULAR, false);
    walk(f, false);
    for (int i = 0; i < f->fork_count && !f->out->cancelled; i++) {
        f->now = f->forks[i].at;
        f->level = f->forks[i].level;
        f->branch++;
        walk(f, true);
    }
    return f->out_of_memory ? rb_fail(err, RB_ERR_MEMORY, "orbit: out of memory") : RB_OK;
}

rb_status rb_continuation_run(const rb_scene *scene, const rb_continuation_request *request,
                              rb_continuation *out, rb_error *err) {
    follow *f = calloc(1, sizeof *f);
    *out = (rb_continuation){0};
    if (f == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "orbit: out of memory");
    }
    f->q = request;
    f->out = out;
    f->s.scene = *scene;
    rb_status status = follow_all(f, err);
    if (status != RB_OK) {
        rb_continuation_free(out);
    }
    rb_simulation_destroy(f->s.sim);
    free(f);
    return status;
}

void rb_continuation_free(rb_continuation *continuation) {
    free(continuation->points);
    *continuation = (rb_continuation){0};
}
