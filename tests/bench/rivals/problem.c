#include <math.h>
#include <string.h>

#include "rivals.h"
#include "sim/model_build.h"

bool problem_open(problem *p, const char *scene, double t_end, rb_error *err) {
    memset(p, 0, sizeof *p);
    if (rb_library_open(scene, &p->scene, err) != RB_OK) {
        return false;
    }
    p->t_end = t_end;
    rb_model_build(&p->scene, &p->model);
    p->n = p->model.coupled.first + p->model.coupled.count;
    p->model.ops->start(p->scene.values[RB_SECTION_START], &p->model, p->start);
    p->model.ops->scale(&p->model, p->scale);
    return true;
}

#define JACOBIAN_WORTH 15 /* approximate cost in right-hand sides */

bool problem_rhs(problem *p, const double *y, double *dydt) {
    double whole[RB_ODE_MAX], f[RB_ODE_MAX]; /* larger than a rival's arrays */
    memcpy(whole, p->start, sizeof whole);
    memcpy(whole, y, (size_t)p->n * sizeof *y);
    p->model.ops->rhs(&p->model, whole, f);
    memcpy(dydt, f, (size_t)p->n * sizeof *f);
    p->evaluations++;
    return problem_within_budget(p);
}

bool problem_jacobian(problem *p, const double *y, double *J) {
    double whole[RB_ODE_MAX], all[RB_ODE_MAX * RB_ODE_MAX];
    int stride = p->model.ops->state_count;
    memcpy(whole, p->start, sizeof whole);
    memcpy(whole, y, (size_t)p->n * sizeof *y);
    p->model.ops->jacobian(&p->model, whole, all);
    for (int i = 0; i < p->n; i++) {
        memcpy(J + (size_t)i * (size_t)p->n, all + (size_t)i * (size_t)stride, (size_t)p->n * sizeof *J);
    }
    p->jacobians++;
    return problem_within_budget(p);
}

bool problem_within_budget(const problem *p) {
    return p->evaluations + JACOBIAN_WORTH * p->jacobians <= p->budget;
}

void problem_observe(const problem *p, const double *y, rb_snapshot *end) {
    double copy[RB_ODE_MAX];
    memcpy(copy, p->start, sizeof copy);
    memcpy(copy, y, (size_t)p->n * sizeof *y);
    rb_body_project(&p->model, copy);
    memset(end, 0, sizeof *end);
    p->model.ops->observe(&p->model, copy, end);
}

static double apart(rb_vec3 a, rb_vec3 b) {
    return rb_norm(rb_sub(a, b));
}

double problem_error(const problem *p, const rb_snapshot *end) {
    const rb_snapshot *is = &p->end;
    double dw = end->q.w - is->q.w, dx = end->q.x - is->q.x;
    double dy = end->q.y - is->q.y, dz = end->q.z - is->q.z;
    double error = sqrt(dw * dw + dx * dx + dy * dy + dz * dz);
    error = fmax(error, apart(end->r_C, is->r_C) / p->r_size);
    error = fmax(error, apart(end->v_C, is->v_C) / p->v_size);
    double spin = apart(end->omega, is->omega) / p->omega_size;
    return isfinite(spin) ? fmax(error, spin) : INFINITY;
}

/* Measures the extent and the speed of the motion, in a run with the scene's own method and step. */
static bool measure_sizes(problem *p) {
    rb_error err = {""};
    rb_simulation *sim = NULL;
    if (rb_simulation_create(&p->scene, &sim, &err) != RB_OK) {
        return false;
    }
    while (rb_simulation_phase(sim) == RB_PHASE_RUNNING && rb_simulation_time(sim) < p->t_end) {
        rb_simulation_tick(sim);
        rb_snapshot now;
        rb_simulation_snapshot(sim, &now);
        p->r_size = fmax(p->r_size, hypot(now.r_C.x, now.r_C.y));
        p->v_size = fmax(p->v_size, rb_norm(now.v_C));
        p->omega_size = fmax(p->omega_size, rb_norm(now.omega));
    }
    rb_simulation_destroy(sim);
    return true;
}

/* An explicit method of order 8 gives the end. The method that confirms it depends on the scene: fixed
   steps converge slowly where friction has kinks, the implicit method where high order is needed. */
bool problem_converge(problem *p, double *differ) {
    enum { OURS = 2 };
    static const double knobs[OURS] = {2e-6, 1e-11};
    contestant gsl, ours[OURS];
    *differ = INFINITY;
    p->budget = UINT64_MAX;
    if (!measure_sizes(p) || add_gsl(&gsl, 1) != 1 || add_ours(ours, OURS) != OURS ||
        !gsl.run(p, gsl.variant, 1e-13, &p->end)) {
        return false;
    }
    for (int i = 0; i<OURS && * differ> REFERENCES_APART; i++) {
        rb_snapshot end;
        if (ours[i].run(p, ours[i].variant, knobs[i], &end)) {
            *differ = fmin(*differ, problem_error(p, &end));
        }
    }
    return *differ <= REFERENCES_APART;
}
