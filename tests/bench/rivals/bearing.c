/* A ball bearing, whose state is large: our Rodas5P with a Jacobian of blocks against CVODE (BDF) with the
   same right-hand side, the same Jacobian as a dense matrix, and the same scales of tolerance.

   usage: bearing_cvode [SCENE [SECONDS]]

   Errors are those of the state at the end against our run at rtol 1e-10, relative to the scales. Reported:
   CPU time, evaluations, Jacobians and error of each tolerance. Fails when a run does not reach the end,
   never by time. */
#include <cvode/cvode.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "../timing.h"
#include "bodies/large.h"
#include "bodies/ops.h"
#include "sim/large.h"
#include "sim/model_build.h"
#include "sim/simulation_struct.h"

typedef struct system {
    rb_scene scene;
    rb_model model;
    rb_block_layout layout;
    int n;
    double *J, *follow; /* blocks, and rows of the followers */
    double start[RB_LARGE_MAX], scale[RB_LARGE_MAX], end[RB_LARGE_MAX];
    long evaluations, jacobians;
} system_t;

static bool open_system(system_t *s, const char *scene) {
    rb_error err = {""};
    if (rb_library_open(scene, &s->scene, &err) != RB_OK) {
        fprintf(stderr, "bearing_cvode: %s\n", err.text);
        return false;
    }
    rb_model_build(&s->scene, &s->model);
    const rb_large_ops *ops = s->model.ops->large;
    if (ops == NULL) {
        fprintf(stderr, "bearing_cvode: %s: expected the scene of a bearing\n", scene);
        return false;
    }
    s->n = ops->state_count(&s->model);
    ops->layout(&s->model, &s->layout);
    rb_block_layout_complete(&s->layout);
    s->J = malloc((size_t)s->layout.values * sizeof(double));
    s->follow = malloc((size_t)((s->n - s->layout.rows) * s->layout.rows) * sizeof(double));
    s->model.ops->start(s->scene.values[RB_SECTION_START], &s->model, s->start);
    s->model.ops->scale(&s->model, s->scale);
    return s->J != NULL && s->follow != NULL;
}

/* ---- CVODE ------------------------------------------------------------------------------------------- */

static int rhs(realtype t, N_Vector y, N_Vector f, void *user) {
    (void)t;
    system_t *s = user;
    s->model.ops->rhs(&s->model, NV_DATA_S(y), NV_DATA_S(f));
    s->evaluations++;
    return 0;
}

static int jacobian(realtype t, N_Vector y, N_Vector f, SUNMatrix J, void *user, N_Vector t1, N_Vector t2,
                    N_Vector t3) {
    (void)t, (void)f, (void)t1, (void)t2, (void)t3;
    system_t *s = user;
    const rb_block_layout *layout = &s->layout;
    s->model.ops->large->jacobian(&s->model, NV_DATA_S(y), layout, s->J, s->follow);
    s->jacobians++;
    for (int j = 0; j < layout->rows; j++) { /* nothing depends on the followers: their columns stay zero */
        double *column = SM_COLUMN_D(J, j);
        for (int i = 0; i < s->n; i++) {
            bool coupled = i < layout->rows;
            bool zero = coupled && layout->at[layout->of[i]][layout->of[j]] < 0;
            column[i] = zero      ? 0
                        : coupled ? *rb_block_entry(layout, s->J, i, j)
                                  : s->follow[(i - layout->rows) * layout->rows + j];
        }
    }
    return 0;
}

#define STEPS_MAX 50000 /* more are not a solution */

static bool run_cvode(system_t *s, double tolerance, double t_end, double *end) {
    SUNContext context;
    if (SUNContext_Create(NULL, &context) != 0) {
        return false;
    }
    N_Vector y = N_VNew_Serial(s->n, context), allowed = N_VNew_Serial(s->n, context);
    SUNMatrix matrix = SUNDenseMatrix(s->n, s->n, context);
    SUNLinearSolver linear = SUNLinSol_Dense(y, matrix, context);
    void *memory = CVodeCreate(CV_BDF, context);
    realtype t;
    memcpy(NV_DATA_S(y), s->start, (size_t)s->n * sizeof(double));
    for (int i = 0; i < s->n; i++) {
        NV_Ith_S(allowed, i) = tolerance * s->scale[i];
    }
    bool ok = CVodeInit(memory, rhs, 0, y) == 0 && CVodeSVtolerances(memory, 0, allowed) == 0 &&
              CVodeSetUserData(memory, s) == 0 && CVodeSetMaxNumSteps(memory, STEPS_MAX) == 0 &&
              CVodeSetLinearSolver(memory, linear, matrix) == 0 && CVodeSetJacFn(memory, jacobian) == 0 &&
              CVodeSetStopTime(memory, t_end) == 0 && CVode(memory, t_end, y, &t, CV_NORMAL) >= 0;
    memcpy(end, NV_DATA_S(y), (size_t)s->n * sizeof(double));
    CVodeFree(&memory);
    SUNLinSolFree(linear);
    SUNMatDestroy(matrix);
    N_VDestroy(allowed);
    N_VDestroy(y);
    SUNContext_Free(&context);
    return ok;
}

/* ---- ours -------------------------------------------------------------------------------------------- */

static bool run_ours(system_t *s, double tolerance, double t_end, double *end) {
    rb_scene scene = s->scene;
    rb_simulation *sim = NULL;
    rb_error err = {""};
    scene.values[RB_SECTION_SOLVER][RB_SOLVER_RTOL] = tolerance;
    if (rb_simulation_create(&scene, &sim, &err) != RB_OK) {
        fprintf(stderr, "bearing_cvode: %s\n", err.text);
        return false;
    }
    while (rb_simulation_phase(sim) == RB_PHASE_RUNNING && rb_simulation_time(sim) < t_end * (1 - 1e-9)) {
        rb_simulation_tick(sim);
    }
    rb_summary summary;
    rb_simulation_summary(sim, &summary);
    s->evaluations = (long)summary.rhs_evaluations;
    s->jacobians = (long)summary.jacobians;
    bool ok = rb_simulation_time(sim) >= t_end * (1 - 1e-9);
    rb_large_see(&sim->stepper, &sim->model);
    memcpy(end, sim->stepper.large->y, (size_t)s->n * sizeof *end);
    rb_simulation_destroy(sim);
    return ok;
}

/* ---- comparison -------------------------------------------------------------------------------------- */

static double error_of(const system_t *s, const double *end) {
    double largest = 0;
    for (int i = 0; i < s->n; i++) {
        largest = fmax(largest, fabs(end[i] - s->end[i]) / s->scale[i]);
    }
    return largest;
}

int main(int argc, char **argv) {
    static system_t s;
    const char *scene = argc > 1 ? argv[1] : "bearing-run-up";
    double t_end = argc > 2 ? atof(argv[2]) : 0.02;
    static const struct {
        const char *name;
        bool (*run)(system_t *s, double tolerance, double t_end, double *end);
    } who[] = {{"our rodas", run_ours}, {"CVODE BDF", run_cvode}};
    static const double tolerances[] = {1e-5, 1e-6, 1e-7, 1e-8};
    if (!(t_end > 0) || !open_system(&s, scene)) {
        return 2;
    }
    print_machine();
    bool right = run_ours(&s, 1e-10, t_end, s.end);
    printf("%s, %g s, %d doubles\n%-10s %8s %10s %10s %12s %10s %10s\n", scene, t_end, s.n, "method", "rtol",
           "CPU, s", "x real", "evaluations", "Jacobians", "error");
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < 2; i++) {
            double end[RB_LARGE_MAX], begun = cpu_seconds();
            s.evaluations = s.jacobians = 0;
            bool done = who[i].run(&s, tolerances[k], t_end, end);
            double spent = cpu_seconds() - begun;
            printf("%-10s %8.0e %10.3f %10.1f %12ld %10ld %10.2e%s\n", who[i].name, tolerances[k], spent,
                   spent / t_end, s.evaluations, s.jacobians, error_of(&s, end),
                   done ? "" : "  did not finish");
            right = right && (done || i > 0); /* a rival that stops does not fail the benchmark */
        }
    }
    free(s.J);
    free(s.follow);
    return right ? 0 : 1;
}
