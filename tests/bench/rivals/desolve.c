/* LSODA (Petzold and Hindmarsh) and RADAU5 (Hairer and Wanner), as Debian's r-cran-desolve has compiled them.
   Its Fortran routines have two arguments more than the original ones, which are passed on to the functions.
 */
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include "rivals.h"

enum { LSODA, LSODA_EXACT, RADAU5, METHODS };

static const char *const names[METHODS] = {"LSODA", "LSODA, exact J", "RADAU5"};

typedef void fortran_rhs(int *n, double *t, double *y, double *dydt, double *out, int *ipar);
typedef void fortran_jacobian(int *n, double *t, double *y, int *below, int *above, double *columns,
                              int *rows, double *out, int *ipar);
typedef void fortran_mass(int *n, double *mass, int *rows, double *out, int *ipar);
typedef void fortran_output(int *step, double *before, double *t, double *y, double *coefficients, int *rows,
                            int *n, double *out, int *ipar, int *result);

void dlsoda_(fortran_rhs *f, int *n, double *y, double *t, double *t_out, int *itol, double *rtol,
             double *atol, int *itask, int *istate, int *iopt, double *work, int *work_size, int *iwork,
             int *iwork_size, fortran_jacobian *jacobian, int *jt, double *out, int *ipar);
void radau5_(int *n, fortran_rhs *f, double *t, double *y, double *t_end, double *h, double *rtol,
             double *atol, int *itol, fortran_jacobian *jacobian, int *ijac, int *mljac, int *mujac,
             fortran_mass *mass, int *imas, int *mlmas, int *mumas, fortran_output *output, int *iout,
             double *work, int *work_size, int *iwork, int *iwork_size, double *out, int *ipar, int *idid);

/* The routines pass no pointer on, and cannot be asked to stop. */
static struct {
    problem *problem;
    jmp_buf stop;
} now;

static void rhs(int *n, double *t, double *y, double *dydt, double *out, int *ipar) {
    (void)n, (void)t, (void)out, (void)ipar;
    if (!problem_rhs(now.problem, y, dydt)) {
        longjmp(now.stop, 1);
    }
}

static void jacobian(int *n, double *t, double *y, int *below, int *above, double *columns, int *rows,
                     double *out, int *ipar) {
    (void)t, (void)below, (void)above, (void)out, (void)ipar;
    double J[RB_ODE_MAX * RB_ODE_MAX];
    if (!problem_jacobian(now.problem, y, J)) {
        longjmp(now.stop, 1);
    }
    for (int i = 0; i < *n; i++) {
        for (int j = 0; j < *n; j++) {
            columns[j * *rows + i] = J[i * *n + j];
        }
    }
}

static void no_mass(int *n, double *mass, int *rows, double *out, int *ipar) {
    (void)n, (void)mass, (void)rows, (void)out, (void)ipar;
}

static void no_output(int *step, double *before, double *t, double *y, double *coefficients, int *rows,
                      int *n, double *out, int *ipar, int *result) {
    (void)step, (void)before, (void)t, (void)y, (void)coefficients, (void)rows, (void)n, (void)out,
        (void)ipar;
    (void)result;
}

#define STEPS_MOST 10000000

static bool run_lsoda(problem *p, bool exact, double tolerance, double *allowed, double *y) {
    double work[22 + RB_ODE_MAX * (RB_ODE_MAX + 16)] = {0}, t = 0, t_end = p->t_end, out = 0;
    int iwork[20 + RB_ODE_MAX] = {0}, ipar[3] = {0};
    int itol = 2, itask = 1, istate = 1, iopt = 1, jt = exact ? 1 : 2;
    int work_size = (int)(sizeof work / sizeof *work), iwork_size = (int)(sizeof iwork / sizeof *iwork);
    iwork[5] = STEPS_MOST;
    dlsoda_(rhs, &p->n, y, &t, &t_end, &itol, &tolerance, allowed, &itask, &istate, &iopt, work, &work_size,
            iwork, &iwork_size, jacobian, &jt, &out, ipar);
    return istate == 2;
}

static bool run_radau5(problem *p, double tolerance, double *allowed, double *y) {
    double work[20 + RB_ODE_MAX * (4 * RB_ODE_MAX + 12)] = {0}, t = 0, t_end = p->t_end, h = 1e-6, out = 0;
    double rtol[RB_ODE_MAX];
    int iwork[20 + 3 * RB_ODE_MAX] = {0}, ipar[3] = {0};
    int itol = 1, no = 0, n = p->n, idid = 0;
    int work_size = (int)(sizeof work / sizeof *work), iwork_size = (int)(sizeof iwork / sizeof *iwork);
    for (int i = 0; i < n; i++) {
        rtol[i] = tolerance;
    }
    iwork[1] = STEPS_MOST;
    radau5_(&n, rhs, &t, y, &t_end, &h, rtol, allowed, &itol, jacobian, &no, &n, &n, no_mass, &no, &n, &n,
            no_output, &no, work, &work_size, iwork, &iwork_size, &out, ipar, &idid);
    return idid == 1;
}

static bool run(problem *p, int variant, double tolerance, rb_snapshot *end) {
    double y[RB_ODE_MAX], allowed[RB_ODE_MAX];
    memcpy(y, p->start, sizeof y);
    for (int i = 0; i < p->n; i++) {
        allowed[i] = tolerance * p->scale[i];
    }
    now.problem = p;
    p->evaluations = p->jacobians = 0;
    if (setjmp(now.stop) != 0) {
        return false;
    }
    bool ok = variant == RADAU5 ? run_radau5(p, tolerance, allowed, y)
                                : run_lsoda(p, variant == LSODA_EXACT, tolerance, allowed, y);
    problem_observe(p, y, end);
    return ok;
}

int add_desolve(contestant *list, int room) {
    int count = 0;
    for (; count < METHODS && count < room; count++) {
        list[count] = (contestant){.variant = count, .run = run};
        snprintf(list[count].name, sizeof list[count].name, "%s", names[count]);
    }
    return count;
}
