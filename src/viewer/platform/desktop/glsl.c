#include "viewer/platform/glsl.h"

const char *rb_glsl_version(void) {
    return "#version 330";
}

const char *rb_glsl_prelude(void) {
    return "";
}
