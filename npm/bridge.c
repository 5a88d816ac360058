/* Functions for index.js that the library's interface has only through structs: the signals, outcomes and
   events of a simulation that is advanced step by step, and hashes as text. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "rattleback/rattleback.h"

/* Opens a simulation of the scene; NULL on failure. */
rb_simulation *rb_js_open(const rb_scene *scene, rb_error *err) {
    rb_simulation *sim = NULL;
    return rb_simulation_create(scene, &sim, err) == RB_OK ? sim : NULL;
}

/* Returns the signal at position `index` among those of the simulation's body; NULL beyond the last. */
static const rb_signal *signal_of(const rb_simulation *sim, int index) {
    const rb_body_kind *body = rb_simulation_scene(sim)->body;
    for (int i = 0; i < rb_signal_count(); i++) {
        const rb_signal *signal = rb_signal_at(i);
        if (rb_signal_fits(signal, body) && index-- == 0) {
            return signal;
        }
    }
    return NULL;
}

const char *rb_js_signal_name(const rb_simulation *sim, int index) {
    const rb_signal *signal = signal_of(sim, index);
    return signal != NULL ? signal->name : NULL;
}

/* Writes the first `count` signals of this instant. */
void rb_js_signals(const rb_simulation *sim, double *values, int count) {
    rb_snapshot now;
    rb_simulation_snapshot(sim, &now);
    for (int i = 0; i < count; i++) {
        const rb_signal *signal = signal_of(sim, i);
        values[i] = signal != NULL ? rb_signal_value(signal, &now) : NAN;
    }
}

/* Returns an outcome of the run so far; NAN if it did not happen or does not apply to the body. */
double rb_js_outcome(const rb_simulation *sim, int index) {
    static rb_summary summary; /* too large for a small stack; there are no threads */
    const rb_outcome *outcome = rb_outcome_at(index);
    if (outcome == NULL || !rb_outcome_fits(outcome, rb_simulation_scene(sim)->body)) {
        return NAN;
    }
    rb_simulation_summary(sim, &summary);
    return rb_outcome_value(outcome, &summary);
}

/* 16 hexadecimal digits, valid until the next call. */
static const char *hash_text(uint64_t hash) {
    static char text[17];
    snprintf(text, sizeof text, "%016" PRIx64, hash);
    return text;
}

const char *rb_js_hash(const rb_simulation *sim) {
    return hash_text(rb_simulation_hash(sim));
}

const char *rb_js_recording_hash(const rb_recording *recording) {
    return hash_text(rb_recording_hash(recording));
}

/* Adds an angular velocity, body axes, rad/s. */
rb_status rb_js_flick(rb_simulation *sim, double x, double y, double z, rb_error *err) {
    return rb_simulation_flick(sim, (rb_vec3){x, y, z}, err);
}
