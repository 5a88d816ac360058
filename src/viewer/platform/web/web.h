/* The interface between C and the page: functions that the page calls, and functions that C calls
   (rb_js_…, in library.js). */
#ifndef RB_VIEWER_PLATFORM_WEB_WEB_H
#define RB_VIEWER_PLATFORM_WEB_WEB_H

#include <stdbool.h>

/* ---------------------------------------------------------------- functions that the page calls */

/* Input. Positions are pixels of the canvas; mods as in platform/input.h. */
void rb_web_key(int key, bool down, int mods);
void rb_web_char(int codepoint);
void rb_web_button(int button, bool down, float x, float y, int mods);
/* t: s of the page's clock, so that a slow frame does not turn a tap into a long press. */
void rb_web_finger(int finger, bool down, float x, float y, double t);
void rb_web_pointer(float x, float y, bool here);
void rb_web_wheel(float x, float y);
/* Something that the program reads has changed: size, focus, preferences. Frames are drawn again. */
void rb_web_wake(void);
/* The page was scrolled into or out of sight. */
void rb_web_on_sight(bool visible);
/* A file was dropped or chosen and is stored at this path. */
void rb_web_dropped(const char *path);
/* The page is hidden or shown again; it may be closed without another call. */
void rb_web_on_hide(void);
/* The WebGL context was lost, and has been restored. */
void rb_web_on_context_lost(void);
void rb_web_on_context_restored(void);
/* Runs an action line. Returns NULL, or the error message, which is valid until the next call. */
const char *rb_web_run(const char *line);
/* The state, and what can be chosen, as JSON; each valid until the next call. */
const char *rb_web_state(void);
const char *rb_web_controls(void);

/* ---------------------------------------------------------------- functions that C calls */

typedef struct rb_js_window {
    int width, height; /* px of the canvas */
    float scale;       /* px per CSS pixel */
    int focused, full_screen;
} rb_js_window;

void rb_js_window_state(rb_js_window *window);
/* Makes the link part of the page's address and returns the address, to be freed; NULL: out of memory. */
char *rb_js_address(const char *link);
void rb_js_events(const char *json); /* a list of what has happened */
void rb_js_title(const char *title);
void rb_js_cursor(const char *name);
int rb_js_prefers(const char *what); /* a CSS media query */
void rb_js_want_text(int wanted);    /* an rb_input_text */
void rb_js_toggle_full_screen(void);
void rb_js_keep_alive(bool on); /* the runtime does not end with the main loop */
void rb_js_enable_extensions(void);
void rb_js_ended(int status);
void rb_js_download(const char *path);
void rb_js_choose_file(void);
void rb_js_copy(const char *text);
char *rb_js_paste(void);                 /* to be freed */
char *rb_js_catalogue(const char *code); /* to be freed; NULL: it comes later */
char *rb_js_stored(void);                /* to be freed; NULL: nothing is stored */
int rb_js_store(const char *text);
void rb_js_sound_open(int rate);
int rb_js_sound_wants(void);
void rb_js_sound_play(const float *samples, int count);
void rb_js_sound_close(void);
void rb_js_film_open(int width, int height, int fps);
int rb_js_film_ready(void);
void rb_js_film_push(const unsigned char *pixels, int width, int height);
int rb_js_film_failed(void);
void rb_js_film_close(const char *path);
int rb_js_film_possible(void);
/* mode: an rb_gl_mode. work: seconds inside drawing calls and their number, since the last call. */
void rb_js_gl_meter(int mode);
void rb_js_gl_work(double work[2]);

/* ---------------------------------------------------------------- raylib's core (raylib_core.c) */

/* The canvas has a new size, px. */
void rb_raylib_resize(int width, int height);
/* Forgets raylib's own OpenGL objects when the context was lost, and recreates them. */
void rb_raylib_on_context_lost(void);
void rb_raylib_on_context_restored(void);

#endif
