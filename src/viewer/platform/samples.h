/* Several samples to a pixel, for edges without steps: what is drawn between begin and end goes to a
   picture of its own with four samples each, which the end settles into the window. The window itself
   has one, so that whoever does without pays nothing. */
#ifndef RB_VIEWER_PLATFORM_SAMPLES_H
#define RB_VIEWER_PLATFORM_SAMPLES_H

#include <stdbool.h>

#define RB_SAMPLES 4

/* False where it cannot be had: draw as usual, and end nothing. */
bool rb_samples_begin(int width, int height);
/* Of the picture, these pixels go to the window; y runs down. */
void rb_samples_end(int x, int y, int width, int height);
void rb_samples_free(void);

#endif
