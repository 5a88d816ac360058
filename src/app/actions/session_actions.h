/* Actions that change the runs of a session and nothing else of the program. The viewer and the lesson
   checker call the same functions, so that a lesson is checked with the runs that the window shows. */
#ifndef RB_APP_ACTIONS_SESSION_ACTIONS_H
#define RB_APP_ACTIONS_SESSION_ACTIONS_H

#include "app/actions/grammar.h"
#include "app/session/session.h"

/* The words fit the usage of the action. On failure nothing is changed, and err has the reason. */
typedef rb_status rb_session_action(rb_session *session, const rb_args *args, rb_error *err);

/* Edits of the selected run: what takes effect at once does so, the rest waits for a restart. */
rb_session_action rb_session_do_law, rb_session_do_rolling, rb_session_do_normal, rb_session_do_set;
/* Edits that restart all runs. */
rb_session_action rb_session_do_start, rb_session_do_variant, rb_session_do_preset;
rb_session_action rb_session_do_restart;
/* Which runs there are, and which one is selected or the reference. */
rb_session_action rb_session_do_compare, rb_session_do_all_laws, rb_session_do_single;
rb_session_action rb_session_do_remove, rb_session_do_run, rb_session_do_reference;
/* Which runs an edit goes to. */
rb_session_action rb_session_do_link, rb_session_do_own_start;

/* Fails if there is only one run. */
rb_status rb_session_require_several(const rb_session *session, rb_error *err);
/* The run that the first word names, from 0, or the selected run if there is no word. Fails if there is only
 * one run. */
rb_status rb_arg_run(const rb_session *session, const rb_args *args, int *run, rb_error *err);
/* The scene that the first word names. */
rb_status rb_arg_scene(const rb_library *library, const rb_args *args, const rb_scene **out, rb_error *err);
/* The variant that a word names; others: the other words that are accepted there, "" for none. */
rb_status rb_arg_variant(const rb_args *args, int index, const char *others, const rb_variant **out,
                         rb_error *err);

#endif
