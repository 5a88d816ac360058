/* What the names of a condition stand for: the runs that are shown, each with its scene, what it is
   remembered by, its first instant and its present one.

       first_reversal_time   an outcome ("rbsim outcomes"), else
       omega3                a signal, now; first.omega3: at the start of the run, else
       mu, contact.mu        a parameter of the scene
       run2.NAME             of the second run; without it, of the selected one
*/
#ifndef RB_APP_LESSON_WORLD_H
#define RB_APP_LESSON_WORLD_H

#include <rattleback/rattleback.h>

typedef struct rb_lesson_run {
    const rb_scene *scene;
    const rb_summary *summary;         /* NULL: nothing has been run; numbers are all 1 */
    const rb_snapshot *first, *latest; /* NULL where not known: NaN */
} rb_lesson_run;

typedef struct rb_lesson_world {
    int count, selected;
    rb_lesson_run runs[RB_RUNS_MAX];
} rb_lesson_world;

/* Does the condition hold in this world? */
rb_status rb_lesson_holds(const rb_lesson_world *world, const char *condition, bool *holds,
                          rb_error *err);

#endif
