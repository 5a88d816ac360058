/* The moving and sloping table (section "base" of a scene) against closed forms and an integration of
   Lagrange's equation written here, by every method; the exact Jacobian; edits and checkpoints; input that is
   refused. */
#include <math.h>
#include <unistd.h>

#include "bodies/driven.h"
#include "bodies/rigid_state.h"
#include "math/vec.h"
#include "sim/model_build.h"
#include "support.h"

static const char *const methods[] = {"dp5", "rodas", "dop853", "auto", "lobatto", "radau"};
enum { METHODS = sizeof methods / sizeof methods[0] };

/* A homogeneous ball of radius 2 cm on the table, without loss. */
static rb_scene ball(const char *law, const char *method) {
    rb_scene s =
        rb_test_scene("kane-levinson", "m=0.2", "a1=0.02", "a2=0.02", "a3=0.02", "k3=0", "B1=3.2e-5",
                      "B2=3.2e-5", "B3=3.2e-5", "B12=0", "omega3=0", "theta=0", "phi=0", "rtol=1e-9", NULL);
    char text[32];
    snprintf(text, sizeof text, "law=%s", law);
    rb_test_assign(&s, text);
    snprintf(text, sizeof text, "method=%s", method);
    rb_test_assign(&s, text);
    return s;
}

/* ---- closed forms ------------------------------------------------------------------------------------- */

/* A rolling ball gets 2/7 of the table's acceleration: seen from the table, v = -5/7 (V(t) - V(0)). */
static void a_ball_rolls_on_a_table_that_moves(void **state) {
    (void)state;
    for (int i = 0; i < METHODS; i++) {
        rb_scene s = ball("no-slip", methods[i]);
        static const char *const shake[] = {"motion=harmonic", "amplitude=0.01", "frequency=3", "phase=0.4",
                                            "dir_x=0.6",       "dir_y=0.8",      "dir_z=0"};
        for (int k = 0; k < 7; k++) {
            rb_test_assign(&s, shake[k]);
        }
        double t = 0.7, w = 6 * M_PI, V = 0.01 * w * (cos(w * t + 0.4) - cos(0.4));
        rb_run_result r = rb_test_run(&s, t, NULL);
        assert_int_equal(r.summary.end_reason, RB_END_TIME);
        assert_near(r.last.v_C.x, -5.0 / 7 * 0.6 * V, 2e-8); /* rtol 1e-9; dp5 measured 2e-9 */
        assert_near(r.last.v_C.y, -5.0 / 7 * 0.8 * V, 2e-8);
        assert_near(r.summary.N_min, 0.2 * 9.81, 1e-12);
        assert_near(r.last.balance, 0, 1e-9);
    }
}

/* Down a slope a ball rolls with 5/7 g sin(beta), and slides with g sin(beta) without friction. */
static void a_ball_rolls_and_slides_down_a_slope(void **state) {
    (void)state;
    for (int i = 0; i < METHODS; i++) {
        for (int slips = 0; slips < 2; slips++) {
            rb_scene s = ball(slips ? "none" : "no-slip", methods[i]);
            rb_test_assign(&s, "slope=0.1");
            rb_test_assign(&s, "downhill=2");
            rb_run_result r = rb_test_run(&s, 0.5, NULL);
            double v = (slips ? 1 : 5.0 / 7) * 9.81 * sin(0.1) * 0.5;
            assert_near(r.last.v_C.x, v * cos(2), 1e-9);
            assert_near(r.last.v_C.y, v * sin(2), 1e-9);
            assert_near(r.last.contact[0].N, 0.2 * 9.81 * cos(0.1), 1e-12);
            assert_near(r.summary.W_in, r.last.E - r.summary.E_initial, 1e-9);
            assert_near(r.summary.W_in, slips ? 0.1 * v * v : 0.14 * v * v, 1e-9);
        }
    }
}

/* A stone at rest on a table that moves vertically: N = m (g + s'') until that reaches zero. */
static void the_table_carries_and_launches(void **state) {
    (void)state;
    rb_scene s = ball("coulomb", "auto");
    rb_test_assign(&s, "motion=harmonic");
    rb_test_assign(&s, "frequency=10");
    rb_test_assign(&s, "amplitude=2e-3");
    rb_run_result r = rb_test_run(&s, 1, NULL);
    double w2 = 400 * M_PI * M_PI;
    assert_int_equal(r.summary.end_reason, RB_END_TIME); /* it never comes to rest */
    assert_near(r.summary.N_min, 0.2 * (9.81 - 2e-3 * w2), 1e-9);
    assert_near(r.summary.N_max, 0.2 * (9.81 + 2e-3 * w2), 1e-9);
    rb_test_assign(&s, "amplitude=3e-3"); /* 11.8 m/s2 */
    r = rb_test_run(&s, 1, NULL);
    assert_int_equal(r.summary.end_reason, RB_END_LIFT_OFF);
    assert_near(r.summary.t_end, asin(9.81 / (3e-3 * w2)) / (20 * M_PI), 1e-6);
    rb_test_assign(&s, "normal=hertz"); /* flies and lands */
    r = rb_test_run(&s, 0.2, NULL);
    assert_int_equal(r.summary.end_reason, RB_END_TIME);
    assert_near(r.summary.N_min, 0, 0);
    assert_near(r.last.balance, 0, 1e-8);
}

/* ---- a rocking stone ------------------------------------------------------------------------------------
 */

/* An ellipsoid that rolls in its plane of symmetry without slip, angle p: height of the mass centre
   z = sqrt(a^2 sin^2 p + c^2 cos^2 p) - k cos p, distance of the contact z'(p); Lagrange's equation
   (I + m (z^2 + z'^2)) p'' = -m z' (z + z'') p'^2 - m (g + s_z'') z' - m s_x'' z, by RK4. */
typedef struct rocker {
    double m, I, a, c, k, g, A, w, x, z; /* table: A sin(w t) along (x, z) */
} rocker;

static double rock(const rocker *r, double t, double p, double rate) {
    double s = sin(p), co = cos(p), d = r->a * r->a - r->c * r->c;
    double h = sqrt(r->a * r->a * s * s + r->c * r->c * co * co);
    double z = h - r->k * co, z1 = d * s * co / h + r->k * s;
    double z2 = d * (co * co - s * s) / h - d * d * s * s * co * co / (h * h * h) + r->k * co;
    double acceleration = -r->A * r->w * r->w * sin(r->w * t);
    double force = -r->m * (r->g + acceleration * r->z) * z1 - r->m * acceleration * r->x * z;
    return (force - r->m * z1 * (z + z2) * rate * rate) / (r->I + r->m * (z * z + z1 * z1));
}

static void rk4(const rocker *r, double until, int steps, double *p, double *rate) {
    double h = until / steps;
    for (int i = 0; i < steps; i++) {
        double t = i * h, a1 = rock(r, t, *p, *rate), v1 = *rate;
        double v2 = v1 + h / 2 * a1, a2 = rock(r, t + h / 2, *p + h / 2 * v1, v2);
        double v3 = v1 + h / 2 * a2, a3 = rock(r, t + h / 2, *p + h / 2 * v2, v3);
        double v4 = v1 + h * a3, a4 = rock(r, t + h, *p + h * v3, v4);
        *p += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4);
        *rate += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    }
}

static void a_stone_rocks_as_lagrange_says(void **state) {
    (void)state;
    const rocker r = {1, 16e-4, 0.2, 0.02, 0.01, 9.81, 1.5e-4, 2 * M_PI * 33, 0.6, 0.8};
    double p = 0.05, rate = 0;
    rk4(&r, 0.5, 100000, &p, &rate); /* 1e-12: halving the step changes nothing more */
    for (int i = 0; i < METHODS; i++) {
        rb_scene s =
            rb_test_scene("kane-levinson", "B12=0", "omega3=0", "theta=0", "phi=0.05", "motion=harmonic",
                          "amplitude=1.5e-4", "frequency=33", "dir_x=0.6", "dir_z=0.8", "rtol=1e-9", NULL);
        char method[32];
        snprintf(method, sizeof method, "method=%s", methods[i]);
        rb_test_assign(&s, method);
        rb_run_result run = rb_test_run(&s, 0.5, NULL);
        assert_int_equal(run.summary.end_reason, RB_END_TIME);
        assert_near(run.last.phi, p, 1e-7); /* rtol 1e-9; measured 3e-9 */
        assert_near(run.last.omega.y, rate, 1e-5);
        assert_near(run.last.omega.z, 0, 1e-12);
        assert_near(run.last.balance, 0, 1e-9);
    }
}

/* Every method gives one motion where the stone slides, spins and is shaken obliquely. */
static void methods_agree(void **state) {
    (void)state;
    rb_summary first = {0};
    for (int i = 0; i < METHODS; i++) {
        rb_scene s = rb_test_scene("ak18-a", "motion=sweep", "amplitude=4e-4", "frequency=10",
                                   "end_frequency=25", "sweep_time=0.4", "dir_x=0.5", "dir_z=1", "slope=0.02",
                                   "rtol=1e-8", "step=2e-5", NULL);
        char method[32];
        snprintf(method, sizeof method, "method=%s", methods[i]);
        rb_test_assign(&s, method);
        rb_summary end = rb_test_summary(&s, 0.6);
        first = i == 0 ? end : first;
        assert_near(end.omega3_final, first.omega3_final,
                    5e-6); /* dp5 2e-6, the others 1e-8 among each other */
        assert_near(end.mean_spin, first.mean_spin, 5e-6);
        assert_below(end.energy_balance_error, 1e-7);
    }
}

/* A rigid top hops from sphere to sphere on a table that moves. */
static void a_rigid_top_lands(void **state) {
    (void)state;
    rb_scene s =
        rb_test_scene("tippetop-restricted", "method=auto", "motion=harmonic", "amplitude=1e-5", NULL);
    rb_summary end = rb_test_summary(&s, 1.9);
    assert_true(end.first_small_contact > 1.7 && end.first_small_contact < 1.8); /* 1.7434 s at rest */
    assert_below(end.energy_balance_error, 1e-5);
}

/* A stone at rest begins to turn its preferred way, that of kane-levinson after its reversal; shaking
   prevents a reversal. Numbers of docs/celt.md. */
static void shaking_spins_the_stone(void **state) {
    (void)state;
    rb_scene s = rb_test_scene("shaken-spin", "method=auto", NULL);
    rb_summary end = rb_test_summary(&s, 30);
    assert_near(end.omega3_final, -8.27, 5e-3);
    assert_near(end.mean_spin, -5.93, 5e-3);
    rb_test_assign(&s, "frequency=25"); /* off resonance: the first wobble decays */
    assert_near(rb_test_summary(&s, 30).omega3_final, 0, 0.2);
    s = rb_test_scene("shaken-no-reversal", "method=auto", NULL);
    assert_int_equal(rb_test_summary(&s, 30).reversal_count, 0);
    rb_test_assign(&s, "amplitude=0");
    assert_near(rb_test_summary(&s, 20).first_reversal_time, 18.88, 5e-3);
}

/* ---- the exact Jacobian ---------------------------------------------------------------------------------
 */

static void jacobian_is_exact(void **state) {
    (void)state;
    static const char *const scenes[] = {"ak18-a", "k15-ah", "kane-levinson", "tippetop-ka09",
                                         "tippetop-restricted"};
    for (int c = 0; c < 5; c++) {
        rb_scene s =
            rb_test_scene(scenes[c], "motion=harmonic", "amplitude=1e-4", "dir_x=0.3", "slope=0.05", NULL);
        rb_model model;
        rb_body_ops ops;
        rb_model_build(&s, &model);
        rb_driven_prepare(&model, NULL, &ops);
        double y[RB_ODE_MAX] = {0}, J[RB_ODE_MAX * RB_ODE_MAX], D[RB_ODE_MAX * RB_ODE_MAX], scale[RB_ODE_MAX];
        model.ops->start(s.values[RB_SECTION_START], &model, y);
        rb_driven_start(&model, 0.013, 0, y);
        y[RB_Y_R + 2] -= model.mode == RB_CONTACT_COMPLIANT ? 1e-4 : 0;
        y[RB_Y_V] += 0.01;
        rb_body_project(&model, y);
        model.ops->jacobian(&model, y, J);
        rb_body_difference_jacobian(&model, y, D);
        model.ops->scale(&model, scale);
        int n = ops.state_count;
        double size = 0;
        for (int i = 0; i < n * n; i++) {
            size = fmax(size, fabs(D[i]) * scale[i % n] / scale[i / n]);
        }
        for (int i = 0; i < n * n; i++) {
            double unit = scale[i % n] / scale[i / n];
            assert_near(J[i] * unit, D[i] * unit, 2e-5 * size); /* differences; measured 5e-6 */
        }
    }
}

/* ---- a recorded motion ----------------------------------------------------------------------------------
 */

static const char *write_record(const char *name, const char *head, const char *row) {
    static char path[64];
    snprintf(path, sizeof path, "/tmp/rattleback-base-%ld-%s.csv", (long)getpid(), name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "%s\n", head);
    for (int i = 0; i <= 2000; i++) {
        double t = i * 5e-4;
        fprintf(file, row, t, 0.01 * sin(6 * M_PI * t));
    }
    fclose(file);
    return path;
}

/* Displacements at 2 kHz, as splines, are the harmonic motion. The natural ends cost the first and last
 * steps. */
static void a_recorded_motion(void **state) {
    (void)state;
    rb_scene s = ball("no-slip", "auto"), harmonic = s;
    rb_test_assign(&s, "motion=file");
    snprintf(s.base_file, sizeof s.base_file, "%s", write_record("good", "t,x", "%.6f,%.17g\n"));
    rb_test_assign(&harmonic, "motion=harmonic");
    rb_test_assign(&harmonic, "amplitude=0.01");
    rb_test_assign(&harmonic, "frequency=3");
    rb_test_assign(&harmonic, "dir_x=1");
    rb_test_assign(&harmonic, "dir_z=0");
    rb_run_result a = rb_test_run(&s, 0.5, NULL), b = rb_test_run(&harmonic, 0.5, NULL);
    assert_near(a.last.v_C.x, b.last.v_C.x, 1e-6);
    assert_true(fabs(b.last.v_C.x) > 0.1);
    char *text = rb_scene_to_text(&s);
    rb_scene back;
    assert_int_equal(rb_scene_read_text(text, "elsewhere/scene.json", &back, NULL), RB_OK);
    assert_string_equal(back.base_file, s.base_file);
    free(text);
    unlink(s.base_file);
    rb_error err = {""};
    assert_true(rb_scene_check(&s, "scene", &err) != RB_OK); /* it is gone */
    snprintf(s.base_file, sizeof s.base_file, "%s", write_record("time", "x,t", "%.6f,%.17g\n"));
    assert_int_equal(rb_scene_check(&s, "scene", &err), RB_ERR_INPUT);
    assert_contains(err.text, "increasing times");
    unlink(s.base_file);
    snprintf(s.base_file, sizeof s.base_file, "%s", write_record("columns", "t,height", "%.6f,%.17g\n"));
    assert_int_equal(rb_scene_check(&s, "scene", &err), RB_ERR_INPUT);
    assert_contains(err.text, "columns x, y, z");
    unlink(s.base_file);
    s.base_file[0] = '\0';
    assert_int_equal(rb_scene_check(&s, "scene", &err), RB_ERR_INPUT);
    assert_contains(err.text, "base: file");
}

/* ---- scenes ---------------------------------------------------------------------------------------------
 */

static void refusals(void **state) {
    (void)state;
    rb_error err = {""};
    rb_scene s = rb_test_scene("disk-k12", "base.motion=harmonic", NULL);
    assert_int_equal(rb_scene_check(&s, "scene", &err), RB_ERR_INPUT);
    assert_contains(err.text, "F_amplitude");
    s = rb_test_scene("ak18-a", "motion=harmonic", "dir_z=0", NULL);
    assert_int_equal(rb_scene_check(&s, "scene", &err), RB_ERR_INPUT);
    assert_contains(err.text, "expected a direction");
    s = rb_test_scene("ak18-a", NULL);
    assert_int_equal(rb_scene_assign(&s, "amplitude=-1", &err), RB_ERR_INPUT);
    assert_contains(err.text, "amplitude");
}

/* A section only where the table does something: files from before stay as they are. */
static void files(void **state) {
    (void)state;
    rb_scene s = rb_test_scene("ak18-a", NULL), back;
    char *text = rb_scene_to_text(&s);
    assert_null(strstr(text, "\"base\""));
    free(text);
    rb_test_assign(&s, "motion=sweep");
    rb_test_assign(&s, "slope=0.1");
    text = rb_scene_to_text(&s);
    assert_non_null(strstr(text, "\"motion\": \"sweep\""));
    assert_int_equal(rb_scene_read_text(text, "scene", &back, NULL), RB_OK);
    assert_memory_equal(back.values, s.values, sizeof s.values);
    free(text);
}

/* Shaking starts and stops during a run; the balance closes. A checkpoint continues to the same bits. */
static void edits_and_checkpoints(void **state) {
    (void)state;
    rb_scene still = rb_test_scene("ak18-a", "method=auto", NULL), shaken = still;
    rb_test_assign(&shaken, "motion=harmonic");
    rb_test_assign(&shaken, "amplitude=3e-4");
    rb_simulation *sim = rb_test_simulation(&still), *other = rb_test_simulation(&shaken);
    rb_test_run_until(sim, 0.2);
    assert_int_equal(rb_simulation_edit(sim, &shaken, NULL), RB_OK);
    rb_test_run_until(sim, 0.4);
    assert_true(fabs(rb_test_snapshot(sim).W_in) > 1e-6);
    rb_checkpoint middle = rb_test_save(sim);
    rb_test_run_until(sim, 0.5);
    uint64_t hash = rb_simulation_hash(sim);
    rb_test_restore(other, &middle);
    rb_test_run_until(other, 0.5);
    assert_true(rb_simulation_hash(other) == hash);
    assert_int_equal(rb_simulation_edit(sim, &still, NULL), RB_OK);
    rb_test_run_until(sim, 0.7);
    rb_snapshot end = rb_test_snapshot(sim);
    assert_near(end.W_in, 0, 0);
    assert_near(end.balance, 0, 1e-8);
    rb_simulation_destroy(other);
    rb_simulation_destroy(sim);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ball_rolls_on_a_table_that_moves),
        cmocka_unit_test(a_ball_rolls_and_slides_down_a_slope),
        cmocka_unit_test(the_table_carries_and_launches),
        cmocka_unit_test(a_stone_rocks_as_lagrange_says),
        cmocka_unit_test(methods_agree),
        cmocka_unit_test(a_rigid_top_lands),
        cmocka_unit_test(shaking_spins_the_stone),
        cmocka_unit_test(jacobian_is_exact),
        cmocka_unit_test(a_recorded_motion),
        cmocka_unit_test(refusals),
        cmocka_unit_test(files),
        cmocka_unit_test(edits_and_checkpoints),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
