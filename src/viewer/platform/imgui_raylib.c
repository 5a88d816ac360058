/* See imgui_raylib.h. */
#include "viewer/platform/imgui_raylib.h"

#include <cimgui_impl.h>
#include <cimplot.h>
#include <float.h>
#include <math.h>
#include <raylib.h>
#include <rlgl.h>
#include <stddef.h>
#include <string.h>

#include "viewer/platform/imgui_fonts.h"
#include "viewer/platform/imgui_keys.h"

/* raylib keeps only the last state of a key or a mouse button, so on a slow machine a short click or
   a quick Ctrl+C is lost between two frames. When raylib's GLFW is linked in statically its
   callbacks can be chained, and ImGui's own queue gets every event in order; weak, because an
   installed shared raylib hides these symbols, and then polling has to do. */
typedef void (*mouse_button_fn)(void *window, int button, int action, int mods);
typedef void (*key_fn)(void *window, int key, int scancode, int action, int mods);
extern mouse_button_fn glfwSetMouseButtonCallback(void *window, mouse_button_fn callback)
    __attribute__((weak));
extern key_fn glfwSetKeyCallback(void *window, key_fn callback) __attribute__((weak));
typedef void (*char_fn)(void *window, unsigned codepoint);
extern char_fn glfwSetCharCallback(void *window, char_fn callback) __attribute__((weak));
extern void *glfwGetCurrentContext(void) __attribute__((weak));
enum { GLFW_ACTION_RELEASE, GLFW_ACTION_PRESS, GLFW_ACTION_REPEAT };

/* Likewise: raylib's own answer is 1 unless it may also rescale the window and all coordinates. */
extern void glfwGetWindowContentScale(void *window, float *x, float *y) __attribute__((weak));

/* Something a hand did, in the order of the callbacks. */
typedef struct hand_event {
    enum { HAND_KEY, HAND_CHAR, HAND_BUTTON } kind;
    int code; /* key, code point or button */
    bool down;
    Vector2 at; /* of the mouse */
} hand_event;

enum { HAND_MAX = 256 };

static const float scale_max = 6.0f; /* 300 % at 192 dpi; larger letters fill no texture any more */

/* ImGui's context is one per process by design; this is the little that belongs beside it. */
static struct {
    float font_size; /* px at 100 % */
    bool screened;   /* the screen's own scale counts */
    float zoom;      /* the user's */
    float scale;     /* screen × zoom, as the fonts were built */
    bool focused;
    int cursor;                          /* shown now; raylib makes a new one at every call */
    mouse_button_fn raylib_mouse_button; /* next in the chain; NULL while polling */
    key_fn raylib_key;                   /* likewise */
    char_fn raylib_char;                 /* likewise */
    hand_event hand[HAND_MAX];           /* not yet told to ImGui, oldest first */
    int hand_count;
    Vector2 told; /* where ImGui knows the mouse to be */
    int mods;     /* modifiers held, as told to ImGui or about to be */
    ImFont *fonts[RB_FONT_COUNT];
} ui;

/* In the order of GLFW's bits. */
static const int modifier_keys[] = {KEY_LEFT_SHIFT, KEY_LEFT_CONTROL, KEY_LEFT_ALT, KEY_LEFT_SUPER};

enum { MODIFIERS = sizeof modifier_keys / sizeof modifier_keys[0] };

/* raylib's and ImGui's numbers of the mouse buttons agree: left, right, middle, side, extra. */
enum { MOUSE_BUTTONS = 5 };

static const int cursor_shapes[ImGuiMouseCursor_COUNT] = {
    [ImGuiMouseCursor_Arrow] = MOUSE_CURSOR_DEFAULT,
    [ImGuiMouseCursor_TextInput] = MOUSE_CURSOR_IBEAM,
    [ImGuiMouseCursor_ResizeAll] = MOUSE_CURSOR_RESIZE_ALL,
    [ImGuiMouseCursor_ResizeNS] = MOUSE_CURSOR_RESIZE_NS,
    [ImGuiMouseCursor_ResizeEW] = MOUSE_CURSOR_RESIZE_EW,
    [ImGuiMouseCursor_ResizeNESW] = MOUSE_CURSOR_RESIZE_NESW,
    [ImGuiMouseCursor_ResizeNWSE] = MOUSE_CURSOR_RESIZE_NWSE,
    [ImGuiMouseCursor_Hand] = MOUSE_CURSOR_POINTING_HAND,
    [ImGuiMouseCursor_NotAllowed] = MOUSE_CURSOR_NOT_ALLOWED,
};

/* ---------------------------------------------------------------- scale and fonts */

float rb_imgui_screen_scale(void) {
    float x = GetWindowScaleDPI().x;
    float y = x;
    if (glfwGetWindowContentScale && glfwGetCurrentContext && glfwGetCurrentContext()) {
        glfwGetWindowContentScale(glfwGetCurrentContext(), &x, &y);
    }
    /* A virtual screen may report nonsense. */
    return ui.screened && x >= 0.5f && x <= 8.0f ? x : 1.0f;
}

static float wanted_scale(void) {
    return fminf(rb_imgui_screen_scale() * ui.zoom, scale_max);
}

static void apply_scale(float scale) {
    ImGuiStyle_ScaleAllSizes(igGetStyle(), scale / ui.scale);
    ui.scale = scale;
    rb_imgui_build_fonts(ui.font_size, scale, ui.fonts);
}

/* Fonts are pictures of one size: a new scale means new pictures, between two frames. */
static void follow_scale(void) {
    const float scale = wanted_scale();
    if (fabsf(scale - ui.scale) > 0.01f) {
        ImGui_ImplOpenGL3_DestroyFontsTexture();
        apply_scale(scale);
        ImGui_ImplOpenGL3_CreateFontsTexture();
    }
}

/* ---------------------------------------------------------------- input */

static void feed_key(ImGuiIO *io, int raylib_key, bool down) {
    if (rb_imgui_modifier(raylib_key) != ImGuiKey_None) {
        ImGuiIO_AddKeyEvent(io, rb_imgui_modifier(raylib_key), down);
    }
    if (rb_imgui_key(raylib_key) != ImGuiKey_None) {
        ImGuiIO_AddKeyEvent(io, rb_imgui_key(raylib_key), down);
    }
}

static void tell_position(ImGuiIO *io, Vector2 at) {
    ui.told = at;
    ImGuiIO_AddMousePosEvent(io, at.x, at.y);
}

static void feed_hand_event(ImGuiIO *io, const hand_event *e) {
    switch (e->kind) {
    case HAND_KEY: feed_key(io, e->code, e->down); break;
    case HAND_CHAR: ImGuiIO_AddInputCharacter(io, (unsigned)e->code); break;
    case HAND_BUTTON:
        tell_position(io, e->at);
        ImGuiIO_AddMouseButtonEvent(io, e->code, e->down);
        break;
    }
}

/* What happened between two slow frames is told over as many frames as it takes to be understood. A
   modifier that changes after a key went down waits: Shift and Right down, Shift up, Space down, would
   else be seen as Right without Shift, or Space with it. A button waits for a frame that has seen
   the mouse where it was pressed or let go, since a drag that ends as it moves would not be one, and
   what follows waits for the button, since the click may open the field that text is meant for. */
static void feed_hand(ImGuiIO *io) {
    bool acted = false, wait = false;
    int fed = 0;
    while (fed < ui.hand_count && !wait) {
        const hand_event *e = &ui.hand[fed];
        const bool modifier = e->kind == HAND_KEY && rb_imgui_modifier(e->code) != ImGuiKey_None;
        if (e->kind == HAND_BUTTON && (e->at.x != ui.told.x || e->at.y != ui.told.y)) {
            tell_position(io, e->at);
            wait = true;
        } else if (modifier && acted) {
            wait = true;
        } else {
            feed_hand_event(io, e);
            acted = acted || (!modifier && e->down);
            wait = e->kind == HAND_BUTTON;
            fed++;
        }
    }
    ui.hand_count -= fed;
    memmove(ui.hand, ui.hand + fed, (size_t)ui.hand_count * sizeof ui.hand[0]);
}

static void remember(hand_event e) {
    if (ui.hand_count == HAND_MAX) { /* nobody types that fast: order over waiting */
        for (int i = 0; i < ui.hand_count; i++) {
            feed_hand_event(igGetIO(), &ui.hand[i]);
        }
        ui.hand_count = 0;
    }
    ui.hand[ui.hand_count++] = e;
}

/* Every key and button comes with the modifiers that the desktop saw held. That mends what no event
   told: Alt let go while the window manager had the keyboard, Ctrl pressed before the window had it. */
static void agree_on_modifiers(int mods) {
    for (int i = 0; i < MODIFIERS; i++) {
        int bit = 1 << i;
        bool held = (mods & bit) != 0;
        if (held != ((ui.mods & bit) != 0)) {
            remember((hand_event){HAND_KEY, modifier_keys[i], held, {0, 0}});
        }
    }
    ui.mods = mods & ((1 << MODIFIERS) - 1);
}

static void note_modifier(int key, bool down) {
    for (int i = 0; i < MODIFIERS; i++) {
        if (rb_imgui_modifier(key) == rb_imgui_modifier(modifier_keys[i])) {
            ui.mods = down ? ui.mods | 1 << i : ui.mods & ~(1 << i);
        }
    }
}

static void on_key(void *window, int key, int scancode, int action, int mods) {
    ui.raylib_key(window, key, scancode, action, mods);
    if (rb_imgui_modifier(key) != ImGuiKey_None) {
        note_modifier(key, action != GLFW_ACTION_RELEASE);
    } else if (action == GLFW_ACTION_PRESS) {
        agree_on_modifiers(mods);
    }
    if (action != GLFW_ACTION_REPEAT) { /* ImGui repeats keys by itself */
        remember((hand_event){HAND_KEY, key, action == GLFW_ACTION_PRESS, {0, 0}});
    }
}

/* Only changes are told: a modifier has two keys, and the one at rest must not release the other. */
static void poll_keys(ImGuiIO *io) {
    for (int key = 1; key <= KEY_KB_MENU; key++) {
        if (IsKeyPressed(key) || IsKeyReleased(key)) {
            feed_key(io, key, IsKeyDown(key));
        }
    }
}

/* Text in its place between the keys: Return must not overtake what was typed before it. */
static void on_char(void *window, unsigned codepoint) {
    ui.raylib_char(window, codepoint);
    remember((hand_event){HAND_CHAR, (int)codepoint, false, {0, 0}});
}

static void feed_text(ImGuiIO *io) {
    for (int c = GetCharPressed(); c != 0; c = GetCharPressed()) {
        if (!ui.raylib_char) {
            ImGuiIO_AddInputCharacter(io, (unsigned)c);
        }
    }
}

static void on_mouse_button(void *window, int button, int action, int mods) {
    ui.raylib_mouse_button(window, button, action, mods);
    if (button >= 0 && button < MOUSE_BUTTONS) {
        if (action == GLFW_ACTION_PRESS) {
            agree_on_modifiers(mods);
        }
        remember(
            (hand_event){HAND_BUTTON, button, action == GLFW_ACTION_PRESS, GetMousePosition()});
    }
}

static void hook_events(void) {
    ui.raylib_mouse_button = NULL;
    ui.raylib_key = NULL;
    ui.raylib_char = NULL;
    if (glfwSetMouseButtonCallback && glfwSetKeyCallback && glfwSetCharCallback &&
        glfwGetCurrentContext && glfwGetCurrentContext()) {
        void *window = glfwGetCurrentContext();
        ui.raylib_mouse_button = glfwSetMouseButtonCallback(window, on_mouse_button);
        ui.raylib_key = glfwSetKeyCallback(window, on_key);
        ui.raylib_char = glfwSetCharCallback(window, on_char);
    }
}

static void unhook_events(void) {
    if (ui.raylib_key) {
        glfwSetMouseButtonCallback(glfwGetCurrentContext(), ui.raylib_mouse_button);
        glfwSetKeyCallback(glfwGetCurrentContext(), ui.raylib_key);
        glfwSetCharCallback(glfwGetCurrentContext(), ui.raylib_char);
        ui.raylib_mouse_button = NULL;
        ui.raylib_key = NULL;
        ui.raylib_char = NULL;
    }
}

static void feed_mouse(ImGuiIO *io) {
    bool held = false;
    for (int button = 0; button < MOUSE_BUTTONS; button++) {
        held = held || IsMouseButtonDown(button);
    }
    if (io->WantSetMousePos) {
        SetMousePosition((int)io->MousePos.x, (int)io->MousePos.y);
    } else if (ui.hand_count == 0) { /* else it has been further back in time */
        tell_position(io, IsCursorOnScreen() || held ? GetMousePosition()
                                                     : (Vector2){-FLT_MAX, -FLT_MAX});
    }
    if (!ui.raylib_mouse_button) {
        for (int button = 0; button < MOUSE_BUTTONS; button++) {
            ImGuiIO_AddMouseButtonEvent(io, button, IsMouseButtonDown(button));
        }
    }
    const Vector2 wheel = GetMouseWheelMoveV();
    ImGuiIO_AddMouseWheelEvent(io, wheel.x, wheel.y);
}

/* After what was typed before: at a loss ImGui forgets the letters it has not yet used. */
static void feed_focus(ImGuiIO *io) {
    const bool focused = IsWindowFocused();
    if (focused != ui.focused && ui.hand_count == 0) {
        ui.focused = focused;
        ImGuiIO_AddFocusEvent(io, focused);
    }
}

static void show_cursor_shape(const ImGuiIO *io) {
    if (io->ConfigFlags & ImGuiConfigFlags_NoMouseCursorChange) {
        return;
    }
    const ImGuiMouseCursor shape = igGetMouseCursor();
    if (shape == ImGuiMouseCursor_None || io->MouseDrawCursor) {
        HideCursor();
        return;
    }
    if (IsCursorHidden()) {
        ShowCursor();
    }
    if (ui.cursor != cursor_shapes[shape]) {
        ui.cursor = cursor_shapes[shape];
        SetMouseCursor(ui.cursor);
    }
}

static const char *get_clipboard(void *user) {
    (void)user;
    const char *text = GetClipboardText();
    return text ? text : "";
}

static void set_clipboard(void *user, const char *text) {
    (void)user;
    SetClipboardText(text);
}

/* ---------------------------------------------------------------- a life and a frame */

bool rb_imgui_init(float font_size, bool follow_screen) {
    if (!IsWindowReady()) {
        return false;
    }
    ui.screened = follow_screen;
    igCreateContext(NULL);
    ImPlot_CreateContext();
    igStyleColorsDark(NULL);

    ImGuiIO *io = igGetIO();
    io->BackendPlatformName = "rattleback";
    io->BackendFlags |= ImGuiBackendFlags_HasMouseCursors | ImGuiBackendFlags_HasSetMousePos;
    io->GetClipboardTextFn = get_clipboard;
    io->SetClipboardTextFn = set_clipboard;
    io->IniFilename = NULL; /* no file dropped into whatever folder one stands in */

    ui.font_size = font_size;
    ui.zoom = 1.0f;
    ui.scale = 1.0f;
    ui.focused = true;
    ui.cursor = MOUSE_CURSOR_DEFAULT;
    ui.hand_count = 0;
    ui.mods = 0;
    apply_scale(wanted_scale());
    if (!ImGui_ImplOpenGL3_Init("#version 330")) {
        ImPlot_DestroyContext(NULL);
        igDestroyContext(NULL);
        return false;
    }
    hook_events();
    return true;
}

void rb_imgui_begin(void) {
    ImGuiIO *io = igGetIO();
    follow_scale();
    const float width = (float)GetScreenWidth();
    const float height = (float)GetScreenHeight();
    io->DisplaySize = (ImVec2){width, height};
    if (width > 0.0f && height > 0.0f) {
        io->DisplayFramebufferScale =
            (ImVec2){(float)GetRenderWidth() / width, (float)GetRenderHeight() / height};
    }
    io->DeltaTime = fmaxf(GetFrameTime(), 1e-6f); /* ImGui refuses zero */
    feed_hand(io);
    feed_focus(io);
    feed_mouse(io);
    if (!ui.raylib_key) {
        poll_keys(io);
    }
    feed_text(io);
    ImGui_ImplOpenGL3_NewFrame();
    igNewFrame();
}

void rb_imgui_end(void) {
    show_cursor_shape(igGetIO());
    rlDrawRenderBatchActive(); /* what raylib still holds back belongs below the panels */
    ImGui_ImplOpenGL3_RenderDrawData(igGetDrawData());
}

void rb_imgui_shutdown(void) {
    unhook_events();
    ImGui_ImplOpenGL3_Shutdown();
    ImPlot_DestroyContext(NULL);
    igDestroyContext(NULL);
}

ImFont *rb_imgui_font(rb_font font) {
    return ui.fonts[font];
}

void rb_imgui_set_zoom(float zoom) {
    ui.zoom = zoom;
}

float rb_imgui_scale(void) {
    return ui.scale;
}

bool rb_imgui_wants_mouse(void) {
    return igGetIO()->WantCaptureMouse;
}

bool rb_imgui_wants_keyboard(void) {
    return igGetIO()->WantCaptureKeyboard;
}
