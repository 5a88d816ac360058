/* Queue of commands for the runner, in order. The runner takes none during a long tick, and its own ring is
   short; commands in this queue can still be merged or discarded.

   Only the session sends commands, so the n-th command posted has the runner's number n. */
#ifndef RB_APP_SESSION_COMMAND_QUEUE_H
#define RB_APP_SESSION_COMMAND_QUEUE_H

#include <rattleback/rattleback.h>

#include "sim/checkpoint.h"

#define RB_COMMAND_QUEUE_MAX 48

typedef struct rb_command_queue {
    rb_command *commands;       /* a ring */
    rb_checkpoint *checkpoints; /* that they point to, at the same places */
    int first, count;
    uint64_t posted; /* number of the last command */
} rb_command_queue;

rb_status rb_command_queue_create(rb_command_queue *queue, rb_error *err);
void rb_command_queue_destroy(rb_command_queue *queue);

/* Copies the command, and its checkpoint if it is one of this version. Returns the number of the command; 0
   if the queue is full, which means that the runner no longer responds. */
uint64_t rb_command_queue_post(rb_command_queue *queue, const rb_command *command);
/* Posts an edit; replaces an edit of the same run that still waits at the end of the queue. */
uint64_t rb_command_queue_post_edit(rb_command_queue *queue, int run, const rb_scene *scene);
/* Discards the queue before all runs are replaced; keeps only the last commands on playing and speed. */
void rb_command_queue_discard(rb_command_queue *queue);
/* Sends as many commands as the runner takes. */
void rb_command_queue_flush(rb_command_queue *queue, rb_runner *runner);

#endif
