#include "viewer/session/history.h"

#include <stdlib.h>
#include <string.h>

enum { chunk_items = 1024, reserve_items = 512 };

struct rb_history_chunk {
    rb_history_chunk *next;
    rb_snapshot items[chunk_items];
};

rb_status rb_history_create(rb_history *history, rb_error *err) {
    *history = (rb_history){.stride = 1};
    for (int i = 0; i < RB_RUNS_MAX; i++) {
        history->runs[i].items = calloc(RB_HISTORY_MAX, sizeof(void *));
        history->old[i].items = calloc(RB_OLD_MAX, sizeof(void *));
        if (history->runs[i].items == NULL || history->old[i].items == NULL) {
            rb_history_destroy(history);
            return rb_fail(err, RB_ERR_MEMORY, "history: out of memory");
        }
    }
    rb_history_reserve(history);
    return RB_OK;
}

void rb_history_destroy(rb_history *history) {
    for (int i = 0; i < RB_RUNS_MAX; i++) {
        free(history->runs[i].items);
        free(history->old[i].items);
    }
    while (history->chunks != NULL) {
        rb_history_chunk *next = history->chunks->next;
        free(history->chunks);
        history->chunks = next;
    }
    free(history->free_items);
    *history = (rb_history){0};
}

static void add_chunk(rb_history *history) {
    int capacity = history->free_capacity + chunk_items;
    rb_snapshot **room = realloc(history->free_items, (size_t)capacity * sizeof(void *));
    if (room == NULL) {
        return; /* out of memory: the newest samples are not kept, drawing goes on */
    }
    history->free_items = room;
    rb_history_chunk *chunk = malloc(sizeof *chunk);
    if (chunk == NULL) {
        return;
    }
    history->free_capacity = capacity;
    chunk->next = history->chunks;
    history->chunks = chunk;
    for (int i = 0; i < chunk_items; i++) {
        history->free_items[history->free_count++] = &chunk->items[i];
    }
}

void rb_history_reserve(rb_history *history) {
    if (history->free_count < reserve_items) {
        add_chunk(history);
    }
}

static void release(rb_history *history, rb_snapshot *item) {
    history->free_items[history->free_count++] = item;
}

static void truncate_run(rb_history *history, int run, int count) {
    rb_history_run *r = &history->runs[run];
    if (r->count > count) {
        history->version++;
        history->cuts++;
    }
    while (r->count > count) {
        release(history, r->items[--r->count]);
    }
}

static void forget_old(rb_history *history, int run) {
    rb_history_run *old = &history->old[run];
    while (old->count > 0) {
        release(history, old->items[--old->count]);
    }
}

/* A branch begins behind the first `count` instants: what came after them is kept aside, to be seen
   beside what will become of it now. */
static void set_aside(rb_history *history, int run, int count) {
    rb_history_run *r = &history->runs[run];
    rb_history_run *old = &history->old[run];
    if (r->count <= count) {
        return;
    }
    forget_old(history, run);
    int step = (r->count - count) / RB_OLD_MAX + 1;
    for (int i = count; i < r->count; i++) {
        if ((i - count) % step == 0) {
            old->items[old->count++] = r->items[i];
        } else {
            release(history, r->items[i]);
        }
    }
    r->count = count;
    history->version++;
    history->cuts++;
}

void rb_history_clear(rb_history *history, uint64_t start) {
    for (int i = 0; i < RB_RUNS_MAX; i++) {
        truncate_run(history, i, 0);
        forget_old(history, i);
        history->runs[i].seen = 0;
    }
    history->start = start;
    history->stride = 1;
    history->version++;
    history->cuts++;
}

/* Lets go of every second sample of every run. */
static void thin(rb_history *history) {
    for (int i = 0; i < RB_RUNS_MAX; i++) {
        rb_history_run *r = &history->runs[i];
        int kept = 0;
        for (int k = 0; k < r->count; k++) {
            if (k % 2 == 0) {
                r->items[kept++] = r->items[k];
            } else {
                release(history, r->items[k]);
            }
        }
        r->count = kept;
    }
    history->stride *= 2;
    history->version++;
}

bool rb_phase_frozen(rb_phase phase) {
    return phase == RB_PHASE_LIFTED_OFF || phase == RB_PHASE_DIVERGED;
}

void rb_history_add(rb_history *history, int run, const rb_snapshot *snapshot) {
    rb_history_run *r = &history->runs[run];
    int count = r->count;
    if (count > 0 && r->items[count - 1]->t == snapshot->t) {
        *r->items[count - 1] = *snapshot;
        r->seen++;
        return;
    }
    while (count > 0 && r->items[count - 1]->t >= snapshot->t) {
        count--;
    }
    set_aside(history, run, count);
    if (r->seen++ % history->stride != 0 && r->count > 0) {
        return;
    }
    if (r->count == RB_HISTORY_MAX) {
        thin(history);
    }
    if (history->free_count == 0) {
        add_chunk(history);
    }
    if (history->free_count > 0) {
        rb_snapshot *item = history->free_items[--history->free_count];
        *item = *snapshot;
        r->items[r->count++] = item;
    }
}

void rb_history_remove_run(rb_history *history, int run) {
    truncate_run(history, run, 0);
    forget_old(history, run);
    rb_history_run gone = history->runs[run];
    rb_history_run gone_old = history->old[run];
    for (int i = run; i + 1 < RB_RUNS_MAX; i++) {
        history->runs[i] = history->runs[i + 1];
        history->old[i] = history->old[i + 1];
    }
    gone.seen = 0;
    history->runs[RB_RUNS_MAX - 1] = gone;
    history->old[RB_RUNS_MAX - 1] = gone_old;
    history->version++;
    history->cuts++;
}

int rb_history_find(const rb_history *history, int run, double t) {
    const rb_history_run *r = &history->runs[run];
    if (r->count == 0) {
        return -1;
    }
    int low = 0;
    int high = r->count - 1;
    while (low < high) {
        int middle = (low + high + 1) / 2;
        if (r->items[middle]->t <= t) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

const rb_snapshot *rb_history_at(const rb_history *history, int run, double t) {
    int index = rb_history_find(history, run, t);
    return index < 0 ? NULL : history->runs[run].items[index];
}

int rb_history_longest(const rb_history *history) {
    int longest = 0;
    double end = -1;
    for (int i = 0; i < RB_RUNS_MAX; i++) {
        const rb_history_run *r = &history->runs[i];
        if (r->count > 0 && r->items[r->count - 1]->t > end) {
            end = r->items[r->count - 1]->t;
            longest = i;
        }
    }
    return longest;
}

double rb_history_begin(const rb_history *history) {
    const rb_history_run *r = &history->runs[rb_history_longest(history)];
    return r->count > 0 ? r->items[0]->t : 0;
}

double rb_history_end(const rb_history *history) {
    const rb_history_run *r = &history->runs[rb_history_longest(history)];
    return r->count > 0 ? r->items[r->count - 1]->t : 0;
}
