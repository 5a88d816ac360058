/* Between our C and the page: what the page calls in C, and what C calls in the page (library.js).
   Names that begin with rb_js_ are JavaScript. */
#ifndef RB_VIEWER_PLATFORM_WEB_WEB_H
#define RB_VIEWER_PLATFORM_WEB_WEB_H

#include <stdbool.h>

/* ---------------------------------------------------------------- the page calls */

/* Hands. Places are pixels of the canvas; mods as in input_queue.h. */
void rb_web_key(int key, bool down, int mods);
void rb_web_char(int codepoint);
void rb_web_button(int button, bool down, float x, float y, int mods);
/* t: s of the page's clock. Frames may be slow, and a tap is none that rests for it. */
void rb_web_finger(int finger, bool down, float x, float y, double t);
void rb_web_pointer(float x, float y, bool here);
void rb_web_wheel(float x, float y);
/* A file stands at this path now. */
void rb_web_dropped(const char *path);
/* The user may leave. */
void rb_web_leave(void);
/* The canvas has a picture again, after it was lost. */
void rb_web_regain(void);
/* Runs a line of an action. NULL, or why it cannot be done: valid until the next call. */
const char *rb_web_run(const char *line);
/* The state as JSON; valid until the next call. */
const char *rb_web_state(void);

/* ---------------------------------------------------------------- C calls */

typedef struct rb_js_window {
    int width, height; /* px of the canvas */
    float scale;       /* px of a CSS pixel */
    int focused, full_screen;
} rb_js_window;

void rb_js_look(rb_js_window *window);
/* The page's address with this link behind it, which it has then. To be freed; NULL: out of memory. */
char *rb_js_address(const char *link);
void rb_js_title(const char *title);
void rb_js_cursor(const char *name);
int rb_js_prefers(const char *what); /* a query of media */
void rb_js_want_text(int wanted);    /* an rb_input_text */
void rb_js_toggle_full_screen(void);
void rb_js_ended(int status);
void rb_js_download(const char *path);
void rb_js_choose_file(void);
void rb_js_copy(const char *text);
char *rb_js_paste(void);  /* to be freed */
char *rb_js_stored(void); /* to be freed, NULL: nothing is */
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
/* An rb_gl_mode; then the seconds inside drawing calls and how many there were, since the last time. */
void rb_js_gl_meter(int mode);
void rb_js_gl_work(double work[2]);

#endif
