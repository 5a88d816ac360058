/* Actions on lessons and the glossary. */
#include <stdio.h>

#include "app/lesson/glossary.h"
#include "viewer/actions/groups.h"

static rb_status no_such_lesson(const rb_lessons *lessons, const rb_args *args, rb_error *err) {
    const char *names[RB_LESSONS_MAX];
    char near[160], expected[220];
    for (int i = 0; i < lessons->count; i++) {
        names[i] = lessons->items[i].id;
    }
    rb_nearest_names(rb_arg(args, 0), names, lessons->count, near, sizeof near);
    snprintf(expected, sizeof expected, "the id of a lesson (%s%s)",
             near[0] != '\0' ? "perhaps " : "\"lesson list\" shows them", near);
    return rb_arg_refuse(args, 0, expected, err);
}

enum { NEXT, BACK, LEAVE, LIST, AGAIN, SOLVE, WATCH, ANSWER, LESSON };

/* "lesson spin-it", "lesson spin-it 3", "lesson answer 2". */
static rb_status numbered(rb_app *app, const rb_args *args, rb_error *err) {
    int number = 0;
    int lesson = rb_lessons_find(&app->player.lessons, rb_arg(args, 0));
    if (args->choice[0] == LESSON && lesson < 0) {
        return no_such_lesson(&app->player.lessons, args, err);
    }
    if (args->choice[0] == LESSON && args->count == 1) {
        rb_lesson_return(app, lesson);
        return RB_OK;
    }
    rb_status status = rb_arg_whole(args, 1, 1, RB_LESSON_STEPS_MAX, &number, err);
    if (status != RB_OK) {
        return status;
    }
    return args->choice[0] == LESSON ? rb_lesson_open(app, lesson, number - 1, err)
                                     : rb_lesson_answer(app, number - 1, err);
}

rb_status rb_do_lesson(rb_app *app, const rb_args *args, rb_error *err) {
    if (args->choice[0] < ANSWER && args->count > 1) {
        return rb_fail(err, RB_ERR_INPUT, "lesson %s: expected nothing after it, got \"%.60s\"",
                       rb_arg(args, 0), rb_arg(args, 1));
    }
    switch (args->choice[0]) {
    case NEXT: return rb_lesson_go(app, 1, err);
    case BACK: return rb_lesson_go(app, -1, err);
    case LEAVE: rb_lesson_leave(app); return RB_OK;
    case LIST: app->ui.lesson_list = !app->ui.lesson_list; return RB_OK;
    case AGAIN: rb_lesson_repeat(app); return RB_OK;
    case SOLVE: return rb_lesson_solve(app, err);
    case WATCH: return rb_lesson_watch(app, err);
    default: return numbered(app, args, err);
    }
}

bool rb_is_lesson(const rb_app *app, const rb_args *args) {
    const rb_lesson *lesson = rb_lesson_current(&app->player);
    return args->choice[0] == LIST
               ? app->ui.lesson_list
               : args->choice[0] == LESSON && lesson != NULL && strcmp(lesson->id, rb_arg(args, 0)) == 0;
}

rb_status rb_do_glossary(rb_app *app, const rb_args *args, rb_error *err) {
    rb_ui *ui = &app->ui;
    char word[96];
    if (args->count == 0) {
        ui->glossary = !ui->glossary;
        ui->focus_glossary = ui->glossary;
        ui->glossary_search[0] = '\0';
        return RB_OK;
    }
    rb_arg_rest(args, 0, word, sizeof word);
    int term = rb_glossary_find(word);
    if (term < 0) {
        return rb_arg_refuse(args, 0, "a word or symbol of the glossary", err);
    }
    ui->glossary = true;
    ui->glossary_term = term;
    ui->glossary_reveal = true;
    ui->glossary_search[0] = '\0';
    return RB_OK;
}

bool rb_is_glossary(const rb_app *app, const rb_args *args) {
    (void)args;
    return app->ui.glossary;
}

rb_status rb_do_welcome(rb_app *app, const rb_args *args, rb_error *err) {
    (void)err;
    app->ui.welcome = rb_arg_switch(args, 0, app->ui.welcome);
    app->config.welcome = app->ui.welcome;
    return RB_OK;
}

bool rb_is_welcome(const rb_app *app, const rb_args *args) {
    (void)args;
    return app->ui.welcome;
}
