/* The lecturer's own window: notes of the step, what comes next, clock and controls. Its buttons run action
   lines, as keys and panels do. */
#ifndef RB_VIEWER_LECTURER_H
#define RB_VIEWER_LECTURER_H

#include <rattleback/status.h>
#include <stdbool.h>

typedef struct rb_lecturer {
    bool on;
    double since;  /* rb_clock_now when it was opened */
    double drawn;  /* and when it was drawn last */
    char line[96]; /* of the button that was pressed in it; "": none */
} rb_lecturer;

/* What is shown, its notes, and what comes next. */
typedef struct rb_lecture_step {
    char title[200], notes[2400], next[200];
} rb_lecture_step;

struct rb_app;

rb_status rb_lecturer_open(struct rb_app *app, rb_error *err);
void rb_lecturer_close(struct rb_app *app);
/* Call after a frame of the first window: draws the second one, and runs what was pressed in it. */
void rb_lecturer_frame(struct rb_app *app);
rb_lecture_step rb_lecturer_step(const struct rb_app *app);

#endif
