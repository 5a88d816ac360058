#include "app/session/doings.h"

#include <stdio.h>
#include <string.h>

#include "app/session/run_names.h"

/* s: edits that follow each other so closely are one pull at a slider. */
static const double one_pull = 0.5;

void rb_doings_expect_flick(rb_doings *doings, uint64_t number, rb_vec3 omega) {
    doings->flick = number;
    doings->flicked = omega;
}

static rb_doing *add(rb_doings *doings, rb_doing_kind kind, double t) {
    if (doings->count == RB_DOINGS_MAX) {
        memmove(doings->items, doings->items + 1, (RB_DOINGS_MAX - 1) * sizeof doings->items[0]);
        doings->count--;
    }
    rb_doing *doing = &doings->items[doings->count++];
    *doing = (rb_doing){.kind = kind, .t = t};
    return doing;
}

static void take_flick(rb_doings *doings, const rb_frame *frame) {
    const rb_run_mark *mark = &frame->marks[0];
    if (doings->flick != 0 && mark->flick == doings->flick) {
        add(doings, RB_DOING_FLICK, mark->flicked_at)->omega = doings->flicked;
    }
    if (frame->command >= doings->flick) {
        doings->flick = 0; /* or refused */
    }
}

static void take_edit(rb_doings *doings, const rb_frame *frame, int place) {
    const rb_run_mark *mark = &frame->marks[place];
    rb_doing *last = doings->count > 0 ? &doings->items[doings->count - 1] : NULL;
    bool same = last != NULL && last->kind == RB_DOING_EDIT && last->id == mark->id &&
                mark->since - last->t < one_pull;
    if (!same) {
        last = add(doings, RB_DOING_EDIT, mark->since);
        last->id = mark->id;
        doings->before = doings->scenes[place];
    }
    rb_edit_name(&doings->before, &frame->scenes[place], last->text, sizeof last->text);
    if (last->text[0] == '\0') {
        doings->count--; /* back to what it was, or nothing that is seen */
    }
}

/* Is the run still the one that was seen there, but with another scene? */
static bool edited(const rb_doings *doings, const rb_frame *frame, int place) {
    const rb_run_mark *was = &doings->marks[place];
    const rb_run_mark *now = &frame->marks[place];
    return place < doings->run_count && was->id == now->id && was->revision != now->revision;
}

void rb_doings_follow(rb_doings *doings, const rb_frame *frame) {
    bool anew = frame->start != doings->start;
    doings->count = anew ? 0 : doings->count;
    doings->start = frame->start;
    take_flick(doings, frame);
    for (int i = 0; i < frame->run_count; i++) {
        if (!anew && edited(doings, frame, i)) {
            take_edit(doings, frame, i);
        }
        if (anew || i >= doings->run_count || doings->marks[i].id != frame->marks[i].id ||
            doings->marks[i].revision != frame->marks[i].revision) {
            doings->scenes[i] = frame->scenes[i];
        }
        doings->marks[i] = frame->marks[i];
    }
    doings->run_count = frame->run_count;
}

void rb_doings_cut(rb_doings *doings, double t) {
    while (doings->count > 0 && doings->items[doings->count - 1].t > t) {
        doings->count--;
    }
}

const rb_doing *rb_doings_last_flick(const rb_doings *doings, double t) {
    for (int i = doings->count - 1; i >= 0; i--) {
        if (doings->items[i].kind == RB_DOING_FLICK && doings->items[i].t <= t) {
            return &doings->items[i];
        }
    }
    return NULL;
}

void rb_doing_line(const rb_doing *doing, char *line, size_t size) {
    char until[48] = "";
    if (doing->t > 0) {
        snprintf(until, sizeof until, "until %.17g; ", doing->t);
    }
    snprintf(line, size, "%sflick %.17g %.17g %.17g", until, doing->omega.x, doing->omega.y,
             doing->omega.z);
}
