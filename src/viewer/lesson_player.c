#include "viewer/lesson_player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/appearance/appearance.h"
#include "app/language/language.h"
#include "viewer/app.h"

const rb_lesson *rb_lesson_current(const rb_lesson_player *player) {
    return player->open && player->lesson >= 0 ? &player->lessons.items[player->lesson] : NULL;
}

const rb_lesson_step *rb_lesson_current_step(const rb_lesson_player *player) {
    const rb_lesson *lesson = rb_lesson_current(player);
    return lesson != NULL ? &lesson->steps[player->step] : NULL;
}

static char *mark(rb_lesson_player *player) {
    return &player->progress.marks[player->lesson][player->step];
}

static int answer_of(const rb_lesson_player *player) {
    return rb_lesson_progress_answer(&player->progress, player->lesson, player->step);
}

/* ---------------------------------------------------------------- what is remembered */

void rb_lesson_player_init(rb_app *app) {
    rb_lesson_player *player = &app->player;
    rb_error err;
    player->lesson = -1;
    player->right = -1;
    if (rb_lessons_load(&player->lessons, NULL, &err) != RB_OK) {
        rb_messages_add(&app->messages, RB_LEVEL_PROBLEM, "%s", err.text);
    }
    rb_lesson_progress_init(&player->progress, &player->lessons);
    rb_lesson_progress_read(&player->progress, &player->lessons, app->config.lessons);
    if (app->config.lesson[0] != '\0' && app->options.scene[0] == '\0') {
        int index = rb_lessons_find(&player->lessons, app->config.lesson);
        if (index >= 0) {
            rb_lesson_return(app, index);
        }
    }
}

/* ---------------------------------------------------------------- the window before the lesson */

static double pace_of(const rb_session *session) {
    return rb_appearance_pace(session->runs[0].scene.body);
}

static void keep_runs(const rb_app *app, rb_kept_runs *kept) {
    const rb_session *session = &app->session;
    *kept = (rb_kept_runs){.count = session->count,
                           .playing = rb_session_playing(session),
                           .layout = app->ui.layout,
                           .camera = app->camera};
    for (int i = 0; i < session->count; i++) {
        kept->scenes[i] = session->runs[i].scene;
        kept->own_start[i] = session->runs[i].own_start;
    }
}

static void open_runs(rb_app *app, const rb_kept_runs *kept) {
    rb_app_begin(app, kept->scenes, kept->count);
    for (int i = 0; i < kept->count; i++) {
        app->session.runs[i].own_start = kept->own_start[i];
    }
    app->ui.layout = kept->layout;
    app->camera = kept->camera;
    if (kept->playing) {
        rb_session_play(&app->session);
    }
}

static void keep_settings(rb_app *app, rb_lesson_player_desk *desk) {
    desk->left = app->ui.left;
    desk->right = app->ui.right;
    desk->explain = app->ui.explain;
    desk->all_parameters = app->ui.all_parameters;
    desk->microscope = app->ui.comparing ? app->ui.microscope_alone : app->ui.microscope;
    desk->show = app->style.show;
    desk->speed = app->session.speed / pace_of(&app->session);
    desk->page = app->plots.page;
    desk->plots = rb_plots_save(&app->plots);
}

static void restore_settings(rb_app *app, const rb_lesson_player_desk *desk) {
    app->ui.left = desk->left;
    app->ui.right = desk->right;
    app->ui.explain = desk->explain;
    app->ui.all_parameters = desk->all_parameters;
    app->ui.microscope_alone = desk->microscope;
    app->ui.microscope = desk->microscope && !app->ui.comparing;
    app->style.show = desk->show;
    app->plots.page = desk->page;
    rb_plots_restore(&app->plots, &desk->plots);
    rb_session_set_speed(&app->session, desk->speed * pace_of(&app->session));
}

/* A scene that the user opened during the lesson stays. */
static void restore_window(rb_app *app) {
    rb_lesson_player *player = &app->player;
    if (!player->desk.kept) {
        return;
    }
    player->desk.kept = false;
    keep_runs(app, &player->left_at);
    if (strcmp(app->session.runs[0].preset.id, player->scene) == 0) {
        open_runs(app, &player->desk.runs);
    }
    restore_settings(app, &player->desk);
}

static void save_window(rb_app *app) {
    rb_lesson_player_desk *desk = &app->player.desk;
    if (!desk->kept) {
        desk->kept = true;
        keep_settings(app, desk);
        keep_runs(app, &desk->runs);
    }
}

void rb_lesson_player_suspend(rb_app *app, bool suspended) {
    rb_lesson_player *player = &app->player;
    static rb_lesson_player_desk of_lesson; /* there is one window */
    if (player->desk.kept && suspended) {
        keep_settings(app, &of_lesson);
        restore_settings(app, &player->desk);
    } else if (player->desk.kept) {
        restore_settings(app, &of_lesson);
    }
}

void rb_lesson_player_save(rb_app *app) {
    rb_lesson_player *player = &app->player;
    const rb_lesson *lesson = rb_lesson_current(player);
    snprintf(app->config.lesson, sizeof app->config.lesson, "%s", lesson != NULL ? lesson->id : "");
    rb_lesson_progress_write(&player->progress, &player->lessons, player->lesson, app->config.lessons,
                             sizeof app->config.lessons);
}

/* ---------------------------------------------------------------- lines */

bool rb_lesson_player_busy(const rb_lesson_player *player) {
    return player->script.rest != NULL;
}

/* The next part on the way to the step: its lines, or those after a previous question. */
static void next_part(rb_lesson_player *player) {
    const rb_lesson *lesson = rb_lesson_current(player);
    const rb_lesson_step *steps = lesson != NULL ? lesson->steps : NULL;
    while (steps != NULL && player->script.rest == NULL && player->from <= player->step) {
        const rb_lesson_step *step = &steps[player->from];
        if (player->after) {
            player->from++;
            player->after = false;
            player->script.rest =
                player->from <= player->step && step->question.choice_count > 0 ? step->question.then : NULL;
        } else {
            player->after = true;
            player->script.rest = step->lines;
        }
    }
}

/* Time starts when all lines are done, and stops where the step says. Off-screen it advances only as
   requested. */
static void release(rb_app *app) {
    const rb_lesson_step *step = rb_lesson_current_step(&app->player);
    rb_session *session = &app->session;
    bool plays = session->play_when_released && !app->offscreen;
    rb_session_hold(session, false);
    if (plays && step != NULL && step->stop > 0) {
        rb_session_play_until(session, step->stop);
    }
}

static void run_lines(rb_app *app) {
    rb_lesson_player *player = &app->player;
    rb_error err;
    if (player->script.rest != NULL) {
        rb_session_hold(&app->session, true);
    }
    while (player->script.rest != NULL && !rb_app_waits(app)) {
        if (rb_script_line(app, &player->script, &err) != RB_OK) {
            rb_messages_add(&app->messages, RB_LEVEL_PROBLEM, rb_tr("Lesson %s, step %d: %s"),
                            player->lessons.items[player->lesson].id, player->step + 1, err.text);
        }
        next_part(player);
    }
    if (player->script.rest == NULL && app->session.held) {
        release(app);
        if (player->open) {
            snprintf(player->scene, sizeof player->scene, "%s", app->session.runs[0].preset.id);
        }
    }
}

static void begin_lines(rb_app *app, int from) {
    rb_lesson_player *player = &app->player;
    player->script.rest = NULL;
    player->from = from;
    player->after = false;
    player->right = -1;
    player->watched = false;
    player->shown = true;
    next_part(player);
    run_lines(app);
}

/* Additional lines: of an answer or a solution. */
static void run_also(rb_app *app, const char *lines) {
    rb_lesson_player *player = &app->player;
    player->from = player->step + 1;
    player->script.rest = lines;
    run_lines(app);
}

/* ---------------------------------------------------------------- steps */

static void go_to(rb_app *app, int step, bool directly) {
    rb_lesson_player *player = &app->player;
    const rb_lesson *lesson = &player->lessons.items[player->lesson];
    player->step = player->progress.reached[player->lesson] = step;
    player->open = true;
    app->ui.lesson_list = false;
    begin_lines(app, directly ? rb_lesson_first_step(lesson, step) : step);
}

rb_status rb_lesson_open(rb_app *app, int lesson, int step, rb_error *err) {
    int count = app->player.lessons.items[lesson].step_count;
    if (step < 0 || step >= count) {
        return rb_fail(err, RB_ERR_INPUT, "lesson: expected a step from 1 to %d, got %d", count, step + 1);
    }
    save_window(app);
    rb_app_close_cards(app);
    app->player.lesson = lesson;
    go_to(app, step, true);
    return RB_OK;
}

/* Runs the lines only if they have not been run yet, so that the user's changes stay. */
void rb_lesson_return(rb_app *app, int lesson) {
    rb_lesson_player *player = &app->player;
    if (player->lesson == lesson && player->shown) {
        if (!player->open && player->left_at.count > 0) {
            save_window(app);
            rb_app_close_cards(app);
            open_runs(app, &player->left_at);
            rb_elide(player->left_at.scenes[0].id, player->scene, sizeof player->scene);
        }
        player->open = true;
        app->ui.lesson_list = false;
        return;
    }
    rb_lesson_open(app, lesson, player->progress.reached[lesson], NULL);
}

static rb_status no_lesson(rb_error *err) {
    return rb_fail(err, RB_ERR_INPUT, "lesson: no lesson is open (\"lesson list\" shows them)");
}

rb_status rb_lesson_go(rb_app *app, int direction, rb_error *err) {
    rb_lesson_player *player = &app->player;
    const rb_lesson *lesson = rb_lesson_current(player);
    if (lesson == NULL) {
        return no_lesson(err);
    }
    int step = player->step + direction;
    if (step < 0) {
        return rb_fail(err, RB_ERR_INPUT, "This is the first step");
    }
    if (direction > 0 && *mark(player) == RB_STEP_NEW) {
        *mark(player) = RB_STEP_DONE;
    }
    if (step >= lesson->step_count) { /* finished: start at the beginning next time */
        player->progress.reached[player->lesson] = 0;
        rb_lesson_leave(app);
        player->lesson = -1;
        app->ui.lesson_list = true;
        return RB_OK;
    }
    go_to(app, step, direction < 0);
    return RB_OK;
}

void rb_lesson_repeat(rb_app *app) {
    rb_lesson_player *player = &app->player;
    if (rb_lesson_current(player) != NULL) {
        *mark(player) = RB_STEP_NEW;
        go_to(app, player->step, true);
    }
}

void rb_lesson_leave(rb_app *app) {
    app->player.open = false;
    app->player.script.rest = NULL;
    restore_window(app);
}

rb_status rb_lesson_answer(rb_app *app, int choice, rb_error *err) {
    rb_lesson_player *player = &app->player;
    const rb_lesson_step *step = rb_lesson_current_step(player);
    if (step == NULL) {
        return no_lesson(err);
    }
    if (choice < 0 || choice >= step->question.choice_count) {
        return rb_fail(err, RB_ERR_INPUT, "lesson answer: expected a number from 1 to %d, got %d",
                       step->question.choice_count, choice + 1);
    }
    bool first = answer_of(player) < 0 && !player->watched;
    *mark(player) = (char)('a' + choice);
    if (first) {
        run_also(app, step->question.then);
    }
    return RB_OK;
}

rb_status rb_lesson_watch(rb_app *app, rb_error *err) {
    rb_lesson_player *player = &app->player;
    const rb_lesson_step *step = rb_lesson_current_step(player);
    if (step == NULL || step->question.choice_count == 0) {
        return rb_fail(err, RB_ERR_INPUT, "lesson watch: this step asks no question");
    }
    if (!player->watched && answer_of(player) < 0) {
        player->watched = true;
        run_also(app, step->question.then);
    }
    return RB_OK;
}

rb_status rb_lesson_solve(rb_app *app, rb_error *err) {
    const rb_lesson_step *step = rb_lesson_current_step(&app->player);
    if (step == NULL || step->task.text[0] == '\0') {
        return rb_fail(err, RB_ERR_INPUT, "lesson solve: this step sets no task");
    }
    run_also(app, step->task.solution);
    return RB_OK;
}

/* ---------------------------------------------------------------- each frame */

void rb_lesson_player_update(rb_app *app) {
    rb_lesson_player *player = &app->player;
    run_lines(app);
    const rb_lesson_step *step = rb_lesson_current_step(player);
    const rb_session *session = &app->session;
    if (step == NULL || rb_lesson_player_busy(player) || !rb_session_settled(session) ||
        session->shown_count != session->count) {
        return;
    }
    if ((answer_of(player) >= 0 || player->watched) && player->right < 0 &&
        rb_lesson_time_reached(session, step->question.at)) {
        player->right = rb_lesson_right_choice(session, &step->question);
    }
    if (step->task.text[0] != '\0' && *mark(player) != RB_STEP_DONE &&
        rb_lesson_task_done(session, &step->task)) {
        *mark(player) = RB_STEP_DONE;
    }
    if (step->ends == RB_LESSON_TIME && *mark(player) == RB_STEP_NEW &&
        rb_lesson_time_reached(session, step->ends_at)) {
        rb_lesson_go(app, 1, NULL);
    }
}

rb_lesson_view rb_lesson_view_of(const rb_app *app) {
    const rb_lesson_player *player = &app->player;
    rb_lesson_view view = {.lesson = rb_lesson_current(player), .step = player->step, .answer = -1};
    if (view.lesson != NULL) {
        view.marks = player->progress.marks[player->lesson];
        view.answer = answer_of(player);
        view.right = player->right;
        view.watched = player->watched;
        view.task_done = view.marks[player->step] == RB_STEP_DONE;
    }
    return view;
}
