#include "app/session/contact_sound.h"

#include <math.h>

#include "app/appearance/appearance.h"
#include "math/pi.h"

void rb_contact_sound_init(rb_contact_sound *sound) {
    *sound = (rb_contact_sound){.noise = 2463534242u, .listener = RB_LISTENER_INIT};
}

/* White noise, -1 to 1 (xorshift). */
static double hiss(rb_contact_sound *sound) {
    unsigned x = sound->noise;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    sound->noise = x;
    return (double)x / 2147483648.0 - 1;
}

/* The tones of a free bar have the ratios 1 : 2.76 : 5.4. A toy of 10 cm starts near 900 Hz, a longer one
 * lower. */
static void tune(rb_contact_sound *sound, double length) {
    static const double ratio[] = {1, 2.76, 5.4}, ring[] = {0.030, 0.016, 0.008}, gain[] = {1, 0.5, 0.25};
    double lowest = fmin(fmax(90 / length, 150), 2500);
    for (int i = 0; i < RB_SOUND_TONES; i++) {
        double angle = 2 * RB_PI * lowest * ratio[i] / RB_SOUND_RATE;
        rb_sound_tone *tone = &sound->tones[i];
        tone->decay = exp(-1 / (ring[i] * RB_SOUND_RATE));
        tone->twice_cos = 2 * cos(angle);
        tone->gain = gain[i] * sin(angle); /* equally loud at any pitch */
        tone->y1 = tone->y2 = 0;
    }
    sound->length = length;
}

/* Strength of knocking and scraping between two moments, about 1 when strong. A change of N by the whole
   weight within 10 ms is a hard knock; sliding at 0.3 m/s under the weight is a loud scrape. */
static void listen(const rb_snapshot *before, const rb_snapshot *now, double weight, double *knock,
                   double *scrape) {
    double change = 0, slide = 0;
    for (int i = 0; i < now->contact_count; i++) {
        change += fabs(now->contact[i].N - before->contact[i].N);
        slide += now->contact[i].N * now->contact[i].slip_speed;
    }
    double time = now->t - before->t;
    double hard = time > 0 ? 0.010 / time * change / weight : 0;
    *knock = hard * hard / (1 + hard * hard); /* small changes are inaudible */
    *scrape = fmin(slide / (0.3 * weight), 1);
}

static double weight_of(const rb_scene *scene) {
    int m = rb_param_find(scene->body->params, "m");
    double mass = m >= 0 ? scene->values[RB_SECTION_BODY][m] : 0;
    return mass * scene->values[RB_SECTION_WORLD][RB_WORLD_G];
}

static double next_sample(rb_contact_sound *sound, double knock, double scrape) {
    double smooth = 1 - exp(-1 / (0.002 * RB_SOUND_RATE)); /* avoids clicks */
    sound->knock += smooth * (knock - sound->knock);
    sound->scrape += smooth * (scrape - sound->scrape);
    double noise = hiss(sound), sum = 0;
    sound->dull += 0.15 * (noise - sound->dull);
    for (int i = 0; i < RB_SOUND_TONES; i++) {
        rb_sound_tone *t = &sound->tones[i];
        double y =
            t->twice_cos * t->decay * t->y1 - t->decay * t->decay * t->y2 + t->gain * sound->knock * noise;
        t->y2 = t->y1;
        t->y1 = y;
        sum += y;
    }
    sum = 0.25 * sum + 0.08 * sound->scrape * sound->dull;
    return sum / (1 + fabs(sum));
}

rb_heard rb_listener_begin(rb_listener *listener, const rb_session *session, rb_hearing *hearing) {
    int run = session->selected;
    const rb_history_run *record = &session->history.runs[run];
    double now = record->count > 0 ? record->items[record->count - 1].t : 0, from = listener->heard;
    bool same = listener->run == run && now >= from && now - from < 0.5 && from >= 0;
    *listener = (rb_listener){.heard = now, .run = run};
    if (!same || session->scrubbing) {
        return RB_HEARD_JUMP;
    }
    if (!rb_session_playing(session)) {
        return RB_HEARD_PAUSE;
    }
    if (now == from) {
        return RB_HEARD_NONE;
    }
    *hearing = (rb_hearing){.history = &session->history, .run = run, .from = from, .to = now};
    hearing->index = rb_history_find(hearing->history, run, from);
    rb_history_read(hearing->history, record, hearing->index, &hearing->moments[hearing->index % 2]);
    return RB_HEARD_MORE;
}

bool rb_hearing_next(rb_hearing *hearing, double share) {
    const rb_history_run *record = &hearing->history->runs[hearing->run];
    double t = hearing->from + (hearing->to - hearing->from) * share;
    int i = hearing->index;
    if (i + 1 >= record->count || record->items[i].t >= t) {
        return false;
    }
    hearing->index = i + 1;
    rb_history_read(hearing->history, record, i + 1, &hearing->moments[(i + 1) % 2]);
    hearing->before = &hearing->moments[i % 2];
    hearing->now = &hearing->moments[(i + 1) % 2];
    return true;
}

void rb_contact_sound_fill(rb_contact_sound *sound, const rb_session *session, float *samples, int count) {
    const rb_scene *scene = &session->drawn[session->selected];
    double weight = weight_of(scene);
    rb_hearing hearing;
    bool sounds = rb_listener_begin(&sound->listener, session, &hearing) == RB_HEARD_MORE && weight > 0;
    rb_body_look look;
    rb_scene_look(scene, &look);
    if (look.size > 0 && 2 * look.size != sound->length) {
        tune(sound, 2 * look.size);
    }
    double knock = 0, scrape = 0;
    for (int i = 0; i < count; i++) {
        while (sounds && rb_hearing_next(&hearing, (double)(i + 1) / count)) {
            listen(hearing.before, hearing.now, weight, &knock, &scrape);
        }
        samples[i] = (float)next_sample(sound, knock, scrape);
    }
}
