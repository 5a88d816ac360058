#include "viewer/platform/second_window.h"

#include <raylib.h>
#include <stddef.h>

#include "viewer/platform/input.h"

/* raylib opens one window only. The second one is GLFW's own, from the GLFW within raylib. Weak, because a
   shared raylib hides these symbols; then there is no second window. */
typedef void (*mouse_button_fn)(void *window, int button, int action, int mods);
typedef void (*scroll_fn)(void *window, double x, double y);
typedef void (*key_fn)(void *window, int key, int scancode, int action, int mods);
extern void *glfwCreateWindow(int width, int height, const char *title, void *monitor, void *share)
    __attribute__((weak));
extern void glfwDestroyWindow(void *window) __attribute__((weak));
extern void glfwDefaultWindowHints(void) __attribute__((weak));
extern void glfwWindowHint(int hint, int value) __attribute__((weak));
extern void glfwMakeContextCurrent(void *window) __attribute__((weak));
extern void *glfwGetCurrentContext(void) __attribute__((weak));
extern void glfwSwapInterval(int interval) __attribute__((weak));
extern void glfwSwapBuffers(void *window) __attribute__((weak));
extern int glfwWindowShouldClose(void *window) __attribute__((weak));
extern void glfwGetFramebufferSize(void *window, int *width, int *height) __attribute__((weak));
extern void glfwGetCursorPos(void *window, double *x, double *y) __attribute__((weak));
extern void glfwSetWindowPos(void *window, int x, int y) __attribute__((weak));
extern mouse_button_fn glfwSetMouseButtonCallback(void *window, mouse_button_fn callback)
    __attribute__((weak));
extern scroll_fn glfwSetScrollCallback(void *window, scroll_fn callback) __attribute__((weak));
extern key_fn glfwSetKeyCallback(void *window, key_fn callback) __attribute__((weak));

/* From GLFW's header. */
enum {
    GLFW_RELEASE = 0,
    GLFW_PRESS = 1,
    GLFW_FOCUSED = 0x00020001,
    GLFW_FOCUS_ON_SHOW = 0x0002000c,
    GLFW_CONTEXT_VERSION_MAJOR = 0x00022002,
    GLFW_CONTEXT_VERSION_MINOR = 0x00022003,
    GLFW_OPENGL_FORWARD_COMPAT = 0x00022006,
    GLFW_OPENGL_PROFILE = 0x00022008,
    GLFW_OPENGL_CORE_PROFILE = 0x00032001
};

/* GLFW's callbacks have no context argument, hence a global: one per process. */
static struct {
    void *window, *first; /* first: the window to return to after a frame */
    bool down, pressed;   /* pressed: since the last call */
    float wheel;
} second;

static void on_mouse_button(void *window, int button, int action, int mods) {
    (void)window;
    (void)mods;
    if (button == 0) {
        second.down = action == GLFW_PRESS;
        second.pressed = second.pressed || second.down;
    }
}

static void on_scroll(void *window, double x, double y) {
    (void)window;
    (void)x;
    second.wheel += (float)y;
}

static void on_key(void *window, int key, int scancode, int action, int mods) {
    (void)window;
    (void)scancode;
    if (action == GLFW_PRESS || action == GLFW_RELEASE) {
        rb_input_queue_key(key, action == GLFW_PRESS, mods);
    }
}

/* On a screen where the first window is not. */
static void place(void) {
    for (int i = 0; i < GetMonitorCount(); i++) {
        if (i != GetCurrentMonitor()) {
            Vector2 corner = GetMonitorPosition(i);
            glfwSetWindowPos(second.window, (int)corner.x + 60, (int)corner.y + 60);
            return;
        }
    }
}

rb_status rb_second_window_open(const char *title, int width, int height, rb_error *err) {
    if (second.window != NULL) {
        return RB_OK;
    }
    if (!glfwCreateWindow || !glfwGetCurrentContext || !glfwGetCurrentContext()) {
        return rb_fail(err, RB_ERR_IO, "no second window: this program uses a shared raylib");
    }
    glfwDefaultWindowHints();
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, 1);
    glfwWindowHint(GLFW_FOCUSED, 0); /* the first window keeps the keyboard, and the clicker */
    glfwWindowHint(GLFW_FOCUS_ON_SHOW, 0);
    void *window = glfwCreateWindow(width, height, title, NULL, NULL);
    if (window == NULL) {
        return rb_fail(err, RB_ERR_IO, "no second window: the system refused to open it");
    }
    second.window = window;
    second.down = second.pressed = false;
    second.wheel = 0;
    glfwSetMouseButtonCallback(window, on_mouse_button);
    glfwSetScrollCallback(window, on_scroll);
    glfwSetKeyCallback(window, on_key);
    place();
    rb_second_window_begin_frame();
    glfwSwapInterval(0); /* the first window waits for the screen */
    rb_second_window_end_frame();
    return RB_OK;
}

void rb_second_window_close(void) {
    if (second.window != NULL) {
        glfwDestroyWindow(second.window);
        second.window = NULL;
    }
}

bool rb_second_window_is_open(void) {
    return second.window != NULL;
}

bool rb_second_window_should_close(void) {
    return second.window != NULL && glfwWindowShouldClose(second.window);
}

rb_second_pointer rb_second_window_pointer(void) {
    double x = -1, y = -1;
    glfwGetCursorPos(second.window, &x, &y);
    rb_second_pointer pointer = {(float)x, (float)y, second.wheel, second.down || second.pressed};
    second.pressed = false;
    second.wheel = 0;
    return pointer;
}

void rb_second_window_size(int *width, int *height) {
    glfwGetFramebufferSize(second.window, width, height);
}

void rb_second_window_begin_frame(void) {
    second.first = glfwGetCurrentContext();
    glfwMakeContextCurrent(second.window);
}

void rb_second_window_end_frame(void) {
    glfwSwapBuffers(second.window);
    glfwMakeContextCurrent(second.first);
}
