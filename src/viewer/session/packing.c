#include "viewer/session/packing.h"

#include <string.h>

_Static_assert(offsetof(rb_snapshot, t) == 0, "the time comes first");
_Static_assert(offsetof(rb_snapshot, step) == RB_CORE_FIRST * sizeof(uint64_t), "then the core");
_Static_assert(offsetof(rb_snapshot, state) + sizeof(double[RB_STATE_MAX]) ==
                   RB_REST_FIRST * sizeof(uint64_t),
               "which ends with the state");
_Static_assert(sizeof(rb_snapshot) % sizeof(uint64_t) == 0, "whole words");

/* The rest differs from what the scene says: told by the last bit of the core's masks, which no word
   of the core has. */
#define RESTLESS (1ull << 63)
_Static_assert(RB_CORE_WORDS % 64 != 0, "there is such a bit");

#define CORE_FROM (RB_CORE_FIRST * sizeof(uint64_t))
#define CORE_BYTES (RB_REST_FIRST * sizeof(uint64_t)) /* with the time */
#define REST_BYTES (RB_REST_WORDS * sizeof(uint64_t))

void rb_page_begin(rb_page *page, const rb_snapshot *snapshot) {
    memcpy(page->words, (const char *)snapshot + CORE_FROM, sizeof page->words);
}

/* Which words differ, one bit each, then these words. Returns how many words were written. */
static int put_changed(const uint64_t *words, const uint64_t *expected, int count, uint64_t *out) {
    int masks = RB_MASK_WORDS(count), next = masks;
    memset(out, 0, (size_t)masks * sizeof *out);
    for (int i = 0; i < count; i++) {
        if (words[i] != expected[i]) {
            out[i / 64] |= 1ull << i % 64;
            out[next++] = words[i];
        }
    }
    return next;
}

/* Changes the words that differ. Returns how many words were read. */
static int take_changed(const uint64_t *in, int count, uint64_t *words) {
    int next = RB_MASK_WORDS(count);
    for (int i = 0; i < count; i++) {
        if (in[i / 64] >> i % 64 & 1) {
            words[i] = in[next++];
        }
    }
    return next;
}

/* What the scene makes of time and core, with them. Of a state that nothing can go on from, nothing. */
static void recall_rest(const rb_recall *recall, const rb_snapshot *core, rb_snapshot *out) {
    if (recall != NULL && rb_snapshot_sound(core)) {
        rb_recall_snapshot(recall, core, out);
    } else {
        memset(out, 0, sizeof *out);
    }
    memcpy(out, core, CORE_BYTES);
}

int rb_pack(const rb_page *page, const rb_recall *recall, const rb_snapshot *snapshot,
            uint64_t packed[RB_PACKED_MAX]) {
    uint64_t core[RB_CORE_WORDS];
    memcpy(core, (const char *)snapshot + CORE_FROM, sizeof core);
    int count = put_changed(core, page->words, RB_CORE_WORDS, packed);
    rb_snapshot recalled;
    recall_rest(recall, snapshot, &recalled);
    const char *rest = (const char *)snapshot + CORE_BYTES,
               *foretold = (char *)&recalled + CORE_BYTES;
    if (memcmp(rest, foretold, REST_BYTES) != 0) {
        uint64_t words[RB_REST_WORDS], expected[RB_REST_WORDS];
        memcpy(words, rest, REST_BYTES);
        memcpy(expected, foretold, REST_BYTES);
        packed[RB_MASK_WORDS(RB_CORE_WORDS) - 1] |= RESTLESS;
        count += put_changed(words, expected, RB_REST_WORDS, packed + count);
    }
    return count;
}

void rb_unpack(const rb_page *page, const rb_recall *recall, double t, const uint64_t *packed,
               rb_snapshot *snapshot) {
    uint64_t words[RB_CORE_WORDS];
    memcpy(words, page->words, sizeof words);
    int count = take_changed(packed, RB_CORE_WORDS, words);
    rb_snapshot core;
    core.t = t;
    memcpy((char *)&core + CORE_FROM, words, sizeof words);
    recall_rest(recall, &core, snapshot);
    if (packed[RB_MASK_WORDS(RB_CORE_WORDS) - 1] & RESTLESS) {
        uint64_t rest[RB_REST_WORDS];
        memcpy(rest, (char *)snapshot + CORE_BYTES, REST_BYTES);
        take_changed(packed + count, RB_REST_WORDS, rest);
        memcpy((char *)snapshot + CORE_BYTES, rest, REST_BYTES);
    }
}
