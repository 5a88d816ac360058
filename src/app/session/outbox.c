#include "app/session/outbox.h"

#include <stdlib.h>

rb_status rb_outbox_create(rb_outbox *outbox, rb_error *err) {
    *outbox = (rb_outbox){.commands = calloc(RB_OUTBOX_MAX, sizeof(rb_command))};
    return outbox->commands != NULL ? RB_OK : rb_fail(err, RB_ERR_MEMORY, "session: out of memory");
}

void rb_outbox_destroy(rb_outbox *outbox) {
    free(outbox->commands);
    *outbox = (rb_outbox){0};
}

static rb_command *waiting(rb_outbox *outbox, int index) {
    return &outbox->commands[(outbox->first + index) % RB_OUTBOX_MAX];
}

uint64_t rb_outbox_post(rb_outbox *outbox, const rb_command *command) {
    if (outbox->count == RB_OUTBOX_MAX) {
        return 0;
    }
    rb_command *slot = waiting(outbox, outbox->count++);
    *slot = *command;
    slot->number = ++outbox->posted;
    return slot->number;
}

uint64_t rb_outbox_post_edit(rb_outbox *outbox, int run, const rb_scene *scene) {
    for (int i = outbox->count - 1; i >= 0 && waiting(outbox, i)->kind == RB_COMMAND_EDIT; i--) {
        rb_command *before = waiting(outbox, i);
        if (before->run == run) {
            before->scene = *scene;
            return before->number;
        }
    }
    rb_command edit = {.kind = RB_COMMAND_EDIT, .run = run, .scene = *scene};
    return rb_outbox_post(outbox, &edit);
}

/* Play and pause undo each other. */
static bool undoes(const rb_command *later, const rb_command *command) {
    bool speed = command->kind == RB_COMMAND_SPEED;
    return speed ? later->kind == RB_COMMAND_SPEED
                 : later->kind == RB_COMMAND_PLAY || later->kind == RB_COMMAND_PAUSE;
}

/* Is it about something else than the runs there are, and the last word on that? */
static bool stays(rb_outbox *outbox, int index) {
    const rb_command *command = waiting(outbox, index);
    bool last = command->kind == RB_COMMAND_PLAY || command->kind == RB_COMMAND_PAUSE ||
                command->kind == RB_COMMAND_SPEED;
    for (int i = index + 1; last && i < outbox->count; i++) {
        last = !undoes(waiting(outbox, i), command);
    }
    return last;
}

void rb_outbox_call_off(rb_outbox *outbox) {
    int kept = 0;
    outbox->posted -= (uint64_t)outbox->count;
    for (int i = 0; i < outbox->count; i++) {
        const rb_command *command = waiting(outbox, i);
        if (stays(outbox, i)) {
            rb_command *slot = waiting(outbox, kept++);
            *slot = *command;
            slot->number = ++outbox->posted;
        }
    }
    outbox->count = kept;
}

void rb_outbox_flush(rb_outbox *outbox, rb_runner *runner) {
    while (outbox->count > 0 && rb_runner_send(runner, waiting(outbox, 0)) > 0) {
        outbox->first = (outbox->first + 1) % RB_OUTBOX_MAX;
        outbox->count--;
    }
}
