#include "sim/checkpoint.h"

#include <math.h>
#include <string.h>

#include "base/file.h"
#include "sim/large.h"
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
    (void)rb_simulation_y(sim); /* the present state is computed on demand */
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
    return known && (body->ops->large != NULL || rb_run_state_is_sound(&out->state))
               ? RB_OK
               : rb_fail(err, RB_ERR_INPUT, "checkpoint: expected a recorded state of finite numbers");
}

/* ---- bodies with a large state: their numbers follow, and a checksum ------------------------------- */

int rb_checkpoint_large_words(const rb_simulation *sim) {
    return sim->stepper.large != NULL ? rb_large_saved(sim->stepper.large) + 1 : 0;
}

static size_t large_words(const rb_simulation *sim) {
    return (size_t)rb_checkpoint_large_words(sim);
}

static uint64_t large_checksum(const double *numbers, size_t count) {
    return rb_fnv(RB_FNV_BEGIN, numbers, count * sizeof *numbers);
}

static void save_large(const rb_simulation *sim, void *buffer) {
    double numbers[RB_LARGE_WORDS_MAX];
    size_t count = large_words(sim) - 1;
    rb_large_save(&sim->stepper, numbers);
    uint64_t checksum = large_checksum(numbers, count);
    memcpy(numbers + count, &checksum, sizeof checksum);
    memcpy((char *)buffer + sizeof(rb_checkpoint), numbers, (count + 1) * sizeof *numbers);
}

static rb_status read_large(const rb_simulation *sim, const void *buffer, size_t size, double *numbers,
                            rb_error *err) {
    size_t words = large_words(sim), all = rb_checkpoint_size(sim);
    if (size < all) {
        return rb_fail(err, RB_ERR_INPUT,
                       "checkpoint: expected %zu bytes of a body with a large state, got %zu", all, size);
    }
    uint64_t checksum;
    memcpy(numbers, (const char *)buffer + sizeof(rb_checkpoint), words * sizeof *numbers);
    memcpy(&checksum, numbers + words - 1, sizeof checksum);
    return checksum == large_checksum(numbers, words - 1)
               ? RB_OK
               : rb_fail(err, RB_ERR_INPUT, "checkpoint: expected unchanged bytes, got another checksum");
}

size_t rb_checkpoint_size(const rb_simulation *sim) {
    return sim != NULL ? sizeof(rb_checkpoint) + large_words(sim) * sizeof(double) : 0;
}

rb_status rb_checkpoint_save(const rb_simulation *sim, void *buffer, size_t size, rb_error *err) {
    size_t least = sim != NULL ? rb_checkpoint_size(sim) : sizeof(rb_checkpoint);
    if (sim == NULL || buffer == NULL || size < least) {
        return rb_fail(err, RB_ERR_INPUT,
                       "checkpoint: expected a simulation and a buffer of %zu bytes, got %zu", least,
                       buffer != NULL ? size : 0);
    }
    rb_checkpoint checkpoint;
    rb_checkpoint_take(sim, &checkpoint);
    memcpy(buffer, &checkpoint, sizeof checkpoint);
    if (sim->stepper.large != NULL) {
        save_large(sim, buffer);
    }
    return RB_OK;
}

static rb_status read_for(const rb_simulation *sim, const void *buffer, size_t size, rb_checkpoint *out,
                          double *large, rb_error *err) {
    rb_status status = rb_checkpoint_read(buffer, size, rb_simulation_scene(sim)->body, out, err);
    if (status == RB_OK && (out->state.controlled == 1) != rb_simulation_is_driven(sim)) {
        status = rb_fail(err, RB_ERR_INPUT,
                         "checkpoint: expected one of a run %s control or a moving base, got the other",
                         rb_simulation_is_driven(sim) ? "under" : "without");
    }
    return status == RB_OK && sim->stepper.large != NULL ? read_large(sim, buffer, size, large, err) : status;
}

rb_status rb_checkpoint_restore(rb_simulation *sim, const void *buffer, size_t size, rb_error *err) {
    if (sim == NULL) {
        return rb_fail(err, RB_ERR_INPUT, "checkpoint: expected a simulation, got NULL");
    }
    rb_checkpoint checkpoint;
    double large[RB_LARGE_WORDS_MAX];
    rb_status status = read_for(sim, buffer, size, &checkpoint, large, err);
    if (status == RB_OK) {
        rb_simulation_continue(sim, &checkpoint.state, &checkpoint.then,
                               sim->stepper.large != NULL ? large : NULL);
    }
    return status;
}

bool rb_checkpoint_matches(const rb_simulation *sim, const void *buffer, size_t size) {
    rb_checkpoint checkpoint;
    double large[RB_LARGE_WORDS_MAX];
    return sim != NULL && read_for(sim, buffer, size, &checkpoint, large, NULL) == RB_OK &&
           checkpoint.scene == rb_simulation_scene_hash(sim);
}
