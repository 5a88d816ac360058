/* What runs are called: by what differs between them, in cells, tables, plots and files. */
#ifndef RB_APP_SESSION_RUN_NAMES_H
#define RB_APP_SESSION_RUN_NAMES_H

#include <rattleback/rattleback.h>

#define RB_RUN_NAME_MAX 128

/* A law's or scene's name without what stands in brackets behind it: the one word for it in the
   window. */
const char *rb_short_name(const char *name, char *buffer, size_t size);

/* "tanh, circle, μ 0.05", "spin −4": what tells scenes[run] from the first one (and the first one
   from the others), the most important first and three things at most. The law where nothing does. */
void rb_run_name(const rb_scene *const *scenes, int count, int run, char *name, size_t size);
/* The same in letters that fit into a file's name: "k11-tanh-mu=0.05". */
void rb_run_file_name(const rb_scene *const *scenes, int count, int run, char *name, size_t size);

/* What an edit made of a scene: "μ 0.05, law exact". "" if nothing that matters to the motion. */
void rb_edit_name(const rb_scene *before, const rb_scene *after, char *name, size_t size);

#endif
