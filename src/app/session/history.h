/* The record of all runs, filled with the samples of the runner.

   Every recorded instant can be restored as a complete snapshot with the same bits, so that it can be drawn
   or continued from. It is stored packed (packing.h), in a fifth of its size. Samples arrive at 240 Hz of
   simulated time. A run keeps at most RB_HISTORY_MAX of them: when the record is full, every second sample is
   dropped, and from then on only every second new one is kept. So ten minutes are always recorded at 60 Hz or
   better (240 Hz up to 2.8 min, 120 Hz up to 5.6, 60 Hz up to 11.1, 30 Hz up to 22 …). */
#ifndef RB_APP_SESSION_HISTORY_H
#define RB_APP_SESSION_HISTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <rattleback/rattleback.h>

#include "sim/checkpoint.h"

/* A pool of slots of one size, allocated in chunks and freed at the end. A slot is identified by its
   number, from 1; 0 means none. Slots do not move. */

typedef struct rb_pool {
    size_t size;   /* of a slot, bytes */
    int per_chunk; /* slots per allocation */
    char **chunks;
    int chunk_count;
    uint32_t *free; /* numbers of free slots; the last one returned is taken first */
    int free_count;
    int allocations; /* number of allocations so far */
} rb_pool;

void rb_pool_destroy(rb_pool *pool);

/* Allocates until at least this many slots are free; false if out of memory. */
bool rb_pool_reserve(rb_pool *pool, int places);

/* Takes a slot, zeroed when it is new; 0 if out of memory. */
uint32_t rb_pool_take(rb_pool *pool);
void rb_pool_give(rb_pool *pool, uint32_t place);

static inline void *rb_pool_at(const rb_pool *pool, uint32_t place) {
    uint32_t index = place - 1, per_chunk = (uint32_t)pool->per_chunk;
    return pool->chunks[index / per_chunk] + pool->size * (index % per_chunk);
}

/* Bytes allocated. */
size_t rb_pool_room(const rb_pool *pool);

#define RB_HISTORY_MAX 40000
#define RB_HISTORY_RATE 240.0
#define RB_HISTORY_MAX_LARGE 5000 /* instants of a body with a large state, 2 to 4 kB more each */
#define RB_OLD_MAX 4096           /* instants kept of the old future of a branch */
#define RB_HISTORY_CHANGES 64u    /* number of changes that are remembered */

typedef struct rb_history_item {
    double t;       /* s */
    uint32_t cells; /* first cell of the packed instant */
    uint32_t page;  /* page that it is packed against */
    uint32_t rest;  /* first cell of attached bytes; 0: none */
    uint32_t rest_size;
} rb_history_item;

typedef struct rb_history_run {
    rb_history_item *items; /* in order of time; NULL while empty */
    int count;
    uint64_t seen;     /* samples received, kept or not */
    uint32_t recall;   /* revision of the scene of the samples; 0: unknown */
    uint64_t revision; /* index of that scene */
    uint32_t page;     /* page for the next instants; 0: none */
    int page_count;    /* instants in it */
} rb_history_run;

/* A change of the record other than appending. */
typedef enum rb_history_fate {
    RB_HISTORY_CUT,     /* one run was cut to its first `kept` instants; its old future changed */
    RB_HISTORY_THINNED, /* every second instant of all runs was dropped; the first is kept */
    RB_HISTORY_MOVED,   /* runs were removed, or their indices changed */
} rb_history_fate;

typedef struct rb_history_change {
    rb_history_fate fate;
    int run, kept;
} rb_history_change;

typedef struct rb_history {
    rb_history_run runs[RB_RUNS_MAX];
    rb_history_run
        old[RB_RUNS_MAX]; /* the old future: what was recorded after the point of the last branch */
    uint64_t start;       /* number of the command that started the record */
    uint64_t stride;      /* every stride-th sample is kept */
    uint64_t version;     /* increased by every change other than appending */
    uint64_t cuts;        /* increased when instants are removed by a branch, not by thinning */
    rb_history_change changes[RB_HISTORY_CHANGES]; /* by version */
    rb_pool cells, pages, recalls;
    int allocations; /* allocations of lists of instants */
} rb_history;

rb_status rb_history_create(rb_history *history, rb_error *err);
void rb_history_destroy(rb_history *history);

/* Allocates ahead of need; call once per frame, before drawing. */
void rb_history_reserve(rb_history *history);
/* Bytes allocated so far, and number of allocations. */
size_t rb_history_room(const rb_history *history);
int rb_history_allocations(const rb_history *history);

/* Removes everything; the runs restarted with this command. */
void rb_history_clear(rb_history *history, uint64_t start);

bool rb_phase_frozen(
    rb_phase phase); /* true if the run diverged or lifted off: its time no longer advances */

/* The following samples are of this scene, which has this revision. With a missing or wrong scene packed
   instants are larger, but still exact. */
void rb_history_scene(rb_history *history, int run, const rb_scene *scene, uint64_t revision);
bool rb_history_knows(const rb_history *history, int run, uint64_t revision);

/* Appends a sample. One that is not later than the newest starts a branch: later instants are removed. The
   newest instant again, as from a run that ended or has longer ticks, replaces itself. state: what the run
   continues from; NULL: it cannot be continued from there. */
void rb_history_add(rb_history *history, int run, const rb_snapshot *snapshot, const rb_run_state *state);

/* Attaches bytes to the newest instant, if it is the one at t: the part of a checkpoint that follows its
   header, for bodies with a large state. Such runs keep fewer instants. Without memory nothing is attached.
 */
void rb_history_attach(rb_history *history, int run, double t, const void *bytes, size_t size);
/* Reads what is attached to the last instant at or before t; returns its size, 0 if there is nothing. */
size_t rb_history_attached(const rb_history *history, int run, double t, void *bytes, size_t size);

/* Removes a run; the later ones move down. */
void rb_history_remove_run(rb_history *history, int run);

/* Index of the last recorded instant at or before t; 0 before the first, -1 if empty. */
int rb_history_find(const rb_history *history, int run, double t);
/* Restores one instant of a run or of an old future. Takes one or two microseconds. */
void rb_history_read(const rb_history *history, const rb_history_run *past, int index, rb_snapshot *out);
/* Restores the last instant at or before t; false if there is none. */
bool rb_history_at(const rb_history *history, int run, double t, rb_snapshot *out);
/* The same, with what the run continues from. */
bool rb_history_moment(const rb_history *history, int run, double t, rb_run_state *state, rb_snapshot *out);

/* The change from this version to the next; NULL if it is no longer remembered. */
const rb_history_change *rb_history_change_of(const rb_history *history, uint64_t version);

/* The run with the longest record; a run that ended is shorter than the others. */
int rb_history_longest(const rb_history *history);
double rb_history_begin(const rb_history *history);
double rb_history_end(const rb_history *history);

#endif
