#include "viewer/world/style.h"

#include <math.h>

const char *rb_style_name(rb_style style) {
    static const char *const names[RB_STYLE_COUNT] = {"auto", "full", "plain"};
    return names[(unsigned)style < RB_STYLE_COUNT ? style : RB_STYLE_AUTO];
}

bool rb_pace_frame(rb_pace *pace, double dt) {
    enum { window = 60 };
    /* A hair above 1/30 s: a screen of 30 Hz is not slow. A frame longer than a fifth of a second is
       no drawing: a file was opened, the machine slept. */
    static const double longest = 1.0 / 28.0, hitch = 0.2;
    if (pace->saving == RB_SAVING_STYLE || !(dt > 0.0))
        return false;
    pace->sum += fmin(dt, hitch);
    pace->frames++;
    if (pace->frames < window)
        return false;
    const bool slow = pace->sum > window * longest;
    *pace = (rb_pace){.saving = slow ? pace->saving + 1 : pace->saving};
    return slow;
}

rb_saving rb_style_saving(rb_style style, const rb_pace *pace) {
    return style == RB_STYLE_PLAIN  ? RB_SAVING_STYLE
           : style == RB_STYLE_FULL ? RB_SAVING_NONE
                                    : pace->saving;
}
