/* The strip of recorded time, shared by its parts. */
#ifndef RB_VIEWER_PANELS_TIMELINE_H
#define RB_VIEWER_PANELS_TIMELINE_H

#include "viewer/gui/gui.h"
#include "viewer/panels/panels.h"

typedef struct rb_track {
    ImVec2 min, max;
    double t0, t1;
    float lanes; /* height of the lanes at its lower end, px */
} rb_track;

float rb_track_x(const rb_track *track, double t);

/* Which contact touches when, one lane each, with its name before the track. */
void rb_timeline_lanes(const rb_ui *ui, rb_session *session, const rb_track *track,
                       ImDrawList *list);
/* Room for the names, px. */
float rb_timeline_lanes_gutter(const rb_session *session);

#endif
