#include "contact/energy_input.h"

#include <math.h>
#include <string.h>

#include "math/elementary.h"
#include "math/pi.h"

/* Sampled directions of sliding or rolling in the plane, and from pure drilling to pure sliding. Powers
   are smooth in both: four times as many samples change them by a few per cent. The axes are included. */
enum { AROUND = 16, TILTS = 8 };

/* Evaluates rolling as printed, for all directions. */
static void roll_around(const rb_rolling_law *law, const double *params, rb_patch patch,
                        rb_rolling_result out[AROUND]) {
    double printed[RB_PARAMS_MAX];
    memcpy(printed, params, (size_t)law->params.count * sizeof *params);
    for (int i = 0; i < law->params.count; i++) {
        if (law->params.rows[i].flags & RB_PARAM_SOFTENS) {
            printed[i] = 0;
        }
    }
    for (int i = 0; i < AROUND; i++) {
        double angle = 2 * RB_PI * i / AROUND, c = rb_cos(angle), s = rb_sin(angle);
        law->evaluate(printed, patch, &(rb_rolling_motion){s, -c, c, s}, &out[i], NULL);
    }
}

static double power(const rb_friction *f, rb_slip slip, double d_c, double d_s) {
    rb_traction t;
    slip.d_c = d_c;
    slip.d_s = d_s;
    rb_friction_eval(f, &slip, &t, NULL);
    return slip.u_x * t.T_x + slip.u_y * t.T_y + slip.omega * t.M;
}

/* Returns the least power at this slip. Laws are affine in the distortion, so three values are enough. */
static double least_power(const rb_friction *f, const rb_slip *slip,
                          const rb_rolling_result rolling[AROUND]) {
    double base = power(f, *slip, 0, 0), least = base;
    if (f->law->couples_rolling) {
        double by_c = power(f, *slip, 1, 0) - base, by_s = power(f, *slip, 0, 1) - base;
        for (int i = 0; i < AROUND; i++) {
            least = fmin(least, base + rolling[i].d_c * by_c + rolling[i].d_s * by_s);
        }
    }
    return least;
}

double rb_friction_energy_input(const rb_friction *friction, const rb_rolling_law *rolling,
                                const double *rolling_params) {
    rb_friction f = *friction;
    rb_friction_as_printed(f.law, f.params);
    rb_rolling_result around[AROUND];
    roll_around(rolling, rolling_params, f.patch, around);
    double least = 0;
    for (int j = 0; j <= TILTS; j++) {
        double tilt = RB_PI / 2 * j / TILTS, u = rb_sin(tilt), omega = rb_cos(tilt);
        for (int i = 0; i < AROUND; i++) { /* laws are odd: one sense of drilling is enough */
            double angle = 2 * RB_PI * i / AROUND;
            rb_slip slip = {.u_x = u * rb_cos(angle), .u_y = u * rb_sin(angle), .omega = omega};
            least = fmin(least, least_power(&f, &slip, around));
        }
    }
    return -least;
}

double rb_rolling_reach(const rb_rolling_law *law, const double *params, rb_patch patch) {
    rb_rolling_result around[AROUND];
    roll_around(law, params, patch, around);
    double reach = 0;
    for (int i = 0; i < AROUND; i++) {
        reach = fmax(reach, patch.a * rb_hypot(around[i].M_x, around[i].M_y));
    }
    return reach;
}
