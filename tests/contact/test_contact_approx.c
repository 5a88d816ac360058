/* The approximants: the limits they claim and the errors published for them. */
#include "contact_inline.h"

#include "reproduce/law_error.h"

#include "math/elliptic.h"

/* ---- errors over the quarter circle ------------------------------------------------------------ */

typedef struct error_pair {
    double max_T, rms_T, max_M, rms_M;
} error_pair;

/* Sliding along x, (u, omega) = (sin theta, cos theta), midpoints of `steps` parts of [0, pi/2]. */
static error_pair quarter_circle(const char *id, const char *exact, double b, int steps) {
    rb_friction f = contact_law(id, b, true);
    rb_friction e = contact_law(exact, b, true);
    error_pair p = {0, 0, 0, 0};
    for (int i = 0; i < steps; i++) {
        double theta = RB_PI / 2 * (i + 0.5) / steps;
        rb_slip slip = contact_slip(sin(theta), 0, cos(theta), 0, 0);
        rb_traction a = contact_eval(&f, slip), c = contact_eval(&e, slip);
        double T = fabs(a.T_x - c.T_x), M = fabs(a.M - c.M);
        p.max_T = fmax(p.max_T, T);
        p.max_M = fmax(p.max_M, M);
        p.rms_T += T * T / steps;
        p.rms_M += M * M / steps;
    }
    p.rms_T = sqrt(p.rms_T);
    p.rms_M = sqrt(p.rms_M);
    return p;
}

/* docs/physics.md#k11: three decimals (0.0055: four), so half a unit of the last one. */
static void k11_error_table(void **state) {
    (void)state;
    static const struct {
        const char *id;
        error_pair e;
        double last_M, last_rms_M;
    } rows[] = {
        {"k11-p1", {0.344, 0.219, 0.231, 0.126}, 5e-4, 5e-4},
        {"k11-p2", {0.198, 0.110, 0.118, 0.062}, 5e-4, 5e-4},
        {"k11-tanh", {0.060, 0.026, 0.011, 0.0055}, 5e-4, 5e-5},
    };
    for (int i = 0; i < 3; i++) {
        error_pair p = quarter_circle(rows[i].id, "exact-circle", 1, 20000);
        assert_near(p.max_T, rows[i].e.max_T, 5e-4);
        assert_near(p.rms_T, rows[i].e.rms_T, 5e-4);
        assert_near(p.max_M, rows[i].e.max_M, rows[i].last_M);
        assert_near(p.rms_M, rows[i].e.rms_M, rows[i].last_rms_M);
    }
}

/* docs/physics.md#k12: six decimals. 2e5 points leave 1e-10 of the maximum undiscovered. */
static void k12_error_table(void **state) {
    (void)state;
    static const struct {
        const char *id;
        double T, M;
    } rows[] = {
        {"k12-p1", 0.358326, 0.267000}, {"k12-p2", 0.236447, 0.145481},     {"k12-i", 0.142897, 0.203129},
        {"k12-i1", 0.142897, 0.148934}, {"k12-iprime", 0.122685, 0.100376},
    };
    for (int i = 0; i < 5; i++) {
        error_pair p = quarter_circle(rows[i].id, "exact-uniform", 1, RB_SHORT ? 20000 : 200000);
        assert_near(p.max_T, rows[i].T, 6e-7);
        assert_near(p.max_M, rows[i].M, 6e-7);
    }
}

/* docs/physics.md#ka09: where every break point is below delta, T = v/max(|v|, delta) and M is scaled by
   the largest of them over delta. */
static void ka09_near_rest(void **state) {
    (void)state;
    const double A = 3 * RB_PI / 8, delta = 1e-3, a = 0.02, omega = 0.02;
    const double scale = a * omega / A / delta; /* 0.34 */
    rb_friction f;
    rb_friction_init(&f, rb_friction_law_find("ka09-contensou"), &delta, (rb_patch){a, 1});
    rb_traction t = contact_eval(&f, contact_slip(0.018, -0.024, omega, 0, 0)); /* v = 0.6 delta */
    assert_near(t.T_x, 0.36, 1e-15);
    assert_near(t.T_y, -0.48, 1e-15);
    assert_near(t.M, scale * omega / (5 * 0.03), 1e-15);
    t = contact_eval(&f, contact_slip(0.06, 0.08, -omega, 0, 0)); /* v = 2 delta */
    assert_near(t.T_x, 0.6, 1e-15);
    assert_near(t.M, -scale * omega / (5 * 0.1), 1e-15);
    t = contact_eval(&f, contact_slip(0.03, 0, 4 * omega, 0, 0)); /* break points above delta */
    assert_near(t.T_x, A * 0.03 / (4 * omega), 1e-15);
    t = contact_eval(&f, contact_slip(0, 0, omega, 0, 0)); /* drilling only */
    assert_near(t.M, scale * A / 2, 1e-15);
}

/* docs/physics.md#ka09: better than the linear Padé approximant for a circle, worse for a long ellipse
   sliding along its major axis. (A coarse grid gives 0.318 for b = 0.18: the error has its maximum,
   0.335, at the corner u~ = 1/A = 0.3106.) */
static void ka09_errors(void **state) {
    (void)state;
    error_pair simple = quarter_circle("ka09-contensou", "exact-ellipse", 1, 4000);
    error_pair pade = quarter_circle("ka09-pade", "exact-ellipse", 1, 4000);
    assert_near(simple.max_T, 0.180, 5e-4);
    assert_near(simple.max_M, 0.073, 5e-4);
    assert_near(pade.max_T, 0.344, 5e-4);
    assert_near(pade.max_M, 0.231, 5e-4);
    assert_near(quarter_circle("ka09-contensou", "exact-ellipse", 0.18, 40000).max_T, 0.335, 5e-4);
    assert_near(quarter_circle("ka09-pade", "exact-ellipse", 0.18, 4000).max_T, 0.178, 5e-4);
}

/* Output of `rbsim law-error`: the published errors (180 points of the quarter circle miss at most 1e-3 of
   a maximum), all laws except viscous and no-slip, exact laws to their stated accuracy. */
static void law_error_table(void **state) {
    (void)state;
    static rb_law_error_row rows[RB_LAW_ERROR_ROWS];
    rb_law_error_case at = {.patch = {6e-3, 1}};
    int count = rb_law_errors(&at, rows);
    assert_int_equal(count, rb_friction_law_count()); /* two less, two more of exact-ellipse */
    for (int i = 0; i < count; i++) {
        const rb_law_error_row *r = &rows[i];
        if (strcmp(r->name, "k11-tanh") == 0) {
            assert_near(r->along.max_T, 0.060, 1e-3);
            assert_near(r->around.rms_M, 0.0055, 1e-4);
        } else if (strcmp(r->name, "k12-iprime") == 0) {
            assert_string_equal(r->exact->id, "exact-uniform");
            assert_near(r->around.max_T, 0.122685, 1e-3);
        } else if (strcmp(r->name, "exact-circle") == 0) {
            assert_below(r->around.max_T + r->around.max_M, 1e-13);
        } else if (strcmp(r->name, "exact-ellipse (fast)") == 0) {
            assert_below(r->around.max_T + r->around.max_M, 1e-6);
        }
        assert_true(r->around.max_T >= r->around.rms_T);
    }
    assert_true(rb_law_cost(&rows[0].friction, true, false) > 0);
}

/* ---- limits ------------------------------------------------------------------------------------ */

/* The largest difference of values and first derivatives by (u_x, u_y, omega), and by the
   distortion, from the exact law. */
typedef struct limit_error {
    double value, slope, by_distortion;
} limit_error;

static limit_error compare(const rb_friction *f, const rb_friction *exact, rb_slip slip) {
    rb_traction a, e;
    rb_traction_jacobian ja, je;
    rb_friction_eval(f, &slip, &a, &ja);
    rb_friction_eval(exact, &slip, &e, &je);
    limit_error worst = {contact_distance(a, e), 0, 0};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 5; j++) {
            double *to = j < 3 ? &worst.slope : &worst.by_distortion;
            *to = fmax(*to, fabs(ja.d[i][j] - je.d[i][j]));
        }
    }
    return worst;
}

/* All directions of sliding, in the two limits: small = 1e-9 of the other velocity. */
static limit_error worst_limit(const rb_friction *f, const rb_friction *exact, bool drilling) {
    limit_error worst = {0, 0, 0};
    const double small = 1e-9;
    for (int k = 0; k < 24; k++) {
        double angle = 2 * RB_PI * (k + 0.3) / 24, u = drilling ? small : 1;
        double omega = (drilling ? 1 : small) * (k % 2 == 0 ? 1 : -1);
        limit_error e = compare(f, exact, contact_slip(u * cos(angle), u * sin(angle), omega, 0.4, -0.3));
        worst.value = fmax(worst.value, e.value);
        worst.slope = fmax(worst.slope, e.slope);
        worst.by_distortion = fmax(worst.by_distortion, e.by_distortion);
    }
    return worst;
}

/* All three have the exact values in the limits; only P2 and tanh also the first derivatives (tanh: M_r
   and f1 rise with powers 1.75 and 2.5, so slopes agree to 1e-9^0.75). */
static void k11_limits(void **state) {
    (void)state;
    static const char *const ids[] = {"k11-p1", "k11-p2", "k11-tanh"};
    rb_friction exact = contact_law("exact-circle", 1, true);
    for (int i = 0; i < 3; i++) {
        rb_friction f = contact_law(ids[i], 1, true);
        for (int drilling = 0; drilling < 2; drilling++) {
            limit_error e = worst_limit(&f, &exact, drilling == 1);
            assert_below(e.value, 1e-8);
            assert_below(e.by_distortion, 1e-8);
            if (i == 0) {
                assert_true(e.slope > 0.1);
            } else {
                assert_below(e.slope, 1e-6);
            }
        }
    }
}

static void use_hertz_moments(rb_friction *f) {
    contact_set(f, "I2", 3. / 32);
    contact_set(f, "I3", 1 / (5 * RB_PI));
    if (rb_param_find(f->law->params, "I0") >= 0) {
        contact_set(f, "I0", 3. / 8);
    }
}

/* With Hertz moments: A1, B1 have the exact values, A2, B2 also the first derivatives. A2's torque rises
   with u^(3 m_M) = u^1.6, so its slope agrees to 1e-9^0.6 = 4e-6. */
static void k15_limits(void **state) {
    (void)state;
    static const char *const ids[] = {"k15-a1", "k15-b1", "k15-a2", "k15-b2"};
    static const double lengths[] = {1, 0.5, 0.18};
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 3; k++) {
            rb_friction f = contact_law(ids[i], lengths[k], true);
            use_hertz_moments(&f);
            rb_friction exact = contact_law("exact-ellipse", lengths[k], true);
            for (int drilling = 0; drilling < 2; drilling++) {
                limit_error e = worst_limit(&f, &exact, drilling == 1);
                assert_below(e.value, 1e-8);
                assert_below(e.by_distortion, 1e-8);
                if (i >= 2) {
                    assert_below(e.slope, 1e-4);
                } else {
                    assert_true(e.slope > 0.01);
                }
            }
        }
    }
}

/* C: A with b = 1. E: the same friction (it differs in rolling). D: no distortion. B: m = 1. */
static void k15_variants(void **state) {
    (void)state;
    rb_slip slip = contact_slip(0.4, -0.2, 0.7, 0.3, 0.2);
    rb_slip straight = contact_slip(0.4, -0.2, 0.7, 0, 0);
    static const char digits[] = "12";
    for (int i = 0; i < 2; i++) {
        char id[5][8];
        for (int v = 0; v < 5; v++) {
            snprintf(id[v], sizeof id[v], "k15-%c%c", 'a' + v, digits[i]);
        }
        rb_friction a = contact_law(id[0], 0.3, false), circle = contact_law(id[0], 1, false);
        rb_friction b = contact_law(id[1], 0.3, false), c = contact_law(id[2], 0.3, false);
        rb_friction d = contact_law(id[3], 0.3, false), e = contact_law(id[4], 0.3, false);
        assert_near(contact_distance(contact_eval(&c, slip), contact_eval(&circle, slip)), 0, 0);
        assert_near(contact_distance(contact_eval(&e, slip), contact_eval(&circle, slip)), 0, 0);
        assert_near(contact_distance(contact_eval(&d, slip), contact_eval(&a, straight)), 0, 0);
        contact_set(&a, "m_T", 1);
        contact_set(&a, "m_M", 1);
        assert_near(contact_distance(contact_eval(&b, slip), contact_eval(&a, slip)), 0, 0);
    }
}

/* ---- AH ---------------------------------------------------------------------------------------- */

/* The error of AH's T (both components) or M at |u|/|omega| = z. */
static double ah_error(const rb_friction *f, const rb_friction *exact, double z, bool torque) {
    double worst = 0;
    for (int k = 0; k < 12; k++) {
        double angle = 2 * RB_PI * (k + 0.3) / 12;
        rb_slip slip = contact_slip(z * cos(angle), z * sin(angle), -1, 0.4, -0.3);
        rb_traction a = contact_eval(f, slip), e = contact_eval(exact, slip);
        worst = fmax(worst, torque ? fabs(a.M - e.M) : fmax(fabs(a.T_x - e.T_x), fabs(a.T_y - e.T_y)));
    }
    return worst;
}

/* T to third order in omega at omega = 0 and first in u at u = 0, M to second at both: halving the
   small velocity divides the error by 2^(order + 1), to within 2^0.3 at these sizes. */
static void ah_orders(void **state) {
    (void)state;
    static const double lengths[] = {1, 0.5, 0.18};
    for (int k = 0; k < 3; k++) {
        rb_friction f = contact_law("k15-ah", lengths[k], true);
        rb_friction exact = contact_law("exact-ellipse", lengths[k], true);
        contact_set(&exact, "quality", 2);
        for (int torque = 0; torque < 2; torque++) {
            double far = log2(ah_error(&f, &exact, 100, torque) / ah_error(&f, &exact, 200, torque));
            double near = log2(ah_error(&f, &exact, 0.002, torque) / ah_error(&f, &exact, 0.001, torque));
            print_message("AH b %.2f %s: order %.2f far, %.2f near\n", lengths[k], torque ? "M" : "T", far,
                          near);
            assert_true(far > (torque ? 3 : 4) - 0.3);
            assert_true(near > (torque ? 3 : 2) - 0.3);
        }
    }
}

/* Values, first and second derivatives agree on both sides of each joint, z = f.coeffs[0..2]. Second
   derivatives are one-sided differences of exact first ones over 1e-6: good to 1e-4 of their size
   of 1 to 10. */
static void ah_joint(void **state) {
    (void)state;
    static const double lengths[] = {1, 0.5, 0.18};
    const double tiny = 1e-9, step = 1e-6;
    for (int k = 0; k < 3; k++) {
        rb_friction f = contact_law("k15-ah", lengths[k], true);
        for (int i = 0; i < 3; i++) {
            double z[4] = {f.coeffs[i] * (1 - tiny) - step, f.coeffs[i] * (1 - tiny),
                           f.coeffs[i] * (1 + tiny), f.coeffs[i] * (1 + tiny) + step};
            double value[4], slope[4];
            for (int n = 0; n < 4; n++) {
                rb_slip slip = contact_slip(0.6 * z[n], 0.8 * z[n], 1, 0.4, -0.3);
                rb_traction t;
                rb_traction_jacobian j;
                rb_friction_eval(&f, &slip, &t, &j);
                const double values[3] = {t.T_x, t.T_y, t.M};
                value[n] = values[i];
                slope[n] = 0.6 * j.d[i][0] + 0.8 * j.d[i][1];
            }
            assert_near(value[2], value[1], 1e-8);
            assert_near(slope[2], slope[1], 1e-7);
            assert_near((slope[3] - slope[2]) / step, (slope[1] - slope[0]) / step, 1e-3);
        }
    }
}

/* Errors of AH with our joints, |d| = 0.5 (the best joint for each single b would reach 0.013 at b = 1,
   0.123 at b = 0.3, 0.069 at b = 0.1). For a circle T_x and T_y share one joint. */
static void ah_accuracy(void **state) {
    (void)state;
    static const struct {
        double b, limit;
    } rows[] = {{1, 0.0135}, {0.8, 0.037}, {0.5, 0.11}, {0.3, 0.133}, {0.18, 0.099}, {0.1, 0.071}};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        rb_friction f = contact_law("k15-ah", rows[k].b, true);
        rb_friction exact = contact_law("exact-ellipse", rows[k].b, true);
        double worst = 0;
        for (int i = 0; i < 60 * 24 * 8; i++) {
            int step = i % 60, direction = i / 60 % 24, distortion = i / (60 * 24);
            double theta = RB_PI / 2 * (step + 0.5) / 60, phi = 2 * RB_PI * direction / 24;
            double chi = RB_PI / 4 * distortion;
            rb_slip slip = contact_slip(sin(theta) * cos(phi), sin(theta) * sin(phi), cos(theta),
                                        0.5 * cos(chi), 0.5 * sin(chi));
            worst = fmax(worst, contact_distance(contact_eval(&f, slip), contact_eval(&exact, slip)));
        }
        print_message("AH b %.2f: %.4f\n", rows[k].b, worst);
        assert_below(worst, rows[k].limit);
    }
    rb_friction circle = contact_law("k15-ah", 1, true);
    assert_near(circle.coeffs[0], circle.coeffs[1], 1e-12);
}

/* ---- AK18, point contacts ---------------------------------------------------------------------- */

/* The law is dimensional: v = a u. Set C1 by name. */
static void ak18_sets(void **state) {
    (void)state;
    const rb_friction_law *law = rb_friction_law_find("ak18");
    const rb_rolling_law *rolling = rb_rolling_law_find("ak18");
    int count = 0;
    for (const rb_param_set *s = law->sets; s->name != NULL; s++, count++) {
        assert_string_equal(s->name, rolling->sets[count].name);
        if (strcmp(s->name, "C1") == 0) {
            rb_friction f;
            rb_friction_init(&f, law, s->values, (rb_patch){5e-3, 1});
            double v = 0.02, omega = -3;
            rb_traction t = contact_eval(&f, contact_slip(0, v / 5e-3, omega, 0.2, 0.1));
            double b1 = 3.01e-3, b2 = 2.45e-3, b3 = 1620, e2 = 1e-10;
            assert_near(t.T_y, v / sqrt(v * v + b1 * b1 * omega * omega + e2), 1e-15);
            assert_near(t.M, b2 / 5e-3 * omega / sqrt(omega * omega + b3 * b3 * v * v + e2), 1e-15);
        }
    }
    assert_int_equal(count, 8);
}

static void point_contacts(void **state) {
    (void)state;
    const rb_friction_law *law = rb_friction_law_find("coulomb");
    double delta = 1e-3;
    rb_friction f;
    rb_friction_init(&f, law, &delta, (rb_patch){1e-2, 1});
    rb_traction t = contact_eval(&f, contact_slip(0.03, 0.04, 9, 0, 0)); /* v = 5e-4 */
    assert_near(t.T_x, 0.3, 1e-15);
    assert_near(t.M, 0, 0);
    t = contact_eval(&f, contact_slip(3, 4, 9, 0, 0));
    assert_near(t.T_y, 0.8, 1e-15);
    /* viscous: the mean of the sliding velocity, so M/omega = (1 + b²)/5 a/v_0 */
    law = rb_friction_law_find("viscous");
    double v_0 = 0.5;
    rb_friction_init(&f, law, &v_0, (rb_patch){1e-2, 0.5});
    t = contact_eval(&f, contact_slip(0, 0, 2, 0.3, 0.4));
    assert_near(t.M, 1e-2 / 0.5 * 2 * 1.25 / 5, 1e-16);
    assert_near(t.T_x, -1e-2 / 0.5 * 2 * 0.5 * 0.4 / 5, 1e-16);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(k11_error_table), cmocka_unit_test(k12_error_table), cmocka_unit_test(ka09_errors),
        cmocka_unit_test(law_error_table), cmocka_unit_test(ka09_near_rest),  cmocka_unit_test(k11_limits),
        cmocka_unit_test(k15_limits),      cmocka_unit_test(k15_variants),    cmocka_unit_test(ah_orders),
        cmocka_unit_test(ah_joint),        cmocka_unit_test(ah_accuracy),     cmocka_unit_test(ak18_sets),
        cmocka_unit_test(point_contacts),
    };
    return cmocka_run_group_tests_name("contact: approximants", tests, NULL, NULL);
}
