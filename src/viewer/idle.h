/* Decides whether the next frame would look like the last one, so that it need not be drawn. */
#ifndef RB_VIEWER_IDLE_H
#define RB_VIEWER_IDLE_H

#include <stdbool.h>
#include <stdint.h>

struct rb_app;

typedef struct rb_idle {
    uint64_t picture; /* checksum of what the last frame has drawn */
    double quiet;     /* s without input and without a change of the picture */
} rb_idle;

/* Call after a frame, dt seconds after the last one. */
void rb_idle_update(struct rb_app *app, double dt);
/* Nothing changes before the next input: frames can be left out. */
bool rb_app_is_idle(const struct rb_app *app);
/* Input has arrived, or something else may have changed. */
void rb_app_wake(struct rb_app *app);

#endif
