/* The runs that the lines of a lesson lead to, without a window. The lines are carried out on a session by
   the same functions as in the viewer (app/actions/session_actions.h); lines that only concern the window are
   checked and otherwise ignored. */
#ifndef RB_APP_LESSON_LESSON_RUNS_H
#define RB_APP_LESSON_LESSON_RUNS_H

#include "app/session/session.h"

typedef struct rb_lesson_runs {
    const rb_library *library; /* set it before the first line; the rest starts as zero */
    rb_session *session;       /* NULL until a line has opened a scene */
    bool edited; /* since the last restart: the runs shown would not be those that the lines describe */
} rb_lesson_runs;

/* Frees the session; library and struct stay usable. */
void rb_lesson_runs_clear(rb_lesson_runs *runs);

/* Carries out one line. Refused: what a lesson may not do (files, ending the program) and what is
   impossible. */
rb_status rb_lesson_runs_do(rb_lesson_runs *runs, const char *line, rb_error *err);
/* Carries out all lines up to the first that fails; adds the number of those done to *done. */
rb_status rb_lesson_runs_do_all(rb_lesson_runs *runs, const char *lines, int *done, rb_error *err);

static inline int rb_lesson_runs_count(const rb_lesson_runs *runs) {
    return runs->session != NULL ? runs->session->count : 0;
}

#endif
