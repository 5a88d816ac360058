/* Contact surfaces: derivatives, contact points, curvatures against closed forms, refusals, surfaces of a
   program, and classic no-slip stones against their own equations. */
#include <math.h>

#include "bodies/rigid_body.h"
#include "bodies/touch_inline.h"
#include "sim/model_build.h"
#include "support.h"

enum { CASES = 60, KINDS = 4 };

static const rb_surface_values stone = {
    .a = {0.08, 0.016, 0.012}, .exponent = 4, .rounding = 0.3, .a1_back = 0.07, .joint = 0.2};

static rb_vec3 downward(rb_test_rng *rng) {
    rb_vec3 d = rb_test_direction(rng);
    d.z = -fabs(d.z) - 0.3;
    return rb_scale(1 / rb_norm(d), d);
}

static rb_surface_local local_of(int kind, const rb_surface_values *values, rb_vec3 d, rb_vec3 dd) {
    rb_surface_local at;
    assert_true(rb_surface_evaluate(rb_surface_at(kind), values, d, dd, &at));
    return at;
}

static rb_surface_point point_of(const rb_surface_kind *kind, const rb_surface_values *values, rb_vec3 d) {
    rb_surface_point at;
    rb_error err = {""};
    if (rb_surface_find_point(kind, values, (double[]){d.x, d.y, d.z}, &at, &err) != RB_OK) {
        fail_msg("%s", err.text);
    }
    return at;
}

static double distance(const rb_mat3 *a, const rb_mat3 *b) {
    double sum = 0;
    for (int i = 0; i < 9; i++) {
        sum += fabs(a->m[i / 3][i % 3] - b->m[i / 3][i % 3]);
    }
    return sum;
}

/* f = x^2 y z^3/(x + 2) at (0.5, 2, -1.5): derivatives by hand. */
static void jets_of_a_known_function(void **state) {
    (void)state;
    double x = 0.5, y = 2, z = -1.5, u = x + 2;
    rb_jet X = rb_jet_variable(x, 0), Y = rb_jet_variable(y, 1), Z = rb_jet_variable(z, 2);
    rb_jet below = rb_jet_pow(rb_jet_add(X, rb_jet_constant(2)), -1);
    rb_jet f =
        rb_jet_mul(rb_jet_mul(rb_jet_mul(X, X), Y), rb_jet_mul(rb_jet_mul(Z, Z), rb_jet_mul(Z, below)));
    /* g = x^2/(x + 2) = x - 2 + 4/(x + 2) */
    double g = x * x / u, g1 = 1 - 4 / (u * u), g2 = 8 / (u * u * u), g3 = -24 / (u * u * u * u);
    const double expected[] = {
        g * y * z * z * z,
        g1 * y * z * z * z,
        g * z * z * z,
        3 * g * y * z * z,
        g2 * y * z * z * z,
        g1 * z * z * z,
        3 * g1 * y * z * z,
        0,
        3 * g * z * z,
        6 * g * y * z,
        g3 * y * z * z * z,
        g2 * z * z * z,
        3 * g2 * y * z * z,
        0,
        3 * g1 * z * z,
        6 * g1 * y * z,
        0,
        0,
        6 * g * z,
        6 * g * y,
    };
    const double *actual = &f.v;
    for (int i = 0; i < 20; i++) { /* a few roundings of numbers up to 20 */
        assert_near(actual[i], expected[i], 1e-13);
    }
}

/* H and its change are the derivatives of the point; H d = 0. The step leaves h^2 third derivatives, which
   grow with (a1/a3)^4 = 2000, and 1e-17/h. */
static void radii_are_derivatives_of_the_point(void **state) {
    (void)state;
    rb_test_rng rng = {21};
    const double h = 1e-6;
    for (int kind = 0; kind < KINDS; kind++) {
        for (int i = 0; i < CASES; i++) {
            rb_vec3 d = downward(&rng), t = rb_cross(d, rb_test_direction(&rng));
            rb_surface_local at = local_of(kind, &stone, d, t);
            rb_vec3 up = rb_scale(1 / rb_norm(rb_add_scaled(d, h, t)), rb_add_scaled(d, h, t));
            rb_vec3 low = rb_scale(1 / rb_norm(rb_add_scaled(d, -h, t)), rb_add_scaled(d, -h, t));
            rb_surface_local after = local_of(kind, &stone, up, t), before = local_of(kind, &stone, low, t);
            rb_vec3 slope = rb_scale(1 / (2 * h), rb_sub(after.x, before.x));
            assert_near(rb_norm(rb_mul(&at.H, d)), 0, 1e-12);
            assert_near(rb_norm(rb_sub(slope, at.dx)), 0, 1e-6);
            assert_near(rb_norm(rb_sub(rb_mul(&at.H, t), at.dx)), 0, 1e-14);
            rb_mat3 change;
            double size = 0;
            for (int k = 0; k < 9; k++) {
                change.m[k / 3][k % 3] = (after.H.m[k / 3][k % 3] - before.H.m[k / 3][k % 3]) / (2 * h);
                size += fabs(change.m[k / 3][k % 3]);
            }
            assert_near(distance(&change, &at.dH), 0, 1e-5 * (1 + size));
        }
    }
}

/* No other point of the surface reaches further along d. */
static void contact_is_the_support_point(void **state) {
    (void)state;
    rb_test_rng rng = {22};
    for (int kind = 0; kind < KINDS; kind++) {
        for (int i = 0; i < CASES; i++) {
            rb_vec3 d = downward(&rng);
            double most = rb_dot(local_of(kind, &stone, d, rb_v3(0, 0, 0)).x, d);
            for (int k = 0; k < 20; k++) {
                rb_vec3 other = local_of(kind, &stone, downward(&rng), rb_v3(0, 0, 0)).x;
                assert_true(rb_dot(other, d) <= most + 1e-15);
            }
        }
    }
}

/* Gauss and mean curvature of z = f(x, y), from the textbook. */
static void check_graph(const rb_surface_point *at, double fx, double fy, double fxx, double fxy,
                        double fyy) {
    double w = 1 + fx * fx + fy * fy, gauss = (fxx * fyy - fxy * fxy) / (w * w);
    double mean = ((1 + fy * fy) * fxx - 2 * fx * fy * fxy + (1 + fx * fx) * fyy) / (2 * w * sqrt(w));
    assert_near(1 / (at->radius[0] * at->radius[1]) / gauss, 1, 1e-11);
    assert_near((1 / at->radius[0] + 1 / at->radius[1]) / 2 / mean, 1, 1e-11);
}

static void paraboloid_by_the_textbook(void **state) {
    (void)state;
    rb_test_rng rng = {23};
    const double p = stone.a[0] * stone.a[0] / stone.a[2], q = stone.a[1] * stone.a[1] / stone.a[2];
    for (int i = 0; i < CASES; i++) {
        rb_vec3 d = downward(&rng);
        rb_surface_point at = point_of(&rb_surface_paraboloid, &stone, d);
        double x = at.x[0], y = at.x[1];
        assert_near(at.x[2], -stone.a[2] + x * x / (2 * p) + y * y / (2 * q), 1e-14);
        assert_near(x / p, -d.x / d.z, 1e-13);
        assert_near(y / q, -d.y / d.z, 1e-13);
        check_graph(&at, x / p, y / q, 1 / p, 0, 1 / q);
    }
    rb_surface_point lowest = point_of(&rb_surface_paraboloid, &stone, rb_v3(0, 0, -1));
    assert_near(lowest.radius[0], p, 1e-14);
    assert_near(lowest.radius[1], q, 1e-15);
    assert_near(fabs(lowest.along[0]), 1, 1e-15);
}

/* Exponent 4: s(u) = (u^4 + 2 e^2 u^2)/(1 + 2 e^2), a polynomial. The graph z(x, y) of F = 0 has z_x =
   -F_x/F_z, z_xx = -(F_xx + F_zz z_x^2)/F_z, z_xy = -F_zz z_x z_y/F_z. */
static void superellipsoid_by_the_textbook(void **state) {
    (void)state;
    rb_test_rng rng = {24};
    const double e2 = stone.rounding * stone.rounding, per = 1 / (1 + 2 * e2);
    for (int i = 0; i < CASES; i++) {
        rb_vec3 d = downward(&rng);
        rb_surface_point at = point_of(&rb_surface_superellipsoid, &stone, d);
        double sum = -1, first[3], second[3];
        for (int k = 0; k < 3; k++) {
            double a = stone.a[k], u = at.x[k] / a;
            sum += per * (u * u * u * u + 2 * e2 * u * u);
            first[k] = per * (4 * u * u * u + 4 * e2 * u) / a;
            second[k] = per * (12 * u * u + 4 * e2) / (a * a);
        }
        double zx = -first[0] / first[2], zy = -first[1] / first[2];
        assert_near(sum, 0, 1e-13);
        assert_near(zx, -d.x / d.z, 1e-12 * (1 + fabs(zx)));
        assert_near(zy, -d.y / d.z, 1e-12 * (1 + fabs(zy)));
        check_graph(&at, zx, zy, -(second[0] + second[2] * zx * zx) / first[2],
                    -second[2] * zx * zy / first[2], -(second[1] + second[2] * zy * zy) / first[2]);
    }
}

/* The ellipsoid as limit: exponent 2, equal halves; and each half by itself, away from the joint. */
static void limits_are_ellipsoids(void **state) {
    (void)state;
    rb_test_rng rng = {25};
    for (int i = 0; i < CASES; i++) {
        rb_vec3 d = downward(&rng);
        rb_surface_values v = stone;
        v.exponent = 2;
        v.a1_back = v.a[0];
        rb_surface_local at = local_of(RB_SURFACE_ELLIPSOID, &v, d, rb_v3(0, 0, 0));
        rb_surface_local super = local_of(RB_SURFACE_SUPERELLIPSOID, &v, d, rb_v3(0, 0, 0));
        rb_surface_local equal = local_of(RB_SURFACE_HALVES, &v, d, rb_v3(0, 0, 0));
        assert_near(rb_norm(rb_sub(super.x, at.x)) + distance(&super.H, &at.H), 0, 1e-12);
        assert_near(rb_norm(rb_sub(equal.x, at.x)) + distance(&equal.H, &at.H), 0, 1e-12);
        v.a1_back = stone.a1_back;
        v.joint = 1e-3; /* the halves differ from their ellipsoids by the share joint^2/d_x^2 */
        rb_surface_local half = local_of(RB_SURFACE_HALVES, &v, d, rb_v3(0, 0, 0));
        v.a[0] = d.x > 0 ? stone.a[0] : stone.a1_back;
        at = local_of(RB_SURFACE_ELLIPSOID, &v, d, rb_v3(0, 0, 0));
        assert_near(rb_norm(rb_sub(half.x, at.x)) + distance(&half.H, &at.H), 0, 1e-6 / (d.x * d.x));
    }
}

/* The equations of motion use closed forms for ellipsoid and paraboloid: the same points and curvatures. */
static void closed_forms_agree(void **state) {
    (void)state;
    static const char *const surfaces[] = {"surface=ellipsoid", "surface=paraboloid", "surface=halves"};
    rb_test_rng rng = {26};
    for (int kind = 0; kind < 3; kind++) {
        rb_scene scene =
            rb_test_scene("k11-fig5", surfaces[kind], "size=hertz", "law=exact-ellipse", "k1=0.001", NULL);
        rb_model model;
        rb_model_build(&scene, &model);
        const rb_surface_kind *row = rb_surface_at((int)rb_scene_value(&scene, RB_SECTION_BODY, 15));
        for (int i = 0; i < CASES; i++) {
            rb_vec3 d = downward(&rng), n = rb_scale(-1, d);
            double y[RB_ODE_MAX] = {[RB_Y_Q] = 1 + n.z, [RB_Y_Q + 1] = n.y, [RB_Y_Q + 2] = -n.x};
            rb_kinematics k = rb_kinematics_of(&model, y, NULL);
            rb_touch t;
            rb_touch_at(&model, &k, 0, &t);
            double c = model.shape.axis.x, s = -model.shape.axis.y;
            rb_vec3 own = rb_v3(c * d.x - s * d.y, s * d.x + c * d.y, d.z);
            rb_surface_point at = point_of(row, &model.shape.values, own);
            rb_vec3 x = rb_v3(c * at.x[0] + s * at.x[1], c * at.x[1] - s * at.x[0], at.x[2]);
            rb_vec3 e =
                rb_v3(c * at.along[0] + s * at.along[1], c * at.along[1] - s * at.along[0], at.along[2]);
            assert_near(rb_norm(rb_sub(rb_sub(t.rho.v, model.shape.k[0]), x)), 0, 1e-14);
            assert_near(t.kappa1.v * at.radius[0], 1, 1e-10);
            assert_near(t.kappa2.v * at.radius[1], 1, 1e-10);
            assert_near(fabs(rb_dot(e, t.e_x.v)), 1, 1e-12);
        }
    }
}

/* ---- surfaces of a program ----------------------------------------------------------------------- */

/* An ellipsoid, and a bean whose underside is concave along x. */
static rb_jet own_ellipsoid(const rb_surface_values *v, const rb_jet x[3]) {
    rb_jet sum = rb_jet_constant(-1);
    for (int i = 0; i < 3; i++) {
        sum = rb_jet_add(sum, rb_jet_scale(1 / (v->a[i] * v->a[i]), rb_jet_mul(x[i], x[i])));
    }
    return sum;
}

static rb_jet own_bean(const rb_surface_values *v, const rb_jet x[3]) {
    rb_jet u = rb_jet_scale(1 / v->a[0], x[0]), u2 = rb_jet_mul(u, u);
    return rb_jet_add(own_ellipsoid(v, x), rb_jet_add(rb_jet_mul(u2, u2), rb_jet_scale(-1.5, u2)));
}

static void a_surface_of_a_program(void **state) {
    (void)state;
    static rb_surface_kind own = {.size = sizeof own,
                                  .id = "own-ellipsoid",
                                  .name = "Own",
                                  .help = "ellipsoid by its equation",
                                  .implicit = own_ellipsoid};
    static rb_surface_kind bean = {
        .size = sizeof bean, .id = "own-bean", .name = "Bean", .help = "not convex", .implicit = own_bean};
    rb_error err = {""};
    rb_surface_kind twice = own, neither = bean;
    assert_int_equal(rb_surface_register(&own, &err), RB_OK);
    assert_int_equal(rb_surface_register(&bean, &err), RB_OK);
    assert_int_equal(rb_surface_register(&twice, &err), RB_ERR_INPUT);
    assert_contains(err.text, "own-ellipsoid: expected an id that is not in use");
    neither.implicit = NULL;
    neither.id = "neither";
    assert_int_equal(rb_surface_register(&neither, &err), RB_ERR_INPUT);
    assert_contains(err.text, "either support or implicit");

    rb_scene built_in = rb_test_scene("k11-fig5", "method=rodas", "rtol=1e-9", NULL);
    rb_scene by_equation = built_in;
    rb_test_assign(&by_equation, "surface=own-ellipsoid");
    rb_summary a = rb_test_summary(&built_in, 1), b = rb_test_summary(&by_equation, 1);
    assert_near(b.first_reversal_time, a.first_reversal_time, 1e-7); /* both to the tolerance */
    rb_test_assign(&by_equation, "surface=own-bean");
    assert_int_equal(rb_scene_check(&by_equation, "bean", &err), RB_ERR_INPUT);
    assert_contains(err.text, "bean: body: surface: expected a strictly convex underside: surface own-bean:");
    assert_int_equal(rb_surface_register(&neither, &err), RB_ERR_INPUT); /* after the first simulation too */
}

static void refused(rb_scene scene, const char *assignment, const char *message) {
    rb_error err = {""};
    rb_test_assign(&scene, assignment);
    assert_int_equal(rb_scene_check(&scene, "s", &err), RB_ERR_INPUT);
    assert_contains(err.text, message);
}

static void refusals(void **state) {
    (void)state;
    refused(
        rb_test_scene("k11-fig5", "surface=halves", NULL), "a1_back=0.01",
        "s: body: surface: expected a strictly convex underside: surface halves: expected positive radii");
    refused(rb_test_scene("k11-fig5", "surface=superellipsoid", NULL), "k3=0.0121",
            "s: body: k1, k2, k3: expected the mass centre inside the surface");
    refused(rb_test_scene("k11-fig5", "surface=paraboloid", NULL), "k3=0.0121",
            "mass centre inside the paraboloid");
    refused(rb_test_scene("k11-fig5", NULL), "energy=0.02",
            "s: start: energy: expected more than m g times the initial height, 0.025 J");
    refused(rb_test_scene("k11-fig5", NULL), "energy=1e9", "stays below 1000 rad/s");
    refused(rb_test_scene("k11-fig5", "omega2=0", "omega3=0", NULL), "energy=1", "s: start: energy:");
    refused(rb_test_scene("borisov-mamaev", NULL), "rolling=k11",
            "friction.two_sided: expected the rolling law none");
}

/* Files without the new parameters mean the defaults, which are not written. */
static void optional_parameters_in_files(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k11-fig5", NULL), again;
    char *text = rb_scene_to_text(&scene);
    assert_null(strstr(text, "surface"));
    assert_null(strstr(text, "energy"));
    free(text);
    scene = rb_test_scene("k11-fig5", "surface=halves", "joint=0.3", "energy=0.1", NULL);
    text = rb_scene_to_text(&scene);
    assert_contains(text, "\"surface\": \"halves\"");
    assert_int_equal(rb_scene_read_text(text, "text", &again, NULL), RB_OK);
    assert_true(rb_scene_hash(&again) == rb_scene_hash(&scene));
    free(text);
}

/* ---- no-slip stones by their own equations ------------------------------------------------------- */

/* Borisov & Mamaev's equations in the angular momentum about the contact point, with Kane & Levinson's loss
   -sigma w: M' = M x w + m r' x (w x r) + m g r x n - sigma w, n' = n x w, M = B w + m r x (w x r), by RK4.
 */
typedef struct equations {
    double m, g, sigma;
    rb_mat3 B;
    rb_vec3 (*contact)(rb_vec3 n, rb_vec3 change, rb_vec3 *rate);
} equations;

typedef struct pebble {
    rb_vec3 M, n;
} pebble;

/* Radii 9 and 4 at an angle of 0.3 rad to the axes of inertia, 1 below the mass centre. */
static rb_vec3 on_paraboloid(rb_vec3 n, rb_vec3 change, rb_vec3 *rate) {
    double c = cos(0.3), s = sin(0.3);
    double x = (c * n.x - s * n.y) / n.z, y = (s * n.x + c * n.y) / n.z;
    double dx = (c * change.x - s * change.y - x * change.z) / n.z;
    double dy = (s * change.x + c * change.y - y * change.z) / n.z;
    *rate = rb_v3(-9 * c * dx - 4 * s * dy, 9 * s * dx - 4 * c * dy, 9 * x * dx + 4 * y * dy);
    return rb_v3(-9 * c * x - 4 * s * y, 9 * s * x - 4 * c * y, -1 + (9 * x * x + 4 * y * y) / 2);
}

/* Kane & Levinson's ellipsoid. */
static rb_vec3 on_ellipsoid(rb_vec3 n, rb_vec3 change, rb_vec3 *rate) {
    const rb_mat3 R = rb_mat3_diag(0.04, 9e-4, 4e-4);
    rb_vec3 Rn = rb_mul(&R, n), Rc = rb_mul(&R, change);
    double h = sqrt(rb_dot(n, Rn)), dh = rb_dot(change, Rn) / h;
    *rate = rb_sub(rb_scale(dh / (h * h), Rn), rb_scale(1 / h, Rc));
    return rb_sub(rb_v3(0, 0, 0.01), rb_scale(1 / h, Rn));
}

static rb_vec3 momentum_of(const equations *e, rb_vec3 n, rb_vec3 w) {
    rb_vec3 unused, r = e->contact(n, rb_v3(0, 0, 0), &unused);
    return rb_add_scaled(rb_mul(&e->B, w), e->m, rb_cross(r, rb_cross(w, r)));
}

static rb_vec3 spin_of(const equations *e, const pebble *p) {
    rb_mat3 J; /* its columns are the momenta of unit spins */
    for (int i = 0; i < 3; i++) {
        rb_vec3 column = momentum_of(e, p->n, rb_v3(i == 0, i == 1, i == 2));
        J.m[0][i] = column.x, J.m[1][i] = column.y, J.m[2][i] = column.z;
    }
    rb_mat3 inverse = rb_mat3_inverse(&J);
    return rb_mul(&inverse, p->M);
}

static pebble rate_of(const equations *e, const pebble *p) {
    rb_vec3 rate, w = spin_of(e, p);
    pebble d = {.n = rb_cross(p->n, w)};
    rb_vec3 r = e->contact(p->n, d.n, &rate);
    d.M = rb_add_scaled(rb_cross(p->M, w), e->m, rb_cross(rate, rb_cross(w, r)));
    d.M = rb_add_scaled(rb_add_scaled(d.M, e->m * e->g, rb_cross(r, p->n)), -e->sigma, w);
    return d;
}

static pebble moved(const pebble *p, double h, const pebble *d) {
    return (pebble){rb_add_scaled(p->M, h, d->M), rb_add_scaled(p->n, h, d->n)};
}

/* Returns the difference of the angular velocities at t, rad/s. */
static double difference(const equations *e, const rb_scene *scene, double t, double h) {
    rb_simulation *sim = rb_test_simulation(scene);
    rb_snapshot s = rb_test_snapshot(sim);
    pebble p = {.M = momentum_of(e, s.n, s.omega), .n = s.n};
    for (int i = 0; i < (int)round(t / h); i++) {
        pebble a = rate_of(e, &p), at = moved(&p, h / 2, &a);
        pebble b = rate_of(e, &at);
        at = moved(&p, h / 2, &b);
        pebble c = rate_of(e, &at);
        at = moved(&p, h, &c);
        pebble d = rate_of(e, &at);
        p = moved(&p, h / 6, &a), p = moved(&p, h / 3, &b), p = moved(&p, h / 3, &c),
        p = moved(&p, h / 6, &d);
    }
    rb_test_run_until(sim, t);
    s = rb_test_snapshot(sim);
    rb_simulation_destroy(sim);
    return rb_norm(rb_sub(spin_of(e, &p), s.omega));
}

static void no_slip_stone_of_borisov_and_mamaev(void **state) {
    (void)state;
    const equations e = {.m = 1, .g = 100, .B = rb_mat3_diag(2, 6, 7), .contact = on_paraboloid};
    rb_scene scene = rb_test_scene("borisov-mamaev", "method=dop853", "rtol=1e-11", "alpha=0.3", NULL);
    /* RK4: (20 rad/s h)^4 = 2e-11 of 13 rad/s, and nearby motions diverge */
    assert_near(difference(&e, &scene, 1, 1e-4), 0, 1e-6);
    scene = rb_test_scene("borisov-mamaev", "two_sided=false", NULL);
    assert_int_equal(rb_test_summary(&scene, 20).end_reason, RB_END_LIFT_OFF);
    scene = rb_test_scene("borisov-mamaev", "method=auto", NULL);
    rb_summary both = rb_test_summary(&scene, 20);
    assert_int_equal(both.end_reason, RB_END_TIME);
    assert_near(both.E_initial, 770, 1e-11);
    assert_near(both.E_final, 770, 1e-4); /* 100 rtol */
    assert_below(both.N_min, 0);
}

static void kane_and_levinson_with_loss(void **state) {
    (void)state;
    const equations e = {.m = 1,
                         .g = 9.81,
                         .sigma = 1e-4,
                         .B = {{{2e-4, 2e-5, 0}, {2e-5, 16e-4, 0}, {0, 0, 17e-4}}},
                         .contact = on_ellipsoid};
    rb_scene scene = rb_test_scene("kane-levinson-loss", "method=dop853", "rtol=1e-11", NULL);
    assert_near(difference(&e, &scene, 3, 1e-4), 0, 1e-6); /* (50 rad/s h)^4 = 6e-10 of 5 rad/s */
    scene = rb_test_scene("kane-levinson-loss", "method=auto", NULL);
    rb_summary s = rb_test_summary(&scene, 60);
    assert_int_equal(s.reversal_count, 1); /* the loss suppresses the second */
    assert_near(s.energy_balance_error, 0, 1e-6);
    assert_near(s.W_roll + s.W_drill, s.E_initial - s.E_final, 1e-7);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jets_of_a_known_function),
        cmocka_unit_test(radii_are_derivatives_of_the_point),
        cmocka_unit_test(contact_is_the_support_point),
        cmocka_unit_test(paraboloid_by_the_textbook),
        cmocka_unit_test(superellipsoid_by_the_textbook),
        cmocka_unit_test(limits_are_ellipsoids),
        cmocka_unit_test(a_surface_of_a_program), /* before the first simulation */
        cmocka_unit_test(closed_forms_agree),
        cmocka_unit_test(refusals),
        cmocka_unit_test(optional_parameters_in_files),
        cmocka_unit_test(no_slip_stone_of_borisov_and_mamaev),
        cmocka_unit_test(kane_and_levinson_with_loss),
    };
    return cmocka_run_group_tests_name("contact surfaces", tests, NULL, NULL);
}
