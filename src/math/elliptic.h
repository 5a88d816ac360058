/* Complete elliptic integrals by the arithmetic-geometric mean. */
#ifndef RB_MATH_ELLIPTIC_H
#define RB_MATH_ELLIPTIC_H

/* For eccentricity e, e² = 1 - b²; finite for 0 < b <= 1. */
typedef struct rb_elliptic {
    double K, E;
    double G; /* (K - E)/e² */
    double H; /* (E - b² K)/e² */
    double D; /* (G - H)/e² */
} rb_elliptic;

/* By the axis ratio b = sqrt(1 - e²), so that long ellipses lose no digits. No differences of
   nearly equal numbers are taken: all five are good to a few ulp, e -> 0 included. */
rb_elliptic rb_elliptic_integrals(double b);

#endif
