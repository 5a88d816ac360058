/* The saved state of a run, and its sealed form in a caller's buffer (rb_checkpoint_save).

   rb_run_state is the plain form: the motion, the integrator and the event log as numbers. The record of a
   session keeps these. A checkpoint has a header: a buffer that is not a checkpoint, of another version, of
   another kind of body, truncated or changed is rejected. It contains the snapshot as well: the energies
   under the scene that it was saved from, for runs that continue under an edited one. */
#ifndef RB_SIM_CHECKPOINT_H
#define RB_SIM_CHECKPOINT_H

#include "bodies/large.h"
#include "rattleback/simulation.h"

#define RB_STATE_NUMBERS 115 /* observation.h has their layout; the first ones are the state of the body */

typedef struct rb_run_state {
    double t; /* s */
    uint64_t step;
    rb_phase phase;
    uint32_t controlled; /* 1: by rb_control */
    double numbers[RB_STATE_NUMBERS];
} rb_run_state;

/* Increase it with every change of the meaning or the number of the saved values. */
#define RB_CHECKPOINT_VERSION 1

typedef struct rb_checkpoint {
    char magic[8];
    uint32_t version;
    uint32_t size;     /* total size, bytes */
    uint64_t body;     /* hash of the id of the kind of body */
    uint64_t scene;    /* rb_checkpoint_scene_hash; 0: not known */
    uint64_t checksum; /* of body, scene and everything after it */
    rb_run_state state;
    rb_snapshot then;
} rb_checkpoint;

/* Room for a checkpoint of any body. Of a body with a large state (bodies/large.h), further numbers and their
   checksum follow the header. */
#define RB_LARGE_WORDS_MAX (2 * RB_LARGE_MAX + 16)
typedef struct rb_checkpoint_room {
    rb_checkpoint head;
    double large[RB_LARGE_WORDS_MAX];
} rb_checkpoint_room;

/* Returns the number of doubles that follow the header; 0: none. */
int rb_checkpoint_large_words(const rb_simulation *sim);

/* Can a run continue from it? Its numbers must be finite, and it must come from a simulation. */
bool rb_run_state_is_sound(const rb_run_state *state);

/* Equal for equal bodies, laws, methods and values. */
uint64_t rb_checkpoint_scene_hash(const rb_scene *scene);
/* Fills the header of a checkpoint with a state and a snapshot. scene: its hash; 0: unknown. */
void rb_checkpoint_seal(rb_checkpoint *checkpoint, const rb_body_kind *body, uint64_t scene);
/* Saves into a checkpoint. */
void rb_checkpoint_take(const rb_simulation *sim, rb_checkpoint *out);
/* Reads a buffer for a simulation of this body; rejects an invalid one. */
rb_status rb_checkpoint_read(const void *buffer, size_t size, const rb_body_kind *body, rb_checkpoint *out,
                             rb_error *err);

/* Returns the hash of the scene of the simulation. */
uint64_t rb_simulation_scene_hash(const rb_simulation *sim);

void rb_simulation_save(const rb_simulation *sim, rb_run_state *out);

/* simulation.c: continues from a valid state of the same kind of body; then: the snapshot of that
   instant; large: the numbers of a body with a large state (sim/large.h), else NULL. */
void rb_simulation_continue(rb_simulation *sim, const rb_run_state *state, const rb_snapshot *then,
                            const double *large);

#endif
