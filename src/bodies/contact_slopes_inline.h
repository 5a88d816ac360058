/* Derivatives of the laws along the tangents of a contact. Included by contact_inline.h. */
#ifndef RB_BODIES_CONTACT_SLOPES_INLINE_H
#define RB_BODIES_CONTACT_SLOPES_INLINE_H

#include "bodies/contact_inline.h"

RB_INLINE rb_t1 rb_row_times(double value, const double *row, const double *input, int n) {
    double d = 0;
    for (int i = 0; i < n; i++) {
        d += row[i] * input[i];
    }
    return (rb_t1){value, d};
}

RB_INLINE void rb_contact_rolling_along(const rb_model *model, rb_contact *c, rb_law_slopes *slopes) {
    rb_rolling_motion motion = {c->touch.w_x.v, c->touch.w_y.v, c->vr_x.v, c->vr_y.v};
    rb_patch patch = {c->a.v, c->b.v};
    bool varies = c->a.d != 0 || c->b.d != 0;
    const rb_rolling_slopes *s = rb_rolling_slopes_at(&slopes->rolling, model, patch, &motion, varies);
    const double in[4] = {c->touch.w_x.d, c->touch.w_y.d, c->vr_x.d, c->vr_y.d};
    c->d_c = rb_row_times(s->value.d_c, s->by_motion.d[0], in, 4);
    c->d_s = rb_row_times(s->value.d_s, s->by_motion.d[1], in, 4);
    c->M_x = rb_row_times(s->value.M_x, s->by_motion.d[2], in, 4);
    c->M_y = rb_row_times(s->value.M_y, s->by_motion.d[3], in, 4);
    c->r_c = rb_row_times(s->value.r_c, s->by_motion.d[4], in, 4);
    c->r_s = rb_row_times(s->value.r_s, s->by_motion.d[5], in, 4);
    if (varies) {
        double da = c->a.d, db = c->b.d;
        c->d_c.d += s->by_a.d_c * da + s->by_b.d_c * db;
        c->d_s.d += s->by_a.d_s * da + s->by_b.d_s * db;
        c->M_x.d += s->by_a.M_x * da + s->by_b.M_x * db;
        c->M_y.d += s->by_a.M_y * da + s->by_b.M_y * db;
        c->r_c.d += s->by_a.r_c * da + s->by_b.r_c * db;
        c->r_s.d += s->by_a.r_s * da + s->by_b.r_s * db;
    }
}

RB_INLINE void rb_contact_friction_along(const rb_friction *friction, rb_contact *c, rb_law_slopes *slopes) {
    rb_slip slip = {c->u_x.v, c->u_y.v, c->omega_n.v, c->d_c.v, c->d_s.v, c->r_c.v, c->r_s.v};
    bool varies = c->a.d != 0 || c->b.d != 0;
    const rb_friction_slopes *s = rb_friction_slopes_at(&slopes->friction, friction, &slip, varies);
    const double in[7] = {c->u_x.d, c->u_y.d, c->omega_n.d, c->d_c.d, c->d_s.d, c->r_c.d, c->r_s.d};
    c->T_x = rb_row_times(s->value.T_x, s->by_slip.d[0], in, 7);
    c->T_y = rb_row_times(s->value.T_y, s->by_slip.d[1], in, 7);
    c->M = rb_row_times(s->value.M, s->by_slip.d[2], in, 7);
    if (varies) {
        c->T_x.d += s->by_a.T_x * c->a.d + s->by_b.T_x * c->b.d;
        c->T_y.d += s->by_a.T_y * c->a.d + s->by_b.T_y * c->b.d;
        c->M.d += s->by_a.M * c->a.d + s->by_b.M * c->b.d;
    }
}

#endif
