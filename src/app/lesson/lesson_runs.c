#include "app/lesson/lesson.h"

#include <stdlib.h>
#include <string.h>

#include "app/actions/session_actions.h"

/* Effect of an action. */
typedef enum effect {
    EFFECT_WINDOW, /* does not change the runs */
    EFFECT_SCENE,  /* opens a scene */
    EFFECT_RUNS,   /* adds or removes runs */
    EFFECT_EDIT,   /* edits the scene of a run; a restart is needed before the run is as described */
    EFFECT_START,  /* restarts all runs with the edits */
} effect;

/* The actions that a lesson may use. Not allowed: files, recordings, ending the program, undo, and actions
   whose effect depends on the moment. */
static const struct {
    const char *id;
    effect effect;
    rb_session_action *run; /* NULL: see effect */
} allowed[] = {
    {"scene", EFFECT_SCENE, NULL},
    {"law", EFFECT_EDIT, rb_session_do_law},
    {"rolling", EFFECT_EDIT, rb_session_do_rolling},
    {"normal", EFFECT_EDIT, rb_session_do_normal},
    {"set", EFFECT_EDIT, rb_session_do_set},
    {"start", EFFECT_START, rb_session_do_start},
    {"variant", EFFECT_START, rb_session_do_variant},
    {"preset", EFFECT_START, rb_session_do_preset},
    {"restart", EFFECT_START, rb_session_do_restart},
    {"compare", EFFECT_RUNS, rb_session_do_compare},
    {"all-laws", EFFECT_RUNS, rb_session_do_all_laws},
    {"single", EFFECT_RUNS, rb_session_do_single},
    {"run", EFFECT_RUNS, rb_session_do_run},
    {"reference", EFFECT_RUNS, rb_session_do_reference},
    {"link", EFFECT_RUNS, rb_session_do_link},
    {"own-start", EFFECT_RUNS, rb_session_do_own_start},
    {"play", EFFECT_WINDOW, NULL},
    {"until", EFFECT_WINDOW, NULL},
    {"speed", EFFECT_WINDOW, NULL},
    {"at-rest", EFFECT_WINDOW, NULL},
    {"layout", EFFECT_WINDOW, NULL},
    {"camera", EFFECT_WINDOW, NULL},
    {"look", EFFECT_WINDOW, NULL},
    {"zoom", EFFECT_WINDOW, NULL},
    {"follow", EFFECT_WINDOW, NULL},
    {"show", EFFECT_WINDOW, NULL},
    {"hand", EFFECT_WINDOW, NULL},
    {"arrows", EFFECT_WINDOW, NULL},
    {"log-arrows", EFFECT_WINDOW, NULL},
    {"trails", EFFECT_WINDOW, NULL},
    {"page", EFFECT_WINDOW, NULL},
    {"plot", EFFECT_WINDOW, NULL},
    {"unplot", EFFECT_WINDOW, NULL},
    {"plot-set", EFFECT_WINDOW, NULL},
    {"plot-time", EFFECT_WINDOW, NULL},
    {"theory", EFFECT_WINDOW, NULL},
    {"left", EFFECT_WINDOW, NULL},
    {"parameters", EFFECT_WINDOW, NULL},
    {"contact", EFFECT_WINDOW, NULL},
    {"right", EFFECT_WINDOW, NULL},
    {"hide", EFFECT_WINDOW, NULL},
    {"microscope", EFFECT_WINDOW, NULL},
    {"enlarge", EFFECT_WINDOW, NULL},
    {"explain", EFFECT_WINDOW, NULL},
    {"sound", EFFECT_WINDOW, NULL},
};

void rb_lesson_runs_clear(rb_lesson_runs *runs) {
    if (runs->session != NULL) {
        rb_session_destroy(runs->session);
        free(runs->session);
    }
    runs->session = NULL;
    runs->edited = false;
}

rb_status rb_lesson_runs_open(rb_lesson_runs *runs, const rb_scene *scene, rb_error *err) {
    if (runs->session != NULL) {
        rb_session_open(runs->session, scene);
        return RB_OK;
    }
    rb_session *session = calloc(1, sizeof *session);
    if (session == NULL) {
        rb_fail(err, RB_ERR_MEMORY, "lesson: out of memory");
        return RB_ERR_MEMORY;
    }
    rb_status status = rb_session_create(session, scene, 1, (rb_session_options){0}, err);
    if (status != RB_OK) {
        free(session);
        return status;
    }
    runs->session = session;
    return RB_OK;
}

static rb_status open_scene(rb_lesson_runs *runs, const rb_args *args, rb_error *err) {
    const rb_scene *scene = NULL;
    rb_status status = rb_arg_scene(runs->library, args, &scene, err);
    return status == RB_OK ? rb_lesson_runs_open(runs, scene, err) : status;
}

/* "law next" and "scene next" depend on the present selection: a lesson must use ids. */
static bool is_relative(const char *id, const rb_args *args) {
    bool steps = strcmp(id, "law") == 0 || strcmp(id, "scene") == 0;
    const char *word = rb_arg(args, 0);
    return steps && (strcmp(word, "next") == 0 || strcmp(word, "previous") == 0);
}

/* The runner carries out the commands, without any time passing. */
static rb_status settle(rb_session *session, rb_error *err) {
    rb_session_update(session, 0);
    bool refused = rb_session_update(session, 0);
    return !refused ? RB_OK : rb_fail(err, RB_ERR_INPUT, "%s", session->frame->error.text);
}

static rb_status run(rb_lesson_runs *runs, size_t row, const rb_args *args, rb_error *err) {
    effect what = allowed[row].effect;
    if (what == EFFECT_WINDOW) {
        return RB_OK;
    }
    if (runs->session == NULL && what != EFFECT_SCENE) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected a scene before it (\"scene ID\")", allowed[row].id);
    }
    if (is_relative(allowed[row].id, args)) {
        return rb_arg_refuse(args, 0, what == EFFECT_SCENE ? "the id of a scene" : "the id of a law", err);
    }
    rb_status status =
        what == EFFECT_SCENE ? open_scene(runs, args, err) : allowed[row].run(runs->session, args, err);
    if (status != RB_OK) {
        return status;
    }
    runs->edited = what == EFFECT_EDIT || (runs->edited && what == EFFECT_RUNS);
    return settle(runs->session, err);
}

rb_status rb_lesson_runs_do(rb_lesson_runs *runs, const char *line, rb_error *err) {
    rb_args args;
    rb_status status = rb_action_parse(line, &args, err);
    if (status != RB_OK) {
        return status;
    }
    const char *id = rb_action_at(args.action)->id;
    for (size_t i = 0; i < sizeof allowed / sizeof allowed[0]; i++) {
        if (strcmp(allowed[i].id, id) == 0) {
            return run(runs, i, &args, err);
        }
    }
    return rb_fail(err, RB_ERR_INPUT,
                   "%s: expected an action that a lesson may use (docs/lessons.md lists them)", id);
}

rb_status rb_lesson_runs_do_all(rb_lesson_runs *runs, const char *lines, int *done, rb_error *err) {
    char line[RB_LINE_MAX];
    rb_status status = RB_OK;
    while (status == RB_OK && rb_action_next(&lines, line)) {
        rb_error why;
        status = rb_lesson_runs_do(runs, line, &why);
        if (status != RB_OK) {
            return rb_fail(err, status, "\"%.60s\": %s", line, why.text);
        }
        ++*done;
    }
    return status;
}
