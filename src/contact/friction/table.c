/* The one visible table of friction laws. Adding a law: its file, its declaration in laws.h, one
   line here, one test. */
#include <string.h>

#include "contact/friction/laws.h"

static const rb_friction_law *const laws[] = {
    &rb_law_exact_circle,
    &rb_law_k11_p1,
    &rb_law_k11_p2,
    &rb_law_k11_tanh,
};

int rb_friction_law_count(void) {
    return (int)(sizeof laws / sizeof laws[0]);
}

const rb_friction_law *rb_friction_law_at(int index) {
    return laws[index];
}

const rb_friction_law *rb_friction_law_find(const char *id) {
    for (int i = 0; i < rb_friction_law_count(); i++) {
        if (strcmp(laws[i]->id, id) == 0) {
            return laws[i];
        }
    }
    return NULL;
}

void rb_friction_init(rb_friction *f, const rb_friction_law *law, const double *values,
                      rb_patch patch) {
    memset(f, 0, sizeof *f);
    f->law = law;
    f->patch = patch;
    if (values != NULL) {
        memcpy(f->params, values, (size_t)law->params.count * sizeof *values);
    } else {
        rb_param_defaults(law->params, f->params);
    }
    if (law->prepare != NULL) {
        law->prepare(f);
    }
}

void rb_friction_set_patch(rb_friction *f, rb_patch patch) {
    bool reshaped = patch.b != f->patch.b;
    f->patch = patch;
    if (reshaped && f->law->prepare != NULL) {
        f->law->prepare(f);
    }
}
