#include "app/session/undo.h"

#include <stdlib.h>

enum { depth = 128 };

rb_status rb_undo_create(rb_undo *undo, rb_error *err) {
    *undo = (rb_undo){.states = calloc(depth, sizeof *undo->states)};
    return undo->states != NULL ? RB_OK : rb_fail(err, RB_ERR_MEMORY, "undo: out of memory");
}

void rb_undo_destroy(rb_undo *undo) {
    free(undo->states);
    *undo = (rb_undo){0};
}

static rb_undo_state *state_at(rb_undo *undo, int index) {
    return &undo->states[(undo->first + index) % depth];
}

void rb_undo_push(rb_undo *undo, const rb_undo_state *before) {
    undo->count = undo->at;
    if (undo->count == depth) {
        undo->first = (undo->first + 1) % depth;
        undo->count--;
    }
    *state_at(undo, undo->count) = *before;
    undo->count++;
    undo->at = undo->count;
}

static void swap(rb_undo_state *a, rb_undo_state *b) {
    rb_undo_state kept = *a;
    *a = *b;
    *b = kept;
}

bool rb_undo_back(rb_undo *undo, rb_undo_state *now) {
    if (undo->at == 0) {
        return false;
    }
    undo->at--;
    swap(state_at(undo, undo->at), now);
    return true;
}

bool rb_undo_forward(rb_undo *undo, rb_undo_state *now) {
    if (undo->at == undo->count) {
        return false;
    }
    swap(state_at(undo, undo->at), now);
    undo->at++;
    return true;
}
