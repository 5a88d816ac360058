#include <arkode/arkode_arkstep.h>
#include <arkode/arkode_erkstep.h>
#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include "rivals.h"

enum { CVODE_BDF, CVODE_ADAMS, ERK5, ERK8, DIRK4, DIRK5, METHODS };

static const char *const names[METHODS] = {
    "CVODE BDF", "CVODE Adams", "ARKODE ERK 5", "ARKODE ERK 8", "ARKODE DIRK 4", "ARKODE DIRK 5",
};

static int rhs(realtype t, N_Vector y, N_Vector dydt, void *user) {
    (void)t;
    return problem_rhs(user, NV_DATA_S(y), NV_DATA_S(dydt)) ? 0 : -1;
}

static int jacobian(realtype t, N_Vector y, N_Vector fy, SUNMatrix J, void *user, N_Vector t1, N_Vector t2,
                    N_Vector t3) {
    (void)t, (void)fy, (void)t1, (void)t2, (void)t3;
    problem *p = user;
    double rows[RB_ODE_MAX * RB_ODE_MAX];
    if (!problem_jacobian(p, NV_DATA_S(y), rows)) {
        return -1;
    }
    for (int j = 0; j < p->n; j++) {
        double *column = SM_COLUMN_D(J, j);
        for (int i = 0; i < p->n; i++) {
            column[i] = rows[i * p->n + j];
        }
    }
    return 0;
}

/* What all of them need. */
typedef struct setting {
    SUNContext context;
    N_Vector y, allowed;
    SUNMatrix matrix;
    SUNLinearSolver linear;
    SUNNonlinearSolver fixed_point;
} setting;

static bool set_up(problem *p, double tolerance, setting *s) {
    if (SUNContext_Create(NULL, &s->context) != 0) {
        return false;
    }
    s->y = N_VNew_Serial(p->n, s->context);
    s->allowed = N_VNew_Serial(p->n, s->context);
    s->matrix = SUNDenseMatrix(p->n, p->n, s->context);
    s->linear = SUNLinSol_Dense(s->y, s->matrix, s->context);
    s->fixed_point = SUNNonlinSol_FixedPoint(s->y, 0, s->context);
    memcpy(NV_DATA_S(s->y), p->start, (size_t)p->n * sizeof(double));
    for (int i = 0; i < p->n; i++) {
        NV_Ith_S(s->allowed, i) = tolerance * p->scale[i];
    }
    return s->fixed_point != NULL && s->linear != NULL;
}

static void tear_down(setting *s) {
    SUNNonlinSolFree(s->fixed_point);
    SUNLinSolFree(s->linear);
    SUNMatDestroy(s->matrix);
    N_VDestroy(s->allowed);
    N_VDestroy(s->y);
    SUNContext_Free(&s->context);
}

#define STEPS_MAX 100000000 /* the budget of evaluations ends a run before */

static bool run_cvode(problem *p, int variant, double tolerance, setting *s) {
    void *memory = CVodeCreate(variant == CVODE_BDF ? CV_BDF : CV_ADAMS, s->context);
    realtype t;
    bool ok = memory != NULL && CVodeInit(memory, rhs, 0, s->y) == 0 &&
              CVodeSVtolerances(memory, tolerance, s->allowed) == 0 && CVodeSetUserData(memory, p) == 0 &&
              CVodeSetErrFile(memory, NULL) == 0 && CVodeSetMaxNumSteps(memory, STEPS_MAX) == 0;
    if (ok && variant == CVODE_BDF) {
        ok = CVodeSetLinearSolver(memory, s->linear, s->matrix) == 0 && CVodeSetJacFn(memory, jacobian) == 0;
    } else {
        ok = ok && CVodeSetNonlinearSolver(memory, s->fixed_point) == 0;
    }
    ok = ok && CVodeSetStopTime(memory, p->t_end) == 0 && CVode(memory, p->t_end, s->y, &t, CV_NORMAL) >= 0;
    CVodeFree(&memory);
    return ok;
}

static bool run_erk(problem *p, int variant, double tolerance, setting *s) {
    void *memory = ERKStepCreate(rhs, 0, s->y, s->context);
    realtype t;
    bool ok = memory != NULL && ERKStepSVtolerances(memory, tolerance, s->allowed) == 0 &&
              ERKStepSetUserData(memory, p) == 0 && ERKStepSetErrFile(memory, NULL) == 0 &&
              ERKStepSetMaxNumSteps(memory, STEPS_MAX) == 0 &&
              ERKStepSetTableNum(memory, variant == ERK5 ? ARKODE_DORMAND_PRINCE_7_4_5
                                                         : ARKODE_FEHLBERG_13_7_8) == 0 &&
              ERKStepSetStopTime(memory, p->t_end) == 0 &&
              ERKStepEvolve(memory, p->t_end, s->y, &t, ARK_NORMAL) >= 0;
    ERKStepFree(&memory);
    return ok;
}

static bool run_dirk(problem *p, int variant, double tolerance, setting *s) {
    void *memory = ARKStepCreate(NULL, rhs, 0, s->y, s->context);
    realtype t;
    bool ok = memory != NULL && ARKStepSVtolerances(memory, tolerance, s->allowed) == 0 &&
              ARKStepSetUserData(memory, p) == 0 && ARKStepSetErrFile(memory, NULL) == 0 &&
              ARKStepSetMaxNumSteps(memory, STEPS_MAX) == 0 &&
              ARKStepSetTableNum(memory, variant == DIRK4 ? ARKODE_SDIRK_5_3_4 : ARKODE_KVAERNO_7_4_5,
                                 ARKODE_ERK_NONE) == 0 &&
              ARKStepSetLinearSolver(memory, s->linear, s->matrix) == 0 &&
              ARKStepSetJacFn(memory, jacobian) == 0 && ARKStepSetStopTime(memory, p->t_end) == 0 &&
              ARKStepEvolve(memory, p->t_end, s->y, &t, ARK_NORMAL) >= 0;
    ARKStepFree(&memory);
    return ok;
}

static bool run(problem *p, int variant, double tolerance, rb_snapshot *end) {
    setting s = {0};
    p->evaluations = p->jacobians = 0;
    if (!set_up(p, tolerance, &s)) {
        return false;
    }
    bool ok = variant <= CVODE_ADAMS ? run_cvode(p, variant, tolerance, &s)
              : variant <= ERK8      ? run_erk(p, variant, tolerance, &s)
                                     : run_dirk(p, variant, tolerance, &s);
    problem_observe(p, NV_DATA_S(s.y), end);
    tear_down(&s);
    return ok;
}

int add_sundials(contestant *list, int room) {
    int count = 0;
    for (; count < METHODS && count < room; count++) {
        list[count] = (contestant){.variant = count, .run = run};
        snprintf(list[count].name, sizeof list[count].name, "%s", names[count]);
    }
    return count;
}
