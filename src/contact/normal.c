/* The one visible table of normal-force laws. */
#include "rattleback/normal.h"

#include <stddef.h>
#include <string.h>

static const rb_param rigid_params[] = {
    {"E_star", "E*", "Pa", 0, 1e13, 28.05e6,
     "effective modulus, which sizes the patch when contact.size is hertz", "K15 Table 1",
     RB_PARAM_ABOVE | RB_PARAM_LOG, NULL},
};

static const rb_normal_law laws[] = {
    {
        .id = "rigid",
        .name = "Rigid",
        .source = "K11 (8)",
        .help = "permanent contact; N from the constraint, and the run ends where N would pull",
        .rigid = true,
        .params = RB_PARAM_TABLE(rigid_params),
    },
};

int rb_normal_law_count(void) {
    return (int)(sizeof laws / sizeof laws[0]);
}

const rb_normal_law *rb_normal_law_at(int index) {
    return &laws[index];
}

const rb_normal_law *rb_normal_law_find(const char *id) {
    for (int i = 0; i < rb_normal_law_count(); i++) {
        if (strcmp(laws[i].id, id) == 0) {
            return &laws[i];
        }
    }
    return NULL;
}
