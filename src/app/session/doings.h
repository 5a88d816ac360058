/* What hands did to the runs and when: flicks and edits, for the timeline and to be done again. */
#ifndef RB_APP_SESSION_DOINGS_H
#define RB_APP_SESSION_DOINGS_H

#include <rattleback/rattleback.h>

#define RB_DOINGS_MAX 64 /* the oldest go */

typedef enum rb_doing_kind { RB_DOING_FLICK, RB_DOING_EDIT } rb_doing_kind;

typedef struct rb_doing {
    rb_doing_kind kind;
    double t;      /* s, of the instant it was done at: a whole tick */
    uint64_t id;   /* of the edited run (rb_run_mark's); a flick goes to all */
    rb_vec3 omega; /* of a flick: what was added, body axes, rad/s */
    char text[96]; /* of an edit: "μ 0.05" */
} rb_doing;

typedef struct rb_doings {
    rb_doing items[RB_DOINGS_MAX]; /* in order of time */
    int count;
    uint64_t start;                 /* rb_frame's, which they belong to */
    rb_run_mark marks[RB_RUNS_MAX]; /* as last seen, by place in the frame */
    rb_scene scenes[RB_RUNS_MAX];
    int run_count;
    uint64_t flick;  /* number of the one under way, 0: none */
    rb_vec3 flicked; /* what it adds */
    rb_scene before; /* the last edit's run before it */
} rb_doings;

/* A flick was sent: by the number of its command. */
void rb_doings_expect_flick(rb_doings *doings, uint64_t number, rb_vec3 omega);
/* Once a frame. */
void rb_doings_follow(rb_doings *doings, const rb_frame *frame);
/* The runs go on from t: what came later is undone. */
void rb_doings_cut(rb_doings *doings, double t);
/* The last flick at or before t; NULL: none. */
const rb_doing *rb_doings_last_flick(const rb_doings *doings, double t);
/* The lines of actions that do a flick again in a run that has just restarted, to the bit:
   "until 0.734; flick 0 0.1 -5". */
void rb_doing_line(const rb_doing *doing, char *line, size_t size);

#endif
