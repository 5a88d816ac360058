#include "app/session/history.h"
#include "app/session/packing.h"

#include <stdlib.h>
#include <string.h>

/* A packed instant is a chain of cells, so that instants of any size share one pool. To free a chain, only
   its first cell is returned; the others are reached through it. */
enum { cell_bytes = 60 };

typedef struct rb_cell {
    uint32_t next; /* 0: end of the chain */
    unsigned char bytes[cell_bytes];
} rb_cell;

/* Number allocated at a time, and number that must be free before a frame. */
enum { cell_chunk = 4096, cell_reserve = 2048, page_chunk = 64, page_reserve = 16 };
enum { recall_chunk = 16, recall_reserve = RB_RUNS_MAX };

enum { page_instants = 256 }; /* instants of one page */

typedef struct rb_shared_recall {
    int refs; /* reference count: pages and runs that use this scene */
    rb_recall recall;
} rb_shared_recall;

rb_status rb_history_create(rb_history *history, rb_error *err) {
    *history = (rb_history){
        .stride = 1,
        .cells = {.size = sizeof(rb_cell), .per_chunk = cell_chunk},
        .pages = {.size = sizeof(rb_page), .per_chunk = page_chunk},
        .recalls = {.size = sizeof(rb_shared_recall), .per_chunk = recall_chunk},
    };
    rb_history_reserve(history);
    if (history->cells.free_count == 0) {
        rb_history_destroy(history);
        return rb_fail(err, RB_ERR_MEMORY, "history: out of memory");
    }
    return RB_OK;
}

void rb_history_destroy(rb_history *history) {
    for (int i = 0; i < RB_RUNS_MAX; i++) {
        free(history->runs[i].items);
        free(history->old[i].items);
    }
    rb_pool_destroy(&history->cells);
    rb_pool_destroy(&history->pages);
    rb_pool_destroy(&history->recalls);
    *history = (rb_history){0};
}

void rb_history_reserve(rb_history *history) {
    rb_pool_reserve(&history->cells, cell_reserve);
    rb_pool_reserve(&history->pages, page_reserve);
    rb_pool_reserve(&history->recalls, recall_reserve);
}

size_t rb_history_room(const rb_history *history) {
    size_t room =
        rb_pool_room(&history->cells) + rb_pool_room(&history->pages) + rb_pool_room(&history->recalls);
    for (int i = 0; i < RB_RUNS_MAX; i++) {
        room += history->runs[i].items != NULL ? RB_HISTORY_MAX * sizeof(rb_history_item) : 0;
        room += history->old[i].items != NULL ? RB_OLD_MAX * sizeof(rb_history_item) : 0;
    }
    return room;
}

int rb_history_allocations(const rb_history *history) {
    return history->allocations + history->cells.allocations + history->pages.allocations +
           history->recalls.allocations;
}

/* ---------------------------------------------------------------- packed instants */

/* Drops a reference to a page or scene. */
static void drop_recall(rb_history *history, uint32_t recall) {
    rb_shared_recall *shared = recall > 0 ? rb_pool_at(&history->recalls, recall) : NULL;
    if (shared != NULL && --shared->refs == 0) {
        rb_pool_give(&history->recalls, recall);
    }
}

static void drop_page(rb_history *history, uint32_t place) {
    rb_page *page = place > 0 ? rb_pool_at(&history->pages, place) : NULL;
    if (page != NULL && --page->refs == 0) {
        drop_recall(history, page->recall);
        rb_pool_give(&history->pages, place);
    }
}

static void leave_page(rb_history *history, rb_history_run *run) {
    drop_page(history, run->page);
    run->page = 0;
}

static const rb_recall *recall_of(const rb_history *history, const rb_page *page) {
    const rb_shared_recall *shared = page->recall > 0 ? rb_pool_at(&history->recalls, page->recall) : NULL;
    return shared != NULL ? &shared->recall : NULL;
}

void rb_history_scene(rb_history *history, int run, const rb_scene *scene, uint64_t revision) {
    rb_history_run *r = &history->runs[run];
    leave_page(history, r);
    drop_recall(history, r->recall);
    r->recall = rb_pool_take(&history->recalls);
    r->revision = revision;
    if (r->recall > 0) {
        rb_shared_recall *shared = rb_pool_at(&history->recalls, r->recall);
        shared->refs = 1;
        rb_recall_prepare(&shared->recall, scene);
    }
}

bool rb_history_knows(const rb_history *history, int run, uint64_t revision) {
    const rb_history_run *r = &history->runs[run];
    return r->recall > 0 && r->revision == revision;
}

/* The page for the next instant, a new one if necessary; NULL if out of memory. */
static rb_page *page_for(rb_history *history, rb_history_run *run, const rb_run_state *state) {
    if (run->page > 0 && run->page_count < page_instants) {
        return rb_pool_at(&history->pages, run->page);
    }
    leave_page(history, run);
    run->page = rb_pool_take(&history->pages);
    run->page_count = 0;
    if (run->page == 0) {
        return NULL;
    }
    rb_page *page = rb_pool_at(&history->pages, run->page);
    page->refs = 1;
    page->recall = run->recall;
    if (page->recall > 0) {
        ((rb_shared_recall *)rb_pool_at(&history->recalls, page->recall))->refs++;
    }
    rb_page_begin(page, state);
    return page;
}

static uint32_t take_cell(rb_history *history) {
    uint32_t place = rb_pool_take(&history->cells);
    rb_cell *cell = place > 0 ? rb_pool_at(&history->cells, place) : NULL;
    if (cell != NULL && cell->next > 0) {
        rb_pool_give(&history->cells, cell->next);
        cell->next = 0;
    }
    return place;
}

/* Stores bytes in a chain of cells; 0 if out of memory. */
static uint32_t put_bytes(rb_history *history, const unsigned char *bytes, size_t count) {
    uint32_t first = 0, *link = &first;
    for (size_t done = 0; done < count; done += cell_bytes) {
        *link = take_cell(history);
        if (*link == 0) {
            if (first > 0) {
                rb_pool_give(&history->cells, first);
            }
            return 0;
        }
        rb_cell *cell = rb_pool_at(&history->cells, *link);
        size_t part = count - done < cell_bytes ? count - done : cell_bytes;
        memcpy(cell->bytes, bytes + done, part);
        link = &cell->next;
    }
    return first;
}

static void release(rb_history *history, const rb_history_item *item) {
    rb_pool_give(&history->cells, item->cells);
    if (item->rest > 0) {
        rb_pool_give(&history->cells, item->rest);
    }
    drop_page(history, item->page);
}

/* Returns false, with nothing changed, if out of memory. */
static bool pack(rb_history *history, rb_history_run *run, const rb_snapshot *snapshot,
                 const rb_run_state *state, rb_history_item *item) {
    rb_page *page = page_for(history, run, state);
    if (page == NULL) {
        return false;
    }
    unsigned char packed[RB_PACKED_MAX];
    size_t count = rb_pack(page, recall_of(history, page), state, snapshot, packed);
    uint32_t cells = put_bytes(history, packed, count);
    if (cells == 0) {
        return false;
    }
    page->refs++;
    run->page_count++;
    *item = (rb_history_item){.t = snapshot->t, .cells = cells, .page = run->page};
    return true;
}

/* Copies the bytes of a chain of cells; returns the number copied. */
static size_t take_bytes(const rb_history *history, uint32_t place, unsigned char *bytes, size_t size) {
    size_t count = 0;
    while (place > 0 && count < size) {
        const rb_cell *cell = rb_pool_at(&history->cells, place);
        size_t part = size - count < cell_bytes ? size - count : cell_bytes;
        memcpy(bytes + count, cell->bytes, part);
        count += part;
        place = cell->next;
    }
    return count;
}

static void read(const rb_history *history, const rb_history_run *past, int index, rb_run_state *state,
                 rb_snapshot *out) {
    const rb_history_item *item = &past->items[index];
    unsigned char packed[RB_PACKED_MAX + cell_bytes];
    take_bytes(history, item->cells, packed, sizeof packed);
    const rb_page *page = rb_pool_at(&history->pages, item->page);
    rb_unpack(page, recall_of(history, page), item->t, packed, state, out);
}

void rb_history_read(const rb_history *history, const rb_history_run *past, int index, rb_snapshot *out) {
    rb_run_state state;
    read(history, past, index, &state, out);
}

/* ---------------------------------------------------------------- what goes */

static void note(rb_history *history, rb_history_fate fate, int run, int kept) {
    history->changes[history->version % RB_HISTORY_CHANGES] = (rb_history_change){fate, run, kept};
    history->version++;
    history->cuts += fate != RB_HISTORY_THINNED;
}

const rb_history_change *rb_history_change_of(const rb_history *history, uint64_t version) {
    return history->version - version <= RB_HISTORY_CHANGES ? &history->changes[version % RB_HISTORY_CHANGES]
                                                            : NULL;
}

static void truncate_run(rb_history *history, rb_history_run *run, int count) {
    while (run->count > count) {
        release(history, &run->items[--run->count]);
    }
}

static void forget_run(rb_history *history, rb_history_run *run) {
    truncate_run(history, run, 0);
    leave_page(history, run);
    drop_recall(history, run->recall);
    free(run->items);
    *run = (rb_history_run){0};
}

static bool make_list(rb_history *history, rb_history_run *run, size_t room) {
    if (run->items == NULL) {
        run->items = malloc(room * sizeof *run->items);
        history->allocations++;
    }
    return run->items != NULL;
}

/* Starts a branch after the first `count` instants. The later ones become the old future, which plots show
   beside the new one. */
static void set_aside(rb_history *history, int run, int count) {
    rb_history_run *r = &history->runs[run];
    rb_history_run *old = &history->old[run];
    if (r->count <= count) {
        return;
    }
    truncate_run(history, old, 0);
    int step = make_list(history, old, RB_OLD_MAX) ? (r->count - count) / RB_OLD_MAX + 1 : 0;
    for (int i = count; i < r->count; i++) {
        if (step > 0 && (i - count) % step == 0) {
            old->items[old->count++] = r->items[i];
        } else {
            release(history, &r->items[i]);
        }
    }
    r->count = count;
    note(history, RB_HISTORY_CUT, run, count);
}

void rb_history_clear(rb_history *history, uint64_t start) {
    for (int i = 0; i < RB_RUNS_MAX; i++) {
        truncate_run(history, &history->runs[i], 0);
        truncate_run(history, &history->old[i], 0);
        history->runs[i].seen = 0;
    }
    history->start = start;
    history->stride = 1;
    note(history, RB_HISTORY_MOVED, 0, 0);
}

/* Drops every second sample of every run. */
static void thin(rb_history *history) {
    for (int i = 0; i < RB_RUNS_MAX; i++) {
        rb_history_run *r = &history->runs[i];
        int kept = 0;
        for (int k = 0; k < r->count; k++) {
            if (k % 2 == 0) {
                r->items[kept++] = r->items[k];
            } else {
                release(history, &r->items[k]);
            }
        }
        r->count = kept;
    }
    history->stride *= 2;
    note(history, RB_HISTORY_THINNED, 0, 0);
}

bool rb_phase_frozen(rb_phase phase) {
    return phase == RB_PHASE_LIFTED_OFF || phase == RB_PHASE_DIVERGED;
}

/* Out of memory: the newest samples are not recorded; drawing continues. */
void rb_history_add(rb_history *history, int run, const rb_snapshot *snapshot, const rb_run_state *state) {
    rb_run_state none = {.step = snapshot->step, .phase = snapshot->phase};
    rb_run_state kept = state != NULL ? *state : none;
    kept.t = snapshot->t;
    rb_history_run *r = &history->runs[run];
    int count = r->count;
    rb_history_item item;
    if (count > 0 && r->items[count - 1].t == snapshot->t) {
        if (pack(history, r, snapshot, &kept, &item)) {
            release(history, &r->items[count - 1]);
            r->items[count - 1] = item;
        }
        r->seen++;
        return;
    }
    while (count > 0 && r->items[count - 1].t >= snapshot->t) {
        count--;
    }
    set_aside(history, run, count);
    if (r->seen++ % history->stride != 0 && r->count > 0) {
        return;
    }
    bool large = r->count > 0 && r->items[r->count - 1].rest > 0;
    if (r->count >= (large ? RB_HISTORY_MAX_LARGE : RB_HISTORY_MAX)) {
        thin(history);
    }
    if (make_list(history, r, RB_HISTORY_MAX) && pack(history, r, snapshot, &kept, &item)) {
        r->items[r->count++] = item;
    }
}

void rb_history_attach(rb_history *history, int run, double t, const void *bytes, size_t size) {
    const rb_history_run *r = &history->runs[run];
    if (size == 0 || r->count == 0 || r->items[r->count - 1].t != t) {
        return;
    }
    rb_history_item *newest = &r->items[r->count - 1];
    newest->rest = put_bytes(history, bytes, size);
    newest->rest_size = newest->rest > 0 ? (uint32_t)size : 0;
}

size_t rb_history_attached(const rb_history *history, int run, double t, void *bytes, size_t size) {
    int index = rb_history_find(history, run, t);
    const rb_history_item *item = index >= 0 ? &history->runs[run].items[index] : NULL;
    bool fits = item != NULL && item->rest_size <= size;
    return fits ? take_bytes(history, item->rest, bytes, item->rest_size) : 0;
}

void rb_history_remove_run(rb_history *history, int run) {
    forget_run(history, &history->runs[run]);
    forget_run(history, &history->old[run]);
    for (int i = run; i + 1 < RB_RUNS_MAX; i++) {
        history->runs[i] = history->runs[i + 1];
        history->old[i] = history->old[i + 1];
    }
    history->runs[RB_RUNS_MAX - 1] = history->old[RB_RUNS_MAX - 1] = (rb_history_run){0};
    note(history, RB_HISTORY_MOVED, 0, 0);
}

/* ---------------------------------------------------------------- looking back */

int rb_history_find(const rb_history *history, int run, double t) {
    const rb_history_run *r = &history->runs[run];
    if (r->count == 0) {
        return -1;
    }
    int low = 0;
    int high = r->count - 1;
    while (low < high) {
        int middle = (low + high + 1) / 2;
        if (r->items[middle].t <= t) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

bool rb_history_moment(const rb_history *history, int run, double t, rb_run_state *state, rb_snapshot *out) {
    int index = rb_history_find(history, run, t);
    if (index >= 0) {
        read(history, &history->runs[run], index, state, out);
    }
    return index >= 0;
}

bool rb_history_at(const rb_history *history, int run, double t, rb_snapshot *out) {
    rb_run_state state;
    return rb_history_moment(history, run, t, &state, out);
}

int rb_history_longest(const rb_history *history) {
    int longest = 0;
    double end = -1;
    for (int i = 0; i < RB_RUNS_MAX; i++) {
        const rb_history_run *r = &history->runs[i];
        if (r->count > 0 && r->items[r->count - 1].t > end) {
            end = r->items[r->count - 1].t;
            longest = i;
        }
    }
    return longest;
}

double rb_history_begin(const rb_history *history) {
    const rb_history_run *r = &history->runs[rb_history_longest(history)];
    return r->count > 0 ? r->items[0].t : 0;
}

double rb_history_end(const rb_history *history) {
    const rb_history_run *r = &history->runs[rb_history_longest(history)];
    return r->count > 0 ? r->items[r->count - 1].t : 0;
}
