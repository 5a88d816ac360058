/* What the viewer makes of a body's contacts and events. */
#ifndef RB_VIEWER_WORLD_BODY_VIEW_H
#define RB_VIEWER_WORLD_BODY_VIEW_H

#include <rattleback/rattleback.h>

#define RB_MARKS_MAX (RB_EVENTS_MAX + 3)

/* The contact to look at: the one that carries most, else the lowest. */
int rb_contact_shown(const rb_snapshot *snapshot);

/* What the timeline marks, in order of time; returns how many. For bodies that pass from contact to
   contact single touches go into lanes (they are many), and the marks say what came of them. */
typedef struct rb_mark {
    double t;
    const char *name;
} rb_mark;
int rb_marks_of(const rb_body_kind *body, const rb_summary *summary, rb_mark marks[RB_MARKS_MAX]);

#endif
