#include "sim/leg.h"

#include <math.h>
#include <string.h>

static rb_system system_of(const rb_model *model) {
    return (rb_system){model->ops->rhs, model, rb_body_moving(model->ops), model->coupled.first,
                       model->coupled.count};
}

void rb_leg_jacobian(const rb_model *model, const double *y, double *J) {
    int all = model->ops->state_count, n = rb_body_moving(model->ops);
    model->ops->jacobian(model, y, J);
    for (int i = 1; n < all && i < n; i++) {
        memmove(J + (size_t)i * (size_t)n, J + (size_t)i * (size_t)all, (size_t)n * sizeof *J);
    }
}

int rb_leg_begin(rb_leg *leg, const rb_model *model, rb_solver_method method, double t,
                 const double *y, const double *f) {
    leg->method = method;
    leg->t0 = t;
    leg->h = 0;
    leg->event = -1;
    leg->ends = leg->open = leg->extended = leg->counted = false;
    memcpy(leg->y0, y, sizeof leg->y0);
    memcpy(leg->f0, f, sizeof leg->f0);
    if (method == RB_METHOD_RODAS) {
        rb_leg_jacobian(model, y, leg->J);
    }
    return rb_method_is_collocation(method)
               ? leg->code->begin(leg->work, method == RB_METHOD_RADAU, leg->y0, leg->f0, leg->J)
               : 0;
}

#define JUMP                                                                                       \
    1e3 /* differences across a jump are 1e10 times as large, beside a kink some ten times */

bool rb_leg_begins_at_jump(const rb_leg *leg, const rb_model *model) {
    int n = rb_body_moving(model->ops), first = model->coupled.first, count = model->coupled.count;
    double exact[RB_ODE_MAX * RB_ODE_MAX], size = 0, exact_size = 0;
    rb_leg_jacobian(model, leg->y0, exact);
    for (int i = first; i < first + count; i++) {
        for (int j = first; j < first + count; j++) {
            size += fabs(leg->J[i * n + j]);
            exact_size += fabs(exact[i * n + j]);
        }
    }
    return size > JUMP * exact_size;
}

void rb_leg_keep(rb_leg *leg) {
    if (rb_method_is_collocation(leg->method)) {
        leg->code->keep(leg->work);
    }
}

void rb_leg_forget(rb_leg *leg) {
    if (leg->code != NULL) {
        leg->code->forget(leg->work);
    }
}

/* y1 from a step of length h; what it cost, 0 if there is none. */
static int make(rb_leg *leg, const rb_model *model, double h) {
    rb_system system = system_of(model);
    leg->extended = false;
    for (int i = system.n; i < model->ops->state_count; i++) {
        leg->y1[i] = leg->y0[i];
    }
    if (rb_method_is_collocation(leg->method)) {
        return leg->code->make(leg->work, h, &leg->made.collocated, leg->y1);
    }
    if (leg->method == RB_METHOD_RODAS) {
        bool made = rb_rodas_step(&system, h, leg->y0, leg->f0, leg->J, &leg->made.rodas, leg->y1,
                                  leg->error);
        return made ? RB_RODAS_COST : 0;
    }
    rb_dop853_step(&system, h, leg->y0, leg->f0, &leg->made.dop853, leg->y1);
    return RB_DOP853_COST;
}

/* ---- kinks --------------------------------------------------------------------------------------- */

/* What a contact's gap is at the stages after the first, in the order of time, and when. */
typedef struct gaps {
    int count;
    const double *when;
    double at[RB_DOP853_COST];
} gaps;

static gaps gaps_of(const rb_leg *leg, int i) {
    gaps g = {RB_DOP853_COST, rb_dop853_when, {0}};
    if (leg->method == RB_METHOD_DOP853) {
        for (int s = 0; s < RB_DOP853_COST; s++) {
            g.at[s] = leg->made.dop853.k[rb_dop853_order[s]][i];
        }
        return g;
    }
    g.count = RB_COLLOCATION_STAGES;
    g.when = rb_lobatto_nodes;
    for (int s = 0; s < RB_COLLOCATION_STAGES; s++) {
        g.at[s] = leg->made.collocated.f[s][i];
    }
    return g;
}

/* Where a compliant contact opens or closes, its force goes with the gap to the power 3/2 from there
   on. A gap that changes within a step to this share of its size is near that. */
#define NEAR 0.3

/* The first kink of the step tried, and whether it is rough, by one contact's gap at place i behind the
   right-hand sides of the stages. */
static void look_for_kink(rb_leg *leg, int i) {
    gaps g = gaps_of(leg, i);
    double before = leg->f0[i], from = 0, least = fabs(before), most = least;
    bool closed0 = !(before > 0), closed = closed0, passed = false;
    for (int s = 0; s < g.count; s++) {
        double gap = g.at[s], size = fabs(gap);
        bool closed1 = !(gap > 0);
        if (closed1 != closed0 && !passed) {
            double x = from + (g.when[s] - from) * before / (before - gap);
            leg->kink = x < leg->kink ? x : leg->kink;
            passed = true;
        }
        closed = closed || closed1;
        least = size < least ? size : least;
        most = size > most ? size : most;
        before = gap;
        from = g.when[s];
    }
    leg->rough = leg->rough || (closed && least < NEAR * most);
}

static void look_for_kinks(rb_leg *leg, const rb_model *model) {
    int gap = model->ops->follows.gap;
    if (gap >= 0 && model->normal != NULL && !model->normal->rigid) {
        if (leg->method == RB_METHOD_LOBATTO) {
            leg->code->stages(leg->work, &leg->made.collocated);
        }
        for (int i = 0; i < RB_CONTACTS_MAX; i++) {
            look_for_kink(leg, gap + i);
        }
    }
}

static double error_of(rb_leg *leg, int n, double h, const double *allowed) {
    if (leg->method == RB_METHOD_DOP853) {
        return rb_dop853_error(&leg->made.dop853, n, h, allowed);
    }
    if (leg->method != RB_METHOD_RODAS) {
        return rb_collocation_error(&leg->made.collocated, n, leg->method == RB_METHOD_RADAU,
                                    allowed);
    }
    double sum = 0;
    for (int i = 0; i < n; i++) {
        sum += leg->error[i] * leg->error[i] / (allowed[i] * allowed[i]);
    }
    return sqrt(sum / n);
}

int rb_leg_try(rb_leg *leg, const rb_model *model, double h, double tolerance, const double *scale,
               double *error) {
    int n = rb_body_moving(model->ops);
    double allowed[RB_ODE_MAX];
    *error = leg->kink = INFINITY;
    leg->rough = false;
    int cost = make(leg, model, h);
    if (cost == 0) {
        return 0;
    }
    for (int i = 0; i < n; i++) {
        double y0 = fabs(leg->y0[i]), y1 = fabs(leg->y1[i]);
        allowed[i] = tolerance * (scale[i] + (y0 > y1 ? y0 : y1));
    }
    *error = error_of(leg, n, h, allowed);
    if (!rb_method_is_implicit(leg->method)) {
        look_for_kinks(leg, model);
    }
    return cost;
}

static void put_back(rb_leg *leg, const rb_model *model) {
    leg->gap = fabs(rb_body_project(model, leg->y1));
    leg->open = leg->extended = false;
    model->ops->rhs(model, leg->y1, leg->f1);
}

int rb_leg_reach(rb_leg *leg, const rb_model *model, double h) {
    leg->h = h;
    if (rb_method_is_collocation(leg->method)) {
        leg->code->stages(leg->work, &leg->made.collocated);
    }
    leg->open = model->crossings != 0 && model->ops->project != NULL;
    if (leg->open) {
        model->ops->rhs(model, leg->y1, leg->f1);
    } else {
        put_back(leg, model);
    }
    return 1;
}

int rb_leg_take(rb_leg *leg, const rb_model *model, double h) {
    int cost = make(leg, model, h);
    if (cost == 0) {
        memcpy(leg->y1, leg->y0, sizeof leg->y1); /* no such step: its end is told to be bad */
        leg->y1[0] = NAN;
    }
    return cost + rb_leg_reach(leg, model, h);
}

int rb_leg_close(rb_leg *leg, const rb_model *model) {
    if (!leg->open) {
        return 0;
    }
    put_back(leg, model);
    return 1;
}

const rb_dense *rb_leg_extension(rb_leg *leg, const rb_model *model, uint64_t *evaluations) {
    bool stages = leg->method == RB_METHOD_DOP853;
    if (!leg->extended) {
        rb_system system = system_of(model);
        if (rb_method_is_collocation(leg->method)) {
            leg->code->dense(leg->work, leg->y1, leg->f1, &leg->dense);
        } else if (stages) {
            rb_dop853_dense(&system, leg->h, leg->y0, leg->y1, leg->f1, &leg->made.dop853,
                            &leg->dense);
        } else {
            rb_rodas_dense(&leg->made.rodas, system.n, leg->y0, leg->y1, &leg->dense);
        }
        for (int k = 0; k < leg->dense.count; k++) {
            for (int i = system.n; i < model->ops->state_count; i++) {
                leg->dense.c[k][i] = 0;
            }
        }
        leg->extended = true;
    }
    if (evaluations != NULL && !leg->counted) {
        *evaluations += stages ? RB_DOP853_DENSE_COST : 0;
        leg->counted = true;
    }
    return &leg->dense;
}

void rb_leg_state(rb_leg *leg, const rb_model *model, double t, double *y) {
    double x = fmin(fmax((t - leg->t0) / leg->h, 0), 1);
    rb_dense_state(rb_leg_extension(leg, model, NULL), leg->y0, model->ops->state_count, x, y);
    rb_body_project(model, y);
}

void rb_leg_look(rb_leg *leg, const rb_model *model, double x, double *y, double *f,
                 uint64_t *evaluations) {
    rb_dense_state(rb_leg_extension(leg, model, evaluations), leg->y0, model->ops->state_count, x,
                   y);
    if (!leg->open) {
        rb_body_project(model, y);
    }
    model->ops->rhs(model, y, f);
    if (evaluations != NULL) {
        ++*evaluations;
    }
}

bool rb_leg_stage(const rb_leg *leg, int index, const double **y, const double **f) {
    bool collocated = rb_method_is_collocation(leg->method);
    bool rodas = leg->method == RB_METHOD_RODAS;
    int count = collocated ? RB_COLLOCATION_STAGES + 1
                : rodas    ? RB_RODAS_STAGES
                           : RB_DOP853_COST + 1;
    if (index >= count) {
        return false;
    }
    if (index == 0) {
        *y = leg->y0;
        *f = leg->f0;
    } else if (collocated) {
        *y = leg->made.collocated.z[index - 1];
        *f = leg->made.collocated.f[index - 1];
    } else if (rodas) {
        *y = leg->made.rodas.z[index];
        *f = leg->made.rodas.f[index];
    } else {
        *y = leg->made.dop853.z[index];
        *f = leg->made.dop853.k[index];
    }
    return true;
}
