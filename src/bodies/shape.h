/* Where and how a shape touches the horizontal plane. */
#ifndef RB_BODIES_SHAPE_H
#define RB_BODIES_SHAPE_H

#include "bodies/model.h"

typedef struct rb_touch {
    rb_vec3 rho;           /* mass centre -> lowest point, body axes, m */
    rb_vec3 rho_dot;       /* its local derivative, m/s */
    rb_vec3 e_x, e_y;      /* patch axes in body axes: e_x along kappa1, e_y = n x e_x */
    double kappa1, kappa2; /* principal curvatures, 1/m; set only on request */
} rb_touch;

/* The lowest point of contact `which` for the vertical n and the angular velocity, body axes.
   principal: axes along the principal curvatures, which a circular patch does not need. */
void rb_shape_touch(const rb_shape *shape, int which, rb_vec3 n, rb_vec3 omega, bool principal,
                    rb_touch *out);

#endif
