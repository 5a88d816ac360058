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

/* ---- impacts ------------------------------------------------------------------------------------ */

/* A ball (the large sphere about the mass centre, 2/5 m R^2) in flight, just above the floor, falling at w
   with the angular velocity spin about x: its contact point slides at s = spin R along y. */
#define BALL                                                                                                 \
    "a0=0", "I1=5.4e-7", "I3=5.4e-7", "law=coulomb", "delta=1e-7", "torque=false", "mu=0.2", "theta=0"

static void fall(const rb_scene *scene, double w, double spin, rb_model *model, double *y) {
    memset(y, 0, RB_ODE_MAX * sizeof *y);
    rb_model_build(scene, model);
    model->ops->start(scene->values[RB_SECTION_START], model, y);
    y[RB_Y_V + 2] = -w;
    y[RB_Y_OMEGA] = spin, y[RB_Y_OMEGA + 1] = y[RB_Y_OMEGA + 2] = 0;
    y[RB_Y_STAND] = RB_STAND_NONE;
}

/* Routh: the ball slides through the impact if 7/2 mu (1 + e) w < s, with dv = mu (1 + e) w and domega = 5/2
   dv/R; else it rolls after it, v = 2/7 s, omega = 5/7 of before. The law is linear below 1e-7 m/s. */
static void a_spinning_ball_hits_the_floor(void **state) {
    (void)state;
    const double R = 0.015, m = 0.006, mu = 0.2, w = 0.4;
    static const struct {
        const char *e;
        double value, spin;
    } cases[] = {{"restitution=0", 0, 40},   {"restitution=0.5", 0.5, 40}, {"restitution=0.8", 0.8, 60},
                 {"restitution=0", 0, 10},   {"restitution=0.5", 0.5, 20}, {"restitution=1", 1, 30},
                 {"restitution=1", 1, -300}, {"restitution=0.3", 0.3, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rb_scene scene = rb_test_scene("tippetop-restricted", cases[i].e, "impact_friction=true", BALL, NULL);
        rb_model model;
        double y[RB_ODE_MAX], e = cases[i].value, spin = cases[i].spin, s = fabs(spin) * R;
        double sign = spin < 0 ? -1 : 1;
        fall(&scene, w, spin, &model, y);
        rb_snapshot before = {0}, after = {0};
        model.ops->observe(&model, y, &before);
        model.ops->cross(&model, 0, y);
        model.ops->observe(&model, y, &after);
        double dv = fmin(mu * (1 + e) * w, 2 * s / 7);
        assert_near(y[RB_Y_V + 2], e * w, 1e-9);
        assert_near(y[RB_Y_V], 0, 1e-9);
        assert_near(y[RB_Y_V + 1], -sign * dv, 1e-7);
        assert_near(y[RB_Y_OMEGA], spin - sign * 2.5 * dv / R, 1e-4); /* 1e-7 m/s over R */
        assert_int_equal((int)y[RB_Y_STAND], e > 0 ? RB_STAND_NONE : RB_STAND_LARGE);
        /* friction takes dv m times the mean of the sliding speeds before and after; the normal impulse
           m w^2 (1 - e^2)/2 */
        assert_near(after.W_slide, m * dv * (s + fmax(0, s - 3.5 * dv)) / 2, 1e-9);
        assert_near(after.W_damp, m * w * w * (1 - e * e) / 2, 1e-9);
        assert_near(before.E - after.E, after.W_slide + after.W_damp, 1e-15);
    }
}

/* A ball that is dropped bounces with e, by every method; frictionless impacts leave its spin. */
static void a_ball_bounces(void **state) {
    (void)state;
    static const char *const methods[] = {"method=dp5", "method=rodas", "method=auto"};
    for (int i = 0; i < 3; i++) {
        rb_scene scene = rb_test_scene("tippetop-restricted", "restitution=0.5", "height=0.01", "omega3=5",
                                       methods[i], BALL, NULL);
        const double g = 9.81, t = sqrt(2 * 0.01 / g), w = g * t, m = 0.006;
        rb_run_result r = rb_test_run(&scene, 1.9 * t, NULL); /* falls t, flies t */
        assert_int_equal(r.summary.end_reason, RB_END_TIME);
        assert_near(r.summary.W_damp, m * w * w * 0.75 / 2, 1e-12);
        assert_near(r.summary.E_initial - r.summary.E_final, m * w * w * 0.75 / 2, 1e-12);
        r = rb_test_run(&scene, 2.4 * t, NULL); /* flies t/2 after the second impact */
        assert_near(r.summary.W_damp, m * w * w * (1 - 1. / 16) / 2, 1e-12);
        r = rb_test_run(&scene, 3.5 * t, NULL);                 /* rests on the floor */
        assert_near(r.summary.W_damp, m * w * w / 2, m * 1e-6); /* less the hops that are too low */
        assert_near(r.summary.omega3_final, 5, 1e-12);
    }
}

/* Impacts of the stem with friction, in any motion: no energy is gained, the contact stops or rebounds. */
static void impacts_dissipate(void **state) {
    (void)state;
    rb_test_rng rng = {31};
    for (int i = 0; i < 60; i++) {
        rb_scene scene = rb_test_scene("tippetop-leine-glocker", "impact_friction=true",
                                       i % 2 == 0 ? "restitution=0" : "restitution=0.4", NULL);
        rb_model model;
        double y[RB_ODE_MAX];
        fall(&scene, rb_test_real(&rng, 0.05, 0.5), 0, &model, y);
        rb_quat q = rb_quat_from_axis_angle(rb_v3(1, 0, 0), rb_test_real(&rng, 2.5, 3));
        y[RB_Y_Q] = q.w, y[RB_Y_Q + 1] = q.x, y[RB_Y_Q + 2] = q.y, y[RB_Y_Q + 3] = q.z;
        y[RB_Y_V] = rb_test_real(&rng, -0.2, 0.2);
        for (int k = 0; k < 3; k++) {
            y[RB_Y_OMEGA + k] = rb_test_real(&rng, -10, 10) * (k == 2 ? 15 : 1);
        }
        y[RB_Y_R + 2] = 0.005 - 0.016 * cos(2 * acos(q.w)); /* the stem touches */
        rb_snapshot before = {0}, after = {0};
        model.ops->observe(&model, y, &before);
        double speed = y[RB_Y_V + 2];
        model.ops->cross(&model, 0, y);
        model.ops->observe(&model, y, &after);
        assert_true(after.E <= before.E + 1e-15);
        assert_true(y[RB_Y_V + 2] >= speed);
        assert_near(before.E - after.E, after.W_slide + after.W_drill + after.W_damp, 1e-13);
        assert_true(after.W_slide >= 0 && after.W_drill >= 0);
    }
}

/* Leine & Glocker's top: a frictionless impact of the stem lifts the body only for moments, one with friction
   for good. */
static void stem_of_leine_and_glocker(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("tippetop-leine-glocker", "method=auto", "impact_friction=true", NULL);
    rb_summary s = rb_test_summary(&scene, 1.6);
    assert_near(s.first_small_contact, 1.3708093, 1e-6);
    assert_near(s.large_last_off, 1.3708093, 1e-6);
    assert_below(s.energy_balance_error, 1e-8);
    assert_int_equal(s.energy_warning, RB_ENERGY_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hops_and_stands_on_both),
        cmocka_unit_test(a_hop_keeps_its_share),
        cmocka_unit_test(stands_on_the_lower_sphere),
        cmocka_unit_test(arrives_without_a_hop),
        cmocka_unit_test(a_spinning_ball_hits_the_floor),
        cmocka_unit_test(a_ball_bounces),
        cmocka_unit_test(impacts_dissipate),
        cmocka_unit_test(stem_of_leine_and_glocker),
    };
    return cmocka_run_group_tests_name("top on two spheres", tests, NULL, NULL);
}
