#include "viewer/platform/pixels.h"

#include <rlgl.h>
#include <stddef.h>

/* rlgl does not know it; for these pointers see samples.c. */
typedef void (*switch_fn)(unsigned what);
extern switch_fn glad_glEnable __attribute__((weak));
extern switch_fn glad_glDisable __attribute__((weak));

enum { RASTERIZER_DISCARD = 0x8c89 };

static bool skipping;

bool rb_pixels_skip(bool skip) {
    bool was = skipping;
    if (skip != was && &glad_glEnable && &glad_glDisable) {
        rlDrawRenderBatchActive(); /* what was drawn before goes where it belongs */
        (skip ? glad_glEnable : glad_glDisable)(RASTERIZER_DISCARD);
        skipping = skip;
    }
    return was;
}
