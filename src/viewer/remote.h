/* The program's state for those outside it: pages that embed it, people who hear and do not see, tests. */
#ifndef RB_VIEWER_REMOTE_H
#define RB_VIEWER_REMOTE_H

#include <stddef.h>

struct rb_app;

/* As JSON, to be freed; NULL when out of memory. docs/web.md lists the fields. */
char *rb_remote_state_json(const struct rb_app *app);
/* What happens, in words: the scene, where time stands, how each run moves and what it did. */
void rb_remote_describe(const struct rb_app *app, char *text, size_t size);

#endif
