/* Progress through lessons: the state of every step, its text form for the settings, and the decisions that
   depend on the runs of a session (which answer is right, whether a task is done). */
#ifndef RB_APP_LESSON_PROGRESS_H
#define RB_APP_LESSON_PROGRESS_H

#include "app/lesson/lesson.h"
#include "app/session/session.h"

/* State of a step, one character: RB_STEP_NEW, the letter of the answer from 'a', RB_STEP_DONE. */
enum { RB_STEP_NEW = '.', RB_STEP_DONE = 'x' };

typedef struct rb_lesson_progress {
    char marks[RB_LESSONS_MAX][RB_LESSON_STEPS_MAX + 1]; /* states of the steps of each lesson */
    int reached[RB_LESSONS_MAX];                         /* the step to return to, from 0 */
} rb_lesson_progress;

/* All steps are new. */
void rb_lesson_progress_init(rb_lesson_progress *progress, const rb_lessons *lessons);
/* Writes "spin-it:3:..b.x" for each started lesson and the current one (-1: none), separated by spaces. */
void rb_lesson_progress_write(const rb_lesson_progress *progress, const rb_lessons *lessons, int current,
                              char *text, size_t size);
/* Reads that text; ignores what fits no lesson. */
void rb_lesson_progress_read(rb_lesson_progress *progress, const rb_lessons *lessons, const char *text);
/* The answer given in this step, from 0; -1: none. */
int rb_lesson_progress_answer(const rb_lesson_progress *progress, int lesson, int step);

/* True if every run has reached this time or has ended. */
bool rb_lesson_time_reached(const rb_session *session, double t);
/* The first choice whose condition holds for the runs now, from 0; -1: none. */
int rb_lesson_right_choice(const rb_session *session, const rb_lesson_question *question);
/* True if the condition of the task holds for the runs now. */
bool rb_lesson_task_done(const rb_session *session, const rb_lesson_task *task);

#endif
