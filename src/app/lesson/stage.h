/* The scenes that lines of a lesson lead to, without a window: what an action does to the runs there,
   it does here (test_viewer_lessons compares). */
#ifndef RB_APP_LESSON_STAGE_H
#define RB_APP_LESSON_STAGE_H

#include <rattleback/rattleback.h>

typedef struct rb_lesson_stage {
    const rb_library *library;
    int count, selected; /* count 0: no scene is open yet */
    bool link;
    bool edited; /* since the last start: such a run would not be the one that the lines describe */
    bool own_start[RB_RUNS_MAX];
    rb_scene scenes[RB_RUNS_MAX];
    rb_scene presets[RB_RUNS_MAX];
} rb_lesson_stage;

/* Does one line. Refused is what a lesson has no business with (files, the end of the program), and
   what cannot be done. */
rb_status rb_lesson_stage_do(rb_lesson_stage *stage, const char *line, rb_error *err);
/* All lines; *done counts them. */
rb_status rb_lesson_stage_do_all(rb_lesson_stage *stage, const char *lines, int *done,
                                 rb_error *err);

#endif
