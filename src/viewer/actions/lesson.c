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

/* The number of an item, by default that of the one shown; index from 0. */
static rb_status item_of(const rb_app *app, const rb_args *args, int *index, rb_error *err) {
    const rb_running_order *r = &app->running_order;
    *index = r->at;
    if (args->count == 1 && r->at >= 0 && r->at < r->order.count) {
        return RB_OK;
    }
    if (args->count == 1 || r->order.count == 0) {
        return rb_fail(err, RB_ERR_INPUT, "order %s: expected an item, the running order has %d",
                       rb_arg(args, 0), r->order.count);
    }
    rb_status status = rb_arg_whole(args, 1, 1, r->order.count, index, err);
    --*index;
    return status;
}

enum {
    ORDER_LIST,
    ORDER_NEXT,
    ORDER_BACK,
    ORDER_ADD,
    ORDER_OFF,
    ORDER_GO,
    ORDER_REMOVE,
    ORDER_UP,
    ORDER_DOWN,
    ORDER_OPEN,
    ORDER_SAVE
};

/* The marked item stays the one that is shown. */
static rb_status change_item(rb_app *app, const rb_args *args, rb_error *err) {
    rb_running_order *r = &app->running_order;
    int index = 0, direction = args->choice[0] == ORDER_UP ? -1 : 1;
    rb_status status = item_of(app, args, &index, err);
    if (status != RB_OK) {
        return status;
    }
    if (args->choice[0] == ORDER_GO) {
        return rb_running_order_go(app, index, err);
    }
    if (args->choice[0] == ORDER_REMOVE) {
        rb_order_remove(&r->order, index);
        r->at -= index < r->at || r->at >= r->order.count;
        return RB_OK;
    }
    if (rb_order_move(&r->order, index, direction)) {
        r->at += r->at == index ? direction : r->at == index + direction ? -direction : 0;
    }
    return RB_OK;
}

rb_status rb_do_order(rb_app *app, const rb_args *args, rb_error *err) {
    if (args->choice[0] <= ORDER_OFF && args->count > 1) {
        return rb_arg_refuse(args, 1, "nothing after it", err);
    }
    switch (args->choice[0]) {
    case ORDER_LIST: app->running_order.page = !app->running_order.page; return RB_OK;
    case ORDER_NEXT: return rb_running_order_step(app, 1, err);
    case ORDER_BACK: return rb_running_order_step(app, -1, err);
    case ORDER_ADD: return rb_running_order_add(app, err);
    case ORDER_OFF: rb_running_order_close(app); return RB_OK;
    case ORDER_OPEN:
        return args->count > 1
                   ? rb_running_order_open(app, rb_arg(args, 1), err)
                   : rb_fail(err, RB_ERR_INPUT, "order open: expected the path of a running order");
    case ORDER_SAVE: return rb_running_order_save(app, rb_arg(args, 1), err);
    default: return change_item(app, args, err);
    }
}

bool rb_is_order(const rb_app *app, const rb_args *args) {
    return args->choice[0] == ORDER_LIST && app->running_order.page;
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
