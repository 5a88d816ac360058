/* The law of an elliptic Hertz patch far from pure drilling: its expansion in x = |omega|/|u| to
   third order (T) and second order (M), from the moments of the pressure. Shared by the exact
   elliptic law (|omega| << |u|) and by AH (K15 (42)). */
#ifndef RB_CONTACT_FRICTION_FAR_INLINE_H
#define RB_CONTACT_FRICTION_FAR_INLINE_H

#include "contact/friction/dual_inline.h"
#include "rattleback/friction.h"

enum { FAR_T = 4, FAR_M = 3 };

/* T_x = sgn(omega) sum T_x[i] x^i, and so on. */
typedef struct rb_far {
    rb_dual T_x[FAR_T], T_y[FAR_T], M[FAR_M];
} rb_far;

/* (c, s) = sgn(omega) u/|u|. With p along and q across the sliding direction,
   p = c x + s y, q = -s x + c y, and <.> the mean over the distorted pressure:
       T_par  = 1 - x² <p²>/2 - x³ <p² q>
       T_perp = x <p> + x² <p q> + x³ (<p q²> - <p³>/2)
       M      = -<q> + x <p²> + x² 3 <p² q>/2 */
RB_INLINE rb_far far_expansion(rb_dual c, rb_dual s, double b, double d_c, double d_s) {
    const double m_x = d_c / 5, m_y = b * d_s / 5, m_xx = 1. / 5, m_yy = b * b / 5;
    const double m_xxx = 3 * d_c / 35, m_xxy = b * d_s / 35;
    const double m_xyy = b * b * d_c / 35, m_yyy = 3 * b * b * b * d_s / 35;
    rb_dual cc = dual_mul(c, c), ss = dual_mul(s, s), cs = dual_mul(c, s);
    rb_dual p = dual_add(dual_scale(m_x, c), dual_scale(m_y, s));
    rb_dual q = dual_sub(dual_scale(m_y, c), dual_scale(m_x, s));
    rb_dual pp = dual_add(dual_scale(m_xx, cc), dual_scale(m_yy, ss));
    rb_dual pq = dual_scale(m_yy - m_xx, cs);
    /* third moments: <p² (x, y)>, <p q (x, y)> first, then along p and q */
    rb_dual ppx =
        dual_add(dual_add(dual_scale(m_xxx, cc), dual_scale(2 * m_xxy, cs)), dual_scale(m_xyy, ss));
    rb_dual ppy =
        dual_add(dual_add(dual_scale(m_xxy, cc), dual_scale(2 * m_xyy, cs)), dual_scale(m_yyy, ss));
    rb_dual qqx = dual_add(dual_add(dual_scale(m_xxx, ss), dual_scale(-2 * m_xxy, cs)),
                           dual_scale(m_xyy, cc));
    rb_dual qqy = dual_add(dual_add(dual_scale(m_xxy, ss), dual_scale(-2 * m_xyy, cs)),
                           dual_scale(m_yyy, cc));
    rb_dual ppp = dual_add(dual_mul(c, ppx), dual_mul(s, ppy));
    rb_dual ppq = dual_sub(dual_mul(c, ppy), dual_mul(s, ppx));
    rb_dual pqq = dual_add(dual_mul(c, qqx), dual_mul(s, qqy));

    const rb_dual par[FAR_T] = {dual_const(1), dual_const(0), dual_scale(-0.5, pp),
                                dual_scale(-1, ppq)};
    const rb_dual perp[FAR_T] = {dual_const(0), p, pq, dual_add_scaled(pqq, -0.5, ppp)};
    rb_far f;
    for (int i = 0; i < FAR_T; i++) {
        f.T_x[i] = dual_sub(dual_mul(c, par[i]), dual_mul(s, perp[i]));
        f.T_y[i] = dual_add(dual_mul(s, par[i]), dual_mul(c, perp[i]));
    }
    f.M[0] = dual_scale(-1, q);
    f.M[1] = pp;
    f.M[2] = dual_scale(1.5, ppq);
    return f;
}

/* sum c[i] x^i */
RB_INLINE rb_dual dual_polynomial(const rb_dual *c, int count, rb_dual x) {
    rb_dual sum = c[count - 1];
    for (int i = count - 2; i >= 0; i--) {
        sum = dual_add(dual_mul(sum, x), c[i]);
    }
    return sum;
}

#endif
