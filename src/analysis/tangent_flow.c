/* The variational equations between the events of a run. */
#include <math.h>
#include <string.h>

#include "analysis/tangent.h"
#include "sim/step.h"

/* Collocation with four stages. Gauss's, of order 8, is solved by iteration; where that converges slowly, the
   part is too long for an accurate result as well. Where forces are so stiff that it would take more than
   parts_max parts for a step of the run, Radau's, of order 7, is solved by elimination. It is L-stable: fast
   directions decay, by a factor that is too large. */
enum { STAGES = 4, ITERATIONS = 14, QUICK = 9, STIFF_PARTS = 16 };

typedef struct rule {
    double nodes[STAGES], weights[STAGES], matrix[STAGES][STAGES];
} rule;

static const rule gauss = {
    {0.06943184420297371, 0.33000947820757187, 0.6699905217924281, 0.9305681557970263},
    {0.17392742256872692, 0.32607257743127305, 0.32607257743127305, 0.17392742256872692},
    {{0.08696371128436346, -0.026604180084998794, 0.012627462689404725, -0.0035551496857956833},
     {0.18811811749986806, 0.16303628871563652, -0.027880428602470895, 0.006735500594538156},
     {0.16719192197418878, 0.35395300603374397, 0.16303628871563652, -0.014190694931141144},
     {0.1774825722545226, 0.31344511474186837, 0.35267675751627187, 0.08696371128436346}}};

static const rule radau = {
    {0.08858795951270394, 0.4094668644407347, 0.787659461760847, 1},
    {0.22046221117676837, 0.3881934688431719, 0.32884431998005975, 0.0625},
    {{0.11299947932315618, -0.04030922072352221, 0.025802377420336392, -0.009904676507266424},
     {0.23438399574740026, 0.2068925739353589, -0.04785712804854072, 0.016047422806516273},
     {0.21668178462325033, 0.4061232638673733, 0.18903651817005634, -0.02418210489983294},
     {0.22046221117676837, 0.3881934688431719, 0.32884431998005975, 0.0625}}};

/* Pairs of columns, rounded up to a multiple of three. */
static int pairs_of(const rb_tangent *t) {
    return (t->columns + 5) / 6 * 3;
}

/* A stage: Jacobian times the length of the part, B times it, and the change K of the columns. */
typedef struct stage {
    double A[RB_ODE_MAX][RB_ODE_MAX];
    rb_tangent_row B[RB_ODE_MAX], K[RB_ODE_MAX];
} stage;

/* The state at time `at`, within the steps. */
static void state_at(const rb_tangent *t, double at, double *y) {
    int i = 0;
    while (i < t->step_count - 1 && at > t->steps[i].t0 + t->steps[i].h) {
        i++;
    }
    const rb_tangent_step *step = &t->steps[i];
    rb_dense_state(&step->dense, step->y0, t->model->ops->state_count, (at - step->t0) / step->h, y);
}

/* Returns the trace times h. */
static double fill_stage(const rb_tangent *t, double at, double h, stage *s) {
    int n = t->model->ops->state_count;
    double y[RB_ODE_MAX], J[RB_ODE_MAX * RB_ODE_MAX];
    state_at(t, at, y);
    t->model->ops->jacobian(t->model, y, J);
    double trace = 0;
    for (int i = 0; i < t->rows; i++) {
        trace += i < t->driving ? h * J[t->index[i] * n + t->index[i]] : 0;
        for (int j = 0; j < t->driving; j++) {
            s->A[i][j] = h * J[t->index[i] * n + t->index[j]] * (t->scale[j] / t->scale[i]);
        }
    }
    if (t->force != NULL) {
        t->force(t, y, s->B);
        for (int i = 0; i < t->rows; i++) {
            for (int p = 0; p < pairs_of(t); p++) {
                s->B[i][p] *= h;
            }
        }
    }
    return trace;
}

/* K = A Z + B for the rows from `first`. */
static void multiply(const rb_tangent *t, const stage *s, rb_tangent_row *Z, int first, int end,
                     rb_tangent_row *K) {
    const rb_column_pair none = {0, 0};
    bool forced = t->force != NULL;
    for (int p = 0; p < pairs_of(t); p += 3) {
        for (int i = first; i < end; i++) {
            rb_column_pair a = forced ? s->B[i][p] : none, b = forced ? s->B[i][p + 1] : none;
            rb_column_pair c = forced ? s->B[i][p + 2] : none;
            for (int j = 0; j < t->driving; j++) {
                double factor = s->A[i][j];
                a += factor * Z[j][p];
                b += factor * Z[j][p + 1];
                c += factor * Z[j][p + 2];
            }
            K[i][p] = a;
            K[i][p + 1] = b;
            K[i][p + 2] = c;
        }
    }
}

/* The columns at a stage, as far as they drive. */
static void columns_at(const rb_tangent *t, const stage *stages, const double *a, rb_tangent_row *Z) {
    for (int i = 0; i < t->driving; i++) {
        for (int p = 0; p < pairs_of(t); p++) {
            Z[i][p] = t->Y[i][p] + (a[0] * stages[0].K[i][p] + a[1] * stages[1].K[i][p]) +
                      (a[2] * stages[2].K[i][p] + a[3] * stages[3].K[i][p]);
        }
    }
}

/* Do K and its last value agree, for every column? */
static bool agree(const rb_tangent *t, rb_tangent_row *K, rb_tangent_row *last) {
    for (int p = 0; p < pairs_of(t); p++) {
        rb_column_pair size = {0, 0}, change = {0, 0};
        for (int i = 0; i < t->driving; i++) {
            rb_column_pair off = K[i][p] - last[i][p];
            size += K[i][p] * K[i][p] + t->Y[i][p] * t->Y[i][p];
            change += off * off;
        }
        for (int lane = 0; lane < 2; lane++) {
            if (!(change[lane] <= t->tolerance * t->tolerance * size[lane])) {
                return false;
            }
        }
    }
    return true;
}

/* Solves the equations of Gauss's stages by iteration. Returns the number of iterations; 0: no convergence.
 */
static int iterate(const rb_tangent *t, stage *stages) {
    rb_tangent_row Z[RB_ODE_MAX], last[RB_ODE_MAX];
    size_t size = (size_t)t->driving * sizeof last[0];
    for (int s = 0; s < STAGES; s++) {
        memcpy(Z, t->Y, size);
        multiply(t, &stages[s], Z, 0, t->driving, stages[s].K);
    }
    for (int n = 1; n <= ITERATIONS; n++) {
        memcpy(last, stages[STAGES - 1].K, size);
        for (int s = 0; s < STAGES; s++) {
            columns_at(t, stages, gauss.matrix[s], Z);
            multiply(t, &stages[s], Z, 0, t->driving, stages[s].K);
        }
        if (agree(t, stages[STAGES - 1].K, last)) {
            return n;
        }
    }
    return 0;
}

/* The equations of Radau's stages: one matrix for all, with the columns behind it. */
typedef struct equations {
    int count;
    double m[STAGES * RB_ODE_MAX][STAGES * RB_ODE_MAX + RB_TANGENT_MAX];
} equations;

static void fill_equations(const rb_tangent *t, stage *stages, equations *e) {
    int n = t->driving;
    e->count = STAGES * n;
    for (int s = 0; s < STAGES; s++) {
        multiply(t, &stages[s], (rb_tangent_row *)t->Y, 0, n, stages[s].K);
        for (int i = 0; i < n; i++) {
            double *row = e->m[s * n + i];
            for (int j = 0; j < e->count; j++) {
                row[j] = (j == s * n + i ? 1 : 0) - radau.matrix[s][j / n] * stages[s].A[i][j % n];
            }
            for (int k = 0; k < t->columns; k++) {
                row[e->count + k] = stages[s].K[i][k / 2][k % 2];
            }
        }
    }
}

/* row -= factor * pivot, in pairs; from the pair that contains `from`, of which only later columns are used.
 */
static void subtract(double *row, const double *pivot, double factor, int from, int width) {
    for (int j = from & ~1; j < width; j += 2) {
        rb_column_pair a, b;
        memcpy(&a, row + j, sizeof a);
        memcpy(&b, pivot + j, sizeof b);
        a -= factor * b;
        memcpy(row + j, &a, sizeof a);
    }
}

/* Gauss's elimination with pivots. Returns false if the matrix is singular. */
static bool eliminate(equations *e, int width) {
    int n = e->count;
    for (int i = 0; i < n; i++) {
        int best = i;
        for (int r = i + 1; r < n; r++) {
            best = fabs(e->m[r][i]) > fabs(e->m[best][i]) ? r : best;
        }
        if (!(fabs(e->m[best][i]) > 0)) {
            return false;
        }
        for (int j = i; j < width && best != i; j++) {
            double other = e->m[i][j];
            e->m[i][j] = e->m[best][j];
            e->m[best][j] = other;
        }
        for (int r = i + 1; r < n; r++) {
            double factor = e->m[r][i] / e->m[i][i];
            if (factor != 0) {
                subtract(e->m[r], e->m[i], factor, i + 1, width);
            }
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++) { /* n is a multiple of the number of stages, which is even */
            subtract(e->m[i], e->m[j], e->m[i][j], n, width);
        }
        for (int k = n; k < width; k++) {
            e->m[i][k] /= e->m[i][i];
        }
    }
    return true;
}

static bool solve(const rb_tangent *t, stage *stages) {
    equations e;
    fill_equations(t, stages, &e);
    if (!eliminate(&e, e.count + t->columns)) {
        return false;
    }
    for (int i = 0; i < e.count; i++) {
        for (int k = 0; k < t->columns; k++) {
            stages[i / t->driving].K[i % t->driving][k / 2][k % 2] = e.m[i][e.count + k];
        }
    }
    return true;
}

/* Advances by h. Returns the number of iterations, 0 if h is too long. */
static int advance_by(rb_tangent *t, const rule *use, double h) {
    stage stages[STAGES];
    rb_tangent_row Z[RB_ODE_MAX];
    double trace = 0;
    for (int s = 0; s < STAGES; s++) {
        trace += use->weights[s] * fill_stage(t, t->t + use->nodes[s] * h, h, &stages[s]);
    }
    int iterations = use == &gauss ? iterate(t, stages) : solve(t, stages);
    if (iterations == 0) {
        return 0;
    }
    for (int s = 0; s < STAGES && t->rows > t->driving; s++) {
        columns_at(t, stages, use->matrix[s], Z);
        multiply(t, &stages[s], Z, t->driving, t->rows, stages[s].K);
    }
    for (int i = 0; i < t->rows; i++) {
        for (int p = 0; p < pairs_of(t); p++) {
            t->Y[i][p] += (use->weights[0] * stages[0].K[i][p] + use->weights[1] * stages[1].K[i][p]) +
                          (use->weights[2] * stages[2].K[i][p] + use->weights[3] * stages[3].K[i][p]);
        }
    }
    t->trace += trace;
    return iterations;
}

/* The cubic of a step of dp5 in the form of rb_dense. */
static void make_cubic(const rb_interpolant *step, int n, rb_dense *dense) {
    dense->count = 3;
    for (int i = 0; i < n; i++) {
        double rise = step->y1[i] - step->y0[i], m0 = step->h * step->f0[i], m1 = step->h * step->f1[i];
        dense->c[0][i] = rise;
        dense->c[1][i] = m0 - rise;
        dense->c[2][i] = 2 * rise - m0 - m1;
    }
}

void rb_tangent_add(rb_tangent *t, const rb_interpolant *step) {
    int n = t->model->ops->state_count;
    rb_tangent_step *to = &t->steps[t->step_count++];
    to->t0 = step->t0;
    to->h = step->h;
    if (step->step != NULL) {
        to->h = step->step->h; /* of which only a part may have been passed */
        to->dense = *rb_step_dense(step->step, step->model, NULL);
        memcpy(to->y0, step->step->y0, (size_t)n * sizeof *to->y0);
    } else {
        make_cubic(step, n, &to->dense);
        memcpy(to->y0, step->y0, (size_t)n * sizeof *to->y0);
    }
    if (t->step_count == 1) {
        t->t = step->t0;
    }
    t->end = step->t0 + step->h;
}

bool rb_tangent_is_due(const rb_tangent *t) {
    return t->t < t->end && (t->step_count >= t->window || !(t->h > t->end - t->t));
}

/* Removes the steps that are passed. */
static void drop_steps(rb_tangent *t) {
    int passed = 0;
    while (passed < t->step_count && !(t->t < fmin(t->steps[passed].t0 + t->steps[passed].h, t->end))) {
        passed++;
    }
    t->step_count -= passed;
    memmove(t->steps, t->steps + passed, (size_t)t->step_count * sizeof t->steps[0]);
}

/* Completes a part of length h; last: it ends at `until`. */
static void finish_part(rb_tangent *t, double h, bool last, double until) {
    t->t = last ? until : t->t + h;
    state_at(t, t->t, t->y);
    drop_steps(t);
}

/* Advances to the end of the first step, or `until`, by Radau's method. */
static bool advance_stiff(rb_tangent *t, double until) {
    double end = t->steps[0].t0 + t->steps[0].h;
    bool last = !(end < until);
    double h = (last ? until : end) - t->t;
    if (advance_by(t, &radau, h) == 0) {
        return false;
    }
    finish_part(t, h, last, until);
    t->stiff_parts--;
    return true;
}

bool rb_tangent_advance(rb_tangent *t, double until) {
    double left = until - t->t, h = t->h > 0 ? t->h : left, shortest = t->steps[0].h / t->parts_max;
    while (t->stiff_parts == 0) {
        bool last = !(h < left * (1 - 1e-9));
        int iterations = advance_by(t, &gauss, last ? left : h);
        if (iterations > 0) {
            finish_part(t, h, last, until);
            t->h = iterations < QUICK ? 1.25 * h : h;
            return true;
        }
        h = (last ? left : h) / 2;
        if (!(h > shortest)) {
            t->stiff_parts = STIFF_PARTS;
            t->h = 0;
        }
    }
    return advance_stiff(t, until);
}
