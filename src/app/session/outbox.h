/* Commands on their way to the runner, in order. The runner takes none while a long tick goes on, and
   its ring is short; what waits here can still be merged or called off.

   The session is the only one that sends, so the n-th command posted is the runner's number n. */
#ifndef RB_APP_SESSION_OUTBOX_H
#define RB_APP_SESSION_OUTBOX_H

#include <rattleback/rattleback.h>

#define RB_OUTBOX_MAX 48

typedef struct rb_outbox {
    rb_command *commands; /* a ring */
    int first, count;
    uint64_t posted; /* number of the last one */
} rb_outbox;

rb_status rb_outbox_create(rb_outbox *outbox, rb_error *err);
void rb_outbox_destroy(rb_outbox *outbox);

/* The command's number; 0 if there is no room: a runner that takes nothing for this long is gone. */
uint64_t rb_outbox_post(rb_outbox *outbox, const rb_command *command);
/* An edit takes the place of the one that still waits before it. */
uint64_t rb_outbox_post_edit(rb_outbox *outbox, int run, const rb_scene *scene);
/* All runs are about to be replaced: only the last words on playing and speed go on waiting. */
void rb_outbox_call_off(rb_outbox *outbox);
/* Hands over as much as the runner takes. */
void rb_outbox_flush(rb_outbox *outbox, rb_runner *runner);

#endif
