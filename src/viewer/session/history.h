/* The recorded past of all runs, as the runner's samples come in.

   Every stored instant is a whole snapshot, so that any moment can be drawn again and gone on
   from. Samples come at 240 Hz of simulated time. A run keeps at most RB_HISTORY_MAX of them; when
   they are full, every second one is let go and from then on only every second one is kept, so
   that ten minutes are always there at 60 Hz or better (240 Hz up to 2.8 min, 120 Hz up to 5.6,
   60 Hz up to 11.1, 30 Hz up to 22 …). Thinning moves pointers only. */
#ifndef RB_VIEWER_SESSION_HISTORY_H
#define RB_VIEWER_SESSION_HISTORY_H

#include <rattleback/rattleback.h>

#define RB_HISTORY_MAX 40000
#define RB_HISTORY_RATE 240.0
#define RB_OLD_MAX 4096 /* instants kept of a future that a branch has replaced */

typedef struct rb_history_run {
    rb_snapshot **items; /* in order of time */
    int count;
    uint64_t seen; /* samples that came in, kept or not */
} rb_history_run;

typedef struct rb_history_chunk rb_history_chunk;

typedef struct rb_history {
    rb_history_run runs[RB_RUNS_MAX];
    rb_history_run old[RB_RUNS_MAX]; /* what was recorded beyond the last branch, until the next */
    uint64_t start;                  /* the command that began it */
    uint64_t stride;                 /* every stride-th sample is kept */
    uint64_t version; /* changes whenever anything but the end of the record changes */
    uint64_t cuts;    /* changes when something is taken back, not when it is thinned */
    rb_snapshot **free_items;
    int free_count, free_capacity;
    rb_history_chunk *chunks;
} rb_history;

rb_status rb_history_create(rb_history *history, rb_error *err);
void rb_history_destroy(rb_history *history);

/* Takes room from the system ahead of need; once per frame, before drawing. */
void rb_history_reserve(rb_history *history);

/* Forget everything: the runs restarted. */
void rb_history_clear(rb_history *history, uint64_t start);

bool rb_phase_frozen(rb_phase phase); /* broke off: this run's time stands still */

/* A sample that is not later than the newest one begins a branch: what came after it goes. The
   newest instant once more, as from a frozen run or one of longer ticks, only replaces itself. */
void rb_history_add(rb_history *history, int run, const rb_snapshot *snapshot);

/* Drop a run; the later ones move down. */
void rb_history_remove_run(rb_history *history, int run);

/* Index of the last stored instant at or before t; 0 before the first, -1 when empty. */
int rb_history_find(const rb_history *history, int run, double t);
const rb_snapshot *rb_history_at(const rb_history *history, int run, double t);

/* The run whose record reaches farthest: one that froze does not end the others' time. */
int rb_history_longest(const rb_history *history);
double rb_history_begin(const rb_history *history);
double rb_history_end(const rb_history *history);

#endif
