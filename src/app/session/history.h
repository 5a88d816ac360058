/* The recorded past of all runs, as the runner's samples come in.

   Any stored instant can be read as the whole snapshot that it was, to the last bit, and so be drawn
   again and gone on from; it is kept packed (packing.h), a fifth of its size. Samples come at 240 Hz
   of simulated time. A run keeps at most RB_HISTORY_MAX of them; when they are full, every second one
   is let go and from then on only every second one is kept, so that ten minutes are always there at
   60 Hz or better (240 Hz up to 2.8 min, 120 Hz up to 5.6, 60 Hz up to 11.1, 30 Hz up to 22 …).
   Thinning touches no packed instant. */
#ifndef RB_APP_SESSION_HISTORY_H
#define RB_APP_SESSION_HISTORY_H

#include <rattleback/rattleback.h>

#include "app/session/pool.h"

#define RB_HISTORY_MAX 40000
#define RB_HISTORY_RATE 240.0
#define RB_OLD_MAX 4096        /* instants kept of a future that a branch has replaced */
#define RB_HISTORY_CHANGES 64u /* the last so many changes are told */

typedef struct rb_history_item {
    double t;       /* s */
    uint32_t cells; /* where the packed rest begins */
    uint32_t page;  /* what it is told by */
} rb_history_item;

typedef struct rb_history_run {
    rb_history_item *items; /* in order of time; NULL before the first */
    int count;
    uint64_t seen;     /* samples that came in, kept or not */
    uint32_t recall;   /* of the scene that samples are of; 0: not known */
    uint64_t revision; /* of that scene */
    uint32_t page;     /* that instants are being added to; 0: none */
    int page_count;    /* how many have been */
} rb_history_run;

/* What changed besides the end of the record. */
typedef enum rb_history_fate {
    RB_HISTORY_CUT, /* of one run only the first `kept` instants are left; its old future changed */
    RB_HISTORY_THINNED, /* of all runs every second one is left, the first being one of them */
    RB_HISTORY_MOVED,   /* runs have gone, or have other places */
} rb_history_fate;

typedef struct rb_history_change {
    rb_history_fate fate;
    int run, kept;
} rb_history_change;

typedef struct rb_history {
    rb_history_run runs[RB_RUNS_MAX];
    rb_history_run old[RB_RUNS_MAX]; /* what was recorded beyond the last branch, until the next */
    uint64_t start;                  /* the command that began it */
    uint64_t stride;                 /* every stride-th sample is kept */
    uint64_t version; /* changes whenever anything but the end of the record changes */
    uint64_t cuts;    /* changes when something is taken back, not when it is thinned */
    rb_history_change changes[RB_HISTORY_CHANGES]; /* by version */
    rb_pool cells, pages, recalls;
    int allocations; /* of lists of instants */
} rb_history;

rb_status rb_history_create(rb_history *history, rb_error *err);
void rb_history_destroy(rb_history *history);

/* Takes room from the system ahead of need; once per frame, before drawing. */
void rb_history_reserve(rb_history *history);
/* Bytes taken from the system so far, and how often it was asked. */
size_t rb_history_room(const rb_history *history);
int rb_history_allocations(const rb_history *history);

/* Forget everything: the runs restarted. */
void rb_history_clear(rb_history *history, uint64_t start);

bool rb_phase_frozen(rb_phase phase); /* broke off: this run's time stands still */

/* The samples that follow are of this scene, which has this number. Without it, or with another one,
   instants take more room, and that is all. */
void rb_history_scene(rb_history *history, int run, const rb_scene *scene, uint64_t revision);
bool rb_history_knows(const rb_history *history, int run, uint64_t revision);

/* A sample that is not later than the newest one begins a branch: what came after it goes. The
   newest instant once more, as from a frozen run or one of longer ticks, only replaces itself. */
void rb_history_add(rb_history *history, int run, const rb_snapshot *snapshot);

/* Drop a run; the later ones move down. */
void rb_history_remove_run(rb_history *history, int run);

/* Index of the last stored instant at or before t; 0 before the first, -1 when empty. */
int rb_history_find(const rb_history *history, int run, double t);
/* One instant of a run, or of an old future, as it was. Takes a microsecond or two. */
void rb_history_read(const rb_history *history, const rb_history_run *past, int index,
                     rb_snapshot *out);
/* The last one at or before t; false when there is none. */
bool rb_history_at(const rb_history *history, int run, double t, rb_snapshot *out);

/* What led from this version to the next; NULL: that is no longer known. */
const rb_history_change *rb_history_change_of(const rb_history *history, uint64_t version);

/* The run whose record reaches farthest: one that froze does not end the others' time. */
int rb_history_longest(const rb_history *history);
double rb_history_begin(const rb_history *history);
double rb_history_end(const rb_history *history);

#endif
