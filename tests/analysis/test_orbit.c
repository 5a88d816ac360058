/* Periodic orbits against exact ones: x' = s x (1 - r^2) - w y, y' = s y (1 - r^2) + w x has the orbit r = 1
   with the period 2 pi/w and the multiplier exp(-4 pi s/w); and the disk's against an independent program. */
#include <math.h>

#include "analysis/orbit.h"
#include "equations_inline.h"
#include "math/pi.h"
#include "support.h"

#define OMEGA 4.0
static double attraction; /* s: 1 stable, -1 unstable */

static void rhs(const void *model, const double *y, double *dydt) {
    (void)model;
    double pull = attraction * (1 - y[0] * y[0] - y[1] * y[1]);
    dydt[0] = pull * y[0] - OMEGA * y[1];
    dydt[1] = pull * y[1] + OMEGA * y[0];
}

/* The solver works at rtol = 1e-10; M has the tolerance 1e-11 per part: 1e-7 of the multiplier is ample. The
   unstable orbit is found from a start 1e-4 off, from which the motion itself leaves. */
static void circles(void **state) {
    (void)state;
    for (int sign = -1; sign <= 1; sign += 2) {
        rb_scene scene = rb_test_scene("disk-k12", "method=auto", "rtol=1e-10", "x=0.9999", "v_slip=0", NULL);
        rb_error err = {""};
        rb_orbit o;
        rb_orbit_request request = {.points = 2, .period = 1};
        scene.body = rb_body_kind_find("circle");
        attraction = sign;
        assert_int_equal(rb_section_read(scene.body, "x_dot=0.5+", &request.section, &err), RB_OK);
        if (rb_orbit_find(&scene, &request, &o, &err) != RB_OK) {
            fail_msg("%s", err.text);
        }
        double exact = exp(-4 * RB_PI * sign / OMEGA);
        int own = sign > 0 ? 0 : 1;
        assert_int_equal(o.count, 2);
        assert_true(o.iterations > 1);
        assert_near(o.period_time, 2 * RB_PI / OMEGA, 1e-8);
        assert_near(o.re[own], 1, 1e-7);
        assert_near(o.re[1 - own], exact, 1e-7 * fmax(1, exact));
        assert_near(o.im[0], 0, 1e-7);
        assert_int_equal(o.stable, sign > 0);
    }
}

/* Periods of the disk, from an independent program (tests/bodies/test_disk_orbits.c). After each stick phase
   only x and phi are left of the state, of which one is the motion's own: two multipliers are 0. The
   remaining one is the factor by which successive points of the map approach the orbit. */
static void stick_and_slip(void **state) {
    (void)state;
    static rb_map_point points[40];
    rb_scene scene = rb_test_scene("disk-k12", NULL);
    rb_error err = {""};
    rb_orbit o;
    rb_orbit_request request = {.transient = 150, .points = 100};
    assert_int_equal(rb_section_read(scene.body, NULL, &request.section, &err), RB_OK);
    assert_int_equal(rb_orbit_find(&scene, &request, &o, &err), RB_OK);
    assert_int_equal(o.period, 1);
    assert_int_equal(o.count, 4);
    assert_near(o.period_time, 131.128856388, 1e-8);
    assert_near(o.re[0], 1, 1e-5);
    assert_near(o.re[2], 0, 1e-6);
    assert_near(o.re[3], 0, 1e-6);
    assert_true(o.stable);
    if (RB_SHORT) {
        return; /* strobe() makes a map */
    }
    rb_map_request map = {.section = request.section, .transient = 10, .points = 40, .patience = 1000};
    rb_map_result found;
    assert_int_equal(rb_poincare(&scene, &map, points, &found, &err), RB_OK);
    assert_int_equal(found.found, 40);
    double ratio = (points[38].at[1] - points[37].at[1]) / (points[37].at[1] - points[36].at[1]);
    assert_near(o.re[1], ratio, 1e-3);
}

/* A forced disk, and a motion that does not repeat. */
static void rejected(void **state) {
    (void)state;
    rb_scene forced = rb_test_scene("disk-forced", NULL), chaos = rb_test_scene("disk-k12", "mu0=24", NULL);
    rb_error err = {""};
    rb_orbit o;
    rb_orbit_request request = {.transient = 150, .points = 100};
    assert_int_equal(rb_section_read(forced.body, NULL, &request.section, &err), RB_OK);
    assert_int_equal(rb_orbit_find(&forced, &request, &o, &err), RB_ERR_INPUT);
    assert_contains(err.text, "no force drives");
    request.points = 3;
    request.transient = 0;
    assert_int_equal(rb_orbit_find(&chaos, &request, &o, &err), RB_ERR_INPUT);
    assert_contains(err.text, "do not repeat");
}

/* Stroboscopic points of the forced disk: its orbit takes 8 periods of the force (an independent program,
   tests/bodies/test_disk_orbits.c), so 8 points repeat, at multiples of the period. A shaken stone is sampled
   once in each period of its table; a motion without a drive is refused. */
static void strobe(void **state) {
    (void)state;
    static rb_map_point points[64];
    rb_scene disk = rb_test_scene("disk-forced", NULL), stone = rb_test_scene("shaken-spin", NULL);
    rb_scene still = rb_test_scene("k11-fig5", NULL);
    rb_error err = {""};
    rb_map_result found;
    rb_map_request map = {.transient = 400, .points = 64, .patience = 1000};
    assert_int_equal(rb_section_read(disk.body, "drive", &map.section, &err), RB_OK);
    assert_int_equal(rb_poincare(&disk, &map, points, &found, &err), RB_OK);
    assert_int_equal(found.found, 64);
    assert_int_equal(found.period, 8);
    assert_near(points[0].t, 400 * 2 * RB_PI / 0.0958, 1e-9 * points[0].t);
    assert_near(found.period_time, 8 * 2 * RB_PI / 0.0958, 1e-8);
    map.transient = 3;
    map.points = 2;
    assert_int_equal(rb_poincare(&stone, &map, points, &found, &err), RB_OK);
    assert_int_equal(found.found, 2);
    assert_near(points[1].t, 4 / stone.values[RB_SECTION_BASE][RB_BASE_FREQUENCY], 1e-12);
    assert_int_equal(rb_poincare(&still, &map, points, &found, &err), RB_ERR_INPUT);
    assert_contains(err.text, "drive");
}

int main(void) {
    const rb_body_ops ops = rb_test_equations(2, rhs);
    rb_test_equations_register("circle", &ops);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(circles),
        cmocka_unit_test(stick_and_slip),
        cmocka_unit_test(rejected),
        cmocka_unit_test(strobe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
