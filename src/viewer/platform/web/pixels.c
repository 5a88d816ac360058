/* On a page every frame is seen. */
#include "viewer/platform/pixels.h"

bool rb_pixels_skip(bool skip) {
    (void)skip;
    return false;
}
