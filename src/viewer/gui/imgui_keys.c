#include "viewer/gui/imgui_keys.h"

#include <raylib.h>

/* Runs of keys that stand in the same order in both libraries. */
typedef struct key_run {
    int raylib_first;
    int raylib_last;
    int imgui_first;
} key_run;

#define KEY(raylib_key, imgui_key)                                                                 \
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
