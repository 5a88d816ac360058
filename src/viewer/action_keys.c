/* Keys of actions: their names, and which one is pressed. */
#include <stdio.h>
#include <string.h>

#include "viewer/actions.h"
#include "viewer/app.h"
#include "viewer/gui/gui.h"

#define CTRL ImGuiMod_Ctrl
#define SHIFT ImGuiMod_Shift
#define ALT ImGuiMod_Alt

const rb_action *rb_action_find(const char *id) {
    for (int i = 0; i < rb_action_count(); i++) {
        if (strcmp(rb_action_at(i)->id, id) == 0) {
            return rb_action_at(i);
        }
    }
    return NULL;
}

void rb_action_key_name(const rb_action *action, char *text, size_t size) {
    static const struct {
        ImGuiKey key;
        const char *name;
    } names[] = {
        {ImGuiKey_LeftArrow, "←"},     {ImGuiKey_RightArrow, "→"},  {ImGuiKey_UpArrow, "↑"},
        {ImGuiKey_DownArrow, "↓"},     {ImGuiKey_LeftBracket, "["}, {ImGuiKey_RightBracket, "]"},
        {ImGuiKey_Backslash, "\\"},    {ImGuiKey_Equal, "+"},       {ImGuiKey_Minus, "−"},
        {ImGuiKey_Period, "."},        {ImGuiKey_Comma, ","},       {ImGuiKey_Slash, "/"},
        {ImGuiKey_PageDown, "Page ↓"}, {ImGuiKey_PageUp, "Page ↑"}, {ImGuiKey_Escape, "Esc"},
    };
    const char *name = igGetKeyName((ImGuiKey)action->key);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        name = (int)names[i].key == action->key ? names[i].name : name;
    }
    snprintf(text, size, "%s%s%s%s", action->mods & CTRL ? "Ctrl+" : "",
             action->mods & SHIFT ? "Shift+" : "", action->mods & ALT ? "Alt+" : "", name);
}

const char *rb_action_tip(const char *id, char *text, size_t size) {
    const rb_action *action = rb_action_find(id);
    char key[48] = "";
    if (action == NULL) {
        return "";
    }
    rb_action_key_name(action, key, sizeof key);
    snprintf(text, size, "%s (%s)", action->name, key);
    return text;
}

void rb_action_run(rb_app *app, const char *id) {
    const rb_action *action = rb_action_find(id);
    if (action != NULL) {
        action->run(app, action->argument);
    }
}

/* Keys that write and edit nothing: they are not taken from a text field. */
static bool beside_text(const rb_action *action) {
    bool function = action->key >= ImGuiKey_F1 && action->key <= ImGuiKey_F12;
    bool quits = action->key == ImGuiKey_Q && action->mods == CTRL;
    return function || quits;
}

void rb_actions_poll(rb_app *app, bool typing) {
    const ImGuiIO *io = igGetIO();
    int mods = (io->KeyCtrl ? CTRL : 0) | (io->KeyShift ? SHIFT : 0) | (io->KeyAlt ? ALT : 0);
    for (int i = 0; i < rb_action_count(); i++) {
        const rb_action *action = rb_action_at(i);
        bool plus = action->key == ImGuiKey_Equal && (mods & ~SHIFT) == action->mods;
        if ((mods == action->mods || plus) && (!typing || beside_text(action)) &&
            igIsKeyPressed_Bool((ImGuiKey)action->key, action->repeats)) {
            action->run(app, action->argument);
        }
    }
    if (typing) {
        return;
    }
    if (mods == CTRL && igIsKeyPressed_Bool(ImGuiKey_KeypadAdd, true)) {
        rb_action_run(app, "bigger");
    }
    if (mods == CTRL && igIsKeyPressed_Bool(ImGuiKey_KeypadSubtract, true)) {
        rb_action_run(app, "smaller");
    }
}
