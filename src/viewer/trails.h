/* Points of the trails, kept between frames: an instant of the record is unpacked once, when the trail
   reaches it. */
#ifndef RB_VIEWER_TRAILS_H
#define RB_VIEWER_TRAILS_H

#include "app/session/history.h"
#include "viewer/world/world.h"

typedef struct rb_trail_points {
    rb_trail_point *points; /* NULL before the first */
    int *indices;           /* of the points, in the record */
    int begin, count;       /* range of the points in use */
    int first, last;        /* range of processed instants of the record; none if last < first */
    uint64_t version;       /* of the history */
    double seconds;         /* duration of the trail */
    const rb_body_kind *body;
} rb_trail_points;

void rb_trail_points_destroy(rb_trail_points *prints);

/* The last seconds before t of a run of this body. */
rb_trail rb_trail_points_until(rb_trail_points *prints, const rb_history *history, int run,
                               const rb_body_kind *body, double t, double seconds);

#endif
