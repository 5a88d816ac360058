/* The current lesson: step, answers, and lines still to run. The card (panels/panel_lesson.c) and
   presenter mode show it; both navigate by the action "lesson". */
#ifndef RB_VIEWER_LESSON_PLAYER_H
#define RB_VIEWER_LESSON_PLAYER_H

#include "app/lesson/lesson.h"
#include "viewer/actions/actions.h"
#include "viewer/panels/panels.h"

/* Runs that can be opened again, from their start. */
typedef struct rb_kept_runs {
    rb_scene scenes[RB_RUNS_MAX];
    bool own_start[RB_RUNS_MAX];
    int count;
    bool playing;
    rb_layout_mode layout;
    rb_camera camera;
} rb_kept_runs;

/* The window and the runs before the lesson, restored when it is left. */
typedef struct rb_lesson_player_desk {
    bool kept, left, right, microscope, explain, all_parameters;
    unsigned show;
    double speed; /* in multiples of the body's pace */
    int page;
    rb_plot_sets plots;
    rb_kept_runs runs;
} rb_lesson_player_desk;

typedef struct rb_lesson_player {
    rb_lessons lessons;
    int lesson; /* -1: none was opened */
    int step;
    bool open;  /* the card is shown */
    bool shown; /* the step's lines were run since the program started */
    rb_lesson_progress progress;
    int right;    /* the correct answer, from 0; -1: not known yet */
    bool watched; /* the run decides the question, answered or not */
    /* Lines still to run: of the steps from `from` up to the current one, then additional ones. */
    rb_script script;
    int from;
    bool after; /* the lines after the question of `from` */
    rb_lesson_player_desk desk;
    char scene[64];       /* id of the scene that the lesson opened; another one is the user's */
    rb_kept_runs left_at; /* the runs of the lesson when it was left */
} rb_lesson_player;

struct rb_app;

void rb_lesson_player_init(struct rb_app *app); /* reads the lessons and the saved progress */
void rb_lesson_player_save(struct rb_app *app); /* writes the progress into the settings */
/* The settings are those from before the lesson while it is suspended. No-op without a lesson. */
void rb_lesson_player_suspend(struct rb_app *app, bool suspended);
/* Call once per frame: runs lines, checks whether the question is answered or the task done. */
void rb_lesson_player_update(struct rb_app *app);
/* Are there lines still to run? */
bool rb_lesson_player_busy(const rb_lesson_player *player);

/* ---- the action "lesson"; step from 0 */
rb_status rb_lesson_open(struct rb_app *app, int lesson, int step, rb_error *err);
void rb_lesson_return(struct rb_app *app, int lesson); /* continues where it was left */
rb_status rb_lesson_go(struct rb_app *app, int direction, rb_error *err);
void rb_lesson_repeat(struct rb_app *app);
void rb_lesson_leave(struct rb_app *app);
rb_status rb_lesson_answer(struct rb_app *app, int choice, rb_error *err);
/* Lets the run decide the question without an answer, as a lecturer does; nothing is recorded. */
rb_status rb_lesson_watch(struct rb_app *app, rb_error *err);
rb_status rb_lesson_solve(struct rb_app *app, rb_error *err);

/* ---- for display */
const rb_lesson *rb_lesson_current(const rb_lesson_player *player);           /* NULL: no card */
const rb_lesson_step *rb_lesson_current_step(const rb_lesson_player *player); /* of it */
rb_lesson_view rb_lesson_view_of(const struct rb_app *app);

#endif
