/* Which method makes the next leg. auto: explicit where steps are as long as accuracy lets them, implicit where stability would make them
   much shorter. Explicit is lobatto where right-hand sides have lanes, else dop853; implicit is radau, or rodas
   where radau's iteration comes to no end: near rest, where friction changes its slope within what an error may
   be. Decided by the legs alone, so that the same scene gives the same bits.

   Where right-hand sides come one by one, a step of radau or rodas costs a little more than two of dop853. An explicit
   step is stable while h times the largest eigenvalue is below 6; but where motion is slow beside that
   eigenvalue, its estimate of the error, too, holds it back long before. */
#include <math.h>
#include <string.h>

#include "sim/stepper.h"

#define STABLE 5.5   /* h lambda that an explicit step settles at */
#define STRAINED 1.2 /* beyond this it may be stiffness that limits an explicit step */
#define GAIN 2.2     /* an implicit step that much longer is worth changing to, */
#define WORTH 8.0    /* and one below this h lambda is not worth staying with */
/* The same of lobatto and radau, of which a step costs about five times as much. */
#define STABLE_LOBATTO 1.0
#define STRAINED_LOBATTO 0.1 /* rb_collocation_strain */
#define GAIN_RADAU 3.0
#define WORTH_RADAU 2.5
#define CONVINCED 3 /* legs on end that say so */
#define PATIENCE                                                                                   \
    64 /* strained legs until an implicit method is tried again where it was no better */
#define PATIENCE_MAX 512
/* Tries of radau of late that came to no end (a good leg makes good for half of one) until rodas, which
   iterates nothing, makes so many legs. */
#define TROUBLED 3
#define CROWDED 64  /* tries within a millisecond from which on one is enough */
#define USELESS 500 /* tries within a millisecond that no method but rodas is let */
#define RESPITE 16.0
#define RESPITE_MAX 512.0
#define SMALL                                                                                      \
    4 /* coupled components up to which an exact Jacobian costs less than radau's stages */

/* v = J^times v, of what is coupled. Returns the size of it. */
static double multiply(const rb_model *model, const double *J, int times, double *v) {
    int n = rb_body_moving(model->ops), first = model->coupled.first, count = model->coupled.count;
    double w[RB_ODE_MAX], sum = 0;
    for (int k = 0; k < times; k++) {
        for (int i = 0; i < count; i++) {
            const double *row = J + (size_t)(first + i) * (size_t)n + first;
            w[i] = 0;
            for (int j = 0; j < count; j++) {
                w[i] += row[j] * v[j];
            }
        }
        memcpy(v, w, (size_t)count * sizeof *v);
    }
    for (int i = 0; i < count; i++) {
        sum += v[i] * v[i];
    }
    return sqrt(sum);
}

/* The size of the largest eigenvalue: by powers of J. Eigenvalues come in pairs: growth is measured
   over several powers, from the slope f, so that a mirrored body gives the same. What is not finite
   counts as none. */
static double largest_eigenvalue(const rb_model *model, const double *J, const double *f) {
    int count = model->coupled.count;
    double v[RB_ODE_MAX];
    memcpy(v, f + model->coupled.first, (size_t)count * sizeof *v);
    double norm = multiply(model, J, 4, v);
    if (!(norm > 0) || !isfinite(norm)) {
        return 0;
    }
    for (int i = 0; i < count; i++) {
        v[i] /= norm;
    }
    double growth = multiply(model, J, 8, v);
    return isfinite(growth) ? sqrt(sqrt(sqrt(growth))) : 0; /* the mean of eight */
}

void rb_stepper_choose_first(rb_stepper *s, const rb_model *model) {
    s->lanes = rb_collocation_has_lanes(model);
    s->use = s->method != RB_METHOD_AUTO ? s->method
             : s->lanes                  ? RB_METHOD_LOBATTO
                                         : RB_METHOD_DOP853;
    s->strain = s->h_implicit = s->trouble = 0;
    bool small = s->method == RB_METHOD_AUTO && !s->lanes && model->coupled.count <= SMALL;
    s->avoid = small ? INFINITY : 0;
    s->patience = INFINITY; /* until it has been tried */
    s->respite = RESPITE;
}

static void use(rb_stepper *s, bool implicit, double h) {
    s->use = implicit   ? (s->avoid > 0 ? RB_METHOD_RODAS : RB_METHOD_RADAU)
             : s->lanes ? RB_METHOD_LOBATTO
                        : RB_METHOD_DOP853;
    s->strain = 0;
    s->h_next = h;
    s->h_last = s->e_last = 0;
}

bool rb_stepper_doubts(rb_stepper *s, bool in_vain) {
    bool radau = s->use == RB_METHOD_RADAU;
    if (s->use == RB_METHOD_RODAS || (s->method != RB_METHOD_AUTO && !radau)) {
        return false;
    }
    if (in_vain && radau && s->leg.made.collocated.left > 1) {
        s->trouble += s->tries > CROWDED ? TROUBLED : 1;
    }
    bool useless = s->method == RB_METHOD_AUTO && s->tries > USELESS;
    if (s->trouble < TROUBLED && !useless) {
        return false;
    }
    s->trouble = 0;
    s->avoid = fmax(s->avoid, s->respite);
    s->respite = fmin(2 * s->respite, RESPITE_MAX);
    use(s, true, s->h_next);
    return true;
}

bool rb_stepper_leave_radau(rb_stepper *s) {
    if (s->use != RB_METHOD_RADAU) {
        return false;
    }
    s->trouble = TROUBLED;
    return rb_stepper_doubts(s, false);
}

void rb_stepper_recover(rb_stepper *s) {
    if (s->leg.method == RB_METHOD_RADAU) {
        s->trouble = fmax(0, s->trouble - 0.5);
        s->respite = fmax(RESPITE, s->respite - 1);
    } else if (s->leg.method == RB_METHOD_RODAS && s->avoid > 0 && --s->avoid <= 0) {
        use(s, true, s->h_next);
    }
}

static bool would_gain(const rb_stepper *s) {
    if (s->strain < CONVINCED) {
        return false;
    }
    double gain = s->lanes ? GAIN_RADAU : GAIN;
    bool known = s->h_implicit > 0;
    return s->strain >= s->patience || !known || s->leg.h * gain < s->h_implicit;
}

/* Is it likely that stability limits the explicit leg just made? */
static bool is_strained(const rb_stepper *s, const rb_model *model) {
    const rb_leg *leg = &s->leg;
    if (leg->method == RB_METHOD_LOBATTO) {
        return rb_collocation_strain(&leg->made.collocated, model->ops->state_count, s->scale) >
               STRAINED_LOBATTO;
    }
    return rb_dop853_stiffness(&leg->made.dop853, model->coupled.first, model->coupled.count,
                               leg->h, leg->y1, leg->f1) > STRAINED;
}

void rb_stepper_choose(rb_stepper *s, const rb_model *model) {
    const rb_leg *leg = &s->leg;
    if (!rb_method_is_implicit(leg->method)) {
        s->strain = is_strained(s, model) ? s->strain + 1 : fmax(0, s->strain - 0.5);
        if (would_gain(s)) {
            use(s, true, leg->h);
        }
        return;
    }
    if (!(s->h_next <= 2 * leg->h)) {
        return; /* steps still grow to what they will be */
    }
    double lambda = largest_eigenvalue(model, leg->J, leg->f0);
    s->h_implicit = leg->h;
    s->strain = leg->h * lambda < (s->lanes ? WORTH_RADAU : WORTH) ? s->strain + 1 : 0;
    s->patience = s->strain == 0 ? PATIENCE : s->patience;
    if (s->strain >= CONVINCED) { /* less eager next time */
        double stable = s->lanes ? STABLE_LOBATTO : STABLE;
        s->patience = fmin(2 * s->patience, PATIENCE_MAX);
        use(s, false, fmin(leg->h, lambda > 0 ? stable / lambda : leg->h));
    }
}

double rb_stepper_stiffness(const rb_stepper *s, const rb_model *model) {
    double J[RB_ODE_MAX * RB_ODE_MAX];
    rb_leg_jacobian(model, s->y, J);
    return largest_eigenvalue(model, J, s->f);
}

bool rb_stepper_is_stiff(rb_stepper *s, const rb_model *model, double h) {
    if (s->method != RB_METHOD_DOP853) {
        return false;
    }
    rb_leg_begin(&s->leg, model, RB_METHOD_RODAS, s->t, s->y, s->f); /* for its Jacobian */
    return h * largest_eigenvalue(model, s->leg.J, s->f) > STRAINED;
}
