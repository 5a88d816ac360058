/* The window, the main loop, the clock, the clipboard and the address of the page. */
#ifndef RB_VIEWER_PLATFORM_WINDOW_H
#define RB_VIEWER_PLATFORM_WINDOW_H

#include <rattleback/status.h>
#include <stdbool.h>
#include <stddef.h>

/* ---------------------------------------------------------------- window */

typedef struct rb_window_options {
    const char *title;
    int width, height; /* px */
    bool exact;        /* use this size even if the screen is smaller */
    bool first;        /* never opened before: the size is for 96 dpi, and leaves room for bars */
    bool maximized;
    bool offscreen; /* not shown to a person: frames do not wait for the screen */
} rb_window_options;

rb_status rb_window_open(const rb_window_options *options, rb_error *err);
bool rb_window_ready(void); /* it is open, and OpenGL can be used */
void rb_window_close(void);
void rb_window_title(const char *title);

int rb_window_width(void); /* in the units of mouse and panels */
int rb_window_height(void);
int rb_window_pixels_x(void); /* size of the framebuffer, px */
int rb_window_pixels_y(void);
/* The screen's scale factor, 1 at 96 dpi. It changes when the window moves to another screen. */
float rb_window_scale(void);

/* The user's preferences, as far as the system reports them. */
bool rb_window_prefers_dark(void);
bool rb_window_prefers_reduced_motion(void);
/* Is the main pointer a finger? */
bool rb_window_has_fingers(void);

bool rb_window_focused(void);
bool rb_window_minimized(void);
void rb_window_restore(void);
bool rb_window_maximized(void);
bool rb_window_full_screen(void);
void rb_window_toggle_full_screen(void);
bool rb_window_should_close(void); /* closing was requested since the last call */

/* The OpenGL context was lost, and works again: the window's own OpenGL objects. */
void rb_window_on_context_lost(void);
void rb_window_on_context_restored(void);

/* Enclose everything that is drawn in a frame. The end swaps buffers and polls events. */
void rb_window_begin_frame(void);
void rb_window_end_frame(void);

/* ---------------------------------------------------------------- main loop */

/* The platform runs the main loop: a desktop iterates until the last iteration, a browser calls back
   once per displayed frame. */
typedef struct rb_loop {
    bool (*iterate)(void *context); /* false: that was the last iteration */
    int (*end)(void *context);      /* after the last iteration; returns the exit status */
    bool (*is_idle)(void *context); /* nothing changes before the next input: the platform may wait for it */
    void (*wake)(void *context);    /* input has arrived while the platform waited */
    /* Called by a browser only, between two iterations. */
    void (*on_hide)(void *context);             /* the page may be closed now: save settings */
    void (*on_context_lost)(void *context);     /* all OpenGL objects were lost */
    void (*on_context_restored)(void *context); /* OpenGL can be used again */
    rb_status (*run_action)(void *context, const char *line, rb_error *err);
    char *(*state_json)(void *context);    /* to be freed; NULL: out of memory */
    char *(*controls_json)(void *context); /* the same */
    char *(*events_json)(void *context);   /* since the last call, to be freed; NULL: none */
    void *context;
} rb_loop;

/* Returns the exit status on a desktop. In a browser it does not return. */
int rb_loop_run(const rb_loop *loop);

/* Can the program start threads? */
bool rb_loop_has_threads(void);

/* Sleeps for this time, s, and polls events. Used instead of a frame while the window is minimised. */
void rb_loop_sleep(double seconds);

/* ---------------------------------------------------------------- clock */

/* Wall time since the window opened, s. */
double rb_clock_now(void);
/* Wall time between the last two frames, s. */
double rb_clock_frame(void);
/* CPU time of the calling thread, s. */
double rb_clock_cpu(void);

/* ---------------------------------------------------------------- clipboard and address */

const char *rb_clipboard_get(void); /* "" when it holds no text; valid until the next call */
void rb_clipboard_set(const char *text);

/* The text to send for a link ("?scene=…"). In a browser: the page's address with the link, which also
   becomes the page's address. On a desktop: the link itself. Returns address. */
const char *rb_address_of(const char *link, char *address, size_t size);

#endif
