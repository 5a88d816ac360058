/* The claims of KA09 about the tippe-top and its contact, repeated and measured. */
#ifndef RB_REPRODUCE_CLAIMS_H
#define RB_REPRODUCE_CLAIMS_H

#include "rattleback/scene.h"

enum {
    RB_CLAIM_SLOPE,     /* inversion needs a finite slope of friction near rest */
    RB_CLAIM_TORQUE,    /* the drilling torque only dissipates */
    RB_CLAIM_COST,      /* Contensou costs less than steep Coulomb */
    RB_CLAIM_VILKE,     /* Vil'ke's normal force approximates Hertz's */
    RB_CLAIM_CONTENSOU, /* simplified Contensou is closest to exact */
    RB_CLAIM_COUNT
};

#define RB_CLAIM_VALUES 6

typedef struct rb_claim {
    const char *text;
    char measured[320];             /* for people */
    double values[RB_CLAIM_VALUES]; /* the numbers in it, in order */
    int value_count;
    bool holds;
} rb_claim;

/* Assigns values to parameters: "mu=0.3 m_T=1"; NULL: none. */
rb_status rb_assign_all(const char *changes, rb_scene *scene, rb_error *err);

/* The claim in words, before it is measured. */
const char *rb_claim_text(int index);

/* Measures one claim on the top of `scene` (tippetop-ka09). cancelled (may be NULL) is called regularly
   with the share of the work done, 0 to 1; if it returns true, the measurement ends and *out is not
   valid. */
rb_status rb_claim_measure(const rb_scene *scene, int index, rb_claim *out,
                           bool (*cancelled)(void *context, double share), void *context, rb_error *err);

#endif
