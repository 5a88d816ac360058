/* A lesson: steps with texts, questions and tasks. A step carries out action lines (app/actions/grammar.h).
   Its numerical statements are conditions (condition.h), which are checked against the simulation.
   docs/lessons.md explains how to write a lesson. */
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
} rb_lesson_report;

/* Checks the lines and the names in conditions; with run, also simulates and evaluates all claims, questions
   and tasks. where: prefix of messages. */
rb_status rb_lesson_check(const rb_lesson *lesson, const rb_library *library, const char *where, bool run,
                          rb_lesson_report *report, rb_error *err);

#endif
