/* The rows of the law table, each defined in the file of its family. */
#ifndef RB_CONTACT_FRICTION_LAWS_H
#define RB_CONTACT_FRICTION_LAWS_H

#include "rattleback/friction.h"

extern const rb_friction_law rb_law_exact_circle; /* exact_circle.c */
extern const rb_friction_law rb_law_k11_p1;       /* k11.c */
extern const rb_friction_law rb_law_k11_p2;
extern const rb_friction_law rb_law_k11_tanh;

#endif
