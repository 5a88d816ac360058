/* What is heard: nothing until somebody asks for it. */
#include "viewer/platform/sound.h"
#include "viewer/app.h"

void rb_sound_update(rb_app *app) {
    if (app->config.sound == 0 || app->offscreen) {
        rb_sound_close();
        return;
    }
    rb_sound_open(RB_RATTLE_RATE);
    while (rb_sound_wants()) {
        float samples[RB_SOUND_BLOCK];
        rb_rattle_fill(&app->rattle, &app->session, samples, RB_SOUND_BLOCK);
        rb_sound_play(samples);
    }
}
