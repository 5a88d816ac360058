/* Names of runs in cells, tables, plots and files: what differs between them. */
#ifndef RB_APP_SESSION_RUN_NAMES_H
#define RB_APP_SESSION_RUN_NAMES_H

#include <rattleback/rattleback.h>

#define RB_RUN_NAME_MAX 128

/* The name of a law or scene without the text in brackets. Returns buffer. */
const char *rb_short_name(const char *name, char *buffer, size_t size);

/* "tanh, circle, μ 0.05", "spin −4": what differs between scenes[run] and the first scene (for the first: the
   others), the most important first, at most three items. If nothing differs: the law. */
void rb_run_name(const rb_scene *const *scenes, int count, int run, char *name, size_t size);
/* The same for file names: "k11-tanh-mu=0.05". */
void rb_run_file_name(const rb_scene *const *scenes, int count, int run, char *name, size_t size);

/* What an edit changed: "μ 0.05, law exact". "" if nothing that affects the motion. */
void rb_edit_name(const rb_scene *before, const rb_scene *after, char *name, size_t size);

#endif
