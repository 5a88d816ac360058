/* What can be chosen and read, for the page's own controls (page/controls.js). */
#include "app/actions/grammar.h"
#include "app/language/language.h"
#include "app/lesson/markup.h"
#include "base/json.h"
#include "viewer/app.h"
#include "viewer/remote.h"

static void add_named(rb_json *json, const char *id, const char *name) {
    rb_json_begin_object(json, NULL);
    rb_json_text(json, "id", id);
    rb_json_text(json, "name", rb_tr(name));
    rb_json_end(json);
}

static void add_plain(rb_json *json, const char *name, const char *text) {
    char plain[2000];
    rb_markup_plain(rb_tr(text), plain, sizeof plain);
    rb_json_text(json, name, plain);
}

static void add_laws(rb_json *json, const rb_scene *scene) {
    rb_json_begin_list(json, "laws");
    for (int i = 0; i < rb_friction_law_count(); i++) {
        const rb_friction_law *law = rb_friction_law_at(i);
        rb_error why;
        if (rb_scene_law_fits(scene, law, &why) == RB_OK) {
            add_named(json, law->id, law->name);
        }
    }
    rb_json_end(json);
}

static void add_param(rb_json *json, const rb_param *row, double value) {
    rb_json_begin_object(json, NULL);
    rb_json_text(json, "name", row->name);
    rb_json_text(json, "help", rb_tr(row->help));
    rb_json_text(json, "unit", row->unit);
    rb_json_number(json, "value", value);
    rb_json_number(json, "min", row->min);
    rb_json_number(json, "max", row->max);
    rb_json_end(json);
}

/* Numbers of the start and the contact, as the panel shows first. */
static void add_params(rb_json *json, const rb_scene *scene) {
    static const rb_section sections[] = {RB_SECTION_START, RB_SECTION_CONTACT};
    rb_json_begin_list(json, "params");
    for (size_t s = 0; s < sizeof sections / sizeof sections[0]; s++) {
        rb_param_table table = rb_scene_table(scene, sections[s]);
        for (int i = 0; i < table.count; i++) {
            if ((table.rows[i].flags & (RB_PARAM_CHOICE | RB_PARAM_BOOL)) == 0) {
                add_param(json, &table.rows[i], rb_scene_value(scene, sections[s], i));
            }
        }
    }
    rb_json_end(json);
}

static void add_keys(rb_json *json) {
    rb_json_begin_list(json, "keys");
    for (int i = 0; i < rb_shortcut_count(); i++) {
        char key[48];
        rb_shortcut_key(i, key, sizeof key);
        rb_json_begin_object(json, NULL);
        rb_json_text(json, "group", rb_tr(rb_shortcut_group(i)));
        rb_json_text(json, "key", key);
        rb_json_text(json, "name", rb_tr(rb_shortcut_at(i)->name));
        rb_json_end(json);
    }
    rb_json_end(json);
}

static void add_question(rb_json *json, const rb_lesson_question *q, const rb_lesson_view *view) {
    add_plain(json, "question", q->text);
    rb_json_begin_list(json, "choices");
    for (int i = 0; i < q->choice_count; i++) {
        rb_json_text(json, NULL, rb_tr(q->choices[i].text));
    }
    rb_json_end(json);
    rb_json_number(json, "answer", view->answer + 1);
    rb_json_number(json, "right", view->right + 1);
    if (view->right >= 0) {
        add_plain(json, "why", q->choices[view->answer >= 0 ? view->answer : view->right].why);
    }
}

static void add_lesson(rb_json *json, const rb_lesson_view *view) {
    if (view->lesson == NULL) {
        return;
    }
    const rb_lesson_step *step = &view->lesson->steps[view->step];
    rb_json_begin_object(json, "lesson");
    rb_json_text(json, "id", view->lesson->id);
    rb_json_text(json, "name", rb_tr(view->lesson->name));
    rb_json_number(json, "step", view->step + 1);
    rb_json_number(json, "steps", view->lesson->step_count);
    rb_json_text(json, "title", rb_tr(step->title));
    add_plain(json, "text", step->text);
    if (step->question.choice_count > 0) {
        add_question(json, &step->question, view);
    }
    add_plain(json, "task", step->task.text);
    rb_json_bool(json, "done", view->task_done);
    rb_json_end(json);
}

char *rb_remote_controls_json(const rb_app *app) {
    const rb_session *session = &app->session;
    const rb_scene *scene = &session->runs[session->selected].scene;
    rb_lesson_view view = rb_lesson_view_of(app);
    rb_json json = {0};
    rb_json_begin_object(&json, NULL);
    rb_json_text(&json, "language", rb_language_now()->code);
    rb_json_text(&json, "scene", session->runs[0].scene.id);
    rb_json_text(&json, "law", scene->friction->id);
    rb_json_bool(&json, "playing", rb_session_playing(session));
    rb_json_bool(&json, "sonify", app->config.sonify != 0);
    rb_json_number(&json, "speed", session->speed);
    rb_json_begin_list(&json, "scenes");
    for (int i = 0; i < app->library->count; i++) {
        add_named(&json, app->library->scenes[i].id, app->library->scenes[i].name);
    }
    rb_json_end(&json);
    rb_json_begin_list(&json, "lessons");
    for (int i = 0; i < app->player.lessons.count; i++) {
        add_named(&json, app->player.lessons.items[i].id, app->player.lessons.items[i].name);
    }
    rb_json_end(&json);
    add_laws(&json, scene);
    add_params(&json, scene);
    add_keys(&json);
    add_lesson(&json, &view);
    rb_json_end(&json);
    return rb_json_finish(&json);
}
