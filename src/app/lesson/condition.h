/* Conditions on numbers, as lessons write them:

       first_reversal_time < 1 and mu < 0.2
       abs(jellett - first.jellett) < 0.01 * abs(first.jellett)
       run2.reversal_count = 0 or not run1.inverted = 1

   Numbers, names, + - * / ( ) and abs( ); < <= > >= = !=; and, or, not, which bind in the usual order.
   A number that did not happen (NaN) makes a comparison false. */
#ifndef RB_APP_LESSON_CONDITION_H
#define RB_APP_LESSON_CONDITION_H

#include <rattleback/status.h>
#include <stdbool.h>

/* What a name stands for; fails with what was expected where it stands for nothing. */
typedef rb_status rb_condition_lookup(const void *context, const char *name, double *value,
                                      rb_error *err);

/* Does it hold? Messages quote the text from where it goes wrong. */
rb_status rb_condition_holds(const char *text, rb_condition_lookup *lookup, const void *context,
                             bool *holds, rb_error *err);

#endif
