/* The shape of a Hertz patch from a table, for one contact or several in lanes. */
#ifndef RB_CONTACT_HERTZ_INLINE_H
#define RB_CONTACT_HERTZ_INLINE_H

#include "contact/hertz.h"
#include "contact/law_types_inline.h"
#include "math/elementary_inline.h"
#include "math/pi.h"

#define RB_HERTZ_PIECES 8 /* pieces per octave */
#define RB_HERTZ_TERMS 10
#define RB_HERTZ_TABLED 4096.0 /* end of the tabulated range of kappa, from 1 */

/* hertz_table.c: {b, G} of the constant term, of the next ... on each piece. */
extern const double rb_hertz_table[12 * RB_HERTZ_PIECES][RB_HERTZ_TERMS][2];

/* Evaluates c_0 + c_1 t + ... of one column as a tree: a chain of nine products would take twice as long. */
RB_INLINE rb_num table_column(int column, rb_bits piece, rb_num t) {
    rb_num c[RB_HERTZ_TERMS], t2 = t * t, t4 = t2 * t2, t8 = t4 * t4;
    for (int i = 0; i < RB_HERTZ_TERMS; i++) {
        c[i] = num_lookup(&rb_hertz_table[0][i][column], 2 * RB_HERTZ_TERMS, piece);
    }
    rb_num low = (c[0] + c[1] * t) + (c[2] + c[3] * t) * t2;
    rb_num high = (c[4] + c[5] * t) + (c[6] + c[7] * t) * t2;
    return (low + high * t4) + (c[8] + c[9] * t) * t8;
}

/* Returns b for kappa < RB_HERTZ_TABLED. H follows from the equation that b solves, K and E from G and H. */
RB_INLINE rb_num tabled_shape(rb_num kappa, rb_num_elliptic *e) {
    kappa = NUM_CHOOSE(kappa > 1, kappa, NUM(1));
    rb_bits bits = num_bits(kappa), piece = (bits - num_bits(NUM(1))) >> 49;
    rb_num whole = num_from_bits((bits & 0x000fffffffffffff) | 0x3ff0000000000000); /* in [1, 2) */
    rb_num from = num_from_bits(num_bits(whole) & 0xfffe000000000000);
    rb_num t = 2 * RB_HERTZ_PIECES * (whole - from) - 1;
    rb_num b = table_column(0, piece, t), G = table_column(1, piece, t);
    b = NUM_CHOOSE((kappa > 1) & (b < 1), b, NUM(1));
    rb_num b2G = b * b * G, H = kappa * b2G;
    *e = (rb_num_elliptic){.K = G + H, .E = H + b2G, .G = G, .H = H, .D = NUM(NAN)};
    return b;
}

/* a³/N for a b that belongs to the curvatures: G H/kappa2 is b² G²/kappa1. */
RB_INLINE rb_num hertz_cube(rb_num E_star, rb_num kappa1, rb_num G) {
    return 3 / RB_PI * G / (E_star * kappa1);
}

#endif
