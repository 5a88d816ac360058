#include "viewer/platform/samples.h"

#include <raylib.h>
#include <rlgl.h>
#include <stddef.h>

#include "viewer/platform/canvas.h"

/* rlgl knows framebuffers but no storage with several samples. raylib calls OpenGL through these
   pointers; weak, because a shared raylib keeps them to itself. */
typedef void (*gen_fn)(int count, unsigned *ids);
typedef void (*delete_fn)(int count, const unsigned *ids);
typedef void (*bind_fn)(unsigned target, unsigned id);
typedef void (*storage_fn)(unsigned target, int samples, unsigned format, int width, int height);
typedef void (*attach_fn)(unsigned target, unsigned place, unsigned kind, unsigned id);
typedef unsigned (*check_fn)(unsigned target);
extern gen_fn glad_glGenRenderbuffers __attribute__((weak));
extern delete_fn glad_glDeleteRenderbuffers __attribute__((weak));
extern bind_fn glad_glBindRenderbuffer __attribute__((weak));
extern storage_fn glad_glRenderbufferStorageMultisample __attribute__((weak));
extern attach_fn glad_glFramebufferRenderbuffer __attribute__((weak));
extern check_fn glad_glCheckFramebufferStatus __attribute__((weak));

enum {
    FRAMEBUFFER = 0x8d40,
    READ_FRAMEBUFFER = 0x8ca8,
    DRAW_FRAMEBUFFER = 0x8ca9,
    RENDERBUFFER = 0x8d41,
    COLOR = 0x8ce0,
    DEPTH = 0x8d00,
    COMPLETE = 0x8cd5,
    RGBA8 = 0x8058,
    DEPTH_24 = 0x81a6,
    COLOR_BITS = 0x4000,
};

/* One per process, as its window is. */
static struct {
    unsigned frame, parts[2]; /* colour and depth */
    int width, height;
    bool refused; /* the driver has none of this size */
} own;

static bool known(void) {
    return &glad_glGenRenderbuffers && &glad_glDeleteRenderbuffers && &glad_glBindRenderbuffer &&
           &glad_glRenderbufferStorageMultisample && &glad_glFramebufferRenderbuffer &&
           &glad_glCheckFramebufferStatus;
}

void rb_samples_free(void) {
    if (own.frame != 0) {
        rlUnloadFramebuffer(own.frame);
        glad_glDeleteRenderbuffers(2, own.parts);
    }
    own.frame = 0;
    own.refused = false;
}

static bool make(int width, int height) {
    static const unsigned formats[2] = {RGBA8, DEPTH_24}, places[2] = {COLOR, DEPTH};
    rb_samples_free();
    own.width = width;
    own.height = height;
    own.frame = rlLoadFramebuffer();
    rlEnableFramebuffer(own.frame);
    glad_glGenRenderbuffers(2, own.parts);
    for (int i = 0; i < 2; i++) {
        glad_glBindRenderbuffer(RENDERBUFFER, own.parts[i]);
        glad_glRenderbufferStorageMultisample(RENDERBUFFER, RB_SAMPLES, formats[i], width, height);
        glad_glFramebufferRenderbuffer(FRAMEBUFFER, places[i], RENDERBUFFER, own.parts[i]);
    }
    glad_glBindRenderbuffer(RENDERBUFFER, 0);
    own.refused = glad_glCheckFramebufferStatus(FRAMEBUFFER) != COMPLETE;
    rlDisableFramebuffer();
    return !own.refused;
}

bool rb_samples_begin(int width, int height) {
    bool same = own.frame != 0 && own.width == width && own.height == height;
    if (!known() || width < 1 || height < 1 || (same ? own.refused : !make(width, height)))
        return false;
    rlDrawRenderBatchActive();
    rlEnableFramebuffer(own.frame);
    return true;
}

void rb_samples_end(int x, int y, int width, int height) {
    const int bottom = own.height - y - height;
    rlDrawRenderBatchActive();
    rlBindFramebuffer(READ_FRAMEBUFFER, own.frame);
    rlBindFramebuffer(DRAW_FRAMEBUFFER, rb_canvas_framebuffer());
    rlBlitFramebuffer(x, bottom, x + width, bottom + height, x, bottom, x + width, bottom + height,
                      COLOR_BITS);
    rlEnableFramebuffer(rb_canvas_framebuffer());
}
