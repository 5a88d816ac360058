/* Checks every row of the law table with 2e5 random arguments each, half of them for the law as printed
   and half softened; oddness and covariance for every fourth. */
#include "contact_inline.h"

#include <float.h>

enum { ARGUMENTS = RB_SHORT ? 4000 : 200000, BLOCK = 1000 };

/* Random arguments for one law: a new patch every BLOCK. */
typedef struct walk {
    rb_test_rng rng;
    const rb_friction_law *law;
    rb_friction f;
    bool sharp;
} walk;

static void walk_patch(walk *w) {
    double values[RB_PARAMS_MAX];
    rb_param_defaults(w->law->params, values);
    if (w->sharp) {
        rb_friction_as_printed(w->law, values);
    }
    double b = w->law->shape == RB_PATCH_ELLIPSE ? rb_test_real(&w->rng, 0.05, 1) : 1;
    double a = pow(10, rb_test_real(&w->rng, -4, -2));
    rb_friction_init(&w->f, w->law, values, (rb_patch){a, b});
}

/* Directions uniform in (u_x, u_y, omega), sizes over twelve decades, some axes exactly 0. */
static rb_slip walk_slip(walk *w) {
    rb_vec3 n = rb_test_direction(&w->rng);
    double size = exp(rb_test_real(&w->rng, -6, 6) * 2.302585092994046);
    rb_slip s = {.u_x = size * n.x, .u_y = size * n.y, .omega = size * n.z};
    int zero = rb_test_int(&w->rng, 32);
    if (zero == 0) {
        s.omega = 0;
    } else if (zero == 1) {
        s.u_x = s.u_y = 0;
    } else if (zero == 2) {
        s.u_y = 0;
    }
    contact_distort(&w->rng, &s);
    return s;
}

static double size_of(const rb_slip *s) {
    return sqrt(s->u_x * s->u_x + s->u_y * s->u_y + s->omega * s->omega);
}

/* Friction never adds energy: (u . T + omega M)/|(u, omega)| >= -deficit. As printed every law satisfies
   this (|d| <= 1). Softened near rest, three families violate it slightly: their force and torque are
   softened by different factors, and the contribution of the distortion may then exceed the rest. Bounds
   for 0.05 <= b <= 1, a few per cent above the worst case that a search finds (energy_input_near_rest). */
static double deficit_of(const char *id, bool sharp) {
    static const struct {
        const char *prefix;
        double deficit;
    } rows[] = {
        {"k11-tanh", 8.8e-5}, {"k15-ah", 2.2e-3}, {"k15-a2", 9.5e-4},
        {"k15-b2", 1.05e-3},  {"k15-c2", 7.2e-4}, {"k15-e2", 7.2e-4},
    };
    for (size_t i = 0; !sharp && i < sizeof rows / sizeof rows[0]; i++) {
        if (strcmp(id, rows[i].prefix) == 0) {
            return rows[i].deficit;
        }
    }
    return 1e-13; /* rounding of three products of order 1 */
}

/* Odd to the last bit, except for sgn(0) = +1 of laws that are discontinuous at omega = 0. */
static void check_odd(const walk *w, const rb_slip *s, rb_traction t) {
    rb_traction r = contact_eval(&w->f, contact_slip(-s->u_x, -s->u_y, -s->omega, s->d_c, s->d_s));
    double distance = contact_distance(t, (rb_traction){-r.T_x, -r.T_y, -r.M});
    assert_below(distance, 1e-14 * (1 + fabs(t.T_x) + fabs(t.T_y) + fabs(t.M)));
}

/* Rotating sliding and rolling directions together rotates the force. */
static void check_covariant(walk *w, const rb_slip *s, rb_traction t) {
    double angle = rb_test_real(&w->rng, -RB_PI, RB_PI), c = cos(angle), n = sin(angle);
    rb_traction r =
        contact_eval(&w->f, contact_slip(c * s->u_x - n * s->u_y, n * s->u_x + c * s->u_y, s->omega,
                                         c * s->d_c - n * s->d_s, n * s->d_c + c * s->d_s));
    rb_traction expected = {c * t.T_x - n * t.T_y, n * t.T_x + c * t.T_y, t.M};
    /* 1e-12: a rotation's rounding times slopes of up to 1e4 in units of the argument */
    assert_below(contact_distance(r, expected), 1e-12 * (1 + fabs(t.T_x) + fabs(t.T_y)));
}

static void walk_law(const rb_friction_law *law, bool sharp) {
    walk w = {.rng = {12345}, .law = law, .sharp = sharp};
    double least = DBL_MAX;
    for (int i = 0; i < ARGUMENTS / 2; i++) {
        if (i % BLOCK == 0) {
            walk_patch(&w);
        }
        rb_slip s = walk_slip(&w);
        rb_traction t = contact_eval(&w.f, s);
        double size = size_of(&s);
        double power = (s.u_x * t.T_x + s.u_y * t.T_y + s.omega * t.M) / size;
        assert_true(isfinite(power) && isfinite(t.T_x) && isfinite(t.T_y) && isfinite(t.M));
        least = fmin(least, power);
        if (i % 4 == 0) {
            check_odd(&w, &s, t);
        }
        if (law->shape == RB_PATCH_CIRCLE && i % 4 == 1) {
            check_covariant(&w, &s, t);
        }
    }
    print_message("%-16s%s least power %.5f\n", law->id, sharp ? " sharp" : "      ", least);
    assert_true(least >= -deficit_of(law->id, sharp));
}

static void every_row(void **state) {
    (void)state;
    for (int i = 0; i < rb_friction_law_count(); i++) {
        const rb_friction_law *law = rb_friction_law_at(i);
        if (!law->no_slip) {
            walk_law(law, true);
            walk_law(law, false);
        }
    }
}

/* The bounds of deficit_of are not too large: within a few eps of rest, with the largest possible rolling
   distortion (|d| = 1), four fifths of them are reached. */
static double least_near_rest(const rb_friction_law *law, double b) {
    rb_test_rng rng = {4711};
    rb_friction f = contact_law(law->id, b, false);
    double eps = f.params[0], least = DBL_MAX; /* the first parameter of each of these laws */
    for (int i = 0; i < (RB_SHORT ? 4000 : 100000); i++) {
        double v[3];
        for (int k = 0; k < 3; k++) {
            double size = eps * pow(10, rb_test_real(&rng, -3, 0.5));
            v[k] = rb_test_int(&rng, 2) == 0 ? size : -size;
        }
        double angle = rb_test_real(&rng, -RB_PI, RB_PI);
        rb_slip s = contact_slip(v[0], v[1], v[2], cos(angle), sin(angle));
        rb_traction t = contact_eval(&f, s);
        least = fmin(least, (s.u_x * t.T_x + s.u_y * t.T_y + s.omega * t.M) / size_of(&s));
    }
    return least;
}

static void energy_input_near_rest(void **state) {
    (void)state;
    static const double lengths[] = {0.05, 0.08, 0.2, 0.5, 1};
    for (int i = 0; i < rb_friction_law_count(); i++) {
        const rb_friction_law *law = rb_friction_law_at(i);
        double bound = deficit_of(law->id, false), least = DBL_MAX;
        if (bound < 1e-12) {
            continue;
        }
        for (int k = law->shape == RB_PATCH_ELLIPSE ? 0 : 4; k < 5; k++) {
            least = fmin(least, least_near_rest(law, lengths[k]));
        }
        print_message("%-10s feeds at most %.2e\n", law->id, -least);
        assert_true(least >= -bound);
        assert_true(RB_SHORT || least < -0.8 * bound);
    }
}

/* ---- derivatives ------------------------------------------------------------------------------- */

static double *slip_field(rb_slip *s, int j) {
    double *const fields[] = {&s->u_x, &s->u_y, &s->omega, &s->d_c, &s->d_s, &s->r_c, &s->r_s};
    return fields[j];
}

/* Central differences with step h against the derivative; where the two differences with h and 2 h
   disagree the law has a kink nearby (Contensou's and Coulomb's corners, AH's third derivative) and the
   point is skipped. Tolerances: rounding 1e-16/h and the h² term, both about 1e-8 for derivatives of order
   1 in units of 1/size. */
static void check_derivatives(const walk *w, rb_slip s, int *checked) {
    rb_traction t;
    rb_traction_jacobian jac;
    rb_friction_eval(&w->f, &s, &t, &jac);
    double size = size_of(&s);
    for (int j = 0; j < 7; j++) {
        double unit = j < 3 ? size : 1;
        double estimate[2][3];
        for (int twice = 0; twice < 2; twice++) {
            double h = 3e-6 * unit * (1 + twice), x = *slip_field(&s, j);
            *slip_field(&s, j) = x + h;
            rb_traction p = contact_eval(&w->f, s);
            *slip_field(&s, j) = x - h;
            rb_traction m = contact_eval(&w->f, s);
            *slip_field(&s, j) = x;
            estimate[twice][0] = (p.T_x - m.T_x) / (2 * h);
            estimate[twice][1] = (p.T_y - m.T_y) / (2 * h);
            estimate[twice][2] = (p.M - m.M) / (2 * h);
        }
        for (int i = 0; i < 3; i++) {
            double tolerance = 2e-7 * (fabs(jac.d[i][j]) + (1 + fabs(t.T_x) + fabs(t.M)) / unit);
            double trust = fabs(estimate[1][i] - estimate[0][i]);
            if (trust < tolerance) {
                assert_near(estimate[0][i], jac.d[i][j], 2 * tolerance);
                (*checked)++;
            }
        }
    }
}

static void derivatives(void **state) {
    (void)state;
    const int points = RB_SHORT ? 200 : 4000; /* a few of them on kinks are skipped */
    for (int k = 0; k < 2 * rb_friction_law_count(); k++) {
        const rb_friction_law *law = rb_friction_law_at(k / 2);
        if (law->no_slip) {
            continue;
        }
        walk w = {.rng = {777}, .law = law, .sharp = k % 2 == 0};
        int checked = 0;
        for (int i = 0; i < points; i++) {
            if (i % 20 == 0) {
                walk_patch(&w);
            }
            rb_slip s = walk_slip(&w);
            if (s.omega == 0 || (s.u_x == 0 && s.u_y == 0)) {
                continue; /* |omega| or |u| has a kink: one of the one-sided values */
            }
            s.r_c = rb_test_real(&w.rng, -0.3, 0.3);
            s.r_s = rb_test_real(&w.rng, -0.3, 0.3);
            check_derivatives(&w, s, &checked);
        }
        assert_true(checked > 0.9 * 21 * points); /* few points lie near kinks */
    }
}

/* Laws that derive from a dissipation function: symmetric derivatives, dT/domega = dM/du. */
static void potentials(void **state) {
    (void)state;
    static const char *const ids[] = {"exact-circle", "exact-ellipse", "exact-uniform", "k12-iprime",
                                      "viscous"};
    for (int k = 0; k < 5; k++) {
        walk w = {.rng = {99}, .law = rb_friction_law_find(ids[k]), .sharp = true};
        for (int i = 0; i < 2000; i++) {
            if (i % 20 == 0) {
                walk_patch(&w);
            }
            rb_slip s = walk_slip(&w);
            rb_traction t;
            rb_traction_jacobian j;
            rb_friction_eval(&w.f, &s, &t, &j);
            double tolerance = w.law->unbounded ? 1e-15 : 1e-12 / size_of(&s); /* rounding */
            if (s.u_x == 0 && s.u_y == 0) {
                continue; /* exact-circle: the direction's derivative is a kink there */
            }
            assert_near(j.d[0][1], j.d[1][0], tolerance);
            assert_near(j.d[0][2], j.d[2][0], tolerance);
            assert_near(j.d[1][2], j.d[2][1], tolerance);
        }
    }
}

/* ---- extremes ---------------------------------------------------------------------------------- */

static void extremes(void **state) {
    (void)state;
    static const double sizes[] = {0, 1e-300, -1e-300, 1e-160, -1e-61, 1e-8,  1e-4,
                                   1, -1,     1e8,     1e61,   1e160,  1e300, -1e300};
    enum { N = sizeof sizes / sizeof sizes[0] };
    for (int k = 0; k < 2 * rb_friction_law_count(); k++) {
        const rb_friction_law *law = rb_friction_law_at(k / 2);
        if (law->no_slip) {
            continue;
        }
        rb_friction f = contact_law(law->id, law->shape == RB_PATCH_ELLIPSE ? 0.2 : 1, k % 2 == 0);
        for (int i = 0; i < N * N * N; i++) {
            rb_slip s = contact_slip(sizes[i % N], sizes[i / N % N], sizes[i / N / N], 0.3, -0.4);
            rb_traction t;
            rb_traction_jacobian j;
            rb_friction_eval(&f, &s, &t, &j);
            assert_true(isfinite(t.T_x) && isfinite(t.T_y) && isfinite(t.M));
            if (!law->unbounded) { /* directions: |T| <= 1 except for approximation errors */
                assert_true(fabs(t.T_x) < 1.5 && fabs(t.T_y) < 1.5 && fabs(t.M) < 2);
            }
            for (int n = 0; n < 21; n++) {
                assert_true(isfinite(j.d[n / 7][n % 7]));
            }
        }
        rb_traction rest = contact_eval(&f, contact_slip(0, 0, 0, 0.3, -0.4));
        assert_near(fabs(rest.T_x) + fabs(rest.T_y) + fabs(rest.M), 0, 0);
    }
}

/* At rest there is no traction; a softened law has finite slopes there, a printed one has none. */
static void slopes_at_rest(void **state) {
    (void)state;
    for (int k = 0; k < 2 * rb_friction_law_count(); k++) {
        const rb_friction_law *law = rb_friction_law_at(k / 2);
        bool sharp = k % 2 == 0;
        if (law->no_slip || law->unbounded) {
            continue;
        }
        rb_friction f = contact_law(law->id, law->shape == RB_PATCH_ELLIPSE ? 0.2 : 1, sharp);
        rb_traction t;
        rb_traction_jacobian j;
        rb_friction_eval(&f, &(rb_slip){.d_c = 0.3, .d_s = -0.4}, &t, &j);
        for (int n = 0; sharp && n < 21; n++) {
            assert_true(j.d[n / 7][n % 7] == 0);
        }
        for (int c = 0; !sharp && c < 3; c++) {
            const double h = 1e-9; /* far below any softening, 1e-4 and more: slopes are 0 or 1e4 */
            rb_slip s = contact_slip(c == 0 ? h : 0, c == 1 ? h : 0, c == 2 ? h : 0, 0, 0);
            rb_traction near = contact_eval(&f, s);
            const double answer[3] = {near.T_x, near.T_y, near.M};
            rb_friction_eval(&f, &(rb_slip){0}, &t, &j);
            if (fabs(j.d[c][c] - answer[c] / h) > 1 + 1e-3 * fabs(answer[c] / h)) {
                fail_msg("%s: slope %d at rest: expected %g, got %g", law->id, c, answer[c] / h, j.d[c][c]);
            }
        }
    }
}

/* Softened, no law jumps where sliding changes its direction through u = 0, with any drilling. At 1e-11
   rad/s the change of a continuous law is below 1e-5: slopes are below 1e6 s (Contensou's, softened by
   delta or the drilling, here 1e-7). K11's P1 and tanh jumped by 0.01 and 0.06 at omega = 1e-4. */
static void no_jump_at_no_slip(void **state) {
    (void)state;
    for (int k = 0; k < rb_friction_law_count(); k++) {
        const rb_friction_law *law = rb_friction_law_at(k);
        if (law->no_slip || law->unbounded) {
            continue;
        }
        rb_friction f = contact_law(law->id, law->shape == RB_PATCH_ELLIPSE ? 0.2 : 1, false);
        double worst = 0;
        for (double omega = 1e-7; omega < 20; omega *= 1.7) {
            rb_traction at = contact_eval(&f, contact_slip(0, 0, omega, 0.3, -0.4));
            for (int i = 0; i < 8; i++) {
                double c = 1e-11 * cos(i * RB_PI / 4), s = 1e-11 * sin(i * RB_PI / 4);
                rb_traction t = contact_eval(&f, contact_slip(c, s, omega, 0.3, -0.4));
                worst = fmax(worst, contact_distance(t, at));
            }
        }
        print_message("%-14s jumps by %.1e\n", law->id, worst);
        assert_below(worst, 3e-5);
    }
}

/* As printed, a law does not depend on the unit of time: tiny and huge velocities are scaled. */
static void homogeneous(void **state) {
    (void)state;
    for (int k = 0; k < rb_friction_law_count(); k++) {
        const rb_friction_law *law = rb_friction_law_at(k);
        if (law->no_slip || law->unbounded) {
            continue;
        }
        rb_friction f = contact_law(law->id, 1, true);
        rb_traction t = contact_eval(&f, contact_slip(0.3, -0.2, 0.5, 0.3, -0.4));
        static const double scales[] = {1e-300, 1e-100, 1e-20, 1e20, 1e100, 1e300};
        for (int i = 0; i < 6; i++) {
            double c = scales[i];
            rb_traction r = contact_eval(&f, contact_slip(0.3 * c, -0.2 * c, 0.5 * c, 0.3, -0.4));
            assert_below(contact_distance(r, t), 1e-13);
        }
    }
}

/* ---- the table itself -------------------------------------------------------------------------- */

static void check_params(rb_param_table table, const char *id) {
    assert_true(table.count <= RB_PARAMS_MAX);
    for (int i = 0; i < table.count; i++) {
        const rb_param *row = &table.rows[i];
        rb_error err;
        assert_int_equal(rb_param_check(row, row->def, id, &err), RB_OK);
        assert_int_equal(rb_param_find(table, row->name), i);
        assert_true(row->help[0] != '\0' && row->source[0] != '\0');
        const double bad[] = {NAN, INFINITY, row->min - 1, row->max + 1};
        for (int k = 0; k < 4; k++) {
            assert_int_equal(rb_param_check(row, bad[k], id, &err), RB_ERR_INPUT);
            assert_contains(err.text, row->name);
            assert_contains(err.text, id);
        }
        if (row->flags & RB_PARAM_ABOVE) {
            assert_int_equal(rb_param_check(row, row->min, id, &err), RB_ERR_INPUT);
        }
    }
}

static void check_sets(const rb_param_set *sets, rb_param_table table, const char *id) {
    for (const rb_param_set *s = sets; s != NULL && s->name != NULL; s++) {
        for (int i = 0; i < table.count; i++) {
            rb_error err;
            assert_int_equal(rb_param_check(&table.rows[i], s->values[i], id, &err), RB_OK);
        }
    }
}

/* docs/laws.md names every law. */
static void check_docs(const char *id) {
    static char text[65536];
    if (text[0] == '\0') {
        FILE *file = fopen(RB_TEST_DOCS "/laws.md", "r");
        assert_non_null(file);
        size_t length = fread(text, 1, sizeof text - 1, file);
        assert_true(length > 0 && length < sizeof text - 1);
        fclose(file);
    }
    char name[64];
    snprintf(name, sizeof name, "`%s`", id);
    if (strstr(text, name) == NULL) {
        fail_msg("docs/laws.md: no %s", name);
    }
}

static void rows(void **state) {
    (void)state;
    assert_null(rb_friction_law_find("k15-a3"));
    for (int i = 0; i < rb_friction_law_count(); i++) {
        const rb_friction_law *law = rb_friction_law_at(i);
        assert_ptr_equal(rb_friction_law_find(law->id), law); /* ids are unique */
        assert_true(law->no_slip == (law->evaluate == NULL));
        check_params(law->params, law->id);
        check_sets(law->sets, law->params, law->id);
        check_docs(law->id);
    }
    rb_error err; /* m = 0 is refused with field and range */
    rb_param_table a1 = rb_friction_law_find("k15-a1")->params;
    int m = rb_param_find(a1, "m_T");
    assert_int_equal(rb_param_check(&a1.rows[m], 0, "k15-a1", &err), RB_ERR_INPUT);
    assert_string_equal(err.text, "k15-a1: m_T: expected 0 < m_T <= 20, got 0");
}

/* The flag for coupling with rolling is right in both directions. */
static void coupling(void **state) {
    (void)state;
    for (int i = 0; i < rb_friction_law_count(); i++) {
        const rb_friction_law *law = rb_friction_law_at(i);
        if (law->no_slip) {
            continue;
        }
        rb_friction f = contact_law(law->id, 1, true);
        rb_traction plain = contact_eval(&f, contact_slip(0.3, -0.2, 0.5, 0, 0));
        rb_traction rolled = contact_eval(&f, contact_slip(0.3, -0.2, 0.5, 0.3, -0.4));
        assert_true((contact_distance(plain, rolled) > 1e-3) == law->couples_rolling);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows),
        cmocka_unit_test(coupling),
        cmocka_unit_test(derivatives),
        cmocka_unit_test(potentials),
        cmocka_unit_test(extremes),
        cmocka_unit_test(slopes_at_rest),
        cmocka_unit_test(no_jump_at_no_slip),
        cmocka_unit_test(homogeneous),
        cmocka_unit_test(every_row),
        cmocka_unit_test(energy_input_near_rest),
    };
    return cmocka_run_group_tests_name("contact: every law", tests, NULL, NULL);
}
