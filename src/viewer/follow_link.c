/* Creates a link from the program's state, and follows links. */
#include "viewer/follow_link.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/actions/grammar.h"
#include "app/appearance/appearance.h"
#include "app/language/language.h"
#include "math/pi.h"
#include "viewer/actions/actions.h"
#include "viewer/app.h"
#include "viewer/platform/window.h"

/* ---------------------------------------------------------------- from the state to the link */

/* Angles and lengths of a view, rounded to 0.1 degree and 1 mm. */
static void add_rounded(rb_link_pen *pen, const char *name, double value) {
    char text[40];
    snprintf(text, sizeof text, "%.4g", value);
    rb_link_add(pen, name, text);
}

static void look_text(const rb_camera *camera, char *text, size_t size) {
    double degrees = 180 / RB_PI;
    int used = snprintf(text, size, "%.1f,%.1f,%.3g", (double)camera->yaw * degrees,
                        fmax((double)camera->pitch * degrees, 1), (double)camera->distance);
    if (!camera->follow) {
        snprintf(text + used, size - (size_t)used, ",%.4f,%.4f,%.4f", camera->target.x, camera->target.y,
                 camera->target.z);
    }
}

static void add_camera(rb_link_pen *pen, const rb_app *app) {
    char now[120], usual[120];
    rb_camera camera = rb_camera_for(&app->session.runs[0].scene);
    look_text(&app->camera, now, sizeof now);
    look_text(&camera, usual, sizeof usual);
    if (strcmp(now, usual) != 0) {
        rb_link_add(pen, "look", now);
    }
}

/* The default "auto" is not written. */
static void add_manner(rb_link_pen *pen, const rb_config *config) {
    if (config->style != RB_STYLE_AUTO) {
        rb_link_add(pen, "style", rb_style_name((rb_style)config->style));
    }
    if (config->material != RB_MATERIAL_AUTO) {
        rb_link_add(pen, "material", rb_material_name((rb_material)config->material));
    }
}

static void add_shown(rb_link_pen *pen, const rb_app *app) {
    rb_config usual = rb_config_default();
    for (int on = 1; on >= 0; on--) {
        char list[400] = "";
        size_t used = 0;
        for (int i = 0; i < rb_show_item_count(); i++) {
            const rb_show_item *item = rb_show_item_at(i);
            bool shown = (app->style.show & (unsigned)item->bit) != 0;
            bool differs = shown != ((usual.show & (unsigned)item->bit) != 0);
            if (differs && shown == (on == 1) && used < sizeof list) {
                used +=
                    (size_t)snprintf(list + used, sizeof list - used, "%s%s", used > 0 ? "," : "", item->id);
            }
        }
        if (used > 0) {
            rb_link_add(pen, on ? "show" : "hide", list);
        }
    }
    if (fabs((double)app->style.arrow_scale - usual.arrow_scale) > 1e-4) {
        add_rounded(pen, "arrows", (double)app->style.arrow_scale);
    }
    if (app->style.arrow_log != (usual.arrow_log != 0)) {
        rb_link_add(pen, "log-arrows", app->style.arrow_log ? "" : "off");
    }
    if (fabs((double)app->style.trail_seconds - usual.trail_seconds) > 1e-4) {
        add_rounded(pen, "trails", (double)app->style.trail_seconds);
    }
}

/* "omega3,N;energy" */
static void plots_text(const rb_plot *plots, int count, char *text, size_t size) {
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < count && used < size; i++) {
        char one[200];
        rb_plot_text(&plots[i], one, sizeof one);
        used += (size_t)snprintf(text + used, size - used, "%s%s", i > 0 ? ";" : "", one);
    }
}

static void add_plots(rb_link_pen *pen, const rb_app *app) {
    static const char *const pages[] = {"plots", "laws", "studies", "workshop"};
    const rb_plots *plots = &app->plots;
    char now[900], begun[900];
    rb_plots *usual = calloc(1, sizeof *usual);
    if (usual != NULL && plots->body != NULL) {
        rb_plots_reset(usual, plots->body);
        plots_text(plots->items, plots->count, now, sizeof now);
        plots_text(usual->items, usual->count, begun, sizeof begun);
        if (strcmp(now, begun) != 0 && plots->count > 0) {
            rb_link_add(pen, "plots", now);
        }
    }
    free(usual);
    if (plots->window > 0) {
        add_rounded(pen, "plot-time", plots->window);
    }
    if (plots->theory.shown) {
        rb_link_add(pen, "theory", "");
    }
    if (rb_ui_right(&app->ui) && plots->page > 0 && plots->page < (int)(sizeof pages / sizeof pages[0])) {
        rb_link_add(pen, "page", pages[plots->page]);
    }
}

/* The reader's language: that of a link stays in further links, also if it is English. */
static void add_language(rb_link_pen *pen, const rb_app *app) {
    const rb_language *now = rb_language_now();
    if (app->link.gave_language || now != rb_language_at(0)) {
        rb_link_add(pen, "lang", now->code);
    }
}

static void add_presenter(rb_link_pen *pen, const rb_app *app) {
    if (app->presenter.on) {
        rb_link_add(pen, "presenter", "");
    }
}

static void add_window(rb_link_pen *pen, const rb_app *app) {
    const rb_ui *ui = &app->ui;
    bool several = app->session.count > 1;
    bool usual = several ? false : rb_config_default().microscope != 0;
    if (ui->microscope != usual) {
        rb_link_add(pen, "microscope", ui->microscope ? "" : "off");
    }
    if (ui->enlarged && ui->microscope) {
        rb_link_add(pen, "enlarge", "");
    }
    if (!ui->explain) {
        rb_link_add(pen, "explain", "off");
    }
    if (ui->hidden) {
        rb_link_add(pen, "hide-ui", "");
    }
    add_presenter(pen, app);
}

static const rb_scene *add_runs(rb_link_pen *pen, const rb_app *app) {
    const rb_session *session = &app->session;
    rb_link_runs runs = {.count = session->count, .preset = session->runs[0].preset.id};
    for (int i = 0; i < session->count; i++) {
        runs.scenes[i] = &session->runs[i].scene;
        runs.own_start[i] = session->runs[i].own_start;
    }
    return rb_link_add_runs(pen, app->library, &runs);
}

/* An open lesson is written as its step, which sets the scene. */
static bool add_lesson(rb_link_pen *pen, const rb_app *app) {
    const rb_lesson *lesson = rb_lesson_current(&app->player);
    if (lesson != NULL) {
        rb_link_add(pen, "lesson", lesson->id);
        rb_link_add_number(pen, "step", app->player.step + 1);
    }
    return lesson != NULL;
}

static void add_comparison(rb_link_pen *pen, const rb_app *app) {
    static const char *const layouts[] = {"single", "grid", "overlay"};
    const rb_session *session = &app->session;
    if (session->count > 1 && app->ui.layout != RB_LAYOUT_GRID) {
        rb_link_add(pen, "layout", layouts[app->ui.layout]);
    }
    if (session->selected > 0) {
        rb_link_add_number(pen, "run", session->selected + 1);
    }
    if (session->reference_chosen) {
        rb_link_add_number(pen, "reference", session->reference + 1);
    }
    if (session->link) {
        rb_link_add(pen, "edit-all", "");
    }
}

/* The time, if the run is paused; a playing or finished run restarts. */
static void add_time(rb_link_pen *pen, const rb_app *app) {
    static const char *const rests[] = {"stop", "loop", "go-on"};
    const rb_session *session = &app->session;
    const rb_body_kind *body = session->runs[0].scene.body;
    bool stopped = session->scrubbing || (!session->frame->playing && !rb_session_ended(session));
    double t = stopped ? rb_session_time(session) : INFINITY;
    rb_link_add_flicks(pen, &session->user_events, t);
    if (stopped) {
        rb_link_add_number(pen, "t", t);
    }
    double usual = rb_presenter_usual_speed(app); /* in multiples of the body's pace */
    if (fabs(usual - 1) > 1e-3) {
        add_rounded(pen, "speed", usual * rb_appearance_pace(body));
    }
    if (session->at_rest != RB_REST_STOPS) {
        rb_link_add(pen, "at-rest", rests[session->at_rest]);
    }
}

rb_status rb_app_link(const rb_app *app, rb_link_pen *pen, bool *elsewhere, rb_error *err) {
    rb_link_begin(pen);
    *elsewhere = false;
    if (add_lesson(pen, app)) {
        add_presenter(pen, app);
        add_language(pen, app);
        return RB_OK;
    }
    const rb_scene *base = add_runs(pen, app);
    if (base == NULL) {
        return rb_fail(err, RB_ERR_INPUT, "No link: the library has no scene with a body of kind %s",
                       app->session.runs[0].scene.body->id);
    }
    *elsewhere = strcmp(base->id, app->session.runs[0].preset.id) != 0;
    add_comparison(pen, app);
    add_camera(pen, app);
    add_shown(pen, app);
    add_manner(pen, &app->config);
    add_plots(pen, app);
    add_window(pen, app);
    add_language(pen, app);
    add_time(pen, app);
    return pen->full ? rb_fail(err, RB_ERR_INPUT, "Link too long: more than %d characters", RB_LINK_MAX)
                     : RB_OK;
}

rb_status rb_app_address(const rb_app *app, char **address, bool *elsewhere, rb_error *err) {
    static const size_t size = RB_LINK_MAX + 2000; /* also the address of the page */
    rb_link_pen pen;
    rb_status status = rb_app_link(app, &pen, elsewhere, err);
    *address = status == RB_OK ? malloc(size) : NULL;
    if (status != RB_OK) {
        return status;
    }
    if (*address == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "The link cannot be made: out of memory");
    }
    rb_address_of(pen.text, *address, size);
    if ((*address)[0] == '?') {
        snprintf(*address, size, "%s%s", app->config.site, pen.text);
    }
    return RB_OK;
}

/* ---------------------------------------------------------------- from the link to the state */

static void report_problems(rb_app *app) {
    const rb_link *link = &app->link.link;
    int kept = link->problem_count < RB_LINK_PROBLEMS ? link->problem_count : RB_LINK_PROBLEMS;
    for (int i = 0; i < kept; i++) {
        rb_messages_add(&app->messages, RB_LEVEL_PROBLEM, "%s", link->problems[i].text);
        if (app->offscreen) {
            fprintf(stderr, "rattleback: %s\n", link->problems[i].text);
        }
    }
}

void rb_app_open_link(rb_app *app, const char *text) {
    rb_link *link = &app->link.link;
    rb_link_read(link, text, app->library, &app->session.runs[0].preset);
    report_problems(app);
    if (link->run_count > 0) {
        rb_session_pause(&app->session); /* pushes are replayed at their times from the start */
        rb_app_begin(app, link->scenes, link->run_count);
        for (int i = 0; i < link->run_count; i++) {
            rb_session_run *run = &app->session.runs[i];
            run->own_start = link->own_start[i];
            run->preset = link->preset;
            rb_scene_set_friction(&run->preset, run->scene.friction);
            rb_scene_set_rolling(&run->preset, run->scene.rolling);
            rb_scene_set_normal(&run->preset, run->scene.normal);
        }
    }
    app->link.next = 0;
    app->link.under_way = true;
}

/* Unlike the action, it changes no setting: the next start is in the user's own language. */
static rb_status use_language(rb_app *app, const char *line, rb_error *err) {
    rb_args args;
    rb_status status = rb_action_parse(line, &args, err);
    status = status == RB_OK ? rb_language_use(rb_arg(&args, 0), err) : status;
    app->link.gave_language = app->link.gave_language || status == RB_OK;
    return status;
}

static void run_next(rb_app *app) {
    rb_followed_link *follow = &app->link;
    const rb_link_line *line = &follow->link.lines[follow->next];
    rb_error err;
    if (follow->next++ == follow->link.time_from) {
        follow->speed = app->session.speed;
        rb_session_set_speed(&app->session, RB_SPEED_MAX);
    }
    bool language = strcmp(line->part, "lang") == 0;
    if ((language ? use_language(app, line->line, &err) : rb_action_try(app, line->line, &err)) != RB_OK) {
        rb_messages_add(&app->messages, RB_LEVEL_PROBLEM, "link: %s: %s", line->part, err.text);
        if (app->offscreen) {
            fprintf(stderr, "rattleback: link: %s: %s\n", line->part, err.text);
        }
    }
}

/* A push starts playback, so the next line runs at the same instant. */
static bool flicked(const rb_followed_link *follow) {
    return follow->next > 0 && strcmp(follow->link.lines[follow->next - 1].part, "flick") == 0 &&
           strncmp(follow->link.lines[follow->next - 1].line, "flick", 5) == 0;
}

void rb_app_leave_link(rb_app *app) {
    rb_followed_link *follow = &app->link;
    if (follow->under_way && follow->next > follow->link.time_from) {
        rb_session_set_speed(&app->session, follow->speed);
    }
    follow->under_way = false;
}

static void arrive(rb_app *app) {
    const rb_followed_link *follow = &app->link;
    rb_app_leave_link(app);
    if (follow->link.pauses) {
        rb_session_pause(&app->session);
    } else if (follow->link.run_count > 0 && !app->offscreen) {
        rb_session_play(&app->session);
    }
}

bool rb_app_follow_link(rb_app *app) {
    rb_followed_link *follow = &app->link;
    bool lesson = rb_lesson_player_busy(&app->player); /* it sets its own scene first */
    while (follow->under_way && (flicked(follow) || (!lesson && !rb_script_waits(app)))) {
        if (follow->next < follow->link.line_count) {
            run_next(app);
            lesson = rb_lesson_player_busy(&app->player);
        } else {
            arrive(app);
        }
    }
    return follow->under_way;
}
