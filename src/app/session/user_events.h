/* What hands did to the runs and when: flicks and edits, for the timeline and to be done again. */
#ifndef RB_APP_SESSION_USER_EVENTS_H
#define RB_APP_SESSION_USER_EVENTS_H

#include <rattleback/rattleback.h>

#define RB_USER_EVENTS_MAX 64 /* the oldest go */

typedef enum rb_user_event_kind { RB_USER_EVENT_FLICK, RB_USER_EVENT_EDIT } rb_user_event_kind;

typedef struct rb_user_event {
    rb_user_event_kind kind;
    double t;      /* s, of the instant it was done at: a whole tick */
    uint64_t id;   /* of the edited run (rb_run_mark's); a flick goes to all */
    rb_vec3 omega; /* of a flick: what was added, body axes, rad/s */
    char text[96]; /* of an edit: "μ 0.05" */
} rb_user_event;

typedef struct rb_user_events {
    rb_user_event items[RB_USER_EVENTS_MAX]; /* in order of time */
    int count;
    uint64_t start;                 /* rb_frame's, which they belong to */
    rb_run_mark marks[RB_RUNS_MAX]; /* as last seen, by place in the frame */
    rb_scene scenes[RB_RUNS_MAX];
    int run_count;
    uint64_t flick;  /* number of the one under way, 0: none */
    rb_vec3 flicked; /* what it adds */
    rb_scene before; /* the last edit's run before it */
} rb_user_events;

/* A flick was sent: by the number of its command. */
void rb_user_events_expect_flick(rb_user_events *user_events, uint64_t number, rb_vec3 omega);
/* Once a frame. */
void rb_user_events_update(rb_user_events *user_events, const rb_frame *frame);
/* The runs go on from t: what came later is undone. */
void rb_user_events_truncate(rb_user_events *user_events, double t);
/* The last flick at or before t; NULL: none. */
const rb_user_event *rb_user_events_last_flick(const rb_user_events *user_events, double t);
/* The lines of actions that do a flick again in a run that has just restarted, to the bit:
   "until 0.734; flick 0 0.1 -5". */
void rb_user_event_line(const rb_user_event *event, char *line, size_t size);

#endif
