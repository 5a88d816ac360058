/* Packed snapshots, and the pool of memory that they are stored in. */
#include <stdlib.h>
#include <string.h>

#include "app/session/history.h"
#include "app/session/packing.h"

void rb_pool_destroy(rb_pool *pool) {
    for (int i = 0; i < pool->chunk_count; i++) {
        free(pool->chunks[i]);
    }
    free(pool->chunks);
    free(pool->free);
    *pool = (rb_pool){0};
}

static bool add_chunk(rb_pool *pool) {
    size_t chunks = (size_t)pool->chunk_count + 1, per_chunk = (size_t)pool->per_chunk;
    pool->allocations += 3;
    char **table = realloc(pool->chunks, chunks * sizeof *table);
    if (table == NULL) {
        return false;
    }
    pool->chunks = table;
    uint32_t *numbers = realloc(pool->free, chunks * per_chunk * sizeof *numbers);
    if (numbers == NULL) {
        return false;
    }
    pool->free = numbers;
    char *chunk = calloc(per_chunk, pool->size);
    if (chunk == NULL) {
        return false;
    }
    pool->chunks[pool->chunk_count++] = chunk;
    for (int i = 0; i < pool->per_chunk; i++) { /* the first one is taken first */
        pool->free[pool->free_count++] = (uint32_t)(pool->chunk_count * pool->per_chunk - i);
    }
    return true;
}

bool rb_pool_reserve(rb_pool *pool, int places) {
    while (pool->free_count < places) {
        if (!add_chunk(pool)) {
            return false;
        }
    }
    return true;
}

uint32_t rb_pool_take(rb_pool *pool) {
    return rb_pool_reserve(pool, 1) ? pool->free[--pool->free_count] : 0;
}

void rb_pool_give(rb_pool *pool, uint32_t place) {
    pool->free[pool->free_count++] = place;
}

size_t rb_pool_room(const rb_pool *pool) {
    size_t places = (size_t)pool->chunk_count * (size_t)pool->per_chunk;
    return places * (pool->size + sizeof *pool->free) + (size_t)pool->chunk_count * sizeof *pool->chunks;
}

#define CORE_FROM offsetof(rb_run_state, step)
_Static_assert(offsetof(rb_run_state, t) == 0, "the time comes first");
_Static_assert(CORE_FROM + sizeof(uint64_t[RB_CORE_WORDS]) == sizeof(rb_run_state), "then the core");
_Static_assert(sizeof(rb_snapshot) % sizeof(uint64_t) == 0, "whole words");

/* Set if the derived values differ from those of the scene. It is the last bit of the core's masks, which is
 * free. */
#define HAS_DERIVED_DIFF (1ull << 63)
_Static_assert(RB_CORE_WORDS % 64 != 0, "there is such a bit");

void rb_page_begin(rb_page *page, const rb_run_state *state) {
    memcpy(page->words, (const char *)state + CORE_FROM, sizeof page->words);
}

enum { MASKS_MAX = RB_MASK_WORDS(RB_SNAPSHOT_WORDS) };

/* Code of a word, four bits. Up to 8: its `code` highest bytes follow, the others are zero, as in small
   integers. Above 8: its 16 - code lowest bytes follow, the others are as expected, as in slowly changing
   numbers. */
static unsigned code_of(uint64_t word, uint64_t expected) {
    unsigned top = 8, low = 1;
    while (top > 0 && (word >> 8 * (8 - top) & 0xff) == 0) {
        top--;
    }
    while (low < 8 && (word ^ expected) >> 8 * low != 0) {
        low++;
    }
    return low < top && low < 8 ? 16 - low : top;
}

/* The bytes of a word that a code stores, [first, end), the lowest being 0. */
static unsigned first_of(unsigned code) {
    return code > 8 ? 0 : 8 - code;
}

static unsigned end_of(unsigned code) {
    return code > 8 ? 16 - code : 8;
}

/* Writes the words that differ. Returns the number of bytes. */
static size_t put_changed(const uint64_t *words, const uint64_t *expected, int count, unsigned char *out) {
    uint64_t masks[MASKS_MAX] = {0};
    int places[RB_SNAPSHOT_WORDS];
    size_t kept = 0, next = 8 * (size_t)RB_MASK_WORDS(count);
    for (int i = 0; i < count; i++) {
        if (words[i] != expected[i]) {
            masks[i / 64] |= 1ull << i % 64;
            places[kept++] = i;
        }
    }
    memcpy(out, masks, next);
    unsigned char *codes = out + next;
    memset(codes, 0, (kept + 1) / 2);
    next += (kept + 1) / 2;
    for (size_t k = 0; k < kept; k++) {
        uint64_t word = words[places[k]];
        unsigned code = code_of(word, expected[places[k]]);
        codes[k / 2] |= (unsigned char)(code << k % 2 * 4);
        for (unsigned i = first_of(code); i < end_of(code); i++) {
            out[next++] = (unsigned char)(word >> 8 * i);
        }
    }
    return next;
}

/* Reads the words that differ into words, which holds the expected ones. Returns the number of bytes read. */
static size_t take_changed(const unsigned char *in, int count, uint64_t *words) {
    uint64_t masks[MASKS_MAX];
    size_t kept = 0, next = 8 * (size_t)RB_MASK_WORDS(count);
    int places[RB_SNAPSHOT_WORDS];
    memcpy(masks, in, next);
    for (int i = 0; i < count; i++) {
        if (masks[i / 64] >> i % 64 & 1) {
            places[kept++] = i;
        }
    }
    const unsigned char *codes = in + next;
    next += (kept + 1) / 2;
    for (size_t k = 0; k < kept; k++) {
        unsigned code = (unsigned)codes[k / 2] >> k % 2 * 4 & 15u;
        uint64_t *word = &words[places[k]];
        *word = code > 8 ? *word >> 8 * end_of(code) << 8 * end_of(code) : 0;
        for (unsigned i = first_of(code); i < end_of(code); i++) {
            *word |= (uint64_t)in[next++] << 8 * i;
        }
    }
    return next;
}

/* The snapshot that follows from the scene and the state; of a state that cannot be continued only time, step
   and phase. */
static void recall_snapshot(const rb_recall *recall, const rb_run_state *state, rb_snapshot *out) {
    if (recall != NULL && rb_run_state_is_sound(state)) {
        rb_recall_snapshot(recall, state, out);
        return;
    }
    memset(out, 0, sizeof *out);
    out->t = state->t;
    out->step = state->step;
    out->phase = state->phase;
}

/* The mask that holds HAS_DERIVED_DIFF. */
#define LAST_MASK (8 * (RB_MASK_WORDS(RB_CORE_WORDS) - 1))

size_t rb_pack(const rb_page *page, const rb_recall *recall, const rb_run_state *state,
               const rb_snapshot *snapshot, unsigned char packed[RB_PACKED_MAX]) {
    uint64_t core[RB_CORE_WORDS];
    memcpy(core, (const char *)state + CORE_FROM, sizeof core);
    size_t count = put_changed(core, page->words, RB_CORE_WORDS, packed);
    rb_snapshot recalled;
    recall_snapshot(recall, state, &recalled);
    const char *bytes = (const char *)snapshot, *expected_bytes = (const char *)&recalled;
    if (memcmp(bytes, expected_bytes, sizeof recalled) != 0) {
        uint64_t words[RB_SNAPSHOT_WORDS], expected[RB_SNAPSHOT_WORDS], mask;
        memcpy(words, snapshot, sizeof words);
        memcpy(expected, &recalled, sizeof expected);
        memcpy(&mask, packed + LAST_MASK, sizeof mask);
        mask |= HAS_DERIVED_DIFF;
        memcpy(packed + LAST_MASK, &mask, sizeof mask);
        count += put_changed(words, expected, RB_SNAPSHOT_WORDS, packed + count);
    }
    return count;
}

void rb_unpack(const rb_page *page, const rb_recall *recall, double t, const unsigned char *packed,
               rb_run_state *state, rb_snapshot *snapshot) {
    uint64_t words[RB_CORE_WORDS], mask;
    memcpy(words, page->words, sizeof words);
    size_t count = take_changed(packed, RB_CORE_WORDS, words);
    state->t = t;
    memcpy((char *)state + CORE_FROM, words, sizeof words);
    recall_snapshot(recall, state, snapshot);
    memcpy(&mask, packed + LAST_MASK, sizeof mask);
    if (mask & HAS_DERIVED_DIFF) {
        uint64_t all[RB_SNAPSHOT_WORDS];
        memcpy(all, snapshot, sizeof all);
        take_changed(packed + count, RB_SNAPSHOT_WORDS, all);
        memcpy(snapshot, all, sizeof all);
    }
}
