/* Actions on compared runs. */
#include <stdio.h>
#include <string.h>

#include "viewer/actions/groups.h"

static const char only_run[] = "There is one run only: C adds another";

rb_status rb_arg_variant(const rb_args *args, int index, const char *others, const rb_variant **out,
                         rb_error *err) {
    *out = rb_variant_find(rb_arg(args, index));
    if (*out != NULL) {
        return RB_OK;
    }
    char expected[200];
    size_t used = (size_t)snprintf(expected, sizeof expected, "%s", others);
    for (int i = 0; i < rb_variant_count() && used < sizeof expected; i++) {
        bool last = i + 1 == rb_variant_count();
        used += (size_t)snprintf(expected + used, sizeof expected - used, "%s%s",
                                 used == 0 ? ""
                                 : last    ? " or "
                                           : ", ",
                                 rb_variant_at(i)->id);
    }
    return rb_arg_refuse(args, index, expected, err);
}

static rb_status compare_law(rb_app *app, const rb_args *args, rb_error *err) {
    const rb_friction_law *law = NULL;
    if (args->count > 1) {
        law = rb_friction_law_find(rb_arg(args, 1));
        if (law == NULL) {
            return rb_arg_refuse(args, 1, "the id of a friction law (\"rbsim laws\" lists them)",
                                 err);
        }
    }
    return rb_session_compare_add(&app->session, law, err);
}

static rb_status compare_variant(rb_app *app, const rb_args *args, rb_error *err) {
    const rb_variant *variant = NULL;
    rb_status status = rb_arg_variant(args, 0, "law", &variant, err);
    if (status == RB_OK && args->count > 1) {
        return rb_fail(err, RB_ERR_INPUT, "compare %s: expected nothing after it, got \"%s\"",
                       variant->id, rb_arg(args, 1));
    }
    return status == RB_OK ? rb_session_compare_variant(&app->session, variant, err) : status;
}

rb_status rb_do_compare(rb_app *app, const rb_args *args, rb_error *err) {
    bool first = app->session.count == 1 && app->ui.layout == RB_LAYOUT_SINGLE;
    rb_status status = strcmp(rb_arg(args, 0), "law") == 0 ? compare_law(app, args, err)
                                                           : compare_variant(app, args, err);
    if (status == RB_OK && first) {
        app->ui.layout = RB_LAYOUT_GRID;
    }
    if (status == RB_OK) {
        rb_play_on(app);
    }
    return status;
}

rb_status rb_do_all_laws(rb_app *app, const rb_args *args, rb_error *err) {
    (void)args;
    (void)err;
    rb_session_compare_all(&app->session);
    app->ui.layout = RB_LAYOUT_GRID;
    rb_play_on(app);
    return RB_OK;
}

rb_status rb_do_single(rb_app *app, const rb_args *args, rb_error *err) {
    (void)args;
    (void)err;
    rb_session_compare_end(&app->session);
    app->ui.layout = RB_LAYOUT_SINGLE;
    return RB_OK;
}

/* Which run the word names, from 0; without a word the selected one. */
static rb_status run_of(const rb_app *app, const rb_args *args, int *run, rb_error *err) {
    int number = app->session.selected + 1;
    if (app->session.count == 1) {
        return rb_fail(err, RB_ERR_INPUT, "%s", only_run);
    }
    rb_status status =
        args->count == 0 ? RB_OK : rb_arg_whole(args, 0, 1, app->session.count, &number, err);
    *run = number - 1;
    return status;
}

rb_status rb_do_remove(rb_app *app, const rb_args *args, rb_error *err) {
    int run = 0;
    rb_status status = run_of(app, args, &run, err);
    if (status == RB_OK) {
        rb_session_remember(&app->session);
        rb_session_remove(&app->session, run);
    }
    return status;
}

rb_status rb_do_run(rb_app *app, const rb_args *args, rb_error *err) {
    int run = 0;
    rb_status status = run_of(app, args, &run, err);
    app->session.selected = status == RB_OK ? run : app->session.selected;
    return status;
}

rb_status rb_do_reference(rb_app *app, const rb_args *args, rb_error *err) {
    int run = 0;
    rb_status status = run_of(app, args, &run, err);
    app->session.reference = status == RB_OK ? run : app->session.reference;
    return status;
}

static bool names_run(const rb_app *app, const rb_args *args, int run) {
    int named = -1;
    return run_of(app, args, &named, NULL) == RB_OK && named == run;
}

bool rb_is_selected(const rb_app *app, const rb_args *args) {
    return names_run(app, args, app->session.selected);
}

bool rb_is_reference(const rb_app *app, const rb_args *args) {
    return names_run(app, args, app->session.reference);
}

rb_status rb_do_layout(rb_app *app, const rb_args *args, rb_error *err) {
    if (app->session.count == 1) {
        return rb_fail(err, RB_ERR_INPUT, "%s", only_run);
    }
    app->ui.layout = args->count > 0 ? (rb_layout_mode)args->choice[0]
                                     : (rb_layout_mode)((app->ui.layout + 1) % RB_LAYOUT_COUNT);
    return RB_OK;
}

bool rb_is_layout(const rb_app *app, const rb_args *args) {
    return args->count > 0 && (int)app->ui.layout == args->choice[0];
}

rb_status rb_do_link(rb_app *app, const rb_args *args, rb_error *err) {
    (void)err;
    app->session.link = rb_arg_switch(args, 0, app->session.link);
    rb_tell(app, "Edits go to: %s", app->session.link ? "all runs" : "the selected run");
    return RB_OK;
}

rb_status rb_do_own_start(rb_app *app, const rb_args *args, rb_error *err) {
    rb_session_run *run = &app->session.runs[app->session.selected];
    if (app->session.count == 1) {
        return rb_fail(err, RB_ERR_INPUT, "%s", only_run);
    }
    run->own_start = rb_arg_switch(args, 0, run->own_start);
    return RB_OK;
}

bool rb_is_own_start(const rb_app *app, const rb_args *args) {
    (void)args;
    return app->session.runs[app->session.selected].own_start;
}

bool rb_is_linked(const rb_app *app, const rb_args *args) {
    (void)args;
    return app->session.link;
}
