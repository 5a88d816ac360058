/* The lesson under way: which step, what was answered, what still has to be done to show it. The card
   (panels/panel_lesson.c) and presenter mode read it here; both go on by the action "lesson". */
#ifndef RB_VIEWER_LESSON_PLAYER_H
#define RB_VIEWER_LESSON_PLAYER_H

#include "app/lesson/lesson.h"
#include "viewer/actions/actions.h"
#include "viewer/panels/panels.h"

#define RB_PROGRESS_MAX 1024 /* of all lessons, as text */

/* What became of a step, a character each: RB_STEP_NEW, the letter of the answer, RB_STEP_DONE. */
enum { RB_STEP_NEW = '.', RB_STEP_DONE = 'x' };

/* What of the window a lesson changes, to be given back when it is left. */
typedef struct rb_lesson_player_desk {
    bool kept, left, right, microscope, explain;
    unsigned show;
    double speed;
    int page;
} rb_lesson_player_desk;

typedef struct rb_lesson_player {
    rb_lessons lessons;
    int lesson; /* -1: none was opened */
    int step;
    bool open;  /* the card is shown */
    bool shown; /* the step's lines were run since the program began */
    char marks[RB_LESSONS_MAX][RB_LESSON_STEPS_MAX + 1]; /* of the steps */
    int reached[RB_LESSONS_MAX];                         /* the step to come back to */
    int right; /* which answer the run gave, from 0; -1: not yet */
    /* Lines under way: of the steps from `from` up to the present one, then of what was asked for. */
    rb_script script;
    int from;
    bool after; /* of `from`, what follows its question */
    rb_lesson_player_desk desk;
} rb_lesson_player;

struct rb_app;

void rb_lesson_player_init(
    struct rb_app *app); /* reads the lessons, and takes what is remembered */
void rb_lesson_player_save(struct rb_app *app);
/* Once per frame: goes on with the lines, looks whether the question is decided or the task done. */
void rb_lesson_player_update(struct rb_app *app);
/* Are lines still to be run? */
bool rb_lesson_player_busy(const rb_lesson_player *player);

/* ---- what the action does; step from 0 */
rb_status rb_lesson_open(struct rb_app *app, int lesson, int step, rb_error *err);
void rb_lesson_return(struct rb_app *app, int lesson); /* to where it was left */
rb_status rb_lesson_go(struct rb_app *app, int direction, rb_error *err);
void rb_lesson_repeat(struct rb_app *app);
void rb_lesson_leave(struct rb_app *app);
rb_status rb_lesson_answer(struct rb_app *app, int choice, rb_error *err);
rb_status rb_lesson_solve(struct rb_app *app, rb_error *err);

/* ---- for who shows it */
const rb_lesson *rb_lesson_current(const rb_lesson_player *player);           /* NULL: no card */
const rb_lesson_step *rb_lesson_current_step(const rb_lesson_player *player); /* of it */
rb_lesson_view rb_lesson_view_of(const struct rb_app *app);

#endif
