/* The table of bodies: built-in rows, and rows that a program adds when it starts. */
#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "bodies/ops.h"

#include "base/macros.h"

static const rb_body_kind *const kinds[] = {
    &rb_body_celt,
    &rb_body_top,
    &rb_body_disk,
    &rb_body_bearing,
};
enum { BUILT_IN = sizeof kinds / sizeof kinds[0] };

/* The only shared memory of this library. It is written before the first simulation and never after, so
   that all threads read the same; `closed` ensures that. */
enum { ADDED_MAX = RB_BODY_KINDS_MAX - BUILT_IN };
static rb_body_kind added[ADDED_MAX];
static rb_body_ops added_ops[ADDED_MAX];
static int added_count;
static atomic_bool closed;

int rb_body_kind_count(void) {
    return BUILT_IN + added_count;
}

const rb_body_kind *rb_body_kind_at(int index) {
    if (index < 0 || index >= rb_body_kind_count()) {
        return NULL;
    }
    return index < BUILT_IN ? kinds[index] : &added[index - BUILT_IN];
}

const rb_body_kind *rb_body_kind_find(const char *id) {
    for (int i = 0; id != NULL && i < rb_body_kind_count(); i++) {
        if (strcmp(rb_body_kind_at(i)->id, id) == 0) {
            return rb_body_kind_at(i);
        }
    }
    return NULL;
}

const char *rb_body_event_name(const rb_body_kind *kind, int which) {
    bool known = kind != NULL && kind->ops != NULL && which >= 0 && which < kind->ops->event_count;
    return known ? kind->ops->events[which].name : NULL;
}

void rb_body_kinds_close(void) {
    atomic_store_explicit(&closed, true, memory_order_relaxed);
}

bool rb_body_kinds_closed(void) {
    return atomic_load_explicit(&closed, memory_order_relaxed);
}

/* ---- rows that a program adds -------------------------------------------------------------------- */

rb_body_kind rb_default_body_kind(void) {
    return (rb_body_kind){.size = sizeof(rb_body_kind)};
}

rb_body_ops rb_default_body_ops(void) {
    return (rb_body_ops){.size = sizeof(rb_body_ops),
                         .follows = {.spin = -1, .speed = -1, .slow = 1, .N = -1, .gap = -1}};
}

void rb_body_difference_jacobian(const void *context, const double *y, double *J) {
    const rb_model *model = context;
    const rb_body_ops *ops = model->ops;
    int n = ops->state_count;
    double scale[RB_ODE_MAX], at[RB_ODE_MAX], up[RB_ODE_MAX], down[RB_ODE_MAX];
    ops->scale(model, scale);
    memcpy(at, y, (size_t)n * sizeof *y);
    for (int j = 0; j < n; j++) {
        double h = 6e-6 * fmax(fabs(y[j]), scale[j]); /* the cube root of the rounding error */
        at[j] = y[j] + h;
        double above = at[j];
        ops->rhs(model, at, up);
        at[j] = y[j] - h;
        double width = above - at[j];
        ops->rhs(model, at, down);
        at[j] = y[j];
        for (int i = 0; i < n; i++) {
            J[i * n + j] = (up[i] - down[i]) / width;
        }
    }
}

void rb_body_unit_scale(const rb_model *model, double *scale) {
    for (int i = 0; i < model->ops->state_count; i++) {
        scale[i] = 1;
    }
}

static bool is_number_of_snapshot(size_t offset) {
    return offset % sizeof(double) == 0 && offset + sizeof(double) <= sizeof(rb_snapshot);
}

static bool has_signal(const rb_body_kind *kind, const char *name) {
    for (int i = 0; name != NULL && kind->signals[i] != NULL; i++) {
        for (int k = 0; k < kind->signals[i]->count; k++) {
            if (strcmp(kind->signals[i]->rows[k].name, name) == 0) {
                return true;
            }
        }
    }
    return false;
}

/* Returns what a row lacks, or NULL. */
static const char *problem_of_signals(const rb_body_kind *kind) {
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
        if (!is_number_of_snapshot(kind->energy[i].offset) || !has_signal(kind, kind->energy[i].signal)) {
            return kind->energy[i].signal;
        }
    }
    for (int i = 0; i < 2; i++) {
        if (!has_signal(kind, kind->phase[i])) {
            return "phase";
        }
    }
    return kind->measure == NULL || !has_signal(kind, kind->measure) ? "measure" : NULL;
}

static const char *problem_of_events(const rb_body_ops *ops) {
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

static const char *problem_of_ops(const rb_body_ops *ops) {
    if (ops == NULL) {
        return "ops";
    }
    if (ops->state_count < 1 || ops->state_count > RB_ODE_MAX) {
        return "state_count";
    }
    if (ops->prepare == NULL || ops->start == NULL || ops->rhs == NULL || ops->observe == NULL) {
        return "prepare, start, rhs and observe";
    }
    if ((ops->rest.time > 0 || ops->rest.coarse_time > 0) && ops->stop == NULL) {
        return "stop";
    }
    return problem_of_events(ops);
}

static const char *problem_of_outcomes(const rb_body_kind *kind) {
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

static bool is_table(rb_param_table table) {
    return table.count == 0 || (table.rows != NULL && table.count > 0 && table.count <= RB_PARAMS_MAX);
}

static bool is_id(const char *id) {
    return id[0] != '\0' && id[strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789._-")] == '\0';
}

static const char *problem_of(const rb_body_kind *kind) {
    if (kind->id == NULL || !is_id(kind->id) || kind->name == NULL || kind->help == NULL) {
        return "id of [a-z0-9._-], name and help";
    }
    if (!is_table(kind->params) || !is_table(kind->start)) {
        return "params and start of at most 24 rows";
    }
    const char *fault = problem_of_ops(kind->ops);
    fault = fault != NULL ? fault : problem_of_outcomes(kind);
    return fault != NULL ? fault : problem_of_signals(kind);
}

/* Copies a row. An older row is shorter: missing members are zero. Returns false if it is newer or not a
   row. */
static bool copy_row(void *to, size_t room, const void *from, size_t size) {
    memset(to, 0, room);
    if (from == NULL || size < sizeof size || size > room) {
        return false;
    }
    memcpy(to, from, size);
    return true;
}

/* Fills optional members with their defaults. */
static void fill_defaults(rb_body_kind *kind, rb_body_ops *ops) {
    for (int i = 0; i < 2; i++) {
        kind->phase[i] = kind->phase[i] != NULL ? kind->phase[i] : kind->measure;
    }
    ops->jacobian = ops->jacobian != NULL ? ops->jacobian : rb_body_difference_jacobian;
    ops->scale = ops->scale != NULL ? ops->scale : rb_body_unit_scale;
    kind->ops = ops;
}

rb_status rb_body_kind_register(const rb_body_kind *kind, rb_error *err) {
    rb_body_kind row;
    rb_body_ops ops;
    if (!copy_row(&row, sizeof row, kind, kind != NULL ? kind->size : 0)) {
        return rb_fail(err, RB_ERR_INPUT,
                       "body: size: expected a row that begins with rb_default_body_kind, of this or "
                       "an older version");
    }
    const char *id = row.id != NULL ? row.id : "?";
    if (!copy_row(&ops, sizeof ops, row.ops, row.ops != NULL ? row.ops->size : 0)) {
        return rb_fail(err, RB_ERR_INPUT,
                       "body %s: ops: expected functions that begin with rb_default_body_ops, of this "
                       "or an older version",
                       id);
    }
    fill_defaults(&row, &ops);
    const char *fault = problem_of(&row);
    if (fault != NULL) {
        return rb_fail(err, RB_ERR_INPUT, "body %s: incomplete definition: %s", id, fault);
    }
    if (rb_body_kinds_closed()) {
        return rb_fail(err, RB_ERR_INPUT, "body %s: expected to be registered before the first simulation",
                       id);
    }
    if (rb_body_kind_find(id) != NULL) {
        return rb_fail(err, RB_ERR_INPUT, "body %s: expected an id that is not in use", id);
    }
    if (added_count == ADDED_MAX) {
        return rb_fail(err, RB_ERR_INPUT, "body %s: expected at most %d kinds", id, RB_BODY_KINDS_MAX);
    }
    added_ops[added_count] = ops;
    row.ops = &added_ops[added_count];
    added[added_count++] = row;
    return RB_OK;
}

/* ---- access to models for bodies of a program ---------------------------------------------------- */

double rb_model_gravity(const rb_model *model) {
    RB_CHECK_ARGUMENTS_OR(model != NULL, NAN);
    return model->g;
}

double rb_model_mu(const rb_model *model) {
    RB_CHECK_ARGUMENTS_OR(model != NULL, NAN);
    return model->mu;
}

bool rb_model_torque_acts(const rb_model *model) {
    RB_CHECK_ARGUMENTS_OR(model != NULL, false);
    return model->torque;
}

const rb_friction *rb_model_friction(const rb_model *model) {
    return &model->friction;
}

void rb_model_store(rb_model *model, const double *data, int count) {
    if (model == NULL || data == NULL) {
        return;
    }
    for (int i = 0; i < count && i < RB_MODEL_DATA_MAX; i++) {
        model->own[i] = data[i];
    }
}

const double *rb_model_data(const rb_model *model) {
    return model->own;
}
