/* The one visible table of bodies, and the rows that a program adds to it when it starts. */
#include <stdatomic.h>
#include <string.h>

#include "bodies/ops.h"

static const rb_body_kind *const kinds[] = {
    &rb_body_celt,
    &rb_body_top,
    &rb_body_disk,
};
enum { BUILT_IN = sizeof kinds / sizeof kinds[0] };

/* The only memory that this library shares between its users. It is written before the first
   simulation and never after, so that whoever reads it sees the same; `closed` sees to that. */
static const rb_body_kind *added[RB_BODY_KINDS_MAX - BUILT_IN];
static int added_count;
static atomic_bool closed;

int rb_body_kind_count(void) {
    return BUILT_IN + added_count;
}

const rb_body_kind *rb_body_kind_at(int index) {
    return index < BUILT_IN ? kinds[index] : added[index - BUILT_IN];
}

const rb_body_kind *rb_body_kind_find(const char *id) {
    for (int i = 0; i < rb_body_kind_count(); i++) {
        if (strcmp(rb_body_kind_at(i)->id, id) == 0) {
            return rb_body_kind_at(i);
        }
    }
    return NULL;
}

const char *rb_body_event_name(const rb_body_kind *kind, int which) {
    bool known = which >= 0 && which < kind->ops->event_count;
    return known ? kind->ops->events[which].name : NULL;
}

void rb_body_kinds_close(void) {
    atomic_store_explicit(&closed, true, memory_order_relaxed);
}

/* ---- rows of a program's own ------------------------------------------------------------------- */

static bool is_number_of_snapshot(size_t offset) {
    return offset % sizeof(double) == 0 && offset + sizeof(double) <= sizeof(rb_snapshot);
}

static bool has_signal(const rb_body_kind *kind, const char *name) {
    for (int i = 0; kind->signals[i] != NULL; i++) {
        for (int k = 0; k < kind->signals[i]->count; k++) {
            if (strcmp(kind->signals[i]->rows[k].name, name) == 0) {
                return true;
            }
        }
    }
    return false;
}

/* What a row lacks, or NULL. */
static const char *fault_of_signals(const rb_body_kind *kind) {
    if (kind->signals == NULL) {
        return "signals";
    }
    for (int i = 0; kind->signals[i] != NULL; i++) {
        for (int k = 0; k < kind->signals[i]->count; k++) {
            if (!is_number_of_snapshot(kind->signals[i]->rows[k].offset)) {
                return kind->signals[i]->rows[k].name;
            }
        }
    }
    if (kind->energy_count > RB_ENERGY_MAX) {
        return "energy";
    }
    for (int i = 0; i < kind->energy_count; i++) {
        if (!is_number_of_snapshot(kind->energy[i].offset) ||
            !has_signal(kind, kind->energy[i].signal)) {
            return kind->energy[i].signal;
        }
    }
    for (int i = 0; i < RB_BODY_PLOTS * 2; i++) {
        const char *name = kind->plots[i / 2][i % 2];
        if (name != NULL && !has_signal(kind, name)) {
            return name;
        }
    }
    for (int i = 0; i < 2; i++) {
        if (kind->phase[i] == NULL || !has_signal(kind, kind->phase[i])) {
            return "phase";
        }
    }
    for (int i = 0; i < RB_BODY_LANES && kind->lanes[i].name != NULL; i++) {
        if (kind->lanes[i].signal == NULL || !has_signal(kind, kind->lanes[i].signal)) {
            return kind->lanes[i].name;
        }
    }
    return kind->measure == NULL || !has_signal(kind, kind->measure) ? "measure" : NULL;
}

static const char *fault_of_events(const rb_body_ops *ops) {
    if (ops->event_count < 0 || ops->event_count > RB_BODY_EVENTS_MAX) {
        return "event_count";
    }
    if (ops->event_count > 0 && (ops->events == NULL || ops->event_values == NULL)) {
        return "events and event_values";
    }
    bool crossed = false;
    for (int i = 0; i < ops->event_count; i++) {
        crossed = crossed || !ops->events[i].ends;
    }
    return crossed && ops->cross == NULL ? "cross" : NULL;
}

static const char *fault_of_ops(const rb_body_ops *ops) {
    if (ops == NULL) {
        return "ops";
    }
    if (ops->state_count < 1 || ops->state_count > RB_ODE_MAX) {
        return "state_count";
    }
    if (ops->prepare == NULL || ops->start == NULL || ops->rhs == NULL || ops->jacobian == NULL ||
        ops->scale == NULL || ops->observe == NULL || ops->look == NULL) {
        return "prepare, start, rhs, jacobian, scale, observe and look";
    }
    if ((ops->rest.time > 0 || ops->rest.coarse_time > 0) && ops->stop == NULL) {
        return "stop";
    }
    return fault_of_events(ops);
}

static const char *fault_of_outcomes(const rb_body_kind *kind) {
    if (kind->outcome_count < 0 || kind->outcome_count > RB_BODY_OUTCOMES) {
        return "outcome_count";
    }
    for (int i = 0; i < kind->outcome_count; i++) {
        if (kind->outcomes[i].name == NULL || kind->outcomes[i].read == NULL) {
            return "outcomes";
        }
    }
    return NULL;
}

static const char *fault_of(const rb_body_kind *kind) {
    if (kind->id == NULL || kind->id[0] == '\0' || kind->name == NULL || kind->help == NULL) {
        return "id, name and help";
    }
    if (kind->params.count > RB_PARAMS_MAX || kind->start.count > RB_PARAMS_MAX) {
        return "params and start of at most 24 rows";
    }
    const char *fault = fault_of_ops(kind->ops);
    fault = fault != NULL ? fault : fault_of_outcomes(kind);
    return fault != NULL ? fault : fault_of_signals(kind);
}

rb_status rb_body_kind_register(const rb_body_kind *kind, rb_error *err) {
    const char *fault = fault_of(kind);
    const char *id = kind->id != NULL ? kind->id : "?";
    if (fault != NULL) {
        return rb_fail(err, RB_ERR_INPUT, "body %s: expected a whole row, found a fault in: %s", id,
                       fault);
    }
    if (atomic_load_explicit(&closed, memory_order_relaxed)) {
        return rb_fail(err, RB_ERR_INPUT,
                       "body %s: expected to be registered before the first simulation", id);
    }
    if (rb_body_kind_find(id) != NULL) {
        return rb_fail(err, RB_ERR_INPUT, "body %s: expected an id that is free", id);
    }
    if (rb_body_kind_count() == RB_BODY_KINDS_MAX) {
        return rb_fail(err, RB_ERR_INPUT, "body %s: expected at most %d kinds", id,
                       RB_BODY_KINDS_MAX);
    }
    added[added_count++] = kind;
    return RB_OK;
}
