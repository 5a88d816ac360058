#include "rattleback/theory.h"

#include <complex.h>
#include <math.h>
#include <string.h>

#include "analysis/stability.h"
#include "base/macros.h"
#include "bodies/rigid_body.h"
#include "math/pi.h"
#include "sim/model_build.h"

static double value(const rb_scene *scene, rb_section section, const char *name) {
    int i = rb_param_find(rb_scene_table(scene, section), name);
    return i >= 0 ? scene->values[section][i] : 0;
}

/* Shape and inertia at rest. */
static void at_rest(const rb_scene *scene, const rb_model *model, rb_theory *t) {
    double a1 = value(scene, RB_SECTION_BODY, "a1"), a2 = value(scene, RB_SECTION_BODY, "a2");
    double a3 = value(scene, RB_SECTION_BODY, "a3");
    t->H = a3 - model->shape.k[0].z;
    t->R_x = a1 * a1 / a3;
    t->R_y = a2 * a2 / a3;
    if (model->shape.surface != NULL) { /* other radii at the lowest point */
        rb_surface_local at;
        rb_surface_evaluate(model->shape.surface, &model->shape.values, rb_v3(0, 0, -1), rb_v3(0, 0, 0), &at);
        t->H = -at.x.z - model->shape.k[0].z;
        t->R_x = at.H.m[0][0];
        t->R_y = at.H.m[1][1];
    }
    /* The horizontal principal axes of inertia: X, of the smaller moment, at `angle` in body axes. */
    double B11 = model->B.m[0][0], B22 = model->B.m[1][1], B12 = model->B.m[0][1];
    double mean = (B11 + B22) / 2, half = (B11 - B22) / 2, radius = hypot(half, B12);
    double angle = atan2(-B12, -half) / 2;
    double raised = model->m * t->H * t->H;
    t->J_X = mean - radius + raised;
    t->J_Y = mean + radius + raised;
    /* The ellipsoid's x is at -alpha in body axes (K11 section 3). */
    double x = atan2(model->shape.axis.y, model->shape.axis.x);
    t->xi = remainder(angle - x, RB_PI);
    double g = model->g, M = model->m;
    t->omega_p = sqrt(M * g * (t->R_x - t->H) / t->J_Y);
    t->omega_r = sqrt(M * g * (t->R_y - t->H) / t->J_X);
    double p2 = t->omega_p * t->omega_p, r2 = t->omega_r * t->omega_r;
    double K = sin(2 * t->xi) / 4 * M * t->H * (t->R_x - t->R_y) * (1 / t->J_X - 1 / t->J_Y);
    t->K_p = K * p2 / (p2 - r2);
    t->K_r = K * r2 / (p2 - r2);
}

/* Characteristic polynomial x^4 + c3 x^3 + c2 x^2 + c1 x + c0 by the Faddeev-LeVerrier algorithm. */
static void characteristic(double A[4][4], double c[4]) {
    double M[4][4] = {{0}};
    double last = 1;
    for (int k = 1; k <= 4; k++) {
        double next[4][4];
        double trace = 0;
        for (int i = 0; i < 4; i++) {
            M[i][i] += last;
        }
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 4; j++) {
                next[i][j] = 0;
                for (int l = 0; l < 4; l++) {
                    next[i][j] += A[i][l] * M[l][j];
                }
            }
            trace += next[i][i];
        }
        last = -trace / k;
        c[4 - k] = last;
        memcpy(M, next, sizeof M);
    }
}

/* All four roots by the Durand-Kerner method, scaled to order one. */
static void roots_of(const double c[4], double scale, double complex root[4]) {
    for (int i = 0; i < 4; i++) {
        root[i] = cpow(0.4 + 0.9 * I, i);
    }
    for (int pass = 0; pass < 200; pass++) {
        for (int i = 0; i < 4; i++) {
            double complex x = root[i], below = 1;
            double s2 = scale * scale;
            double complex p = ((x + c[3] / scale) * x + c[2] / s2) * x;
            p = (p + c[1] / (s2 * scale)) * x + c[0] / (s2 * s2);
            for (int j = 0; j < 4; j++) {
                below *= j == i ? 1 : x - root[j];
            }
            root[i] = x - p / below;
        }
    }
    for (int i = 0; i < 4; i++) {
        root[i] *= scale;
    }
}

/* Returns the real part of the eigenvalue pair with a frequency near omega. */
static double rate_near(const rb_theory *t, double omega) {
    int best = 0;
    for (int i = 1; i < 4; i++) {
        if (fabs(fabs(t->eigen_im[i]) - omega) < fabs(fabs(t->eigen_im[best]) - omega)) {
            best = i;
        }
    }
    return t->eigen_re[best];
}

static void eigenvalues(const rb_model *model, rb_theory *t) {
    double A[4][4], c[4];
    double complex root[4];
    rb_rigid_body_near_spin(model, t->spin, A);
    characteristic(A, c);
    roots_of(c, sqrt(t->omega_p * t->omega_r), root);
    for (int i = 0; i < 4; i++) {
        t->eigen_re[i] = creal(root[i]);
        t->eigen_im[i] = cimag(root[i]);
    }
    t->pitch_rate = rate_near(t, t->omega_p);
    t->roll_rate = rate_near(t, t->omega_r);
}

/* The spin drives one mode exponentially, with rate K s in its amplitude, and loses the energy that the
   mode gains: ds/dt = -K (s0^2 - s^2), s0^2 = s^2 + 2 E/I_z conserved. */
static void predict(const rb_scene *scene, const rb_model *model, rb_theory *t) {
    double s = fabs(t->spin), Mg = model->m * model->g;
    double theta = value(scene, RB_SECTION_START, "theta"), phi = value(scene, RB_SECTION_START, "phi");
    double w1 = value(scene, RB_SECTION_START, "omega1"), w2 = value(scene, RB_SECTION_START, "omega2");
    double x = atan2(model->shape.axis.y, model->shape.axis.x) + t->xi;
    /* Rotation about X is roll, about Y pitch. */
    double w_X = cos(x) * w1 + sin(x) * w2, w_Y = -sin(x) * w1 + cos(x) * w2;
    double q_X = cos(x) * theta + sin(x) * phi, q_Y = -sin(x) * theta + cos(x) * phi;
    bool pitch = -t->K_p * t->spin > 0;
    double stiffness = Mg * ((pitch ? t->R_x : t->R_y) - t->H);
    double J = pitch ? t->J_Y : t->J_X, w = pitch ? w_Y : w_X, q = pitch ? q_Y : q_X;
    double K = fabs(pitch ? t->K_p : t->K_r), I_z = model->B.m[2][2];
    t->growing = s > 0 && K > 0 ? (pitch ? RB_MODE_PITCH : RB_MODE_ROLL) : RB_MODE_NONE;
    t->E_osc = (J * w * w + stiffness * q * q) / 2;
    double s0 = sqrt(s * s + 2 * t->E_osc / I_z);
    bool reverses = t->growing != RB_MODE_NONE && t->E_osc > 0;
    t->t_reversal = reverses ? log((s0 + s) / (s0 - s)) / (2 * K * s0) : NAN;
    t->tilt_at_reversal = s * sqrt(I_z / stiffness);
    double along = value(scene, RB_SECTION_BODY, pitch ? "a1" : "a2");
    t->validity = along / value(scene, RB_SECTION_BODY, "a3") * t->tilt_at_reversal;
}

const char *rb_mode_name(rb_mode mode) {
    static const char *const names[] = {
        [RB_MODE_NONE] = "none", [RB_MODE_PITCH] = "pitch", [RB_MODE_ROLL] = "roll"};
    return names[mode];
}

rb_status rb_theory_of(const rb_scene *scene, rb_theory *out, rb_error *err) {
    RB_CHECK_ARGUMENTS(out != NULL, err);
    rb_status status = rb_scene_check(scene, scene->id, err);
    if (status != RB_OK) {
        return status;
    }
    if (scene->body != &rb_body_celt) {
        return rb_fail(err, RB_ERR_INPUT, "theory: expected a scene with a celt, got %s", scene->body->id);
    }
    rb_model model;
    if (!rb_steady_spin_model(scene, &model)) {
        return rb_fail(err, RB_ERR_INPUT,
                       "theory: expected a stone that can spin steadily about axis 3 (B13 = B23 = 0, "
                       "k1 = k2 = 0, ends = 0)");
    }
    memset(out, 0, sizeof *out);
    out->spin = value(scene, RB_SECTION_START, "omega3");
    at_rest(scene, &model, out);
    if (!(out->R_x > out->H && out->R_y > out->H)) {
        return rb_fail(err, RB_ERR_INPUT,
                       "theory: expected a stone that rests stably (mass centre at %g m below both "
                       "radii of curvature %g and %g m)",
                       out->H, out->R_x, out->R_y);
    }
    eigenvalues(&model, out);
    predict(scene, &model, out);
    return RB_OK;
}
