/* The studies of the window: a survey, a fit and an ensemble, each computed in the background. */
#ifndef RB_APP_SESSION_STUDIES_H
#define RB_APP_SESSION_STUDIES_H

#include "app/session/band.h"
#include "app/session/fitting.h"
#include "app/session/messages.h"
#include "app/session/study_form.h"
#include "app/session/survey.h"
#include "app/workshop/asking.h"

#define RB_SURVEYS_KEPT 8 /* surveys kept for going back */

typedef struct rb_studies {
    bool threaded;
    rb_study_form form;
    rb_survey *survey;   /* the survey shown; NULL: none */
    rb_fitting *fitting; /* NULL: none */
    rb_band_study *band; /* NULL: none */
    rb_asking *asking;   /* a search of the Workshop; NULL: none */
    bool waiting;        /* a script waits until all is done */
} rb_studies;

/* Call once per frame, dt seconds after the last call. Reports completed studies as messages. */
void rb_studies_update(rb_studies *studies, rb_messages *messages, double dt);
/* Cancels and frees all of them; waits at most one step of each run. */
void rb_studies_destroy(rb_studies *studies);
/* Is anything being computed? */
bool rb_studies_run(const rb_studies *studies);
void rb_studies_cancel(rb_studies *studies);

/* Shows another survey (takes ownership). The previous one is kept for going back; its missing jobs are
   cancelled. */
void rb_studies_show(rb_studies *studies, rb_survey *survey);
/* Goes back to the previous survey; false: there is none. */
bool rb_studies_back(rb_studies *studies);

/* Writes the progress of a task: "41 of 105 runs, 8.2 a second, 8 s left"; without times if `still`. */
void rb_task_words(const rb_task *task, bool still, char *text, size_t size);

#endif
