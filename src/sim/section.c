#include "rattleback/poincare.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/macros.h"
#include "base/text.h"

static int event_of(const rb_body_kind *body, const char *name) {
    for (int i = 0; i < 64; i++) {
        const char *own = rb_body_event_name(body, i);
        if (own != NULL && strcmp(own, name) == 0) {
            return i;
        }
    }
    return -1;
}

/* Reads "0" or "-0.5+": the value, then the direction. */
static bool read_value(const char *text, rb_section_cut *out) {
    char *end = NULL;
    out->value = rb_number_read(text, &end);
    if (end == text || !isfinite(out->value)) {
        return false;
    }
    out->direction = *end == '+' ? RB_CUT_RISING : *end == '-' ? RB_CUT_FALLING : RB_CUT_EITHER;
    return end[out->direction != RB_CUT_EITHER] == '\0';
}

rb_status rb_section_read(const rb_body_kind *body, const char *text, rb_section_cut *out, rb_error *err) {
    RB_CHECK_ARGUMENTS(body != NULL && out != NULL, err);
    *out = (rb_section_cut){.event = -1};
    if (text == NULL && body->section == NULL) {
        return rb_fail(err, RB_ERR_INPUT,
                       "section: a %s has no default section, expected SIGNAL=VALUE followed by + or - "
                       "(rising, falling), such as %s=0+",
                       body->id, body->phase[0]);
    }
    text = text != NULL ? text : body->section;
    out->event = strcmp(text, "drive") == 0 ? RB_CUT_DRIVE : event_of(body, text);
    if (out->event == RB_CUT_DRIVE) {
        return RB_OK;
    }
    if (out->event >= 0) {
        return RB_OK;
    }
    const char *equals = strchr(text, '=');
    char name[64];
    snprintf(name, sizeof name, "%.*s", equals != NULL ? (int)(equals - text) : 63, text);
    int signal = rb_signal_of(body, name);
    if (signal < 0) {
        return rb_fail(err, RB_ERR_INPUT,
                       "section: expected SIGNAL=VALUE or an event of the body, got \"%.60s\": a %s "
                       "has no signal \"%s\"",
                       text, body->id, name);
    }
    out->signal = rb_signal_at(signal);
    if (equals == NULL || !read_value(equals + 1, out)) {
        return rb_fail(err, RB_ERR_INPUT,
                       "section: expected a number after \"%s=\", then + (rising), - (falling) or "
                       "nothing, got \"%.60s\"",
                       name, text);
    }
    return RB_OK;
}
