/* A lesson: steps with texts, questions and tasks. A step carries out action lines (app/actions/grammar.h).
   Its numerical statements are conditions (see below), which are checked against the simulation.
   docs/lessons.md explains how to write a lesson. */
#ifndef RB_APP_LESSON_LESSON_H
#define RB_APP_LESSON_LESSON_H

#include <stdbool.h>
#include <stdio.h>

#include <rattleback/library.h>
#include <rattleback/rattleback.h>

#include "app/session/session.h"

#define RB_LESSON_FORMAT "rattleback-lesson"
#define RB_LESSON_VERSION 1
#define RB_LESSON_STEPS_MAX 16
#define RB_LESSON_LINES_MAX 24 /* in one list */
#define RB_LESSON_CHOICES_MAX 5
#define RB_LESSON_CLAIMS_MAX 12
#define RB_LESSONS_MAX 64
#define RB_CONDITION_MAX 240

/* An answer to a question: right if its condition holds when the question is decided. */
typedef struct rb_lesson_choice {
    char text[160];
    char when[RB_CONDITION_MAX];
    char why[600]; /* explanation for those who chose it, shown when the run has decided */
} rb_lesson_choice;

typedef struct rb_lesson_question {
    char text[400];
    char then[800];   /* lines that are run after the answer */
    double at;        /* simulated time at which the runs decide, s */
    int choice_count; /* 0: no question */
    rb_lesson_choice choices[RB_LESSON_CHOICES_MAX];
} rb_lesson_question;

typedef struct rb_lesson_task {
    char text[400]; /* "": no task */
    char done[RB_CONDITION_MAX];
    char solution[800]; /* lines that solve it, for "Show me" */
    double at;          /* simulated time by which it is solved, s */
} rb_lesson_task;

/* A statement of the text as a condition that holds at this time of the runs. */
typedef struct rb_lesson_claim {
    double at; /* s */
    char holds[RB_CONDITION_MAX];
} rb_lesson_claim;

/* What ends a step. */
typedef enum rb_lesson_end {
    RB_LESSON_NEXT,   /* the Next button */
    RB_LESSON_ANSWER, /* an answer, then the button */
    RB_LESSON_TASK,   /* the task, or skipping it */
    RB_LESSON_TIME,   /* automatic, at a simulated time */
    RB_LESSON_END_COUNT
} rb_lesson_end;

typedef struct rb_lesson_step {
    char title[80];
    char text[1400];  /* markup.h */
    char notes[600];  /* for the lecturer only; "": none */
    char lines[2000]; /* separated by new lines */
    bool opens;       /* starts by opening a scene, so the lesson can be started here */
    double stop;      /* simulated time at which the run stops, s; 0: it plays on */
    rb_lesson_question question;
    rb_lesson_task task;
    int claim_count;
    rb_lesson_claim claims[RB_LESSON_CLAIMS_MAX];
    rb_lesson_end ends;
    double ends_at; /* s, with RB_LESSON_TIME */
} rb_lesson_step;

typedef struct rb_lesson {
    char id[64]; /* see rb_scene_check_id */
    char name[80];
    char summary[240];
    double minutes;
    double place; /* in the list of lessons, from 1 */
    int step_count;
    rb_lesson_step *steps;
} rb_lesson;

/* Reads a lesson, format "rattleback-lesson" version 1. Free it with rb_lesson_free; on failure there is
 * nothing to free. */
rb_status rb_lesson_read_file(const char *path, rb_lesson *lesson, rb_error *err);
rb_status rb_lesson_read_text(const char *text, const char *path, rb_lesson *lesson, rb_error *err);
void rb_lesson_free(rb_lesson *lesson);

/* The step to start from in order to show `step`: the last one up to it that opens a scene. */
int rb_lesson_first_step(const rb_lesson *lesson, int step);

/* ---- the lessons of the folder beside the scenes, in their order */
typedef struct rb_lessons {
    char folder[1024];
    int count;
    rb_lesson items[RB_LESSONS_MAX];
} rb_lessons;

/* Reads all lessons of a folder ("" or NULL: beside the scenes). An invalid file is an error; the other
   lessons are kept. Without a folder there are no lessons. */
rb_status rb_lessons_load(rb_lessons *lessons, const char *folder, rb_error *err);
void rb_lessons_free(rb_lessons *lessons);
int rb_lessons_find(const rb_lessons *lessons, const char *id); /* -1: none */

/* ---- checks: are the lines valid, and do the claims hold? */
typedef struct rb_lesson_report {
    int lines, conditions; /* checked */
    int claims, questions; /* of these, simulated: each claim holds, each question has one right answer */
    double simulated;      /* s */
    int right[RB_LESSON_STEPS_MAX]; /* by step: right answer, from 0; -1: no question, or not simulated */
} rb_lesson_report;

/* Checks the lines and the names in conditions; with run, also simulates and evaluates all claims, questions
   and tasks. where: prefix of messages. */
rb_status rb_lesson_check(const rb_lesson *lesson, const rb_library *library, const char *where, bool run,
                          rb_lesson_report *report, rb_error *err);

/* Writes a worksheet of one lesson as an HTML page to print: texts, questions with boxes, tasks with lines to
   fill in. right (may be NULL): with the answers, as rb_lesson_check found them by simulation. */
void rb_lesson_write_worksheet(const rb_lesson *lesson, const int *right, FILE *out);

/* Conditions on numbers, as lessons write them:

       first_reversal_time < 1 and mu < 0.2
       abs(jellett - first.jellett) < 0.01 * abs(first.jellett)
       run2.reversal_count = 0 or not run1.inverted = 1

   Numbers, names, + - * / ( ) and abs( ); < <= > >= = !=; and, or, not, with the usual precedence. A value
   that does not exist (NaN), such as the time of a reversal that did not happen, makes a comparison false.

       first_reversal_time   an outcome ("rbsim outcomes"), else
       omega3                a signal, now; first.omega3: at the start of the run, else
       mu, contact.mu        a parameter of the scene
       run2.NAME             of the second run; without it, of the selected one */

/* Gives the value of a name; fails, with what was expected, if the name is unknown. */
typedef rb_status rb_condition_lookup(const void *context, const char *name, double *value, rb_error *err);

/* Evaluates a condition with names of the caller's. Messages quote the text from where it is wrong. */
rb_status rb_condition_holds(const char *text, rb_condition_lookup *lookup, const void *context, bool *holds,
                             rb_error *err);

/* A run that names refer to. */
typedef struct rb_condition_run {
    const rb_scene *scene;
    const rb_summary *summary;         /* NULL: not run yet; every value is 1, to check the names only */
    const rb_snapshot *first, *latest; /* NULL if not known: values are NaN */
} rb_condition_run;

typedef struct rb_condition_runs {
    int count, selected;
    rb_condition_run runs[RB_RUNS_MAX];
} rb_condition_runs;

/* Evaluates a condition on these runs. */
rb_status rb_condition_holds_for(const rb_condition_runs *runs, const char *condition, bool *holds,
                                 rb_error *err);

/* The runs that the lines of a lesson lead to, without a window. The lines are carried out on a session by
   the same functions as in the viewer (app/actions/session_actions.h); lines that only concern the window are
   checked and otherwise ignored. */

typedef struct rb_lesson_runs {
    const rb_library *library; /* set it before the first line; the rest starts as zero */
    rb_session *session;       /* NULL until a line has opened a scene */
    bool edited; /* since the last restart: the runs shown would not be those that the lines describe */
} rb_lesson_runs;

/* Frees the session; library and struct stay usable. */
void rb_lesson_runs_clear(rb_lesson_runs *runs);

/* Opens a scene that need not be in the library. */
rb_status rb_lesson_runs_open(rb_lesson_runs *runs, const rb_scene *scene, rb_error *err);
/* Carries out one line. Refused: what a lesson may not do (files, ending the program) and what is
   impossible. */
rb_status rb_lesson_runs_do(rb_lesson_runs *runs, const char *line, rb_error *err);
/* Carries out all lines up to the first that fails; adds the number of those done to *done. */
rb_status rb_lesson_runs_do_all(rb_lesson_runs *runs, const char *lines, int *done, rb_error *err);

static inline int rb_lesson_runs_count(const rb_lesson_runs *runs) {
    return runs->session != NULL ? runs->session->count : 0;
}

/* Progress through lessons: the state of every step, its text form for the settings, and the decisions that
   depend on the runs of a session (which answer is right, whether a task is done). */

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
