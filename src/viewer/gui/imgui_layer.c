/* Input, frames and keys of Dear ImGui. */
#include "viewer/gui/imgui_layer.h"

#include <cimgui_impl.h>
#include <cimplot.h>
#include <float.h>
#include <math.h>
#include <raylib.h>
#include <rlgl.h>
#include <stddef.h>

#include "viewer/gui/fingers.h"
#include "viewer/platform/graphics.h"
#include "viewer/platform/input.h"
#include "viewer/platform/window.h"

/* From letters of a few pixels to 300 % at 192 dpi: larger fonts exceed the texture size. */
static const float scale_min = 0.5f, scale_max = 6.0f;

/* ImGui's context is global by design, and so is this state. */
static struct {
    float font_size; /* px at 100 % */
    bool screened;   /* use the screen's own scale */
    float zoom;      /* the user's */
    float scale;     /* screen × zoom, as the fonts were built */
    bool focused;
    int expecting_text; /* frames for which input still waits for a field that is about to open */
    bool words;         /* the active field of this frame takes words, not a number */
    Vector2 mouse_at;   /* the mouse position last passed to ImGui */
    rb_fingers fingers;
    rb_gesture gesture; /* of this frame */
    bool scrolls;       /* the window under the finger can be scrolled */
    ImFont *fonts[RB_FONT_COUNT];
} ui;

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
    return ui.screened ? rb_window_scale() : 1.0f;
}

static float wanted_scale(void) {
    return fmaxf(fminf(rb_imgui_screen_scale() * ui.zoom, scale_max), scale_min);
}

/* Sizes are rounded down: scaling them again and again would let them vanish. Colours are set again by
   rb_gui_style. */
static void apply_scale(float scale) {
    ImGuiStyle *fresh = ImGuiStyle_ImGuiStyle();
    *igGetStyle() = *fresh;
    ImGuiStyle_destroy(fresh);
    ImGuiStyle_ScaleAllSizes(igGetStyle(), scale);
    ui.scale = scale;
    rb_imgui_build_fonts(ui.font_size, scale, ui.fonts);
}

/* Fonts are bitmaps of one size: a new scale needs new ones, built between two frames. */
static void follow_scale(void) {
    const float scale = wanted_scale();
    if (fabsf(scale - ui.scale) > 0.01f) {
        ImGui_ImplOpenGL3_DestroyFontsTexture();
        apply_scale(scale);
        ImGui_ImplOpenGL3_CreateFontsTexture();
    }
}

/* ---------------------------------------------------------------- input */

enum { queue_limit = 256 }; /* events that may wait; more are passed on at once */

static void feed_key(ImGuiIO *io, int key, bool down) {
    if (rb_imgui_modifier(key) != ImGuiKey_None) {
        ImGuiIO_AddKeyEvent(io, rb_imgui_modifier(key), down);
    }
    if (rb_imgui_key(key) != ImGuiKey_None) {
        ImGuiIO_AddKeyEvent(io, rb_imgui_key(key), down);
    }
}

static void set_mouse_position(ImGuiIO *io, float x, float y) {
    ui.mouse_at = (Vector2){x, y};
    ImGuiIO_AddMousePosEvent(io, x, y);
}

static void feed_event(ImGuiIO *io, const rb_input_event *e) {
    switch (e->kind) {
    case RB_INPUT_KEY: feed_key(io, e->code, e->down); break;
    case RB_INPUT_CHAR: ImGuiIO_AddInputCharacter(io, (unsigned)e->code); break;
    case RB_INPUT_BUTTON:
        set_mouse_position(io, e->x, e->y);
        ImGuiIO_AddMouseButtonEvent(io, e->code, e->down);
        break;
    case RB_INPUT_FINGER:
        rb_fingers_add(&ui.fingers, e->code, e->down, e->x, e->y, e->t > 0 ? e->t : rb_clock_now());
        break;
    }
}

/* Distributes events that happened between two slow frames over several frames, because ImGui reads
   only the state per frame. A modifier that changes after a key press waits: else Shift+Right, Shift
   up, Space would be read as Right without Shift or Space with it. A button waits for a frame with the
   mouse at its position, else a drag that ends while moving would be lost. Later events wait for the
   button, because the click may open the text field that they are meant for. */
static void feed_events(ImGuiIO *io) {
    if (ui.expecting_text > 0 && !io->WantTextInput) {
        ui.expecting_text--;
        return;
    }
    ui.expecting_text = 0;
    bool acted = false;
    bool wait = false;
    bool hurry = rb_input_count() > queue_limit;
    int fed = 0;
    while (fed < rb_input_count() && (hurry || !wait)) {
        const rb_input_event *e = rb_input_at(fed);
        bool modifier = e->kind == RB_INPUT_KEY && rb_imgui_modifier(e->code) != ImGuiKey_None;
        bool elsewhere = e->kind == RB_INPUT_BUTTON && (e->x != ui.mouse_at.x || e->y != ui.mouse_at.y);
        if (elsewhere && !hurry) {
            set_mouse_position(io, e->x, e->y);
            wait = true;
        } else if (modifier && acted && !hurry) {
            wait = true;
        } else {
            feed_event(io, e);
            acted = acted || (!modifier && e->down);
            wait = e->kind == RB_INPUT_BUTTON;
            fed++;
        }
    }
    rb_input_take(fed);
}

/* ImGui's queue distributes them over several frames: move, down, up, leave. */
static void feed_fingers(ImGuiIO *io) {
    rb_finger_place place = {
        .panel = io->WantCaptureMouse, .scrolls = ui.scrolls, .slop = 10 * rb_imgui_screen_scale()};
    ui.gesture = rb_fingers_update(&ui.fingers, place);
    for (int i = 0; i < ui.gesture.event_count; i++) {
        const rb_mouse_event *event = &ui.gesture.events[i];
        ImGuiIO_AddMouseSourceEvent(io, ImGuiMouseSource_TouchScreen);
        switch (event->kind) {
        case RB_MOUSE_MOVE: set_mouse_position(io, event->x, event->y); break;
        case RB_MOUSE_DOWN: ImGuiIO_AddMouseButtonEvent(io, ImGuiMouseButton_Left, true); break;
        case RB_MOUSE_UP: ImGuiIO_AddMouseButtonEvent(io, ImGuiMouseButton_Left, false); break;
        case RB_MOUSE_LEAVE: set_mouse_position(io, -FLT_MAX, -FLT_MAX); break;
        }
    }
    ui.scrolls = false;
}

static void feed_mouse(ImGuiIO *io) {
    const rb_pointer pointer = rb_input_pointer();
    if (ui.fingers.mode != RB_FINGERS_NONE || ui.gesture.event_count > 0) {
        return; /* ignore the mouse while the screen is touched */
    }
    if (io->WantSetMousePos) {
        rb_input_move_pointer(io->MousePos.x, io->MousePos.y);
    } else if (rb_input_count() == 0) { /* else queued events refer to earlier positions */
        set_mouse_position(io, pointer.here ? pointer.x : -FLT_MAX, pointer.here ? pointer.y : -FLT_MAX);
    }
    ImGuiIO_AddMouseWheelEvent(io, pointer.wheel_x, pointer.wheel_y);
}

/* After the pending letters: ImGui discards unused ones when it loses the focus. */
static void feed_focus(ImGuiIO *io) {
    const bool focused = rb_window_focused();
    if (focused != ui.focused && rb_input_count() == 0) {
        ui.focused = focused;
        ImGuiIO_AddFocusEvent(io, focused);
    }
}

static void show_cursor_shape(const ImGuiIO *io) {
    if (io->ConfigFlags & ImGuiConfigFlags_NoMouseCursorChange) {
        return;
    }
    const ImGuiMouseCursor shape = igGetMouseCursor();
    bool hidden = shape == ImGuiMouseCursor_None || io->MouseDrawCursor;
    rb_input_show_pointer(hidden ? -1 : cursor_shapes[shape]);
}

static const char *get_clipboard(void *user) {
    (void)user;
    return rb_clipboard_get();
}

static void set_clipboard(void *user, const char *text) {
    (void)user;
    rb_clipboard_set(text);
}

/* ---------------------------------------------------------------- a life and a frame */

bool rb_imgui_init(float font_size, bool follow_screen) {
    ui.screened = follow_screen;
    igCreateContext(NULL);
    ImPlot_CreateContext();
    igStyleColorsDark(NULL);

    ImGuiIO *io = igGetIO();
    io->BackendPlatformName = "rattleback";
    io->BackendFlags |= ImGuiBackendFlags_HasMouseCursors | ImGuiBackendFlags_HasSetMousePos;
    io->GetClipboardTextFn = get_clipboard;
    io->SetClipboardTextFn = set_clipboard;
    io->IniFilename = NULL; /* no imgui.ini in the current folder */

    ui.font_size = font_size;
    ui.zoom = 1.0f;
    ui.scale = 1.0f;
    ui.focused = true;
    ui.fingers = (rb_fingers){0};
    apply_scale(wanted_scale());
    if (!ImGui_ImplOpenGL3_Init(rb_glsl_version())) {
        ImPlot_DestroyContext(NULL);
        igDestroyContext(NULL);
        return false;
    }
    rb_input_begin();
    return true;
}

void rb_imgui_begin(void) {
    ImGuiIO *io = igGetIO();
    follow_scale();
    const float width = (float)rb_window_width();
    const float height = (float)rb_window_height();
    io->DisplaySize = (ImVec2){width, height};
    if (width > 0.0f && height > 0.0f) {
        io->DisplayFramebufferScale =
            (ImVec2){(float)rb_window_pixels_x() / width, (float)rb_window_pixels_y() / height};
    }
    io->DeltaTime = fmaxf((float)rb_clock_frame(), 1e-6f); /* ImGui refuses zero */
    rb_input_collect();
    feed_events(io);
    feed_fingers(io);
    feed_focus(io);
    feed_mouse(io);
    ImGui_ImplOpenGL3_NewFrame();
    igNewFrame();
    ui.words = false;
}

static rb_input_text wanted_text(void) {
    if (!igGetIO()->WantTextInput) {
        return RB_INPUT_NO_TEXT;
    }
    return ui.words ? RB_INPUT_WORDS : RB_INPUT_NUMBER;
}

void rb_imgui_field_takes_words(void) {
    ui.words = ui.words || igIsItemActive();
}

void rb_imgui_end(void) {
    show_cursor_shape(igGetIO());
    rb_input_want_text(wanted_text());
    rlDrawRenderBatchActive(); /* raylib's pending drawing belongs below the panels */
    ImGui_ImplOpenGL3_RenderDrawData(igGetDrawData());
}

void rb_imgui_on_context_lost(void) {
    ImGui_ImplOpenGL3_DestroyDeviceObjects();
}

void rb_imgui_on_context_restored(void) {
    ImGui_ImplOpenGL3_CreateDeviceObjects();
}

void rb_imgui_shutdown(void) {
    rb_input_end();
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

void rb_imgui_focus_field(void) {
    if (igGetIO()->MouseSource != ImGuiMouseSource_TouchScreen) {
        igSetKeyboardFocusHere(0);
        ui.expecting_text = 10;
    }
}

void rb_imgui_allow_finger_scroll(void) {
    if (igIsWindowHovered(ImGuiHoveredFlags_ChildWindows) && igGetScrollMaxY() > 0) {
        ui.scrolls = true;
        if (ui.gesture.scroll != 0) {
            igSetScrollY_Float(igGetScrollY() - ui.gesture.scroll);
            ui.gesture.scroll = 0; /* scroll only one window */
        }
    }
}

rb_gesture rb_imgui_gesture(void) {
    return ui.gesture;
}

bool rb_imgui_wants_mouse(void) {
    return igGetIO()->WantCaptureMouse;
}

bool rb_imgui_wants_keyboard(void) {
    return igGetIO()->WantCaptureKeyboard;
}

/* ---------------------------------------------------------------- keys */

/* Ranges of keys with the same order in both libraries. */
typedef struct key_run {
    int raylib_first;
    int raylib_last;
    int imgui_first;
} key_run;

#define KEY(raylib_key, imgui_key)                                                                           \
    { (raylib_key), (raylib_key), (imgui_key) }

static const key_run key_runs[] = {
    {KEY_A, KEY_Z, ImGuiKey_A},
    {KEY_ZERO, KEY_NINE, ImGuiKey_0},
    {KEY_F1, KEY_F12, ImGuiKey_F1},
    {KEY_KP_0, KEY_KP_9, ImGuiKey_Keypad0},
    KEY(KEY_TAB, ImGuiKey_Tab),
    KEY(KEY_LEFT, ImGuiKey_LeftArrow),
    KEY(KEY_RIGHT, ImGuiKey_RightArrow),
    KEY(KEY_UP, ImGuiKey_UpArrow),
    KEY(KEY_DOWN, ImGuiKey_DownArrow),
    KEY(KEY_PAGE_UP, ImGuiKey_PageUp),
    KEY(KEY_PAGE_DOWN, ImGuiKey_PageDown),
    KEY(KEY_HOME, ImGuiKey_Home),
    KEY(KEY_END, ImGuiKey_End),
    KEY(KEY_INSERT, ImGuiKey_Insert),
    KEY(KEY_DELETE, ImGuiKey_Delete),
    KEY(KEY_BACKSPACE, ImGuiKey_Backspace),
    KEY(KEY_SPACE, ImGuiKey_Space),
    KEY(KEY_ENTER, ImGuiKey_Enter),
    KEY(KEY_ESCAPE, ImGuiKey_Escape),
    KEY(KEY_APOSTROPHE, ImGuiKey_Apostrophe),
    KEY(KEY_COMMA, ImGuiKey_Comma),
    KEY(KEY_MINUS, ImGuiKey_Minus),
    KEY(KEY_PERIOD, ImGuiKey_Period),
    KEY(KEY_SLASH, ImGuiKey_Slash),
    KEY(KEY_SEMICOLON, ImGuiKey_Semicolon),
    KEY(KEY_EQUAL, ImGuiKey_Equal),
    KEY(KEY_LEFT_BRACKET, ImGuiKey_LeftBracket),
    KEY(KEY_BACKSLASH, ImGuiKey_Backslash),
    KEY(KEY_RIGHT_BRACKET, ImGuiKey_RightBracket),
    KEY(KEY_GRAVE, ImGuiKey_GraveAccent),
    KEY(KEY_CAPS_LOCK, ImGuiKey_CapsLock),
    KEY(KEY_SCROLL_LOCK, ImGuiKey_ScrollLock),
    KEY(KEY_NUM_LOCK, ImGuiKey_NumLock),
    KEY(KEY_PRINT_SCREEN, ImGuiKey_PrintScreen),
    KEY(KEY_PAUSE, ImGuiKey_Pause),
    KEY(KEY_KP_DECIMAL, ImGuiKey_KeypadDecimal),
    KEY(KEY_KP_DIVIDE, ImGuiKey_KeypadDivide),
    KEY(KEY_KP_MULTIPLY, ImGuiKey_KeypadMultiply),
    KEY(KEY_KP_SUBTRACT, ImGuiKey_KeypadSubtract),
    KEY(KEY_KP_ADD, ImGuiKey_KeypadAdd),
    KEY(KEY_KP_ENTER, ImGuiKey_KeypadEnter),
    KEY(KEY_KP_EQUAL, ImGuiKey_KeypadEqual),
    KEY(KEY_LEFT_CONTROL, ImGuiKey_LeftCtrl),
    KEY(KEY_LEFT_SHIFT, ImGuiKey_LeftShift),
    KEY(KEY_LEFT_ALT, ImGuiKey_LeftAlt),
    KEY(KEY_LEFT_SUPER, ImGuiKey_LeftSuper),
    KEY(KEY_RIGHT_CONTROL, ImGuiKey_RightCtrl),
    KEY(KEY_RIGHT_SHIFT, ImGuiKey_RightShift),
    KEY(KEY_RIGHT_ALT, ImGuiKey_RightAlt),
    KEY(KEY_RIGHT_SUPER, ImGuiKey_RightSuper),
    KEY(KEY_KB_MENU, ImGuiKey_Menu),
};

enum { KEY_RUNS = sizeof key_runs / sizeof key_runs[0] };

ImGuiKey rb_imgui_key(int raylib_key) {
    for (int i = 0; i < KEY_RUNS; i++) {
        const key_run *run = &key_runs[i];
        if (raylib_key >= run->raylib_first && raylib_key <= run->raylib_last) {
            return (ImGuiKey)(run->imgui_first + (raylib_key - run->raylib_first));
        }
    }
    return ImGuiKey_None;
}

ImGuiKey rb_imgui_modifier(int raylib_key) {
    switch (raylib_key) {
    case KEY_LEFT_CONTROL:
    case KEY_RIGHT_CONTROL: return ImGuiMod_Ctrl;
    case KEY_LEFT_SHIFT:
    case KEY_RIGHT_SHIFT: return ImGuiMod_Shift;
    case KEY_LEFT_ALT:
    case KEY_RIGHT_ALT: return ImGuiMod_Alt;
    case KEY_LEFT_SUPER:
    case KEY_RIGHT_SUPER: return ImGuiMod_Super;
    default: return ImGuiKey_None;
    }
}
