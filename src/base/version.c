#include "rattleback/base.h"

const char *rb_version(void) {
    return RB_VERSION;
}
