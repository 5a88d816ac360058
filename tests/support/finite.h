/* Checks that every signal is finite. */
#ifndef RB_TESTS_SUPPORT_FINITE_H
#define RB_TESTS_SUPPORT_FINITE_H

#include <math.h>
#include <rattleback/rattleback.h>

/* The name of the first signal that is not finite; NULL: all are. */
static inline const char *rb_not_finite(const rb_simulation *sim) {
    rb_snapshot now;
    rb_simulation_snapshot(sim, &now);
    const rb_body_kind *body = rb_simulation_scene(sim)->body;
    for (int i = 0; i < rb_signal_count(); i++) {
        const rb_signal *signal = rb_signal_at(i);
        double value = *(const double *)(const void *)((const char *)&now + signal->offset);
        if (rb_signal_fits(signal, body) && !isfinite(value)) {
            return signal->name;
        }
    }
    return NULL;
}

#endif
