/* The rattle as sound: loud where the stone rattles, silent where it does not, never out of range. */
#include <math.h>

#include "app/session/contact_sound.h"
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rattling_is_heard),
        cmocka_unit_test(nothing_moves_nothing_is_heard),
        cmocka_unit_test(longer_bodies_ring_lower),
    };
    return cmocka_run_group_tests_name("contact_sound", tests, NULL, NULL);
}
