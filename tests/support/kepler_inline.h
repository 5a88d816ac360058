/* Kepler's ellipse with eccentricity 0.3, on which the integrators show their order: smooth,
   non-linear, closed after 2 pi, y = (x, y, dx/dt, dy/dt). */
#ifndef RB_TESTS_SUPPORT_KEPLER_INLINE_H
#define RB_TESTS_SUPPORT_KEPLER_INLINE_H

#include <math.h>

#define ECCENTRICITY 0.3

static inline void kepler(const void *model, const double *y, double *dydt) {
    (void)model;
    double r2 = y[0] * y[0] + y[1] * y[1];
    double s = -1 / (r2 * sqrt(r2));
    dydt[0] = y[2];
    dydt[1] = y[3];
    dydt[2] = s * y[0];
    dydt[3] = s * y[1];
}

/* At the near end of the ellipse. */
static inline void kepler_start(double y[4]) {
    y[0] = 1 - ECCENTRICITY;
    y[1] = y[2] = 0;
    y[3] = sqrt((1 + ECCENTRICITY) / (1 - ECCENTRICITY));
}

#endif
