#include "viewer/world/body_view.h"

#include <math.h>

int rb_contact_shown(const rb_snapshot *s) {
    int best = 0;
    for (int i = 1; i < s->contact_count && i < RB_CONTACTS_MAX; i++) {
        const rb_contact_state *a = &s->contact[best];
        const rb_contact_state *b = &s->contact[i];
        bool both = (a->touching > 0.5) == (b->touching > 0.5);
        bool neither = both && !(b->touching > 0.5);
        if (neither ? b->gap < a->gap : both ? b->N > a->N : b->touching > 0.5) {
            best = i;
        }
    }
    return best;
}

int rb_marks_of(const rb_body_kind *body, const rb_summary *s, rb_mark marks[RB_MARKS_MAX]) {
    bool lanes = body->contacts[0] != NULL;
    int count = 0;
    for (int i = 0; i < s->event_count && i < RB_EVENTS_MAX; i++) {
        rb_event_kind kind = s->events[i].kind;
        const char *name = rb_event_name(body, &s->events[i]);
        if (name == NULL || (lanes && (kind == RB_EVENT_TOUCH || kind == RB_EVENT_LEAVE))) {
            continue;
        }
        marks[count++] = (rb_mark){s->events[i].t, name};
    }
    const rb_mark stands[] = {{s->first_small_contact, "stem touches"},
                              {s->inverted ? s->large_last_off : (double)NAN, "inverted"},
                              {s->fallback_time, "falls back"}};
    for (int i = 0; rb_body_has(body, RB_TRAIT_INVERTS) && i < 3; i++) {
        if (isnan(stands[i].t)) {
            continue;
        }
        int at = count++;
        for (; at > 0 && marks[at - 1].t > stands[i].t; at--) {
            marks[at] = marks[at - 1];
        }
        marks[at] = stands[i];
    }
    return count;
}
