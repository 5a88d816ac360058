/* A lesson: steps that show something, ask and set tasks. What a step does are lines of the viewer's
   actions (app/actions/grammar.h); what it says of numbers are conditions (condition.h), so that
   a lesson cannot claim what the simulation does not do. docs/lessons.md tells how to write one. */
#ifndef RB_APP_LESSON_LESSON_H
#define RB_APP_LESSON_LESSON_H

#include <rattleback/library.h>

#define RB_LESSON_FORMAT "rattleback-lesson"
#define RB_LESSON_VERSION 1
#define RB_LESSON_STEPS_MAX 16
#define RB_LESSON_LINES_MAX 24 /* in one list */
#define RB_LESSON_CHOICES_MAX 5
#define RB_LESSON_CLAIMS_MAX 12
#define RB_LESSONS_MAX 64
#define RB_CONDITION_MAX 240

/* One answer to a question: right if its condition holds when the question is decided. */
typedef struct rb_lesson_choice {
    char text[160];
    char when[RB_CONDITION_MAX];
    char why[600]; /* what is said to who chose it, once the run has decided */
} rb_lesson_choice;

typedef struct rb_lesson_question {
    char text[400];
    char then[800];   /* lines that are run when it has been answered */
    double at;        /* simulated time at which the runs decide, s */
    int choice_count; /* 0: the step asks nothing */
    rb_lesson_choice choices[RB_LESSON_CHOICES_MAX];
} rb_lesson_question;

typedef struct rb_lesson_task {
    char text[400]; /* "": the step sets none */
    char done[RB_CONDITION_MAX];
    char solution[800]; /* lines that do it, for "Show me" */
    double at;          /* simulated time by which they have, s */
} rb_lesson_task;

/* What the text says, as a condition that holds at a time of the runs that the step shows. */
typedef struct rb_lesson_claim {
    double at; /* s */
    char holds[RB_CONDITION_MAX];
} rb_lesson_claim;

/* What lets one go on. */
typedef enum rb_lesson_end {
    RB_LESSON_NEXT,   /* the button */
    RB_LESSON_ANSWER, /* and first an answer */
    RB_LESSON_TASK,   /* and first the task, or the wish to pass it over */
    RB_LESSON_TIME,   /* and by itself at a simulated time */
    RB_LESSON_END_COUNT
} rb_lesson_end;

typedef struct rb_lesson_step {
    char title[80];
    char text[1400];  /* markup.h */
    char lines[2000]; /* one below the other */
    bool opens;       /* a scene: so it can be begun with */
    rb_lesson_question question;
    rb_lesson_task task;
    int claim_count;
    rb_lesson_claim claims[RB_LESSON_CLAIMS_MAX];
    rb_lesson_end ends;
    double ends_at; /* s, with RB_LESSON_TIME */
} rb_lesson_step;

typedef struct rb_lesson {
    char id[64]; /* as a scene's */
    char name[80];
    char summary[240];
    double minutes;
    double place; /* in the list of lessons, from 1 */
    int step_count;
    rb_lesson_step *steps;
} rb_lesson;

/* Files, format "rattleback-lesson" version 1; on failure nothing is left in *lesson. Read lessons are
   freed with rb_lesson_free. */
rb_status rb_lesson_read_file(const char *path, rb_lesson *lesson, rb_error *err);
rb_status rb_lesson_read_text(const char *text, const char *path, rb_lesson *lesson, rb_error *err);
void rb_lesson_free(rb_lesson *lesson);

/* Where a step begins when it is gone to directly: the nearest one up to it that opens a scene. */
int rb_lesson_first_step(const rb_lesson *lesson, int step);

/* ---- the lessons of the folder beside the scenes, in their order */
typedef struct rb_lessons {
    char folder[1024];
    int count;
    rb_lesson items[RB_LESSONS_MAX];
} rb_lessons;

/* Reads all of the folder ("" or NULL: beside the scenes). A broken one is an error; those read before
   it stay. No folder: no lessons. */
rb_status rb_lessons_load(rb_lessons *lessons, const char *folder, rb_error *err);
void rb_lessons_free(rb_lessons *lessons);
int rb_lessons_find(const rb_lessons *lessons, const char *id); /* -1: none */

/* ---- what no reader sees: do the lines exist, can they be done, do the claims hold? */
typedef struct rb_lesson_report {
    int lines, conditions; /* looked at */
    int claims, questions; /* of these, run: each claim holds, each question has one right answer */
    double simulated;      /* s */
} rb_lesson_report;

/* Checks the lines and the names in conditions against the scenes; with run, also makes the runs and
   sees whether what is claimed holds. where is what messages name. */
rb_status rb_lesson_check(const rb_lesson *lesson, const rb_library *library, const char *where,
                          bool run, rb_lesson_report *report, rb_error *err);

#endif
