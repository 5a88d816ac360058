/* The main loop belongs to the platform: a desktop takes turn after turn until one was the last, a
   browser asks for a turn whenever it wants a picture. */
#ifndef RB_VIEWER_PLATFORM_LOOP_H
#define RB_VIEWER_PLATFORM_LOOP_H

#include <rattleback/status.h>
#include <stdbool.h>

typedef struct rb_loop {
    bool (*turn)(void *context); /* false: that was the last one */
    int (*end)(void *context);   /* after the last turn; returns the program's exit status */
    /* The rest is for where the platform calls back. Each may be called between two turns. */
    void (*leave)(void *context); /* that may have been the last turn: remember what is to be */
    void (*regain)(
        void *context); /* everything that OpenGL kept is gone, and it can be used again */
    rb_status (*act)(void *context, const char *line, rb_error *err); /* a line of an action */
    char *(*tell)(void *context); /* the state as JSON, to be freed; NULL: out of memory */
    void *context;
} rb_loop;

/* Returns the exit status. Nothing may stand behind it: where the platform calls back, it does not
   come back. */
int rb_loop_run(const rb_loop *loop);

/* From now on SIGINT, SIGTERM and SIGHUP ask the program to end instead of ending it, so that settings
   are saved and files are finished. A second signal of the same kind ends it at once. Signals that are
   ignored (nohup) stay ignored. A browser has none. */
void rb_loop_catch_signals(void);
/* The signal that asked the program to end; 0: none did. */
int rb_loop_end_signal(void);

/* Can there be threads besides this one? */
bool rb_loop_has_threads(void);

/* Instead of a frame that nobody would see: waits this long, s, and takes in what happened. */
void rb_loop_rest(double seconds);

#endif
