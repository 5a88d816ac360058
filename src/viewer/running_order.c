#include "viewer/running_order.h"

#include <stdio.h>
#include <string.h>

#include "app/actions/grammar.h"
#include "app/language/language.h"
#include "viewer/app.h"
#include "viewer/gui/gui.h"
#include "viewer/panels/parts.h"

/* ---------------------------------------------------------------- files */

rb_status rb_running_order_open(rb_app *app, const char *path, rb_error *err) {
    rb_running_order *r = &app->running_order;
    rb_status status = rb_order_read_file(path, app->library, &app->player.lessons, &r->order, err);
    if (status != RB_OK) {
        return status;
    }
    r->at = -1;
    r->page = false;
    snprintf(r->path, sizeof r->path, "%s", path);
    return r->order.count > 0 ? rb_running_order_go(app, 0, err) : RB_OK;
}

rb_status rb_running_order_save(rb_app *app, const char *path, rb_error *err) {
    rb_running_order *r = &app->running_order;
    char shown[160];
    if (path[0] == '\0') {
        path = r->path[0] != '\0' ? r->path : "running-order.json";
    }
    if (r->order.count == 0) {
        return rb_fail(err, RB_ERR_INPUT, "order save: expected at least one item (\"order add\")");
    }
    rb_status status = rb_order_write_file(&r->order, path, err);
    if (status == RB_OK) {
        snprintf(r->path, sizeof r->path, "%s", path);
        rb_elide(path, shown, sizeof shown);
        rb_messages_add(&app->messages, RB_LEVEL_INFO, rb_tr("Running order saved as %s"), shown);
    }
    return status;
}

/* ---------------------------------------------------------------- items */

rb_status rb_running_order_add(rb_app *app, rb_error *err) {
    rb_running_order *r = &app->running_order;
    const rb_lesson *lesson = rb_lesson_current(&app->player);
    char title[96], line[RB_LINE_MAX + 16], word[RB_LINE_MAX];
    rb_link_pen pen;
    bool elsewhere = false;
    if (lesson != NULL) {
        rb_elide(lesson->name, title, sizeof title);
        snprintf(line, sizeof line, "lesson %s", lesson->id);
    } else {
        rb_status status = rb_app_link(app, &pen, &elsewhere, err);
        if (status != RB_OK) {
            return status;
        }
        if (strlen(pen.text) > RB_LINE_MAX - 40) {
            return rb_fail(
                err, RB_ERR_INPUT,
                "order add: the link to the present state is too long (%zu bytes, at most %d): save "
                "the scene and write \"open FILE\" into the running order",
                strlen(pen.text), RB_LINE_MAX - 40);
        }
        rb_elide(rb_session_label(&app->session, app->session.selected), title, sizeof title);
        if (app->session.count == 1) {
            rb_elide(app->session.runs[0].scene.name, title, sizeof title);
        }
        rb_action_quote(pen.text, word, sizeof word);
        snprintf(line, sizeof line, "open-link %s", word);
    }
    if (r->order.count == 0) {
        r->at = -1;
        snprintf(r->order.name, sizeof r->order.name, "Lecture");
    }
    if (!rb_order_insert(&r->order, r->at + 1, title, line)) {
        return rb_fail(err, RB_ERR_INPUT, "order add: expected at most %d items", RB_ORDER_ITEMS_MAX);
    }
    r->at++;
    r->steps = lesson != NULL;
    return RB_OK;
}

rb_status rb_running_order_go(rb_app *app, int index, rb_error *err) {
    rb_running_order *r = &app->running_order;
    if (index < 0 || index >= r->order.count) {
        return rb_fail(err, RB_ERR_INPUT, "order go: expected an item from 1 to %d, got %d", r->order.count,
                       index + 1);
    }
    if (rb_lesson_current(&app->player) != NULL) {
        rb_lesson_leave(app);
    }
    r->at = index;
    app->presenter.blank = false;
    rb_order_lines(&r->order, index, r->lines, &r->steps);
    r->script.rest = r->lines;
    rb_running_order_update(app);
    return RB_OK;
}

/* Continues within the lesson of the item; false: it has no further step. */
static bool step_lesson(rb_app *app, int direction) {
    const rb_running_order *r = &app->running_order;
    const rb_lesson_view view = rb_lesson_view_of(app);
    if (view.lesson == NULL) {
        return false;
    }
    int step = view.step + direction;
    bool asks = direction > 0 && view.lesson->steps[view.step].question.choice_count > 0 && view.answer < 0 &&
                !view.watched;
    if (!asks && (!r->steps || step < 0 || step >= view.lesson->step_count)) {
        return false;
    }
    rb_ui_run(&app->ui, asks ? "lesson watch" : direction > 0 ? "lesson next" : "lesson back");
    return true;
}

rb_status rb_running_order_step(rb_app *app, int direction, rb_error *err) {
    const rb_running_order *r = &app->running_order;
    if (r->order.count == 0) {
        return rb_fail(err, RB_ERR_INPUT,
                       "order: expected a running order (\"order open FILE\", \"order add\")");
    }
    if (step_lesson(app, direction)) {
        return RB_OK;
    }
    int next = r->at + direction;
    if (next < 0 || next >= r->order.count) {
        return rb_fail(err, RB_ERR_INPUT, "This is the %s item of the running order",
                       next < 0 ? "first" : "last");
    }
    return rb_running_order_go(app, next, err);
}

void rb_running_order_close(rb_app *app) {
    app->running_order.order.count = 0;
    app->running_order.at = -1;
    app->running_order.path[0] = '\0';
    app->running_order.script.rest = NULL;
}

void rb_running_order_update(rb_app *app) {
    rb_running_order *r = &app->running_order;
    rb_error err;
    while (r->script.rest != NULL && !rb_script_waits(app) && !app->link.under_way) {
        if (rb_script_line(app, &r->script, &err) != RB_OK) {
            rb_messages_add(&app->messages, RB_LEVEL_PROBLEM, rb_tr("Running order, item %d: %s"), r->at + 1,
                            err.text);
        }
    }
}

/* ---------------------------------------------------------------- page */

static void item_row(rb_app *app, int index) {
    rb_running_order *r = &app->running_order;
    rb_ui *ui = &app->ui;
    char label[140];
    float side = igGetFrameHeight();
    ImVec2 room;
    igGetContentRegionAvail(&room);
    igPushID_Int(index);
    snprintf(label, sizeof label, "%d  %s", index + 1, rb_tr(r->order.items[index].title));
    if (igSelectable_Bool(label, index == r->at, 0, rb_im2(room.x - 4.4f * side, side))) {
        rb_ui_run(ui, "order go %d", index + 1);
    }
    rb_ui_mark(ui, "order.%d", index + 1);
    rb_tooltip("%s", r->order.items[index].lines);
    static const char *const names[] = {"↑", "↓", "×"}, *const words[] = {"up", "down", "remove"};
    for (int i = 0; i < 3; i++) {
        igSameLine(room.x - (4.2f - 1.4f * (float)i) * side, 0);
        if (igButton(names[i], rb_im2(1.2f * side, side))) {
            rb_ui_run(ui, "order %s %d", words[i], index + 1);
        }
        rb_ui_mark(ui, "order.%s.%d", words[i], index + 1);
    }
    igPopID();
}

static void page_buttons(rb_app *app) {
    rb_running_order *r = &app->running_order;
    rb_ui *ui = &app->ui;
    if (igButton(rb_tr("Add what is shown"), rb_im2(0, 0))) {
        rb_ui_run(ui, "order add");
    }
    rb_ui_mark(ui, "order.add");
    rb_tooltip(rb_tr("Adds the open lesson, or a link to the present state, behind the marked item"));
    igSetNextItemWidth(-1);
    igInputTextWithHint("##path", "running-order.json", r->field, sizeof r->field, 0, NULL, NULL);
    rb_imgui_field_takes_words();
    const char *path = r->field[0] != '\0' ? r->field : r->path[0] != '\0' ? r->path : "running-order.json";
    if (igButton(rb_tr("Open"), rb_im2(rb_em(6), 0))) {
        rb_ui_run_on(ui, "order open", path);
    }
    rb_ui_mark(ui, "order.open");
    igSameLine(0, -1);
    igBeginDisabled(r->order.count == 0);
    if (igButton(rb_tr("Save"), rb_im2(rb_em(6), 0))) {
        rb_ui_run_on(ui, "order save", path);
    }
    rb_ui_mark(ui, "order.save");
    igSameLine(0, -1);
    if (igButton(rb_tr("Close it"), rb_im2(rb_em(6), 0))) {
        rb_ui_run(ui, "order off");
    }
    igEndDisabled();
}

void rb_running_order_draw(rb_app *app) {
    rb_running_order *r = &app->running_order;
    if (rb_begin_page(rb_tr("Running order"), &r->page, rb_em(36), rb_em(34))) {
        if (r->order.count == 0) {
            igTextWrapped(
                rb_tr("A list of scenes, starts and lessons for a lecture: Page ↓ and Page ↑ step through "
                      "it. Show something, then add it here."));
        }
        float foot = 3 * igGetFrameHeightWithSpacing() + igGetStyle()->ItemSpacing.y;
        if (igBeginChild_Str("items", rb_im2(0, -foot), 0, 0)) {
            for (int i = 0; i < r->order.count; i++) {
                item_row(app, i);
            }
        }
        rb_imgui_allow_finger_scroll();
        igEndChild();
        page_buttons(app);
    }
    igEnd();
}
