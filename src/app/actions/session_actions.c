#include "app/actions/session_actions.h"

#include <stdio.h>
#include <string.h>

/* ---------------------------------------------------------------- words */

rb_status rb_session_require_several(const rb_session *session, rb_error *err) {
    return session->count > 1 ? RB_OK : rb_fail(err, RB_ERR_INPUT, "There is only one run: C adds another");
}

rb_status rb_arg_run(const rb_session *session, const rb_args *args, int *run, rb_error *err) {
    int number = session->selected + 1;
    rb_status status = rb_session_require_several(session, err);
    if (status == RB_OK && args->count > 0) {
        status = rb_arg_whole(args, 0, 1, session->count, &number, err);
    }
    *run = number - 1;
    return status;
}

rb_status rb_arg_scene(const rb_library *library, const rb_args *args, const rb_scene **out, rb_error *err) {
    *out = rb_library_find(library, rb_arg(args, 0));
    if (*out != NULL) {
        return RB_OK;
    }
    const char *names[RB_LIBRARY_MAX];
    char near[160], expected[220];
    for (int i = 0; i < library->count; i++) {
        names[i] = library->scenes[i].id;
    }
    rb_nearest_names(rb_arg(args, 0), names, library->count, near, sizeof near);
    snprintf(expected, sizeof expected, "the id of a scene (%s%s)",
             near[0] != '\0' ? "perhaps " : "\"rbsim scenes\" lists them", near);
    return rb_arg_refuse(args, 0, expected, err);
}

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

/* ---------------------------------------------------------------- laws and parameters */

static void step_law(rb_session *session, int direction) {
    const rb_scene *scene = &session->runs[session->selected].scene;
    int count = rb_friction_law_count();
    int at = 0;
    while (at < count && rb_friction_law_at(at) != scene->friction) {
        at++;
    }
    for (int i = 1; i <= count; i++) {
        const rb_friction_law *law = rb_friction_law_at((at + i * direction + count * i) % count);
        if (rb_scene_law_fits(scene, law, NULL) == RB_OK) {
            rb_session_remember(session);
            rb_session_set_law(session, session->selected, law);
            break;
        }
    }
}

static rb_status assign(rb_session *session, const char *what, const char *value, rb_error *err) {
    char text[RB_LINE_MAX + 16];
    snprintf(text, sizeof text, "%s=%s", what, value);
    const char *one = text;
    return rb_session_assign(session, session->selected, &one, 1, err);
}

rb_status rb_session_do_law(rb_session *session, const rb_args *args, rb_error *err) {
    enum { NEXT, PREVIOUS };
    if (args->choice[0] == NEXT || args->choice[0] == PREVIOUS) {
        step_law(session, args->choice[0] == NEXT ? 1 : -1);
        return RB_OK;
    }
    return assign(session, "friction", rb_arg(args, 0), err);
}

rb_status rb_session_do_rolling(rb_session *session, const rb_args *args, rb_error *err) {
    return assign(session, "rolling", rb_arg(args, 0), err);
}

rb_status rb_session_do_normal(rb_session *session, const rb_args *args, rb_error *err) {
    return assign(session, "normal", rb_arg(args, 0), err);
}

rb_status rb_session_do_set(rb_session *session, const rb_args *args, rb_error *err) {
    const char *words[RB_ARGS_MAX];
    for (int i = 0; i < args->count; i++) {
        words[i] = rb_arg(args, i);
    }
    return rb_session_assign(session, session->selected, words, args->count, err);
}

/* ---------------------------------------------------------------- starts and variants */

static rb_status restart_if(rb_session *session, rb_status status) {
    if (status == RB_OK) {
        rb_session_restart(session);
    }
    return status;
}

rb_status rb_session_do_restart(rb_session *session, const rb_args *args, rb_error *err) {
    (void)args;
    (void)err;
    return restart_if(session, RB_OK);
}

rb_status rb_session_do_start(rb_session *session, const rb_args *args, rb_error *err) {
    char which[96];
    rb_arg_rest(args, 0, which, sizeof which);
    return restart_if(session, rb_session_use_start(session, session->selected, which, err));
}

rb_status rb_session_do_variant(rb_session *session, const rb_args *args, rb_error *err) {
    const rb_variant *variant = NULL;
    rb_status status = rb_arg_variant(args, 0, "", &variant, err);
    if (status == RB_OK) {
        status = rb_session_apply_variant(session, session->selected, variant, err);
    }
    return restart_if(session, status);
}

rb_status rb_session_do_preset(rb_session *session, const rb_args *args, rb_error *err) {
    (void)args;
    (void)err;
    rb_session_remember(session);
    for (int i = 0; i < session->count; i++) {
        session->runs[i].scene = session->runs[i].preset;
        rb_session_scene_edited(session, i);
    }
    return restart_if(session, RB_OK);
}

/* ---------------------------------------------------------------- runs */

static rb_status compare_law(rb_session *session, const rb_args *args, rb_error *err) {
    const rb_friction_law *law = NULL;
    if (args->count > 1) {
        law = rb_friction_law_find(rb_arg(args, 1));
        if (law == NULL) {
            return rb_arg_refuse(args, 1, "the id of a friction law (\"rbsim laws\" lists them)", err);
        }
    }
    return rb_session_compare_add(session, law, err);
}

rb_status rb_session_do_compare(rb_session *session, const rb_args *args, rb_error *err) {
    if (strcmp(rb_arg(args, 0), "law") == 0) {
        return compare_law(session, args, err);
    }
    const rb_variant *variant = NULL;
    rb_status status = rb_arg_variant(args, 0, "law", &variant, err);
    if (status == RB_OK && args->count > 1) {
        return rb_fail(err, RB_ERR_INPUT, "compare %s: expected nothing after it, got \"%s\"", variant->id,
                       rb_arg(args, 1));
    }
    return status == RB_OK ? rb_session_compare_variant(session, variant, err) : status;
}

rb_status rb_session_do_all_laws(rb_session *session, const rb_args *args, rb_error *err) {
    (void)args;
    (void)err;
    rb_session_compare_all(session);
    return RB_OK;
}

rb_status rb_session_do_single(rb_session *session, const rb_args *args, rb_error *err) {
    (void)args;
    (void)err;
    rb_session_compare_end(session);
    return RB_OK;
}

rb_status rb_session_do_remove(rb_session *session, const rb_args *args, rb_error *err) {
    int run = 0;
    rb_status status = rb_arg_run(session, args, &run, err);
    if (status == RB_OK) {
        rb_session_remember(session);
        rb_session_remove(session, run);
    }
    return status;
}

rb_status rb_session_do_run(rb_session *session, const rb_args *args, rb_error *err) {
    int run = 0;
    rb_status status = rb_arg_run(session, args, &run, err);
    session->selected = status == RB_OK ? run : session->selected;
    return status;
}

rb_status rb_session_do_reference(rb_session *session, const rb_args *args, rb_error *err) {
    int run = 0;
    rb_status status = rb_arg_run(session, args, &run, err);
    if (status == RB_OK) {
        session->reference = run;
        session->reference_chosen = true;
    }
    return status;
}

rb_status rb_session_do_link(rb_session *session, const rb_args *args, rb_error *err) {
    (void)err;
    session->link = rb_arg_switch(args, 0, session->link);
    return RB_OK;
}

rb_status rb_session_do_own_start(rb_session *session, const rb_args *args, rb_error *err) {
    rb_session_run *run = &session->runs[session->selected];
    rb_status status = rb_session_require_several(session, err);
    if (status == RB_OK) {
        run->own_start = rb_arg_switch(args, 0, run->own_start);
    }
    return status;
}
