/* Snapshots packed for the record, to be had again to the last bit.

   Time, step, phase and state are what only the snapshot knows: kept of them is what differs from the
   beginning of a page, which some hundred instants share. All the rest follows from these and from
   the scene (sim/showing.h); where it does not, because the scene was not known or is another one,
   what differs is kept as well. */
#ifndef RB_VIEWER_SESSION_PACKING_H
#define RB_VIEWER_SESSION_PACKING_H

#include <rattleback/rattleback.h>

#include "sim/showing.h"

#define RB_SNAPSHOT_WORDS (sizeof(rb_snapshot) / sizeof(uint64_t))
/* Of these: step and phase, then the state. The time stands before them and is kept elsewhere. */
#define RB_CORE_FIRST 1
#define RB_CORE_WORDS (2 + RB_STATE_MAX)
#define RB_REST_FIRST (RB_CORE_FIRST + RB_CORE_WORDS)
#define RB_REST_WORDS (RB_SNAPSHOT_WORDS - RB_REST_FIRST)
#define RB_MASK_WORDS(count) (((count) + 63) / 64)
/* What a packed snapshot has at most. */
#define RB_PACKED_MAX                                                                              \
    (RB_MASK_WORDS(RB_CORE_WORDS) + RB_CORE_WORDS + RB_MASK_WORDS(RB_REST_WORDS) + RB_REST_WORDS)

typedef struct rb_page {
    int refs;                      /* instants that are told by it, and whoever adds to it */
    uint32_t recall;               /* of the scene; 0: not known */
    uint64_t words[RB_CORE_WORDS]; /* of the instant that it was begun with */
} rb_page;

void rb_page_begin(rb_page *page, const rb_snapshot *snapshot);

/* Returns how many words it takes. recall: of the page's scene; NULL: not known. */
int rb_pack(const rb_page *page, const rb_recall *recall, const rb_snapshot *snapshot,
            uint64_t packed[RB_PACKED_MAX]);
void rb_unpack(const rb_page *page, const rb_recall *recall, double t, const uint64_t *packed,
               rb_snapshot *snapshot);

#endif
