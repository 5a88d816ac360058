/* contact/energy_input: the energy that laws add, for test laws with a known result, also softened. 1e-14:
   sums of a few products of numbers below 2. */
#include <math.h>

#include "contact/energy_input.h"
#include "math/pi.h"
#include "support.h"

/* (T, M) = -c (e . s) e for the slip s = (u_x, u_y, omega) of length 1: adds c where s is along e, and c
   cos² of the angle between them elsewhere. Distortion by rolling dissipates more: T_x of d_c and d_s. */
enum { FED_C, FED_X, FED_Y, FED_Z, FED_D, FED_SOFT, FED_COUNT };

static void evaluate(const rb_friction *f, const rb_slip *slip, rb_traction *out, rb_traction_jacobian *jac) {
    (void)jac;
    const double *p = f->params;
    double along = p[FED_X] * slip->u_x + p[FED_Y] * slip->u_y + p[FED_Z] * slip->omega;
    double taken = -p[FED_C] * along + p[FED_SOFT];
    double more = p[FED_D] * (slip->d_c * slip->u_x + slip->d_s * slip->u_y);
    out->T_x = taken * p[FED_X] + more * slip->u_x;
    out->T_y = taken * p[FED_Y] + more * slip->u_y;
    out->M = taken * p[FED_Z];
}

static const rb_param rows[FED_COUNT] = {
    {.name = "c", .min = -9, .max = 9},
    {.name = "x", .min = -9, .max = 9},
    {.name = "y", .min = -9, .max = 9},
    {.name = "z", .min = -9, .max = 9},
    {.name = "d", .min = -9, .max = 9},
    {.name = "soft", .min = -9, .max = 9, .flags = RB_PARAM_SOFTENS}, /* to be left out */
};

/* Distortion along the rolling direction, which rotates with the angular velocity: w = n x v. */
enum { ROLL_D, ROLL_M, ROLL_SOFT, ROLL_COUNT };

static void roll(const double *p, rb_patch patch, const rb_rolling_motion *motion, rb_rolling_result *out,
                 rb_rolling_jacobian *jac) {
    (void)patch;
    (void)jac;
    assert_near(motion->w_x, motion->vr_y, 0);
    assert_near(motion->w_y, -motion->vr_x, 0);
    assert_near(hypot(motion->vr_x, motion->vr_y), 1, 1e-15);
    *out = (rb_rolling_result){.d_c = p[ROLL_D] * motion->vr_x + p[ROLL_SOFT],
                               .d_s = p[ROLL_D] * motion->vr_y,
                               .M_x = p[ROLL_M] * motion->w_x + p[ROLL_SOFT],
                               .M_y = 0.5 * p[ROLL_M] * motion->w_y};
}

static const rb_param roll_rows[ROLL_COUNT] = {
    {.name = "d", .max = 9},
    {.name = "m", .max = 9},
    {.name = "soft", .max = 9, .flags = RB_PARAM_SOFTENS},
};

static double energy_input(double c, double x, double y, double z, double d, bool couples) {
    const rb_friction_law law = {.id = "fed",
                                 .pressure = RB_PRESSURE_HERTZ,
                                 .shape = RB_PATCH_CIRCLE,
                                 .couples_rolling = couples,
                                 .params = RB_PARAM_TABLE(rows),
                                 .evaluate = evaluate};
    const rb_rolling_law rolling = {.id = "roll", .params = RB_PARAM_TABLE(roll_rows), .evaluate = roll};
    const double values[FED_COUNT] = {c, x, y, z, d, 7}, rolled[ROLL_COUNT] = {0.5, 0.3, 7};
    rb_friction f;
    rb_friction_init(&f, &law, values, (rb_patch){0.002, 1});
    return rb_friction_energy_input(&f, &rolling, rolled);
}

/* Sixteen directions in the plane, nine tilts from drilling to sliding, ends included. */
static void in_every_direction(void **state) {
    (void)state;
    for (int i = 0; i < 32; i++) { /* every other one lies between two samples */
        double angle = RB_PI / 16 * i, miss = i % 2 == 0 ? 1 : cos(RB_PI / 16);
        double found = energy_input(0.3, cos(angle), sin(angle), 0, 0, false);
        assert_near(found, 0.3 * miss * miss, 1e-14);
    }
    for (int j = 0; j <= 16; j++) { /* and of the tilts */
        double tilt = RB_PI / 32 * j, miss = j % 2 == 0 ? 1 : cos(RB_PI / 32);
        assert_near(energy_input(0.2, sin(tilt), 0, cos(tilt), 0, false), 0.2 * miss * miss, 1e-14);
        assert_near(energy_input(0.2, 0, -sin(tilt), cos(tilt), 0, false), 0.2 * miss * miss, 1e-14);
    }
    assert_near(energy_input(-0.3, 1, 0, 0, 0, false), 0, 0); /* dissipates */
}

/* Rolling against the sliding direction costs d times 0.5; a law without coupling ignores it. */
static void with_rolling(void **state) {
    (void)state;
    assert_near(energy_input(-1, 0, 0, 1, 0.4, false), 0, 0);
    assert_near(energy_input(-1, 0, 0, 1, 0.4, true), 0.2, 1e-14);
    /* Along x: c, and the same from the distortion. */
    assert_near(energy_input(0.1, 1, 0, 0, 0.4, true), 0.3, 1e-14);
    assert_near(energy_input(0.1, 0, 1, 0, 0.4, true), 0.3, 1e-14);
    assert_near(energy_input(-0.05, 1, 0, 0, 0.4, true), 0.2, 1e-14); /* across */
}

/* The longest arm is that of rolling along y, about x. */
static void arm_of_rolling(void **state) {
    (void)state;
    const rb_rolling_law rolling = {.id = "roll", .params = RB_PARAM_TABLE(roll_rows), .evaluate = roll};
    const double values[ROLL_COUNT] = {0.5, 0.3, 7};
    assert_near(rb_rolling_reach(&rolling, values, (rb_patch){0.002, 0.5}), 0.0006, 1e-17);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_every_direction),
        cmocka_unit_test(with_rolling),
        cmocka_unit_test(arm_of_rolling),
    };
    return cmocka_run_group_tests_name("contact: energy input", tests, NULL, NULL);
}
