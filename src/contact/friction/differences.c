/* Derivatives of laws that a program registers: those that the law provides are checked, the others are
   computed by central differences. */
#include <math.h>
#include <string.h>

#include "contact/friction/laws.h"

enum { COLUMNS = 7, DISTORTION = 3 }; /* columns of the Jacobian; the first column that is not a velocity */

/* Relative step of differences of a velocity, and the smallest step, rad/s. Truncation error below 1e-9 of
   the slope for softening above 1e-4 rad/s, rounding error below 1e-6. */
#define WIDTH 1e-6
#define WIDTH_MIN 1e-9

static double *component(rb_slip *slip, int column) {
    double *const at[COLUMNS] = {&slip->u_x, &slip->u_y, &slip->omega, &slip->d_c,
                                 &slip->d_s, &slip->r_c, &slip->r_s};
    return at[column];
}

void rb_friction_differences(const rb_friction *f, const rb_slip *slip, rb_traction_jacobian *out) {
    double size = fabs(slip->u_x) + fabs(slip->u_y) + fabs(slip->omega);
    for (int j = 0; j < COLUMNS; j++) {
        double width = j < DISTORTION ? fmax(WIDTH * size, WIDTH_MIN) : WIDTH;
        rb_slip plus = *slip, minus = *slip;
        rb_traction t[2];
        *component(&plus, j) += width;
        *component(&minus, j) -= width;
        double apart = *component(&plus, j) - *component(&minus, j);
        rb_friction_eval(f, &plus, &t[0], NULL);
        rb_friction_eval(f, &minus, &t[1], NULL);
        out->d[0][j] = (t[0].T_x - t[1].T_x) / apart;
        out->d[1][j] = (t[0].T_y - t[1].T_y) / apart;
        out->d[2][j] = (t[0].M - t[1].M) / apart;
    }
}

/* Motions in general position, where no law has a kink. */
static const rb_slip probes[] = {
    {.u_x = 3.1, .u_y = -1.7, .omega = 2.3, .d_c = 0.07, .d_s = -0.11},
    {.u_x = -0.013, .u_y = 0.041, .omega = 5.9, .d_c = -0.05, .d_s = 0.02},
    {.u_x = 7.7, .u_y = 4.3, .omega = -0.19, .d_c = 0.03, .d_s = 0.08},
};

#define WRONG 1e-3 /* share of the largest derivative: tolerance of derivatives that a law provides */

rb_status rb_friction_probe_derivatives(const rb_friction_law *law, bool *given, rb_error *err) {
    static const char *const rows[] = {"T_x", "T_y", "M"};
    static const char *const columns[] = {"u_x", "u_y", "omega", "d_c", "d_s", "r_c", "r_s"};
    rb_friction f;
    rb_friction_init(&f, law, NULL, (rb_patch){1e-3, 1});
    rb_traction_jacobian jac[sizeof probes / sizeof probes[0]], differences[sizeof jac / sizeof *jac];
    *given = false;
    for (size_t k = 0; k < sizeof jac / sizeof *jac; k++) {
        rb_traction t;
        rb_friction_eval(&f, &probes[k], &t, &jac[k]);
        rb_friction_differences(&f, &probes[k], &differences[k]);
        for (int i = 0; i < 3 * COLUMNS; i++) {
            *given = *given || jac[k].d[i / COLUMNS][i % COLUMNS] != 0;
        }
    }
    for (size_t k = 0; *given && k < sizeof jac / sizeof *jac; k++) {
        double largest = 0;
        for (int i = 0; i < 3 * COLUMNS; i++) {
            largest = fmax(largest, fabs(differences[k].d[i / COLUMNS][i % COLUMNS]));
        }
        for (int i = 0; i < 3 * COLUMNS; i++) {
            double is = jac[k].d[i / COLUMNS][i % COLUMNS];
            double expected = differences[k].d[i / COLUMNS][i % COLUMNS];
            if (!(fabs(is - expected) <= WRONG * largest)) {
                return rb_fail(err, RB_ERR_INPUT,
                               "friction law %s: derivative of %s by %s: expected %g (central "
                               "differences), got %g; leave jac unchanged to use differences",
                               law->id, rows[i / COLUMNS], columns[i % COLUMNS], expected, is);
            }
        }
    }
    return RB_OK;
}
