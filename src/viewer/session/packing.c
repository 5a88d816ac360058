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

typedef struct rb_words {
    uint64_t at[RB_SNAPSHOT_WORDS];
} rb_words;

void rb_page_begin(rb_page *page, const rb_snapshot *snapshot) {
    memcpy(page->words, &snapshot->step, sizeof page->words);
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

/* What the scene makes of time and core, which are there. Of a state that nothing can go on from,
   nothing. */
static void fill_rest(const rb_recall *recall, rb_snapshot *snapshot) {
    rb_words core;
    memcpy(core.at, snapshot, RB_REST_FIRST * sizeof(uint64_t));
    if (recall != NULL && rb_snapshot_sound(snapshot)) {
        rb_recall_snapshot(recall, snapshot);
    } else {
        memset(snapshot, 0, sizeof *snapshot);
    }
    memcpy(snapshot, core.at, RB_REST_FIRST * sizeof(uint64_t));
}

int rb_pack(const rb_page *page, const rb_recall *recall, const rb_snapshot *snapshot,
            uint64_t packed[RB_PACKED_MAX]) {
    rb_words words, expected;
    rb_snapshot recalled;
    memcpy(&words, snapshot, sizeof words);
    memcpy(&recalled, snapshot, RB_REST_FIRST * sizeof(uint64_t));
    fill_rest(recall, &recalled);
    memcpy(&expected, &recalled, sizeof expected);
    int count = put_changed(words.at + RB_CORE_FIRST, page->words, RB_CORE_WORDS, packed);
    size_t rest = RB_REST_WORDS * sizeof(uint64_t);
    if (memcmp(words.at + RB_REST_FIRST, expected.at + RB_REST_FIRST, rest) != 0) {
        packed[RB_MASK_WORDS(RB_CORE_WORDS) - 1] |= RESTLESS;
        count += put_changed(words.at + RB_REST_FIRST, expected.at + RB_REST_FIRST, RB_REST_WORDS,
                             packed + count);
    }
    return count;
}

void rb_unpack(const rb_page *page, const rb_recall *recall, double t, const uint64_t *packed,
               rb_snapshot *snapshot) {
    rb_words words;
    memcpy(words.at, &t, sizeof t);
    memcpy(words.at + RB_CORE_FIRST, page->words, sizeof page->words);
    int count = take_changed(packed, RB_CORE_WORDS, words.at + RB_CORE_FIRST);
    memcpy(snapshot, words.at, RB_REST_FIRST * sizeof(uint64_t));
    fill_rest(recall, snapshot);
    if (packed[RB_MASK_WORDS(RB_CORE_WORDS) - 1] & RESTLESS) {
        memcpy(&words, snapshot, sizeof words);
        take_changed(packed + count, RB_REST_WORDS, words.at + RB_REST_FIRST);
        memcpy(snapshot, &words, sizeof words);
    }
}
