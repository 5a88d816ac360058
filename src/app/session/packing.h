/* Snapshots packed for the record, to be had again to the last bit.

   Time, step, phase and state are what only the snapshot knows: kept of them is what differs from the
   beginning of a page, which some hundred instants share, without the zeros that small whole numbers
   end with. All the rest follows from these and from
   the scene (sim/showing.h); where it does not, because the scene was not known or is another one,
   what differs is kept as well. */
#ifndef RB_APP_SESSION_PACKING_H
#define RB_APP_SESSION_PACKING_H

#include <rattleback/rattleback.h>

#include "sim/showing.h"

#define RB_SNAPSHOT_WORDS (sizeof(rb_snapshot) / sizeof(uint64_t))
/* Of these: step and phase, then the state. The time stands before them and is kept elsewhere. */
#define RB_CORE_FIRST 1
#define RB_CORE_WORDS (2 + RB_STATE_MAX)
#define RB_REST_FIRST (RB_CORE_FIRST + RB_CORE_WORDS)
#define RB_REST_WORDS (RB_SNAPSHOT_WORDS - RB_REST_FIRST)
/* Some words of which those that differ are kept: which ones, one bit each, how many bytes of each, and
   these bytes. */
#define RB_MASK_WORDS(count) (((count) + 63) / 64)
#define RB_CHANGED_MAX(count) (8 * RB_MASK_WORDS(count) + ((count) + 1) / 2 + 8 * (count))
/* Bytes that a packed snapshot has at most. */
#define RB_PACKED_MAX (RB_CHANGED_MAX(RB_CORE_WORDS) + RB_CHANGED_MAX(RB_REST_WORDS))

typedef struct rb_page {
    int refs;                      /* instants that are told by it, and whoever adds to it */
    uint32_t recall;               /* of the scene; 0: not known */
    uint64_t words[RB_CORE_WORDS]; /* of the instant that it was begun with */
} rb_page;

void rb_page_begin(rb_page *page, const rb_snapshot *snapshot);

/* Returns how many bytes it takes. recall: of the page's scene; NULL: not known. */
size_t rb_pack(const rb_page *page, const rb_recall *recall, const rb_snapshot *snapshot,
               unsigned char packed[RB_PACKED_MAX]);
void rb_unpack(const rb_page *page, const rb_recall *recall, double t, const unsigned char *packed,
               rb_snapshot *snapshot);

#endif
