/* What happens in the program, for pages that embed it (docs/embedding.md). */
#ifndef RB_VIEWER_REMOTE_EVENTS_H
#define RB_VIEWER_REMOTE_EVENTS_H

#include <rattleback/rattleback.h>

#include "app/lesson/lesson.h"

struct rb_app;

/* What was reported last. */
typedef struct rb_remote_seen {
    int events[RB_RUNS_MAX]; /* of each run */
    uint64_t state;
    bool frames;             /* time and camera are reported */
    uint64_t frame;          /* checksum of these */
    const rb_lesson *lesson; /* NULL: none */
    int step, answer, right;
    bool task_done;
} rb_remote_seen;

/* The events since the last call as a JSON list, to be freed; NULL: none, or out of memory. */
char *rb_remote_events_json(struct rb_app *app);

#endif
