/* The rattle of the selected run as sound. Every change of the normal force excites three resonators, and
   sliding adds quiet noise. Only the levels come from the physics; the tones are not a physical model.
   Independent of any sound device. */
#ifndef RB_APP_SESSION_CONTACT_SOUND_H
#define RB_APP_SESSION_CONTACT_SOUND_H

#include "app/session/session.h"

#define RB_SOUND_RATE 44100
#define RB_SOUND_TONES 3

/* Reads the record of the selected run, from what was heard last to its newest instant. */
typedef struct rb_listener {
    double heard; /* simulated time of the last instant, s; -1: none */
    int run;
} rb_listener;
#define RB_LISTENER_INIT ((rb_listener){.heard = -1, .run = -1})

typedef enum rb_heard {
    RB_HEARD_JUMP,  /* a restart, scrubbing, another run */
    RB_HEARD_PAUSE, /* time stands still */
    RB_HEARD_NONE,  /* it plays, but there is no new instant yet */
    RB_HEARD_MORE,  /* there are new instants */
} rb_heard;

typedef struct rb_hearing {
    const rb_history *history;
    int run, index;
    double from, to;                 /* simulated time, s */
    rb_snapshot moments[2];          /* two consecutive instants, used alternately */
    const rb_snapshot *before, *now; /* of the last rb_hearing_next */
} rb_hearing;

/* Fills *hearing when there is more. */
rb_heard rb_listener_begin(rb_listener *listener, const rb_session *session, rb_hearing *hearing);
/* Takes the next instant that lies before this share of the new time; false: there is none. */
bool rb_hearing_next(rb_hearing *hearing, double share);

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
    rb_listener listener;
} rb_contact_sound;

void rb_contact_sound_init(rb_contact_sound *sound);

/* Writes the next `count` samples, within -1 to 1, for what happened to the selected run since the last call.
   Fades to silence while nothing moves. */
void rb_contact_sound_fill(rb_contact_sound *sound, const rb_session *session, float *samples, int count);

#endif
