#include "app/session/story.h"

#include <math.h>
#include <stdio.h>

#include "app/session/history.h"

static double begin_of(const rb_story *story) {
    return story->last_flick != NULL ? story->last_flick->t : 0;
}

/* The spin that the scene starts with; NAN where a body has none. */
static double start_spin(const rb_scene *scene) {
    int row = scene->body->spin != NULL ? rb_param_find(scene->body->start, scene->body->spin) : -1;
    return row >= 0 ? scene->values[RB_SECTION_START][row] : (double)NAN;
}

/* Nothing moves or is tilted when the scene starts. */
static bool starts_still(const rb_scene *scene) {
    static const char *const names[] = {"omega1", "omega2", "omega3", "theta", "phi"};
    bool still = true;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        int row = rb_param_find(scene->body->start, names[i]);
        still = still && (row < 0 || scene->values[RB_SECTION_START][row] == 0);
    }
    return still;
}

/* Given by hand, or by the start, was it spin rather than a tap? */
static bool was_spun(const rb_story *story) {
    if (story->last_flick != NULL) {
        rb_vec3 given = story->last_flick->omega;
        return fabs(given.z) > 0.3 * rb_norm(given);
    }
    return start_spin(story->scene) != 0;
}

bool rb_story_mere_swing(const rb_story *story, double t) {
    const double first = 0.25; /* s; a few periods of rocking */
    return rb_body_has(story->scene->body, RB_TRAIT_REVERSES) && !was_spun(story) &&
           t < begin_of(story) + first;
}

const char *rb_story_question(const rb_story *story, char *text, size_t size) {
    const rb_body_kind *body = story->scene->body;
    bool reverses = rb_body_has(body, RB_TRAIT_REVERSES);
    double spin = start_spin(story->scene);
    const char *ask = !was_spun(story)                      ? "does that set it spinning?"
                      : reverses                            ? "does it turn back?"
                      : rb_body_has(body, RB_TRAIT_INVERTS) ? "does it turn over?"
                                                            : "watch.";
    if (isnan(spin)) {
        snprintf(text, size, "%s", story->scene->description);
    } else if (story->last_flick != NULL) {
        snprintf(text, size, "%s by hand at %.2f s: %s", was_spun(story) ? "Spun" : "Tapped",
                 begin_of(story), ask);
    } else if (spin == 0 && starts_still(story->scene)) {
        snprintf(text, size, "It lies still: spin it or tap it.");
    } else if (spin == 0) {
        snprintf(text, size, "Rocked, without spin: %s", ask);
    } else {
        snprintf(text, size, "Spun at %s%.3g rad/s, %s: %s", spin < 0 ? "−" : "+", fabs(spin),
                 spin < 0 ? "clockwise" : "anticlockwise", ask);
    }
    return text;
}

/* ---------------------------------------------------------------- what happened */

/* Has it happened by the moment shown, and since it is told? */
static bool happened(const rb_story *story, double t) {
    return t >= begin_of(story) && t <= story->shown->t;
}

static bool rests(const rb_story *story) {
    return story->shown->phase == RB_PHASE_AT_REST;
}

/* Of the last event of this kind; NAN: none. How many in count. */
static double last_event(const rb_story *story, rb_event_kind kind, int *count) {
    const rb_summary *s = story->summary;
    double t = (double)NAN;
    *count = 0;
    for (int i = 0; i < s->event_count; i++) {
        bool swing = kind == RB_EVENT_REVERSAL && rb_story_mere_swing(story, s->events[i].t);
        if (s->events[i].kind == kind && happened(story, s->events[i].t) && !swing) {
            t = s->events[i].t;
            (*count)++;
        }
    }
    return t;
}

static void tell_rest(const rb_story *story, char *text, size_t size) {
    int count = 0;
    double t = last_event(story, RB_EVENT_REST, &count);
    text[0] = '\0';
    if (rests(story) && count > 0) {
        snprintf(text, size, "%.2f s: at rest", t);
    } else if (rests(story)) {
        snprintf(text, size, "at rest");
    }
}

/* Of the spin that rocking gives to a stone that had none. */
static void tell_beginning(const rb_story *story, char *text, size_t size) {
    const double seen = 0.1; /* rad/s, a turn a minute */
    double spin = story->shown->omega.z;
    snprintf(text, size, "%s",
             !(fabs(spin) > seen) ? "hardly any spin"
             : spin < 0           ? "it spins, clockwise"
                                  : "it spins, anticlockwise");
}

static void tell_reversals(const rb_story *story, char *text, size_t size) {
    int count = 0;
    double t = last_event(story, RB_EVENT_REVERSAL, &count);
    char rest[48];
    tell_rest(story, rest, sizeof rest);
    const char *gap = rest[0] != '\0' ? "; " : "";
    if (count == 1) {
        snprintf(text, size, "%.2f s: the spin has reversed%s%s", t, gap, rest);
    } else if (count > 1) {
        snprintf(text, size, "%.2f s: the spin has reversed again, %d times so far%s%s", t, count,
                 gap, rest);
    } else if (rest[0] != '\0' && !was_spun(story)) {
        snprintf(text, size, "%s", rest);
    } else if (!was_spun(story)) {
        tell_beginning(story, text, size);
    } else if (rest[0] != '\0' || rb_phase_frozen(story->shown->phase)) {
        snprintf(text, size, "%s%sit did not reverse", rest, gap);
    } else {
        snprintf(text, size, "not reversed so far");
    }
}

/* The last of what happens to a top that turns over. */
static void tell_inversion(const rb_story *story, char *text, size_t size) {
    const rb_summary *s = story->summary;
    const struct {
        double t;
        const char *words;
    } steps[] = {{s->first_small_contact, "the stem touches the floor"},
                 {s->inverted ? s->large_last_off : (double)NAN, "it stands on its stem"},
                 {s->fallback_time, "it falls back"}};
    const char *words = NULL;
    double t = 0;
    bool turned = false;
    for (int i = 0; i < 3; i++) {
        if (happened(story, steps[i].t) && steps[i].t >= t) {
            t = steps[i].t;
            words = steps[i].words;
            turned = turned || i > 0;
        }
    }
    char rest[48];
    tell_rest(story, rest, sizeof rest);
    const char *gap = rest[0] != '\0' ? "; " : "";
    if (words != NULL) {
        snprintf(text, size, "%.2f s: %s%s%s%s", t, words, gap, rest,
                 rest[0] != '\0' && !turned ? "; it did not turn over" : "");
    } else if (rest[0] != '\0') {
        snprintf(text, size, "%s; it did not turn over", rest);
    } else {
        snprintf(text, size, "not turned over so far");
    }
}

const char *rb_story_events(const rb_story *story, char *text, size_t size) {
    const rb_body_kind *body = story->scene->body;
    text[0] = '\0';
    if (rb_body_has(body, RB_TRAIT_REVERSES)) {
        tell_reversals(story, text, size);
        return text;
    }
    if (rb_body_has(body, RB_TRAIT_INVERTS)) {
        tell_inversion(story, text, size);
        return text;
    }
    const char *unit = rb_body_unit(body, "s");
    for (int i = 0; i < story->summary->event_count; i++) {
        const rb_event *event = &story->summary->events[i];
        const char *name = rb_event_name(body, event);
        if (name != NULL && happened(story, event->t)) {
            snprintf(text, size, "%.2f%s%s: %s", event->t, unit[0] != '\0' ? " " : "", unit, name);
        }
    }
    return text;
}
