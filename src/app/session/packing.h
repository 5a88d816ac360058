/* Lossless packing of recorded instants.

   Of each instant the run state is stored, as differences to the first instant of a page, which a few hundred
   instants share, without trailing zero bytes. The snapshot follows from the run state and the scene. Where
   it does not, because the scene is unknown or another one, the differences are stored as well. */
#ifndef RB_APP_SESSION_PACKING_H
#define RB_APP_SESSION_PACKING_H

#include <rattleback/rattleback.h>

#include "sim/observation.h"

#define RB_SNAPSHOT_WORDS (sizeof(rb_snapshot) / sizeof(uint64_t))
/* A run state without the time, which is stored elsewhere: step, phase, numbers. */
#define RB_CORE_WORDS (2 + RB_STATE_NUMBERS)
/* Words that differ: a mask with one bit each, a code for each, and its bytes. */
#define RB_MASK_WORDS(count) (((count) + 63) / 64)
#define RB_CHANGED_MAX(count) (8 * RB_MASK_WORDS(count) + ((count) + 1) / 2 + 8 * (count))
/* Largest size of a packed instant, bytes. */
#define RB_PACKED_MAX (RB_CHANGED_MAX(RB_CORE_WORDS) + RB_CHANGED_MAX(RB_SNAPSHOT_WORDS))

typedef struct rb_page {
    int refs;        /* reference count: instants packed against it, and the run that adds to it */
    uint32_t recall; /* of the scene; 0: not known */
    uint64_t words[RB_CORE_WORDS]; /* of the instant that it was begun with */
} rb_page;

void rb_page_begin(rb_page *page, const rb_run_state *state);

/* Returns how many bytes it takes. recall: of the page's scene; NULL: not known. */
size_t rb_pack(const rb_page *page, const rb_recall *recall, const rb_run_state *state,
               const rb_snapshot *snapshot, unsigned char packed[RB_PACKED_MAX]);
void rb_unpack(const rb_page *page, const rb_recall *recall, double t, const unsigned char *packed,
               rb_run_state *state, rb_snapshot *snapshot);

#endif
