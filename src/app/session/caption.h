/* The caption of a run, up to the moment shown: a question before anything happens, then its answer. The
   answer comes from the run's own events and record, not from what the scene's author expected. */
#ifndef RB_APP_SESSION_CAPTION_H
#define RB_APP_SESSION_CAPTION_H

#include <rattleback/rattleback.h>

#include "app/session/user_events.h"

#define RB_TIMELINE_MARKS_MAX (RB_EVENTS_MAX + 3)

typedef struct rb_caption {
    const rb_scene *scene;           /* as simulated */
    const rb_snapshot *shown;        /* the moment shown */
    const rb_summary *summary;       /* of the whole run, which may be past that moment */
    const rb_user_event *last_flick; /* the caption starts there; NULL: at the start of the run */
    double peak_spin;                /* largest spin since then, signed, rad/s; NAN: unknown */
    double airborne;                 /* share of the last half second without any contact; 0 where unknown */
    bool turns;                      /* spins in turns per second */
} rb_caption;

/* "Spun at +4 rad/s, anticlockwise: will it reverse?" Returns text. */
const char *rb_caption_question(const rb_caption *caption, char *text, size_t size);
/* "Yes: it reversed at 0.70 s", "No: …", "Not yet". "" if there is no question. Returns text. */
const char *rb_caption_answer(const rb_caption *caption, char *text, size_t size);

/* True if the body was given spin, by the start or by hand; false if it was only tapped or rocked. */
bool rb_caption_was_spun(const rb_caption *caption);
/* When the body came to rest, s: the last time |omega| exceeded 0.1 rad/s, the same number as in tables.
   NAN while it moves. */
double rb_caption_rest_time(const rb_caption *caption);

/* One mark on the timeline. */
typedef struct rb_timeline_mark {
    double t; /* s */
    const char *name;
} rb_timeline_mark;

/* The events of the run for the timeline, in order of time; returns the count. Left out: the first swings of
   a stone that was only rocked, and single touches of
   bodies with several contacts, which have lanes of their own, or too many contacts. */
int rb_caption_marks(const rb_caption *caption, rb_timeline_mark marks[RB_TIMELINE_MARKS_MAX]);

#endif
