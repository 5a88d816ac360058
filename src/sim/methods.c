/* The table of integration methods. To add a method: write its file with its row, add its number to
   rb_solver_method, its name to the choices of the parameter `method` (scene.c), and one line here. */
#include "sim/method.h"

#include <stddef.h>

static const rb_method policy = {.id = RB_METHOD_AUTO, .name = "auto", .label = "adaptive", .adaptive = true};

static const rb_method *const methods[] = {
    &rb_method_dp5, &policy, &rb_method_dop853, &rb_method_rodas, &rb_method_lobatto, &rb_method_radau,
};

const rb_method *rb_method_of(rb_solver_method id) {
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        if (methods[i]->id == id) {
            return methods[i];
        }
    }
    return NULL;
}

const char *rb_solver_label(rb_solver_method id) {
    const rb_method *method = rb_method_of(id);
    return method != NULL ? method->label : "";
}

bool rb_solver_is_expert(rb_solver_method id) {
    const rb_method *method = rb_method_of(id);
    return method != NULL && method->expert;
}
