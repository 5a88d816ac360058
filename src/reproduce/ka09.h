/* KA09: the contact of its ball bearing, and its claims about the tippe-top. */
#ifndef RB_REPRODUCE_KA09_H
#define RB_REPRODUCE_KA09_H

#include "rattleback/scene.h"
#include "reproduce/law_error.h"

/* The contact of KA09's ball bearing: a ball on a raceway, an elliptic patch. Its normal force by
   Hertz and by Vil'ke, and the friction of every law that fits an ellipse. */
#define RB_BEARING_G 0.4172 /* kappa1/kappa2 of KA09 */

typedef struct rb_bearing {
    double g;             /* kappa1/kappa2 */
    double b, e2;         /* axis ratio and squared eccentricity of the patch */
    double k_hertz;       /* N = k delta^1.5, in units of E_star (kappa1 kappa2)^(-1/4) */
    double k_vilke_plain; /* Vil'ke's formula as printed */
    double k_vilke;       /* with 1 + ln^2 g/48 */
    int law_count;        /* laws for an ellipse, exact-ellipse first */
    rb_law_error_row laws[RB_LAW_ERROR_ROWS];
} rb_bearing;

/* g in (0, 1]. The struct is large: allocate it once. */
void rb_bearing_compute(double g, rb_bearing *out);

/* Share of mu N along the sliding direction and torque / (mu N a) of row `law`: sliding in the
   direction psi against the major axis, (u, omega) = (sin theta, cos theta). */
void rb_bearing_traction(const rb_bearing *bearing, int law, double psi, double theta, double *T, double *M);

/* The claims of KA09 about the tippe-top and its contact, repeated and measured. */

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
