/* Commands on their way to the runner, in order. The runner takes none while a long tick goes on, and
   its ring is short; what waits here can still be merged or called off.

   The session is the only one that sends, so the n-th command posted is the runner's number n. */
#ifndef RB_APP_SESSION_COMMAND_QUEUE_H
#define RB_APP_SESSION_COMMAND_QUEUE_H

#include <rattleback/rattleback.h>

#define RB_COMMAND_QUEUE_MAX 48

typedef struct rb_command_queue {
    rb_command *commands; /* a ring */
    int first, count;
    uint64_t posted; /* number of the last one */
} rb_command_queue;

rb_status rb_command_queue_create(rb_command_queue *queue, rb_error *err);
void rb_command_queue_destroy(rb_command_queue *queue);

/* The command's number; 0 if there is no room: a runner that takes nothing for this long is gone. */
uint64_t rb_command_queue_post(rb_command_queue *queue, const rb_command *command);
/* An edit takes the place of the one that still waits before it. */
uint64_t rb_command_queue_post_edit(rb_command_queue *queue, int run, const rb_scene *scene);
/* All runs are about to be replaced: only the last words on playing and speed go on waiting. */
void rb_command_queue_discard(rb_command_queue *queue);
/* Hands over as much as the runner takes. */
void rb_command_queue_flush(rb_command_queue *queue, rb_runner *runner);

#endif
