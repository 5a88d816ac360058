/* Actions on studies: what they show is named by ranges and outcomes, as rbsim has it. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/language/language.h"
#include "base/file.h"
#include "viewer/actions/groups.h"

static void open_page(rb_app *app, rb_study_kind kind) {
    app->ui.right = true;
    app->ui.hidden = false;
    app->plots.page = RB_PAGE_STUDIES;
    rb_study_form_use(&app->studies.form, &app->session.runs[app->session.selected].scene);
    app->studies.form.kind = kind;
}

static void open_survey(rb_app *app) {
    open_page(app, RB_STUDY_MAP);
    rb_study_form_show(&app->studies.form, &app->studies.survey->what);
}

static const rb_scene *scene_of(const rb_app *app) {
    return &app->session.runs[app->session.selected].scene;
}

static rb_status expect(const rb_args *args, bool good, const char *usage, rb_error *err) {
    char given[200];
    rb_arg_rest(args, 1, given, sizeof given);
    return good ? RB_OK
                : rb_fail(err, RB_ERR_INPUT, "study %s: expected %s, got \"%s\"", rb_arg(args, 0), usage,
                          given);
}

/* ---------------------------------------------------------------- surveys */

static rb_status show(rb_app *app, rb_survey *survey) {
    if (survey == NULL) {
        return RB_ERR_INPUT;
    }
    rb_studies_show(&app->studies, survey);
    open_survey(app);
    return RB_OK;
}

static rb_status begin(rb_app *app, const rb_survey_words *words, rb_error *err) {
    rb_study_spec spec;
    rb_status status = rb_survey_define(scene_of(app), words, &spec, err);
    return status == RB_OK ? show(app, rb_survey_begin(&spec, app->studies.threaded, err)) : status;
}

/* The words of a map or of curves: ranges, "law=A,B", "until=T" and outcomes. */
static rb_status read_survey(const rb_args *args, rb_survey_words *words, rb_error *err) {
    for (int i = 1; i < args->count; i++) {
        const char *word = rb_arg(args, i);
        if (strncmp(word, "until=", 6) == 0) {
            rb_args number = *args;
            number.at[i] += 6;
            if (rb_arg_number(&number, i, 1e-9, 1e9, &words->until, err) != RB_OK) {
                return RB_ERR_INPUT;
            }
        } else if (strchr(word, '=') != NULL) {
            *(words->x == NULL ? &words->x : &words->y) = word;
        } else {
            words->value = word;
        }
    }
    return RB_OK;
}

static rb_status do_map(rb_app *app, const rb_args *args, rb_error *err) {
    rb_survey_words words = {0};
    rb_status status = read_survey(args, &words, err);
    if (status == RB_OK) {
        status = expect(args, words.y != NULL && words.value != NULL,
                        "X=FROM:TO:COUNT Y=FROM:TO:COUNT OUTCOME,... [until=T]", err);
    }
    return status == RB_OK ? begin(app, &words, err) : status;
}

static rb_status do_sweep(rb_app *app, const rb_args *args, rb_error *err) {
    rb_survey_words words = {0};
    rb_status status = read_survey(args, &words, err);
    if (status == RB_OK) {
        status = expect(args, words.x != NULL && words.value != NULL,
                        "X=FROM:TO:COUNT [law=LAW,...] OUTCOME,... [until=T]", err);
    }
    return status == RB_OK ? begin(app, &words, err) : status;
}

static rb_status do_bifurcation(rb_app *app, const rb_args *args, rb_error *err) {
    if (expect(args, args->count >= 2 && args->count <= 5, "X=FROM:TO:COUNT [TRANSIENT [POINTS [SECTION]]]",
               err) != RB_OK) {
        return RB_ERR_INPUT;
    }
    rb_survey_words words = {.x = rb_arg(args, 1),
                             .section = args->count > 4 ? rb_arg(args, 4) : NULL,
                             .transient = 150,
                             .points = 100};
    if ((args->count > 2 && rb_arg_whole(args, 2, 0, 100000, &words.transient, err) != RB_OK) ||
        (args->count > 3 && rb_arg_whole(args, 3, 1, 2000, &words.points, err) != RB_OK)) {
        return RB_ERR_INPUT;
    }
    return begin(app, &words, err);
}

static rb_status need_survey(const rb_app *app, const rb_args *args, rb_error *err) {
    return app->studies.survey != NULL
               ? RB_OK
               : rb_fail(err, RB_ERR_INPUT,
                         "study %s: there is no map, sweep or diagram yet; study map begins one",
                         rb_arg(args, 0));
}

static rb_status do_finer(rb_app *app, const rb_args *args, rb_error *err) {
    double at[4] = {0};
    if (need_survey(app, args, err) != RB_OK) {
        return RB_ERR_INPUT;
    }
    bool map = app->studies.survey->kind == RB_SURVEY_MAP;
    if (expect(args, args->count == (map ? 5 : 3), map ? "X0 X1 Y0 Y1" : "X0 X1", err) != RB_OK) {
        return RB_ERR_INPUT;
    }
    for (int i = 1; i < args->count; i++) {
        if (rb_arg_number(args, i, -1e12, 1e12, &at[i - 1], err) != RB_OK) {
            return RB_ERR_INPUT;
        }
    }
    return show(app,
                rb_survey_finer(app->studies.survey, at[0], at[1], at[2], at[3], app->studies.threaded, err));
}

static rb_status do_back(rb_app *app, const rb_args *args, rb_error *err) {
    (void)args;
    if (!rb_studies_back(&app->studies)) {
        return rb_fail(err, RB_ERR_INPUT, "study back: there is nothing before this one");
    }
    open_survey(app);
    return RB_OK;
}

/* The case as edits of what runs, if the scene is otherwise the same; else as a scene. */
static void start_case(rb_app *app, const rb_scene *scene) {
    rb_session *session = &app->session;
    rb_session_run *run = &session->runs[session->selected];
    bool same = run->scene.body == scene->body && run->scene.friction == scene->friction &&
                run->scene.rolling == scene->rolling && run->scene.normal == scene->normal &&
                strcmp(run->scene.id, scene->id) == 0;
    if (!same) {
        rb_app_open(app, scene);
        return;
    }
    rb_session_remember(session);
    memcpy(run->scene.values, scene->values, sizeof run->scene.values);
    rb_session_scene_edited(session, session->selected);
    rb_session_restart(session);
    rb_play_on(app);
    app->plots.follow = true;
}

static rb_status do_start(rb_app *app, const rb_args *args, rb_error *err) {
    double at[2] = {0};
    if (need_survey(app, args, err) != RB_OK) {
        return RB_ERR_INPUT;
    }
    const rb_survey *survey = app->studies.survey;
    bool map = survey->kind == RB_SURVEY_MAP, several = rb_survey_curves(survey) > 1;
    int count = map || (several && args->count > 2) ? 2 : 1;
    if (expect(args, args->count == count + 1, map ? "X Y" : several ? "X [CURVE]" : "X", err) != RB_OK) {
        return RB_ERR_INPUT;
    }
    for (int i = 0; i < count; i++) {
        if (rb_arg_number(args, i + 1, -1e12, 1e12, &at[i], err) != RB_OK) {
            return RB_ERR_INPUT;
        }
    }
    at[1] -= several && count == 2; /* curves count from 1 */
    int64_t job = rb_survey_job_at(survey, at[0], at[1]);
    if (job < 0) {
        return rb_arg_refuse(args, 1, "a place within the ranges", err);
    }
    rb_scene scene = rb_survey_scene(survey, job);
    rb_status status = rb_scene_check(&scene, "study start", err);
    if (status == RB_OK) {
        start_case(app, &scene);
    }
    return status;
}

static rb_status do_show(rb_app *app, const rb_args *args, rb_error *err) {
    if (need_survey(app, args, err) != RB_OK || expect(args, args->count == 2, "OUTCOME", err) != RB_OK) {
        return RB_ERR_INPUT;
    }
    rb_survey *survey = app->studies.survey;
    const rb_sweep *sweep = &survey->what.sweep;
    for (int k = 0; survey->kind == RB_SURVEY_MAP && k < sweep->value_count; k++) {
        if (strcmp(sweep->values[k]->name, rb_arg(args, 1)) == 0) {
            survey->shown = k;
            survey->version++;
            return RB_OK;
        }
    }
    return rb_arg_refuse(args, 1, "an outcome of the map", err);
}

/* ---------------------------------------------------------------- identification */

/* The page shows the fit, to be changed and computed again. */
static void fill_fit_form(rb_study_form *form, const rb_fit_spec *fit) {
    size_t used = 0;
    snprintf(form->free, sizeof form->free, "%s", fit->free);
    snprintf(form->free_start, sizeof form->free_start, "%s", fit->free_start);
    form->data[0] = '\0';
    for (int i = 0; i < fit->data_count && used < sizeof form->data; i++) {
        const rb_fit_data *data = &fit->data[i];
        char file[1100], word[1200];
        snprintf(file, sizeof file, "%s%s%s", data->path, data->start[0] != '\0' ? "@" : "", data->start);
        bool quoted = strpbrk(file, " \t;'\"") != NULL;
        rb_action_quote(file, word, sizeof word);
        used += (size_t)snprintf(form->data + used, sizeof form->data - used, "%s%s", i > 0 ? " " : "",
                                 quoted ? word : file);
    }
}

rb_status rb_show_fit(rb_app *app, const rb_study_spec *spec, rb_error *err) {
    rb_fitting *fitting = rb_fitting_begin(spec, app->studies.threaded, err);
    if (fitting == NULL) {
        return RB_ERR_INPUT;
    }
    rb_fitting_free(app->studies.fitting);
    app->studies.fitting = fitting;
    open_page(app, RB_STUDY_FIT);
    fill_fit_form(&app->studies.form, &spec->fit);
    return RB_OK;
}

/* One word of "free=mu,a start=omega2 restarts=3 run1.csv@1 run2.csv". */
static rb_status read_fit_word(const rb_args *args, int index, rb_fit_spec *fit, rb_error *err) {
    const char *word = rb_arg(args, index);
    if (strncmp(word, "free=", 5) == 0) {
        snprintf(fit->free, sizeof fit->free, "%s", word + 5);
    } else if (strncmp(word, "start=", 6) == 0) {
        snprintf(fit->free_start, sizeof fit->free_start, "%s", word + 6);
    } else if (strncmp(word, "restarts=", 9) == 0) {
        rb_args number = *args;
        number.at[index] += 9;
        return rb_arg_whole(&number, index, 0, 1000, &fit->restarts, err);
    } else if (fit->data_count < RB_FIT_SERIES) {
        return rb_fit_data_read(word, &fit->data[fit->data_count++], err);
    } else {
        return rb_fail(err, RB_ERR_INPUT, "fit: expected at most %d series", RB_FIT_SERIES);
    }
    return RB_OK;
}

/* "study fit ..." as a study. */
static rb_status make_fit(const rb_app *app, const rb_args *args, rb_study_spec *spec, rb_error *err) {
    *spec = (rb_study_spec){.kind = RB_SPEC_FIT, .fit = {.seed = 1, .camera = rb_tracker_default()}};
    spec->sweep.scene = *scene_of(app);
    rb_status status = RB_OK;
    for (int i = 1; status == RB_OK && i < args->count; i++) {
        status = read_fit_word(args, i, &spec->fit, err);
    }
    bool good = spec->fit.data_count > 0 && (spec->fit.free[0] != '\0' || spec->fit.free_start[0] != '\0');
    return status == RB_OK
               ? expect(args, good, "free=NAME,... [start=NAME,...] [restarts=N] FILE[@START] ...", err)
               : status;
}

static rb_status do_fit(rb_app *app, const rb_args *args, rb_error *err) {
    rb_study_spec spec;
    rb_status status = make_fit(app, args, &spec, err);
    return status == RB_OK ? rb_show_fit(app, &spec, err) : status;
}

/* ---------------------------------------------------------------- ensembles */

/* Signals of the plots over time, without repeats: what the band is wanted for. */
static void plotted_signals(rb_app *app, char *names, size_t size) {
    int seen[RB_ENSEMBLE_SIGNALS], count = 0;
    size_t used = 0;
    rb_plots_update(&app->plots, &app->session);
    names[0] = '\0';
    for (int i = 0; i < app->plots.count; i++) {
        const rb_plot *plot = &app->plots.items[i];
        for (int k = 0; plot->kind == RB_PLOT_TIME && k < plot->count; k++) {
            bool again = false;
            for (int j = 0; j < count; j++) {
                again = again || seen[j] == plot->signals[k];
            }
            if (!again && count < RB_ENSEMBLE_SIGNALS && used < size) {
                seen[count++] = plot->signals[k];
                used += (size_t)snprintf(names + used, size - used, "%s%s", used > 0 ? "," : "",
                                         rb_signal_at(plot->signals[k])->name);
            }
        }
    }
}

/* "ensemble ..." as a study. */
static rb_status make_ensemble(rb_app *app, const rb_args *args, rb_study_spec *spec, rb_error *err) {
    const char *vary[RB_ARGS_MAX];
    int count = 0, runs = 200;
    for (int i = 0; i < args->count; i++) {
        if (strncmp(rb_arg(args, i), "runs=", 5) == 0) {
            rb_args number = *args;
            number.at[i] += 5;
            if (rb_arg_whole(&number, i, 2, RB_BAND_RUNS, &runs, err) != RB_OK) {
                return RB_ERR_INPUT;
            }
        } else {
            vary[count++] = rb_arg(args, i);
        }
    }
    char signals[RB_ENSEMBLE_SIGNALS * 64];
    plotted_signals(app, signals, sizeof signals);
    if (count == 0 || signals[0] == '\0') {
        return rb_fail(err, RB_ERR_INPUT,
                       "ensemble: expected NAME=AMOUNT or NAME=SHARE%%, and a plot over time to "
                       "show it in");
    }
    return rb_band_define(scene_of(app), vary, count, runs, signals, spec, err);
}

static rb_status begin_band(rb_app *app, const rb_study_spec *spec, rb_error *err) {
    rb_band_study *band = rb_band_begin(spec, app->studies.threaded, err);
    if (band == NULL) {
        return RB_ERR_INPUT;
    }
    rb_band_free(app->studies.band);
    app->studies.band = band;
    return RB_OK;
}

/* Shows the signals of the ensemble in plots, and its numbers on the page. */
static rb_status show_ensemble(rb_app *app, const rb_study_spec *spec, rb_error *err) {
    if (begin_band(app, spec, err) != RB_OK) {
        return RB_ERR_INPUT;
    }
    open_page(app, RB_STUDY_ENSEMBLE);
    rb_study_form_show(&app->studies.form, spec);
    return RB_OK;
}

rb_status rb_do_ensemble(rb_app *app, const rb_args *args, rb_error *err) {
    enum { OFF };
    rb_study_spec spec;
    if (args->choice[0] == OFF) {
        rb_band_free(app->studies.band);
        app->studies.band = NULL;
        return RB_OK;
    }
    rb_status status = make_ensemble(app, args, &spec, err);
    return status == RB_OK ? begin_band(app, &spec, err) : status;
}

/* ---------------------------------------------------------------- the form */

/* The study of the page's form. */
static rb_status make_form(rb_app *app, rb_study_spec *spec, rb_error *err) {
    rb_study_form form = app->studies.form;
    rb_study_form_use(&form, scene_of(app));
    if (form.kind <= RB_STUDY_BASINS) {
        return rb_study_form_make(&form, scene_of(app), spec, err);
    }
    char line[RB_LINE_MAX]; /* its fields have the words of an action */
    rb_args args;
    rb_study_form_line(&form, line, sizeof line);
    rb_status status = rb_action_parse(line, &args, err);
    return status != RB_OK             ? status
           : form.kind == RB_STUDY_FIT ? make_fit(app, &args, spec, err)
                                       : make_ensemble(app, &args, spec, err);
}

/* Computes and shows a study of any kind. */
static rb_status compute(rb_app *app, const rb_study_spec *spec, rb_error *err) {
    return spec->kind == RB_SPEC_FIT        ? rb_show_fit(app, spec, err)
           : spec->kind == RB_SPEC_ENSEMBLE ? show_ensemble(app, spec, err)
                                            : show(app, rb_survey_begin(spec, app->studies.threaded, err));
}

static rb_status do_compute(rb_app *app, const rb_args *args, rb_error *err) {
    (void)args;
    rb_study_spec spec;
    rb_status status = make_form(app, &spec, err);
    return status == RB_OK ? compute(app, &spec, err) : status;
}

/* ---------------------------------------------------------------- files */

static rb_status do_load(rb_app *app, const rb_args *args, rb_error *err) {
    if (expect(args, args->count == 2, "FILE", err) != RB_OK) {
        return RB_ERR_INPUT;
    }
    const char *path = rb_arg(args, 1);
    rb_study_spec spec;
    rb_status status = rb_study_spec_read_file(path, &spec, err);
    if (status != RB_OK) {
        return RB_ERR_INPUT;
    }
    bool survey = spec.kind == RB_SPEC_SWEEP || spec.kind == RB_SPEC_BIFURCATION;
    return survey && rb_survey_is_file(path) ? show(app, rb_survey_read(path, err)) /* a table */
                                             : compute(app, &spec, err);
}

/* The definition of the study that the form shows, for rbsim study and study load. */
static rb_status do_save(rb_app *app, const rb_args *args, rb_error *err) {
    char name[RB_PATH_MAX];
    rb_study_spec spec;
    rb_status status = expect(args, args->count <= 2, "[FILE]", err);
    status = status == RB_OK ? make_form(app, &spec, err) : status;
    if (args->count > 1) {
        snprintf(name, sizeof name, "%s", rb_arg(args, 1));
    } else {
        rb_path_new(name, sizeof name, "rattleback-study", ".json");
    }
    status = status == RB_OK ? rb_study_spec_write_file(&spec, name, err) : status;
    if (status == RB_OK) {
        rb_show_message(app, rb_tr("Definition saved: %s"), name);
        rb_files_offer_download(name);
    }
    return status;
}

static rb_status write_result(rb_app *app, const rb_args *args, const char *ending, rb_app_writer *write,
                              rb_error *err) {
    if (need_survey(app, args, err) != RB_OK || expect(args, args->count <= 2, "[FILE]", err) != RB_OK) {
        return RB_ERR_INPUT;
    }
    return rb_write_named(app, args->count > 1 ? rb_arg(args, 1) : NULL, "rattleback-study", ending, write,
                          err);
}

static bool write_table(FILE *out, const rb_app *app) {
    return rb_survey_write(out, app->studies.survey);
}

static bool write_svg(FILE *out, const rb_app *app) {
    return rb_survey_draw(out, app->studies.survey);
}

static rb_status do_csv(rb_app *app, const rb_args *args, rb_error *err) {
    return write_result(app, args, ".csv", write_table, err);
}

static rb_status do_svg(rb_app *app, const rb_args *args, rb_error *err) {
    return write_result(app, args, ".svg", write_svg, err);
}

static rb_status do_png(rb_app *app, const rb_args *args, rb_error *err) {
    if (need_survey(app, args, err) != RB_OK || expect(args, args->count <= 2, "[FILE]", err) != RB_OK) {
        return RB_ERR_INPUT;
    }
    rb_study_view_save(&app->plots.study, args->count > 1 ? rb_arg(args, 1) : "");
    return RB_OK;
}

/* ---------------------------------------------------------------- results of a fit */

static rb_status do_take(rb_app *app, const rb_args *args, rb_error *err) {
    (void)args;
    rb_scene scene;
    if (app->studies.fitting == NULL) {
        return rb_fail(err, RB_ERR_INPUT, "study take: there is no fit; study fit begins one");
    }
    rb_status status = rb_fitting_scene(app->studies.fitting, &scene, err);
    if (status == RB_OK) {
        start_case(app, &scene);
        rb_show_message(app, rb_tr("The fitted scene runs; save keeps it"));
    }
    return status;
}

/* ---------------------------------------------------------------- the actions */

static rb_status do_cancel(rb_app *app, const rb_args *args, rb_error *err) {
    (void)args, (void)err;
    rb_studies_cancel(&app->studies);
    return RB_OK;
}

static rb_status do_wait(rb_app *app, const rb_args *args, rb_error *err) {
    (void)args, (void)err;
    app->studies.waiting = rb_studies_run(&app->studies);
    return RB_OK;
}

rb_status rb_do_study(rb_app *app, const rb_args *args, rb_error *err) {
    /* In the order of the usage. */
    static rb_status (*const handlers[])(rb_app *, const rb_args *, rb_error *) = {
        do_map,  do_sweep, do_bifurcation, do_fit, do_compute, do_finer, do_back,   do_start, do_show,
        do_load, do_save,  do_csv,         do_svg, do_png,     do_take,  do_cancel, do_wait};
    return handlers[args->choice[0]](app, args, err);
}
