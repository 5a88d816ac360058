#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <stdio.h>
#include <string.h>

#include "rivals.h"

static int rhs(double t, const double *y, double *dydt, void *user) {
    (void)t;
    return problem_rhs(user, y, dydt) ? GSL_SUCCESS : GSL_EBADFUNC;
}

static int jacobian(double t, const double *y, double *dfdy, double *dfdt, void *user) {
    (void)t;
    problem *p = user;
    memset(dfdt, 0, (size_t)p->n * sizeof *dfdt);
    return problem_jacobian(p, y, dfdy) ? GSL_SUCCESS : GSL_EBADFUNC;
}

enum { METHODS = 7 };

static const struct {
    const char *name;
    const gsl_odeiv2_step_type *const *type;
} methods[METHODS] = {
    {"GSL rk8pd", &gsl_odeiv2_step_rk8pd},   {"GSL rkf45", &gsl_odeiv2_step_rkf45},
    {"GSL rkck", &gsl_odeiv2_step_rkck},     {"GSL msadams", &gsl_odeiv2_step_msadams},
    {"GSL msbdf", &gsl_odeiv2_step_msbdf},   {"GSL bsimp", &gsl_odeiv2_step_bsimp},
    {"GSL rk4imp", &gsl_odeiv2_step_rk4imp},
};

static bool run(problem *p, int variant, double tolerance, rb_snapshot *end) {
    gsl_odeiv2_system system = {rhs, jacobian, (size_t)p->n, p};
    gsl_odeiv2_driver *driver = gsl_odeiv2_driver_alloc_scaled_new(&system, *methods[variant].type, 1e-6,
                                                                   tolerance, tolerance, 1, 0, p->scale);
    if (driver == NULL) {
        return false;
    }
    double t = 0, y[RB_ODE_MAX];
    memcpy(y, p->start, sizeof y);
    p->evaluations = p->jacobians = 0;
    /* as gsl_odeiv2_driver_apply, which never ends if a stage fails */
    int status = GSL_SUCCESS;
    while (t < p->t_end && status == GSL_SUCCESS && problem_within_budget(p)) {
        status =
            gsl_odeiv2_evolve_apply(driver->e, driver->c, driver->s, &system, &t, p->t_end, &driver->h, y);
    }
    bool ok = status == GSL_SUCCESS && problem_within_budget(p);
    gsl_odeiv2_driver_free(driver);
    problem_observe(p, y, end);
    return ok;
}

int add_gsl(contestant *list, int room) {
    gsl_set_error_handler_off();
    int count = 0;
    for (; count < METHODS && count < room; count++) {
        list[count] = (contestant){.variant = count, .run = run};
        snprintf(list[count].name, sizeof list[count].name, "%s", methods[count].name);
    }
    return count;
}
