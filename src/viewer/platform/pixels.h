/* Frames whose pixels nobody will see: panels find their sizes in them, labels their places. */
#ifndef RB_VIEWER_PLATFORM_PIXELS_H
#define RB_VIEWER_PLATFORM_PIXELS_H

#include <stdbool.h>

/* What is drawn from now on fills no pixel, where the driver can do that, be it onto a texture;
   everything else goes on as ever. Returns how it was. */
bool rb_pixels_skip(bool skip);

#endif
