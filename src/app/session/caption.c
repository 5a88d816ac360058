#include "app/session/caption.h"

#include <math.h>
#include <stdio.h>

#include "app/appearance/appearance.h"
#include "app/language/language.h"
#include "app/session/history.h"
#include "app/session/units.h"
#include "math/vec.h"

static double begin_of(const rb_caption *caption) {
    return caption->last_flick != NULL ? caption->last_flick->t : 0;
}

/* The spin that the scene starts with; NAN for a body without spin. */
static double start_spin(const rb_scene *scene) {
    int row = scene->body->spin != NULL ? rb_param_find(scene->body->start, scene->body->spin) : -1;
    return row >= 0 ? scene->values[RB_SECTION_START][row] : (double)NAN;
}

/* True if nothing moves or is tilted at the start. */
static bool starts_still(const rb_scene *scene) {
    static const char *const names[] = {"omega1", "omega2", "omega3", "theta", "phi"};
    bool still = true;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        int row = rb_param_find(scene->body->start, names[i]);
        still = still && (row < 0 || scene->values[RB_SECTION_START][row] == 0);
    }
    return still;
}

bool rb_caption_was_spun(const rb_caption *caption) {
    if (caption->last_flick != NULL) {
        rb_vec3 given = caption->last_flick->omega;
        return fabs(given.z) > 0.3 * rb_norm(given);
    }
    return start_spin(caption->scene) != 0;
}

static const char *sense_of(double spin) {
    return spin < 0 ? rb_tr("clockwise") : rb_tr("anticlockwise");
}

/* ---------------------------------------------------------------- the question */

const char *rb_caption_question(const rb_caption *caption, char *text, size_t size) {
    const rb_body_kind *body = caption->scene->body;
    bool spun = rb_caption_was_spun(caption);
    double spin = start_spin(caption->scene);
    const char *ask = !spun                                  ? rb_tr("does that set it spinning?")
                      : rb_body_has(body, RB_TRAIT_REVERSES) ? rb_tr("will it reverse?")
                      : rb_body_has(body, RB_TRAIT_INVERTS)  ? rb_tr("will it turn over?")
                                                             : rb_tr("watch.");
    if (isnan(spin)) {
        snprintf(text, size, "%s", rb_tr(caption->scene->description));
    } else if (caption->last_flick != NULL) {
        snprintf(text, size, rb_tr("%s by hand at %.2f s: %s"), spun ? rb_tr("Spun") : rb_tr("Tapped"),
                 begin_of(caption), ask);
    } else if (spin == 0 && starts_still(caption->scene)) {
        snprintf(text, size, rb_tr("It lies still: spin it or tap it."));
    } else if (spin == 0) {
        snprintf(text, size, rb_tr("Rocked, without spin: %s"), ask);
    } else {
        rb_ui_unit unit = rb_spin_unit(caption->turns);
        snprintf(text, size, rb_tr("Spun at %s%.3g %s, %s: %s"), spin < 0 ? "−" : "+",
                 fabs(spin) * unit.factor, unit.name, sense_of(spin), ask);
    }
    return text;
}

/* ---------------------------------------------------------------- what happened */

/* True if t is between the start of the caption and the moment shown. */
static bool happened(const rb_caption *caption, double t) {
    return t >= begin_of(caption) && t <= caption->shown->t;
}

static bool is_at_rest(const rb_caption *caption) {
    return caption->shown->phase == RB_PHASE_AT_REST;
}

double rb_caption_rest_time(const rb_caption *caption) {
    double t = caption->summary->rest_time_0p1;
    return is_at_rest(caption) && happened(caption, t) ? t : (double)NAN;
}

/* A stone that was only rocked swings to both sides before it spins. */
static bool is_initial_swing(const rb_caption *caption, double t) {
    const double first = 0.25; /* s; a few periods of rocking */
    return rb_body_has(caption->scene->body, RB_TRAIT_REVERSES) && !rb_caption_was_spun(caption) &&
           t < begin_of(caption) + first;
}

static bool is_reversal(const rb_caption *caption, const rb_event *event) {
    return event->kind == RB_EVENT_REVERSAL && !is_initial_swing(caption, event->t);
}

/* Time of the last reversal, NAN if there is none; the number of them in count. */
static double last_reversal(const rb_caption *caption, int *count) {
    const rb_summary *s = caption->summary;
    double t = (double)NAN;
    *count = 0;
    for (int i = 0; i < s->event_count; i++) {
        if (is_reversal(caption, &s->events[i]) && happened(caption, s->events[i].t)) {
            t = s->events[i].t;
            (*count)++;
        }
    }
    return t;
}

/* "at rest since 8.77 s"; "" while it moves. */
static const char *rest_text(const rb_caption *caption, char *text, size_t size) {
    double t = rb_caption_rest_time(caption);
    text[0] = '\0';
    if (is_at_rest(caption) && !isnan(t)) {
        snprintf(text, size, rb_tr("at rest since %.2f s"), t);
    } else if (is_at_rest(caption)) {
        snprintf(text, size, rb_tr("at rest"));
    }
    return text;
}

/* ---------------------------------------------------------------- the answer */

/* Does rocking set it spinning? */
static void answer_tap(const rb_caption *caption, char *text, size_t size) {
    const double visible = 0.1; /* rad/s, about a turn a minute; below it the body counts as at rest */
    double spin = caption->shown->omega.z, peak = caption->peak_spin;
    peak = isnan(peak) || fabs(spin) > fabs(peak) ? spin : peak;
    char rest[48];
    rest_text(caption, rest, sizeof rest);
    const char *gap = rest[0] != '\0' ? "; " : "";
    if (fabs(spin) > visible) {
        snprintf(text, size, rb_tr("Yes: it spins %s"), sense_of(spin));
    } else if (fabs(peak) > visible) {
        rb_ui_unit unit = rb_spin_unit(caption->turns);
        snprintf(text, size, rb_tr("Yes: it spun %s, at up to %.2g %s%s%s"), sense_of(peak),
                 fabs(peak) * unit.factor, unit.name, gap, rest);
    } else if (rest[0] != '\0') {
        snprintf(text, size, rb_tr("No: %s"), rest);
    } else {
        snprintf(text, size, rb_tr("Not yet: hardly any spin"));
    }
}

static void answer_reversal(const rb_caption *caption, char *text, size_t size) {
    int count = 0;
    double t = last_reversal(caption, &count);
    char rest[48];
    rest_text(caption, rest, sizeof rest);
    const char *gap = rest[0] != '\0' ? "; " : "";
    if (count == 1) {
        snprintf(text, size, rb_tr("Yes: it reversed at %.2f s%s%s"), t, gap, rest);
    } else if (count > 1) {
        snprintf(text, size,
                 rb_trn("Yes: it reversed %d time, the last time at %.2f s%s%s",
                        "Yes: it reversed %d times, the last time at %.2f s%s%s", count),
                 count, t, gap, rest);
    } else if (rest[0] != '\0' || rb_phase_frozen(caption->shown->phase)) {
        snprintf(text, size, rb_tr("No: it did not reverse%s%s"), gap, rest);
    } else {
        snprintf(text, size, rb_tr("No reversal yet"));
    }
}

/* Does the top turn over? Its summary holds three times: the stem touches, it stands, it falls back. */
static void answer_inversion(const rb_caption *caption, char *text, size_t size) {
    const rb_summary *s = caption->summary;
    bool touched = happened(caption, s->first_small_contact);
    bool stood = s->inverted && happened(caption, s->large_last_off);
    bool fell = stood && happened(caption, s->fallback_time);
    char rest[48];
    rest_text(caption, rest, sizeof rest);
    const char *gap = rest[0] != '\0' ? "; " : "";
    int used = 0;
    if (fell) {
        used =
            snprintf(text, size, rb_tr("Yes: it stood on its stem from %.2f s to %.2f s, then fell back%s%s"),
                     s->large_last_off, s->fallback_time, gap, rest);
    } else if (stood) {
        used = snprintf(text, size, rb_tr("Yes: it has stood on its stem since %.2f s%s%s"),
                        s->large_last_off, gap, rest);
    } else if (rest[0] != '\0') {
        used = snprintf(text, size, rb_tr("No: it did not turn over; %s"), rest);
    } else if (touched) {
        used = snprintf(text, size, rb_tr("Not yet: the stem first touched the floor at %.2f s"),
                        s->first_small_contact);
    } else {
        used = snprintf(text, size, rb_tr("Not yet"));
    }
    if (caption->airborne > 0.02 && used > 0 && (size_t)used < size) {
        snprintf(text + used, size - (size_t)used, rb_tr(". It hops: off the floor %.0f %% of the time"),
                 100 * caption->airborne);
    }
}

const char *rb_caption_answer(const rb_caption *caption, char *text, size_t size) {
    const rb_body_kind *body = caption->scene->body;
    text[0] = '\0';
    if (rb_body_has(body, RB_TRAIT_REVERSES)) {
        bool still = start_spin(caption->scene) == 0 && starts_still(caption->scene);
        if (caption->last_flick == NULL && still) {
            return text; /* no question was asked */
        }
        if (rb_caption_was_spun(caption)) {
            answer_reversal(caption, text, size);
        } else {
            answer_tap(caption, text, size);
        }
        return text;
    }
    if (rb_body_has(body, RB_TRAIT_INVERTS)) {
        answer_inversion(caption, text, size);
        return text;
    }
    const rb_appearance *appearance = rb_appearance_of(body);
    if (appearance->describe != NULL) {
        appearance->describe(caption->scene, caption->shown, text, size);
        return text;
    }
    const char *unit = rb_body_unit(body, "s");
    for (int i = 0; i < caption->summary->event_count; i++) {
        const rb_event *event = &caption->summary->events[i];
        const char *name = rb_event_name(body, event);
        if (name != NULL && happened(caption, event->t)) {
            snprintf(text, size, "%.2f%s%s: %s", event->t, unit[0] != '\0' ? " " : "", unit, name);
        }
    }
    return text;
}

/* ---------------------------------------------------------------- marks */

static bool is_marked(const rb_caption *caption, const rb_event *event) {
    bool lanes = caption->scene->body->contacts[0] != NULL;
    bool touch = event->kind == RB_EVENT_TOUCH || event->kind == RB_EVENT_LEAVE;
    bool many = rb_appearance_of(caption->scene->body)->loads != NULL && event->kind == RB_EVENT_BODY;
    return rb_event_name(caption->scene->body, event) != NULL && !(lanes && touch) && !many &&
           (event->kind != RB_EVENT_REVERSAL || is_reversal(caption, event));
}

/* Inserts in order of time. */
static void insert(rb_timeline_mark *marks, int *count, rb_timeline_mark mark) {
    int at = (*count)++;
    for (; at > 0 && marks[at - 1].t > mark.t; at--) {
        marks[at] = marks[at - 1];
    }
    marks[at] = mark;
}

int rb_caption_marks(const rb_caption *caption, rb_timeline_mark marks[RB_TIMELINE_MARKS_MAX]) {
    const rb_summary *s = caption->summary;
    const rb_body_kind *body = caption->scene->body;
    int count = 0;
    for (int i = 0; i < s->event_count && i < RB_EVENTS_MAX; i++) {
        const rb_event *event = &s->events[i];
        bool rest = event->kind == RB_EVENT_REST && s->rest_time_0p1 <= event->t;
        if (is_marked(caption, event)) {
            insert(marks, &count,
                   (rb_timeline_mark){rest ? s->rest_time_0p1 : event->t, rb_event_name(body, event)});
        }
    }
    const rb_timeline_mark steps[] = {{s->first_small_contact, RB_N("stem touches")},
                                      {s->inverted ? s->large_last_off : (double)NAN, RB_N("inverted")},
                                      {s->fallback_time, RB_N("falls back")}};
    for (int i = 0; rb_body_has(body, RB_TRAIT_INVERTS) && i < 3; i++) {
        if (!isnan(steps[i].t)) {
            insert(marks, &count, steps[i]);
        }
    }
    return count;
}
