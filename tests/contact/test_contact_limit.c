/* Limit curves: which laws have one, its points, and the forces within it. */
#include "contact/limit_curve_inline.h"

#include "contact_inline.h"

enum { DIRECTIONS = 720 };

static const struct {
    const char *id, *reason;
} refused[] = {
    {"k15-a0", "does not go around"},  {"k15-e0", "does not go around"},
    {"coulomb", "does not go around"}, {"viscous", "grows with the velocity"},
    {"none", "holds nothing"},         {"no-slip", "a constraint"},
};

static const char *why_refused(const char *id) {
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        if (strcmp(refused[i].id, id) == 0) {
            return refused[i].reason;
        }
    }
    return NULL;
}

static rb_friction limit_law(const rb_friction_law *law, rb_patch patch) {
    rb_friction f;
    rb_limit_friction(&f, law, NULL, patch);
    return f;
}

/* Every law of the table either has a curve or is rejected with the reason. */
static void every_law_is_known(void **state) {
    (void)state;
    int without = 0;
    for (int i = 0; i < rb_friction_law_count(); i++) {
        const rb_friction_law *law = rb_friction_law_at(i);
        rb_error err = {""};
        const char *reason = why_refused(law->id);
        rb_status status = rb_limit_curve_check(law, NULL, (rb_patch){1, 1}, &err);
        assert_int_equal(status, reason == NULL ? RB_OK : RB_ERR_INPUT);
        if (reason != NULL) {
            assert_contains(err.text, law->id);
            assert_contains(err.text, reason);
            without++;
        }
    }
    assert_int_equal(without, sizeof refused / sizeof refused[0]);
}

/* ---- laws registered by a program -------------------------------------------------------- */

typedef enum { SOUND, ACROSS, BY_SPEED, HUGE_FORCE, OPEN, FAULTS } fault;
static fault wrong;

/* A circle, T_x = cos, M = sin of the direction of slip, with one defect. */
static void faulty(const rb_friction *f, const rb_slip *slip, rb_traction *out, rb_traction_jacobian *jac) {
    (void)f;
    (void)jac;
    double angle = atan2(slip->omega, slip->u_x), speed = hypot(slip->omega, slip->u_x);
    double size = wrong == HUGE_FORCE ? 1e7 : wrong == BY_SPEED ? 1 + tanh(speed) : 1;
    angle *= wrong == OPEN ? 0.9 : 1;
    *out = (rb_traction){.T_x = size * cos(angle), .M = size * sin(angle)};
    out->T_y = wrong == ACROSS ? 0.1 : 0;
}

static void problems_are_named(void **state) {
    (void)state;
    static const char *const reasons[FAULTS] = {[ACROSS] = "it pushes across the motion",
                                                [BY_SPEED] = "it depends on more than the direction of slip",
                                                [HUGE_FORCE] = "it is not bounded",
                                                [OPEN] = "the curve is not closed about the origin"};
    rb_friction_law law = {.id = "own", .name = "own", .evaluate = faulty, .any_patch = true};
    for (wrong = SOUND; wrong < FAULTS; wrong++) {
        rb_error err = {""};
        rb_status status = rb_limit_curve_check(&law, NULL, (rb_patch){1, 1}, &err);
        assert_int_equal(status, wrong == SOUND ? RB_OK : RB_ERR_INPUT);
        if (wrong != SOUND) {
            assert_contains(err.text, "own: has no limit curve to stick within");
            assert_contains(err.text, reasons[wrong]);
        }
    }
    wrong = SOUND;
    rb_error err = {""};
    assert_int_equal(rb_limit_curve_check(&law, NULL, (rb_patch){1, 2}, &err), RB_ERR_INPUT);
    assert_contains(err.text, "b: expected 0 < b <= 1, got 2");
    assert_int_equal(rb_limit_curve_check(&law, NULL, (rb_patch){1, 0}, &err), RB_ERR_INPUT);
    assert_contains(err.text, "b: expected 0 < b <= 1, got 0");
    assert_int_equal(rb_limit_curve_check(&law, NULL, (rb_patch){0, 1}, &err), RB_ERR_INPUT);
    assert_contains(err.text, "a: expected a > 0, got 0");
    law.evaluate = NULL;
    assert_int_equal(rb_limit_curve_check(&law, NULL, (rb_patch){1, 1}, &err), RB_ERR_INPUT);
    assert_contains(err.text, "a constraint transmits any force");
}

/* ---- thresholds ------------------------------------------------------------------------------- */

/* A slightly deformed circle, in one of several ways. */
typedef enum { TO_SIDE, FAST_T, SLOW_T, FAST_M, SLOW_M, TURN, SIZE, SPIKE, WAYS } way_off;
static struct {
    way_off way;
    double by, where;
} off;

static void off_a_little(const rb_friction *f, const rb_slip *slip, rb_traction *out,
                         rb_traction_jacobian *jac) {
    (void)f;
    (void)jac;
    double angle = atan2(slip->omega, slip->u_x), speed = hypot(slip->omega, slip->u_x);
    bool fast = speed > 30, slow = speed < 0.03;
    double away = fabs(angle - off.where);
    angle *= off.way == TURN ? 1 + off.by / acos(-1) : 1;
    double size = off.way == SIZE ? off.by : 1;
    *out = (rb_traction){.T_x = size * cos(angle), .M = size * sin(angle)};
    out->T_y = off.way == TO_SIDE || (off.way == SPIKE && away < 1e-6) ? off.by : 0;
    out->T_x += (fast && off.way == FAST_T) || (slow && off.way == SLOW_T) ? off.by : 0;
    out->M -= (fast && off.way == FAST_M) || (slow && off.way == SLOW_M) ? off.by : 0;
}

static bool is_refused(way_off way, double by, double where) {
    rb_friction_law law = {.id = "own", .name = "own", .evaluate = off_a_little, .any_patch = true};
    off.way = way;
    off.by = by;
    off.where = where;
    return rb_limit_curve_check(&law, NULL, (rb_patch){1, 1}, NULL) != RB_OK;
}

/* Limits from both sides: 1e-9 across, at speeds a thousand times larger and smaller, of the turn; 1e6 in
   total, which is cos + sin of an eighth of a turn, one of the 48 sampled directions. */
static void limits_of_accepted_curves(void **state) {
    (void)state;
    for (way_off way = TO_SIDE; way <= TURN; way++) {
        assert_false(is_refused(way, 0.97e-9, 0));
        assert_true(is_refused(way, 1.03e-9, 0));
        assert_false(is_refused(way, -0.97e-9, 0));
        assert_true(is_refused(way, -1.03e-9, 0));
    }
    assert_false(is_refused(SIZE, 0.98e6 / sqrt(2), 0));
    assert_true(is_refused(SIZE, 1.02e6 / sqrt(2), 0));
    for (int i = 1; i <= 96; i++) { /* u = 1 - p, omega = p or 2 - p */
        double p = i / 48.0, angle = atan2(p <= 1 ? p : 2 - p, 1 - p);
        assert_int_equal(is_refused(SPIKE, 1, angle), i % 2 == 0);
    }
}

/* ---- the search ------------------------------------------------------------------------------- */

static int evaluations;
static double flat;

static void counted(const rb_friction *f, const rb_slip *slip, rb_traction *out, rb_traction_jacobian *jac) {
    (void)f;
    (void)jac;
    evaluations++;
    double size = sqrt(slip->u_x * slip->u_x + slip->omega * slip->omega);
    *out = (rb_traction){.T_x = slip->u_x / size, .M = flat * slip->omega / size};
}

/* Tangent of half the angle: rays over a half turn, the same bits everywhere. */
static double tan_of(int i) {
    return i <= 90 ? (i + 0.3) / 91 : 91 / (180.7 - i);
}

/* For an ellipse the result is known, and a search should be short. The counts are those of regula falsi
   with Illinois' halving and occasional bisections for 181 rays: the same on every machine. */
static void searches_are_short(void **state) {
    (void)state;
    static const struct {
        double flat;
        int count;
    } rows[] = {{1, 3979}, {0.1, 3645}, {1e-3, 3629}, {30, 3942}};
    for (int k = 0; k < 4; k++) {
        rb_friction_law law = {.id = "own", .name = "own", .evaluate = counted, .any_patch = true};
        rb_friction f = limit_law(&law, (rb_patch){1, 1});
        flat = rows[k].flat;
        evaluations = 0;
        for (int i = 0; i <= 180; i++) {
            double p = tan_of(i), c = (1 - p * p) / (1 + p * p), s = 2 * p / (1 + p * p);
            rb_limit_ray ray = rb_limit_find(&f, 0.8 * c, 0.8 * flat * s);
            assert_near(ray.xi, 0.8, 1e-13);
            assert_near(ray.c, c, 1e-13);
            assert_near(ray.s, s, 1e-13);
        }
        assert_int_equal(evaluations, rows[k].count);
    }
}

/* A force alone, in either direction, or a torque alone: the direction is along an axis, without a
   search. */
static void along_the_axes(void **state) {
    (void)state;
    static const char *const ids[] = {"k12-i", "exact-uniform", "exact-circle", "k11-p2"};
    for (int i = 0; i < 4; i++) {
        rb_friction f = limit_law(rb_friction_law_find(ids[i]), (rb_patch){1, 1});
        double T, M;
        rb_limit_at(&f, 1, 0, &T, &M);
        for (int way = -1; way <= 1; way += 2) {
            rb_limit_ray ray = rb_limit_find(&f, 0.7 * way * T, 0);
            assert_near(ray.xi, 0.7, 1e-13);
            assert_near(ray.c, way, 1e-13);
            assert_near(ray.s, 0, 1e-13);
        }
        rb_limit_at(&f, 0, 1, &T, &M);
        for (int way = -1; way <= 1; way += 2) {
            rb_limit_ray ray = rb_limit_find(&f, 0, 0.7 * way * M);
            assert_near(ray.xi, 0.7, 1e-13);
            assert_near(ray.c, 0, 1e-13);
            assert_near(ray.s, way, 1e-13);
        }
    }
}

/* On the curve, inside and outside, in every direction and for other patch sizes: xi and the direction are
   recovered. The solutions are roots to rounding, 1e-13 with some margin; on a patch of 1 m ak18, which
   has lengths of millimetres, turns within 0.5 degrees and loses four digits. */
static void factor_and_direction(void **state) {
    (void)state;
    const double sizes[] = {1, 1e-3}, factors[] = {0.3, 1, 2.5};
    for (int i = 0; i < rb_friction_law_count(); i++) {
        const rb_friction_law *law = rb_friction_law_at(i);
        if (why_refused(law->id) != NULL) {
            continue;
        }
        double allowed = strcmp(law->id, "ak18") == 0 ? 1e-10 : 1e-13;
        for (int k = 0; k < 2 * DIRECTIONS; k++) {
            rb_friction f = limit_law(law, (rb_patch){sizes[k % 2], 1});
            double angle = 2 * RB_PI * (k + 0.25) / (2 * DIRECTIONS), T, M;
            double v = f.patch.a * cos(angle), omega = sin(angle), size = hypot(v, omega);
            double xi = factors[k % 3];
            rb_limit_at(&f, v, omega, &T, &M);
            rb_limit_ray ray = rb_limit_find(&f, xi * T, xi * M);
            assert_near(ray.xi, xi, allowed * xi);
            assert_near(ray.c, v / size, 1e-12);
            assert_near(ray.s, omega / size, 1e-12);
        }
    }
}

/* Laws I and I' as in K12, (39) and what follows from I'. */
static void closed_forms(void **state) {
    (void)state;
    rb_test_rng rng = rb_test_seeded(14);
    const rb_patch unit = {1, 1};
    rb_friction i = limit_law(rb_friction_law_find("k12-i"), unit);
    rb_friction prime = limit_law(rb_friction_law_find("k12-iprime"), unit);
    for (int k = 0; k < 1000; k++) {
        double T = rb_test_real(&rng, -2, 2), M = rb_test_real(&rng, -2, 2);
        double xi = sqrt(T * T + 9 * M * M / 4);
        rb_limit_ray ray = rb_limit_find(&i, T, M);
        assert_near(ray.xi, xi, 1e-15 * xi); /* rounding of four operations */
        assert_near(ray.c, T / xi, 1e-15);
        assert_near(ray.s, 1.5 * M / xi, 1e-15);
        ray = rb_limit_find(&prime, T, M);
        assert_near(ray.xi, xi, 1e-15 * xi);
        assert_near(atan2(ray.s, ray.c), atan2(2.25 * M, T), 1e-15);
        /* rates and forces agree with the law's own function */
        double own_T, own_M;
        rb_limit_at(&prime, T, M, &own_T, &own_M);
        rb_traction t = contact_eval(&prime, contact_slip(T, 0, M, 0, 0));
        assert_near(own_T, t.T_x, 1e-15);
        assert_near(own_M, t.M, 1e-15);
    }
}

/* For a law that derives from a dissipation function the slip is normal to its limit curve: T' c + M' s =
   0 along it. Differences of 1e-5 rad have an error of 1e-10. Law I does not satisfy this (K12: only I'
   does). */
static void normality(void **state) {
    (void)state;
    static const char *const normal[] = {"exact-uniform", "exact-circle", "k12-iprime"};
    double worst = 0;
    for (size_t n = 0; n < sizeof normal / sizeof normal[0] + 1; n++) {
        bool law_i = n == sizeof normal / sizeof normal[0];
        rb_friction f = limit_law(rb_friction_law_find(law_i ? "k12-i" : normal[n]), (rb_patch){1, 1});
        for (int k = 0; k < 100; k++) {
            double angle = 2 * RB_PI * (k + 0.3) / 100, h = 1e-5, T[2], M[2];
            for (int side = 0; side < 2; side++) {
                double at = angle + (side == 0 ? -h : h);
                rb_limit_at(&f, cos(at), sin(at), &T[side], &M[side]);
            }
            double across = ((T[1] - T[0]) * cos(angle) + (M[1] - M[0]) * sin(angle)) / (2 * h);
            if (law_i) {
                worst = fmax(worst, fabs(across));
            } else {
                assert_near(across, 0, 1e-8);
            }
        }
    }
    assert_true(worst > 0.1);
}

static void zero_force_is_inside(void **state) {
    (void)state;
    static const char *const ids[] = {"k12-i", "exact-uniform"};
    for (int i = 0; i < 2; i++) {
        rb_friction f = limit_law(rb_friction_law_find(ids[i]), (rb_patch){1, 1});
        rb_limit_ray ray = rb_limit_find(&f, 0, 0);
        assert_near(ray.xi, 0, 0);
        assert_near(hypot(ray.c, ray.s), 1, 1e-15);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(problems_are_named),   cmocka_unit_test(along_the_axes),
        cmocka_unit_test(every_law_is_known),   cmocka_unit_test(factor_and_direction),
        cmocka_unit_test(closed_forms),         cmocka_unit_test(normality),
        cmocka_unit_test(zero_force_is_inside), cmocka_unit_test(limits_of_accepted_curves),
        cmocka_unit_test(searches_are_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
