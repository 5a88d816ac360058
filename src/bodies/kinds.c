/* The one visible table of bodies. */
#include <string.h>

#include "bodies/ops.h"

static const rb_body_kind *const kinds[] = {
    &rb_body_celt,
    &rb_body_top,
};

int rb_body_kind_count(void) {
    return (int)(sizeof kinds / sizeof kinds[0]);
}

const rb_body_kind *rb_body_kind_at(int index) {
    return kinds[index];
}

const rb_body_kind *rb_body_kind_find(const char *id) {
    for (int i = 0; i < rb_body_kind_count(); i++) {
        if (strcmp(kinds[i]->id, id) == 0) {
            return kinds[i];
        }
    }
    return NULL;
}

const char *rb_body_event_name(const rb_body_kind *kind, int which) {
    bool known = which >= 0 && which < kind->ops->event_count;
    return known ? kind->ops->events[which].name : NULL;
}
