/* The main loop belongs to the platform: a desktop takes turn after turn until one was the last, a
   browser asks for a turn whenever it wants a picture. */
#ifndef RB_VIEWER_PLATFORM_LOOP_H
#define RB_VIEWER_PLATFORM_LOOP_H

#include <stdbool.h>

typedef struct rb_loop {
    bool (*turn)(void *context); /* false: that was the last one */
    int (*end)(void *context);   /* after the last turn; returns the program's exit status */
    void *context;
} rb_loop;

/* Returns the exit status. Nothing may stand behind it: where the platform calls back, it does not
   come back. */
int rb_loop_run(const rb_loop *loop);

/* Instead of a frame that nobody would see: waits this long, s, and takes in what happened. */
void rb_loop_rest(double seconds);

#endif
