#include "viewer/tutor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/lesson/world.h"
#include "viewer/app.h"

const rb_lesson *rb_tutor_lesson(const rb_tutor *tutor) {
    return tutor->open && tutor->lesson >= 0 ? &tutor->lessons.items[tutor->lesson] : NULL;
}

const rb_lesson_step *rb_tutor_step(const rb_tutor *tutor) {
    const rb_lesson *lesson = rb_tutor_lesson(tutor);
    return lesson != NULL ? &lesson->steps[tutor->step] : NULL;
}

static char *mark(rb_tutor *tutor) {
    return &tutor->marks[tutor->lesson][tutor->step];
}

static int answer_of(const rb_tutor *tutor) {
    char now = tutor->marks[tutor->lesson][tutor->step];
    return now >= 'a' && now < 'a' + RB_LESSON_CHOICES_MAX ? now - 'a' : -1;
}

/* ---------------------------------------------------------------- what is remembered */

/* "spin-it:3:..b.x" for each lesson that was begun, a blank between them. */
static void write_progress(const rb_tutor *tutor, char *text, size_t size) {
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < tutor->lessons.count; i++) {
        char one[160];
        bool begun = tutor->reached[i] > 0 ||
                     strspn(tutor->marks[i], ".") < strlen(tutor->marks[i]) || i == tutor->lesson;
        int length =
            begun ? snprintf(one, sizeof one, "%s%s:%d:%s", used > 0 ? " " : "",
                             tutor->lessons.items[i].id, tutor->reached[i] + 1, tutor->marks[i])
                  : 0;
        if (length > 0 && used + (size_t)length < size) {
            memcpy(text + used, one, (size_t)length + 1);
            used += (size_t)length;
        }
    }
}

/* What fits no lesson of today is passed over. */
static void read_one(rb_tutor *tutor, const char *text) {
    char id[64], marks[32];
    int step = 0;
    if (sscanf(text, "%63[a-z0-9._-]:%d:%31[.a-ex]", id, &step, marks) != 3) {
        return;
    }
    int index = rb_lessons_find(&tutor->lessons, id);
    if (index < 0 || step < 1 || step > tutor->lessons.items[index].step_count ||
        (int)strlen(marks) != tutor->lessons.items[index].step_count) {
        return;
    }
    snprintf(tutor->marks[index], sizeof tutor->marks[index], "%.16s", marks);
    tutor->reached[index] = step - 1;
}

static void read_progress(rb_tutor *tutor, const char *text) {
    while (*text != '\0') {
        read_one(tutor, text);
        text += strcspn(text, " ");
        text += *text == ' ';
    }
}

void rb_tutor_begin(rb_app *app) {
    rb_tutor *tutor = &app->tutor;
    rb_error err;
    tutor->lesson = -1;
    tutor->right = -1;
    if (rb_lessons_load(&tutor->lessons, NULL, &err) != RB_OK) {
        rb_messages_add(&app->messages, RB_LEVEL_PROBLEM, "%s", err.text);
    }
    for (int i = 0; i < tutor->lessons.count; i++) {
        memset(tutor->marks[i], RB_STEP_NEW, (size_t)tutor->lessons.items[i].step_count);
    }
    read_progress(tutor, app->config.lessons);
    if (app->config.lesson[0] != '\0' && app->options.scene[0] == '\0') {
        int index = rb_lessons_find(&tutor->lessons, app->config.lesson);
        if (index >= 0) {
            rb_tutor_return(app, index);
        }
    }
}

/* The window as it was before the lesson. */
static void give_back_desk(rb_app *app) {
    rb_tutor_desk *desk = &app->tutor.desk;
    if (!desk->kept) {
        return;
    }
    app->ui.left = desk->left;
    app->ui.right = desk->right;
    app->ui.explain = desk->explain;
    app->ui.microscope_alone = desk->microscope;
    app->ui.microscope = desk->microscope && !app->ui.comparing;
    app->style.show = desk->show;
    app->plots.page = desk->page;
    rb_session_set_speed(&app->session, desk->speed);
    desk->kept = false;
}

static void keep_desk(rb_app *app) {
    rb_tutor_desk *desk = &app->tutor.desk;
    if (desk->kept) {
        return;
    }
    *desk = (rb_tutor_desk){.kept = true,
                            .left = app->ui.left,
                            .right = app->ui.right,
                            .explain = app->ui.explain,
                            .microscope =
                                app->ui.comparing ? app->ui.microscope_alone : app->ui.microscope,
                            .show = app->style.show,
                            .speed = app->session.speed,
                            .page = app->plots.page};
}

void rb_tutor_end(rb_app *app) {
    rb_tutor *tutor = &app->tutor;
    const rb_lesson *lesson = rb_tutor_lesson(tutor);
    snprintf(app->config.lesson, sizeof app->config.lesson, "%s", lesson != NULL ? lesson->id : "");
    write_progress(tutor, app->config.lessons, sizeof app->config.lessons);
    give_back_desk(app);
}

/* ---------------------------------------------------------------- lines */

bool rb_tutor_busy(const rb_tutor *tutor) {
    return tutor->script.rest != NULL;
}

/* The next part of the way to the step: its lines, or what follows the question of one before it. */
static void next_part(rb_tutor *tutor) {
    const rb_lesson *lesson = rb_tutor_lesson(tutor);
    const rb_lesson_step *steps = lesson != NULL ? lesson->steps : NULL;
    while (steps != NULL && tutor->script.rest == NULL && tutor->from <= tutor->step) {
        const rb_lesson_step *step = &steps[tutor->from];
        if (tutor->after) {
            tutor->from++;
            tutor->after = false;
            tutor->script.rest = tutor->from <= tutor->step && step->question.choice_count > 0
                                     ? step->question.then
                                     : NULL;
        } else {
            tutor->after = true;
            tutor->script.rest = step->lines;
        }
    }
}

/* However many frames they take, time begins when all of it stands. */
static void run_lines(rb_app *app) {
    rb_tutor *tutor = &app->tutor;
    rb_error err;
    if (tutor->script.rest != NULL) {
        rb_session_hold(&app->session, true);
    }
    while (tutor->script.rest != NULL && !rb_app_waits(app)) {
        if (rb_script_line(app, &tutor->script, &err) != RB_OK) {
            rb_messages_add(&app->messages, RB_LEVEL_PROBLEM, "Lesson %s, step %d: %s",
                            tutor->lessons.items[tutor->lesson].id, tutor->step + 1, err.text);
        }
        next_part(tutor);
    }
    if (tutor->script.rest == NULL) {
        rb_session_hold(&app->session, false);
    }
}

static void begin_lines(rb_app *app, int from) {
    rb_tutor *tutor = &app->tutor;
    tutor->script.rest = NULL;
    tutor->from = from;
    tutor->after = false;
    tutor->right = -1;
    tutor->shown = true;
    next_part(tutor);
    run_lines(app);
}

/* Lines beside those of the step: an answer's, a solution's. */
static void run_also(rb_app *app, const char *lines) {
    rb_tutor *tutor = &app->tutor;
    tutor->from = tutor->step + 1;
    tutor->script.rest = lines;
    run_lines(app);
}

/* ---------------------------------------------------------------- steps */

static void go_to(rb_app *app, int step, bool directly) {
    rb_tutor *tutor = &app->tutor;
    const rb_lesson *lesson = &tutor->lessons.items[tutor->lesson];
    tutor->step = tutor->reached[tutor->lesson] = step;
    tutor->open = true;
    app->ui.lesson_list = false;
    begin_lines(app, directly ? rb_lesson_first_step(lesson, step) : step);
}

rb_status rb_tutor_open(rb_app *app, int lesson, int step, rb_error *err) {
    int count = app->tutor.lessons.items[lesson].step_count;
    if (step < 0 || step >= count) {
        return rb_fail(err, RB_ERR_INPUT, "lesson: expected a step from 1 to %d, got %d", count,
                       step + 1);
    }
    keep_desk(app);
    app->tutor.lesson = lesson;
    go_to(app, step, true);
    return RB_OK;
}

/* Nothing that somebody did since is undone: the lines are run only if they have not been yet. */
void rb_tutor_return(rb_app *app, int lesson) {
    rb_tutor *tutor = &app->tutor;
    if (tutor->lesson == lesson && tutor->shown) {
        tutor->open = true;
        app->ui.lesson_list = false;
        return;
    }
    rb_tutor_open(app, lesson, tutor->reached[lesson], NULL);
}

static rb_status no_lesson(rb_error *err) {
    return rb_fail(err, RB_ERR_INPUT, "lesson: no lesson is open (\"lesson list\" shows them)");
}

rb_status rb_tutor_go(rb_app *app, int direction, rb_error *err) {
    rb_tutor *tutor = &app->tutor;
    const rb_lesson *lesson = rb_tutor_lesson(tutor);
    if (lesson == NULL) {
        return no_lesson(err);
    }
    int step = tutor->step + direction;
    if (step < 0) {
        return rb_fail(err, RB_ERR_INPUT, "This is the first step");
    }
    if (direction > 0 && *mark(tutor) == RB_STEP_NEW) {
        *mark(tutor) = RB_STEP_DONE;
    }
    if (step >= lesson->step_count) { /* over: next time from the beginning */
        tutor->reached[tutor->lesson] = 0;
        rb_tutor_leave(app);
        tutor->lesson = -1;
        app->ui.lesson_list = true;
        return RB_OK;
    }
    go_to(app, step, direction < 0);
    return RB_OK;
}

void rb_tutor_again(rb_app *app) {
    rb_tutor *tutor = &app->tutor;
    if (rb_tutor_lesson(tutor) != NULL) {
        *mark(tutor) = RB_STEP_NEW;
        go_to(app, tutor->step, true);
    }
}

void rb_tutor_leave(rb_app *app) {
    app->tutor.open = false;
    app->tutor.script.rest = NULL;
    give_back_desk(app);
}

rb_status rb_tutor_answer(rb_app *app, int choice, rb_error *err) {
    rb_tutor *tutor = &app->tutor;
    const rb_lesson_step *step = rb_tutor_step(tutor);
    if (step == NULL) {
        return no_lesson(err);
    }
    if (choice < 0 || choice >= step->question.choice_count) {
        return rb_fail(err, RB_ERR_INPUT, "lesson answer: expected a number from 1 to %d, got %d",
                       step->question.choice_count, choice + 1);
    }
    bool first = answer_of(tutor) < 0;
    *mark(tutor) = (char)('a' + choice);
    if (first) {
        run_also(app, step->question.then);
    }
    return RB_OK;
}

rb_status rb_tutor_solve(rb_app *app, rb_error *err) {
    const rb_lesson_step *step = rb_tutor_step(&app->tutor);
    if (step == NULL || step->task.text[0] == '\0') {
        return rb_fail(err, RB_ERR_INPUT, "lesson solve: this step sets no task");
    }
    run_also(app, step->task.solution);
    return RB_OK;
}

/* ---------------------------------------------------------------- what the runs say */

/* starts: room for what they began with, as long as the world is looked at. */
static rb_lesson_world world_of(const rb_session *session, rb_snapshot starts[RB_RUNS_MAX]) {
    rb_lesson_world world = {.count = session->shown_count, .selected = session->selected};
    double begin = rb_history_begin(&session->history);
    for (int i = 0; i < world.count; i++) {
        rb_session_at(session, i, begin, &starts[i]);
        world.runs[i] =
            (rb_lesson_run){&session->runs[i].applied, rb_session_summary(session, i),
                            starts[i].t < 0.01 ? &starts[i] : NULL, rb_session_now(session, i)};
    }
    return world;
}

static bool over(const rb_session *session, double t) {
    bool ended = true;
    for (int i = 0; i < session->shown_count; i++) {
        const rb_snapshot *now = rb_session_now(session, i);
        bool lasts = now->phase != RB_PHASE_AT_REST && !rb_phase_frozen(now->phase);
        ended = ended && (!lasts || now->t >= t - 1e-9);
    }
    return ended;
}

/* The answer that the runs give, once they have got so far. */
static void decide(rb_app *app, const rb_lesson_question *question) {
    rb_snapshot starts[RB_RUNS_MAX];
    rb_lesson_world world = world_of(&app->session, starts);
    for (int i = 0; i < question->choice_count; i++) {
        bool holds = false;
        if (rb_lesson_holds(&world, question->choices[i].when, &holds, NULL) == RB_OK && holds) {
            app->tutor.right = i;
            return;
        }
    }
}

static void watch_task(rb_app *app, const rb_lesson_task *task) {
    rb_snapshot starts[RB_RUNS_MAX];
    rb_lesson_world world = world_of(&app->session, starts);
    bool holds = false;
    if (rb_lesson_holds(&world, task->done, &holds, NULL) == RB_OK && holds) {
        *mark(&app->tutor) = RB_STEP_DONE;
    }
}

void rb_tutor_update(rb_app *app) {
    rb_tutor *tutor = &app->tutor;
    run_lines(app);
    const rb_lesson_step *step = rb_tutor_step(tutor);
    const rb_session *session = &app->session;
    if (step == NULL || rb_tutor_busy(tutor) || !rb_session_settled(session) ||
        session->shown_count != session->count) {
        return;
    }
    if (answer_of(tutor) >= 0 && tutor->right < 0 && over(session, step->question.at)) {
        decide(app, &step->question);
    }
    if (step->task.text[0] != '\0' && *mark(tutor) != RB_STEP_DONE) {
        watch_task(app, &step->task);
    }
    if (step->ends == RB_LESSON_TIME && *mark(tutor) == RB_STEP_NEW &&
        over(session, step->ends_at)) {
        rb_tutor_go(app, 1, NULL);
    }
}

rb_lesson_view rb_tutor_view(const rb_app *app) {
    const rb_tutor *tutor = &app->tutor;
    rb_lesson_view view = {.lesson = rb_tutor_lesson(tutor), .step = tutor->step, .answer = -1};
    if (view.lesson != NULL) {
        view.marks = tutor->marks[tutor->lesson];
        view.answer = answer_of(tutor);
        view.right = tutor->right;
        view.task_done = view.marks[tutor->step] == RB_STEP_DONE;
    }
    return view;
}
