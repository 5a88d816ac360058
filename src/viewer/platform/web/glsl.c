#include "viewer/platform/glsl.h"

const char *rb_glsl_version(void) {
    return "#version 300 es";
}

const char *rb_glsl_prelude(void) {
    return "precision highp float;\nprecision highp int;\n";
}
