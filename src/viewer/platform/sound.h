/* Sound: one stream of samples. Where there is no device, nothing is heard and nothing is said. */
#ifndef RB_VIEWER_PLATFORM_SOUND_H
#define RB_VIEWER_PLATFORM_SOUND_H

#include <stdbool.h>

#define RB_SOUND_BLOCK 1024 /* samples at a time */

/* One channel at this many samples a second. Open already, or asked for before and there was no
   device: nothing happens. */
void rb_sound_open(int rate);
/* Is there room for RB_SOUND_BLOCK more? Not while it is closed or without a device. */
bool rb_sound_wants(void);
void rb_sound_play(const float samples[RB_SOUND_BLOCK]);
void rb_sound_close(void); /* then a device is looked for again */

#endif
