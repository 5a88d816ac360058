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

/* As functions of the axis ratio b = sqrt(1 - e²), so that long ellipses lose no digits. No differences of
   nearly equal numbers occur: all five are accurate to a few ulp, also for e -> 0. */
rb_elliptic rb_elliptic_integrals(double b);

#endif
