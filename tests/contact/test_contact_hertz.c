/* Hertz contact, normal laws, curvature of the ellipsoid, rolling resistance. */
#include "contact_inline.h"

#include "contact/hertz.h"
#include "contact/hertz_inline.h"
#include "curvature.h"
#include "math/elementary.h"
#include "math/vec.h"

/* ---- Hertz ------------------------------------------------------------------------------------- */

static void axis_ratio(void **state) {
    (void)state;
    double b = rb_hertz_axis_ratio(19.36, RB_HERTZ_EXACT);
    assert_near(b, 0.14724593, 5e-9); /* docs/physics.md#hertz-contact-and-normal-laws, and below */
    assert_near(rb_hertz_axis_ratio(19.36, RB_HERTZ_TWO_POWERS), 0.1477, 5e-5);
    assert_near(rb_hertz_axis_ratio(19.36, RB_HERTZ_TWO_THIRDS), pow(19.36, -2. / 3), 1e-16);
    assert_near(rb_hertz_axis_ratio(19.36, RB_HERTZ_POWER_0_652), pow(19.36, -0.652), 1e-16);
    assert_near(1 / 0.4172, 2.397, 1e-3); /* the bearing of KA09 */
    assert_near(rb_hertz_axis_ratio(1 / 0.4172, RB_HERTZ_EXACT), 0.5595, 5e-5);
    assert_near(rb_hertz_axis_ratio(1, RB_HERTZ_EXACT), 1, 0);
    for (int i = 1; i <= 600; i++) { /* the equation itself, kappa = 1.02 … 1e6 */
        double kappa = pow(10, i / 100.0);
        b = rb_hertz_axis_ratio(kappa, RB_HERTZ_EXACT);
        rb_elliptic e = rb_elliptic_integrals(b);
        assert_true(b > 0 && b < 1);
        assert_near(b * b * e.G / e.H * kappa, 1, 1e-13);
        /* the approximations: within 15.6, 9.7 and 0.33 % up to kappa = 100 */
        if (kappa <= 100) {
            assert_near(rb_hertz_axis_ratio(kappa, RB_HERTZ_TWO_THIRDS) / b, 1, 0.156);
            assert_near(rb_hertz_axis_ratio(kappa, RB_HERTZ_POWER_0_652) / b, 1, 0.097);
            assert_near(rb_hertz_axis_ratio(kappa, RB_HERTZ_TWO_POWERS) / b, 1, 0.0033);
        }
    }
    for (int i = 10; i <= 300; i += 10) { /* down to the smallest double */
        double kappa = pow(10, i);
        b = rb_hertz_axis_ratio(kappa, RB_HERTZ_EXACT);
        rb_elliptic e = rb_elliptic_integrals(b);
        assert_near(b * (b * kappa) * e.G / e.H, 1, 1e-11);
    }
    assert_true(rb_hertz_axis_ratio(INFINITY, RB_HERTZ_EXACT) == 0); /* of a cylinder */
    assert_true(isnan(rb_elliptic_integrals(NAN).K));                /* NaN also terminates */
    for (int i = 1; i <= 12; i++) { /* nearly a sphere: b = 1 - (2/3)(kappa - 1) + … */
        double small = pow(10, -i);
        assert_near((1 - rb_hertz_axis_ratio(1 + small, RB_HERTZ_EXACT)) / small, 2. / 3,
                    small + 1e-15 / small);
    }
}

static void size(void **state) {
    (void)state;
    assert_near(rb_hertz_size_factor(1), 1, 1e-15);
    double e = 1e-3; /* F = 1 + e²/4 + … */
    assert_near(rb_hertz_size_factor(sqrt(1 - e * e)) - 1, 2.5e-7, 1e-12);
    double R = 0.02, N = 3, E_star = 5e9; /* sphere: N = 4/3 E* sqrt(R) delta^1.5, a² = R delta */
    double a = rb_hertz_semi_axis(N, E_star, 1 / R, 1 / R, 1);
    double k = rb_hertz_stiffness(E_star, 1 / R, 1 / R);
    double delta = pow(N / k, 2. / 3);
    assert_near(a, sqrt(R * delta), 1e-15 * a * 10);
    assert_near(k, 4. / 3 * E_star * sqrt(R), 1e-15 * k * 10);
    /* nearly a sphere by the elliptic way: continuous */
    assert_near(rb_hertz_stiffness(E_star, 1 / R, 1.0001 / R) /
                    rb_hertz_stiffness(E_star, 1.00005 / R, 1.00005 / R),
                1, 1e-8);
    /* ellipse: delta = 3 N K/(2 pi E* a) */
    double kappa1 = 9, kappa2 = 40, b = rb_hertz_axis_ratio(kappa2 / kappa1, RB_HERTZ_EXACT);
    a = rb_hertz_semi_axis(N, E_star, kappa1, kappa2, b);
    delta = 3 * N * rb_elliptic_integrals(b).K / (2 * RB_PI * E_star * a);
    assert_near(rb_hertz_stiffness(E_star, kappa1, kappa2) * pow(delta, 1.5), N, 1e-12);
}

/* ---- normal laws ------------------------------------------------------------------------------- */

static rb_normal_result force(const char *id, double chi, bool bracket, rb_normal_input in) {
    const rb_normal_law *law = rb_normal_law_find(id);
    double params[RB_PARAMS_MAX] = {0};
    rb_param_defaults(law->params, params);
    params[rb_param_find(law->params, "E_star")] = 2e9;
    params[rb_param_find(law->params, "chi")] = chi;
    if (rb_param_find(law->params, "bracket") >= 0) {
        params[rb_param_find(law->params, "bracket")] = bracket;
    }
    rb_normal_result out;
    law->evaluate(params, &in, &out);
    return out;
}

static void normal_laws(void **state) {
    (void)state;
    int compliant = 0;
    for (int i = 0; i < rb_normal_law_count(); i++) {
        const char *id = rb_normal_law_at(i)->id;
        if (rb_normal_law_at(i)->rigid) {
            continue;
        }
        compliant++;
        rb_normal_input in = {50, 120, 1e-5, 0.02};
        rb_normal_result r = force(id, 10, true, in);
        assert_near(r.N, r.N_elastic * 1.2, 1e-13 * r.N);
        double h = 1e-10; /* rounding 1e-16 N/h and h²: both about 1e-9 of the derivative */
        rb_normal_input up = in, down = in;
        up.delta += h;
        down.delta -= h;
        rb_normal_result p = force(id, 10, true, up), m = force(id, 10, true, down);
        assert_near((p.N - m.N) / (2 * h) / r.dN_ddelta, 1, 1e-8);
        assert_near((p.energy - m.energy) / (2 * h) / r.N_elastic, 1, 1e-8);
        up = down = in;
        up.delta_dot += 1e-5;
        down.delta_dot -= 1e-5;
        p = force(id, 10, true, up);
        m = force(id, 10, true, down);
        assert_near((p.N - m.N) / 2e-5 / r.dN_ddelta_dot, 1, 1e-8);
        in.delta_dot = -0.2; /* 1 + chi delta_dot < 0: would pull */
        r = force(id, 10, true, in);
        assert_near(r.N, 0, 0);
        assert_near(r.dN_ddelta, 0, 0);
        assert_true(r.N_elastic > 0 && r.energy > 0);
        in.delta = -1e-6;
        in.delta_dot = 1;
        r = force(id, 10, true, in);
        assert_near(r.N + r.N_elastic + r.energy, 0, 0);
    }
    assert_true(compliant >= 2);
    assert_true(rb_normal_law_find("rigid")->rigid);
    assert_null(rb_normal_law_find("soft"));
}

/* Vil'ke's force against Hertz's, in per cent (docs/physics.md#hertz-contact-and-normal-laws): plain
   1 % low at g = 0.5, 9.8 % at 0.1, with the bracket +1.6e-5 and +1.3e-3; the KA09 bearing
   (c = e² = 0.687, g = 0.4172) -1.56 % and +0.004 %. */
static void vilke_against_hertz(void **state) {
    (void)state;
    static const struct {
        double g, plain, bracket, digit_plain, digit_bracket;
    } rows[] = {
        {1, 0, 0, 1e-14, 1e-14},
        {0.5, -0.010, 1.6e-5, 5e-4, 5e-7},
        {0.4172, -0.0156, 4e-5, 5e-5, 5e-6},
        {0.1, -0.098, 1.3e-3, 5e-4, 5e-5},
    };
    print_message("   g       b        plain      with bracket\n");
    for (int i = 0; i < 4; i++) {
        rb_normal_input in = {100 * rows[i].g, 100, 1e-6, 0};
        double N = force("hertz", 0, true, in).N;
        double plain = force("vilke", 0, false, in).N / N - 1;
        double bracket = force("vilke", 0, true, in).N / N - 1;
        print_message("%.4f  %.5f  %+9.5f %%  %+9.6f %%\n", rows[i].g,
                      rb_hertz_axis_ratio(1 / rows[i].g, RB_HERTZ_EXACT), 100 * plain, 100 * bracket);
        assert_near(plain, rows[i].plain, rows[i].digit_plain);
        assert_near(bracket, rows[i].bracket, rows[i].digit_bracket);
    }
    /* the bearing's eccentricity: c = e² = 0.687 */
    double b = rb_hertz_axis_ratio(1 / 0.4172, RB_HERTZ_EXACT);
    assert_near(1 - b * b, 0.687, 5e-4);
}

/* ---- curvature --------------------------------------------------------------------------------- */

static rb_mat3 rotated_ellipsoid(rb_test_rng *rng, const double axes[3], rb_mat3 *Q) {
    rb_quat q = rb_quat_from_axis_angle(rb_test_direction(rng), rb_test_real(rng, -3, 3));
    *Q = rb_quat_matrix(q);
    rb_mat3 D = rb_mat3_diag(axes[0] * axes[0], axes[1] * axes[1], axes[2] * axes[2]);
    rb_mat3 QD = rb_mat3_mul(Q, &D), Qt = rb_mat3_transpose(Q);
    return rb_mat3_mul(&QD, &Qt);
}

/* The known curvatures of an ellipsoid of revolution (docs/physics.md#hertz-contact-and-normal-laws). */
static void curvature_of_revolution(void **state) {
    (void)state;
    rb_test_rng rng = {5};
    const double a1 = 0.110, a2 = 0.025;
    for (int i = 0; i < 1000; i++) {
        rb_mat3 Q;
        rb_mat3 R = rotated_ellipsoid(&rng, (const double[]){a1, a2, a2}, &Q);
        rb_vec3 n = rb_test_direction(&rng), reference = rb_test_direction(&rng);
        rb_curvature k = rb_ellipsoid_curvature(&R, n, reference);
        rb_vec3 r = rb_scale(-1 / sqrt(rb_dot(n, rb_mul(&R, n))), rb_mul(&R, n));
        rb_vec3 e1 = rb_mul(&Q, rb_v3(1, 0, 0));
        double r1 = rb_dot(r, e1);
        double q = sqrt(a1 * a1 - (a1 * a1 - a2 * a2) * r1 * r1 / (a1 * a1));
        double kappa1 = a1 * a2 / (q * q * q), kappa2 = a1 / (a2 * q);
        assert_near(k.kappa1 / kappa1, 1, 1e-11); /* a1²/a2² = 20 roundings of R */
        assert_near(k.kappa2 / kappa2, 1, 1e-11);
        double ratio = a1 * a1 / (a2 * a2) + r1 * r1 / (a1 * a1) - r1 * r1 / (a2 * a2);
        assert_near(k.kappa2 / k.kappa1 / ratio, 1, 1e-11);
        /* e_x lies in the meridian plane of n and e1 */
        rb_vec3 meridian = rb_add_scaled(e1, -rb_dot(e1, n), n);
        double length = rb_norm(meridian);
        if (length > 0.05) {
            assert_near(fabs(rb_dot(k.e_x, meridian)) / length, 1, 1e-9);
        }
    }
}

/* A general ellipsoid: the second fundamental form of the surface F = x R^-1 x - 1 is diagonal in
   (e_x, e_y) with entries kappa1, kappa2; e_x, e_y are unit tangents; e_x points along the
   reference. */
static void curvature_in_general(void **state) {
    (void)state;
    rb_test_rng rng = {6};
    for (int i = 0; i < 1000; i++) {
        const double axes[3] = {rb_test_real(&rng, 0.05, 0.12), rb_test_real(&rng, 0.015, 0.05),
                                rb_test_real(&rng, 0.01, 0.02)};
        rb_mat3 Q;
        rb_mat3 R = rotated_ellipsoid(&rng, axes, &Q), inverse = rb_mat3_inverse(&R);
        rb_vec3 n = rb_test_direction(&rng), reference = rb_test_direction(&rng);
        rb_curvature k = rb_ellipsoid_curvature(&R, n, reference);
        assert_near(rb_norm(k.e_x), 1, 1e-14);
        assert_near(rb_dot(k.e_x, n), 0, 1e-12); /* some references are nearly parallel to n */
        assert_near(rb_norm(rb_sub(k.e_y, rb_cross(n, k.e_x))), 0, 1e-12);
        assert_true(rb_dot(k.e_x, reference) >= 0);
        assert_true(k.kappa1 <= k.kappa2);
        /* |grad F|/2 = |R^-1 r| = 1/sqrt(n R n) */
        double scale = sqrt(rb_dot(n, rb_mul(&R, n)));
        double xx = scale * rb_dot(k.e_x, rb_mul(&inverse, k.e_x));
        double xy = scale * rb_dot(k.e_x, rb_mul(&inverse, k.e_y));
        double yy = scale * rb_dot(k.e_y, rb_mul(&inverse, k.e_y));
        assert_near(xx / k.kappa1, 1, 1e-8); /* the inverse has a condition number of up to 150 */
        assert_near(yy / k.kappa2, 1, 1e-8);
        assert_near(xy / k.kappa2, 0, 1e-8);
    }
}

/* A sphere is umbilic everywhere: e_x is the reference, projected. Parallel to n: still a frame. */
static void curvature_of_sphere(void **state) {
    (void)state;
    rb_mat3 R = rb_mat3_diag(4e-4, 4e-4, 4e-4);
    rb_vec3 n = rb_v3(0, 0.6, 0.8);
    rb_curvature k = rb_ellipsoid_curvature(&R, n, rb_v3(2, 0, 0));
    assert_near(k.kappa1, 50, 1e-12);
    assert_near(k.kappa2, 50, 1e-12);
    assert_near(k.e_x.x, 1, 1e-15);
    k = rb_ellipsoid_curvature(&R, n, n);
    assert_near(rb_norm(k.e_x), 1, 1e-14);
    assert_near(rb_dot(k.e_x, n), 0, 1e-14);
}

/* ---- rolling resistance ------------------------------------------------------------------------ */

static double *motion_field(rb_rolling_motion *m, int j) {
    double *const fields[] = {&m->w_x, &m->w_y, &m->vr_x, &m->vr_y};
    return fields[j];
}

static void result_fields(const rb_rolling_result *r, double v[6]) {
    const double fields[6] = {r->d_c, r->d_s, r->M_x, r->M_y, r->r_c, r->r_s};
    memcpy(v, fields, sizeof fields);
}

/* Every row: finite, odd, resisting, exact derivatives. The moment resists the rolling: its power
   on the angular velocity that goes with the motion of the contact point, M . (vr_y, -vr_x) >= 0
   for the orthotropic laws, M . omega_pi <= 0 for k11. */
static void rolling_laws(void **state) {
    (void)state;
    rb_test_rng rng = {7};
    for (int k = 0; k < rb_rolling_law_count(); k++) {
        const rb_rolling_law *law = rb_rolling_law_at(k);
        double params[RB_PARAMS_MAX];
        rb_param_defaults(law->params, params);
        for (int i = 0; i < 2000; i++) {
            rb_patch patch = {rb_test_real(&rng, 1e-3, 1e-2), rb_test_real(&rng, 0.1, 1)};
            double size = pow(10, rb_test_real(&rng, -3, 3));
            rb_rolling_motion m = {size * rb_test_real(&rng, -1, 1), size * rb_test_real(&rng, -1, 1),
                                   size * rb_test_real(&rng, -1, 1), size * rb_test_real(&rng, -1, 1)};
            rb_rolling_motion reversed = {-m.w_x, -m.w_y, -m.vr_x, -m.vr_y};
            rb_rolling_result r, back;
            rb_rolling_jacobian jac;
            law->evaluate(params, patch, &m, &r, &jac);
            law->evaluate(params, patch, &reversed, &back, NULL);
            double v[6], b[6];
            result_fields(&r, v);
            result_fields(&back, b);
            assert_true(r.M_x * m.w_x + r.M_y * m.w_y <= 0 || strcmp(law->id, "k11") != 0);
            assert_true(r.M_x * m.vr_y - r.M_y * m.vr_x >= 0 || strcmp(law->id, "k11") == 0);
            for (int j = 0; j < 4; j++) {
                double h = 1e-6 * size, x = *motion_field(&m, j), up[6], down[6];
                rb_rolling_result p;
                *motion_field(&m, j) = x + h;
                law->evaluate(params, patch, &m, &p, NULL);
                result_fields(&p, up);
                *motion_field(&m, j) = x - h;
                law->evaluate(params, patch, &m, &p, NULL);
                result_fields(&p, down);
                *motion_field(&m, j) = x;
                for (int n = 0; n < 6; n++) { /* slopes reach 100/size near zero components */
                    assert_near((up[n] - down[n]) / (2 * h), jac.d[n][j], 1e-5 / size);
                }
            }
            for (int n = 0; n < 6; n++) {
                assert_near(b[n], -v[n], 1e-15);
            }
        }
    }
}

/* At rest and at any size: finite. */
static void rolling_extremes(void **state) {
    (void)state;
    static const double sizes[] = {0, 1e-300, 1e-160, 1, 1e160, -1e300};
    for (int k = 0; k < rb_rolling_law_count(); k++) {
        const rb_rolling_law *law = rb_rolling_law_at(k);
        double params[RB_PARAMS_MAX];
        rb_param_defaults(law->params, params);
        for (int i = 0; i < 36; i++) {
            double x = sizes[i % 6], y = sizes[i / 6];
            rb_rolling_motion m = {x, y, x, y};
            rb_rolling_result r;
            rb_rolling_jacobian jac;
            law->evaluate(params, (rb_patch){5e-3, 0.2}, &m, &r, &jac);
            double v[6];
            result_fields(&r, v);
            for (int n = 0; n < 6; n++) {
                assert_true(isfinite(v[n]));
                for (int j = 0; j < 4; j++) {
                    assert_true(isfinite(jac.d[n][j]));
                }
            }
        }
    }
}

/* The formulas of docs/physics.md#rolling-resistance, and that the moment is the one of the displaced
   pressure: M = (b d_s, -d_c)/5 for Hertz. */
static void rolling_values(void **state) {
    (void)state;
    rb_rolling_result r;
    rb_rolling_motion m = {3, 4, 0, 0};
    const double k11[] = {0.8, 1e-4};
    rb_rolling_law_find("k11")->evaluate(k11, (rb_patch){1e-3, 1}, &m, &r, NULL);
    double s = 5 / (5 + 1e-4);
    assert_near(r.M_x, -0.8 / 5 * 0.6 * s, 1e-15);
    assert_near(r.d_c, 0.8 * 0.8 * s, 1e-15);
    assert_near(r.M_x, r.d_s / 5, 1e-15);
    assert_near(r.M_y, -r.d_c / 5, 1e-15);
    assert_near(r.d_c + r.r_c, 0.8 * 0.8, 1e-15);

    const rb_rolling_law *k15 = rb_rolling_law_find("k15");
    m = (rb_rolling_motion){0, 0, 2, -3};
    double b = 0.2, d_a = 0.4848, b_r = 1.289;
    k15->evaluate(k15->sets[0].values, (rb_patch){6e-3, b}, &m, &r, NULL); /* AH */
    double den = sqrt(4 + 9 / (b * b_r * b * b_r) + 0.01);
    assert_near(r.d_c, d_a * 2 / den, 1e-15);
    assert_near(r.d_s, b_r * d_a * (-3 / (b * b_r)) / den, 1e-15);
    assert_near(r.M_x, b * r.d_s / 5, 1e-15);
    assert_near(r.M_y, -r.d_c / 5, 1e-15);

    const rb_rolling_law *ak18 = rb_rolling_law_find("ak18");
    double a = 5e-3, f = 0.482e-3;
    m = (rb_rolling_motion){0, 0, 0.1 / a, -0.02 / a};
    ak18->evaluate(ak18->sets[0].values, (rb_patch){a, 1}, &m, &r, NULL); /* A */
    den = sqrt(0.01 + 9.46 * 9.46 * 4e-4 + 0.053 * 0.053);
    assert_near(a * r.M_x, f * 2.27 * -0.02 / den, 1e-17);
    assert_near(a * r.M_y, -f * 0.1 / den, 1e-17);
    assert_near(r.d_c, 0, 0);
}

/* Ranges of the other tables: refused with the field and what was expected. */
static void bad_parameters(void **state) {
    (void)state;
    rb_error err;
    const rb_param_table hertz = rb_normal_law_find("hertz")->params;
    assert_int_equal(rb_param_check(&hertz.rows[0], 0, "hertz", &err), RB_ERR_INPUT);
    assert_string_equal(err.text, "hertz: E_star: expected 0 < E_star <= 1e+13 Pa, got 0");
    assert_int_equal(rb_param_check(&hertz.rows[0], NAN, "hertz", &err), RB_ERR_INPUT);
    assert_int_equal(rb_param_check(&hertz.rows[1], -1, "hertz", &err), RB_ERR_INPUT);
    const rb_param_table k15 = rb_rolling_law_find("k15")->params;
    int b_r = rb_param_find(k15, "b_r");
    assert_int_equal(rb_param_check(&k15.rows[b_r], 0, "k15", &err), RB_ERR_INPUT);
    for (int k = 0; k < rb_rolling_law_count(); k++) {
        const rb_rolling_law *law = rb_rolling_law_at(k);
        for (const rb_param_set *s = law->sets; s != NULL && s->name != NULL; s++) {
            for (int i = 0; i < law->params.count; i++) {
                assert_int_equal(rb_param_check(&law->params.rows[i], s->values[i], law->id, &err), RB_OK);
            }
        }
    }
}

/* The shape from the table against its equation, and its integrals against those of its b, from a circle
   to beyond the table. 1e-14: rounding. */
static void shape_and_its_integrals(void **state) {
    (void)state;
    for (int i = 0; i <= 3600; i++) {
        double kappa = rb_exp(i / 200.0);
        rb_elliptic e, other;
        double b = rb_hertz_shape(kappa, &e);
        other = rb_elliptic_integrals(b);
        assert_near(kappa * b * b * other.G / other.H, 1, 1e-14);
        assert_near(e.K / other.K, 1, 1e-14);
        assert_near(e.E / other.E, 1, 1e-14);
        assert_near(e.G / other.G, 1, 1e-14);
        assert_near(e.H / other.H, 1, 1e-14);
        assert_true(isnan(e.D)); /* reported so */
        assert_true(b == rb_hertz_axis_ratio(kappa, RB_HERTZ_EXACT));
        double a = rb_hertz_semi_axis(3, 7e8, 5, 5 * kappa, b);
        assert_near(3 * rb_hertz_cube(7e8, 5, &e) / (a * a * a), 1, 1e-13);
    }
    rb_elliptic e;
    assert_true(rb_hertz_shape(0.5, &e) == 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shape_and_its_integrals),
        cmocka_unit_test(axis_ratio),
        cmocka_unit_test(size),
        cmocka_unit_test(normal_laws),
        cmocka_unit_test(vilke_against_hertz),
        cmocka_unit_test(curvature_of_revolution),
        cmocka_unit_test(curvature_in_general),
        cmocka_unit_test(curvature_of_sphere),
        cmocka_unit_test(rolling_laws),
        cmocka_unit_test(rolling_extremes),
        cmocka_unit_test(rolling_values),
        cmocka_unit_test(bad_parameters),
    };
    return cmocka_run_group_tests_name("contact: Hertz, normal, rolling", tests, NULL, NULL);
}
