/* The rattle of the selected run as sound. Every change of the normal force excites three resonators, and
   sliding adds quiet noise. Only the levels come from the physics; the tones are not a physical model.
   Independent of any sound device. */
#ifndef RB_APP_SESSION_CONTACT_SOUND_H
#define RB_APP_SESSION_CONTACT_SOUND_H

#include "app/session/session.h"

#define RB_SOUND_RATE 44100
#define RB_SOUND_TONES 3

typedef struct rb_sound_tone {
    double twice_cos, decay; /* of the resonator y = twice_cos decay y1 - decay² y2 + x */
    double gain;
    double y1, y2;
} rb_sound_tone;

typedef struct rb_contact_sound {
    rb_sound_tone tones[RB_SOUND_TONES];
    double length;        /* of the body, m */
    double knock, scrape; /* now, 0 to about 1 */
    double dull;          /* the scrape, low-passed */
    unsigned noise;
    double heard; /* simulated time of the last sample, s */
    int run;
} rb_contact_sound;

void rb_contact_sound_init(rb_contact_sound *sound);

/* Writes the next `count` samples, within -1 to 1, for what happened to the selected run since the last call.
   Fades to silence while nothing moves. */
void rb_contact_sound_fill(rb_contact_sound *sound, const rb_session *session, float *samples, int count);

#endif
