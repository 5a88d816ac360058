/* The rows of the law table, each defined in the file of its family. */
#ifndef RB_CONTACT_FRICTION_LAWS_H
#define RB_CONTACT_FRICTION_LAWS_H

#include "math/elliptic.h"
#include "rattleback/friction.h"

/* rb_friction_set_patch where the elliptic integrals of b are known already (table.c). */
void rb_friction_set_shape(rb_friction *f, rb_patch patch, const rb_elliptic *e);

extern const rb_friction_law rb_law_exact_circle;  /* exact_circle.c */
extern const rb_friction_law rb_law_exact_ellipse; /* exact_ellipse.c */
extern const rb_friction_law rb_law_exact_uniform; /* exact_uniform.c */
extern const rb_friction_law rb_law_k11_p1;        /* k11.c */
extern const rb_friction_law rb_law_k11_p2;
extern const rb_friction_law rb_law_k11_tanh;
extern const rb_friction_law rb_law_k12_p1; /* k12.c */
extern const rb_friction_law rb_law_k12_p2;
extern const rb_friction_law rb_law_k12_i;
extern const rb_friction_law rb_law_k12_i1;
extern const rb_friction_law rb_law_k12_iprime;
extern const rb_friction_law rb_law_k15_a0; /* k15.c */
extern const rb_friction_law rb_law_k15_a1;
extern const rb_friction_law rb_law_k15_a2;
extern const rb_friction_law rb_law_k15_ah; /* k15_ah.c */
extern const rb_friction_law rb_law_k15_b1; /* k15.c */
extern const rb_friction_law rb_law_k15_b2;
extern const rb_friction_law rb_law_k15_c1;
extern const rb_friction_law rb_law_k15_c2;
extern const rb_friction_law rb_law_k15_d1;
extern const rb_friction_law rb_law_k15_d2;
extern const rb_friction_law rb_law_k15_e0;
extern const rb_friction_law rb_law_k15_e1;
extern const rb_friction_law rb_law_k15_e2;
extern const rb_friction_law rb_law_ak18;           /* ak18.c */
extern const rb_friction_law rb_law_ka09_contensou; /* ka09.c */
extern const rb_friction_law rb_law_ka09_pade;
extern const rb_friction_law rb_law_coulomb; /* simple.c */
extern const rb_friction_law rb_law_viscous;
extern const rb_friction_law rb_law_none;
extern const rb_friction_law rb_law_no_slip;

#endif
