/* The recent past of the runs as trails need it, kept from frame to frame: an instant of the record is
   unpacked once, when it comes into the trail's time. */
#ifndef RB_VIEWER_TRAILS_H
#define RB_VIEWER_TRAILS_H

#include "app/session/history.h"
#include "viewer/world/world.h"

typedef struct rb_trail_points {
    rb_trail_point *points; /* NULL before the first */
    int *indices;           /* of the points, in the record */
    int begin, count;       /* the points there are */
    int first, last;  /* instants of the record that were gone through; none if last < first */
    uint64_t version; /* of the history */
    double seconds;   /* that the trail lasts */
    const rb_body_kind *body;
} rb_trail_points;

void rb_trail_points_destroy(rb_trail_points *prints);

/* The last seconds before t of a run of this body. */
rb_trail rb_trail_points_until(rb_trail_points *prints, const rb_history *history, int run,
                               const rb_body_kind *body, double t, double seconds);

#endif
