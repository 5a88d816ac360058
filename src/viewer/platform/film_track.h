/* Tracking of a film in the background. Not in a browser. */
#ifndef RB_VIEWER_PLATFORM_FILM_TRACK_H
#define RB_VIEWER_PLATFORM_FILM_TRACK_H

#include "film/film_points.h"

typedef struct rb_film_tracking rb_film_tracking;

rb_status rb_film_tracking_begin(const rb_film_request *request, rb_film_tracking **out, rb_error *err);
double rb_film_tracking_share(const rb_film_tracking *k); /* 0 to 1 */
bool rb_film_tracking_ended(const rb_film_tracking *k);
void rb_film_tracking_cancel(rb_film_tracking *k); /* it ends soon; what was tracked is kept */
/* Waits for its end and frees it. The track is the caller's, also on failure: it has the pixels so far. */
rb_status rb_film_tracking_end(rb_film_tracking *k, rb_film_track *track, rb_error *err);

#endif
