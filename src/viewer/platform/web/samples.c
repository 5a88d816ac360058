/* A page does without: phones draw it too, and bodies soften their edges themselves then. */
#include "viewer/platform/samples.h"

bool rb_samples_begin(int width, int height) {
    (void)width;
    (void)height;
    return false;
}

void rb_samples_end(int x, int y, int width, int height) {
    (void)x;
    (void)y;
    (void)width;
    (void)height;
}

void rb_samples_free(void) {}
