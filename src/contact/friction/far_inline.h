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
RB_INLINE rb_far far_expansion(rb_dual c, rb_dual s, rb_num b, rb_num d_c, rb_num d_s) {
    const rb_num bd_s = b * d_s, bb = b * b; /* products: divisions by 5 and 35 would take longer */
    const rb_num m_x = d_c * (1. / 5), m_y = bd_s * (1. / 5), m_xx = NUM(1. / 5), m_yy = bb * (1. / 5);
    const rb_num m_xxx = d_c * (3. / 35), m_xxy = bd_s * (1. / 35);
    const rb_num m_xyy = bb * d_c * (1. / 35), m_yyy = bb * bd_s * (3. / 35);
    rb_dual cc = dual_mul(c, c), ss = dual_mul(s, s), cs = dual_mul(c, s);
    rb_dual p = dual_add(dual_scale(m_x, c), dual_scale(m_y, s));
    rb_dual q = dual_sub(dual_scale(m_y, c), dual_scale(m_x, s));
    rb_dual pp = dual_add(dual_scale(m_xx, cc), dual_scale(m_yy, ss));
    rb_dual pq = dual_scale(m_yy - m_xx, cs);
    /* third moments: <p² (x, y)>, <p q (x, y)> first, then along p and q */
    rb_dual ppx = dual_add(dual_add(dual_scale(m_xxx, cc), dual_scale(2 * m_xxy, cs)), dual_scale(m_xyy, ss));
    rb_dual ppy = dual_add(dual_add(dual_scale(m_xxy, cc), dual_scale(2 * m_xyy, cs)), dual_scale(m_yyy, ss));
    rb_dual qqx =
        dual_add(dual_add(dual_scale(m_xxx, ss), dual_scale(-2 * m_xxy, cs)), dual_scale(m_xyy, cc));
    rb_dual qqy =
        dual_add(dual_add(dual_scale(m_xxy, ss), dual_scale(-2 * m_xyy, cs)), dual_scale(m_yyy, cc));
    rb_dual ppp = dual_add(dual_mul(c, ppx), dual_mul(s, ppy));
    rb_dual ppq = dual_sub(dual_mul(c, ppy), dual_mul(s, ppx));
    rb_dual pqq = dual_add(dual_mul(c, qqx), dual_mul(s, qqy));

    rb_dual par2 = dual_scale(NUM(-0.5), pp), par3 = dual_scale(NUM(-1), ppq);
    rb_dual perp3 = dual_add_scaled(pqq, NUM(-0.5), ppp);
    return (rb_far){
        .T_x = {c, dual_scale(NUM(-1), dual_mul(s, p)), dual_sub(dual_mul(c, par2), dual_mul(s, pq)),
                dual_sub(dual_mul(c, par3), dual_mul(s, perp3))},
        .T_y = {s, dual_mul(c, p), dual_add(dual_mul(s, par2), dual_mul(c, pq)),
                dual_add(dual_mul(s, par3), dual_mul(c, perp3))},
        .M = {dual_scale(NUM(-1), q), pp, dual_scale(NUM(1.5), ppq)},
    };
}

/* Sums c[i] x^i of two, three, four terms. Without loops: through a loop the compiler does not recognise
   unused derivatives and computes them. */
RB_INLINE rb_dual dual_line(const rb_dual *c, rb_dual x) {
    return dual_add(dual_mul(c[1], x), c[0]);
}
RB_INLINE rb_dual dual_parabola(const rb_dual *c, rb_dual x) {
    return dual_add(dual_mul(dual_line(c + 1, x), x), c[0]);
}
RB_INLINE rb_dual dual_cubic(const rb_dual *c, rb_dual x) {
    return dual_add(dual_mul(dual_parabola(c + 1, x), x), c[0]);
}

#endif
