/* Handlers of the actions, one file per group. The words fit the usage of the action. A handler that fails
   gives the reason and changes nothing. */
#ifndef RB_VIEWER_ACTIONS_GROUPS_H
#define RB_VIEWER_ACTIONS_GROUPS_H

#include "app/actions/session_actions.h"
#include "viewer/app.h"

#define ACTION(id, group, usage, help, run, on)                                                              \
    rb_status rb_do_##run(rb_app *app, const rb_args *args, rb_error *err);
#include "app/actions/table.inc"
#undef ACTION

/* True if the line would change nothing. */
typedef bool rb_action_is(const rb_app *app, const rb_args *args);
rb_action_is rb_is_playing, rb_is_at_rest;
rb_action_is rb_is_searching, rb_is_law, rb_is_rolling, rb_is_normal;
rb_action_is rb_is_layout, rb_is_linked, rb_is_own_start, rb_is_selected, rb_is_reference;
rb_action_is rb_is_following;
rb_action_is rb_is_shown, rb_is_log, rb_is_hand, rb_is_style, rb_is_material;
rb_action_is rb_is_page, rb_is_plotted, rb_is_theory, rb_is_law_view;
rb_action_is rb_is_help, rb_is_hidden, rb_is_left, rb_is_right, rb_is_microscope, rb_is_enlarged,
    rb_is_explained;
rb_action_is rb_is_sound, rb_is_sonified, rb_reports_frames, rb_is_presenter, rb_is_parameters, rb_is_contact;
rb_action_is rb_is_theme, rb_is_language, rb_is_full_screen, rb_is_perf;
rb_action_is rb_is_recording, rb_is_clip, rb_is_logging;
rb_action_is rb_is_notes, rb_is_drawing, rb_is_number, rb_is_spin_unit, rb_is_qr;
rb_action_is rb_is_order, rb_is_lesson, rb_is_glossary, rb_is_welcome;

/* Call after a restart: if status is RB_OK, starts playing and lets the plots follow. Returns status. */
rb_status rb_after_restart(rb_app *app, rb_status status);

/* Fails with the message of a file operation if it reported a problem since then. */
rb_status rb_problem_since(const rb_app *app, unsigned problems, rb_error *err);

/* Writes a file: at this path, or a new one of this stem and ending if path is NULL. A writer returns false
   when out of memory. */
typedef bool rb_app_writer(FILE *out, const rb_app *app);
rb_status rb_write_named(rb_app *app, const char *path, const char *stem, const char *ending,
                         rb_app_writer *write, rb_error *err);

/* Begins a fit and shows its page. */
rb_status rb_show_fit(rb_app *app, const rb_study_spec *spec, rb_error *err);

/* Starts playing in an interactive window; off-screen and in a video time advances only as requested. */
void rb_play_on(rb_app *app);

/* Shows a message about an action that has no other visible effect. */
#define rb_show_message(app, ...) rb_messages_add(&(app)->messages, RB_LEVEL_INFO, __VA_ARGS__)

#endif
