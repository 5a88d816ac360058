/* A rigid top near the inclination at which both spheres touch: it hops from one to the other, stands
   on both, and leaves when one would have to pull (src/bodies/pair.c). */
#include <math.h>

#include "bodies/ops.h"
#include "bodies/rigid_state.h"
#include "sim/model_build.h"
#include "support.h"

#define BOTH 2.4484327460130386 /* acos(-10/13): cos = -(R - r)/(a1 - a0) */

static rb_scene near_both(const char *method) {
    return rb_test_scene("tippetop-restricted", "theta=2.44", "omega1=0.05", "omega3=30", method, NULL);
}

typedef struct watched {
    int both;      /* instants with both loaded */
    double W_damp; /* at the last one */
} watched;

static bool look(void *context, const rb_moment *moment) {
    watched *w = context;
    const rb_snapshot *now = moment->now;
    const rb_contact_state *c = now->contact;
    /* Impulses only dissipate energy. */
    assert_true(now->W_damp >= w->W_damp - 1e-15);
    w->W_damp = now->W_damp;
    assert_true(c[0].touching || c[1].touching);
    for (int i = 0; i < 2; i++) {
        assert_true(c[i].gap > -1e-9);
        assert_true(c[i].touching ? c[i].N >= 0 && fabs(c[i].gap) < 1e-9 : c[i].N == 0);
    }
    if (c[0].touching && c[1].touching && moment->index >= 0) {
        assert_near(now->theta, BOTH, 1e-13);
        w->both++;
    }
    return true;
}

/* A touch of one sphere and the leave of the other are one event, at the same inclination. */
static void check_events(const rb_summary *s) {
    int hops = 0, falls = 0;
    for (int i = 0; i < s->event_count; i++) {
        const rb_event *e = &s->events[i];
        assert_true(e->kind == RB_EVENT_TOUCH || e->kind == RB_EVENT_LEAVE);
        assert_near(e->value, BOTH, 1e-9);
        bool paired = e->kind == RB_EVENT_TOUCH && i + 1 < s->event_count &&
                      s->events[i + 1].kind == RB_EVENT_LEAVE && s->events[i + 1].t - e->t < 1e-8;
        if (paired) {
            assert_int_equal(s->events[i + 1].which, 1 - e->which);
            i++;
            hops++;
        } else {
            falls += e->kind == RB_EVENT_LEAVE; /* from both, because one contact would pull */
        }
    }
    assert_true(hops > 5);
    assert_int_equal(falls, 1);
    /* The time between hops decreases. */
    for (int i = 6; i + 2 < 2 * hops; i += 2) {
        assert_true(s->events[i + 4].t - s->events[i].t < s->events[i].t - s->events[i - 4].t);
    }
}

static void hops_and_stands_on_both(void **state) {
    (void)state;
    static const char *const methods[] = {"method=dp5", "method=rodas", "method=dop853"};
    rb_run_result r[3];
    for (int m = 0; m < 3; m++) {
        rb_scene scene = near_both(methods[m]);
        watched w = {0};
        rb_observer observer = {.every = 1e-3, .observe = look, .context = &w};
        r[m] = rb_test_run(&scene, 1, &observer);
        check_events(&r[m].summary);
        assert_true(w.both > 300);
        assert_true(w.W_damp > 0);
        /* rodas at its tolerance of 1e-6: 1.5e-8 */
        assert_below(r[m].summary.energy_balance_error, m == 0 ? 1e-8 : 1e-6);
        assert_int_equal(r[m].summary.energy_warning, RB_ENERGY_OK);
    }
    for (int m = 1; m < 3; m++) {
        const rb_summary *a = &r[0].summary, *b = &r[m].summary;
        assert_int_equal(a->event_count, b->event_count);
        for (int i = 0; i < a->event_count; i++) {
            assert_int_equal(a->events[i].kind, b->events[i].kind);
            assert_int_equal(a->events[i].which, b->events[i].which);
            /* The instant at which a force passes zero is known less well than a touch. */
            assert_near(a->events[i].t, b->events[i].t, i + 1 < a->event_count ? 1e-6 : 1e-3);
        }
    }
}

/* At a hop the sphere that lands stops, and the other one rises with r_01/r_11 of its speed: after two
   hops r_01²/(r_00 r_11) is left, 0.72 for this top (src/bodies/pair.c). */
static void a_hop_keeps_its_share(void **state) {
    (void)state;
    rb_scene scene = near_both("method=dp5");
    rb_model model;
    rb_model_build(&scene, &model);
    double y[RB_ODE_MAX] = {0};
    model.ops->start(scene.values[RB_SECTION_START], &model, y);
    rb_quat q = rb_quat_from_axis_angle(rb_v3(1, 0, 0), BOTH);
    y[RB_Y_Q] = q.w, y[RB_Y_Q + 1] = q.x, y[RB_Y_Q + 2] = q.y, y[RB_Y_Q + 3] = q.z;
    y[RB_Y_OMEGA] = 5; /* turns the small sphere down */
    y[RB_Y_STAND] = RB_STAND_LARGE;
    model.ops->project(&model, y);
    double rate[3];
    for (int hop = 0; hop < 3; hop++) {
        rb_snapshot before = {0}, after = {0};
        model.ops->observe(&model, y, &before);
        rate[hop] = fabs(y[RB_Y_OMEGA]);
        int stand = (int)y[RB_Y_STAND];
        model.ops->cross(&model, 0, y);
        model.ops->observe(&model, y, &after);
        assert_int_equal((int)y[RB_Y_STAND], 1 - stand);
        assert_true(after.E < before.E);
        assert_near(y[RB_Y_W_PRESS] - before.W_damp, before.E - after.E, 1e-12);
        y[RB_Y_OMEGA] = -y[RB_Y_OMEGA]; /* gravity reverses it: the same hop on the other side */
        model.ops->project(&model, y);
    }
    /* By hand, in the plane of the hop: r_ij = 1/m + l_i l_j/I1, l = (a_i) sin(theta). */
    const double *b = scene.values[RB_SECTION_BODY];
    double sine = sin(BOTH), l0 = 0.003 * sine, l1 = 0.016 * sine, m = b[0], I1 = 8e-7;
    double r00 = 1 / m + l0 * l0 / I1, r11 = 1 / m + l1 * l1 / I1, r01 = 1 / m + l0 * l1 / I1;
    assert_near(r01 * r01 / (r00 * r11), 0.72, 0.005);
    assert_near(rate[2] / rate[0], r01 * r01 / (r00 * r11), 1e-6);
}

/* A state on the wrong sphere is placed on the lower one. */
static void stands_on_the_lower_sphere(void **state) {
    (void)state;
    rb_scene scene = near_both("method=dp5");
    rb_model model;
    rb_model_build(&scene, &model);
    for (int i = 0; i < 2; i++) {
        double y[RB_ODE_MAX] = {0};
        model.ops->start(scene.values[RB_SECTION_START], &model, y);
        rb_quat q = rb_quat_from_axis_angle(rb_v3(1, 0, 0), i == 0 ? 1 : 3);
        y[RB_Y_Q] = q.w, y[RB_Y_Q + 1] = q.x, y[RB_Y_Q + 2] = q.y, y[RB_Y_Q + 3] = q.z;
        y[RB_Y_STAND] = i == 0 ? RB_STAND_SMALL : RB_STAND_LARGE;
        model.ops->project(&model, y);
        assert_int_equal((int)y[RB_Y_STAND], i == 0 ? RB_STAND_LARGE : RB_STAND_SMALL);
        rb_snapshot now = {0};
        model.ops->observe(&model, y, &now);
        assert_near(now.contact[i].gap, 0, 1e-15);
        assert_true(now.contact[1 - i].gap > 1e-3);
    }
}

/* Arrival without a hop: it stays on the loaded spheres. On both, if neither contact would pull; else on
   the one that pushes, which may be the arriving one or, for a grazing contact, the old one. */
static void arrives_without_a_hop(void **state) {
    (void)state;
    rb_scene scene = near_both("method=dp5");
    rb_model model;
    rb_model_build(&scene, &model);
    int seen[3] = {0};
    for (int i = 0; i < 400; i++) {
        int from = i % 2 == 0 ? RB_STAND_LARGE : RB_STAND_SMALL;
        double y[RB_ODE_MAX] = {0}, z[RB_ODE_MAX], f[RB_ODE_MAX];
        model.ops->start(scene.values[RB_SECTION_START], &model, y);
        rb_quat q = rb_quat_from_axis_angle(rb_v3(1, 0, 0), BOTH);
        y[RB_Y_Q] = q.w, y[RB_Y_Q + 1] = q.x, y[RB_Y_Q + 2] = q.y, y[RB_Y_Q + 3] = q.z;
        y[RB_Y_OMEGA] = 0;
        y[RB_Y_OMEGA + 1] = -200 + i; /* rotates about the vertical and about its own axis */
        y[RB_Y_OMEGA + 2] = 7 * (i % 29) - 100;
        y[RB_Y_STAND] = RB_STAND_BOTH;
        model.ops->project(&model, y);
        memcpy(z, y, sizeof z);
        model.ops->rhs(&model, z, f);
        y[RB_Y_STAND] = from;
        model.ops->project(&model, y);
        model.ops->cross(&model, 0, y);
        double N[2] = {f[RB_Y_N], f[RB_Y_N + 1]};
        int expected = N[0] > 0 && N[1] > 0 ? RB_STAND_BOTH : N[from] <= 0 ? 1 - from : from;
        assert_int_equal((int)y[RB_Y_STAND], expected);
        assert_near(y[RB_Y_W_PRESS], 0, 1e-12); /* an arrival at zero speed loses no energy */
        seen[expected == RB_STAND_BOTH ? 2 : expected == from]++;
    }
    assert_true(seen[0] > 5 && seen[1] > 5 && seen[2] > 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hops_and_stands_on_both),
        cmocka_unit_test(a_hop_keeps_its_share),
        cmocka_unit_test(stands_on_the_lower_sphere),
        cmocka_unit_test(arrives_without_a_hop),
    };
    return cmocka_run_group_tests_name("top on two spheres", tests, NULL, NULL);
}
