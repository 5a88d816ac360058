/* The one visible table of bodies. */
#include <string.h>

#include "bodies/model.h"

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
