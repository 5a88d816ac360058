#include "viewer/platform/sound.h"

#include "viewer/platform/web/web.h"

void rb_sound_open(int rate) {
    rb_js_sound_open(rate);
}

bool rb_sound_wants(void) {
    return rb_js_sound_wants() != 0;
}

void rb_sound_play(const float samples[RB_SOUND_BLOCK]) {
    rb_js_sound_play(samples, RB_SOUND_BLOCK);
}

void rb_sound_close(void) {
    rb_js_sound_close();
}
