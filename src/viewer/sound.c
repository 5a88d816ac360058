/* What is heard: nothing until somebody asks for it. */
#include "viewer/app.h"
#include "viewer/platform/media.h"

void rb_sound_update(rb_app *app) {
    if (app->config.sound == 0 || app->offscreen) {
        rb_sound_close();
        return;
    }
    rb_sound_open(RB_RATTLE_RATE);
    while (rb_sound_has_room()) {
        float samples[RB_SOUND_BLOCK];
        rb_rattle_fill(&app->rattle, &app->session, samples, RB_SOUND_BLOCK);
        rb_sound_play(samples);
    }
}
