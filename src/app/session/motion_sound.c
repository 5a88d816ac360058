#include "app/session/motion_sound.h"

#include <math.h>

#include "math/pi.h"

#define CLEAR_SHARE 0.02 /* of the largest spin, as in sim/event_log.c: less is the swing of rocking */
#define NOTE_SECONDS 0.12

/* About the body's own axis 3, or about the vertical for a top, whose axis turns over; rad/s. */
static double spin_of(const rb_body_kind *body, const rb_snapshot *s) {
    return rb_body_has(body, RB_TRAIT_INVERTS) ? s->omega_n : s->omega.z;
}

/* A zero of the spin is marked once, until the spin is clear again in either direction. */
static void mark_reversal(rb_spin_track *track, double from, double to, const double t[2],
                          rb_motion_cue *cue) {
    double clear = CLEAR_SHARE * track->peak;
    if (fabs(from) > clear) {
        track->side = from > 0 ? 1 : -1;
    }
    int sign = (to > 0) - (to < 0);
    if (track->side * sign < 0) {
        double share = from * to < 0 ? from / (from - to) : 0;
        cue->mark = sign;
        cue->mark_t = t[0] + share * (t[1] - t[0]);
        track->side = 0;
    }
}

rb_motion_cue rb_motion_cue_next(rb_spin_track *track, const rb_body_kind *body, const rb_snapshot *before,
                                 const rb_snapshot *now) {
    rb_motion_cue cue = {.pitch = 110, .mark_t = (double)NAN};
    if (!rb_body_has(body, RB_TRAIT_SPINS)) {
        return cue;
    }
    double from = spin_of(body, before), to = spin_of(body, now);
    double rocking = sqrt(fmax(now->omega.x * now->omega.x + now->omega.y * now->omega.y +
                                   now->omega.z * now->omega.z - now->omega_n * now->omega_n,
                               0));
    cue.pitch = fmin(110 + 22 * fabs(to), 4000);
    cue.volume = rocking / (rocking + 2);
    double turns = track->turns + (from + to) / 2 * (now->t - before->t) / (2 * RB_PI);
    cue.clicks = (int)fabs(floor(turns * RB_CLICKS_PER_TURN) - floor(track->turns * RB_CLICKS_PER_TURN));
    track->turns = turns;
    track->peak = fmax(track->peak, fmax(fabs(from), fabs(to)));
    mark_reversal(track, from, to, (double[]){before->t, now->t}, &cue);
    return cue;
}

void rb_motion_sound_init(rb_motion_sound *sound) {
    *sound = (rb_motion_sound){.listener = RB_LISTENER_INIT, .hum_pitch = 110};
}

static void strike(rb_fading_note *note, double pitch, double level, double seconds) {
    note->phase = 0;
    note->step = 2 * RB_PI * pitch / RB_SOUND_RATE;
    note->level = level;
    note->fade = exp(-1 / (seconds * RB_SOUND_RATE));
}

static double ring(rb_fading_note *note) {
    note->phase = fmod(note->phase + note->step, 2 * RB_PI);
    note->level *= note->fade;
    return note->level * sin(note->phase);
}

static void take_cue(rb_motion_sound *sound, double spin) {
    if (sound->cue.clicks > 0) {
        strike(&sound->click, spin > 0 ? 1500 : 1000, 0.3, 0.004);
    }
    if (sound->cue.mark != 0) {
        sound->mark = sound->cue.mark;
        sound->second = (int)(NOTE_SECONDS * RB_SOUND_RATE);
        strike(&sound->note, sound->mark > 0 ? 660 : 990, 0.3, NOTE_SECONDS);
    }
}

static double next_sample(rb_motion_sound *sound) {
    double smooth = 1 - exp(-1 / (0.02 * RB_SOUND_RATE));
    sound->hum_volume += smooth * (sound->cue.volume - sound->hum_volume);
    sound->hum_pitch += smooth * (sound->cue.pitch - sound->hum_pitch);
    sound->hum_phase = fmod(sound->hum_phase + 2 * RB_PI * sound->hum_pitch / RB_SOUND_RATE, 2 * RB_PI);
    if (sound->second > 0 && --sound->second == 0) {
        strike(&sound->note, sound->mark > 0 ? 990 : 660, 0.3, NOTE_SECONDS);
    }
    return 0.3 * sound->hum_volume * sin(sound->hum_phase) + ring(&sound->click) + ring(&sound->note);
}

void rb_motion_sound_fill(rb_motion_sound *sound, const rb_session *session, float *samples, int count) {
    rb_hearing hearing;
    const rb_body_kind *body = session->drawn[session->selected].body;
    rb_heard heard = rb_listener_begin(&sound->listener, session, &hearing);
    if (heard == RB_HEARD_JUMP) {
        sound->track = (rb_spin_track){0};
    }
    if (heard == RB_HEARD_JUMP || heard == RB_HEARD_PAUSE) {
        sound->cue = (rb_motion_cue){.pitch = sound->hum_pitch};
    }
    for (int i = 0; i < count; i++) {
        while (heard == RB_HEARD_MORE && rb_hearing_next(&hearing, (double)(i + 1) / count)) {
            sound->cue = rb_motion_cue_next(&sound->track, body, hearing.before, hearing.now);
            take_cue(sound, spin_of(body, hearing.now));
        }
        samples[i] = (float)next_sample(sound);
    }
}
