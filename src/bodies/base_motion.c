/* Motion of the base: harmonic, with a frequency that sweeps, or recorded. */
#include "bodies/base_motion.h"

#include <math.h>

#include "math/elementary.h"
#include "math/pi.h"
#include "rattleback/scene.h"

static const char *const motions[] = {"none", "harmonic", "sweep", "file", NULL};

static const rb_param rows[] = {
    {"motion", "", "", 0, 0, 0,
     "motion of the table: none, harmonic, sweep (of the frequency), or that of a file",
     "docs/physics.md#the-moving-table", RB_PARAM_CHOICE, motions},
    {"amplitude", "A", "m", 0, 1, 1e-4, "amplitude of the displacement of the table", "ours", RB_PARAM_LOG,
     NULL},
    {"frequency", "f", "Hz", 0, 1e4, 20, "frequency of the table; of a sweep at its start", "ours",
     RB_PARAM_ABOVE | RB_PARAM_LOG, NULL},
    {"phase", "φ₀", "rad", -RB_PI, RB_PI, 0, "phase of the displacement at t = 0", "ours", 0, NULL},
    {"dir_x", "e_x", "", -1, 1, 0, "direction of the motion along x; the vector is normalised", "ours", 0,
     NULL},
    {"dir_y", "e_y", "", -1, 1, 0, "direction of the motion along y", "ours", 0, NULL},
    {"dir_z", "e_z", "", -1, 1, 1, "direction of the motion, upwards", "ours", 0, NULL},
    {"end_frequency", "f₁", "Hz", 0, 1e4, 40, "frequency at the end of a sweep, and after it", "ours",
     RB_PARAM_ABOVE | RB_PARAM_LOG, NULL},
    {"sweep_time", "T", "s", 0, 1e6, 30, "duration of a sweep; the frequency changes linearly", "ours",
     RB_PARAM_ABOVE | RB_PARAM_LOG, NULL},
    {"slope", "β", "rad", 0, 1.5, 0, "constant slope of the table", "ours", 0, NULL},
    {"downhill", "χ", "rad", -RB_PI, RB_PI, 0, "direction in which the table slopes down, from x about z",
     "ours", 0, NULL},
};

const rb_param_table rb_base_params = RB_PARAM_TABLE(rows);

static rb_vec3 direction_of(const double *v) {
    return rb_v3(v[RB_BASE_DIR_X], v[RB_BASE_DIR_Y], v[RB_BASE_DIR_Z]);
}

void rb_base_make(const double *v, double *g, rb_base *out) {
    rb_vec3 d = direction_of(v);
    double length = rb_norm(d), slope = v[RB_BASE_SLOPE];
    *out = (rb_base){.motion = (int)v[RB_BASE_MOTION],
                     .amplitude = v[RB_BASE_AMPLITUDE],
                     .frequency = v[RB_BASE_FREQUENCY],
                     .phase = v[RB_BASE_PHASE] / (2 * RB_PI),
                     .end_frequency = v[RB_BASE_END_FREQUENCY],
                     .sweep_time = v[RB_BASE_SWEEP_TIME],
                     .direction = rb_scale(length > 0 ? 1 / length : 0, d)};
    if (slope != 0) {
        double pull = *g * rb_sin(slope);
        out->along = rb_v3(pull * rb_cos(v[RB_BASE_DOWNHILL]), pull * rb_sin(v[RB_BASE_DOWNHILL]), 0);
        *g *= rb_cos(slope);
    }
    out->acts = out->motion != RB_BASE_NONE || slope != 0;
}

rb_status rb_base_check(const double *v, const char *where, rb_error *err) {
    bool directed = v[RB_BASE_MOTION] == RB_BASE_HARMONIC || v[RB_BASE_MOTION] == RB_BASE_SWEEP;
    if (directed && !(rb_norm(direction_of(v)) > 1e-6)) {
        return rb_fail(err, RB_ERR_INPUT, "%s: base: dir_x, dir_y, dir_z: expected a direction, got zero",
                       where);
    }
    return RB_OK;
}

/* The phase in cycles, and its derivatives. */
typedef struct cycles {
    double value, rate, change;
} cycles;

static cycles cycles_at(const rb_base *base, double t) {
    if (base->motion != RB_BASE_SWEEP) {
        return (cycles){base->frequency * t, base->frequency, 0};
    }
    double change = (base->end_frequency - base->frequency) / base->sweep_time, T = base->sweep_time;
    if (t < T) {
        return (cycles){t * (base->frequency + change * t / 2), base->frequency + change * t, change};
    }
    return (cycles){T * (base->frequency + base->end_frequency) / 2 + base->end_frequency * (t - T),
                    base->end_frequency, 0};
}

double rb_base_turns(const rb_base *base, double t) {
    return cycles_at(base, t).value + base->phase;
}

/* The angle of the sine, which is limited to small angles. */
static double angle_at(const rb_base *base, double t) {
    double turns = rb_base_turns(base, t);
    return 2 * RB_PI * (turns - floor(turns));
}

rb_vec3 rb_base_displacement(const rb_base *base, double t) {
    bool oscillates = base->motion == RB_BASE_HARMONIC || base->motion == RB_BASE_SWEEP;
    return rb_scale(oscillates ? base->amplitude * rb_sin(angle_at(base, t)) : 0, base->direction);
}

/* A sine of p: A (p'' cos p - p'^2 sin p), and A (-p'^3 cos p - 3 p' p'' sin p) for its derivative. */
static double oscillate(const rb_base *base, double t, double *jerk) {
    cycles c = cycles_at(base, t);
    double p = angle_at(base, t), rate = 2 * RB_PI * c.rate, change = 2 * RB_PI * c.change, s = rb_sin(p),
           k = rb_cos(p);
    *jerk = -base->amplitude * rate * (rate * rate * k + 3 * change * s);
    return base->amplitude * (change * k - rate * rate * s);
}

static rb_vec3 recorded(const rb_base_record *r, double t, rb_vec3 *jerk) {
    int low = 0, high = r->count - 1;
    *jerk = rb_v3(0, 0, 0);
    if (!(t >= r->t[low] && t <= r->t[high])) {
        return rb_v3(0, 0, 0);
    }
    while (high - low > 1) {
        int middle = (low + high) / 2;
        *(t < r->t[middle] ? &high : &low) = middle;
    }
    *jerk = rb_scale(1 / (r->t[high] - r->t[low]), rb_sub(r->a[high], r->a[low]));
    return rb_add_scaled(r->a[low], t - r->t[low], *jerk);
}

rb_vec3 rb_base_acceleration(const rb_base *base, double t, rb_vec3 *jerk) {
    rb_vec3 unused, *to = jerk != NULL ? jerk : &unused;
    double rate = 0;
    *to = rb_v3(0, 0, 0);
    switch ((rb_base_motion)base->motion) {
    case RB_BASE_NONE: break;
    case RB_BASE_FILE: return base->record != NULL ? recorded(base->record, t, to) : *to;
    case RB_BASE_HARMONIC:
    case RB_BASE_SWEEP: {
        rb_vec3 a = rb_scale(oscillate(base, t, &rate), base->direction);
        *to = rb_scale(rate, base->direction);
        return a;
    }
    }
    return *to;
}
