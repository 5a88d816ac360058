/* Flicks and edits by the user, with their times: for the timeline, for captions and to repeat them. */
#ifndef RB_APP_SESSION_USER_EVENTS_H
#define RB_APP_SESSION_USER_EVENTS_H

#include <rattleback/rattleback.h>

#define RB_USER_EVENTS_MAX 64 /* the oldest are dropped */

typedef enum rb_user_event_kind { RB_USER_EVENT_FLICK, RB_USER_EVENT_EDIT } rb_user_event_kind;

typedef struct rb_user_event {
    rb_user_event_kind kind;
    double t;      /* s, at a whole tick */
    uint64_t id;   /* edited run, as in rb_run_mark; a flick goes to all runs */
    rb_vec3 omega; /* of a flick: angular velocity added, body axes, rad/s */
    char text[96]; /* of an edit: "μ 0.05" */
} rb_user_event;

typedef struct rb_user_events {
    rb_user_event items[RB_USER_EVENTS_MAX]; /* in order of time */
    int count;
    uint64_t start;                 /* as in rb_frame: the start they belong to */
    rb_run_mark marks[RB_RUNS_MAX]; /* of the last frame, by index */
    rb_scene scenes[RB_RUNS_MAX];
    int run_count;
    uint64_t flick;  /* number of the flick that was sent but not yet carried out; 0: none */
    rb_vec3 flicked; /* angular velocity it adds */
    rb_scene before; /* the scene before the last edit */
} rb_user_events;

/* Call after sending a flick with this command number. */
void rb_user_events_expect_flick(rb_user_events *user_events, uint64_t number, rb_vec3 omega);
/* Call once per frame. */
void rb_user_events_update(rb_user_events *user_events, const rb_frame *frame);
/* Removes later events: the runs continue from t. */
void rb_user_events_truncate(rb_user_events *user_events, double t);
/* The last flick at or before t; NULL if there is none. */
const rb_user_event *rb_user_events_last_flick(const rb_user_events *user_events, double t);
/* Action lines that repeat a flick in a restarted run, to the bit: "until 0.734; flick 0 0.1 -5". */
void rb_user_event_line(const rb_user_event *event, char *line, size_t size);

#endif
