/* Sonification: the motion of the selected run for the ear, for those who cannot see it.

   - Spin: RB_CLICKS_PER_TURN clicks per turn, higher when it is anticlockwise (seen from above).
   - Rocking: the volume of a hum, whose pitch rises with the spin.
   - Reversal: two notes at the zero of the spin, rising when the new spin is anticlockwise, else falling.

   Independent of any sound device. */
#ifndef RB_APP_SESSION_MOTION_SOUND_H
#define RB_APP_SESSION_MOTION_SOUND_H

#include "app/session/contact_sound.h"

#define RB_CLICKS_PER_TURN 12

/* The spin of a run, as far as its sound depends on it. */
typedef struct rb_spin_track {
    double turns; /* since the start, anticlockwise */
    double peak;  /* largest spin so far, rad/s */
    int side; /* sign of the last clear spin, above 2 % of the peak; 0: a reversal was marked since then */
} rb_spin_track;

/* What is heard of the motion between two instants. */
typedef struct rb_motion_cue {
    double pitch;  /* of the hum, Hz: 110, and 22 more for each rad/s of spin, at most 4000 */
    double volume; /* of the hum, 0 to 1: 1/2 where the axis of spin tilts at 2 rad/s */
    int clicks;    /* marks of RB_CLICKS_PER_TURN that were passed, 0 or more */
    int mark;      /* sign of the new spin after a reversal; 0: none */
    double mark_t; /* time of the reversal, s: where the spin, interpolated linearly, is zero */
} rb_motion_cue;

/* Continues the track from `before` to `now`; bodies without spin are silent. */
rb_motion_cue rb_motion_cue_next(rb_spin_track *track, const rb_body_kind *body, const rb_snapshot *before,
                                 const rb_snapshot *now);

/* A sine of fixed pitch that fades. */
typedef struct rb_fading_note {
    double phase, step; /* rad, rad per sample */
    double level, fade; /* now, factor per sample */
} rb_fading_note;

typedef struct rb_motion_sound {
    rb_listener listener;
    rb_spin_track track;
    rb_motion_cue cue;
    double hum_phase, hum_volume, hum_pitch; /* rad; smoothed */
    rb_fading_note click, note;
    int second; /* samples until the second note of a mark; 0: none */
    int mark;   /* its direction */
} rb_motion_sound;

void rb_motion_sound_init(rb_motion_sound *sound);

/* Writes the next `count` samples, within -1 to 1, for what happened to the selected run since the last call.
   Fades to silence while nothing moves. */
void rb_motion_sound_fill(rb_motion_sound *sound, const rb_session *session, float *samples, int count);

#endif
