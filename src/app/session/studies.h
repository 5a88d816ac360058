/* The studies of the window: a survey, an identification, an ensemble, each computed beside the runs
   and never waited for. */
#ifndef RB_APP_SESSION_STUDIES_H
#define RB_APP_SESSION_STUDIES_H

#include "app/session/band.h"
#include "app/session/fitting.h"
#include "app/session/messages.h"
#include "app/session/study_form.h"
#include "app/session/survey.h"

#define RB_SURVEYS_KEPT 8 /* to go back to */

typedef struct rb_studies {
    bool threaded;
    rb_study_form form;
    rb_survey *survey;   /* that is shown; NULL: none */
    rb_fitting *fitting; /* NULL: none */
    rb_band_study *band; /* NULL: none */
    bool waiting;        /* a script waits until all is done */
} rb_studies;

/* Once per frame, dt seconds after the last one. Studies that ended are reported as messages. */
void rb_studies_update(rb_studies *studies, rb_messages *messages, double dt);
/* Ends all of it, within a step of each run under way. */
void rb_studies_destroy(rb_studies *studies);
/* Is anything being computed? */
bool rb_studies_run(const rb_studies *studies);
void rb_studies_cancel(rb_studies *studies);

/* Shows another survey (taken over); the one before it stays to go back to, and what was missing of it
   is no longer computed. */
void rb_studies_show(rb_studies *studies, rb_survey *survey);
/* Back to the one before; false: there is none. */
bool rb_studies_back(rb_studies *studies);

/* How far a task is, in words: "37 %, 12 s left"; without times where `still`. */
void rb_task_words(const rb_task *task, bool still, char *text, size_t size);

#endif
