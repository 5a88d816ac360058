#include "reproduce/law_error.h"

#include <stdio.h>
#include <string.h>

#include "base/system.h"
#include "math/pi.h"

enum { STEPS = 180, DIRECTIONS = 32 };

static void init_printed(rb_friction *f, const rb_friction_law *law, rb_patch patch, int quality) {
    double values[RB_PARAMS_MAX];
    rb_param_defaults(law->params, values);
    rb_friction_as_printed(law, values);
    for (int i = 0; i < law->params.count; i++) {
        if (law->params.rows[i].flags & RB_PARAM_CHOICE) {
            values[i] = quality;
        }
    }
    rb_friction_init(f, law, values, patch);
}

static const rb_param *quality_of(const rb_friction_law *law) {
    int i = rb_param_find(law->params, "quality");
    return i >= 0 ? &law->params.rows[i] : NULL;
}

static int choices_of(const rb_param *row) {
    int count = 0;
    while (row != NULL && row->choices[count] != NULL) {
        count++;
    }
    return count;
}

/* Sums over `directions` directions of sliding, beginning with x. */
static rb_law_error compare(const rb_friction *f, const rb_friction *exact, rb_slip distortion,
                            int directions) {
    rb_law_error e = {0, 0, 0, 0};
    for (int i = 0; i < STEPS * directions; i++) {
        double theta = RB_PI / 2 * (i % STEPS + 0.5) / STEPS;
        int direction = i / STEPS;
        double phi = 2 * RB_PI * direction / directions;
        rb_slip s = distortion;
        s.u_x = sin(theta) * cos(phi);
        s.u_y = sin(theta) * sin(phi);
        s.omega = cos(theta); /* the other sign: an odd law, phi turned by pi */
        rb_traction t, x;
        rb_friction_eval(f, &s, &t, NULL);
        rb_friction_eval(exact, &s, &x, NULL);
        double T = hypot(t.T_x - x.T_x, t.T_y - x.T_y);
        double M = fabs(t.M - x.M);
        e.max_T = fmax(e.max_T, T);
        e.max_M = fmax(e.max_M, M);
        e.rms_T += T * T / (STEPS * directions);
        e.rms_M += M * M / (STEPS * directions);
    }
    e.rms_T = sqrt(e.rms_T);
    e.rms_M = sqrt(e.rms_M);
    return e;
}

static void fill_row(rb_law_error_row *row, const rb_law_error_case *c, const rb_friction_law *law,
                     int quality) {
    const rb_param *choice = quality_of(law);
    memset(row, 0, sizeof *row);
    snprintf(row->name, sizeof row->name, choice != NULL ? "%s (%s)" : "%s", law->id,
             choice != NULL ? choice->choices[quality] : "");
    bool uniform = law->pressure == RB_PRESSURE_UNIFORM;
    row->exact = rb_friction_law_find(uniform ? "exact-uniform" : "exact-ellipse");
    rb_friction exact;
    init_printed(&exact, row->exact, c->patch, choices_of(quality_of(row->exact)) - 1);
    init_printed(&row->friction, law, c->patch, quality);
    rb_slip distortion = {.d_c = c->d_c, .d_s = c->d_s};
    row->along = compare(&row->friction, &exact, distortion, 1);
    row->around = compare(&row->friction, &exact, distortion, DIRECTIONS);
}

int rb_law_errors(const rb_law_error_case *c, rb_law_error_row rows[RB_LAW_ERROR_ROWS]) {
    int count = 0;
    for (int i = 0; i < rb_friction_law_count(); i++) {
        const rb_friction_law *law = rb_friction_law_at(i);
        if (law->evaluate == NULL || law->unbounded) {
            continue;
        }
        int qualities = choices_of(quality_of(law));
        for (int q = 0; q < (qualities > 0 ? qualities : 1) && count < RB_LAW_ERROR_ROWS; q++) {
            fill_row(&rows[count++], c, law, q);
        }
    }
    return count;
}

/* ---- cost -------------------------------------------------------------------------------------- */

enum { MOTIONS = 256, RUNS = 25 };

/* Low-discrepancy motions (multiples of irrational numbers): the same for every law. */
static void fill_motions(rb_slip motions[MOTIONS], double b, bool rim) {
    for (int i = 0; i < MOTIONS; i++) {
        double p = fmod(0.7548776662466927 * i, 1), q = fmod(0.5698402909980532 * i, 1);
        double angle = 2 * RB_PI * p;
        rb_slip s = {.d_c = 0.5 * cos(7 * angle), .d_s = 0.5 * sin(7 * angle)};
        if (rim) { /* d = 1.001 … 2 in the unit circle */
            double d = 1.001 + q;
            s.u_x = b * d * cos(angle);
            s.u_y = d * sin(angle);
            s.omega = i % 2 == 0 ? 1 : -1;
        } else { /* uniform on the sphere */
            double z = 2 * q - 1, r = sqrt(1 - z * z);
            s.u_x = r * cos(angle);
            s.u_y = r * sin(angle);
            s.omega = z;
        }
        motions[i] = s;
    }
}

double rb_law_cost(const rb_friction *f, bool jacobian, bool rim) {
    rb_slip motions[MOTIONS];
    fill_motions(motions, f->patch.b, rim);
    double best = HUGE_VAL;
    volatile double sink = 0; /* so that nothing is optimised away */
    for (int run = 0; run < RUNS; run++) {
        double sum = 0;
        double begin = rb_wall_clock();
        for (int i = 0; i < MOTIONS; i++) {
            rb_traction t;
            rb_traction_jacobian jac;
            rb_friction_eval(f, &motions[i], &t, jacobian ? &jac : NULL);
            sum += t.M;
        }
        best = fmin(best, rb_wall_clock() - begin);
        sink = sink + sum;
    }
    return 1e9 * best / MOTIONS;
}
