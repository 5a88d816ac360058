/* Celts with two ends (body.ends), each of which may touch a compliant floor: support forces, stiffness, the
   fall from one end onto both, clapping, refusals. The references are closed forms of statics and of energy.
 */
#include <math.h>

#include "bodies/rigid_body.h"
#include "math/vec.h"
#include "sim/model_build.h"
#include "support.h"

#define G 9.81
#define M 0.05
#define LENGTH 0.08
#define B2 6e-5
#define A1 0.02
#define A3 0.01
#define K3 0.004

/* A bar on two ends without friction and damping, its mass centre below the centres of the ends. */
static rb_scene bar(const char *change, const char *another) {
    return rb_test_scene("bent-stone", "m=0.05", "B1=3e-6", "B2=6e-5", "B3=6.2e-5", "k3=0.004", "ends=0.08",
                         "friction=none", "rolling=none", "mu=0", "size=constant", "chi=0", "E_star=1e8",
                         "omega3=0", "phi=0", change, another, NULL);
}

/* The times at which contact `which` closes; returns how many there are. */
static int touches(const rb_summary *s, int which, double *first) {
    int count = 0;
    *first = NAN;
    for (int i = 0; i < s->event_count; i++) {
        if (s->events[i].kind == RB_EVENT_TOUCH && s->events[i].which == which) {
            *first = count++ == 0 ? s->events[i].t : *first;
        }
    }
    return count;
}

/* A beam on two supports, its mass centre 10 mm from the middle: m g (l/2 -+ 0.01)/l. The ends give way
   differently, by 2e-6 m; the stone inclines by 3e-5, which moves the contacts by 1e-6 m, 3e-5 of their
   distance to the mass centre. The rest of the tolerance is bouncing that is not over. */
static void reactions_of_a_beam(void **state) {
    (void)state;
    rb_scene scene = bar("k1=-0.01", "chi=50");
    rb_run_result result = rb_test_run(&scene, 3, NULL);
    const rb_contact_state *c = result.last.contact;
    assert_int_equal(result.last.contact_count, 2);
    assert_near(c[0].N, M * G * (LENGTH / 2 + 0.01) / LENGTH, 2e-4 * M * G);
    assert_near(c[1].N, M * G * (LENGTH / 2 - 0.01) / LENGTH, 2e-4 * M * G);
    /* Hertz: N is proportional to the penetration to the power 3/2; of curvatures that differ by 1e-4 */
    assert_near(c[0].gap / c[1].gap, pow(c[0].N / c[1].N, 2.0 / 3), 1e-3);
    const rb_signal *N_2 = rb_signal_at(rb_signal_find("N_2")),
                    *gap_2 = rb_signal_at(rb_signal_find("gap_2"));
    assert_true(rb_signal_value(N_2, &result.last) == c[1].N &&
                rb_signal_value(gap_2, &result.last) == c[1].gap);
}

/* On two springs of stiffness c = dN/ddelta = 3 N/(2 delta), the linearised equations are
       m dz'' = -2 c dz,    B2 phi'' = -(2 c (l/2)^2 + m g (R - H)) phi
   with the radius R = a1^2/a3 and the height H of the mass centre. The curvatures change with the angle only
   in second order. */
static void two_springs(void **state) {
    (void)state;
    rb_scene scene = bar(NULL, NULL);
    rb_model model;
    rb_model_build(&scene, &model);
    double low = A3 - K3 - 1e-4, high = A3 - K3, y[RB_ODE_MAX], f[RB_ODE_MAX];
    for (int i = 0; i < 100; i++) { /* where both carry the weight */
        rb_rigid_body_turn(&model, (rb_quat){1, 0, 0, 0}, rb_v3(0, 0, 0), y);
        y[RB_Y_R + 2] = (low + high) / 2;
        rb_rigid_body_rhs(&model, y, f);
        *(f[RB_Y_V + 2] > 0 ? &low : &high) = y[RB_Y_R + 2];
    }
    assert_near(f[RB_Y_N], M * G / 2, 1e-9 * M * G);
    assert_near(f[RB_Y_N + 1], M * G / 2, 1e-9 * M * G);
    double J[RB_Y_COUNT * RB_Y_COUNT], c = 1.5 * f[RB_Y_N] / -f[RB_Y_GAP];
    rb_rigid_body_jacobian(&model, y, J);
    double bounce = -2 * c / M, half = LENGTH / 2;
    double rock = -(2 * c * half * half + M * G * (A1 * A1 / A3 - (A3 - K3))) / B2;
    assert_near(J[(RB_Y_V + 2) * RB_Y_COUNT + RB_Y_R + 2], bounce, 1e-9 * fabs(bounce));
    /* q_y = phi/2; the penetration shortens the arms by delta/R, 1e-4 */
    assert_near(J[(RB_Y_OMEGA + 1) * RB_Y_COUNT + RB_Y_Q + 2] / 2, rock, 1e-6 * fabs(rock));
}

/* Height of the mass centre of the bar, and its derivative by phi, while the front end is on the floor. */
static double height(double phi, double *slope) {
    double n1 = -sin(phi), n3 = cos(phi);
    double s = sqrt(A1 * A1 * n1 * n1 + A3 * A3 * n3 * n3);
    double z = s - LENGTH / 2 * n1 - K3 * n3;
    *slope = (A1 * A1 - A3 * A3) * n1 * -n3 / s + LENGTH / 2 * n3 - K3 * n1;
    return z;
}

/* Without friction the mass centre falls vertically, and energy gives the time until the other end touches:
   B2 phi'^2/2 + m z'^2/2 = m g (z(phi0) - z(phi)). The contact in front
   gives way by 1e-7 m; the other end falls 4 mm. */
static void falls_onto_the_other_end(void **state) {
    (void)state;
    enum { PARTS = 4000 };
    double phi0 = 0.05, expected = 0, slope, top = height(phi0, &slope);
    for (int i = 0; i < PARTS; i++) { /* phi = phi0 (1 - u^2): the integrand is smooth */
        double u = (i + 0.5) / PARTS, phi = phi0 * (1 - u * u), fall = top - height(phi, &slope);
        expected += sqrt((B2 + M * slope * slope) / (2 * M * G * fall)) * 2 * phi0 * u / PARTS;
    }
    rb_scene scene = bar("phi=0.05", "E_star=1e11");
    double first;
    rb_summary s = rb_test_summary(&scene, 0.03);
    assert_true(touches(&s, 1, &first) > 0);
    assert_near(first, expected, 1e-3 * expected);
}

/* The bent stone of the scene claps: both ends close and open again, the balance closes, no energy is gained,
   and the methods agree on the first clap. */
static void claps(void **state) {
    (void)state;
    static const char *const methods[] = {"method=auto", "method=rodas", "method=dp5"};
    double first[3];
    for (int i = 0; i < 3; i++) {
        rb_scene scene = rb_test_scene("bent-stone", methods[i], "step=5e-6", "rtol=1e-7", NULL);
        rb_summary s = rb_test_summary(&scene, 0.2);
        double front;
        assert_true(touches(&s, 0, &front) >= 3 && touches(&s, 1, &first[i]) >= 3);
        assert_below(s.energy_balance_error, i < 2 ? 1e-6 : 1e-3);
        assert_true(s.E_final < s.E_initial);
    }
    assert_near(first[1], first[0], 1e-6);
    assert_near(first[2], first[0], 1e-6);
}

static void refused(rb_scene scene, const char *change, const char *message) {
    rb_error err = {""};
    rb_status status = rb_scene_assign(&scene, change, &err);
    status = status == RB_OK ? rb_scene_check(&scene, "scene", &err) : status;
    assert_true(status != RB_OK);
    if (strstr(err.text, message) == NULL) {
        fail_msg("expected \"%s\", got \"%s\"", message, err.text);
    }
}

static void refusals(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("bent-stone", NULL);
    refused(scene, "normal=rigid", "body: ends: expected 0 with the normal law rigid");
    refused(scene, "friction=no-slip", "(expected body.ends = 0)");
    refused(scene, "k1=0.06", "expected the mass centre inside");
    refused(scene, "k3=-0.0101", "expected the mass centre inside");
    refused(scene, "ends=-0.01", "ends");
    scene = rb_test_scene("bent-stone", "surface=superellipsoid", "k1=0.055", NULL);
    rb_error err = {""};
    assert_int_equal(rb_scene_check(&scene, "scene", &err), RB_OK); /* within the end in front */
    refused(scene, "k1=0.065", "expected the mass centre inside");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reactions_of_a_beam),
        cmocka_unit_test(two_springs),
        cmocka_unit_test(falls_onto_the_other_end),
        cmocka_unit_test(claps),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests_name("two_ends", tests, NULL, NULL);
}
