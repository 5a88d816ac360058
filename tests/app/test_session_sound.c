/* The rattle as sound: loud where the stone rattles, silent where it does not, never out of range. The motion
   as sound: clicks per turn, pitch, volume, and the mark of a reversal. */
#include <math.h>

#include "app/session/motion_sound.h"
#include "session.h"

enum { BLOCK = RB_SOUND_RATE / 60, LATE = 30 };

static rb_session *toy(const char *spin) {
    rb_scene scene = rb_test_scene("toy-plastic", spin, NULL);
    rb_session *session = calloc(1, sizeof *session);
    assert_non_null(session);
    assert_int_equal(rb_session_create(session, &scene, 1, (rb_session_options){0}, NULL), RB_OK);
    rb_session_play(session);
    return session;
}

/* One frame of a sixtieth of a second, heard: the sum of squares. */
static double hear(rb_contact_sound *contact_sound, rb_session *session) {
    float samples[BLOCK];
    double sum = 0;
    frames(session, 1);
    rb_contact_sound_fill(contact_sound, session, samples, BLOCK);
    for (int k = 0; k < BLOCK; k++) {
        double x = (double)samples[k];
        assert_true(fabs(x) < 1);
        sum += x * x;
    }
    return sum;
}

/* The loudness (root mean square) of the last half of `seconds` from the start. */
static double loudness(const char *spin, double seconds) {
    rb_session *session = toy(spin);
    rb_contact_sound contact_sound;
    rb_contact_sound_init(&contact_sound);
    int count = (int)(60 * seconds);
    double sum = 0;
    for (int i = 0; i < count; i++) {
        double now = hear(&contact_sound, session);
        sum += i >= count - LATE ? now : 0;
    }
    end(session);
    return sqrt(sum / (LATE * BLOCK));
}

/* Against its preferred direction the toy rattles most just before it reverses, at 1.78 s; in its
   preferred direction N stays within 0.1 % of the weight. */
static void rattling_is_heard(void **state) {
    (void)state;
    double loud = loudness("omega3=10", 2), quiet = loudness("omega3=-10", 2);
    assert_true(loud > 0.01 && loud < 0.5);
    assert_below(quiet, 0.02 * loud);
}

/* A pause fades out, a restart and scrubbing are silent. */
static void nothing_moves_nothing_is_heard(void **state) {
    (void)state;
    rb_session *session = toy("omega3=10");
    rb_contact_sound contact_sound;
    rb_contact_sound_init(&contact_sound);
    double loud = 0, quiet = 0;
    for (int i = 0; i < 110; i++) {
        loud = hear(&contact_sound, session);
    }
    rb_session_pause(session);
    for (int i = 0; i < 60; i++) {
        quiet = hear(&contact_sound, session);
    }
    assert_below(quiet, 1e-6 * loud);
    rb_session_scrub(session, 0.5);
    assert_below(hear(&contact_sound, session), 1e-6 * loud);
    rb_session_restart(session);
    assert_below(hear(&contact_sound, session), 1e-6 * loud);
    end(session);
}

/* The lowest tone of a body of this length, Hz: from the zeros of its sound after one knock. */
static void longer_bodies_ring_lower(void **state) {
    (void)state;
    rb_session *session = toy("omega3=10");
    rb_contact_sound contact_sound;
    rb_contact_sound_init(&contact_sound);
    hear(&contact_sound, session);
    rb_sound_tone *tone = &contact_sound.tones[0];
    double tone_hz = acos(tone->twice_cos / 2) * RB_SOUND_RATE / (2 * acos(-1));
    assert_near(contact_sound.length, 0.1, 1e-12);
    assert_near(tone_hz, 900, 1e-6);
    assert_int_equal(rb_session_assign(session, 0, (const char *[]){"a1=0.1"}, 1, NULL), RB_OK);
    rb_session_restart(session);
    for (int i = 0; i < 3; i++) {
        hear(&contact_sound, session);
    }
    assert_near(acos(tone->twice_cos / 2) * RB_SOUND_RATE / (2 * acos(-1)), 450, 1e-6);
    end(session);
}

/* ---------------------------------------------------------------- the motion as sound */

static rb_snapshot turning(double t, double spin, double rocking) {
    return (rb_snapshot){.t = t, .omega = {rocking, 0, spin}, .omega_n = spin};
}

/* Clicks heard over this many turns at a constant spin, sampled at 240 Hz. */
static int clicks(double turns, double spin, const rb_body_kind *body) {
    rb_spin_track track = {.turns = 0.5 / RB_CLICKS_PER_TURN}; /* halfway between two clicks */
    int count = 0, steps = (int)lround(240 * turns * 2 * acos(-1) / fabs(spin));
    double step = turns * 2 * acos(-1) / fabs(spin) / steps;
    for (int i = 0; i < steps; i++) {
        rb_snapshot before = turning(i * step, spin, 0), now = turning((i + 1) * step, spin, 0);
        count += rb_motion_cue_next(&track, body, &before, &now).clicks;
    }
    return count;
}

static void a_turn_has_twelve_clicks(void **state) {
    (void)state;
    const rb_body_kind *celt = rb_body_kind_find("celt"), *top = rb_body_kind_find("tippe-top");
    assert_int_equal(clicks(1, 2, celt), 12);
    assert_int_equal(clicks(1, -2, celt), 12);
    assert_int_equal(clicks(3, 10, celt), 36);
    assert_int_equal(clicks(2, 40, top), 24);
    assert_int_equal(clicks(2, 10, rb_body_kind_find("disk")), 0);
}

/* The hum: 110 Hz + 22 Hz s/rad times the spin; half as loud as it can be at 2 rad/s of rocking. */
static void spin_is_pitch_and_rocking_is_volume(void **state) {
    (void)state;
    const rb_body_kind *celt = rb_body_kind_find("celt");
    const struct {
        double spin, rocking, pitch, volume;
    } cases[] = {{0, 0, 110, 0}, {10, 2, 330, 0.5}, {-10, 6, 330, 0.75}, {1000, 0, 4000, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rb_spin_track track = {0};
        rb_snapshot now = turning(1, cases[i].spin, cases[i].rocking);
        rb_motion_cue cue = rb_motion_cue_next(&track, celt, &now, &now);
        assert_near(cue.pitch, cases[i].pitch, 1e-9);
        assert_near(cue.volume, cases[i].volume, 1e-9);
    }
}

/* One mark at the zero of the spin; small swings after it give no further one. */
static void a_reversal_is_marked_where_the_spin_is_zero(void **state) {
    (void)state;
    const rb_body_kind *celt = rb_body_kind_find("celt");
    const double spin[] = {10, 1, -3, 0.1, -0.1, 0.1, -4, -0.05, -4, 2};
    const int mark[] = {0, -1, 0, 0, 0, 0, 0, 0, 1};
    rb_spin_track track = {0};
    for (int i = 0; i < 9; i++) {
        rb_snapshot before = turning(i, spin[i], 0), now = turning(i + 1, spin[i + 1], 0);
        rb_motion_cue cue = rb_motion_cue_next(&track, celt, &before, &now);
        bool swing = i == 2; /* from -3 back to 0.1: a zero of a spin that was clear */
        assert_int_equal(cue.mark, swing ? 1 : mark[i]);
        if (i == 1 || i == 8) {
            assert_near(cue.mark_t, i == 1 ? 1.25 : 8 + 2 / 3.0, 1e-12);
        }
    }
}

/* In the record of a session: one mark, within a hundredth of a sample's interval of the first zero of omega3
   that a run finds by its dense output. */
static void the_mark_of_a_session_is_at_its_reversal(void **state) {
    (void)state;
    rb_session *session = toy("omega3=10");
    rb_motion_sound sound;
    rb_motion_sound_init(&sound);
    float samples[BLOCK];
    int marks = 0;
    double at = 0, loudest = 0;
    rb_motion_sound_fill(&sound, session, samples, BLOCK); /* listens from the start on */
    for (int i = 0; i < 180; i++) {
        frames(session, 1);
        rb_motion_sound_fill(&sound, session, samples, BLOCK);
        for (int k = 0; k < BLOCK; k++) {
            loudest = fmax(loudest, fabs((double)samples[k]));
        }
    }
    const rb_history_run *record = &session->history.runs[0];
    rb_spin_track track = {0};
    for (int i = 0; i + 1 < record->count; i++) {
        rb_snapshot before, now;
        rb_history_read(&session->history, record, i, &before);
        rb_history_read(&session->history, record, i + 1, &now);
        rb_motion_cue cue = rb_motion_cue_next(&track, session->drawn[0].body, &before, &now);
        at = cue.mark != 0 ? cue.mark_t : at;
        marks += cue.mark != 0;
    }
    assert_int_equal(marks, 1);
    assert_near(at, session->frame->summaries[0].first_reversal_time, 0.01 / RB_HISTORY_RATE);
    assert_true(loudest > 0.1 && loudest < 1);
    assert_near(sound.track.turns, track.turns, 1e-9);
    rb_session_pause(session);
    for (int i = 0; i < 60; i++) {
        frames(session, 1);
        rb_motion_sound_fill(&sound, session, samples, BLOCK);
    }
    for (int k = 0; k < BLOCK; k++) {
        assert_below(fabs((double)samples[k]), 1e-6);
    }
    end(session);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rattling_is_heard),
        cmocka_unit_test(nothing_moves_nothing_is_heard),
        cmocka_unit_test(longer_bodies_ring_lower),
        cmocka_unit_test(a_turn_has_twelve_clicks),
        cmocka_unit_test(spin_is_pitch_and_rocking_is_volume),
        cmocka_unit_test(a_reversal_is_marked_where_the_spin_is_zero),
        cmocka_unit_test(the_mark_of_a_session_is_at_its_reversal),
    };
    return cmocka_run_group_tests_name("contact_sound", tests, NULL, NULL);
}
