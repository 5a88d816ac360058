/* Conditions on numbers, as lessons write them:

       first_reversal_time < 1 and mu < 0.2
       abs(jellett - first.jellett) < 0.01 * abs(first.jellett)
       run2.reversal_count = 0 or not run1.inverted = 1

   Numbers, names, + - * / ( ) and abs( ); < <= > >= = !=; and, or, not, with the usual precedence. A value
   that does not exist (NaN), such as the time of a reversal that did not happen, makes a comparison false.

       first_reversal_time   an outcome ("rbsim outcomes"), else
       omega3                a signal, now; first.omega3: at the start of the run, else
       mu, contact.mu        a parameter of the scene
       run2.NAME             of the second run; without it, of the selected one */
#ifndef RB_APP_LESSON_CONDITION_H
#define RB_APP_LESSON_CONDITION_H

#include <rattleback/rattleback.h>
#include <stdbool.h>

/* Gives the value of a name; fails, with what was expected, if the name is unknown. */
typedef rb_status rb_condition_lookup(const void *context, const char *name, double *value, rb_error *err);

/* Evaluates a condition with names of the caller's. Messages quote the text from where it is wrong. */
rb_status rb_condition_holds(const char *text, rb_condition_lookup *lookup, const void *context, bool *holds,
                             rb_error *err);

/* A run that names refer to. */
typedef struct rb_condition_run {
    const rb_scene *scene;
    const rb_summary *summary;         /* NULL: not run yet; every value is 1, to check the names only */
    const rb_snapshot *first, *latest; /* NULL if not known: values are NaN */
} rb_condition_run;

typedef struct rb_condition_runs {
    int count, selected;
    rb_condition_run runs[RB_RUNS_MAX];
} rb_condition_runs;

/* Evaluates a condition on these runs. */
rb_status rb_condition_holds_for(const rb_condition_runs *runs, const char *condition, bool *holds,
                                 rb_error *err);

#endif
