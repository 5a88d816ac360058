#include "sim/checkpoint.h"

#include <math.h>
#include <string.h>

#include "base/file.h"
#include "sim/observation.h"
#include "sim/simulation_struct.h"

static const char magic[8] = {'r', 'b', '-', 's', 't', 'a', 't', 'e'};

_Static_assert(sizeof(rb_run_state) == 24 + sizeof(double[RB_STATE_NUMBERS]), "without padding");
_Static_assert(sizeof(rb_checkpoint) == 40 + sizeof(rb_run_state) + sizeof(rb_snapshot), "without padding");

bool rb_run_state_is_sound(const rb_run_state *state) {
    double sum = 0;
    for (int i = 0; i < RB_ODE_MAX; i++) {
        sum += fabs(state->numbers[RB_STATE_STEPPER + i]);
    }
    return isfinite(sum) && state->numbers[RB_STATE_OWN + RB_STATE_H] > 0;
}

static uint64_t hash_text(uint64_t hash, const char *text) {
    return rb_fnv(hash, text, strlen(text) + 1);
}

uint64_t rb_checkpoint_scene_hash(const rb_scene *scene) {
    uint64_t hash = hash_text(RB_FNV_BEGIN, scene->body->id);
    hash = hash_text(hash, scene->normal->id);
    hash = hash_text(hash, scene->friction->id);
    hash = hash_text(hash, scene->rolling->id);
    for (int section = 0; section < RB_SECTION_COUNT; section++) {
        size_t count = (size_t)rb_scene_table(scene, (rb_section)section).count;
        hash = rb_fnv(hash, scene->values[section], count * sizeof scene->values[section][0]);
    }
    return scene->base_file[0] != '\0' ? hash_text(hash, scene->base_file) : hash;
}

/* FNV-1a over whole words. */
static uint64_t checksum_of(const rb_checkpoint *checkpoint) {
    enum { FROM = offsetof(rb_checkpoint, state), WORDS = (sizeof *checkpoint - FROM) / sizeof(uint64_t) };
    uint64_t words[WORDS], hash = RB_FNV_BEGIN;
    memcpy(words, (const char *)checkpoint + FROM, sizeof words);
    for (int i = 0; i < WORDS; i++) {
        hash = (hash ^ words[i]) * UINT64_C(1099511628211);
    }
    return hash ^ checkpoint->body ^ checkpoint->scene;
}

void rb_checkpoint_seal(rb_checkpoint *checkpoint, const rb_body_kind *body, uint64_t scene) {
    memcpy(checkpoint->magic, magic, sizeof magic);
    checkpoint->version = RB_CHECKPOINT_VERSION;
    checkpoint->size = sizeof *checkpoint;
    checkpoint->body = hash_text(RB_FNV_BEGIN, body->id);
    checkpoint->scene = scene;
    checkpoint->checksum = checksum_of(checkpoint);
}

uint64_t rb_simulation_scene_hash(const rb_simulation *sim) {
    return sim->scene_hash;
}

void rb_simulation_save(const rb_simulation *sim, rb_run_state *out) {
    double *numbers = out->numbers;
    if (rb_simulation_is_adaptive(sim)) { /* the present state is computed on demand */
        rb_stepper_see((rb_stepper *)&sim->stepper, &sim->model);
    }
    out->t = rb_simulation_time(sim);
    out->step = sim->step;
    out->phase = sim->phase;
    out->controlled = rb_simulation_is_driven(sim);
    rb_stepper_save(&sim->stepper, numbers + RB_STATE_STEPPER);
    numbers[RB_STATE_OWN + RB_STATE_T0] = sim->t0;
    numbers[RB_STATE_OWN + RB_STATE_STEP0] = (double)sim->step0;
    numbers[RB_STATE_OWN + RB_STATE_H] = sim->h;
    rb_event_log_save(&sim->event_log, numbers + RB_STATE_EVENT_LOG);
}

void rb_checkpoint_take(const rb_simulation *sim, rb_checkpoint *out) {
    rb_simulation_save(sim, &out->state);
    rb_simulation_snapshot(sim, &out->then);
    rb_checkpoint_seal(out, rb_simulation_scene(sim)->body, rb_simulation_scene_hash(sim));
}

/* Checks that it is a complete, undamaged checkpoint. */
static rb_status unseal(const void *buffer, size_t size, rb_checkpoint *out, rb_error *err) {
    const size_t head = offsetof(rb_checkpoint, body);
    memset(out, 0, sizeof *out);
    if (buffer == NULL || size < head) {
        return rb_fail(err, RB_ERR_INPUT, "checkpoint: expected at least %zu bytes, got %zu", head,
                       buffer != NULL ? size : 0);
    }
    memcpy(out, buffer, head);
    if (memcmp(out->magic, magic, sizeof magic) != 0) {
        return rb_fail(err, RB_ERR_INPUT,
                       "checkpoint: expected bytes that rb_checkpoint_save wrote, got something else");
    }
    if (out->version != RB_CHECKPOINT_VERSION || out->size != sizeof *out) {
        return rb_fail(err, RB_ERR_INPUT,
                       "checkpoint: expected version %d of %zu bytes, got version %u of %u bytes",
                       RB_CHECKPOINT_VERSION, sizeof *out, (unsigned)out->version, (unsigned)out->size);
    }
    if (size < sizeof *out) {
        return rb_fail(err, RB_ERR_INPUT, "checkpoint: expected %zu bytes, got %zu: it is cut off",
                       sizeof *out, size);
    }
    memcpy(out, buffer, sizeof *out);
    return out->checksum == checksum_of(out)
               ? RB_OK
               : rb_fail(err, RB_ERR_INPUT, "checkpoint: expected unchanged bytes, got another checksum");
}

rb_status rb_checkpoint_read(const void *buffer, size_t size, const rb_body_kind *body, rb_checkpoint *out,
                             rb_error *err) {
    rb_status status = unseal(buffer, size, out, err);
    if (status != RB_OK) {
        return status;
    }
    if (out->body != hash_text(RB_FNV_BEGIN, body->id)) {
        return rb_fail(err, RB_ERR_INPUT, "checkpoint: expected one of a run with body %s, got another body",
                       body->id);
    }
    bool known = out->state.phase >= RB_PHASE_RUNNING && out->state.phase <= RB_PHASE_DIVERGED;
    return known && rb_run_state_is_sound(&out->state)
               ? RB_OK
               : rb_fail(err, RB_ERR_INPUT, "checkpoint: expected a recorded state of finite numbers");
}

size_t rb_checkpoint_size(const rb_simulation *sim) {
    return sim != NULL ? sizeof(rb_checkpoint) : 0;
}

rb_status rb_checkpoint_save(const rb_simulation *sim, void *buffer, size_t size, rb_error *err) {
    if (sim == NULL || buffer == NULL || size < sizeof(rb_checkpoint)) {
        return rb_fail(err, RB_ERR_INPUT,
                       "checkpoint: expected a simulation and a buffer of %zu bytes, got %zu",
                       sizeof(rb_checkpoint), buffer != NULL ? size : 0);
    }
    rb_checkpoint checkpoint;
    rb_checkpoint_take(sim, &checkpoint);
    memcpy(buffer, &checkpoint, sizeof checkpoint);
    return RB_OK;
}

static rb_status read_for(const rb_simulation *sim, const void *buffer, size_t size, rb_checkpoint *out,
                          rb_error *err) {
    rb_status status = rb_checkpoint_read(buffer, size, rb_simulation_scene(sim)->body, out, err);
    if (status == RB_OK && (out->state.controlled == 1) != rb_simulation_is_driven(sim)) {
        status = rb_fail(err, RB_ERR_INPUT,
                         "checkpoint: expected one of a run %s control or a moving base, got the other",
                         rb_simulation_is_driven(sim) ? "under" : "without");
    }
    return status;
}

rb_status rb_checkpoint_restore(rb_simulation *sim, const void *buffer, size_t size, rb_error *err) {
    if (sim == NULL) {
        return rb_fail(err, RB_ERR_INPUT, "checkpoint: expected a simulation, got NULL");
    }
    rb_checkpoint checkpoint;
    rb_status status = read_for(sim, buffer, size, &checkpoint, err);
    if (status == RB_OK) {
        rb_simulation_continue(sim, &checkpoint.state, &checkpoint.then);
    }
    return status;
}

bool rb_checkpoint_matches(const rb_simulation *sim, const void *buffer, size_t size) {
    rb_checkpoint checkpoint;
    return sim != NULL && read_for(sim, buffer, size, &checkpoint, NULL) == RB_OK &&
           checkpoint.scene == rb_simulation_scene_hash(sim);
}
