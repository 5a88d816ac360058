/* A link: the state of the program as a text that people can read, send and type:

       ?scene=k11-fig5&compare=exact-circle,k11-p1&set=mu:0.3&t=2.5

   A link contains what differs from a scene of the library: laws, starts, parameters, further runs, flicks,
   the time shown and the view. Everything else stays as it is. Reading a link gives valid scenes and action
   lines from a short list (read_view.c): it cannot open or write files, fetch anything or end the program.
   Unusable parts are skipped and reported.

       link     [anything ?] part & part ...       # and everything after it is ignored
       part     name, or name=value; %41 and + in a value are as in any address */
#ifndef RB_APP_LINK_LINK_H
#define RB_APP_LINK_LINK_H

#include <rattleback/rattleback.h>

#include "app/session/user_events.h"

#define RB_LINK_MAX 6000 /* characters of a link */
#define RB_LINK_LINES 96
#define RB_LINK_LINE_MAX 480
#define RB_LINK_PART_MAX 16
#define RB_LINK_PROBLEMS 6

typedef struct rb_link_line {
    char part[RB_LINK_PART_MAX]; /* the part that it comes from */
    char line[RB_LINK_LINE_MAX]; /* see app/actions/grammar.h */
} rb_link_line;

/* The content of a link. Large: allocate it on the heap. */
typedef struct rb_link {
    int run_count; /* 0: the link does not change the runs */
    rb_scene scenes[RB_RUNS_MAX];
    bool own_start[RB_RUNS_MAX];
    rb_scene preset; /* the scene as it was loaded */

    rb_link_line lines[RB_LINK_LINES]; /* run them in this order */
    int line_count;
    int time_from; /* lines from here on advance time; run them as fast as possible */
    bool pauses;   /* then it pauses */

    rb_error problems[RB_LINK_PROBLEMS]; /* skipped parts and the reasons */
    int problem_count;                   /* including problems that are not stored */
} rb_link;

/* Reads any text. present: the scene of a link that names none. */
void rb_link_read(rb_link *link, const char *text, const rb_library *library, const rb_scene *present);

/* ---- writing: appends parts to a text */
typedef struct rb_link_pen {
    char text[RB_LINK_MAX];
    size_t used;
    bool full; /* a part did not fit: the text is not usable */
} rb_link_pen;

void rb_link_begin(rb_link_pen *pen);
void rb_link_add(rb_link_pen *pen, const char *name, const char *value);
/* With as many digits as needed to read back the same bits. */
void rb_link_add_number(rb_link_pen *pen, const char *name, double value);

/* The runs to write. */
typedef struct rb_link_runs {
    const rb_scene *scenes[RB_RUNS_MAX];
    bool own_start[RB_RUNS_MAX];
    int count;
    const char *preset; /* id of the scene that they were loaded from */
} rb_link_runs;

/* Returns the scene of the library that the link refers to: the preset or, if it is not in the library, the
   most similar one. NULL, with nothing added, if no scene has this body. */
const rb_scene *rb_link_add_runs(rb_link_pen *pen, const rb_library *library, const rb_link_runs *runs);
/* Adds the flicks up to t; returns the count. */
int rb_link_add_flicks(rb_link_pen *pen, const rb_user_events *user_events, double t);

#endif
