#include "viewer/remote_events.h"

#include <stdlib.h>
#include <string.h>

#include "app/language/language.h"
#include "base/file.h"
#include "base/json.h"
#include "viewer/app.h"

static void begin(rb_json *json, const char *event) {
    rb_json_begin_object(json, NULL);
    rb_json_text(json, "event", event);
}

/* Events of the runs: "reversal", "rest" and so on. A restart has fewer than before. */
static int add_events(rb_json *json, const rb_session *session, rb_remote_seen *seen) {
    int added = 0;
    for (int run = 0; run < session->shown_count; run++) {
        const rb_summary *summary = rb_session_summary(session, run);
        int from = seen->events[run] <= summary->event_count ? seen->events[run] : 0;
        for (int i = from; i < summary->event_count; i++, added++) {
            begin(json, rb_event_name(session->runs[run].scene.body, &summary->events[i]));
            rb_json_number(json, "run", run + 1);
            rb_json_number(json, "t", summary->events[i].t);
            rb_json_number(json, "value", summary->events[i].value);
            rb_json_end(json);
        }
        seen->events[run] = summary->event_count;
    }
    return added;
}

static int add_lesson(rb_json *json, const rb_lesson_view *view, rb_remote_seen *seen) {
    bool step = view->lesson != seen->lesson || view->step != seen->step;
    bool answer = !step && view->answer != seen->answer && view->answer >= 0;
    bool right = !step && view->right != seen->right && view->right >= 0;
    bool task = !step && view->task_done && !seen->task_done;
    const struct {
        const char *name;
        bool happened;
    } events[] = {{"step", step}, {"answer", answer}, {"result", right}, {"task", task}};
    seen->lesson = view->lesson;
    seen->step = view->step;
    seen->answer = view->answer;
    seen->right = view->right;
    seen->task_done = view->task_done;
    int added = 0;
    for (size_t i = 0; i < sizeof events / sizeof events[0]; i++) {
        if (!events[i].happened) {
            continue;
        }
        begin(json, events[i].name);
        rb_json_text(json, "lesson", view->lesson != NULL ? view->lesson->id : NULL);
        rb_json_number(json, "step", view->step + 1);
        rb_json_number(json, "answer", view->answer + 1);
        rb_json_number(json, "right", view->right + 1);
        rb_json_bool(json, "done", view->task_done);
        rb_json_end(json);
        added++;
    }
    return added;
}

/* Checksum of what is shown: scenes with all their parameters, selection, whether time passes, whether the
   motion is heard, and the language. */
static uint64_t checksum(const rb_app *app) {
    const rb_session *session = &app->session;
    const int numbers[] = {session->count,     session->selected,  rb_session_playing(session),
                           session->scrubbing, app->config.sonify, (int)rb_language_version()};
    uint64_t sum = rb_fnv(RB_FNV_BEGIN, numbers, sizeof numbers);
    sum = rb_fnv(sum, &session->speed, sizeof session->speed);
    for (int run = 0; run < session->count; run++) {
        const rb_scene *scene = &session->runs[run].scene;
        sum = rb_fnv(sum, scene->id, strlen(scene->id));
        sum = rb_fnv(sum, scene->friction->id, strlen(scene->friction->id));
        sum = rb_fnv(sum, scene->values, sizeof scene->values);
    }
    return sum;
}

static int add_state(rb_json *json, const rb_app *app, rb_remote_seen *seen) {
    const rb_session *session = &app->session;
    uint64_t now = checksum(app);
    if (now == seen->state) {
        return 0;
    }
    seen->state = now;
    begin(json, "state");
    rb_json_text(json, "scene", session->runs[0].scene.id);
    rb_json_text(json, "law", session->runs[session->selected].scene.friction->id);
    rb_json_number(json, "runs", session->count);
    rb_json_number(json, "selected", session->selected + 1);
    rb_json_number(json, "t", rb_session_time(session));
    rb_json_number(json, "speed", session->speed);
    rb_json_bool(json, "playing", rb_session_playing(session));
    rb_json_bool(json, "scrubbing", session->scrubbing);
    rb_json_end(json);
    return 1;
}

/* Time and camera, for pages that show something beside the view. */
static int add_frame(rb_json *json, const rb_app *app, rb_remote_seen *seen) {
    const double now[] = {rb_session_time(&app->session), (double)app->camera.yaw, (double)app->camera.pitch,
                          (double)app->camera.distance};
    uint64_t sum = rb_fnv(RB_FNV_BEGIN, now, sizeof now);
    if (!seen->frames || sum == seen->frame) {
        return 0;
    }
    seen->frame = sum;
    begin(json, "frame");
    rb_json_number(json, "t", now[0]);
    rb_json_begin_list(json, "camera");
    for (int i = 1; i < 4; i++) {
        rb_json_number(json, NULL, now[i]);
    }
    rb_json_end(json);
    rb_json_end(json);
    return 1;
}

char *rb_remote_events_json(rb_app *app) {
    rb_lesson_view view = rb_lesson_view_of(app);
    rb_json json = {0};
    rb_json_begin_list(&json, NULL);
    int added = add_events(&json, &app->session, &app->seen);
    added += add_state(&json, app, &app->seen);
    added += add_lesson(&json, &view, &app->seen);
    added += add_frame(&json, app, &app->seen);
    rb_json_end(&json);
    char *text = rb_json_finish(&json);
    if (added == 0) {
        free(text);
        return NULL;
    }
    return text;
}
