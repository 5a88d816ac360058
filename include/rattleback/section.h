/** @file
   A section: where a run is looked at again and again, for Poincaré maps. Either an event of the
   body's own, or a signal that passes a value. */
#ifndef RATTLEBACK_SECTION_H
#define RATTLEBACK_SECTION_H

#include "rattleback/snapshot.h"

RB_BEGIN_DECLS

/** Where a run is looked at. */
typedef struct rb_section_cut {
    int event;               /**< of the body's own (rb_body_event_name); -1: a signal */
    const rb_signal *signal; /**< which */
    double value;            /**< that it passes */
    int direction;           /**< 1: rising, -1: falling, 0: either */
} rb_section_cut;

/** "omega1=0+" (rising), "omega1=0-" (falling), "omega1=0" (either), or the name of an event of the
   body's own; NULL: the body's own section, if it has one. */
RB_API rb_status rb_section_read(const rb_body_kind *body, const char *text, rb_section_cut *out,
                                 rb_error *err);

RB_END_DECLS

#endif
