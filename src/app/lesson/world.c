#include "app/lesson/world.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "app/lesson/condition.h"

/* Two kinds of bodies may use one name for different outcomes. */
static const rb_outcome *outcome_of(const rb_body_kind *body, const char *name) {
    for (int i = 0; i < rb_outcome_count(); i++) {
        const rb_outcome *outcome = rb_outcome_at(i);
        if (strcmp(outcome->name, name) == 0 && rb_outcome_fits(outcome, body) &&
            !(outcome->flags & RB_OUTCOME_MACHINE)) {
            return outcome;
        }
    }
    return NULL;
}

static double signal_in(int signal, const rb_snapshot *snapshot) {
    return snapshot != NULL ? rb_signal_value(rb_signal_at(signal), snapshot) : NAN;
}

static rb_status value_of(const rb_lesson_run *run, const char *name, double *value,
                          rb_error *err) {
    bool first = strncmp(name, "first.", 6) == 0;
    const rb_outcome *outcome = first ? NULL : outcome_of(run->scene->body, name);
    int signal = rb_signal_of(run->scene->body, first ? name + 6 : name);
    rb_section section = RB_SECTION_COUNT;
    int index = -1;
    if (outcome == NULL && signal < 0 &&
        (first || rb_scene_find(run->scene, name, &section, &index, NULL) != RB_OK)) {
        return rb_fail(err, RB_ERR_INPUT,
                       "expected an outcome, a signal or a parameter of a %s, got \"%s\" (\"rbsim "
                       "outcomes\" and \"rbsim params SCENE\" list them)",
                       run->scene->body->id, name);
    }
    if (run->summary == NULL) {
        *value = 1;
    } else if (outcome != NULL) {
        *value = rb_outcome_value(outcome, run->summary);
    } else if (signal >= 0) {
        *value = signal_in(signal, first ? run->first : run->latest);
    } else {
        *value = run->scene->values[section][index];
    }
    return RB_OK;
}

static rb_status look_up(const void *context, const char *name, double *value, rb_error *err) {
    const rb_lesson_world *world = context;
    int run = world->selected;
    if (strncmp(name, "run", 3) == 0 && isdigit((unsigned char)name[3])) {
        char *end = NULL;
        long number = strtol(name + 3, &end, 10);
        if (*end != '.' || number < 1 || number > world->count) {
            return rb_fail(err, RB_ERR_INPUT,
                           "expected run1.NAME to run%d.NAME of what the step shows, got \"%s\"",
                           world->count, name);
        }
        run = (int)number - 1;
        name = end + 1;
    }
    return value_of(&world->runs[run], name, value, err);
}

rb_status rb_lesson_holds(const rb_lesson_world *world, const char *condition, bool *holds,
                          rb_error *err) {
    return rb_condition_holds(condition, look_up, world, holds, err);
}
