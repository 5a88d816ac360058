/* Normal-force laws: rigid (permanent contact, N from the constraint) and compliant ones, N from
   the penetration and its rate. */
#ifndef RATTLEBACK_NORMAL_H
#define RATTLEBACK_NORMAL_H

#include "rattleback/param.h"

RB_BEGIN_DECLS

/* The first parameter of every normal law, N / m^2. */
enum { RB_NORMAL_E_STAR };

/* A compliant contact: principal curvatures kappa1 <= kappa2 and the effective modulus. */
typedef struct rb_normal_input {
    double kappa1, kappa2; /* 1/m */
    double delta;          /* penetration, m; <= 0 means no contact */
    double delta_dot;      /* its rate, m/s */
} rb_normal_input;

typedef struct rb_normal_result {
    double N;         /* >= 0, never pulls */
    double N_elastic; /* the part without damping */
    double energy;    /* elastic energy stored, J */
    double dN_ddelta; /* exact partial derivatives */
    double dN_ddelta_dot;
} rb_normal_result;

typedef struct rb_normal_law {
    const char *id, *name, *source, *help;
    bool rigid;            /* N from the constraint; evaluate is NULL */
    rb_param_table params; /* E_star, chi */
    void (*evaluate)(const double *params, const rb_normal_input *in, rb_normal_result *out);
} rb_normal_law;

RB_API int rb_normal_law_count(void);
RB_API const rb_normal_law *rb_normal_law_at(int index);
RB_API const rb_normal_law *rb_normal_law_find(const char *id);

RB_END_DECLS

#endif
