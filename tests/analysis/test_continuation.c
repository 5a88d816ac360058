/* Branches of periodic orbits against exact ones: motions around the circle r = 1 at OMEGA, with normal forms
   of bifurcations at a = 0 across it; and the edges of windows of the disk (K12). */
#include <math.h>
#include <string.h>

#include "analysis/continuation.h"
#include "equations_inline.h"
#include "map_inline.h"
#include "math/pi.h"
#include "support.h"

#define OMEGA 4.0
#define TURN 1.3 /* of the pair of the torus, rad/s */
static rb_branch_kind form;

/* n is the distance from the circle, (r - 1, z). Fold: r' = r (a - (r^2 - 1)^2). Flip: in axes that turn by
   half of the angle, u' = a u - u^3, v' = -v. Torus: n' = (a - n^2) n, turned by TURN. */
static void rhs(const void *context, const double *y, double *dydt) {
    const rb_model *model = context;
    double a = model->own[RB_DISK_K12], r = hypot(y[0], y[1]), n[2] = {r - 1, y[2]}, d[2];
    if (form == RB_BRANCH_FOLD) {
        d[0] = r * (a - (r * r - 1) * (r * r - 1));
        d[1] = -y[2];
    } else if (form == RB_BRANCH_FLIP) {
        double half = atan2(y[1], y[0]) / 2, c = cos(half), s = sin(half);
        double u = n[0] * c + n[1] * s, v = n[1] * c - n[0] * s;
        double du = a * u - u * u * u - OMEGA / 2 * v, dv = -v + OMEGA / 2 * u;
        d[0] = du * c - dv * s;
        d[1] = du * s + dv * c;
    } else {
        double pull = a - n[0] * n[0] - n[1] * n[1];
        d[0] = pull * n[0] - TURN * n[1];
        d[1] = pull * n[1] + TURN * n[0];
    }
    dydt[0] = d[0] * y[0] / r - OMEGA * y[1];
    dydt[1] = d[0] * y[1] / r + OMEGA * y[0];
    dydt[2] = d[1];
}

static rb_continuation follow(rb_scene *scene, const char *section, rb_continuation_request q,
                              const char *name) {
    rb_error err = {""};
    rb_continuation c;
    assert_int_equal(rb_gradient_by_find(&q.by, scene, "--along", name, &err), RB_OK);
    assert_int_equal(rb_section_read(scene->body, section, &q.orbit.section, &err), RB_OK);
    if (rb_continuation_run(scene, &q, &c, &err) != RB_OK) {
        fail_msg("%s", err.text);
    }
    return c;
}

static rb_continuation follow_form(rb_branch_kind kind, double x, double from, double to, int doublings) {
    char at[64];
    snprintf(at, sizeof at, "x=%.17g", x);
    rb_scene scene = rb_test_scene("disk-k12", "method=auto", "rtol=1e-12", at, "v_slip=0", NULL);
    scene.body = rb_body_kind_find("band");
    scene.values[RB_SECTION_BODY][RB_DISK_K12] = from;
    form = kind;
    return follow(&scene, "x_dot=0.5+",
                  (rb_continuation_request){
                      .orbit = {.points = 2, .period = 1}, .from = from, .to = to, .doublings = doublings},
                  "k12");
}

/* The only special point of a branch; fails if there are others. */
static const rb_branch_point *only(const rb_continuation *c, int branch) {
    const rb_branch_point *found = NULL;
    for (int i = 0; i < c->count; i++) {
        if (c->points[i].branch == branch && c->points[i].kind != RB_BRANCH_REGULAR) {
            print_message("%s at %.12g (%s)\n", rb_branch_kind_name(c->points[i].kind), c->points[i].value,
                          c->points[i].event != NULL ? c->points[i].event : "");
            assert_null(found);
            found = &c->points[i];
        }
    }
    return found;
}

/* The multiplier of largest modulus except the motion's own. */
static double largest(const rb_orbit *o) {
    return fabs(o->re[0] - 1) < 1e-6 ? o->re[1] : o->re[0];
}

/* r^2 = 1 + sqrt(a) is stable, 1 - sqrt(a) unstable; they meet at a = 0. The multiplier is
   exp(-8 pi r^2 (r^2 - 1)/OMEGA). */
static void fold(void **state) {
    (void)state;
    rb_continuation c = follow_form(RB_BRANCH_FOLD, sqrt(1 + sqrt(0.04)), 0.04, -0.1, 0);
    const rb_branch_point *p = only(&c, 0), *last = &c.points[c.count - 1];
    assert_non_null(p);
    assert_int_equal(p->kind, RB_BRANCH_FOLD);
    assert_near(p->value, 0, 1e-8);
    assert_near(last->value, 0.04, 1e-9);
    assert_true(last->ends && !last->orbit.stable && c.points[0].orbit.stable);
    assert_near(largest(&last->orbit), exp(8 * RB_PI * 0.8 * 0.2 / OMEGA), 1e-5);
    rb_continuation_free(&c);
}

/* The multiplier is -exp(2 pi a/OMEGA); from a = 0 on there are u = +-sqrt(a), one orbit of twice the period,
   with the multiplier exp(-8 pi a/OMEGA). */
static void flip(void **state) {
    (void)state;
    rb_continuation c = follow_form(RB_BRANCH_FLIP, 1, -0.1, 0.1, 1);
    const rb_branch_point *p = only(&c, 0), *last = &c.points[c.count - 1];
    assert_non_null(p);
    assert_int_equal(p->kind, RB_BRANCH_FLIP);
    assert_near(p->value, 0, 1e-8);
    assert_null(only(&c, 1));
    assert_int_equal(last->branch, 1);
    assert_int_equal(last->orbit.period, 2);
    assert_near(last->value, 0.1, 1e-9);
    assert_near(last->orbit.period_time, 4 * RB_PI / OMEGA, 1e-8);
    assert_near(largest(&last->orbit), exp(-8 * RB_PI * 0.1 / OMEGA), 1e-6);
    assert_true(last->orbit.stable);
    rb_continuation_free(&c);
}

/* The pair is exp(2 pi (a +- i TURN)/OMEGA). */
static void torus(void **state) {
    (void)state;
    rb_continuation c = follow_form(RB_BRANCH_TORUS, 1, -0.1, 0.1, 0);
    const rb_branch_point *p = only(&c, 0);
    assert_non_null(p);
    assert_int_equal(p->kind, RB_BRANCH_TORUS);
    assert_near(p->value, 0, 1e-8);
    int own = fabs(p->orbit.im[0]) < 1e-6 ? 0 : fabs(p->orbit.im[2]) < 1e-6 ? 2 : 1;
    int pair = own == 0 ? 1 : 0;
    assert_near(p->orbit.re[pair], cos(2 * RB_PI * TURN / OMEGA), 1e-6);
    assert_near(fabs(p->orbit.im[pair]), fabs(sin(2 * RB_PI * TURN / OMEGA)), 1e-6);
    rb_continuation_free(&c);
}

/* The period of the motion after its transient, by a plain run. */
static int period_at(const char *id, double mu0) {
    static rb_map_point points[100];
    char text[32];
    snprintf(text, sizeof text, "mu0=%.17g", mu0);
    rb_scene scene = rb_test_scene(id, text, NULL);
    return rb_test_map(&scene, 150, 100, points).period;
}

/* The edges of K12's windows of 1 and of 3 points, at which an orbit touches the speed below which the disk
   sticks: one more stick phase appears, and the orbit ends while its multipliers are far from the unit
   circle. Plain runs confirm each edge to 1e-7, which the tolerance of the scene permits. */
static void windows(void **state) {
    (void)state;
    static const struct {
        const char *scene;
        double from, to, edge;
        int period;
    } rows[] = {{"disk-k12", 24.83, 24.81, 24.8199064, 1},
                {"disk-k12-three", 23.0582, 23.057, 23.0580009, 3}};
    for (int i = 0; i < 2; i++) {
        rb_scene scene = rb_test_scene(rows[i].scene, NULL);
        rb_continuation c =
            follow(&scene, NULL,
                   (rb_continuation_request){
                       .orbit = {.transient = 150, .points = 100}, .from = rows[i].from, .to = rows[i].to},
                   "mu0");
        const rb_branch_point *p = only(&c, 0);
        assert_non_null(p);
        assert_int_equal(p->kind, RB_BRANCH_GRAZING);
        assert_string_equal(p->event, "sticks");
        assert_true(p->ends && p->orbit.stable);
        assert_int_equal(p->orbit.period, rows[i].period);
        assert_int_equal(p->shown, rows[i].period);
        assert_near(p->value, rows[i].edge, 5e-8); /* the digits of the edge */
        assert_int_equal(period_at(rows[i].scene, p->value + 1e-7), rows[i].period);
        assert_int_not_equal(period_at(rows[i].scene, p->value - 1e-7), rows[i].period);
        rb_continuation_free(&c);
    }
}

int main(void) {
    const rb_body_ops ops = rb_test_equations(3, rhs);
    rb_test_equations_register("band", &ops);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fold),
        cmocka_unit_test(flip),
        cmocka_unit_test(torus),
        cmocka_unit_test(windows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
