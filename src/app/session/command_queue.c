#include "app/session/session.h"

#include <stdlib.h>
#include <string.h>

rb_status rb_command_queue_create(rb_command_queue *queue, rb_error *err) {
    *queue = (rb_command_queue){.commands = calloc(RB_COMMAND_QUEUE_MAX, sizeof(rb_command)),
                                .checkpoints = calloc(RB_COMMAND_QUEUE_MAX, sizeof(rb_checkpoint_room))};
    if (queue->commands != NULL && queue->checkpoints != NULL) {
        return RB_OK;
    }
    rb_command_queue_destroy(queue);
    return rb_fail(err, RB_ERR_MEMORY, "session: out of memory");
}

void rb_command_queue_destroy(rb_command_queue *queue) {
    free(queue->commands);
    free(queue->checkpoints);
    *queue = (rb_command_queue){0};
}

static rb_command *waiting(rb_command_queue *queue, int index) {
    return &queue->commands[(queue->first + index) % RB_COMMAND_QUEUE_MAX];
}

uint64_t rb_command_queue_post(rb_command_queue *queue, const rb_command *command) {
    if (queue->count == RB_COMMAND_QUEUE_MAX) {
        return 0;
    }
    rb_command *slot = waiting(queue, queue->count++);
    *slot = *command;
    slot->number = ++queue->posted;
    if (command->checkpoint != NULL) {
        rb_checkpoint_room *copy = &queue->checkpoints[slot - queue->commands];
        memcpy(copy, command->checkpoint,
               command->checkpoint_size < sizeof *copy ? command->checkpoint_size : sizeof *copy);
        slot->checkpoint = copy;
    }
    return slot->number;
}

uint64_t rb_command_queue_post_edit(rb_command_queue *queue, int run, const rb_scene *scene) {
    for (int i = queue->count - 1; i >= 0 && waiting(queue, i)->kind == RB_COMMAND_EDIT; i--) {
        rb_command *before = waiting(queue, i);
        if (before->run == run) {
            before->scene = *scene;
            return before->number;
        }
    }
    rb_command edit = {.kind = RB_COMMAND_EDIT, .run = run, .scene = *scene};
    return rb_command_queue_post(queue, &edit);
}

/* True if `later` makes `command` void. Play and pause replace each other. */
static bool undoes(const rb_command *later, const rb_command *command) {
    bool speed = command->kind == RB_COMMAND_SPEED;
    return speed ? later->kind == RB_COMMAND_SPEED
                 : later->kind == RB_COMMAND_PLAY || later->kind == RB_COMMAND_PAUSE;
}

/* True for the last command on playing and on speed, which do not depend on the runs. */
static bool stays(rb_command_queue *queue, int index) {
    const rb_command *command = waiting(queue, index);
    bool last = command->kind == RB_COMMAND_PLAY || command->kind == RB_COMMAND_PAUSE ||
                command->kind == RB_COMMAND_SPEED;
    for (int i = index + 1; last && i < queue->count; i++) {
        last = !undoes(waiting(queue, i), command);
    }
    return last;
}

void rb_command_queue_discard(rb_command_queue *queue) {
    int kept = 0;
    queue->posted -= (uint64_t)queue->count;
    for (int i = 0; i < queue->count; i++) {
        const rb_command *command = waiting(queue, i);
        if (stays(queue, i)) {
            rb_command *slot = waiting(queue, kept++);
            *slot = *command;
            slot->number = ++queue->posted;
        }
    }
    queue->count = kept;
}

void rb_command_queue_flush(rb_command_queue *queue, rb_runner *runner) {
    while (queue->count > 0 && rb_runner_send(runner, waiting(queue, 0)) > 0) {
        queue->first = (queue->first + 1) % RB_COMMAND_QUEUE_MAX;
        queue->count--;
    }
}
