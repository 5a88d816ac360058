/* The steps of collocation (ode.h), in four lanes, one for each stage. For files that define RB_LANES as 4;
   the results have the same bits with and without AVX2. */
#ifndef RB_MATH_COLLOCATION_INLINE_H
#define RB_MATH_COLLOCATION_INLINE_H

#include <string.h>

#include "math/complex_pair_inline.h"
#include "math/dp5_inline.h"
#include "math/ode.h"

/* Hairer & Wanner, Solving Ordinary Differential Equations II, section IV.5. Matrices are stored by
   columns; lane i belongs to stage i + 1. */
typedef struct collocation_formula {
    rb_num nodes;
    rb_num A[5]; /* z = h (A[0] f0 + sum A[j] f_j) */
    /* The polynomial of the previous step at x h after its end: sum over its data (h f0, the four z) of x
       (p[0] + x (p[1] + ...)). */
    double beyond[5][5];
    double slope[4];    /* slope of the polynomial at the start: from z (Radau) or f (Lobatto), without f0 */
    double dense[3][3]; /* maps q of the three inner stages to c, where q = c0 + x (c1 + (1 - x) c2) */
} collocation_formula;

static const collocation_formula lobatto = {
    {0.1726731646460114281, 0.5, 0.8273268353539885719, 1},
    {{0.06772843218615689796, 0.040625, 0.05370013924241453063, 0.05},
     {0.1197447693434116825, 0.303184183323042778, 0.2615863979968067304, 0.2722222222222222222},
     {-0.02173572186655811367, 0.1777777777777777778, 0.3772912774221136698, 0.3555555555555555556},
     {0.01063582422541549188, -0.03096196110082055584, 0.1524774528788105397, 0.2722222222222222222},
     {-0.003700139242414530602, 0.009375, -0.01772843218615689796, 0.05}},
    {{1, 10, 30, 35, 14},
     {-16.33333333333333333, -159.9243681754726929, -460.030806035224106, -505.6218408773634662,
      -189.1820696842787199},
     {10.66666666666666667, 96, 234.6666666666666667, 224, 74.66666666666666667},
     {-16.33333333333333333, -85.07563182452730657, -160.6358606314425597, -131.378159122636533,
      -39.48459698238794653},
     {11, 40, 65, 49, 14}},
    {2.333333333333333333, -2.666666666666666667, 2.333333333333333333, -1},
    {{1.930429282492640001, -1.333333333333333333, 0.4029040508406933323},
     {-1.527525231651946669, 0, 1.527525231651946669},
     {-4.666666666666666667, 9.333333333333333333, -4.666666666666666667}},
};

static const collocation_formula radau = {
    {0.08858795951270394739, 0.4094668644407347108, 0.7876594617608470561, 1},
    {{0, 0, 0, 0},
     {0.112999479323156186, 0.2343839957474002565, 0.2166817846232503418, 0.2204622111767683754},
     {-0.04030922072352220574, 0.2068925739353589001, 0.4061232638673733114, 0.3881934688431718808},
     {0.02580237742033639103, -0.04785712804854071885, 0.1890365181700563428, 0.3288443199800597439},
     {-0.009904676507266423899, 0.01604742280651627305, -0.02418210489983293956, 0.0625}},
    {{0, 0, 0, 0, 0},
     {-6.9234882564454545, -51.25320867047325551, -99.54353780612465524, -55.21381739209685421, 0},
     {6.595237669628143895, 44.89124313422396466, 72.37468629663160478, 34.07868083203578401, 0},
     {-12.17174941318268939, -46.13803446375070912, -56.58114849050694952, -22.61486343993892979, 0},
     {8.5, 22.5, 23.75, 8.75, 0}},
    {17.80758523451450768, -2.377913037068107142, 0.8203278025535994572, -0.25},
    {{1.43778679921211283, -0.574988292784729236, 0.137201493572616406},
     {-0.8787834369637808101, -1.019764916880443422, 1.898548353844224233},
     {-4.457970956477599791, 8.240352866784297222, -3.782381910306697431}},
};

/* Radau's matrix without its first column, inverted: eigenvalues alpha -+ i beta, two pairs. In the
   eigenbasis the stages are two complex numbers: the lanes are the two real parts, then the two imaginary
   parts. */
static const rb_num eigenbasis[4] = {
    {0.06438121934219833605, -0.1950020198452787488, 0.2920998206132389147, 1},
    {-0.01178089927329709201, 0.04634447901554471401, 0.3368476074591732348, 1},
    {0.04521623600114014771, -0.02955378669779881515, -0.4338781205782136702, 0},
    {-0.03545032992850723491, -0.0322073076055841403, -0.1260666211747527339, 0},
};
static const rb_num eigenbasis_inverse[4] = {
    {1.780330888122077336, -1.780330888122077336, 5.035182140182214759, -17.96130656749639679},
    {-3.662249627333167095, 3.662249627333167095, 1.943544771080765311, -5.389086980398025682},
    {0.4349912958649009401, -0.4349912958649009401, -1.912442882662849166, -1.504742273383398639},
    {0.04417317259207692145, 0.9558268274079230786, 0.6134482131843720816, 0.545022919619391944},
};
static const rb_num alphas = {3.212806896871533984, 4.787193103128466017, 3.212806896871533984,
                              4.787193103128466017};
static const rb_num betas = {4.7730874332766425, 1.567476416895208125, -4.7730874332766425,
                             -1.567476416895208125};
static const rb_num eigenvalues = {3.212806896871533984, 4.787193103128466017, -4.7730874332766425,
                                   -1.567476416895208125};

#define RADAU_ITERATIONS 10

typedef struct collocation {
    rb_num_rhs rhs;    /* four at once; NULL: one by one */
    rb_num_rhs again;  /* the same if f has right-hand sides of states close by: faster; NULL: rhs */
    const void *model; /* model of rhs */
    int searched;     /* the value in f that `again` starts from; Radau predicts it for the first iteration */
    rb_system system; /* the same for doubles */
    double scale[RB_ODE_MAX];
    double tolerance; /* tolerance of a step, relative to scale plus size */
    const collocation_formula *formula;
    double h;              /* length of the step */
    const double *y0, *f0; /* start of the current step */
    const double *J;
    double past_h, past_f0[RB_ODE_MAX];           /* previous step; 0: none */
    rb_num past[RB_ODE_MAX];                      /* its z */
    rb_num past_searched;                         /* the same of f[searched] */
    rb_num z[RB_ODE_MAX];                         /* stages, from y0 */
    rb_num y[RB_ODE_MAX], f[RB_ODE_MAX];          /* states of the stages, and the right-hand sides there */
    complex_pair newton;                          /* matrices of Newton's iteration */
    rb_num right[RB_ODE_MAX];                     /* right sides and solutions */
    double per_allowed[RB_ODE_MAX];               /* Newton: 1 over the allowed error of a step */
    rb_num changes[RADAU_ITERATIONS][RB_ODE_MAX]; /* of the coupled components, by each iteration so far */
    double squares[RADAU_ITERATIONS];             /* their products with themselves */
} collocation;

/* ---- four right-hand sides ----------------------------------------------------------------------- */

/* Evaluates with doubles the lanes that lanes cannot handle, or all of them. */
static void evaluate_alone(const collocation *c, const rb_num *y, rb_num *f, rb_mask which) {
    for (int lane = 0; lane < 4; lane++) {
        double at[RB_ODE_MAX] = {0}, slope[RB_ODE_MAX] = {0};
        if (which[lane] != 0) {
            for (int i = 0; i < c->system.n; i++) {
                at[i] = y[i][lane];
            }
            c->system.rhs(c->system.model, at, slope);
            for (int i = 0; i < RB_ODE_MAX; i++) {
                f[i][lane] = slope[i];
            }
        }
    }
}

RB_INLINE void evaluate(const collocation *c, const rb_num *y, rb_num *f, bool again) {
    if (c->rhs == NULL) {
        evaluate_alone(c, y, f, NUM_TRUE);
        return;
    }
    (again && c->again != NULL ? c->again : c->rhs)(c->model, y, f);
    rb_num sum = f[0];
    for (int i = 1; i < c->system.n; i++) {
        sum += f[i];
    }
    rb_mask rare = num_not(num_abs(sum) <= INFINITY); /* not a number */
    if (num_any(rare)) {
        evaluate_alone(c, y, f, rare);
    }
}

/* Decomposes (alpha - i beta) / h - J of the coupled components. It needs no pivoting: alpha / h is far to
   the right of the eigenvalues of J, and an inaccurate decomposition only slows the iteration. */
static void decompose_both(collocation *c, double h, const double *J) {
    int n = c->system.n, first = c->system.first, count = c->system.count;
    rb_num diagonal = eigenvalues / h;
    c->newton.n = count;
    for (int j = 0; j < count; j++) {
        const double *from = J + (size_t)first * (size_t)n + first + j;
        rb_num *column = c->newton.matrix[j];
        for (int i = 0; i < count; i++) {
            column[i] = (rb_num){-from[i * n], -from[i * n], 0, 0};
        }
        column[j] += diagonal;
    }
    complex_pair_decompose(&c->newton);
}

/* ---- a step -------------------------------------------------------------------------------------- */

/* Number of iterations with a previous step to extrapolate from, and without one. */
#define LOBATTO_ITERATIONS 4
#define LOBATTO_BEGINNING 7
/* Newton iterations continue until the remaining change is a small share of the error allowed for a step,
   or are aborted. At least six are made: the first ones are not conclusive about the rate of convergence.
   The remaining change matters: it is noise at the start of the next step, and extrapolation of the
   polynomial amplifies it a hundred times. */
#define RADAU_WAITED 6
#define RADAU_LEFT 0.06
#define RADAU_CHANGE 3       /* upper limit of the last change: uncoupled components follow it */
#define RADAU_SLOW 0.9       /* a convergence rate above this counts as no convergence */
#define RADAU_EXPECTED 10    /* aborted if the change is expected to be above this after all iterations */
#define RADAU_FAR 300        /* first change above which a prediction is abandoned: the step is too long, */
#define RADAU_EXTRAPOLATED 2 /* unless it is longer than the one before by this factor */
#define BROYDEN_MAX 0.9      /* share above which an update would be ill-conditioned */

/* Computes J of the coupled components by differences. Half of the digits are enough for a matrix that
   only controls the convergence. Returns the number of right-hand sides. */
static int collocation_slopes(collocation *c, const double *y, const double *f, double *J) {
    int n = c->system.n, first = c->system.first, behind = first + c->system.count, cost = 0;
    for (int from = first; from < behind; from += 4, cost += 4) {
        double width[4] = {1, 1, 1, 1};
        for (int i = 0; i < n; i++) {
            c->y[i] = NUM(y[i]);
        }
        for (int j = from; j < behind && j < from + 4; j++) {
            double to = y[j] + 1e-7 * (1e-3 * c->scale[j] + (y[j] < 0 ? -y[j] : y[j]));
            width[j - from] = to - y[j];
            c->y[j][j - from] = to;
        }
        for (int i = 0; c->again != NULL && i < RB_ODE_MAX; i++) {
            c->f[i] = NUM(f[i]);
        }
        evaluate(c, c->y, c->f, true);
        for (int i = 0; i < n; i++) {
            for (int j = from; j < behind && j < from + 4; j++) {
                J[i * n + j] = (c->f[i][j - from] - f[i]) / width[j - from];
            }
        }
    }
    return cost;
}

/* Broadcasts one lane of a number in memory to all lanes; such a load costs nothing. */
RB_INLINE rb_num spread(const rb_num *v, size_t lane) {
    double x;
    memcpy(&x, (const char *)v + lane * sizeof x, sizeof x);
    return NUM(x);
}

RB_INLINE rb_num times(const rb_num *columns, const rb_num *v) {
    return columns[0] * spread(v, 0) + columns[1] * spread(v, 1) + columns[2] * spread(v, 2) +
           columns[3] * spread(v, 3);
}

/* Predicts the stages. Components that do not act back stay at their start until the end. */
static void collocation_predict(collocation *c, double h, bool from_past) {
    const collocation_formula *formula = c->formula;
    bool implicit = formula == &radau;
    int first = c->system.first, behind = first + c->system.count;
    rb_num x = formula->nodes * (from_past ? h / c->past_h : h), weights[5];
    for (int j = 0; j < 5; j++) {
        const double *p = formula->beyond[j];
        weights[j] = x * (p[0] + x * (p[1] + x * (p[2] + x * (p[3] + x * p[4]))));
    }
    rb_num start = weights[0] * c->past_h;
    for (int i = 0; i < c->system.n; i++) {
        if (i < first || i >= behind) {
            c->z[i] = NUM(0);
        } else if (!from_past) {
            c->z[i] = implicit ? NUM(0) : x * c->f0[i];
        } else {
            rb_num z = times(weights + 1, &c->past[i]);
            c->z[i] = implicit ? z : z + start * c->past_f0[i];
        }
        c->y[i] = c->y0[i] + c->z[i];
    }
    if (c->again != NULL && from_past && implicit) {
        c->f[c->searched] = c->f0[c->searched] + times(weights + 1, &c->past_searched);
    }
}

/* Improves the stages from the slopes at y. After the last iteration y stays where the slopes were
   evaluated. */
static void iterate_plainly(collocation *c, const rb_num *A, bool last, double *change) {
    int first = c->system.first, behind = first + c->system.count;
    for (int i = first; i < behind; i++) {
        rb_num z = A[0] * c->f0[i] + times(A + 1, &c->f[i]);
        if (last) {
            change[i] = z[3] - c->z[i][3];
        } else {
            c->y[i] = c->y0[i] + z;
        }
        c->z[i] = z;
    }
}

/* The sum of the products of the coupled components, both relative to the allowed error. */
RB_INLINE double product(const collocation *c, const rb_num *a, const rb_num *b) {
    rb_num sum = NUM(0);
    for (int i = 0; i < c->system.count; i++) {
        rb_num per = c->per_allowed[c->system.first + i] * c->per_allowed[c->system.first + i] * a[i];
        sum += per * b[i];
    }
    return sum[0] + sum[1] + sum[2] + sum[3];
}

/* Corrects the change dz of iteration k (from 0) by Broyden's updates of the matrix from the changes of the
   iterations before (Kelley, Iterative Methods for Linear and Nonlinear Equations, section 7.3). Where
   friction changes within the step, they replace a new Jacobian. */
static void correct_by_broyden(const collocation *c, int k, rb_num *dz) {
    for (int j = 0; j < k; j++) {
        double share = product(c, c->changes[j], dz) / c->squares[j];
        bool last = j + 1 == k;
        double factor = last && share < BROYDEN_MAX ? 1 / (1 - share) : 1;
        for (int i = 0; i < c->system.count; i++) {
            dz[i] = last ? factor * dz[i] : dz[i] + share * c->changes[j + 1][i];
        }
    }
}

/* Solves (1/h A^-1 - J) dz = f - 1/h A^-1 z in iteration k. Returns the root mean square of dz relative to
   the allowed error. */
static double iterate_by_newton(collocation *c, double h, int k, double *change) {
    int first = c->system.first, count = c->system.count;
    rb_num alpha = alphas / h, beta = betas / h, *dz = c->changes[k];
    for (int i = 0; i < count; i++) {
        rb_num w = times(eigenbasis_inverse, &c->z[first + i]);
        c->right[i] = times(eigenbasis_inverse, &c->f[first + i]) - (alpha * w + beta * SWAPPED(w));
    }
    complex_pair_solve(&c->newton, c->right);
    for (int i = 0; i < count; i++) {
        dz[i] = times(eigenbasis, &c->right[i]);
    }
    correct_by_broyden(c, k, dz);
    for (int i = 0; i < count; i++) {
        c->z[first + i] += dz[i];
        change[first + i] = dz[i][3];
    }
    c->squares[k] = product(c, dz, dz);
    return sqrt(c->squares[k] / (4 * count));
}

/* Progress of the Newton iteration. */
typedef struct progress {
    int count;
    double rate; /* ratio of the last change to the one before */
    double left; /* remaining change in units of the last one; INFINITY: no convergence */
    bool far;    /* the prediction from the previous step was far off */
} progress;

/* Iterates from the predicted stages, with the matrices decomposed. again: f[searched] is predicted, too. */
static progress iterate_stages(collocation *c, double h, bool again, double *change) {
    int first = c->system.first, behind = first + c->system.count;
    progress p = {0, 1, 1, false};
    for (double before = 0;;) {
        evaluate(c, c->y, c->f, again || p.count > 0);
        double size = iterate_by_newton(c, h, p.count, change);
        p.rate = p.count++ > 0 ? size / before : 1;
        p.left = p.rate < 0.5 ? p.rate / (1 - p.rate) : 1;
        p.far = again && p.count == 1 && !(size <= RADAU_FAR);
        if (size <= RADAU_CHANGE && size * p.left <= RADAU_LEFT) {
            return p;
        }
        double expected = size;
        for (int i = p.count; i < RADAU_ITERATIONS; i++) {
            expected *= p.rate;
        }
        if (p.far || p.count == RADAU_ITERATIONS ||
            (p.count >= RADAU_WAITED && !(expected <= RADAU_EXPECTED))) {
            p.left = INFINITY;
            return p;
        }
        before = size;
        for (int i = first; i < behind; i++) {
            c->y[i] = c->y0[i] + c->z[i];
        }
    }
}

/* Uses the slopes at the predicted end of the step: friction may have others there. */
static int take_slopes_of_end(collocation *c, double h) {
    double y[RB_ODE_MAX] = {0}, f[RB_ODE_MAX] = {0}, J[RB_ODE_MAX * RB_ODE_MAX];
    for (int i = 0; i < c->system.n; i++) {
        y[i] = c->y0[i] + c->z[i][3];
    }
    c->system.rhs(c->system.model, y, f);
    int cost = collocation_slopes(c, y, f, J);
    decompose_both(c, h, J);
    for (int i = 0; i < c->system.n; i++) {
        c->y[i] = c->y0[i] + c->z[i];
    }
    return 1 + cost;
}

/* Computes Radau's stages. Returns the number of right-hand sides. Everything follows from the start, the
   previous step and h: a repeated step is the same. */
static int solve_stages(collocation *c, double h, rb_collocated *made) {
    int first = c->system.first, behind = first + c->system.count;
    for (int i = first; i < behind; i++) {
        double size = c->y0[i] < 0 ? -c->y0[i] : c->y0[i];
        c->per_allowed[i] = 1 / (c->tolerance * (c->scale[i] + size));
    }
    decompose_both(c, h, c->J);
    progress p = iterate_stages(c, h, c->past_h > 0, made->change);
    int cost = 4 * p.count;
    made->far = p.far && h <= RADAU_EXTRAPOLATED * c->past_h;
    if (p.left > 1 && !made->far && c->past_h > 0 && !(p.rate < RADAU_SLOW)) { /* the prediction was wrong */
        collocation_predict(c, h, false);
        p = iterate_stages(c, h, false, made->change);
        cost += 4 * p.count;
    }
    if (p.left > 1 && !made->far && num_all(num_abs(c->z[first]) < INFINITY)) {
        cost += take_slopes_of_end(c, h);
        p = iterate_stages(c, h, false, made->change);
        cost += 4 * p.count;
    }
    made->left = p.left;
    return cost;
}

static void collocation_defect(collocation *c, double h, double *defect) {
    const double *s = c->formula->slope;
    if (c->formula == &lobatto) {
        for (int i = 0; i < c->system.n; i++) {
            rb_num f = c->f[i];
            defect[i] = h * (c->f0[i] - (s[0] * f[0] + s[1] * f[1] + s[2] * f[2] + s[3] * f[3]));
        }
        return;
    }
    int first = c->system.first, count = c->system.count;
    rb_num size = eigenvalues / h;
    for (int i = 0; i < c->system.n; i++) {
        rb_num z = c->z[i];
        defect[i] = h * c->f0[i] - (s[0] * z[0] + s[1] * z[1] + s[2] * z[2] + s[3] * z[3]);
    }
    for (int i = 0; i < count; i++) {
        c->right[i] = size * defect[first + i];
    }
    complex_pair_solve(&c->newton, c->right);
    for (int i = 0; i < count; i++) {
        defect[first + i] = c->right[i][1];
    }
}

/* Makes the step of length h. Returns the number of right-hand sides. */
static int collocation_step(collocation *c, double h, rb_collocated *made, double *y1) {
    int first = c->system.first, behind = first + c->system.count, cost = 0;
    int iterations = c->past_h > 0 ? LOBATTO_ITERATIONS : LOBATTO_BEGINNING;
    rb_num A[5];
    for (int j = 0; j < 5; j++) {
        A[j] = h * c->formula->A[j];
    }
    c->h = h;
    collocation_predict(c, h, c->past_h > 0);
    if (c->formula == &radau) {
        cost = solve_stages(c, h, made);
    } else {
        for (int k = 1; k <= iterations; k++, cost += 4) {
            evaluate(c, c->y, c->f, k > 1);
            iterate_plainly(c, A, k == iterations, made->change);
        }
    }
    for (int i = 0; i < c->system.n; i++) {
        if (i < first || i >= behind) {
            c->z[i] = A[0] * c->f0[i] + times(A + 1, &c->f[i]);
            made->change[i] = 0;
        }
        y1[i] = c->y0[i] + c->z[i][3];
    }
    collocation_defect(c, h, made->defect);
    return cost;
}

/* Makes this step the one to extrapolate from. */
static void collocation_keep(collocation *c) {
    c->past_h = c->h;
    memcpy(c->past, c->z, sizeof c->past);
    c->past_searched = c->f[c->searched] - c->f0[c->searched];
    memcpy(c->past_f0, c->f0, (size_t)c->system.n * sizeof *c->f0);
}

static void collocation_stages(const collocation *c, rb_collocated *made) {
    for (int i = 0; i < RB_ODE_MAX; i++) {
        for (int s = 0; s < 4; s++) {
            made->z[s][i] = c->y[i][s];
            made->f[s][i] = c->f[i][s];
        }
    }
}

/* Interpolates both ends and the three inner stages; Lobatto also the slopes at both ends. */
static void collocation_dense(const collocation *c, const double *y1, const double *f1, rb_dense *out) {
    const collocation_formula *formula = c->formula;
    bool slopes = formula == &lobatto;
    out->count = slopes ? 6 : 4;
    for (int i = 0; i < c->system.n; i++) {
        double rise = y1[i] - c->y0[i], q[3];
        out->c[0][i] = rise;
        out->c[1][i] = c->h * c->f0[i] - rise;
        out->c[2][i] = rise - c->h * f1[i] - out->c[1][i];
        for (int s = 0; s < 3; s++) {
            double x = formula->nodes[s];
            q[s] = (c->z[i][s] / x - rise) / (1 - x);
            q[s] = slopes ? ((q[s] - out->c[1][i]) / x - out->c[2][i]) / (1 - x) : q[s];
        }
        for (int k = 0; k < 3; k++) {
            const double *row = formula->dense[k];
            out->c[k + (slopes ? 3 : 1)][i] = row[0] * q[0] + row[1] * q[1] + row[2] * q[2];
        }
    }
}

#endif
