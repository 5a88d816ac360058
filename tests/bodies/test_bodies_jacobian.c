/* The exact Jacobian of the equations of motion against central differences, in every mode of
   contact and for laws of every family. */
#include <math.h>

#include "bodies/rigid_body.h"
#include "sim/model_build.h"
#include "support.h"

enum { STATES = 40 };

typedef struct jacobian_case {
    const char *scene;
    const char *changes[6];
    double tolerance; /* of the largest element in the row */
} jacobian_case;

/* Differences with a relative step of 1e-6 carry h^2 f'''/f and 1e-16/h: 1e-8 at best. Friction is
   curved on the scale of the patch's own motion (u of order omega), which leaves some 1e-6. The
   patch that follows N has tangents of its own from differences (b, explicit a): 1e-5. */
static const jacobian_case cases[] = {
    {"k11-fig5", {"friction=k11-p1"}, 3e-6},
    {"k11-fig5", {"friction=k11-p2"}, 3e-6},
    {"k11-fig5", {"friction=k11-tanh"}, 3e-6},
    {"k11-fig5", {"friction=exact-circle"}, 3e-6},
    {"k11-fig5", {"friction=coulomb", "delta=0.01", "rolling=none"}, 3e-6},
    {"k11-fig5", {"friction=k15-a2", "rolling=k15", "b=0.3"}, 3e-6}, /* true principal axes */
    {"ak18-a", {0}, 3e-6},
    {"k15-a1", {0}, 3e-6},
    {"k15-a1", {"friction=exact-ellipse"}, 3e-6},
    {"k15-ah", {0}, 1e-5},
    {"kane-levinson", {"c_v=1e-4", "rolling=k11"}, 3e-6},
    {"k11-fig5", {"normal=hertz", "E_star=1e7", "friction=exact-circle"}, 3e-6},
    {"k11-fig5", {"normal=hertz", "E_star=1e7", "friction=exact-circle", "size=penetration"}, 1e-5},
    {"k11-fig5", {"friction=k11-tanh", "surface=paraboloid"}, 3e-6},
    {"k11-fig5", {"friction=k15-a2", "rolling=k15", "b=0.3", "surface=paraboloid"}, 3e-6},
    {"k11-fig5", {"friction=k15-a2", "rolling=k15", "b=0.3", "surface=halves"}, 3e-6},
    {"k11-fig5", {"friction=k15-a2", "rolling=k15", "b=0.3", "surface=superellipsoid"}, 3e-6},
    {"k11-fig5", {"normal=hertz", "E_star=1e7", "friction=exact-circle", "surface=superellipsoid"}, 3e-6},
    {"borisov-mamaev", {0}, 3e-6},
    /* both of two ends are pressed into the floor */
    {"k11-fig5", {"normal=hertz", "E_star=1e7", "friction=exact-circle", "ends=1e-5"}, 3e-6},
    {"k11-fig5",
     {"normal=hertz", "E_star=1e7", "friction=exact-circle", "ends=1e-5", "surface=halves"},
     3e-6},
};

static rb_model model_of(const jacobian_case *c) {
    rb_scene scene = rb_test_scene(c->scene, NULL);
    for (int i = 0; i < 6 && c->changes[i] != NULL; i++) {
        rb_test_assign(&scene, c->changes[i]);
    }
    rb_model model;
    rb_model_build(&scene, &model);
    return model;
}

/* A tilted stone that slides, drills and rocks, pressed into the floor if the floor is compliant. */
static void random_state(const rb_model *model, rb_test_rng *rng, double *y) {
    memset(y, 0, RB_ODE_MAX * sizeof *y);
    rb_vec3 axis = rb_test_direction(rng);
    rb_quat q = rb_quat_from_axis_angle(axis, rb_test_real(rng, 0, 0.3));
    const double q4[4] = {q.w, q.x, q.y, q.z};
    memcpy(y + RB_Y_Q, q4, sizeof q4);
    for (int i = 0; i < 3; i++) {
        y[RB_Y_OMEGA + i] = rb_test_real(rng, -3, 3);
        y[RB_Y_V + i] = rb_test_real(rng, -0.05, 0.05);
    }
    if (model->mode == RB_CONTACT_NO_SLIP) {
        rb_rigid_body_start_rolling(model, y);
    }
    rb_rigid_body_place(model, y);
    if (model->mode == RB_CONTACT_COMPLIANT) {
        y[RB_Y_R + 2] -= 1e-5;
    }
}

static void differences(const rb_model *model, const double *y, int j, double *column) {
    static const double sizes[RB_Y_COUNT] = {1e-2, 1e-2, 1e-5, 1e-2, 1e-2, 1e-2, 1, 1, 1,
                                             1,    1,    1,    1,    1,    1,    1, 1};
    double h = 1e-6 * sizes[j];
    double plus[RB_ODE_MAX], minus[RB_ODE_MAX], f[RB_ODE_MAX], g[RB_ODE_MAX];
    memcpy(plus, y, sizeof plus);
    memcpy(minus, y, sizeof minus);
    plus[j] += h;
    minus[j] -= h;
    rb_rigid_body_rhs(model, plus, f);
    rb_rigid_body_rhs(model, minus, g);
    for (int i = 0; i < RB_Y_COUNT; i++) {
        column[i] = (f[i] - g[i]) / (plus[j] - minus[j]);
    }
}

static void compare(const jacobian_case *c, const rb_model *model, const double *y) {
    double J[RB_Y_COUNT * RB_Y_COUNT], numeric[RB_Y_COUNT][RB_ODE_MAX];
    rb_rigid_body_jacobian(model, y, J);
    for (int j = 0; j < RB_Y_COUNT; j++) {
        differences(model, y, j, numeric[j]);
    }
    for (int i = 0; i < RB_Y_COUNT; i++) {
        /* N ddelta/dt is small where the load does not change, so the error of the differences dominates */
        double tolerance = (i == RB_Y_W_PRESS ? 20 : 1) * c->tolerance;
        double largest = 1e-9;
        for (int j = 0; j < RB_Y_COUNT; j++) {
            largest = fmax(largest, fabs(numeric[j][i]));
        }
        for (int j = 0; j < RB_Y_COUNT; j++) {
            double off = fabs(J[i * RB_Y_COUNT + j] - numeric[j][i]) / largest;
            rb_test_margin(__FILE__, __LINE__, c->scene, off, 0, tolerance);
            if (!(off <= tolerance)) {
                fail_msg("%s %s: d f[%d]/d y[%d] = %g, by differences %g (%.1e of the row)", c->scene,
                         c->changes[0] != NULL ? c->changes[0] : "", i, j, J[i * RB_Y_COUNT + j],
                         numeric[j][i], off);
            }
        }
    }
}

static void jacobian_is_exact(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        rb_model model = model_of(&cases[k]);
        rb_test_rng rng = {17};
        for (int i = 0; i < STATES; i++) {
            double y[RB_ODE_MAX];
            random_state(&model, &rng, y);
            compare(&cases[k], &model, y);
        }
    }
}

/* Projection to the constraints must not change the right-hand side: otherwise the last stage of a step
   would not be the first of the next. */
static void rhs_ignores_what_projection_removes(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        rb_model model = model_of(&cases[k]);
        if (model.mode == RB_CONTACT_COMPLIANT || model.mode == RB_CONTACT_NO_SLIP) {
            continue; /* nothing to project but the quaternion; dr/dt is the state's own v */
        }
        rb_test_rng rng = {18};
        double y[RB_ODE_MAX], off[RB_ODE_MAX], f[RB_ODE_MAX], g[RB_ODE_MAX];
        random_state(&model, &rng, y);
        memcpy(off, y, sizeof off);
        off[RB_Y_R + 2] += 1e-3;
        off[RB_Y_V + 2] += 1e-3;
        rb_rigid_body_rhs(&model, y, f);
        rb_rigid_body_rhs(&model, off, g);
        for (int i = RB_Y_V; i < RB_Y_COUNT; i++) {
            /* v is turned into body axes and back: rounding only */
            assert_near(g[i], f[i], 1e-9 * (1 + fabs(f[i])));
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jacobian_is_exact),
        cmocka_unit_test(rhs_ignores_what_projection_removes),
    };
    return cmocka_run_group_tests_name("bodies_jacobian", tests, NULL, NULL);
}
