/* Actions on plots, which are identified by what they show or by their place. */
#include <string.h>

#include "app/language/language.h"
#include "viewer/actions/groups.h"

/* Updates the plots to the set of the selected run's body. */
static rb_plots *open_plots(rb_app *app) {
    rb_ui_show_right(&app->ui, true);
    app->ui.hidden = false;
    app->plots.page = RB_PAGE_PLOTS;
    rb_plots_update(&app->plots, &app->session);
    return &app->plots;
}

static rb_status read_plot(const rb_app *app, const rb_args *args, int index, rb_plot *plot, rb_error *err) {
    const rb_scene *scene = &app->session.runs[app->session.selected].scene;
    rb_error why;
    rb_status status = rb_plot_parse(rb_arg(args, index), scene->body, plot, &why);
    return status == RB_OK ? status
                           : rb_fail(err, status, "%s: %s", rb_action_at(args->action)->id, why.text);
}

/* Reads the place of an existing plot, from 0. */
static rb_status read_place(rb_app *app, const rb_args *args, int index, int *place, rb_error *err) {
    rb_plots_update(&app->plots, &app->session);
    if (app->plots.count == 0) {
        return rb_fail(err, RB_ERR_INPUT, "There is no plot: + plot adds one");
    }
    int number = 1;
    rb_status status =
        index < args->count ? rb_arg_whole(args, index, 1, app->plots.count, &number, err) : RB_OK;
    *place = number - 1;
    return status;
}

rb_status rb_do_page(rb_app *app, const rb_args *args, rb_error *err) {
    (void)err;
    rb_ui_show_right(&app->ui, true);
    app->ui.hidden = false;
    app->plots.page = args->choice[0];
    return RB_OK;
}

bool rb_is_page(const rb_app *app, const rb_args *args) {
    return app->plots.page == args->choice[0];
}

rb_status rb_do_plot(rb_app *app, const rb_args *args, rb_error *err) {
    rb_plot plot;
    int place = -1;
    rb_status status = read_plot(app, args, 0, &plot, err);
    if (status == RB_OK && args->count > 1) {
        status = read_place(app, args, 1, &place, err);
    }
    if (status != RB_OK) {
        return status;
    }
    rb_plots *plots = open_plots(app);
    place = place < 0 ? rb_plots_find(plots, &plot) : place;
    if (place < 0 && plots->count == RB_PLOTS_MAX) {
        return rb_fail(err, RB_ERR_INPUT, "plot: expected at most %d plots; unplot one first", RB_PLOTS_MAX);
    }
    rb_plots_put(plots, place < 0 ? plots->count : place, &plot);
    return RB_OK;
}

bool rb_is_plotted(const rb_app *app, const rb_args *args) {
    rb_plot plot;
    return read_plot(app, args, 0, &plot, NULL) == RB_OK && rb_plots_find(&app->plots, &plot) >= 0;
}

rb_status rb_do_unplot(rb_app *app, const rb_args *args, rb_error *err) {
    enum { ALL };
    rb_plots_update(&app->plots, &app->session);
    if (args->choice[0] == ALL) {
        app->plots.count = 0;
        return RB_OK;
    }
    rb_plot plot;
    const char *word = rb_arg(args, 0);
    int place = -1;
    if (strspn(word, "0123456789") == strlen(word)) {
        rb_status status = read_place(app, args, 0, &place, err);
        if (status != RB_OK) {
            return status;
        }
    } else {
        rb_status status = read_plot(app, args, 0, &plot, err);
        if (status != RB_OK) {
            return status;
        }
        place = rb_plots_find(&app->plots, &plot);
        if (place < 0) {
            return rb_arg_refuse(args, 0, "a plot that is there", err);
        }
    }
    rb_plots_remove(&app->plots, place);
    return RB_OK;
}

rb_status rb_do_plot_set(rb_app *app, const rb_args *args, rb_error *err) {
    rb_plot plots[RB_PLOTS_MAX];
    bool usual = args->count == 1 && strcmp(rb_arg(args, 0), "default") == 0;
    if (args->count > RB_PLOTS_MAX) {
        return rb_fail(err, RB_ERR_INPUT, "plot-set: expected at most %d plots, got %d", RB_PLOTS_MAX,
                       args->count);
    }
    for (int i = 0; i < args->count && !usual; i++) {
        rb_status status = read_plot(app, args, i, &plots[i], err);
        if (status != RB_OK) {
            return status;
        }
    }
    rb_plots *shown = open_plots(app);
    if (usual) {
        rb_plots_reset(shown, shown->body);
        return RB_OK;
    }
    shown->count = 0;
    for (int i = 0; i < args->count; i++) {
        rb_plots_put(shown, i, &plots[i]);
    }
    shown->reveal = 0;
    return RB_OK;
}

rb_status rb_do_plot_time(rb_app *app, const rb_args *args, rb_error *err) {
    enum { ALL };
    double seconds = 0;
    if (args->choice[0] != ALL && rb_arg_number(args, 0, 0.01, 3600, &seconds, err) != RB_OK) {
        return RB_ERR_INPUT;
    }
    app->plots.follow = true;
    app->plots.window = seconds;
    return RB_OK;
}

rb_status rb_do_data(rb_app *app, const rb_args *args, rb_error *err) {
    enum { OFF };
    double shift = 0;
    int columns = 0;
    if (args->choice[0] == OFF) {
        rb_overlay_clear(&app->plots.overlay);
        return RB_OK;
    }
    if (args->count > 1 && rb_arg_number(args, 1, -1e6, 1e6, &shift, err) != RB_OK) {
        return RB_ERR_INPUT;
    }
    rb_status status = rb_overlay_read(&app->plots.overlay, rb_arg(args, 0), shift, &columns, err);
    if (status == RB_OK && app->plots.overlay.points > 0) {
        rb_show_message(app, rb_tr("Data in the world: %d rows of %d tracked points, %d signals of %s"),
                        app->plots.overlay.table.rows, app->plots.overlay.points, columns, rb_arg(args, 0));
    } else if (status == RB_OK) {
        rb_show_message(app, rb_tr("Data over the plots: %d rows, %d signals of %s"),
                        app->plots.overlay.table.rows, columns, rb_arg(args, 0));
    }
    return status;
}

rb_status rb_do_theory(rb_app *app, const rb_args *args, rb_error *err) {
    (void)err;
    app->plots.theory.shown = rb_arg_switch(args, 0, app->plots.theory.shown);
    return RB_OK;
}

bool rb_is_theory(const rb_app *app, const rb_args *args) {
    (void)args;
    return app->plots.theory.shown;
}

rb_status rb_do_plot_csv(rb_app *app, const rb_args *args, rb_error *err) {
    int place = 0;
    rb_status status = read_place(app, args, 0, &place, err);
    if (status != RB_OK) {
        return status;
    }
    unsigned problems = app->messages.problems;
    rb_app_export_plot(app, place);
    return rb_problem_since(app, problems, err);
}

rb_status rb_do_plot_png(rb_app *app, const rb_args *args, rb_error *err) {
    int place = 0;
    rb_status status = read_place(app, args, 0, &place, err);
    app->plots.alone = status == RB_OK ? place : app->plots.alone;
    return status;
}

/* ---------------------------------------------------------------- law view */

static bool write_law_csv(FILE *out, const rb_app *app) {
    return rb_law_view_write(out, &app->plots.laws, &app->session);
}

static bool write_law_svg(FILE *out, const rb_app *app) {
    return rb_law_view_picture(out, &app->plots.laws, &app->session, false);
}

static bool write_law_png(FILE *out, const rb_app *app) {
    return rb_law_view_picture(out, &app->plots.laws, &app->session, true);
}

rb_status rb_do_law_view(rb_app *app, const rb_args *args, rb_error *err) {
    enum { CURVES, LIMIT, CSV };
    static const struct {
        const char *ending;
        rb_app_writer *write;
    } files[] = {{".csv", write_law_csv}, {".svg", write_law_svg}, {".png", write_law_png}};
    int choice = args->choice[0];
    if (choice < CSV) {
        app->ui.right = true;
        app->plots.page = RB_PAGE_LAWS;
        app->plots.laws.tab = choice == CURVES ? RB_LAW_CURVES_TAB : RB_LAW_LIMIT_TAB;
        return RB_OK;
    }
    rb_law_view_update(&app->plots.laws, &app->session, app->ui.contact);
    if (!app->plots.laws.curves[RB_RUNS_MAX].usable) {
        return rb_fail(err, RB_ERR_INPUT, "law-view: there is no curve to save");
    }
    return rb_write_named(app, args->count > 1 ? rb_arg(args, 1) : NULL, "rattleback-laws",
                          files[choice - CSV].ending, files[choice - CSV].write, err);
}

bool rb_is_law_view(const rb_app *app, const rb_args *args) {
    return app->plots.page == RB_PAGE_LAWS && args->count == 1 && (int)app->plots.laws.tab == args->choice[0];
}
