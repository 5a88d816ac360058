/* A state of the program as text that people can read, send and type:

       ?scene=k11-fig5&compare=exact-circle,k11-p1&set=mu:0.3&t=2.5

   A link names what differs from the scene of the library: laws, starts, parameters, runs beside the
   first, flicks, the moment, and how it is looked at. What it does not name stays as it is. Reading
   one gives sound scenes and lines of actions from a short list (read_view.c): no file is opened or
   written, nothing is fetched, nothing ends. A part that cannot be used is left out and told.

       link     [anything ?] part & part ...       a # and what follows it is passed over
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
    char part[RB_LINK_PART_MAX]; /* that asked for it */
    char line[RB_LINK_LINE_MAX]; /* of the grammar of actions */
} rb_link_line;

/* What a link asks for. Large: allocate it. */
typedef struct rb_link {
    int run_count; /* 0: it tells nothing of runs, those there are go on */
    rb_scene scenes[RB_RUNS_MAX];
    bool own_start[RB_RUNS_MAX];
    rb_scene preset; /* the scene as it was loaded */

    rb_link_line lines[RB_LINK_LINES]; /* to be run in this order */
    int line_count;
    int time_from; /* lines from here on lead through time: to be hurried through */
    bool pauses;   /* and there it stays */

    rb_error problems[RB_LINK_PROBLEMS]; /* parts that were left out, and why */
    int problem_count;                   /* of all, those not kept included */
} rb_link;

/* Reads any text. present: the scene that a link without one speaks of. */
void rb_link_read(rb_link *link, const char *text, const rb_library *library,
                  const rb_scene *present);

/* ---- writing: parts one after the other into a text */
typedef struct rb_link_pen {
    char text[RB_LINK_MAX];
    size_t used;
    bool full; /* something did not fit: the text is of no use */
} rb_link_pen;

void rb_link_begin(rb_link_pen *pen);
void rb_link_add(rb_link_pen *pen, const char *name, const char *value);
/* With as many digits as it takes to read back the same bits. */
void rb_link_add_number(rb_link_pen *pen, const char *name, double value);

/* The runs as a link tells them. */
typedef struct rb_link_runs {
    const rb_scene *scenes[RB_RUNS_MAX];
    bool own_start[RB_RUNS_MAX];
    int count;
    const char *preset; /* id of the scene they were made from */
} rb_link_runs;

/* Returns the scene of the library that they are told by: where the preset is not in it, the nearest
   one. NULL, and nothing is added: there is none of this body. */
const rb_scene *rb_link_add_runs(rb_link_pen *pen, const rb_library *library,
                                 const rb_link_runs *runs);
/* Those up to t; returns how many. */
int rb_link_add_flicks(rb_link_pen *pen, const rb_user_events *user_events, double t);

#endif
