/* The rattle of the shown run as sound. What is heard is made from what the contact feels: every
   change of the normal force knocks on the body, which rings at three tones of its own, and sliding
   scrapes quietly. Only levels are computed from the physics; the tones are a picture, not a model.
   No device is known here. */
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
    double length;        /* of the body that rings, m */
    double knock, scrape; /* now, 0 to about 1 */
    double dull;          /* the scrape, low-passed */
    unsigned noise;
    double heard; /* simulated time up to which it was heard, s */
    int run;
} rb_contact_sound;

void rb_contact_sound_init(rb_contact_sound *sound);

/* The next count samples, within -1 to 1, of what happened to the selected run since the last call.
   Fades to silence while nothing moves. */
void rb_contact_sound_fill(rb_contact_sound *sound, const rb_session *session, float *samples,
                           int count);

#endif
